// Owns runs: the calls a person made, per item of the catalogue. The backend keeps them; the page makes them,
// waits for their ends and finds earlier ones again in the timeline, so a reload or a second tab shows the same.
import { computed, signal } from "@preact/signals";
import { api, request, sessionPath } from "../api";
import type { AnswerPlace, Catalog, Fault, LeftOut, Outcome, Row, TimelinePage } from "../contract";
import { BACKEND_GONE, type Problem, problemOf } from "../problem";
import { rangeAt, sliceAt, valueOf } from "../text/json";
import { catalog } from "./catalog";
import { type Draft, draftNamed, draftsCame } from "./drafts";
import { callBody, type CallOptions, type Composed } from "./request";
import type { ItemRef } from "./route";
import { targetOf } from "./row-target";
import { news, session } from "./sessions";
import { waitSlot } from "./streams";

/** Results beyond this are not loaded as a whole; windows over them are. Reading and laying out more at once is felt. */
export const WHOLE_RESULT_BYTES = 400_000;
const MOST_RUNS = 50;

export interface End {
  outcome: Outcome;
  /** The result as it came; null when there is none, or when it is too long to be loaded as a whole. */
  result: string | null;
  error: string | null;
  fault: Fault | null;
  /** Why there is no answer, in the words of the log, when no more is known. */
  reason: string | null;
  durationMs: number;
  toolError: boolean;
  /** Where the log has the answer. */
  answer: AnswerPlace | null;
  /** There was an answer, and nothing keeps it any more. */
  gone: boolean;
  /** About a result that is too long to be loaded as a whole. */
  long: LeftOut | null;
}

export interface Run {
  session: string;
  /** The handle of the call; null until the backend has given it one. */
  call: number | null;
  ref: ItemRef;
  method: string;
  /** The form's text it was made with, as far as this tab knows it. */
  text: string | null;
  /** When it was started, by this machine's clock; null for runs found in the timeline. */
  startedAt: number | null;
  row: Row | null;
  state:
    | { is: "sending" }
    | { is: "running" }
    | { is: "ended"; end: End }
    /** Ended, and what came has not been fetched yet. */
    | { is: "known" }
    /** It was made, and what is known about it could not be fetched. */
    | { is: "unread"; problem: Problem }
    /** It was not made. */
    | { is: "failed"; problem: Problem };
}

export const runs = signal<Run[]>([]);

export function runsOf(all: readonly Run[], id: string, ref: ItemRef): Run[] {
  return all.filter((run) => run.session === id && run.ref.kind === ref.kind && run.ref.key === ref.key);
}

export const inFlight = computed(() =>
  runs.value.filter((run) => run.state.is === "sending" || run.state.is === "running"),
);

function replace(old: Run, next: Run): Run {
  runs.value = runs.value.map((one) => (one === old ? next : one));
  return next;
}

export function findRun(id: string, call: number): Run | null {
  return runs.value.find((run) => run.session === id && run.call === call) ?? null;
}

/** Makes a call and follows it to its end. Gives its handle once it has one. */
export async function start(
  id: string,
  ref: ItemRef,
  composed: Composed,
  text: string,
  options: CallOptions,
): Promise<number | null> {
  let run: Run = {
    session: id,
    call: null,
    ref,
    method: composed.method,
    text,
    startedAt: Date.now(),
    row: null,
    state: { is: "sending" },
  };
  runs.value = [...runs.value, run];
  try {
    const { call } = await api.send<{ call: number }>("POST", sessionPath(id, "/calls"), callBody(composed, options));
    // The timeline may have been quicker and told of the same call already.
    runs.value = runs.value.filter((one) => one === run || one.session !== id || one.call !== call);
    run = replace(run, { ...run, call, state: { is: "running" } });
    void follow(run);
    if (ref.kind === "template") note(id, ref.key, call);
    return call;
  } catch (thrown) {
    replace(run, { ...run, state: { is: "failed", problem: problemOf(thrown) } });
    return null;
  }
}

/** Waits for a run's end. One waits on a request of its own; for the others, the stream says when to look. */
async function follow({ session: id, call }: Run): Promise<void> {
  if (call === null) return;
  for (;;) {
    // From before the question on: what ends while the question is on its way is told as well.
    const told = newsWithout(id, call);
    const release = await waitSlot();
    try {
      const end = await fetchEnd(id, call, release !== null);
      if (end !== null) {
        told.forget();
        ended(id, call, end);
        return;
      }
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.code !== BACKEND_GONE) {
        told.forget();
        const now = findRun(id, call);
        if (now !== null) replace(now, { ...now, state: { is: "unread", problem } });
        return;
      }
    } finally {
      release?.();
    }
    await told.came;
  }
}

