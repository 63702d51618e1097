// Owns what the server asks a person for: the asks that wait, those that ended while this page was open, which run
// caused them, and standing answers, which the backend keeps and gives by itself.
import { computed, effect, signal } from "@preact/signals";
import { api, sessionPath } from "../api";
import type { Ask, EndedAsk, Row, RowDetailBody, SessionState, StandingRule, Summary } from "../contract";
import { type Problem, problemOf } from "../problem";
import { objectText, oneLine, sliceAt, valueOf } from "../text/json";
import { answerBegins, askCame } from "./attention";
import { tabName } from "./kept";
import { inFlight, type Run } from "./runs";
import { session, sessionText, summaries } from "./sessions";

/** An ask that ended; its card stays greyed until it is put away. */
export interface Ended {
  ask: number;
  method: string;
  session: string;
  how: string;
}

export type Answer = { result: string } | { error: { code: number; message: string } } | { decline: true };

export const drawerOpen = signal(false);
/** What went wrong with answering, by ask. */
export const answerProblems = signal<Record<string, Problem>>({});
/** The call that caused an ask, by session and ask; null when nothing tells it. */
export const causes = signal<Record<string, number | null>>({});

export const waiting = computed(() => session.value?.asks ?? []);

/** Sessions other than the one that is looked at in which something waits. Clients of the proxy answer for theirs. */
export const waitingElsewhere = computed<Summary[]>(() => {
  const here = session.value?.id;
  return (summaries.value ?? []).filter((one) => one.id !== here && one.origin === "face" && one.waitingAsks > 0);
});

/** How many things wait for a person, wherever. */
export const waitingInAll = computed(() =>
  waitingElsewhere.value.reduce((sum, one) => sum + one.waitingAsks, waiting.value.length),
);

/** What waits, in a sentence; empty when nothing does. */
export function whatWaits(here: number, elsewhere: readonly Summary[]): string {
  const things = (number: number): string => (number === 1 ? "something" : `${number} things`);
  const said = [
    ...(here === 0 ? [] : [`The server asks for ${things(here)}.`]),
    ...elsewhere.map((one) => `${one.name} asks for ${things(one.waitingAsks)}.`),
  ];
  return said.length === 0 ? "" : `${said.join(" ")} Press i for the Inbox.`;
}

export function askKey(id: string, ask: number): string {
  return `${id}/${ask}`;
}

/** Parameters of an ask as they came. */
export function paramsText(ask: number): string | null {
  const at = session.value?.asks.findIndex((one) => one.ask === ask) ?? -1;
  return at < 0 ? null : sliceAt(sessionText.value, ["asks", at, "params"]);
}

export function answerBody(answer: Answer): string {
  if ("result" in answer) return `{"result":${oneLine(answer.result)}}`;
  return JSON.stringify(answer);
}

export async function answer(id: string, ask: Ask, given: Answer): Promise<boolean> {
  const key = askKey(id, ask.ask);
  const taken = answerBegins();
  try {
    const by = encodeURIComponent(tabName());
    await api.send("POST", sessionPath(id, `/asks/${ask.ask}/answer?by=${by}`), answerBody(given));
    taken();
    const { [key]: _, ...others } = answerProblems.value;
    answerProblems.value = others;
    return true;
  } catch (thrown) {
    answerProblems.value = { ...answerProblems.value, [key]: problemOf(thrown) };
    return false;
  }
}

/** How an ask ended, in words; null when it was answered right here. */
export function howEnded(one: EndedAsk, tab: string): string | null {
  switch (one.how) {
    case "expired":
      return "nobody answered in time";
    case "withdrawn":
      return "the server took it back";
    case "lost":
      return "the connection ended";
    case "answered":
      if (one.decision !== null) return one.decision;
      if (one.rule !== null) return `answered by rule ${one.rule}`;
      if (one.by === tab) return null;
      return one.by?.startsWith("tab ") === true ? "answered in another tab" : `answered by ${one.by ?? "another client"}`;
  }
}

