// The inside of a paragraph of Markdown: emphasis, code, links. One pass from left to right, whatever the text:
// what does not close stays as it was written, and what nests too deep is text.

export type Inline =
  | { is: "text"; text: string }
  | { is: "code"; text: string }
  | { is: "em" | "strong" | "del"; inside: Inline[] }
  /** `href` is null when it is no address that a person may be sent to. */
  | { is: "link"; inside: Inline[]; target: string; href: string | null }
  /** Never loaded, only told of. */
  | { is: "image"; alt: string; target: string };

/** What nests deeper stays text. */
const DEEPEST = 20;

type Marker = "*" | "**" | "_" | "__" | "~~" | "[" | "![";

interface Frame {
  marker: Marker | null;
  inside: Inline[];
}

const KINDS: Partial<Record<Marker, "em" | "strong" | "del">> = { "*": "em", _: "em", "**": "strong", __: "strong", "~~": "del" };

const SAFE = /^(?:https?:\/\/|mailto:)[^\s]+$/i;
const BARE = /https?:\/\/[^\s<>"'`()[\]{}*]+/y;
const TARGET = /\(([^\s()[\]<>]{0,2000})(?:[ \t]+"[^"\n]{0,300}")?\)/y;
const WORD = /[\p{L}\p{N}]/u;

export function hrefOf(target: string): string | null {
  return SAFE.test(target) ? target : null;
}

export function inlinesOf(text: string): Inline[] {
  return new Reader(text).read();
}

class Reader {
  private readonly frames: Frame[] = [{ marker: null, inside: [] }];
  private readonly ticks: TickRuns;
  /** Where the text begins that has not been put anywhere yet. */
  private kept = 0;
  private at = 0;

  constructor(private readonly text: string) {
    this.ticks = new TickRuns(text);
  }

  read(): Inline[] {
    const { text } = this;
    while (this.at < text.length) {
      switch (text[this.at]) {
        case "\\":
          if (/[!-/:-@[-`{-~]/.test(text[this.at + 1] ?? "")) {
            this.flush();
            this.kept = this.at + 1;
          }
          this.at += 2;
          break;
        case "`":
          this.code();
          break;
        case "*":
        case "_":
        case "~":
          this.emphasis(text[this.at] ?? "");
          break;
        case "!":
          if (text[this.at + 1] === "[") this.open("![", 2);
          else this.at += 1;
          break;
        case "[":
          this.open("[", 1);
          break;
        case "]":
          this.closeLink();
          break;
        case "h":
        case "<":
          this.bareLink();
          break;
        default:
          this.at += 1;
      }
    }
    this.at = text.length;
    this.flush();
    while (this.frames.length > 1) this.giveUp();
    return this.top.inside;
  }

  private get top(): Frame {
    return this.frames[this.frames.length - 1] as Frame;
  }

  /** Puts the text up to here where it belongs. */
  private flush(): void {
    if (this.at > this.kept) push(this.top.inside, { is: "text", text: this.text.slice(this.kept, this.at) });
    this.kept = this.at;
  }

  private skip(letters: number): void {
    this.at += letters;
    this.kept = this.at;
  }

  private code(): void {
    const run = this.ticks.runAt(this.at);
    const end = this.ticks.next(this.at + run, run);
    if (end === null) {
      this.at += run;
      return;
    }
    this.flush();
    const inside = this.text.slice(this.at + run, end).replaceAll("\n", " ");
    const isPadded = inside.startsWith(" ") && inside.endsWith(" ") && inside.trim() !== "";
    push(this.top.inside, { is: "code", text: isPadded ? inside.slice(1, -1) : inside });
    this.at = end;
    this.skip(run);
  }

  private emphasis(letter: string): void {
    const { text } = this;
    let run = 1;
    while (run < 3 && text[this.at + run] === letter) run += 1;
    const width = run === 1 ? 1 : 2;
    if (letter === "~" && run === 1) {
      this.at += 1;
      return;
    }
    const marker = letter.repeat(width) as Marker;
    const before = text[this.at - 1] ?? " ";
    const after = text[this.at + width] ?? " ";
    const isInWord = letter === "_" && WORD.test(before) && WORD.test(after);
    const closes = /\S/.test(before) && !isInWord && this.isOpen(marker);
    const opens = /\S/.test(after) && !isInWord;
    if (closes) {
      this.flush();
      const inside = this.popTo(marker);
      push(this.top.inside, { is: KINDS[marker] ?? "em", inside });
      this.skip(width);
    } else if (opens) {
      this.open(marker, width);
    } else {
      this.at += width;
    }
  }

  private open(marker: Marker, letters: number): void {
    if (this.frames.length > DEEPEST) {
      this.at += letters;
      return;
    }
    this.flush();
    this.frames.push({ marker, inside: [] });
    this.skip(letters);
  }

  private closeLink(): void {
    const marker = this.frames.findLast((frame) => frame.marker === "[" || frame.marker === "![")?.marker ?? null;
    if (marker === null) {
      this.at += 1;
      return;
    }
    this.flush();
    TARGET.lastIndex = this.at + 1;
    const found = TARGET.exec(this.text);
    if (found === null) {
      // A bracket that is no link is closed by this one.
      while (this.top.marker !== marker) this.giveUp();
      this.giveUp();
      this.at += 1;
      return;
    }
    const inside = this.popTo(marker);
    const target = found[1] ?? "";
    if (marker === "![") push(this.top.inside, { is: "image", alt: plainOf(inside), target });
    else push(this.top.inside, { is: "link", inside, target, href: hrefOf(target) });
    this.skip(1 + found[0].length);
  }

  private bareLink(): void {
    const isQuoted = this.text[this.at] === "<";
    BARE.lastIndex = isQuoted ? this.at + 1 : this.at;
    const isStart = isQuoted || !WORD.test(this.text[this.at - 1] ?? " ");
    const found = isStart && !this.isOpen("[") ? BARE.exec(this.text)?.[0] : undefined;
    if (found === undefined || (isQuoted && this.text[this.at + 1 + found.length] !== ">")) {
      this.at += 1;
      return;
    }
    // What ends a sentence does not belong to the address.
    const target = isQuoted ? found : found.replace(/[.,;:!?_~]{1,20}$/, "");
    this.flush();
    push(this.top.inside, { is: "link", inside: [{ is: "text", text: target }], target, href: hrefOf(target) });
    this.skip(target.length + (isQuoted ? 2 : 0));
  }

  private isOpen(marker: Marker): boolean {
    return this.frames.some((frame) => frame.marker === marker);
  }

  /** What was opened last with this marker; what was opened after it and is not closed is text. */
  private popTo(marker: Marker): Inline[] {
    while (this.top.marker !== marker) this.giveUp();
    return this.frames.pop()?.inside ?? [];
  }

  /** The innermost thing that is open was none: its marker is text. */
  private giveUp(): void {
    const frame = this.frames.pop();
    if (frame === undefined || frame.marker === null) return;
    push(this.top.inside, { is: "text", text: frame.marker });
    for (const one of frame.inside) push(this.top.inside, one);
  }
}

/** Adds a piece; texts beside each other become one. */
function push(inside: Inline[], piece: Inline): void {
  const last = inside.at(-1);
  if (piece.is === "text" && last?.is === "text") inside[inside.length - 1] = { is: "text", text: last.text + piece.text };
  else inside.push(piece);
}

function plainOf(inside: readonly Inline[]): string {
  return inside
    .map((piece) => (piece.is === "text" || piece.is === "code" ? piece.text : piece.is === "image" ? piece.alt : plainOf(piece.inside)))
    .join("");
}

/** Where runs of backticks are, by their length, so that none is looked for twice. */
class TickRuns {
  private readonly places = new Map<number, number[]>();
  private readonly passed = new Map<number, number>();
  private readonly lengths = new Map<number, number>();

  constructor(text: string) {
    for (const found of text.matchAll(/`+/g)) {
      const length = found[0].length;
      this.lengths.set(found.index, length);
      const known = this.places.get(length);
      if (known === undefined) this.places.set(length, [found.index]);
      else known.push(found.index);
    }
  }

  /** How long the run is that begins here. An escaped backtick is none of its run. */
  runAt(at: number): number {
    return this.lengths.get(at) ?? 1;
  }

  /** Where the next run of this length is, from `at` on; it only ever goes on from where it was. */
  next(at: number, length: number): number | null {
    const places = this.places.get(length) ?? [];
    let index = this.passed.get(length) ?? 0;
    while (index < places.length && (places[index] ?? 0) < at) index += 1;
    this.passed.set(length, index);
    return places[index] ?? null;
  }
}
