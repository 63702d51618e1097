// Times and numbers of the timeline as people read them.
import { duration, trimmed } from "../text/measure";

/** How times are shown: by the clock, since the session opened, since the row above. */
export type TimeMode = "clock" | "start" | "delta";

/** The time of a row. `openedAt` is when the session opened; without it the clock is not known. */
export function time(atNs: number, mode: TimeMode, openedAt: string | undefined, beforeNs: number | null): string {
  if (mode === "delta" && beforeNs !== null) {
    const sign = atNs < beforeNs ? "−" : "+";
    return `${sign}${duration(Math.abs(atNs - beforeNs))}`;
  }
  const opened = openedAt === undefined ? Number.NaN : Date.parse(openedAt);
  if (mode === "clock" && !Number.isNaN(opened)) return clock(new Date(opened + atNs / 1_000_000));
  return sinceStart(atNs);
}

function clock(date: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const ms = String(date.getMilliseconds()).padStart(3, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
}

function sinceStart(ns: number): string {
  const ms = Math.round(ns / 1_000_000);
  const minutes = Math.floor(ms / 60_000);
  const rest = ((ms % 60_000) / 1000).toFixed(3).padStart(6, "0");
  return `${minutes}:${rest}`;
}

/** A number where there is little room: 100k. */
export function shortCount(n: number): string {
  if (n < 10_000) return count(n);
  return n < 999_500 ? `${Math.round(n / 1000)}k` : `${trimmed(n / 1_000_000, 1)}M`;
}

const GROUPED = new Intl.NumberFormat("en");

export function count(n: number): string {
  return GROUPED.format(n);
}

/** What carried a frame, when it says more than the bytes: the other fields of a server-sent event. */
export function framing({ event }: { event: string[] | null }): string {
  return event === null ? "" : ["", "SSE event", ...event].join(" · ");
}
