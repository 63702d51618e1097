// Owns putting text on the clipboard, and the one line that says so. The line is polite: it is read out and
// shown in the status bar, and takes no place of its own.
import { signal } from "@preact/signals";
import { brief, ONE_LINE } from "../text/told";

/** What was done last, for the status bar; the number makes the same words news again. */
export const said = signal<{ text: string; at: number }>({ text: "", at: 0 });

export function say(text: string): void {
  said.value = { text: brief(text, ONE_LINE), at: Date.now() };
}

/** What belongs together happens within this time. */
const TOGETHER_MS = 1000;

/** Somebody went elsewhere: what was said before is about something else. */
export function forgetSaid(): void {
  if (said.peek().text !== "" && Date.now() - said.peek().at > TOGETHER_MS) said.value = { text: "", at: Date.now() };
}

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`copied ${what}`);
  } catch {
    say(`could not copy ${what}: the browser does not allow it`);
  }
}

/** A name as a part of the name of a file. */
export function fileName(name: string): string {
  return name.replace(/[^\w.-]+/g, "-");
}

/** Hands a file to the browser's downloads. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
