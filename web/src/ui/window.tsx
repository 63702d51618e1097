// The virtual list: a scrolling element that holds only the rows that are seen.
//
// `scrollTo` brings a row into view and is set back to null. `tail` says whether the list stays at its end
// while it grows: scrolling away ends that, coming back to the end begins it again.
import type { Signal } from "@preact/signals";
import type { AriaRole, ComponentChildren, HTMLAttributes } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import {
  drawnHeight,
  type Extent,
  isAtEnd,
  isScaled,
  lastOffset,
  offsetOf,
  offsetShowing,
  scrollOf,
  seenAt,
  windowAt,
} from "./window-math";

export interface WindowedProps {
  count: number;
  rowHeight: number;
  row(index: number): ComponentChildren;
  label: string;
  role?: AriaRole;
  scrollTo?: Signal<number | null>;
  /** Told of the rows that are drawn: those that are seen, and some beyond. */
  onRange?(first: number, last: number): void;
  /** Told of the rows that are seen. */
  onSeen?(first: number, last: number): void;
  tail?: Signal<boolean>;
  /** Stays at the top of the list; its height is not counted as rows. */
  head?: ComponentChildren;
  headHeight?: number;
  className?: string;
  /** More attributes of the scrolling element: ARIA, key handlers, a ref. */
  attributes?: HTMLAttributes<HTMLDivElement>;
}

/** Used until the element is on the screen and can be measured. */
const FIRST_VIEWPORT = 600;

export function Windowed(props: WindowedProps) {
  const { count, rowHeight, scrollTo, tail, onRange, onSeen, headHeight = 0 } = props;
  const element = useRef<HTMLDivElement | null>(null);
  const viewport = useRef(FIRST_VIEWPORT);
  const offset = useRef(0);
  const drawn = useRef("");
  const [, redraw] = useReducer<number, void>((n) => n + 1, 0);

  const extent: Extent = { count, rowHeight, viewport: viewport.current };
  const scrollTop = () => element.current?.scrollTop ?? 0;

  /** Moves the list, and its scroll bar after it. */
  const moveTo = (wanted: number) => {
    offset.current = Math.min(Math.max(wanted, 0), lastOffset(extent));
    if (element.current) element.current.scrollTop = scrollOf(extent, offset.current);
  };

  const heightNow = () => (element.current?.clientHeight ?? 0) - headHeight;
  const measure = () => {
    const height = heightNow();
    if (height > 0 && height !== viewport.current) {
      viewport.current = height;
      redraw();
    }
  };

  useLayoutEffect(() => {
    measure();
    if (!element.current || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);

  const follows = tail?.value ?? false;
  useLayoutEffect(() => {
    if (follows) moveTo(lastOffset(extent));
    else if (offset.current > lastOffset(extent)) moveTo(lastOffset(extent));
    redrawIfMoved();
  }, [follows, count, rowHeight, viewport.current]);

  const wanted = scrollTo?.value ?? null;
  useLayoutEffect(() => {
    if (wanted === null || !scrollTo) return;
    scrollTo.value = null;
    moveTo(offsetShowing(extent, offset.current, wanted));
    if (tail) tail.value = isAtEnd(extent, offset.current);
    redrawIfMoved();
  }, [wanted]);

  const window = windowAt(extent, offset.current, isScaled(extent) ? scrollTop() : 0);
  const seen = seenAt(extent, offset.current);
  const placeOf = (one: { first: number; end: number }, rows: readonly number[]) =>
    `${one.first}:${one.end}:${onSeen ? rows.join() : ""}`;
  drawn.current = placeOf(window, seen);

  function redrawIfMoved() {
    const now = windowAt(extent, offset.current, 0);
    if (isScaled(extent) || placeOf(now, seenAt(extent, offset.current)) !== drawn.current) redraw();
  }

  const onScroll = () => {
    // The room has changed since this was drawn, and the browser moved the list because of that: nobody scrolled away
    // from the end. It goes there when it is drawn with its new height.
    if (tail?.value && heightNow() > 0 && heightNow() !== extent.viewport) return measure();
    // The scroll bar stands where we put it: its rounding must not move what is shown.
    const expected = scrollOf(extent, offset.current);
    if (Math.abs(scrollTop() - expected) >= 1) offset.current = offsetOf(extent, scrollTop());
    if (tail) tail.value = isAtEnd(extent, offset.current);
    redrawIfMoved();
  };

  // In a scaled list one pixel of the scroll bar is many rows, so the wheel moves the rows itself. The
  // listener is set by hand because it must then be able to prevent the browser's own scrolling; else it must
  // promise not to, for scrolling to be smooth.
  const scaled = isScaled(extent);
  const onWheel = useRef<(event: WheelEvent) => void>(() => {});
  onWheel.current = (event) => {
    // Growth must not pull the list back between the wheel and the scrolling it causes.
    if (tail && event.deltaY < 0) tail.value = false;
    if (!scaled || event.ctrlKey) return;
    event.preventDefault();
    moveTo(offset.current + event.deltaY * (event.deltaMode === 1 ? rowHeight : 1));
    if (tail) tail.value = isAtEnd(extent, offset.current);
    redraw();
  };
  useEffect(() => {
    const listener = (event: WheelEvent) => onWheel.current(event);
    const listened = element.current;
    listened?.addEventListener("wheel", listener, { passive: !scaled });
    return () => listened?.removeEventListener("wheel", listener);
  }, [scaled]);

  // Before it is painted: what is seen and not here yet is asked for a frame earlier.
  useLayoutEffect(() => {
    onRange?.(window.first, Math.max(window.first, window.end - 1));
  }, [window.first, window.end, count]);
  useLayoutEffect(() => onSeen?.(seen[0], seen[1]), [seen[0], seen[1]]);

  const rows: ComponentChildren[] = [];
  for (let index = window.first; index < window.end; index++) rows.push(props.row(index));
  return (
    <div
      {...props.attributes}
      ref={element}
      class={`windowed ${props.className ?? ""}`}
      role={props.role ?? "list"}
      aria-label={props.label}
      onScroll={onScroll}
    >
      {props.head}
      <div class="windowed-space" role="presentation" style={{ height: `${drawnHeight(extent)}px` }}>
        {/* By `top`, not by a transform: those lose pixels beyond eight million. */}
        <div class="windowed-rows" role="presentation" style={{ top: `${window.top}px`, gridAutoRows: `${rowHeight}px` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}
