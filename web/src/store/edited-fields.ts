// Owns what is kept of the form of a configured server while it is not saved: its fields, without the values of headers
// and variables, which may be secrets; and the names of those, which are told after a reload.
import { signal } from "@preact/signals";
import type { ServerConfig } from "../contract";
import { valueOf } from "../text/json";
import type { Editing } from "./editing";
import { keepForm, typedForm } from "./typed-field";

/** The fields of the form, each as a text. */
export interface Fields {
  name: string;
  transport: ServerConfig["transport"];
  command: string;
  args: string;
  url: string;
  env: string;
  headers: string;
}

/** Stands for a secret in a field. */
export const MASK = "••••••••";

/** Told of what was left out and has no name. */
const NAMELESS = "a line without a name";

function nameIn(line: string, sign: "=" | ":"): string {
  const at = line.indexOf(sign);
  return at <= 0 ? "" : line.slice(0, at).trim();
}

/** Lines without their values, and the names of those whose values were typed and not read from the file. */
function withoutValues(text: string, first: string, sign: "=" | ":"): { text: string; leftOut: string[] } {
  const known = new Set(first.split("\n"));
  const leftOut: string[] = [];
  const lines = text.split("\n").map((line) => {
    const name = nameIn(line, sign);
    if (line.trim() === "") return line;
    // Without a name it may be a part of a value as well as the beginning of a name.
    if (name === "") return leftOut.push(NAMELESS), "";
    const value = line.slice(line.indexOf(sign) + 1).trim();
    if (value === "") return line;
    if (!known.has(line) && value !== MASK) leftOut.push(name);
    return `${name}${sign === ":" ? ": " : "="}${MASK}`;
  });
  return { text: lines.join("\n"), leftOut };
}

/** Puts the values back that the file has and shows; those that were left out stay dots. */
function withValues(text: string, first: string, sign: "=" | ":", missing: readonly string[]): string {
  const shown = new Map(first.split("\n").map((line) => [nameIn(line, sign), line]));
  const whole = (line: string): string => {
    const name = nameIn(line, sign);
    return line.endsWith(MASK) && !missing.includes(name) ? (shown.get(name) ?? line) : line;
  };
  return text.split("\n").map(whole).join("\n");
}

/** Variables before a command, as in a shell: a name, and a value of pieces in quotes, escaped or bare. */
const ASSIGNED = /([A-Za-z_]\w*)=((?:"(?:\\.|[^"\\])*"?|'[^']*'?|\\.|[^\s"'\\])+)/g;
const BEGINNING = new RegExp(`^(?:\\s*${ASSIGNED.source})+`);

/** What may be kept of the fields: no value of a header or a variable, wherever it was typed. */
export function keepable(fields: Fields, first: Fields): { fields: Fields; leftOut: string[] } {
  const env = withoutValues(fields.env, first.env, "=");
  const headers = withoutValues(fields.headers, first.headers, ":");
  const leftOut = [...env.leftOut, ...headers.leftOut];
  const command = fields.command.replace(BEGINNING, (beginning) =>
    beginning.replace(ASSIGNED, (_, name: string, value: string) => {
      if (value !== MASK) leftOut.push(name);
      return `${name}=${MASK}`;
    }),
  );
  return { fields: { ...fields, command, env: env.text, headers: headers.text }, leftOut };
}

/** Variables before a command whose values are dots: those are none, and not to be saved as such. */
export function dottedIn(command: string): string[] {
  return command.split(/\s+/).filter((word) => word.endsWith(`=${MASK}`)).map((word) => nameIn(word, "="));
}

/** The names of values that were typed before the page was loaded anew, and have to be typed again. */
export const leftOut = signal<string[]>([]);

function keyOf({ act, server }: Editing): string {
  return `${act} ${server?.id ?? ""}`;
}

/** Those of the names that are still dots. */
export function stillLeftOut({ command, env, headers }: Fields): string[] {
  const lines = [...command.split(/\s+/), ...env.split("\n"), ...headers.split("\n")].filter((line) => line.endsWith(MASK));
  const dots = new Set(lines.map((line) => nameIn(line, "=") || nameIn(line, ":")));
  return leftOut.value.filter((name) => name === NAMELESS || dots.has(name));
}

/** Keeps what was typed into a form that is not saved yet. */
export function keepFields(now: Editing, fields: Fields, first: Fields): void {
  const kept = keepable(fields, first);
  const names = [...new Set([...stillLeftOut(fields), ...kept.leftOut])];
  const isSame = JSON.stringify(fields) === JSON.stringify(first);
  keepForm(isSame ? "" : JSON.stringify({ of: keyOf(now), fields: kept.fields, leftOut: names }));
}

/** What was typed into this form before, as far as it may be kept. */
export function keptFields(now: Editing, first: Fields): Fields {
  const value = valueOf(typedForm()) as { of?: unknown; fields?: Record<string, unknown>; leftOut?: unknown } | null | undefined;
  const isOurs = value?.of === keyOf(now) && typeof value.fields === "object" && value.fields !== null;
  const missing = isOurs && Array.isArray(value.leftOut) ? value.leftOut.map(String) : [];
  leftOut.value = missing;
  if (!isOurs) return first;
  const known = Object.entries(value.fields ?? {}).filter(([name, text]) => name in first && typeof text === "string");
  const typed: Fields = { ...first, ...(Object.fromEntries(known) as Partial<Fields>) };
  return {
    ...typed,
    env: withValues(typed.env, first.env, "=", missing),
    headers: withValues(typed.headers, first.headers, ":", missing),
  };
}
