// Owns how quantities are written, and how much room a text takes: durations, sizes, times of day, how long ago something
// was, lines of a field.

/** A duration with the unit that suits it: 850 µs, 41 ms, 18.5 s, 2:05 min. */
export function duration(ns: number): string {
  if (ns < 1_000_000) return `${Math.round(ns / 1000)} µs`;
  const ms = ns / 1_000_000;
  if (ms < 10) return `${trimmed(ms, 1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${trimmed(seconds, 1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} min`;
}

/** Minutes and seconds, as a clock that runs: `0:18`. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  if (count < 999_500) return `${trimmed(count / 1000, count < 99_950 ? 1 : 0)} kB`;
  return `${trimmed(count / 1_000_000, count < 99_950_000 ? 1 : 0)} MB`;
}

/** A number with so many digits behind the point, or none where they say nothing. */
export function trimmed(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.0$/, "");
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
