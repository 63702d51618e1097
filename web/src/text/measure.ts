// Owns how quantities are written, and how much room a text takes: durations, sizes, times of day, how long ago something
// was, lines of a field.

export function duration(ns: number): string {
  const ms = ns / 1e6;
  if (ms < 1) return `${Math.max(ms, 0).toFixed(2)} ms`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
}

/** Minutes and seconds, as a clock that runs: `0:18`. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  if (count < 1_000_000) return `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)} kB`;
  return `${(count / 1_000_000).toFixed(1)} MB`;
}

/** The time of day of a moment of a session. */
export function timeOfDay(openedAt: string, ns: number): string {
  const at = new Date(Date.parse(openedAt) + ns / 1e6);
  return Number.isNaN(at.getTime()) ? "" : at.toTimeString().slice(0, 8);
}

export function ago(then: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(then)) / 1000);
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** How many lines a field needs for a text, when so many letters fit into one of them. */
export function rowsFor(text: string, letters: number, most: number): number {
  const lines = text.slice(0, letters * most).split("\n");
  return Math.min(most, lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0));
}
