// Owns how what a server says stands among the words of the page: the beginning of it where it is long, its unseen
// characters by their numbers, and as JSON where it is no text. None of it can fail.
import { bytes } from "./measure";
import { visible } from "./signs";

/** So many letters of a text are told where there is room for a few lines, */
export const SOME_LINES = 2_000;
/** and so many where there is room for one. */
export const ONE_LINE = 300;

/** The beginning of a text, with how long all of it is. */
export function brief(text: string, most = SOME_LINES, lines = false): string {
  if (text.length <= most) return visible(text, lines);
  // No half of a pair is left at the end.
  const start = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return `${visible(start, lines)}… (${bytes(text.length)} in all)`;
}

/** What came where a text belongs; empty when nothing came. */
export function told(value: unknown, most = ONE_LINE): string {
  if (value === undefined || value === null) return "";
  return brief(typeof value === "string" ? value : asJson(value), most);
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // It is nested too deeply to be written.
    return Array.isArray(value) ? "[…]" : "{…}";
  }
}

/** The beginning of what a JSON text says, if it says a text, or else of itself. Only so much of it is read. */
export function briefJson(json: string, most = SOME_LINES): string {
  const isText = json.startsWith('"');
  if (!isText || json.length <= most) return brief(isText ? unquoted(json) : json, most, true);
  // What is cut within an escape is left out.
  const start = json.slice(0, most).replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, "");
  const said = unquoted(`${start}"`).replace(/[\ud800-\udbff]$/, "");
  return `${visible(said, true)}… (${bytes(json.length)} in all)`;
}

function unquoted(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}
