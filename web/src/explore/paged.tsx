// Owns lists of very many parts that are not equally high, such as the blocks of a result: only the pages near the view
// are drawn, and what is not drawn takes the room that it had, or that its neighbours have. So all of it is reached by
// scrolling, with a mouse or with keys, and none of it costs anything before.
import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { TALLEST } from "../ui/window-math";

/** So many parts are drawn together. */
export const PAGE = 20;

/** How high a page is thought to be while none has been seen. */
const FIRST_HEIGHT = 1200;

/** The pages that are drawn: the first, and one after the last. */
export interface Span {
  first: number;
  end: number;
}

/** How high pages are: those that were drawn as they were, the others as the first that was. What is thought of a page does
 * not change by what others turn out to be, since all of it would move under whoever scrolls. */
export class Heights {
  readonly #seen = new Map<number, number>();
  readonly #most: number;
  #usual: number;

  constructor(readonly pages: number) {
    // All of it must not be higher than a browser can make it: where it would be, what is not drawn takes less room.
    this.#most = TALLEST / pages;
    this.#usual = Math.min(FIRST_HEIGHT, this.#most);
  }

  /** Notes how high a page is. */
  note(page: number, height: number): void {
    if (this.#seen.size === 0) this.#usual = Math.min(height, this.#most);
    this.#seen.set(page, height);
  }

  /** The room of the pages from one to another. */
  room(first: number, end: number): number {
    let room = 0;
    for (let page = first; page < end; page += 1) room += Math.min(this.#seen.get(page) ?? this.#usual, this.#most);
    return room;
  }

  /** The pages of which something lies between two heights, when those of `drawn` are as high as they were measured. */
  between(top: number, bottom: number, drawn: Span): Span {
    let at = 0;
    let first: number | null = null;
    for (let page = 0; page < this.pages; page += 1) {
      const height = this.#seen.get(page) ?? this.#usual;
      at += page >= drawn.first && page < drawn.end ? height : Math.min(height, this.#most);
      if (first === null && at > top) first = page;
      if (at >= bottom) return { first: first ?? page, end: page + 1 };
    }
    return { first: Math.max(0, first ?? this.pages - 1), end: this.pages };
  }
}

export interface PagedProps {
  /** What the parts are of: with another one, all of it begins anew. */
  of: unknown;
  count: number;
  /** What many of them are called. */
  noun: string;
  /** Null for one that is not here yet: its page takes the room that it will need. */
  draw(index: number): JSX.Element | null;
  /** Told of the parts that are drawn: the first, and one after the last. */
  onDrawn?(first: number, end: number): void;
}

export function Paged({ of, count, noun, draw, onDrawn }: PagedProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const pages = Math.max(1, Math.ceil(count / PAGE));
  const heights = useMemo(() => new Heights(pages), [of, pages]);
  const span = useRef<Span>({ first: 0, end: 1 });
  const [, redraw] = useReducer<number, void>((n) => n + 1, 0);
  span.current = { first: Math.min(span.current.first, pages - 1), end: Math.min(span.current.end, pages) };
  const { first, end } = span.current;
  const after = heights.room(end, pages);

  /** What is scrolled, while it stands at its end: it stays there when pages turn out to be higher than was thought. */
  const atEnd = useRef<Element | null>(null);

  const look = useRef(() => {});
  look.current = () => {
    const place = box.current;
    if (place === null) return;
    if (atEnd.current !== null) atEnd.current.scrollTop = atEnd.current.scrollHeight;
    for (const page of place.children) {
      const number = (page as HTMLElement).dataset["page"];
      if (number !== undefined && page.clientHeight > 0) heights.note(Number(number), page.clientHeight);
    }
    const top = -place.getBoundingClientRect().top;
    const now = heights.between(top - window.innerHeight / 2, top + 1.5 * window.innerHeight, span.current);
    const isSame = now.first === span.current.first && now.end === span.current.end;
    // The first page that is measured tells how high the others are thought to be.
    if (isSame && heights.room(end, pages) === after) return;
    keepFocus(place, now);
    span.current = now;
    redraw();
  };
  // After every drawing: only what is drawn can be measured.
  useLayoutEffect(() => {
    look.current();
    onDrawn?.(first * PAGE, Math.min(count, end * PAGE));
  });
  useLayoutEffect(() => {
    const again = (): void => look.current();
    // Whatever it is that scrolls: the pane, or the whole page where that is narrow.
    const scrolled = ({ target }: Event): void => {
      const around = target === document ? document.documentElement : (target as Element);
      if (box.current === null || !around.contains(box.current)) return;
      const isAtEnd = around.scrollTop > 0 && around.scrollTop + around.clientHeight >= around.scrollHeight - 4;
      atEnd.current = isAtEnd ? around : null;
      look.current();
    };
    window.addEventListener("scroll", scrolled, { capture: true, passive: true });
    window.addEventListener("resize", again);
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(again);
    if (box.current !== null) observer?.observe(box.current);
    return () => {
      window.removeEventListener("scroll", scrolled, { capture: true });
      window.removeEventListener("resize", again);
      observer?.disconnect();
    };
  }, []);

  const drawn: JSX.Element[] = [];
  for (let page = first; page < end; page += 1) {
    const parts: (JSX.Element | null)[] = [];
    for (let index = page * PAGE; index < Math.min(count, (page + 1) * PAGE); index += 1) parts.push(draw(index));
    drawn.push(
      parts.includes(null) ? (
        <p key={page} class="muted" style={{ height: `${heights.room(page, page + 1)}px` }}>
          Fetching…
        </p>
      ) : (
        <div key={page} class="paged-page" data-page={page}>
          {parts}
        </div>
      ),
    );
  }
  const words = (number: number): string => number.toLocaleString("en");
  return (
    <>
      {pages === 1 ? null : (
        <p class="paged-count muted">
          {words(count)} {noun}, {words(first * PAGE + 1)} to {words(Math.min(count, end * PAGE))} shown
        </p>
      )}
      <div ref={box} class="paged">
        {first === 0 ? null : <div key="before" style={{ height: `${heights.room(0, first)}px` }} />}
        {drawn}
        {end === pages ? null : <div key="after" style={{ height: `${after}px` }} />}
      </div>
    </>
  );
}

/** Whoever was in a page that goes stays where all of it is scrolled by keys. */
function keepFocus(place: HTMLElement, now: Span): void {
  const page = document.activeElement?.closest<HTMLElement>(".paged-page");
  if (page == null || page.parentElement !== place) return;
  const number = Number(page.dataset["page"]);
  if (number < now.first || number >= now.end)
    place.parentElement?.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
}
