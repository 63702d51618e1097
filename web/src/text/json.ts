// Owns JSON as text: where a member stands, and how to put texts together without reading
// a single value. Numbers keep their spelling, members their order, and doubles stay double.

/** Where the value that begins at `start` ends. Lenient: broken text ends at its end. */
function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first !== "{" && first !== "[") {
    let at = start;
    while (at < text.length && !/[\s,\]}:]/.test(text[at] ?? "")) at += 1;
    return at;
  }
  let depth = 0;
  // By the numbers of the letters: answers have millions of them.
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === 34 /* " */) at = stringEnd(text, at) - 1;
    else if (letter === 123 /* { */ || letter === 91 /* [ */) depth += 1;
    else if (letter === 125 /* } */ || letter === 93 /* ] */) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function stringEnd(text: string, start: number): number {
  // The browser finds quotes faster than a loop does: a text may have megabytes.
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text.charCodeAt(first - 1) === 92 /* \ */) first -= 1;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t")) at += 1;
  return at;
}

/** The text at a path of members and indexes, as it stands; null when there is none. The last of doubles counts. */
export function sliceAt(text: string, path: readonly (string | number)[]): string | null {
  const range = rangeAt(text, path);
  return range === null ? null : text.slice(...range);
}

/** Where the text at a path begins and ends. A number also names a member, when there is an object. */
export function rangeAt(text: string, path: readonly (string | number)[]): [number, number] | null {
  let start = skipSpace(text, 0);
  let end = path.length === 0 ? valueEnd(text, start) : start;
  for (const step of path) {
    const isItem = typeof step === "number" && text[start] === "[";
    const found = isItem ? itemAt(text, start, step) : memberAt(text, start, String(step));
    if (found === null) return null;
    [start, end] = found;
  }
  return start < end ? [start, end] : null;
}

function memberAt(text: string, start: number, name: string): [number, number] | null {
  if (text[start] !== "{") return null;
  let found: [number, number] | null = null;
  let at = skipSpace(text, start + 1);
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at);
    const key = text.slice(at, keyEnd);
    at = skipSpace(text, keyEnd);
    if (text[at] !== ":") return found;
    const from = skipSpace(text, at + 1);
    const to = valueEnd(text, from);
    if (unquoted(key) === name) found = [from, to];
    at = skipSpace(text, to);
    if (text[at] !== ",") return found;
    at = skipSpace(text, at + 1);
  }
  return found;
}

function itemAt(text: string, start: number, index: number): [number, number] | null {
  if (text[start] !== "[") return null;
  let at = skipSpace(text, start + 1);
  for (let count = 0; at < text.length && text[at] !== "]"; count += 1) {
    const to = valueEnd(text, at);
    if (count === index) return [at, to];
    at = skipSpace(text, to);
    if (text[at] !== ",") return null;
    at = skipSpace(text, at + 1);
  }
  return null;
}

function unquoted(key: string): string {
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}

/** An object put together from members whose values are JSON texts already. */
export function objectText(members: readonly (readonly [string, string | null])[]): string {
  const parts = members.flatMap(([name, value]) => (value === null ? [] : [`${JSON.stringify(name)}:${value}`]));
  return `{${parts.join(",")}}`;
}

/** A JSON text without line breaks, which only stand between its parts: over a pipe each line is a message. */
export function oneLine(text: string): string {
  return text.replace(/[ \t]*[\r\n]\s*/g, "");
}

/** What a JSON text says, for looking at only; undefined when it says nothing. */
export function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
