// Owns what is compared: one side is a list of a session, or the answer of a row of its timeline. Sides are
// short enough to stand in an address.
import type { Kind } from "../contract";
import { go, route, type Route, type Side } from "./route";

export const LISTS: readonly Kind[] = ["tools", "resources", "templates", "prompts"];

/** A side as the backend is asked for it; null while it is not chosen to the end. */
export function sideBody(side: Side | null): string | null {
  if (side === null || side.what === null) return null;
  return JSON.stringify(
    typeof side.what === "number"
      ? { session: side.session, row: side.what }
      : { session: side.session, list: side.what },
  );
}

/** What the other side is at first: the same list of another server, or another answer of the same one. */
export function counterpart(side: Side, others: readonly string[]): Side {
  if (typeof side.what === "number") return { session: side.session, what: null };
  return { session: others.find((one) => one !== side.session) ?? side.session, what: side.what };
}

/** Opens the comparison with one side chosen. */
export function compareWith(left: Side, others: readonly string[]): void {
  go({ screen: "diff", session: left.session, left, right: counterpart(left, others), ignore: [], as: "text" });
}

/** Changes a part of the comparison that is on the screen. */
export function changeComparison(change: Partial<Extract<Route, { screen: "diff" }>>): void {
  const now = route.peek();
  if (now.screen !== "diff") return;
  const next = { ...now, ...change };
  go({ ...next, session: next.left.session }, "replace");
}
