// Owns whether the Doctor is on the screen: by itself while a connection never worked, else when somebody wants it. What
// somebody chose is kept with the session, so that it holds in every tab.
import type { Fault, SessionState } from "../contract";
import { draftsCame, noteOf } from "./drafts";

/** Whether the server had been connected before. */
export function worked(state: SessionState): boolean {
  return state.server !== null;
}

/** A connection that never worked shows its Doctor until that is put away; one that broke, when somebody asks. */
export function isShown(state: SessionState, fault: Fault): boolean {
  // Before it is known what was chosen, nothing is shown that would go away again.
  if (!draftsCame(state.id)) return false;
  const chosen = noteOf(state.id, `doctor:${fault.code}`, "told").value;
  return chosen === "" ? !worked(state) : chosen === "shown";
}

export function choose(state: SessionState, fault: Fault, choice: "shown" | "away"): void {
  noteOf(state.id, `doctor:${fault.code}`, "told").value = choice;
}
