// Owns whether the Doctor is on the screen: by itself while a connection never worked, else when somebody wants it.
import { signal } from "@preact/signals";
import type { Fault, SessionState } from "../contract";
import { keepText, keptText } from "./kept";

/** Goes up when somebody opens the Doctor or puts it away; what they chose is kept by this tab. */
const choices = signal(0);

function nameOf(id: string, fault: Fault): string {
  return `doctor:${id}:${fault.code}`;
}

/** Whether the server had been connected before. */
export function worked(state: SessionState): boolean {
  return state.server !== null;
}

/** A connection that never worked shows its Doctor until that is put away; one that broke, when somebody asks. */
export function isShown(state: SessionState, fault: Fault): boolean {
  void choices.value;
  const chosen = keptText(nameOf(state.id, fault));
  return chosen === null ? !worked(state) : chosen === "shown";
}

export function choose(state: SessionState, fault: Fault, choice: "shown" | "away"): void {
  keepText(nameOf(state.id, fault), choice);
  choices.value += 1;
}
