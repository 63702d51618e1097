// Markdown as blocks: headings, lists, quotes, code, tables and paragraphs. Not all of CommonMark: what a tool
// writes for people to read. HTML is text like any other, and nothing takes longer than its length allows.
import { type Inline, inlinesOf } from "./inline";

export type Block =
  | { is: "heading"; level: number; inside: Inline[] }
  | { is: "paragraph"; inside: Inline[] }
  | { is: "code"; language: string; text: string }
  | { is: "quote"; inside: Block[] }
  | { is: "list"; start: number | null; items: Item[] }
  | { is: "table"; head: Inline[][]; rows: Inline[][][] }
  | { is: "rule" };

export interface Item {
  /** Whether it is ticked; null when it has no box. */
  done: boolean | null;
  inside: Block[];
}

/** Quotes and lists within each other; what is deeper is text. */
const DEEPEST = 8;
const MOST_COLUMNS = 100;

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const BULLET = /^( {0,3})([-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const BOX = /^\[([ xX])\][ \t]+/;

export function blocksOf(text: string): Block[] {
  return read(text.replaceAll("\r\n", "\n").split("\n"), 0);
}

function read(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const end = () => {
    if (paragraph.length > 0) blocks.push({ is: "paragraph", inside: inlinesOf(paragraph.join("\n")) });
    paragraph = [];
  };
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const found = blockAt(lines, at, depth, paragraph.length > 0);
    if (found === null) {
      if (line.trim() === "") end();
      else paragraph.push(line.trim());
      at += 1;
    } else {
      end();
      blocks.push(found.block);
      at = found.next;
    }
  }
  end();
  return blocks;
}

interface FoundBlock {
  block: Block;
  /** The line after it. */
  next: number;
}

function blockAt(lines: readonly string[], at: number, depth: number, isInParagraph: boolean): FoundBlock | null {
  const line = lines[at] ?? "";
  // Lines of prose are long and many; what none of the signs below begins is prose.
  if (!/^ {0,3}[#`~*_\-+>|\d]/.test(line) && !line.includes("|")) return null;
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const inside = inlinesOf(withoutClosing(heading[2] ?? ""));
    return { block: { is: "heading", level: heading[1]?.length ?? 1, inside }, next: at + 1 };
  }
  const fence = FENCE.exec(line);
  if (fence !== null) return codeAt(lines, at, fence[1] ?? "```", (fence[2] ?? "").trim());
  if (RULE.test(line)) return { block: { is: "rule" }, next: at + 1 };
  if (depth < DEEPEST && QUOTE.test(line)) return quoteAt(lines, at, depth);
  if (depth < DEEPEST && isItem(line, isInParagraph)) return listAt(lines, at, depth);
  return tableAt(lines, at);
}

/** A heading may be closed by the signs that opened it. */
function withoutClosing(text: string): string {
  let end = text.trimEnd().length;
  while (end > 0 && text[end - 1] === "#") end -= 1;
  return end === 0 || /[ \t]/.test(text[end - 1] ?? "") ? text.slice(0, end).trim() : text.trim();
}

function codeAt(lines: readonly string[], at: number, fence: string, language: string): FoundBlock {
  const inside: string[] = [];
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? "";
    const sign = line.trim();
    if (sign.length >= fence.length && sign === (fence[0] ?? "").repeat(sign.length)) break;
    inside.push(line);
  }
  return { block: { is: "code", language, text: inside.join("\n") }, next: next + 1 };
}

function quoteAt(lines: readonly string[], at: number, depth: number): FoundBlock {
  const inside: string[] = [];
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (!QUOTE.test(line)) break;
    inside.push(line.replace(QUOTE, ""));
  }
  return { block: { is: "quote", inside: read(inside, depth + 1) }, next };
}

