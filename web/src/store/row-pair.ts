// Owns what is compared in the timeline: the row that was chosen first, and the pair once there are two. The pair is in
// the address, so that a reload finds it and the back button leaves it.
import { effect, signal } from "@preact/signals";
import { api, sessionPath } from "../api";
import type { Row, RowDetailBody } from "../contract";
import { go, type Route, route, type RowPairPlace, type RowPlace } from "./route";
import { say } from "../ui/copy";

export interface RowRef {
  session: string;
  row: Row;
}

/** The row that the next one is compared with. */
export const remembered = signal<RowRef | null>(null);
export const comparison = signal<{ left: RowRef; right: RowRef } | null>(null);

export function named(row: Row): string {
  return `${row.method} ${row.target}`.trim();
}

/** Chooses a row: the first is remembered, the second is compared with it. Gives what to tell. */
export function choose(one: RowRef): string {
  const first = remembered.peek();
  if (first === null || (first.session === one.session && first.row.seq === one.row.seq)) {
    remembered.value = one;
    return `choose “Compare” on the row to compare ${named(one.row)} with`;
  }
  comparison.value = { left: first, right: one };
  remembered.value = null;
  return `comparing ${named(first.row)} with ${named(one.row)}`;
}

type Pair = NonNullable<typeof comparison.value>;

function placesOf(pair: Pair): RowPairPlace {
  const place = ({ session, row }: RowRef): RowPlace => ({ session, seq: row.seq });
  return [place(pair.left), place(pair.right)];
}

/** What the address of this moment says is compared; nothing where there is no timeline. */
function inAddress(now: Route): RowPairPlace | null {
  return (now.screen === "explore" || now.screen === "timeline" ? now.compared : undefined) ?? null;
}

function isSame(one: RowPairPlace | null, other: RowPairPlace | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function rowAt({ session, seq }: RowPlace): Promise<RowRef> {
  const { row } = await api.get<RowDetailBody>(sessionPath(session, `/timeline/${seq}`));
  return { session, row };
}

/** Fetches the rows that an address names, unless another one has come meanwhile. */
async function bring(wanted: RowPairPlace): Promise<void> {
  const pair = await Promise.all(wanted.map(rowAt)).catch(() => null);
  const now = route.peek();
  if (!isSame(inAddress(now), wanted)) return;
  const [left, right] = pair ?? [];
  if (left !== undefined && right !== undefined) {
    comparison.value = { left, right };
    return;
  }
  say("they cannot be compared: a row is no longer in the log");
  go(comparing(now, null), "replace");
}

/** The same view with one comparison, or none. */
function comparing(now: Route, places: RowPairPlace | null): Route {
  if (now.screen !== "explore" && now.screen !== "timeline") return now;
  const { compared: _before, ...others } = now;
  return (places === null ? others : { ...others, compared: places }) as Route;
}

/** Ties the pair to the address. */
export function followPair(): () => void {
  const fromAddress = effect(() => {
    const wanted = inAddress(route.value);
    const known = comparison.peek();
    if (wanted === null) comparison.value = null;
    else if (known === null || !isSame(placesOf(known), wanted)) void bring(wanted);
  });
  // What is named by the address of a page that has just begun is still on its way.
  let told = comparison.peek();
  const toAddress = effect(() => {
    const pair = comparison.value;
    if (pair === told) return;
    told = pair;
    const now = route.peek();
    if (now.screen !== "explore" && now.screen !== "timeline") return;
    const places = pair === null ? null : placesOf(pair);
    if (isSame(inAddress(now), places)) return;
    // Whoever closes it stays where they are; whoever opens it can go back.
    go(comparing(now, places), places === null ? "replace" : "push");
  });
  return () => {
    fromAddress();
    toAddress();
  };
}
