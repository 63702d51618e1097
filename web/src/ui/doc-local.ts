// A document whose text the page has: lines and blocks are found here.
import type { DocMatches } from "../contract";
import { type Doc, type DocLine, type DocPlace, levelOf } from "./doc";
import { blocksOf, type Folds, isFolded, NOTHING_FOLDED } from "./folds";
import { type Line, linesOf, tokensOf } from "./json-tokens";

/** Matches told at once. */
const MOST_MATCHES = 1000;

export class LocalDoc implements Doc {
  folds: Folds = NOTHING_FOLDED;
  private readonly lines: Line[];
  private readonly blocks: Map<number, number>;
  /** The numbers of the lines that are not folded away; null when none is. */
  private left: number[] | null = null;

  /** Lines of more than `longest` letters are cut. */
  constructor(
    private readonly text: string,
    longest: number,
  ) {
    this.lines = linesOf(text, longest);
    this.blocks = blocksOf(text, this.lines);
  }

  get total(): number {
    return this.left?.length ?? this.lines.length;
  }

  get canFold(): boolean {
    return this.blocks.size > 0;
  }

  line(place: number): DocLine | undefined {
    const number = this.left === null ? place : this.left[place];
    const line = number === undefined ? undefined : this.lines[number];
    if (number === undefined || line === undefined) return undefined;
    const end = this.foldedTo(number);
    const tokens = tokensOf(this.text, line.start, line.end, line.inString);
    const last = end === null ? undefined : this.lines[end];
    if (last !== undefined) {
      tokens.push({ kind: "space", text: "…" });
      tokens.push(...tokensOf(this.text, last.start, last.end, last.inString).filter(({ kind }) => kind !== "space"));
    }
    return {
      number,
      tokens,
      level: levelOf(this.text.slice(line.start, Math.min(line.end, line.start + 200))),
      isBlock: this.blocks.has(number),
      isFolded: end !== null,
      isContinued: line.continued,
    };
  }

  load(): Promise<boolean> {
    return Promise.resolve(false);
  }

  setFolds(folds: Folds): void {
    this.folds = folds;
    const left: number[] = [];
    for (let number = 0; number < this.lines.length; number++) {
      left.push(number);
      number = this.foldedTo(number) ?? number;
    }
    this.left = left.length === this.lines.length ? null : left;
  }

  /** Folds the blocks that begin with such a line. */
  foldLike(opening: RegExp): this {
    const isLike = (number: number): boolean => {
      const line = this.lines[number];
      return line !== undefined && opening.test(this.text.slice(line.start, line.end));
    };
    this.setFolds({ ...NOTHING_FOLDED, folded: new Set([...this.blocks.keys()].filter(isLike)) });
    return this;
  }

  /** The line that closes the block which is folded into this line. */
  private foldedTo(number: number): number | null {
    const end = this.blocks.get(number);
    return end !== undefined && isFolded(this.folds, number, number === this.outermost) ? end : null;
  }

  private get outermost(): number {
    return this.blocks.keys().next().value ?? 0;
  }

  placeOf(number: number): Promise<DocPlace> {
    const around: number[] = [];
    for (const [line, end] of this.blocks) {
      if (line >= number) break;
      if (end >= number) around.push(line);
    }
    let at = number;
    for (let before = 0; before < number; before++) {
      const end = around.includes(before) ? null : this.foldedTo(before);
      if (end === null) continue;
      at -= end - before;
      before = end;
    }
    return Promise.resolve({ around, at });
  }

  search(wanted: string, from: number): Promise<DocMatches> {
    const matches: number[] = [];
    const all = this.text.toLowerCase();
    const needle = wanted.toLowerCase();
    let at = this.lines[from]?.start ?? all.length;
    let number = from;
    while (needle !== "" && matches.length <= MOST_MATCHES) {
      const found = all.indexOf(needle, at);
      if (found < 0) break;
      while ((this.lines[number + 1]?.start ?? Infinity) <= found) number++;
      matches.push(number);
      at = Math.max(found + 1, this.lines[number + 1]?.start ?? all.length);
    }
    const more = matches.length > MOST_MATCHES;
    return Promise.resolve({ matches: matches.slice(0, MOST_MATCHES), more });
  }

  stop(): void {}
}