/** Whether a line begins an item. In a paragraph a number begins one only when it is 1: else it is a year. */
function isItem(line: string, isInParagraph: boolean): boolean {
  const found = BULLET.exec(line);
  if (found === null) return false;
  return !isInParagraph || (line.trim().length > 1 && (!/\d/.test(found[2] ?? "") || /^1[.)]/.test(found[2] ?? "")));
}

function listAt(lines: readonly string[], at: number, depth: number): FoundBlock {
  const first = BULLET.exec(lines[at] ?? "")?.[2] ?? "-";
  const kind = first.at(-1);
  const items: Item[] = [];
  let next = at;
  while (next < lines.length) {
    const found = BULLET.exec(lines[next] ?? "");
    if (found === null || found[2]?.at(-1) !== kind || RULE.test(lines[next] ?? "")) break;
    const width = found[0].length;
    const inside = [(lines[next] ?? "").slice(width)];
    next += 1;
    let isAfterBlank = false;
    for (; next < lines.length; next++) {
      const line = lines[next] ?? "";
      const indent = line.length - line.trimStart().length;
      const isBlank = line.trim() === "";
      // An indented line belongs to the item, and so does the rest of its paragraph.
      if (!isBlank && indent < Math.min(width, 2) && (isAfterBlank || BULLET.test(line) || startsBlock(line))) break;
      inside.push(line.slice(Math.min(indent, width)));
      isAfterBlank = isBlank;
    }
    const box = BOX.exec(inside[0] ?? "");
    if (box !== null) inside[0] = (inside[0] ?? "").slice(box[0].length);
    items.push({ done: box === null ? null : box[1] !== " ", inside: read(inside, depth + 1) });
  }
  const start = /\d/.test(first) ? Number.parseInt(first, 10) : null;
  return { block: { is: "list", start, items }, next };
}

function startsBlock(line: string): boolean {
  return HEADING.test(line) || FENCE.test(line) || QUOTE.test(line) || RULE.test(line);
}

function tableAt(lines: readonly string[], at: number): FoundBlock | null {
  const head = cellsOf(lines[at] ?? "");
  const rule = cellsOf(lines[at + 1] ?? "");
  if (head === null || rule === null || rule.length !== head.length) return null;
  if (!rule.every((cell) => /^:?-+:?$/.test(cell))) return null;
  const rows: Inline[][][] = [];
  let next = at + 2;
  for (; next < lines.length; next++) {
    const cells = cellsOf(lines[next] ?? "");
    if (cells === null) break;
    rows.push(head.map((_, column) => inlinesOf(cells[column] ?? "")));
  }
  return { block: { is: "table", head: head.map(inlinesOf), rows }, next };
}

/** The cells of a line of a table; null when it is none. */
function cellsOf(line: string): string[] | null {
  const text = line.trim();
  if (!text.includes("|")) return null;
  const cells: string[] = [];
  let start = text.startsWith("|") ? 1 : 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "|") {
      cells.push(text.slice(start, at).trim());
      start = at + 1;
      if (cells.length > MOST_COLUMNS) return null;
    }
  }
  if (start < text.length) cells.push(text.slice(start).trim());
  return cells.length === 0 ? null : cells;
}

/** Signs of Markdown in the beginning of a text: two that prose may have as well, or one that it has not. */
export function looksLikeMarkdown(text: string): boolean {
  const head = text.slice(0, 20_000);
  if (/^\s*[{[]/.test(head) && /[}\]]\s*$/.test(text.slice(-100))) return false;
  const strong = [/^ {0,3}```/m, /^ {0,3}\|? {0,3}:?-{3,}:? {0,3}\|/m, /\[[^\]\n]{1,200}\]\(https?:/];
  if (strong.some((sign) => sign.test(head))) return true;
  const weak = [/^#{1,6} \S/m, /^ {0,3}[-*+] \S.*\n\s{0,3}[-*+] \S/m, /^1\. \S/m, /\*\*[^\s*][^*\n]{0,200}\*\*/, /^> \S/m, /`[^`\n]{1,100}`/];
  return weak.filter((sign) => sign.test(head)).length >= 2;
}
