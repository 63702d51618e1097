// One choice of a few, all on the screen: radio buttons drawn as one strip. The browser's own radio buttons do
// the work, so arrows, Tab and screen readers behave as everywhere.

interface SegmentedProps {
  /** Of the first segment; the others get numbers. */
  id: string;
  options: { label: string; title?: string }[];
  chosen: number | null;
  pick(index: number): void;
  labelledBy?: string;
  label?: string;
  describedBy?: string;
  isInvalid?: boolean;
}

export function Segmented(props: SegmentedProps) {
  return (
    <span
      class="segmented"
      role="radiogroup"
      aria-labelledby={props.labelledBy}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-invalid={props.isInvalid ? "true" : undefined}
    >
      {props.options.map((option, index) => (
        <label key={index} class="segment" title={option.title}>
          <input
            id={index === 0 ? props.id : `${props.id}--${index}`}
            type="radio"
            name={props.id}
            checked={index === props.chosen}
            onChange={() => props.pick(index)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </span>
  );
}
