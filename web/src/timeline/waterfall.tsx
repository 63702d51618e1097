// The bar of a row on the time axis: where it lies within what is seen, and how its time divides into waiting
// for a person, for the network and for the server. The three differ by pattern as well as by colour.
import type { Row } from "../contract";
import { duration } from "../text/measure";
import type { Stretch } from "./terms";

export interface Range {
  from: number;
  to: number;
}

export type Tone = "server" | "you" | "network";

/** The time span of some rows, with a little room at the right. */
export function rangeOf(rows: Iterable<Row>): Range {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    from = Math.min(from, row.atNs);
    to = Math.max(to, row.atNs + (row.durationNs ?? 0));
  }
  if (from > to) return { from: 0, to: 1 };
  return { from, to: to + Math.max(1, (to - from) * 0.02) };
}

/** The stretch of time that was asked for, as far as it says; the other ends are those of what is seen. */
export function rangeIn(stretch: Stretch | null, seen: Range): Range {
  const from = stretch?.from ?? seen.from;
  const to = stretch?.to ?? seen.to;
  return to > from ? { from, to } : seen;
}

/** How the time of a row that is over divides: as the backend says, all of it. */
export function tonesOf(row: Row): { tone: Tone; ns: number }[] {
  if (row.serverNs === null) return [];
  const parts: { tone: Tone; ns: number }[] = [
    { tone: "network", ns: row.networkNs ?? 0 },
    { tone: "you", ns: row.humanNs },
    { tone: "server", ns: row.serverNs },
  ];
  return parts.filter((part) => part.ns > 0);
}

/** The time of a row in words. */
export function tonesText(row: Row): string {
  if (row.durationNs === null) return row.status === "pending" ? "not answered yet" : "";
  const parts = tonesOf(row).map((part) => `${part.tone} ${duration(part.ns)}`);
  return parts.length > 1 ? `${duration(row.durationNs)}: ${parts.join(" · ")}` : duration(row.durationNs);
}

/** Left edge and width in percent of the track. */
export function placeOf(row: Row, range: Range): { left: number; width: number } {
  const span = range.to - range.from;
  const end = row.status === "pending" && row.durationNs === null ? range.to : row.atNs + (row.durationNs ?? 0);
  const left = Math.min(100, Math.max(0, ((row.atNs - range.from) / span) * 100));
  const right = Math.min(100, Math.max(0, ((end - range.from) / span) * 100));
  return { left, width: Math.max(0, right - left) };
}

export function Waterfall({ row, range }: { row: Row; range: Range }) {
  const { left, width } = placeOf(row, range);
  const isPending = row.status === "pending" && row.durationNs === null;
  return (
    <span class="waterfall" title={tonesText(row)}>
      <span class={`bar ${isPending ? "bar-pending" : ""}`} style={{ left: `${left}%`, width: `${width}%` }}>
        {tonesOf(row).map((part) => (
          <span key={part.tone} class={`tone tone-${part.tone}`} style={{ flexGrow: part.ns }} />
        ))}
        {row.durationNs === null && !isPending && <span class="tone tone-point" />}
      </span>
    </span>
  );
}
