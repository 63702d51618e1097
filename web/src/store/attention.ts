// Owns the one case in which a card gets the focus: a person ran something, has touched nothing since, and the
// server asks back. Whoever pressed Run waits for that, so typing goes on there. After any other key or click, in
// another tab, or later, a card stays where it is and `i` goes to it.
import { focusFirstField } from "../explore/focus";

/** How long after a run somebody still waits for what comes of it. */
const WAITING_MS = 10_000;

/** Keys and clicks so far. */
let acts = 0;
/** What was run last, and the ask that got the focus because of it. */
let ran: { acts: number; at: number; from: Element | null; asked: number | null } | null = null;

export function listenToActs(): void {
  const count = (): void => {
    acts += 1;
  };
  addEventListener("keydown", count, { capture: true });
  addEventListener("pointerdown", count, { capture: true });
}

/** Something was run just now. */
export function runBegan(): void {
  ran = { acts, at: performance.now(), from: document.activeElement, asked: null };
}

function isWaited(): boolean {
  return ran !== null && ran.acts === acts && performance.now() - ran.at < WAITING_MS;
}

/**
 * The server asks for something; `mine` says whether something that was run here is under way, `waiting` which asks are
 * open. Of several the first gets the focus, also when the form of another is drawn sooner.
 */
export function askCame(ask: number, mine: boolean, waiting: readonly number[]): void {
  if (!mine || ran === null || !isWaited() || !document.hasFocus()) return;
  if (ran.asked !== null && waiting.includes(ran.asked)) return;
  ran.asked = ask;
  requestAnimationFrame(() => {
    if (isWaited()) focusFirstField(`.card[data-ask="${ask}"]`, isWaited);
  });
}

/**
 * An answer is given. Once it was taken, what this gives is called: the focus goes back to where the run was started,
 * and what is asked next is waited for.
 */
export function answerBegins(): () => void {
  const from = ran?.from ?? null;
  // Asked for now: the card may be gone before the answer to the answer is here.
  const wasInCard = document.activeElement?.closest(".card") != null;
  if (!wasInCard) return () => undefined;
  const began = acts;
  return () => {
    if (acts !== began) return;
    ran = { acts, at: performance.now(), from, asked: null };
    const back = (): void => {
      // The card goes when the backend has told that the ask ended; until then the focus stays in it.
      const now = document.activeElement;
      if (now?.closest(".card:not(.over)") != null) {
        if (isWaited()) requestAnimationFrame(back);
        return;
      }
      // What a rule has just answered says so in a card that took the focus; whoever made the rule knows.
      const isLost = now === null || now === document.body || now.closest(".card.over") != null;
      if (isLost && from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus();
    };
    requestAnimationFrame(back);
  };
}

/** A card is taken away. When somebody was in it and the ask ended elsewhere, the focus goes to what says so. */
export function cardGoes(card: HTMLElement | null, ask: number): void {
  if (card === null || !card.contains(document.activeElement)) return;
  queueMicrotask(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) document.querySelector<HTMLElement>(`.card.over[data-ended="${ask}"]`)?.focus();
  });
}
