// Owns what a person has typed into the form of each item and not thrown away: one text per item and session, and one
// with the options of its run; and what else is kept with a session for every tab. The backend keeps the texts in its memory, so that a reload and a second tab see them; no file ever has them.
import { batch, effect, type Signal, signal, untracked } from "@preact/signals";
import { request, sessionPath } from "../api";
import type { DraftsBody, FormProblem } from "../contract";
import { type Unfinished, unfinishedOf } from "../form/engine";
import { valueOf } from "../text/json";
import type { ItemRef } from "./route";
import { session, summaries } from "./sessions";

export interface Draft {
  /** The form's value, JSON text; empty until the form has made a first value. */
  text: Signal<string>;
  mode: Signal<"form" | "json">;
  errors: Signal<FormProblem[]>;
  /** JSON text of `_meta`; empty for none. */
  meta: Signal<string>;
  timeoutMs: Signal<number | null>;
  forced: Signal<boolean>;
  detached: Signal<boolean>;
  /** Whether the server is asked to make a task of it; null until somebody says so, or its tool. */
  asTask: Signal<boolean | null>;
}

/** A text of this page, and what the backend has of it. */
interface Known {
  session: string;
  name: string;
  /** The text as it is here; whoever reads it in an effect is told of changes. */
  here(): string;
  /** Takes what another tab has. */
  take(text: string): void;
  /** How often it was changed here since another tab's was taken; the first change of none is what its form makes of nothing. */
  changes: number;
  /** What was typed and is not in the text yet. */
  unfinished(): Unfinished | null;
  /** The text as the backend has it, as far as this page knows. */
  there: string;
  timer: ReturnType<typeof setTimeout> | null;
  sending: boolean;
  /** When it was last changed here. */
  changedAt: number;
  /** Whether it is typed letter by letter, so that others wait until that rests; else the newest word counts. */
  isTyped: boolean;
}

/** How long nothing is typed before a draft is sent. */
const REST_MS = 150;
const MOST = 300;
/** For how long after a change here nothing of another tab takes its place. */
const OWN_MS = 3000;
const drafts = new Map<string, { draft: Draft; texts: Known[] }>();
const notes = new Map<string, { text: Signal<string>; known: Known }>();
/** The texts of a session as they came, for drafts that nobody has asked for yet. */
const came = new Map<string, Map<string, string>>();
/** Which changes of the drafts are known here, by session; nothing until the first answer. */
const revisions = signal<Record<string, number>>({});

/** How many bytes those texts have that are too long to be kept, by session and name. */
export const unkept = signal<Readonly<Record<string, number>>>({});
/** What another tab has typed where this one has something else, by session and name. */
export const elsewhere = signal<Readonly<Record<string, string>>>({});

function mark<T>(marks: Signal<Readonly<Record<string, T>>>, { session, name }: Known, value: T | undefined): void {
  const key = `${session} ${name}`;
  if (marks.peek()[key] === value) return;
  const { [key]: _, ...others } = marks.peek();
  marks.value = value === undefined ? others : { ...others, [key]: value };
}

/** Takes what another tab has typed, or has it make room for what is here. */
export function settle(id: string, name: string, whose: "theirs" | "mine"): void {
  const known = drafts.get(`${id} ${name}`)?.texts[0];
  const theirs = elsewhere.peek()[`${id} ${name}`];
  if (known === undefined || theirs === undefined) return;
  known.there = theirs;
  mark(elsewhere, known, undefined);
  if (whose === "theirs") {
    known.changes = 0;
    known.take(theirs);
  }
  else void send(known);
}

/** Whether the drafts of a session have come: a form that is drawn before would begin anew. */
export function draftsCame(id: string): boolean {
  return revisions.value[id] !== undefined;
}

export function draftOf(id: string, ref: ItemRef): Draft {
  return draftNamed(id, `${ref.kind}:${ref.key}`);
}

