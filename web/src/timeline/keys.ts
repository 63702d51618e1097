// The keys of the timeline: which key means which move or act, apart from any element.
import type { ShareForm } from "../contract";

export type KeyAct =
  | { act: "move"; by: number }
  | { act: "page"; by: -1 | 1 }
  | { act: "first" | "last" | "open" | "filter" | "pause" | "menu" | "fold" | "unfold" }
  | { act: "copy"; as: ShareForm };

const COPIES: Record<string, ShareForm> = { c: "cli", u: "curl", j: "json", t: "script", b: "report" };

const SINGLE: Record<string, KeyAct> = {
  ArrowDown: { act: "move", by: 1 },
  ArrowUp: { act: "move", by: -1 },
  PageDown: { act: "page", by: 1 },
  PageUp: { act: "page", by: -1 },
  Home: { act: "first" },
  End: { act: "last" },
  Enter: { act: "open" },
  ArrowLeft: { act: "fold" },
  ArrowRight: { act: "unfold" },
  ContextMenu: { act: "menu" },
};

/** Keys that type a character: people who dictate can switch these off. */
const LETTERS: Record<string, KeyAct> = {
  j: { act: "move", by: 1 },
  k: { act: "move", by: -1 },
  G: { act: "last" },
  "/": { act: "filter" },
  " ": { act: "pause" },
  ".": { act: "menu" },
};

export interface KeyPress {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Reads keys one after another; some acts take two. */
export class KeyReader {
  private first: "g" | "y" | null = null;

  /** What the key means; "more" when it is the first of two; null when it is not for the timeline. */
  read(press: KeyPress, useLetters = true): KeyAct | "more" | null {
    const before = this.first;
    this.first = null;
    if (press.altKey || press.ctrlKey || press.metaKey) return null;
    if (useLetters) {
      if (before === "g") return press.key === "g" ? { act: "first" } : null;
      const copy = COPIES[press.key];
      if (before === "y") return copy ? { act: "copy", as: copy } : null;
      if (press.key === "g" || press.key === "y") {
        this.first = press.key;
        return "more";
      }
    }
    return (Object.hasOwn(SINGLE, press.key) ? SINGLE[press.key] : undefined) ??
      (useLetters && Object.hasOwn(LETTERS, press.key) ? LETTERS[press.key] : undefined) ?? null;
  }
}
