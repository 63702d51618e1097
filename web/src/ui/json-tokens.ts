// JSON text as tokens for highlighting: one pass, nothing decoded, nothing lost. The tokens of a text, put
// together, are the text, whether or not it is JSON. Also the layout of a text into lines for reading, the
// same as the backend's.

export type TokenKind = "key" | "string" | "number" | "literal" | "punctuation" | "space" | "other";

export interface Token {
  kind: TokenKind;
  text: string;
}

/** A piece of text drawn as one line. */
export interface Line {
  start: number;
  end: number;
  /** The piece begins within a string that began in the piece before. */
  inString: boolean;
  /** The line of the text goes on from the piece before. */
  continued: boolean;
}

/** What nests deeper stays on one line, so that deep nesting does not grow when it is laid out. */
const DEEPEST_INDENT = 64;

const SPACE = /[ \t\r\n]+/y;
const NUMBER = /-?[0-9][0-9.eE+-]*/y;
const LITERAL = /(?:true|false|null)(?![A-Za-z0-9_])/y;
const OTHER = /[^ \t\r\n{}[\],:"]+/y;

/** The tokens of `text` from `start` to `end`; `inString` when `start` is within a string. */
export function tokensOf(text: string, start = 0, end = text.length, inString = false): Token[] {
  const tokens: Token[] = [];
  let at = start;
  const take = (kind: TokenKind, until: number) => {
    const stop = Math.min(until, end);
    if (stop > at) tokens.push({ kind, text: text.slice(at, stop) });
    at = stop;
  };
  if (inString) take("string", endOfString(text, at, end));
  while (at < end) {
    const char = text[at];
    if (char === '"') {
      const close = endOfString(text, at + 1, end);
      take(isFollowedByColon(text, close, end) ? "key" : "string", close);
    } else if (char === undefined || "{}[],:".includes(char)) {
      take("punctuation", at + 1);
    } else {
      const [kind, until] = wordAt(text, at);
      take(kind, until);
    }
  }
  return tokens;
}

function wordAt(text: string, at: number): [TokenKind, number] {
  const candidates: [TokenKind, RegExp][] = [
    ["space", SPACE],
    ["number", NUMBER],
    ["literal", LITERAL],
    ["other", OTHER],
  ];
  for (const [kind, pattern] of candidates) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return [kind, pattern.lastIndex];
  }
  return ["other", at + 1];
}

/** Where the string ends whose inside is at `at`; it does not go beyond `end`. */
function endOfString(text: string, at: number, end: number): number {
  for (let index = at; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x5c) index++;
    else if (code === 0x22) return index + 1;
  }
  return end;
}

function isFollowedByColon(text: string, at: number, end: number): boolean {
  SPACE.lastIndex = at;
  const next = SPACE.test(text) ? SPACE.lastIndex : at;
  return next < end && text[next] === ":";
}

/** The text as lines; those of more than `longest` letters are cut into pieces. */
export function linesOf(text: string, longest: number): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let inString = false;
  let escaped = false;
  let startsInString = false;
  let continued = false;
  const push = (end: number, goesOn: boolean) => {
    lines.push({ start, end, inString: startsInString, continued });
    continued = goesOn;
  };
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x0a) {
      push(index, false);
      start = index + 1;
      // No string of JSON goes over the end of a line.
      inString = false;
      escaped = false;
      startsInString = false;
      continue;
    }
    const isMiddleOfPair = code >= 0xdc00 && code <= 0xdfff;
    const isEscaped: boolean = escaped;
    if (index - start >= longest && !isMiddleOfPair && !isEscaped) {
      push(index, true);
      start = index;
      startsInString = inString;
    }
    escaped = inString && code === 0x5c && !isEscaped;
    if (code === 0x22 && !isEscaped) inString = !inString;
  }
  push(text.length, false);
  return lines;
}

/** `text` with one member or element per line; unchanged apart from the whitespace between tokens. */
export function prettyOf(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let afterOpen = false;
  const newLine = (level: number) => {
    if (level <= DEEPEST_INDENT) out.push("\n", "  ".repeat(level));
  };
  for (const token of tokensOf(text)) {
    if (token.kind === "space") continue;
    const closes = token.text === "}" || token.text === "]";
    if (token.kind === "punctuation" && closes) {
      if (!afterOpen && depth <= DEEPEST_INDENT) newLine(Math.max(0, depth - 1));
      depth = Math.max(0, depth - 1);
      out.push(token.text);
      afterOpen = false;
      continue;
    }
    if (afterOpen) newLine(depth);
    afterOpen = false;
    out.push(token.text);
    if (token.kind !== "punctuation") continue;
    if (token.text === ",") newLine(depth);
    else if (token.text === ":") out.push(" ");
    else {
      depth++;
      afterOpen = true;
    }
  }
  return out.join("");
}
