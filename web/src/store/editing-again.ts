// Owns going back to what a session was opened with, to correct it: its line in the field of Connect, or the form of a
// server that is in the config file.
import type { SessionState } from "../contract";
import { configured, editLine, loadPlaces, NO_EXTRAS, recent } from "./connecting";
import { startEditing } from "./editing";
import { typedFor } from "./typed-lines";

export async function editOpened(state: SessionState): Promise<void> {
  await loadPlaces();
  const server = configured.peek()?.servers.find((one) => one.id === state.serverId);
  if (server !== undefined) {
    startEditing(server, "edit");
    return;
  }
  const typed = typedFor(state.id);
  // What is shown of a place lacks its secrets; what is remembered has all that was typed.
  const used = recent.peek()?.find((one) => one.place === state.place);
  const cwd = used?.cwd ?? "";
  editLine(typed?.text ?? used?.text ?? state.place, typed?.extras ?? (cwd === "" ? NO_EXTRAS : { ...NO_EXTRAS, cwd }));
}
