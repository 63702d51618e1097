// Owns what is typed on Connect and not used yet: the line of its field, and the form of a configured server. The backend
// keeps both in its memory, as one text: it may hold a secret, which no storage of a browser should have.
import { signal } from "@preact/signals";
import { api, request } from "../api";

interface Typed {
  line: string;
  /** What is kept of the form, JSON text; empty where nothing was typed into it. */
  form: string;
}

const NOTHING: Typed = { line: "", form: "" };
/** Stands between the two; no key types it. */
const MARK = "\u001e";
/** How long nothing is typed before it is kept. */
const REST_MS = 300;

/** Whether it is known what was typed before: a form that is drawn earlier would begin anew. */
export const typedCame = signal(false);

/** As the backend has it, as far as this page knows; null until it has told. */
let there: Typed | null = null;
/** What was typed here since. */
let here: Partial<Typed> = {};
let timer: ReturnType<typeof setTimeout> | null = null;

function read(text: string): Typed {
  const [, line, form] = /^([^]*)\u001e(\{[^]*\})$/.exec(text) ?? [];
  return line === undefined || form === undefined ? { line: text, form: "" } : { line, form };
}

/** Takes what the backend has; whoever has the rest as well says that it came. */
export function takeTyped(text: string): void {
  there = read(text);
}

export function typedLine(): string {
  return here.line ?? there?.line ?? "";
}

export function typedForm(): string {
  return here.form ?? there?.form ?? "";
}

export function keepLine(text: string): void {
  if (text !== typedLine()) keep({ line: text });
}

export function keepForm(text: string): void {
  if (text !== typedForm()) keep({ form: text });
}

function keep(part: Partial<Typed>): void {
  here = { ...here, ...part };
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => void send(), REST_MS);
}

async function send(): Promise<void> {
  timer = null;
  // Another tab may have typed the other of the two.
  const newest = await api.get<{ typed?: string }>("/api/targets/recent").catch(() => null);
  put(newest === null ? there : read(newest.typed ?? ""), false);
}

function put(below: Typed | null, keepalive: boolean): void {
  const { line, form } = { ...(below ?? NOTHING), ...here };
  there = { line, form };
  here = {};
  const text = form === "" ? line : `${line}${MARK}${form}`;
  request("PUT", "/api/targets/typed", { body: JSON.stringify({ text }), keepalive }).catch(() => undefined);
}

/** A page that goes away does not wait. */
export function keepTyped(): void {
  addEventListener("pagehide", () => {
    if (Object.keys(here).length > 0) put(there, true);
  });
}
