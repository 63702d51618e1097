// Owns what the server asks a person for: the asks that wait, those that ended while their card was on the
// screen, which run caused them, and standing answers. Nothing here takes the focus.
import { computed, effect, signal } from "@preact/signals";
import { api, sessionPath } from "../api";
import type { Ask, RowDetailBody, SessionState } from "../contract";
import { type Problem, problemOf } from "../problem";
import { sliceAt, valueOf } from "../text/json";
import { keepText, keptText } from "./kept";
import { inFlight, type Run } from "./runs";
import { session, sessionNow, sessionText } from "./sessions";

/** An ask that ended; its card stays greyed until it is put away. */
export interface Ended {
  ask: Ask;
  session: string;
  how: string;
}

export type Answer = { result: string } | { error: { code: number; message: string } } | { decline: true };

export const ended = signal<Ended[]>([]);
export const drawerOpen = signal(false);
/** What went wrong with answering, by ask. */
export const answerProblems = signal<Record<string, Problem>>({});
/** The call that caused an ask, by session and ask; null when nothing tells it. */
export const causes = signal<Record<string, number | null>>({});

export const waiting = computed(() => session.value?.asks ?? []);

export function askKey(id: string, ask: number): string {
  return `${id}/${ask}`;
}

/** Parameters of an ask as they came. */
export function paramsText(ask: number): string | null {
  const at = session.value?.asks.findIndex((one) => one.ask === ask) ?? -1;
  return at < 0 ? null : sliceAt(sessionText.value, ["asks", at, "params"]);
}

export function answerBody(answer: Answer): string {
  if ("result" in answer) return `{"result":${answer.result}}`;
  return JSON.stringify(answer);
}

const answeredHere = new Set<string>();

export async function answer(id: string, ask: Ask, given: Answer): Promise<boolean> {
  const key = askKey(id, ask.ask);
  answeredHere.add(key);
  try {
    await api.send("POST", sessionPath(id, `/asks/${ask.ask}/answer`), answerBody(given));
    const { [key]: _, ...others } = answerProblems.value;
    answerProblems.value = others;
    return true;
  } catch (thrown) {
    answeredHere.delete(key);
    answerProblems.value = { ...answerProblems.value, [key]: problemOf(thrown) };
    return false;
  }
}

/** Asks of the state before that are no longer in the state now, with the reason as far as it is known. */
export function endedBetween(before: SessionState | null, now: SessionState | null, nowNs: number): Ended[] {
  if (before === null || now === null || before.id !== now.id) return [];
  return before.asks
    .filter((ask) => !now.asks.some((one) => one.ask === ask.ask) && !answeredHere.has(askKey(now.id, ask.ask)))
    .map((ask) => ({
      ask,
      session: now.id,
      how:
        nowNs >= ask.expiresNs
          ? "nobody answered in time"
          : now.phase === "ready"
            ? "withdrawn, or answered elsewhere"
            : "the connection ended",
    }));
}

export function putAway(one: Ended): void {
  ended.value = ended.value.filter((other) => other !== one);
}

/** Which call of ours an ask belongs to, when only one can be meant; null when that is not enough to tell. */
export function causeInFlight(state: SessionState, ask: Ask, made: readonly Run[]): number | null {
  const askedAt = Date.parse(state.openedAt) + ask.atNs / 1e6;
  // A call that waits for input is not on the wire meanwhile, but whoever made it still waits for its end.
  const here = made.filter((run) => run.session === state.id && (run.startedAt ?? 0) <= askedAt);
  const there = state.calls.filter((one) => one.sentAtNs <= ask.atNs);
  const known = new Set([...here, ...there].flatMap((one) => (one.call === null ? [] : [one.call])));
  const [only] = known;
  return known.size === 1 && only !== undefined ? only : null;
}

/** Looks the cause up in the timeline, where asks stand under the call they belong to. */
async function findCause(id: string, seq: number): Promise<number | null> {
  try {
    const { ancestors } = await rowAt(id, seq);
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

/** Keeps causes and ended asks up to date, and gives standing answers. */
export function followAsks(): () => void {
  let before: SessionState | null = null;
  return effect(() => {
    const now = session.value;
    const gone = endedBetween(before, now, now === null ? 0 : sessionNow(now, Date.now()));
    if (gone.length > 0) ended.value = [...ended.peek(), ...gone].slice(-20);
    if (now === null || before?.id !== now.id) ended.value = ended.peek().filter((one) => one.session === now?.id);
    before = now;
    if (now === null) return;
    const made = inFlight.value;
    for (const ask of now.asks) {
      const key = askKey(now.id, ask.ask);
      const isNew = !(key in causes.peek());
      // A run may get its handle after the ask that it caused, so the question is asked again while it is open.
      if ((causes.peek()[key] ?? null) === null) setCause(key, causeInFlight(now, ask, made));
      if (!isNew) continue;
      if (causes.peek()[key] === null && ask.seq !== null) {
        void findCause(now.id, ask.seq).then((call) => {
          if (call !== null) setCause(key, call);
        });
      }
      const standing = rules.peek().find((rule) => rule.session === now.id && rule.method === ask.method);
      if (standing !== undefined) void answer(now.id, ask, standing.answer);
    }
  });
}

/** A standing answer for all asks of one method in one session, until it is removed. */
export interface StandingRule {
  session: string;
  method: string;
  answer: Answer;
  label: string;
}

const RULES = "standing-answers";

function keptRules(): StandingRule[] {
  const kept = valueOf(keptText(RULES) ?? "[]");
  return Array.isArray(kept) ? (kept as StandingRule[]) : [];
}

export const rules = signal<StandingRule[]>(keptRules());

function setRules(next: StandingRule[]): void {
  rules.value = next;
  keepText(RULES, next.length === 0 ? null : JSON.stringify(next));
}

export function addRule(rule: StandingRule): void {
  setRules([...rules.value.filter((one) => one.session !== rule.session || one.method !== rule.method), rule]);
}

export function removeRule(rule: StandingRule): void {
  setRules(rules.value.filter((one) => one !== rule));
}

/** The result of a sampling that says this text. */
export function samplingResult(text: string, model: string, stopReason: string): string {
  return JSON.stringify({ role: "assistant", content: { type: "text", text }, model, stopReason });
}
