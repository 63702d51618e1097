// Owns which version of the binary serves this page.
import { signal } from "@preact/signals";
import { api } from "../api";

export const version = signal("");

export async function loadVersion(): Promise<void> {
  version.value = (await api.get<{ version: string }>("/health")).version;
}
