// Owns the frame that is about to be sent as it is: its text, which outlives the panel and a reload.
import { signal } from "@preact/signals";
import { keepText, keptText } from "./kept";

const KEPT = "raw-frame";

export const rawText = signal(keptText(KEPT) ?? "");

export function setRawText(text: string): void {
  rawText.value = text;
  keepText(KEPT, text === "" ? null : text);
}
