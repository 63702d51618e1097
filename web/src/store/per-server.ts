// Owns what is set for the server that is looked at and for no other: a filter, a chosen tab. Each is one signal, whose
// value changes with the server. This tab keeps them across a reload.
import { batch, effect, type Signal, signal } from "@preact/signals";
import { keepText, keptText } from "./kept";

/** Sessions come and go; those that were not looked at for longest are forgotten. */
const MOST_SESSIONS = 40;

interface Own {
  /** The value for a session, whether it is looked at or not. */
  of(session: string): unknown;
  enter(session: string | null): void;
}

const all = new Map<Signal<unknown>, Own>();
let entered: string | null = null;

/** A signal with a value for each server. What is kept and cannot be read as one begins as usual. */
export function perServer<T>(name: string, usual: T, read: (kept: unknown) => T | null): Signal<T> {
  const values = new Map<string, T>();
  for (const [session, kept] of keptPairs(name)) values.set(session, read(kept) ?? usual);
  const now = signal(entered === null ? usual : (values.get(entered) ?? usual));
  effect(() => {
    const { value } = now;
    if (entered === null || (values.get(entered) ?? usual) === value) return;
    values.delete(entered);
    if (value !== usual) values.set(entered, value);
    const newest = [...values].slice(-MOST_SESSIONS);
    keepText(name, newest.length === 0 ? null : JSON.stringify(newest));
  });
  all.set(now as Signal<unknown>, {
    of: (session) => values.get(session) ?? usual,
    enter: (session) => {
      now.value = session === null ? usual : (values.get(session) ?? usual);
    },
  });
  return now;
}

/** What a signal is for a server that need not be the one that is looked at. */
export function valueFor<T>(of: Signal<T>, session: string): T {
  if (session === entered) return of.value;
  return all.get(of as Signal<unknown>)?.of(session) as T;
}

/** Another server is looked at, or none. To be called together with whatever else changes by that. */
export function enterServer(session: string | null): void {
  if (session === entered) return;
  entered = session;
  batch(() => {
    for (const own of all.values()) own.enter(session);
  });
}

function keptPairs(name: string): [string, unknown][] {
  try {
    const kept: unknown = JSON.parse(keptText(name) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter((pair): pair is [string, unknown] => Array.isArray(pair) && typeof pair[0] === "string");
  } catch {
    // Another version of the page has kept something else under this name.
    return [];
  }
}
