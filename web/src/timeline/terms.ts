// The terms of a filter text as the chips and menus see them: enough of the filter language to put a term in,
// take it out and tell whether it is there. What a filter means is known by the backend alone.

/** The terms of a filter, quotes kept. */
export function termsOf(filter: string): string[] {
  return filter.match(/(?:"(?:[^"\\]|\\.)*"?|[^\s"])+/g) ?? [];
}

/** The alternatives of the first term with this name, such as `kind`. */
export function alternativesOf(filter: string, name: string): string[] {
  const term = termsOf(filter).find((one) => one.startsWith(`${name}:`));
  return term === undefined ? [] : term.slice(name.length + 1).split("|").filter(Boolean);
}

/** Whether the filter has `name:value`, alone or among alternatives. */
export function hasTerm(filter: string, name: string, value: string): boolean {
  return alternativesOf(filter, name).includes(value);
}

/** The filter with `name:value` put in as one more alternative, or taken out if it was there. */
export function toggleTerm(filter: string, name: string, value: string): string {
  const now = alternativesOf(filter, name);
  const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value];
  return withAlternatives(filter, name, next);
}

/** The filter with this one value for `name`, whatever it had before. */
export function setTerm(filter: string, name: string, value: string): string {
  return withAlternatives(filter, name, [quoted(value)]);
}

/** The filter without any term of these names. */
export function withoutTerms(filter: string, names: string[]): string {
  return termsOf(filter).filter((term) => !names.some((name) => term.startsWith(`${name}:`))).join(" ");
}

function withAlternatives(filter: string, name: string, values: string[]): string {
  const terms = termsOf(filter);
  const at = terms.findIndex((term) => term.startsWith(`${name}:`));
  const term = values.length === 0 ? [] : [`${name}:${values.join("|")}`];
  if (at < 0) return [...terms, ...term].join(" ");
  return [...terms.slice(0, at), ...term, ...terms.slice(at + 1)].join(" ");
}

/** A value as it may stand in a term. */
export function quoted(value: string): string {
  return /^[A-Za-z0-9_./:@#+-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, (char) => `\\${char}`)}"`;
}

// ---- time

/** A stretch of time in nanoseconds since the session opened; null where it is open. */
export interface Stretch {
  from: number | null;
  to: number | null;
}

const UNITS: Record<string, number> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 6e10, min: 6e10, h: 3.6e12 };

function nanos(text: string, unit: string): number | null {
  const found = /^(\d+(?:\.\d+)?)([a-zµ]*)$/i.exec(text);
  const factor = UNITS[(found?.[2] || unit).toLowerCase()];
  return found === null || factor === undefined ? null : Number(found[1]) * factor;
}

/** The stretch of time that the filter asks for; null when it asks for none, or for several. */
export function stretchOf(filter: string): Stretch | null {
  const [term, ...others] = alternativesOf(filter, "at");
  const [, from = "", to = ""] = /^([^.]*(?:\.\d[^.]*)?)\.\.(.*)$/.exec(term ?? "") ?? [];
  if (term === undefined || others.length > 0) return null;
  const unit = /[a-zµ]*$/i.exec(to)?.[0] ?? "";
  const stretch = { from: from === "" ? null : nanos(from, unit), to: to === "" ? null : nanos(to, "") };
  return stretch.from === null && stretch.to === null ? null : stretch;
}

/** The filter with this stretch of time and no other; null takes it away. */
export function withStretch(filter: string, stretch: Stretch | null): string {
  const without = withoutTerms(filter, ["at"]);
  if (stretch === null) return without;
  const { from, to } = stretch;
  const length = from === null || to === null ? Number.POSITIVE_INFINITY : to - from;
  // Rounded outwards, so that what was asked for is within.
  const step = length < 1e7 ? 1e3 : 1e6;
  const word = (ns: number | null, round: (n: number) => number) =>
    ns === null ? "" : `${trimmed(((round(ns / step) * step) / 1e9).toFixed(6))}s`;
  return [without, `at:${word(from, Math.floor)}..${word(to, Math.ceil)}`].filter(Boolean).join(" ");
}

function trimmed(number: string): string {
  return number.replace(/\.?0+$/, "");
}
