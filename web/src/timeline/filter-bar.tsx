// The filter of the timeline: its text, what is wrong with it, and chips that write into it. Text that cannot
// be read is underlined where it goes wrong; the last filter that could be read stays in use.
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { FilterError, RowCounts } from "../contract";
import { count, shortCount } from "./format";
import { hasTerm, toggleTerm, withoutTerms } from "./terms";

/** How long typing may pause before the filter is tried. */
const TYPING_PAUSE = 120;

interface Chip {
  label: string;
  /** Which rows it counts; none for those that nobody counts. */
  counts: keyof RowCounts | null;
  /** The term it writes; none empties the filter. */
  term: [name: string, value: string] | null;
  /** Shown only where there is room, and while it finds something. */
  isRare?: boolean;
}

export const CHIPS: Chip[] = [
  { label: "All", counts: "all", term: null },
  { label: "Calls", counts: "calls", term: ["kind", "call"] },
  { label: "Notif", counts: "notifications", term: ["kind", "notification"] },
  { label: "Asks", counts: "asks", term: ["kind", "ask"], isRare: true },
  { label: "stderr", counts: "stderr", term: ["kind", "stderr"] },
  { label: "HTTP", counts: "http", term: ["kind", "http"] },
  { label: "Lifecycle", counts: "lifecycle", term: ["kind", "lifecycle"], isRare: true },
  { label: "Auth", counts: "auth", term: ["kind", "auth"], isRare: true },
  { label: "Apps", counts: "apps", term: ["kind", "app"], isRare: true },
  { label: "Errors", counts: "errors", term: ["status", "error"] },
  { label: "Logs", counts: null, term: ["level", ">=debug"], isRare: true },
  { label: "Warnings", counts: null, term: ["level", ">=warning"], isRare: true },
  { label: "Findings", counts: "findings", term: ["findings", ">0"], isRare: true },
];

interface FilterBarProps {
  filter: Signal<string>;
  counts: RowCounts | null;
  error: FilterError | null;
  full: boolean;
  idPrefix: string;
  input: RefObject<HTMLInputElement | null>;
  /** Tries a text; the filter changes only if it can be read. */
  attempt(text: string): Promise<boolean>;
  /** What was typed is no longer wanted. */
  giveUp(): void;
  /** Back to the rows. */
  leave(): void;
}

export function FilterBar({ filter, counts, error, full, idPrefix, input, attempt, giveUp, leave }: FilterBarProps) {
  const typed = useSignal<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const mirror = useRef<HTMLSpanElement>(null);
  const text = typed.value ?? filter.value;
  const errorId = `${idPrefix}-filter-error`;

  const tryNow = async (wanted: string) => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    if ((await attempt(wanted)) && typed.peek() === wanted) typed.value = null;
  };
  useEffect(() => () => {
    if (timer.current !== null) clearTimeout(timer.current);
  }, []);
  const onInput = (event: Event) => {
    const wanted = (event.currentTarget as HTMLInputElement).value;
    typed.value = wanted;
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(() => void tryNow(wanted), TYPING_PAUSE);
  };
  const put = (wanted: string) => {
    typed.value = wanted;
    void tryNow(wanted);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === "Escape" || (event.key === "ArrowDown" && !event.altKey)) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") void tryNow(text);
      // A field that was emptied means no filter, however soon it is left.
      if (event.key === "Escape" && text.trim() === "") put("");
      // Given up: what is in use is shown again.
      else if (event.key === "Escape") {
        if (timer.current !== null) clearTimeout(timer.current);
        typed.value = null;
        giveUp();
      }
      leave();
    }
  };
  const isWrong = error !== null;
  return (
    <>
      <span class="tl-filter">
        <span ref={mirror} class="tl-filter-mirror" aria-hidden="true">
          {isWrong ? <Underlined text={text} error={error} /> : null}
        </span>
        <input
          ref={input}
          type="text"
          class="mono"
          aria-label="Filter the timeline"
          aria-invalid={isWrong ? "true" : undefined}
          aria-describedby={isWrong ? errorId : undefined}
          placeholder="method:tools/* dur:>500ms"
          value={text}
          spellcheck={false}
          autocomplete="off"
          onInput={onInput}
          onKeyDown={onKeyDown}
          onScroll={(event) => {
            if (mirror.current) mirror.current.scrollLeft = event.currentTarget.scrollLeft;
          }}
        />
        {isWrong && (
          <span id={errorId} class="tl-filter-error" role="status">
            {error.message}
          </span>
        )}
      </span>
      <span class="tl-chips" role="group" aria-label="Quick filters">
        {CHIPS.filter((chip) => !chip.isRare || (full && isUseful(chip, counts, text))).map((chip) => (
          <button
            key={chip.label}
            type="button"
            class="chip"
            title={counts && chip.counts ? `${count(counts[chip.counts])} rows` : undefined}
            aria-pressed={isOn(chip, text)}
            onClick={() => put(pressed(chip, text))}
          >
            {chip.label} {counts && chip.counts ? shortCount(counts[chip.counts]) : ""}
          </button>
        ))}
      </span>
    </>
  );
}

/** Whether a chip finds anything, or is in use. */
function isUseful(chip: Chip, counts: RowCounts | null, filter: string): boolean {
  return chip.counts === null || (counts?.[chip.counts] ?? 0) > 0 || isOn(chip, filter);
}

/** The filter after a chip was pressed. Of the levels one counts: each has those above it. */
export function pressed(chip: Chip, filter: string): string {
  if (chip.term === null) return "";
  const [name] = chip.term;
  const others = name === "level" && !isOn(chip, filter) ? withoutTerms(filter, [name]) : filter;
  return toggleTerm(others, ...chip.term);
}

export function isOn(chip: Chip, filter: string): boolean {
  if (chip.term) return hasTerm(filter, ...chip.term);
  return filter.trim() === "";
}

/** The text again, unseen, with a line under the part that cannot be read. */
function Underlined({ text, error }: { text: string; error: FilterError }) {
  const start = Math.min(error.start, text.length);
  // Something missing at the end has no letters to underline, so it gets a space.
  const end = Math.max(error.end, start + 1);
  return (
    <>
      {text.slice(0, start)}
      <span class="tl-wrong">{text.slice(start, end) || "\u00a0\u00a0"}</span>
      {text.slice(end)}
    </>
  );
}
