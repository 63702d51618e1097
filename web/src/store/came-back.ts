// Owns what is told about a connection that was lost and made again by itself, until somebody has read it. It is kept with
// the session: a reload finds it, every tab tells it, and whoever dismisses it does so for all of them.
import { effect, type Signal } from "@preact/signals";
import type { SessionState } from "../contract";
import { timeOfDay } from "../text/measure";
import { valueOf } from "../text/json";
import { brief, ONE_LINE } from "../text/told";
import { worked } from "./doctor-shown";
import { draftsCame, noteOf } from "./drafts";
import { session } from "./sessions";

interface Loss {
  /** When it was lost, on the clock of the session: tabs that saw the same loss say the same of it. */
  atNs: number;
  words: string;
  isRead: boolean;
}

function note(id: string): Signal<string> {
  return noteOf(id, "came-back", "told");
}

function read(text: string): Loss | null {
  const value = valueOf(text);
  if (typeof value !== "object" || value === null) return null;
  const { atNs, words, isRead } = value as Partial<Record<keyof Loss, unknown>>;
  return typeof atNs === "number" && typeof words === "string" ? { atNs, words, isRead: isRead === true } : null;
}

/** What is to be told about the last loss, if nobody has read it. */
export function lossOf(id: string): string | null {
  const loss = read(note(id).value);
  return loss === null || loss.isRead ? null : loss.words;
}

export function dismissLoss(id: string): void {
  const loss = read(note(id).peek());
  if (loss !== null) note(id).value = JSON.stringify({ ...loss, isRead: true });
}

/** Takes how a session stands: a loss is noted while it is waited for the next attempt, and over once somebody ends it. */
export function noteLoss(state: SessionState): void {
  const known = read(note(state.id).value);
  // What never worked has nothing to come back to.
  if (state.phase === "backoff" && state.fault !== null && worked(state)) {
    if (known?.atNs === state.phaseSinceNs) return;
    const words = `${timeOfDay(state.openedAt, state.phaseSinceNs)}: ${brief(state.fault.message, ONE_LINE)}.`;
    note(state.id).value = JSON.stringify({ atNs: state.phaseSinceNs, words, isRead: false } satisfies Loss);
  } else if (state.phase === "closing" || state.phase === "closed") {
    dismissLoss(state.id);
  }
}

export function followLosses(): () => void {
  return effect(() => {
    const state = session.value;
    // What other tabs have noted is known first: this one would say it again.
    if (state !== null && draftsCame(state.id)) noteLoss(state);
  });
}
