// Owns which configured server is being added, edited, cloned or removed. The form is in `screens/config-editor.tsx`.
import { signal } from "@preact/signals";
import type { ServerConfig } from "../contract";

export type Editing = { server: ServerConfig | null; act: "add" | "edit" | "clone" | "remove" };
export const editing = signal<Editing | null>(null);

export function startEditing(server: ServerConfig | null, act: Editing["act"]): void {
  editing.value = { server, act };
}
