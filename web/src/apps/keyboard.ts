// Owns who has the keyboard while an app is shown. A script in a frame can take the focus at any time, and what a
// person types then goes to the app. So the focus may only go there by a click or by Tab; else it is given back. No
// attribute of a frame keeps it from trying again, and between taking and giving back letters get lost: so an app
// that goes on has to go.
//
// What happens inside the frame is not told to the page. Signs of a click are that the pointer is over the frame, that
// the browser knows of an act of a person, and that nobody was just typing elsewhere.

/** How long after Tab the focus may arrive in the frame. */
const TAB_MS = 500;
/** Nobody clicks so soon after a letter that went into a field. */
const TYPING_MS = 700;
/** The page may hear later than the frame that the pointer is there. */
const HOVER_MS = 100;
/** So often within so long is too often. */
const MOST_TAKINGS = 3;
const WITHIN_MS = 20_000;

const FIELDS = 'input, textarea, select, [contenteditable="true"]';

/** What has to come of it when an app took the keyboard by itself: it was given back, or the app has to go, too. */
export type Taken = "back" | "away";

export class Keyboard {
  #frame: HTMLIFrameElement;
  #taken: (then: Taken) => void;
  /** Where the focus was last, outside of the frame. */
  #last: HTMLElement | null;
  #tabAt = Number.NEGATIVE_INFINITY;
  #typedAt = Number.NEGATIVE_INFINITY;
  #isOver = false;
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
    addEventListener("pointerdown", ({ pointerType }) => void (this.#isTouch = pointerType === "touch"), { capture: true, signal });
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

  end(): void {
    this.#stop.abort();
  }

  #pressed(event: KeyboardEvent): void {
    if (event.key === "Tab") this.#tabAt = performance.now();
    else if (event.target instanceof Element && event.target.matches(FIELDS)) this.#typedAt = performance.now();
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