/** A draft by its name: of an item, or of the answer to an ask. */
export function draftNamed(id: string, name: string): Draft {
  const key = `${id} ${name}`;
  const known = drafts.get(key);
  if (known !== undefined) return known.draft;
  const there = came.get(id)?.get(name) ?? "";
  const draft: Draft = {
    text: signal(there),
    mode: signal<"form" | "json">("form"),
    errors: signal<FormProblem[]>([]),
    meta: signal(""),
    timeoutMs: signal<number | null>(null),
    forced: signal(false),
    detached: signal(false),
    asTask: signal<boolean | null>(null),
  };
  if (drafts.size >= MOST) {
    const oldest = drafts.keys().next();
    if (oldest.done !== true) drafts.delete(oldest.value);
  }
  const typed = keep(id, name, there, () => draft.text.value, (text) => (draft.text.value = text));
  typed.unfinished = () => unfinishedOf(draft.text);
  const texts = [typed];
  if (!isAnswer(name)) {
    const options = came.get(id)?.get(`${OPTIONS}${name}`) ?? "{}";
    takeOptions(draft, options);
    texts.push(keep(id, `${OPTIONS}${name}`, options, () => optionsOf(draft), (text) => takeOptions(draft, text)));
  }
  drafts.set(key, { draft, texts });
  return draft;
}

/**
 * A text that the backend keeps with a session for every tab, and that is no item's: what was dismissed, or is typed into
 * a field. An empty one is none: whoever takes something back says so in words.
 */
export function noteOf(id: string, name: string, kind: "typed" | "told"): Signal<string> {
  const key = `${id} ${name}`;
  const known = notes.get(key);
  if (known !== undefined) return known.text;
  const there = came.get(id)?.get(name) ?? "";
  const text = signal(there);
  const made = keep(id, name, there, () => text.value, (theirs) => (text.value = theirs));
  made.isTyped = kind === "typed";
  notes.set(key, { text, known: made });
  return text;
}

/** Options of an item are a draft of their own, whose name begins so. */
const OPTIONS = "options:";

/** The options that are not as usual, JSON text. */
function optionsOf(draft: Draft): string {
  const { mode, meta, timeoutMs, forced, detached, asTask } = draft;
  return JSON.stringify({
    mode: mode.value === "json" ? "json" : undefined,
    meta: meta.value === "" ? undefined : meta.value,
    timeoutMs: timeoutMs.value ?? undefined,
    forced: forced.value || undefined,
    detached: detached.value || undefined,
    asTask: asTask.value ?? undefined,
  });
}

function takeOptions(draft: Draft, text: string): void {
  const value = valueOf(text);
  const all = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  batch(() => {
    draft.mode.value = all["mode"] === "json" ? "json" : "form";
    draft.meta.value = typeof all["meta"] === "string" ? all["meta"] : "";
    draft.timeoutMs.value = typeof all["timeoutMs"] === "number" ? all["timeoutMs"] : null;
    draft.forced.value = all["forced"] === true;
    draft.detached.value = all["detached"] === true;
    draft.asTask.value = typeof all["asTask"] === "boolean" ? all["asTask"] : null;
  });
}

function keep(session: string, name: string, there: string, here: () => string, take: (text: string) => void): Known {
  const made: Known = { session, name, here, take, unfinished: () => null, there, timer: null, sending: false, changedAt: 0, isTyped: true, changes: there === "" ? -1 : 0 };
  effect(() => {
    if (made.here() === made.there) return;
    made.changedAt = Date.now();
    made.changes += 1;
    made.timer ??= setTimeout(() => void send(made), REST_MS);
  });
  return made;
}

function* allTexts(): Iterable<Known> {
  for (const { texts } of drafts.values()) yield* texts;
  for (const { known } of notes.values()) yield known;
}

