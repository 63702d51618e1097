// Owns how well a name answers what someone typed into the palette. Letters must come in order; beginnings of
// words and runs of letters count more, and short names win over long ones.

export interface Match {
  score: number;
  /** Places of the letters that matched, for marking them. */
  places: number[];
}

/** So many letters of a name or a note are looked at; nobody types more than that to find one. */
const MOST_LETTERS = 300;
const MOST_OF_NOTE = 2_000;

function isBoundary(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text[at - 1] ?? "";
  const here = text[at] ?? "";
  return /[^\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(here));
}

/** How well `wanted` fits `name`; null when it does not. */
export function fit(wanted: string, name: string): Match | null {
  const needle = wanted.toLowerCase().replace(/\s+/g, "");
  if (needle === "") return { score: 0, places: [] };
  const hay = name.slice(0, MOST_LETTERS).toLowerCase();
  const whole = hay.indexOf(needle);
  if (whole >= 0) {
    const places = Array.from({ length: needle.length }, (_, index) => whole + index);
    const start = whole === 0 ? 60 : isBoundary(name, whole) ? 40 : 0;
    return { score: 100 + start + (hay.length === needle.length ? 100 : 0) - Math.min(hay.length, 60) / 2, places };
  }
  const places: number[] = [];
  let score = 0;
  let from = 0;
  for (const letter of needle) {
    // A place at the beginning of a word is worth skipping a nearer one inside of a word.
    let at = hay.indexOf(letter, from);
    if (at < 0) return null;
    const contiguous = places.length > 0 && at === (places.at(-1) ?? -2) + 1;
    if (!contiguous && !isBoundary(name, at)) {
      for (let next = hay.indexOf(letter, at + 1); next >= 0; next = hay.indexOf(letter, next + 1)) {
        if (isBoundary(name, next)) {
          at = next;
          break;
        }
      }
      if (!canFinish(hay, needle, places.length + 1, at + 1)) at = hay.indexOf(letter, from);
    }
    score += contiguous ? 8 : isBoundary(name, at) ? 6 : 1;
    places.push(at);
    from = at + 1;
  }
  return { score: score - Math.min(hay.length, 60) / 4, places };
}

function canFinish(hay: string, needle: string, index: number, from: number): boolean {
  let at = from;
  for (const letter of Array.from(needle).slice(index)) {
    at = hay.indexOf(letter, at);
    if (at < 0) return false;
    at += 1;
  }
  return true;
}

/**
 * How well `wanted` fits a long text, such as an address or a command line: each word has to be there as it was typed. Over
 * that many letters scattered ones would fit nearly anything.
 */
export function fitWords(wanted: string, text: string): Match | null {
  const words = wanted.toLowerCase().split(/\s+/).filter((one) => one !== "");
  if (words.length === 0) return { score: 0, places: [] };
  const hay = text.slice(0, MOST_OF_NOTE).toLowerCase();
  const places: number[] = [];
  let score = 0;
  for (const word of words) {
    const at = hay.indexOf(word);
    if (at < 0) return null;
    score += isBoundary(text, at) ? 40 : 0;
    places.push(...Array.from({ length: word.length }, (_, index) => at + index));
  }
  return { score: score - Math.min(hay.length, 60) / 2, places };
}

/** The best of many, best first; those of the same worth keep their order. */
export function best<T>(
  wanted: string,
  all: readonly T[],
  nameOf: (one: T) => string,
  most: number,
  how: (wanted: string, name: string) => Match | null = fit,
): { one: T; match: Match }[] {
  const fitting: { one: T; match: Match; order: number }[] = [];
  all.forEach((one, order) => {
    const match = how(wanted, nameOf(one));
    if (match !== null) fitting.push({ one, match, order });
  });
  fitting.sort((a, b) => b.match.score - a.match.score || a.order - b.order);
  return fitting.slice(0, most);
}