/** The next news of a session that do not have the call in flight: it may have ended, or still wait to be sent. The
 * backend tells news after every end, once it can be asked for. */
function newsWithout(id: string, call: number): { came: Promise<void>; forget(): void } {
  let forget = (): void => undefined;
  const came = new Promise<void>((resolve) => {
    const before = session.peek();
    const stop = session.subscribe((state) => {
      if (state === before || state?.id !== id || state.calls.some((one) => one.call === call)) return;
      forget();
      resolve();
    });
    forget = () => queueMicrotask(stop);
  });
  return { came, forget: () => forget() };
}

function ended(id: string, call: number, end: End): void {
  const now = findRun(id, call);
  if (now === null) return;
  // Of a result that is gone, the row knows what it said of itself.
  const toolError = end.toolError || (end.gone && now.row?.status === "tool-error");
  replace(now, { ...now, state: { is: "ended", end: { ...end, toolError } } });
}

async function fetchEnd(id: string, call: number, wait: boolean): Promise<End | null> {
  const query = new URLSearchParams({ wait: String(wait), most: String(WHOLE_RESULT_BYTES) });
  return endOf(await (await request("GET", sessionPath(id, `/calls/${call}?${query}`))).text());
}

/** Reads the report of a call; null while it runs. Result and error are cut out as they came. */
export function endOf(all: string): End | null {
  // An error comes as a whole, however long it is: what stands beside it is looked for without it.
  const place = rangeAt(all, ["error"]);
  const error = place === null ? null : all.slice(...place);
  const report = place === null ? all : `${all.slice(0, place[0])}null${all.slice(place[1])}`;
  const outcome = sliceAt(report, ["outcome"]);
  if (outcome === null) return null;
  const fault = sliceAt(report, ["fault"]);
  const result = sliceAt(report, ["result"]);
  const leftOut = sliceAt(report, ["leftOut"]);
  const long = leftOut === null ? null : (JSON.parse(leftOut) as LeftOut);
  const reason = sliceAt(report, ["reason"]);
  const answer = sliceAt(report, ["answer"]);
  return {
    outcome: JSON.parse(outcome) as Outcome,
    result,
    error,
    fault: fault === null ? null : (JSON.parse(fault) as Fault),
    reason: reason === null ? null : (JSON.parse(reason) as string),
    answer: answer === null ? null : (JSON.parse(answer) as AnswerPlace),
    gone: sliceAt(report, ["gone"]) === "true",
    durationMs: Number(sliceAt(report, ["durationMs"]) ?? 0),
    toolError: long?.isError ?? (result !== null && sliceAt(result, ["isError"]) === "true"),
    long,
  };
}

export function hasStructured(end: End): boolean {
  return end.long !== null
    ? end.long.members.includes("structuredContent")
    : end.result !== null && sliceAt(end.result, ["structuredContent"]) !== null;
}

/** Whether a result has more to look at than text, so that drawn it says more than laid out: base64 says nothing. */
export function hasMoreThanText(end: End): boolean {
  if (end.long !== null) return end.long.hasMoreThanText;
  let known = moreThanText.get(end);
  if (known === undefined) {
    const { content, contents, messages } = Object(valueOf(end.result ?? "")) as Record<string, unknown>;
    const blocks = [...list(content), ...list(messages).flatMap((message) => message["content"] ?? [])];
    known = blocks.some((block) => Object(block).type !== "text") || list(contents).some((one) => "blob" in one);
    moreThanText.set(end, known);
  }
  return known;
}

const moreThanText = new WeakMap<End, boolean>();

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(Object) : [];
}

/** How long a run took, by the log: the row tells the same at any time. The report is what is known without a row. */
export function tookNs(run: Run, end: End): number {
  return run.row?.durationNs ?? end.durationMs * 1e6;
}

/** Fetches what came of a run that was found in the timeline: the backend knows it as long as the log does. */
export async function load(run: Run): Promise<void> {
  if (run.call === null || (run.state.is !== "known" && run.state.is !== "unread")) return;
  try {
    const end = await fetchEnd(run.session, run.call, false);
    if (end !== null) return ended(run.session, run.call, end);
    const now = findRun(run.session, run.call);
    if (now !== null) void follow(replace(now, { ...now, state: { is: "running" } }));
  } catch (thrown) {
    const now = findRun(run.session, run.call);
    if (now !== null) replace(now, { ...now, state: { is: "unread", problem: problemOf(thrown) } });
  }
}

const METHODS: Record<ItemRef["kind"], string> = {
  tool: "tools/call",
  resource: "resources/read",
  template: "resources/read",
  prompt: "prompts/get",
};

