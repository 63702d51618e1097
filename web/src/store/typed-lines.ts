// Owns the lines that were typed into the field of Connect, for whoever wants one again: by arrows, or to correct what a
// session was opened with. They are in memory only, since a line may hold a secret.
import type { RecentServer } from "../contract";
import type { Extras } from "./connecting";

export interface Typed {
  text: string;
  extras: Extras;
}

/** The newest first. */
let lines: string[] = [];
const opened = new Map<string, Typed>();

export function rememberTyped(session: string | null, typed: Typed): void {
  lines = [typed.text, ...lines.filter((one) => one !== typed.text)];
  if (session !== null) opened.set(session, typed);
}

/** What was typed for a session, as far as this page knows. */
export function typedFor(session: string): Typed | null {
  return opened.get(session) ?? null;
}

/** The line that an arrow leads to from this one: up to older ones, down to newer ones and the empty field; null for none.
 * A line that was changed is none of them, and stays. */
export function recalled(now: string, by: "older" | "newer", recent: readonly RecentServer[]): string | null {
  const all = [...new Set([...lines, ...recent.flatMap((one) => one.text ?? [])])];
  const at = all.indexOf(now);
  if (at < 0 && now !== "") return null;
  return by === "older" ? (all[at + 1] ?? null) : at < 0 ? null : (all[at - 1] ?? "");
}
