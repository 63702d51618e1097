// A document that is looked at line by line, wherever its text is: what a view needs of it. A line is known by its
// number in the whole document; its place is where it stands among the lines that are not folded away.
import type { DocMatches } from "../contract";
import type { Folds } from "./folds";
import type { Token } from "./json-tokens";

export interface DocLine {
  number: number;
  tokens: Token[];
  /** How deep it stands, from 1. */
  level: number;
  /** Whether it opens a block that can be folded. */
  isBlock: boolean;
  isFolded: boolean;
  /** It goes on from the line before, which was too long. */
  isContinued: boolean;
}

export interface DocPlace {
  /** The lines that open the blocks in which a line stands, the outermost first. */
  around: number[];
  /** The place of the line when none of them is folded. */
  at: number;
}

export interface Doc {
  /** How many lines are not folded away; null until that is known. */
  readonly total: number | null;
  readonly folds: Folds;
  /** Whether it has blocks at all. */
  readonly canFold: boolean;
  /** The line at a place; undefined until it has come. */
  line(place: number): DocLine | undefined;
  /** Makes the lines at these places come; says whether any came. */
  load(first: number, last: number): Promise<boolean>;
  /** Folds and unfolds. */
  setFolds(folds: Folds): void;
  placeOf(number: number): Promise<DocPlace>;
  /** The numbers of the lines from `from` on that have this text in them. */
  search(text: string, from: number): Promise<DocMatches>;
  stop(): void;
}

/** How deep a line stands that begins with blanks. */
export function levelOf(line: string): number {
  const blanks = /^ */.exec(line)?.[0].length ?? 0;
  return Math.floor(blanks / 2) + 1;
}
