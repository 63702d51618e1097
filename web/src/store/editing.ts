// Owns which configured server is being added, edited, cloned or removed, as the address says. The form is in
// `screens/config-editor.tsx`, and what is kept of it in `edited-fields.ts`.
import { computed } from "@preact/signals";
import type { ServerConfig } from "../contract";
import { configured } from "./connecting";
import { type EditPlace, go, route } from "./route";
import { keepForm, typedCame } from "./typed-field";

export type Editing = { server: ServerConfig | null; act: EditPlace["act"] };

/** What is meant by the address; whether there is such a server is known once the file was read. */
export const editPlace = computed(() => (route.value.screen === "connect" ? (route.value.editing ?? null) : null));

export const editing = computed<Editing | null>(() => {
  const place = editPlace.value;
  if (place === null || !typedCame.value) return null;
  if (place.act === "add") return { act: "add", server: null };
  const server = configured.value?.servers.find((one) => one.id === place.server);
  return server === undefined ? null : { act: place.act, server };
});

export function startEditing(server: ServerConfig | null, act: Editing["act"]): void {
  go({ screen: "connect", editing: { act, server: server?.id ?? null } });
}

/** Ends it; what was typed is saved or thrown away. */
export function stopEditing(): void {
  keepForm("");
  if (editPlace.peek() !== null) go({ screen: "connect" }, "replace");
}
