// Owns what is compared in the timeline: the row that was chosen first, and the pair once there are two.
import { signal } from "@preact/signals";
import type { Row } from "../contract";

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