const pageOpened = Date.now();
const putAwayKeys = signal<ReadonlySet<string>>(new Set());

/** What ended while this page was open and not by it; of what a rule answers again and again, the last. */
export function endedIn(
  state: SessionState,
  tab: string,
  since: number,
  away: ReadonlySet<string>,
  why: Readonly<Record<string, string | null>> = {},
): Ended[] {
  const rules = new Set<number>();
  const shown: Ended[] = [];
  for (const one of state.endedAsks.toReversed()) {
    const how = howEnded(one, tab);
    const at = Date.parse(state.openedAt) + one.atNs / 1e6;
    if (how === null || at < since || away.has(askKey(state.id, one.ask))) continue;
    if (one.rule !== null && rules.has(one.rule)) continue;
    if (one.rule !== null) rules.add(one.rule);
    const reason = why[askKey(state.id, one.ask)] ?? null;
    shown.push({ ask: one.ask, method: one.method, session: state.id, how: reason === null ? how : `${how}: ${reason}` });
  }
  return shown.toReversed();
}

/** What the server said when it took an ask back, by ask; null when it gave no reason or is still looked for. */
const reasons = signal<Record<string, string | null>>({});

/** Looks the reason up in the timeline, in what the server cancelled. */
async function findReason(id: string, seq: number): Promise<string | null> {
  const textAt = async (at: number): Promise<string | null> =>
    (await rowAt(id, at)).parts.find((part) => part.text !== null)?.text ?? null;
  const frame = await textAt(seq);
  const asked = frame === null ? null : sliceAt(frame, ["id"]);
  const filter = encodeURIComponent("method:notifications/cancelled dir:in");
  const { rows } = await api.get<{ rows: Row[] }>(sessionPath(id, `/timeline?filter=${filter}`));
  for (const row of rows.toReversed()) {
    const notice = await textAt(row.seq);
    if (notice === null || sliceAt(notice, ["params", "requestId"]) !== asked) continue;
    const reason = valueOf(sliceAt(notice, ["params", "reason"]) ?? "null");
    return typeof reason === "string" ? reason : null;
  }
  return null;
}

/** Keeps the reasons of what was taken back while this page was open. */
function followReasons(state: SessionState): void {
  for (const one of state.endedAsks) {
    const key = askKey(state.id, one.ask);
    const isNew = Date.parse(state.openedAt) + one.atNs / 1e6 >= pageOpened && !(key in reasons.peek());
    if (one.how !== "withdrawn" || one.seq === null || !isNew) continue;
    reasons.value = { ...reasons.peek(), [key]: null };
    findReason(state.id, one.seq).then(
      (reason) => {
        reasons.value = { ...reasons.peek(), [key]: reason };
      },
      // The rows are gone from the log; the card then says nothing about the reason.
      () => undefined,
    );
  }
}

export const ended = computed<Ended[]>(() =>
  session.value === null ? [] : endedIn(session.value, tabName(), pageOpened, putAwayKeys.value, reasons.value),
);

export function putAway(one: Ended): void {
  putAwayKeys.value = new Set([...putAwayKeys.value, askKey(one.session, one.ask)]);
}

/** Which call of ours an ask belongs to, when only one can be meant; null when that is not enough to tell. */
export function causeInFlight(state: SessionState, ask: Ask, made: readonly Run[]): number | null {
  const askedAt = Date.parse(state.openedAt) + ask.atNs / 1e6;
  // A call that waits for input is not on the wire meanwhile, but whoever made it still waits for its end.
  const here = made.filter((run) => run.session === state.id && (run.startedAt ?? 0) <= askedAt);
  // One of them may have no handle yet, so that the others would look like the only ones.
  if (here.length > 1) return null;
  const there = state.calls.filter((one) => one.sentAtNs <= ask.atNs);
  const known = new Set([...here, ...there].flatMap((one) => (one.call === null ? [] : [one.call])));
  const [only] = known;
  return known.size === 1 && only !== undefined ? only : null;
}

