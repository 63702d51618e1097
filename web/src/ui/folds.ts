// Which blocks of a document are folded, and where the blocks of a text are. A block is an object or array that
// stands over several lines; it is known by the number of the line that opens it.
import type { Line } from "./json-tokens";

/** Which blocks are folded. The backend has the same rules. */
export interface Folds {
  /** All but the outermost one and those in `open`. */
  all: boolean;
  folded: ReadonlySet<number>;
  open: ReadonlySet<number>;
}

export const NOTHING_FOLDED: Folds = { all: false, folded: new Set(), open: new Set() };
export const ALL_FOLDED: Folds = { all: true, folded: new Set(), open: new Set() };

/** The same with one block folded or unfolded. */
export function withFold(folds: Folds, number: number, fold: boolean): Folds {
  const folded = new Set(folds.folded);
  const open = new Set(folds.open);
  folded.delete(number);
  open.delete(number);
  (fold ? folded : open).add(number);
  return { all: folds.all, folded, open: folds.all ? open : new Set() };
}

/** The same with these blocks unfolded. */
export function unfolding(folds: Folds, numbers: readonly number[]): Folds {
  return numbers.reduce((before, number) => withFold(before, number, false), folds);
}

export function isFolded(folds: Folds, number: number, isOutermost: boolean): boolean {
  return folds.folded.has(number) || (folds.all && !isOutermost && !folds.open.has(number));
}

export function isAnythingFolded(folds: Folds): boolean {
  return folds.all || folds.folded.size > 0;
}

/** How the backend is asked for lines with these folds. */
export function foldQuery(folds: Folds): Record<string, string> {
  const query: Record<string, string> = {};
  if (folds.all) query["all"] = "true";
  if (folds.folded.size > 0) query["folded"] = [...folds.folded].join(",");
  if (folds.open.size > 0) query["open"] = [...folds.open].join(",");
  return query;
}

/** For each line that opens a block, the line that closes it, in the order of the lines. */
export function blocksOf(text: string, lines: readonly Line[]): Map<number, number> {
  const ends: (number | undefined)[] = [];
  const open: number[] = [];
  let inString = false;
  for (const [number, line] of lines.entries()) {
    inString = line.inString;
    for (let at = line.start; at < line.end; at++) {
      const code = text.charCodeAt(at);
      if (inString) {
        if (code === 0x5c) at++;
        else if (code === 0x22) inString = false;
      } else if (code === 0x22) {
        inString = true;
      } else if (code === 0x7b || code === 0x5b) {
        open.push(number);
      } else if (code === 0x7d || code === 0x5d) {
        const opened = open.pop();
        // Of several that a line opens, the outermost is closed last and counts.
        if (opened !== undefined && opened < number) ends[opened] = number;
      }
    }
  }
  const blocks = new Map<number, number>();
  for (const number of ends.keys()) {
    const end = ends[number];
    if (end !== undefined) blocks.set(number, end);
  }
  return blocks;
}