/** The filter that finds the runs of an item. Long names, and those with signs of the filter language, are sorted out later. */
export function filterFor(ref: ItemRef): string {
  const method = `kind:call method:${METHODS[ref.kind]}`;
  // What rows cut away cannot be asked for either, and no address would have room for all of it.
  const [name, rest] = targetOf(ref.key).endsWith("…") ? [targetOf(ref.key).slice(0, -1), "*"] : [ref.key, ""];
  return ref.kind !== "template" && /^[\w./:-]+$/.test(name) ? `${method} target:${name}${rest}` : method;
}

/** Finds the runs of an item in the timeline and adds those that are not known here. */
export async function recall(id: string, ref: ItemRef, signal: AbortSignal): Promise<void> {
  // What is noted about templates comes with the drafts.
  if (!draftsCame(id)) return;
  const query = new URLSearchParams({ filter: filterFor(ref), from: String(-MOST_RUNS), limit: String(MOST_RUNS) });
  const page = await api.get<TimelinePage>(sessionPath(id, `/timeline?${query}`), signal);
  merge(id, ref, page.rows);
}

export function merge(id: string, ref: ItemRef, rows: readonly Row[], lists = catalog.peek()): void {
  const isOf = ownRows(id, ref, lists);
  const next = [...runs.value];
  for (const row of rows) {
    if (row.call === null || row.kind !== "call" || row.method !== METHODS[ref.kind] || !isOf(row, row.call)) continue;
    const at = next.findIndex((run) => run.session === id && run.call === row.call);
    const known = next[at];
    if (known !== undefined) {
      // A call that waited for input was sent several times; the first row is the one the others stand under.
      if (known.row === null || row.seq <= known.row.seq) next[at] = { ...known, row };
      continue;
    }
    const state: Run["state"] = row.status === "pending" ? { is: "running" } : { is: "known" };
    const run: Run = { session: id, call: row.call, ref, method: row.method, text: null, startedAt: null, row, state };
    next.push(run);
    if (state.is === "running") void follow(run);
  }
  next.sort((a, b) => (a.call ?? Number.MAX_SAFE_INTEGER) - (b.call ?? Number.MAX_SAFE_INTEGER));
  runs.value = next;
}

/** Tells the rows of an item. A template's have the addresses of resources: which were read through it is noted. */
function ownRows(id: string, ref: ItemRef, lists: Catalog | null): (row: Row, call: number) => boolean {
  if (ref.kind === "template") {
    const given = givenBy(ref.key);
    const noted = notedCalls(id, ref.key);
    const listed = new Set((lists?.resources?.items ?? []).map((item) => item.uri));
    return ({ target }, call) => noted.includes(call) || (given.test(target) && !listed.has(target));
  }
  const own = targetOf(ref.key);
  if (ref.kind !== "resource") return ({ target }) => target === own;
  const templates = (lists?.templates?.items ?? []).flatMap((item) => (item.uri === null ? [] : [item.uri]));
  const throughThem = new Set(templates.flatMap((template) => notedCalls(id, template)));
  return ({ target }, call) => target === own && !throughThem.has(call);
}

function notes(id: string, template: string): Draft {
  return draftNamed(id, `runs of ${template}`);
}

function notedCalls(id: string, template: string): number[] {
  const value = valueOf(notes(id, template).text.peek());
  return Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];
}

/** Notes that a call was made through a template, where drafts are kept. */
function note(id: string, template: string, call: number): void {
  notes(id, template).text.value = JSON.stringify([...notedCalls(id, template), call].slice(-MOST_RUNS));
}

/** The addresses that a template can give (RFC 6570): what stands between its variables, in order. */
export function givenBy(template: string): RegExp {
  const parts = template.split(/(\{[^{}]*\})/).map((part) => {
    if (!/^\{.*\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    // Only these give signs that stand between the parts of an address.
    return /^\{[+#/?&;.]/.test(part) || part.includes("*") ? ".*" : "[^/?#]*";
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}

/** Looks for the row of a run, which tells its place in the log and where its time went. */
export async function findRow(run: Run): Promise<Row | null> {
  if (run.call === null) return null;
  const query = new URLSearchParams({ filter: `call:${run.call}`, from: "0", limit: "1" });
  const page = await api.get<TimelinePage>(sessionPath(run.session, `/timeline?${query}`));
  const row = page.filterError === null ? (page.rows.find((one) => one.call === run.call) ?? null) : null;
  const now = findRun(run.session, run.call);
  if (row !== null && now !== null) replace(now, { ...now, row });
  return row;
}

/** Ends a call that is under way and tells the server. */
export async function abort(run: Run): Promise<void> {
  if (run.call === null) return;
  await api.send(
    "POST",
    sessionPath(run.session, `/calls/${run.call}/abort`),
    JSON.stringify({ reason: "cancelled by the user" }),
  );
}

/** Changes with every row that the timeline gets. */
export const timelineVersion = computed(() => news.value?.lastSeq ?? 0);