/** Looks the cause up in the timeline, where asks stand under the call they belong to, or are a part of its row. */
async function findCause(id: string, seq: number): Promise<number | null> {
  try {
    const { row, ancestors } = await rowAt(id, seq);
    if (row.call !== null) return row.call;
    for (const ancestor of ancestors) {
      const { row } = await rowAt(id, ancestor.seq);
      if (row.call !== null) return row.call;
    }
  } catch {
    // The rows are gone from the log; the card then says nothing about its cause.
  }
  return null;
}

function setCause(key: string, call: number | null): void {
  causes.value = { ...causes.peek(), [key]: call };
}

function rowAt(id: string, seq: number): Promise<RowDetailBody> {
  return api.get<RowDetailBody>(sessionPath(id, `/timeline/${seq}`));
}

/** Keeps causes up to date, and brings the focus to what the run of this moment asks for. */
export function followAsks(): () => void {
  return effect(() => {
    const now = session.value;
    if (now === null) return;
    const made = inFlight.value;
    followReasons(now);
    for (const ask of now.asks) {
      const key = askKey(now.id, ask.ask);
      const isNew = !(key in causes.peek());
      // A run may get its handle after the ask that it caused, so the question is asked again while it is open.
      if ((causes.peek()[key] ?? null) === null) setCause(key, causeInFlight(now, ask, made));
      if (!isNew) continue;
      askCame(ask.ask, made.some((run) => run.session === now.id), now.asks.map((one) => one.ask));
      if ((causes.peek()[key] === null || ask.call !== null) && ask.seq !== null) {
        void findCause(now.id, ask.seq).then((call) => {
          if (call !== null) setCause(key, call);
        });
      }
    }
  });
}

/** Answers all asks of a kind by a rule from now on, also those that wait. The backend keeps it, per server. */
export async function addRule(id: string, ask: Ask, rule: string): Promise<void> {
  const key = askKey(id, ask.ask);
  const taken = answerBegins();
  try {
    await api.send("POST", sessionPath(id, "/rules"), oneLine(rule));
    taken();
  } catch (thrown) {
    answerProblems.value = { ...answerProblems.value, [key]: problemOf(thrown) };
  }
}

export async function removeRule(id: string, rule: StandingRule): Promise<void> {
  // One that is gone already is what was wanted.
  await api.send("DELETE", sessionPath(id, `/rules/${rule.number}`)).catch(() => undefined);
}

/** What a rule says, in a few words. */
export function ruleSays(rule: StandingRule["rule"]): string {
  const brief = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
  const result = rule["result"] as { content?: { text?: unknown }; action?: unknown } | undefined;
  const error = rule["error"] as { code?: unknown } | undefined;
  if (typeof rule["text"] === "string") return brief(rule["text"]);
  if (typeof result?.content?.text === "string") return brief(result.content.text);
  if (typeof result?.action === "string") return result.action;
  if (result !== undefined) return "a fixed result";
  if (error !== undefined) return `rejected with error ${String(error.code)}`;
  if (rule["mode"] === "url" && rule["accept"] !== undefined) return "done with, unopened";
  if (rule["accept"] === "defaults") return "accepted with the defaults";
  if (rule["accept"] !== undefined) return `accepted with ${brief(JSON.stringify(rule["accept"]))}`;
  return "refused";
}

/** The result of a sampling that says this text, and besides calls tools: those blocks are JSON text. */
export function samplingResult(text: string, model: string, stopReason: string, calls: readonly string[] = []): string {
  const said = JSON.stringify({ type: "text", text });
  const content = calls.length === 0 ? said : `[${[...(text === "" ? [] : [said]), ...calls].join(",")}]`;
  return objectText([
    ["role", '"assistant"'],
    ["content", content],
    ["model", JSON.stringify(model)],
    ["stopReason", JSON.stringify(stopReason)],
  ]);
}
