// Owns two panes with a bar between them that is moved by mouse or by arrow keys. The size is a share of the
// whole, kept in the settings under the split's name.
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { formatRoute, route } from "../store/route";
import { setSplit, settings } from "../store/settings";
import { Boundary } from "./boundary";

export interface SplitProps {
  name: string;
  /** `row`: side by side; `column`: one above the other. */
  way: "row" | "column";
  /** The share of the first pane unless it was moved. */
  share: number;
  label: string;
  first: ComponentChildren;
  /** While null, the first has all the room. It stays the same element, so what was typed in it is not lost. */
  second: ComponentChildren;
}

const LEAST = 0.1;
const MOST = 0.9;
const STEP = 0.02;

export function clampShare(share: number): number {
  return Math.min(MOST, Math.max(LEAST, Math.round(share * 1000) / 1000));
}

/** The share that a key press on the bar asks for; null when the key means nothing to it. */
export function shareAfterKey(key: string, share: number, usual: number): number | null {
  // Both pairs of arrows move it: in a narrow window panes that are side by side otherwise are stacked.
  if (key === "ArrowLeft" || key === "ArrowUp") return clampShare(share - STEP);
  if (key === "ArrowRight" || key === "ArrowDown") return clampShare(share + STEP);
  if (key === "Home") return LEAST;
  if (key === "End") return MOST;
  return key === "Enter" ? usual : null;
}

export function Split({ name, way, share: usual, label, first, second }: SplitProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const share = settings.value.splits[name] ?? usual;
  const place = formatRoute(route.value);
  const drag = (event: PointerEvent): void => {
    if (box.current === null) return;
    const area = box.current.getBoundingClientRect();
    const isRow = getComputedStyle(box.current).flexDirection === "row";
    if (!(event.currentTarget as HTMLElement).hasPointerCapture(event.pointerId)) return;
    const next = isRow ? (event.clientX - area.left) / area.width : (event.clientY - area.top) / area.height;
    setSplit(name, clampShare(next));
  };
  const grab = (event: PointerEvent): void => {
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const key = (event: KeyboardEvent): void => {
    const next = shareAfterKey(event.key, share, usual);
    if (next === null) return;
    event.preventDefault();
    setSplit(name, next);
  };
  return (
    <div class={`split ${way}`} ref={box}>
      <div class="split-pane" style={{ flexBasis: second === null ? "100%" : `${share * 100}%` }}>
        <Boundary place={place}>{first}</Boundary>
      </div>
      {second !== null && (
        <>
          <div
            class="split-bar"
            role="separator"
            tabIndex={0}
            aria-label={label}
            aria-orientation={way === "row" ? "vertical" : "horizontal"}
            aria-valuemin={LEAST * 100}
            aria-valuemax={MOST * 100}
            aria-valuenow={Math.round(share * 100)}
            onPointerDown={grab}
            onPointerMove={drag}
            onKeyDown={key}
            onDblClick={() => setSplit(name, usual)}
          />
          <div class="split-pane" style={{ flexBasis: `${(1 - share) * 100}%` }}>
            <Boundary place={place}>{second}</Boundary>
          </div>
        </>
      )}
    </div>
  );
}
