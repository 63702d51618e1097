// Whether a text is JSON, and if not, where it stops being JSON and what was expected there. Also the
// elements of an array as text. Nothing is decoded, so nothing is lost; nothing recurses, so deep nesting
// is no danger.
import type { TextFault } from "../contract";

const SPACE = /[ \t\r\n]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const LITERAL = /true|false|null/y;

/** Whether `text` is a number as JSON spells it. */
export function isJsonNumber(text: string): boolean {
  return matchAt(NUMBER, text, 0) === text.length && text !== "";
}

/** What is wrong with `text` as JSON, or null. */
export function jsonFault(text: string): TextFault | null {
  const found = walk(text, () => {});
  return found === null ? null : { message: found.message, ...placeOf(text, found.at) };
}

/** The elements of a JSON array as they are spelled; null when `text` is something else. */
export function elementsOf(text: string): string[] | null {
  const elements: string[] = [];
  let start = -1;
  let isArray = false;
  const fault = walk(text, (event, at, depth) => {
    if (event === "open" && depth === 1) {
      isArray = text[at] === "[";
      start = at + 1;
    } else if ((event === "comma" || event === "close") && depth === 1 && isArray) {
      const element = text.slice(start, at).trim();
      if (element !== "") elements.push(element);
      start = at + 1;
    }
  });
  return fault === null && isArray ? elements : null;
}

type Visit = (event: "open" | "close" | "comma", at: number, depth: number) => void;

function walk(text: string, visit: Visit): { message: string; at: number } | null {
  const closers: ("}" | "]")[] = [];
  let at = skip(text, 0);
  let expects: "value" | "value or ]" | "key or }" | "key" | "comma" = "value";
  for (;;) {
    if (closers.length === 0 && expects === "comma") {
      return at < text.length ? { message: `expected the end, found ${shown(text, at)}`, at } : null;
    }
    const char = text[at];
    const closer = closers.at(-1);
    const mayClose = expects === "comma" || expects === "value or ]" || expects === "key or }";
    if (mayClose && char !== undefined && char === closer) {
      visit("close", at, closers.length);
      closers.pop();
      expects = "comma";
      at = skip(text, at + 1);
    } else if (expects === "comma") {
      if (char !== ",") return { message: `expected \`,\` or \`${closer}\`, found ${shown(text, at)}`, at };
      visit("comma", at, closers.length);
      expects = closer === "}" ? "key" : "value";
      at = skip(text, at + 1);
    } else if (expects === "key" || expects === "key or }") {
      const end = stringAt(text, at);
      if (end < 0) return { message: `expected a name in double quotes, found ${shown(text, at)}`, at };
      at = skip(text, end);
      if (text[at] !== ":") return { message: `expected \`:\`, found ${shown(text, at)}`, at };
      at = skip(text, at + 1);
      expects = "value";
    } else if (char === "{" || char === "[") {
      closers.push(char === "{" ? "}" : "]");
      visit("open", at, closers.length);
      expects = char === "{" ? "key or }" : "value or ]";
      at = skip(text, at + 1);
    } else {
      const end = Math.max(stringAt(text, at), matchAt(NUMBER, text, at), matchAt(LITERAL, text, at));
      if (end < 0) return { message: faultOfValue(text, at), at };
      at = skip(text, end);
      expects = "comma";
    }
  }
}

function faultOfValue(text: string, at: number): string {
  if (text[at] === '"') return "this string has no end on its line, or an escape that JSON does not know";
  return `expected a value, found ${shown(text, at)}`;
}

function shown(text: string, at: number): string {
  if (at >= text.length) return "the end of the text";
  const word = /^(?:[A-Za-z0-9_'-]{1,20}|.)/su.exec(text.slice(at, at + 24))?.[0] ?? "";
  return `\`${word}\``;
}

/** The end of the string at `at`, or -1. By hand: a pattern with a loop fails on strings of megabytes. */
function stringAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x22) return -1;
  for (let index = at + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index + 1;
    if (code < 0x20) return -1;
    if (code !== 0x5c) continue;
    const end = matchAt(ESCAPE, text, index);
    if (end < 0) return -1;
    index = end - 1;
  }
  return -1;
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function skip(text: string, at: number): number {
  return Math.max(at, matchAt(SPACE, text, at));
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  return { line, column: at - (before.lastIndexOf("\n") + 1) + 1 };
}

/** The index into `text` of a line and column, both counted from 1. */
export function indexOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const next = text.indexOf("\n", start);
    if (next < 0) break;
    start = next + 1;
  }
  return Math.min(text.length, start + Math.max(0, column - 1));
}
