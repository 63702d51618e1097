// Owns who has the keyboard while an app is shown. A script in a frame can take the focus at any time, and what a
// person types then goes to the app. So the focus may only go there by a click or by Tab; else it is given back. No
// attribute of a frame keeps it from trying again, and between taking and giving back letters get lost: so an app
// that goes on has to go.
//
// What happens inside the frame is not told to the page. Signs of a click are that the pointer is over the frame, that
// the browser knows of an act of a person, and that nobody was just typing elsewhere. Where the pointer is, some
// browsers do not tell either once it is in a frame of another process: then it is where it was last seen going to.

/** How long after Tab the focus may arrive in the frame. */
const TAB_MS = 500;
/** Nobody clicks so soon after a letter that went into a field. */
const TYPING_MS = 700;
/** The page may hear later than the frame that the pointer is there. */
const HOVER_MS = 100;
/** So long a browser keeps in mind that a person did something, and a little longer. */
const ACT_MS = 5_500;
/** Two moves so close to each other are one way of the pointer, */
const WAY_MS = 250;
/** which goes on for so many times the last step. */
const STEPS_AHEAD = 2;
/** So often within so long is too often. */
const MOST_TAKINGS = 3;
const WITHIN_MS = 20_000;

const FIELDS = 'input, textarea, select, [contenteditable="true"]';

/** What has to come of it when an app took the keyboard by itself: it was given back, or the app has to go, too. */
export type Taken = "back" | "away";

interface Point {
  x: number;
  y: number;
}

export class Keyboard {
  #frame: HTMLIFrameElement;
  #taken: (then: Taken) => void;
  /** Where the focus was last, outside of the frame. */
  #last: HTMLElement | null;
  #tabAt = Number.NEGATIVE_INFINITY;
  #typedAt = Number.NEGATIVE_INFINITY;
  /** When a person last did something in the page, as far as it hears of it: the app was opened somehow. */
  #actedAt = performance.now();
  #isOver = false;
  /** Where the pointer was last seen in the page, and when. */
  #seen: { x: number; y: number; at: number } | null = null;
  #isTouch = false;
  /** Whether a person gave the focus that the frame has. */
  #isGiven = false;
  #isAllowed: boolean;
  /** When it was taken lately. */
  #takings: number[] = [];
  #stop = new AbortController();

  constructor(frame: HTMLIFrameElement, isAllowed: boolean, taken: (then: Taken) => void) {
    this.#frame = frame;
    this.#isAllowed = isAllowed;
    this.#taken = taken;
    this.#last = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const { signal } = this.#stop;
    const soon = (): void => void setTimeout(() => this.#check(), 0);
    addEventListener("keydown", (event) => this.#pressed(event), { capture: true, signal });
    addEventListener("pointerdown", ({ pointerType }) => this.#pointed(pointerType), { capture: true, signal });
    addEventListener("pointerup", () => void (this.#actedAt = performance.now()), { capture: true, signal });
    addEventListener("pointermove", (event) => this.#moved(event), { capture: true, passive: true, signal });
    addEventListener("blur", soon, { signal });
    addEventListener("focus", soon, { signal });
    document.addEventListener("visibilitychange", soon, { signal });
    document.addEventListener("focusin", (event) => this.#focused(event.target), { signal });
    frame.addEventListener("pointerenter", () => void (this.#isOver = true), { signal });
    frame.addEventListener("pointerleave", () => void (this.#isOver = false), { signal });
  }

  /** From now on the app may have the keyboard whenever it likes. */
  allow(): void {
    this.#isAllowed = true;
    this.#isGiven = true;
    this.#frame.focus();
  }

  /**
   * Whether a person did something in the app just now. Of what is done there the page hears only that something was
   * done: so it must have been the app that had the keyboard, and in the page nothing was done for as long as that is told.
   */
  isUsed(): boolean {
    const isQuiet = performance.now() - this.#actedAt > ACT_MS;
    return isQuiet && document.activeElement === this.#frame && navigator.userActivation?.isActive === true;
  }

  end(): void {
    this.#stop.abort();
  }

  #pressed(event: KeyboardEvent): void {
    this.#actedAt = performance.now();
    if (event.key === "Tab") this.#tabAt = performance.now();
    else if (event.target instanceof Element && event.target.matches(FIELDS)) this.#typedAt = performance.now();
  }

  /** A press that the page hears of is none into the frame. */
  #pointed(by: string): void {
    this.#actedAt = performance.now();
    this.#isTouch = by === "touch";
    this.#isOver = false;
    this.#seen = null;
  }

  #moved({ clientX: x, clientY: y, timeStamp: at, target }: PointerEvent): void {
    const before = this.#seen;
    this.#seen = { x, y, at };
    if (target === this.#frame) this.#isOver = true;
    else if (before === null || at - before.at > WAY_MS) this.#isOver = false;
    // Browsers tell of a pointer that rests when something moves below it.
    else if (x !== before.x || y !== before.y) {
      const box = this.#frame.getBoundingClientRect();
      this.#isOver = leadsInto(box, { x, y }, { x: (x - before.x) * STEPS_AHEAD, y: (y - before.y) * STEPS_AHEAD });
    }
  }

  #focused(target: EventTarget | null): void {
    if (target === this.#frame) return this.#check();
    this.#isGiven = false;
    if (target instanceof HTMLElement) this.#last = target;
  }

  #check(waited = false): void {
    if (document.activeElement !== this.#frame) this.#isGiven = false;
    if (document.activeElement !== this.#frame || this.#isGiven) return;
    const now = performance.now();
    const isTyping = now - this.#typedAt < TYPING_MS;
    this.#isGiven = this.#isAllowed || now - this.#tabAt < TAB_MS || (this.#isPointedAt() && !isTyping);
    if (this.#isGiven) return;
    if (waited || isTyping) this.#giveBack();
    else setTimeout(() => this.#check(true), HOVER_MS);
  }

  #isPointedAt(): boolean {
    // A finger is over nothing until it touches.
    const isThere = this.#isOver || this.#isTouch || this.#frame.matches(":hover");
    return isThere && navigator.userActivation?.isActive !== false;
  }

  #giveBack(): void {
    const now = performance.now();
    this.#takings = [...this.#takings.filter((at) => now - at < WITHIN_MS), now];
    this.#taken(this.#takings.length < MOST_TAKINGS ? "back" : "away");
    this.#frame.blur();
    if (this.#last?.isConnected === true) this.#last.focus({ preventScroll: true });
    else window.focus();
  }
}

/** Whether a way from a point, so far to the right and down, meets a box. */
export function leadsInto(box: Pick<DOMRect, "left" | "right" | "top" | "bottom">, from: Point, way: Point): boolean {
  // The part of the way, from 0 to 1, on which it is between two sides.
  const between = (start: number, length: number, low: number, high: number): [number, number] => {
    if (length === 0) return start >= low && start <= high ? [0, 1] : [1, 0];
    const ends = [(low - start) / length, (high - start) / length];
    return [Math.max(0, Math.min(...ends)), Math.min(1, Math.max(...ends))];
  };
  const across = between(from.x, way.x, box.left, box.right);
  const down = between(from.y, way.y, box.top, box.bottom);
  return Math.max(across[0], down[0]) <= Math.min(across[1], down[1]);
}
