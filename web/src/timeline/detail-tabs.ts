// Which part of a row is shown: the choice outlives the row, and keys change it from outside.
import type { Signal } from "@preact/signals";
import { oneOfWords } from "../store/kept";
import { perServer } from "../store/per-server";

export type DetailTab = "request" | "response" | "raw" | "timing" | "checks";
export const DETAIL_TABS: readonly DetailTab[] = ["request", "response", "raw", "timing", "checks"];

/** What was chosen; null shows what a row has first. */
export const chosenTab = perServer<DetailTab | null>("detail-tabs", null, oneOfWords(DETAIL_TABS));

export function tabBeside(tab: DetailTab, by: -1 | 1): DetailTab {
  const at = DETAIL_TABS.indexOf(tab);
  return DETAIL_TABS[(at + by + DETAIL_TABS.length) % DETAIL_TABS.length] ?? tab;
}

export function stepDetailTab(by: -1 | 1, of: Signal<DetailTab | null> = chosenTab): void {
  of.value = tabBeside(of.peek() ?? "request", by);
}

/** The exact bytes, and back to what was laid out. */
export function toggleRaw(of: Signal<DetailTab | null> = chosenTab): void {
  of.value = of.peek() === "raw" ? null : "raw";
}
