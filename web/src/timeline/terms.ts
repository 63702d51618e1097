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
