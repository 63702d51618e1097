// Owns what this tab remembers across a reload: its token, its name among the tabs, dismissals, and how views are set. What belongs to
// the session itself lives in the backend. Where a browser forbids the tab's storage, or has no room in it, all of
// that lives until the reload and no longer.
import { effect, type Signal, signal } from "@preact/signals";

const PREFIX = "mcp-inspector:";

/** What the storage would not take. */
const unkept = new Map<string, string | null>();

export function readKept(key: string): string | null {
  const here = unkept.get(key);
  if (here !== undefined) return here;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeKept(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
}

export function keptText(name: string): string | null {
  return readKept(PREFIX + name);
}

export function keepText(name: string, text: string | null): void {
  writeKept(PREFIX + name, text);
}

/** The name of this tab, by which the others are told who answered. It says nothing but that it is one. */
export function tabName(): string {
  const known = keptText("tab");
  if (known !== null) return known;
  const name = `tab ${Math.random().toString(36).slice(2, 8)}`;
  keepText("tab", name);
  return name;
}

/** A signal whose value this tab keeps. What is kept and cannot be read as one begins as usual. */
export function keptSignal<T>(name: string, usual: T, read: (kept: unknown) => T | null): Signal<T> {
  const known = keptText(name);
  let first: T | null = null;
  try {
    first = known === null ? null : read(JSON.parse(known) as unknown);
  } catch {
    // Another version of the page has kept something else under this name.
  }
  const kept = signal(first ?? usual);
  effect(() => {
    const { value } = kept;
    keepText(name, value === usual ? null : JSON.stringify(value));
  });
  return kept;
}

/** Reads one of these words. */
export function oneOfWords<Word extends string>(words: readonly Word[]): (kept: unknown) => Word | null {
  return (kept) => words.find((word) => word === kept) ?? null;
}