async function send(known: Known): Promise<void> {
  if (known.timer !== null) clearTimeout(known.timer);
  known.timer = null;
  const text = untracked(known.here);
  if (known.sending || text === known.there) return;
  // A session that was replaced meanwhile keeps nothing.
  if (summaries.peek()?.every((one) => one.id !== known.session) === true) return;
  // What is longer than a draft may be lives as long as this page, which says so; once it was run, the log has it.
  const { size } = new Blob([text]);
  mark(unkept, known, size > LARGEST ? size : undefined);
  if (size > LARGEST) return;
  known.sending = true;
  known.there = text;
  try {
    const body = JSON.stringify({ name: known.name, text });
    const answer = await request("PUT", sessionPath(known.session, "/drafts"), { body });
    const { revision } = (await answer.json()) as { revision: number };
    const seen = revisions.peek()[known.session];
    // Only when nobody else changed anything in between is this change the only news.
    if (seen === revision - 1) revisions.value = { ...revisions.peek(), [known.session]: revision };
    // It has taken the place of what another tab had typed before.
    if (seen !== undefined && seen < revision) mark(elsewhere, known, undefined);
  } catch {
    // What cannot be kept now, because the session is closed or the backend gone, lives as long as this page.
  } finally {
    known.sending = false;
  }
  if (untracked(known.here) !== known.there) known.timer = setTimeout(() => void send(known), REST_MS);
}

/** How many bytes a draft may have, as the backend keeps it. */
export const LARGEST = 256 * 1024;

/** Browsers carry no more than this for a page that is gone. */
const MOST_FAREWELL_BYTES = 60_000;

/**
 * Sends what the backend may not have yet, when the page goes: nobody waits for an answer any more. What a form has not
 * put into its text is sent as edits, which the backend carries out.
 */
function sendFarewell(known: Known): void {
  const edited = known.unfinished();
  if (known.timer === null && !known.sending && edited === null) return;
  const form = edited === null ? undefined : { schema: edited.schema, edits: edited.edits };
  const body = JSON.stringify({ name: known.name, text: edited?.text ?? untracked(known.here), form });
  const keepalive = new Blob([body]).size <= MOST_FAREWELL_BYTES;
  request("PUT", sessionPath(known.session, "/drafts"), { body, keepalive }).catch(() => undefined);
}

/** Whose texts are typed into a form, and are not notes. */
const FORMS = /^(?:tool|prompt|template):/;

/** What is typed as an answer is taken once: two people who answer at the same time do not type into one text. */
function isAnswer(name: string): boolean {
  return name.startsWith("answer:");
}

/** Takes what the backend has into drafts that nobody is typing into here. */
export function takeDrafts(id: string, body: DraftsBody): void {
  const texts = new Map(body.drafts.map((one) => [one.name, one.text]));
  came.set(id, texts);
  for (const known of allTexts()) {
    const isResting = !known.isTyped || Date.now() - known.changedAt >= OWN_MS;
    const isSoon = known.timer !== null || known.sending || !isResting;
    // What a form has not put into the text yet was typed just now.
    const isTyped = isSoon || known.unfinished() !== null;
    if (known.session !== id || isAnswer(known.name)) continue;
    const there = texts.get(known.name);
    const here = untracked(known.here);
    // The backend keeps a number of them: one that it has not, or no longer, says nothing.
    const isNews = there !== undefined && there !== known.there && there !== here;
    // Once two tabs have typed different things, a person says which is right.
    const isTorn =
      FORMS.test(known.name) && known.changes > 0 && (isTyped || here !== known.there || `${id} ${known.name}` in elsewhere.peek());
    if (there !== undefined) mark(elsewhere, known, isNews && isTorn ? there : undefined);
    if (!isNews || isTyped || isTorn) continue;
    known.there = there;
    known.changes = 0;
    known.take(there);
  }
  revisions.value = { ...revisions.peek(), [id]: body.revision };
}

/** Fetches the drafts of the session that is looked at, and again when another tab has changed them. */
export function followDrafts(): () => void {
  const asking = new Set<string>();
  addEventListener("pagehide", () => {
    for (const known of allTexts()) sendFarewell(known);
  });
  return effect(() => {
    const id = session.value?.id;
    const newest = session.value?.draftsRevision ?? 0;
    const seen = id === undefined ? undefined : revisions.value[id];
    if (id === undefined || asking.has(id) || (seen !== undefined && seen >= newest)) return;
    asking.add(id);
    request("GET", sessionPath(id, "/drafts"))
      .then(async (answer) => (await answer.json()) as DraftsBody)
      // Without them the forms begin anew, which is better than none.
      .catch((): DraftsBody => ({ revision: newest, drafts: [] }))
      .then((body) => {
        asking.delete(id);
        takeDrafts(id, body);
      })
      .catch(() => undefined);
  });
}
