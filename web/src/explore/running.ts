// Owns the act of running the item that is on the screen: what is sent, when it is held back because the form
// has errors, and which run is shown afterwards.
import { signal } from "@preact/signals";
import type { FormHandle } from "../form/form";
import { runBegan } from "../store/attention";
import { draftOf } from "../store/drafts";
import { problemOf } from "../problem";
import { compose, expanded } from "../store/request";
import { go, type ItemRef, route } from "../store/route";
import { findRun, type Run, runs, runsOf, start } from "../store/runs";
import { backendGone, session } from "../store/sessions";
import { valueOf } from "../text/json";
import { say } from "../ui/copy";

/** A run that was held back: the summary with "Send anyway" is shown beside its item. */
export interface HeldBack {
  item: string;
  /** By the errors of the form, or because the form did not answer in time. */
  by: "errors" | "silence";
}

export const heldBack = signal<HeldBack | null>(null);

/** How long a form may take to take in what was typed last. */
const PATIENCE_MS = 2000;

/** The form that is on the screen, if one is. */
export const formOnScreen: { current: FormHandle | null } = { current: null };

function keyOf(id: string, ref: ItemRef): string {
  return `${id} ${ref.kind} ${ref.key}`;
}

export function isHeldBack(id: string, ref: ItemRef): boolean {
  return heldBack.value?.item === keyOf(id, ref);
}

/** Waits until the form has taken in what was typed in the last moment, which is part of what runs. */
async function formSettled(): Promise<boolean> {
  const form = formOnScreen.current;
  if (form === null) return true;
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
  return Promise.race([form.settled().then(() => true), late]);
}

/** Why a text cannot be sent at all: a call's parameters must be JSON, also wrong ones. */
export function unsendable(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" || valueOf(trimmed) !== undefined
    ? null
    : "the arguments are not JSON: correct them in the JSON view";
}

/** Reads a resource that somebody chose by a key: that changes nothing, so nobody has to say it twice. */
export function readChosen(id: string, ref: ItemRef): void {
  const state = session.peek();
  if (ref.kind === "resource" && state?.id === id && state.phase === "ready") void runItem(id, ref, true);
}

/** Runs the item with its draft. With errors in the form the first try shows them; `anyway` sends all the same. */
export async function runItem(id: string, ref: ItemRef, anyway: boolean): Promise<void> {
  if (backendGone.peek()) {
    say("not sent: mcp-inspector does not answer");
    return;
  }
  if (session.peek()?.id === id && session.peek()?.origin === "recording") {
    say("not sent: this is a recording, there is no server");
    return;
  }
  // From here on: whoever types on while the form takes in the last letters is at something else already.
  runBegan();
  if (!anyway && !(await formSettled())) {
    heldBack.value = { item: keyOf(id, ref), by: "silence" };
    return;
  }
  const draft = draftOf(id, ref);
  const text = draft.text.peek();
  const meta = draft.meta.peek().trim();
  const broken = unsendable(text) !== null || unsendable(meta) !== null;
  if (broken || (!anyway && draft.errors.peek().length > 0)) {
    heldBack.value = { item: keyOf(id, ref), by: "errors" };
    formOnScreen.current?.showProblems();
    return;
  }
  heldBack.value = null;
  const options = { timeoutMs: draft.timeoutMs.peek(), forced: draft.forced.peek(), detached: draft.detached.peek() };
  let sent: ItemRef = ref;
  if (ref.kind === "template") {
    try {
      sent = { kind: "template", key: await expanded(ref.key, text) };
    } catch (thrown) {
      say(problemOf(thrown).message);
      return;
    }
  }
  const call = await start(id, ref, compose(sent, text, meta === "" ? null : meta, draft.asTask.peek() === true), text, options);
  const now = route.peek();
  const stillThere =
    now.screen === "explore" && now.session === id && now.item?.kind === ref.kind && now.item.key === ref.key;
  // What could not be sent has no handle, and is the newest: without one in the address it is what is shown.
  if (stillThere) go({ screen: "explore", session: id, item: ref, run: call }, "replace");
}

/** The run that is shown: the one of the address, or else the newest. */
export function shownRun(id: string, ref: ItemRef, call: number | null): Run | null {
  const chosen = call === null ? null : findRun(id, call);
  if (chosen !== null) return chosen;
  const mine = runsOf(runs.value, id, ref);
  return mine.at(-1) ?? null;
}

/** The run before or after the one that is shown. */
export function neighbour(id: string, ref: ItemRef, shown: Run | null, by: -1 | 1): Run | null {
  const mine = runsOf(runs.value, id, ref);
  const at = shown === null ? mine.length : mine.findIndex((run) => run.call === shown.call);
  return mine[at + by] ?? null;
}
