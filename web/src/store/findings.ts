// Owns what the rules of the protocol say about the session that is looked at. They are checked again when the log
// has grown, so that nobody has to ask for it, after pauses long enough that a flood is not slowed down by it. The backend judges what
// its log still has: findings whose entries were dropped since are kept here, for as long as the tab lives.
import { computed, effect, signal } from "@preact/signals";
import { api, sessionPath } from "../api";
import type { Finding, Findings } from "../contract";
import { type Problem, problemOf } from "../problem";
import { missing, news, session } from "./sessions";

interface Checked {
  session: string;
  /** The last entry that was in the log then. */
  lastSeq: number;
  report: Report;
}

/** A finding; `gone` when the log no longer has what shows it. */
export type KeptFinding = Finding & { gone?: true };
export type Report = Omit<Findings, "findings"> & { findings: KeptFinding[] };

/** How many findings are kept of what is gone. */
const MOST_GONE = 500;

/** What was found in each session until now. */
const seen = new Map<string, KeptFinding[]>();

/** What is found now, and before it what was found in entries that the log has dropped. */
export function withGone(before: readonly KeptFinding[], now: readonly Finding[], hasDropped: boolean): KeptFinding[] {
  // Nothing was dropped: what is no longer found is no longer so.
  if (!hasDropped) return [...now];
  const name = ({ rule, seq, pointer, header, message }: Finding): string =>
    JSON.stringify([rule, seq, pointer, header, message]);
  const known = new Set(now.map(name));
  const gone = before.filter((one) => !known.has(name(one))).map((one): KeptFinding => ({ ...one, gone: true }));
  return [...gone.slice(-MOST_GONE), ...now];
}

const checked = signal<Checked | null>(null);
export const findingsProblem = signal<Problem | null>(null);

export const findings = computed(() => (checked.value?.session === session.value?.id ? (checked.value?.report ?? null) : null));

/** How many findings there are; null before the rules were checked. */
export const findingsCount = computed(() => findings.value?.findings.length ?? null);

/** How long a check waits for more at least. */
const QUIET_MS = 700;
/** Checking takes no more than this part of the time. */
const SHARE = 0.1;

let pause = QUIET_MS;

export async function checkRules(id: string, lastSeq: number): Promise<void> {
  if (missing.peek() === id) return;
  const began = performance.now();
  try {
    const report = await api.get<Findings>(sessionPath(id, "/findings"));
    const isHere = session.peek()?.id === id;
    const all = withGone(seen.get(id) ?? [], report.findings, isHere && (news.peek()?.dropped ?? 0) > 0);
    seen.set(id, all);
    checked.value = { session: id, lastSeq, report: { ...report, findings: all } };
    findingsProblem.value = null;
  } catch (thrown) {
    // What could not be checked now is checked when the log grows again, or when somebody asks.
    findingsProblem.value = problemOf(thrown);
  }
  pause = Math.max(QUIET_MS, (performance.now() - began) / SHARE);
}

/**
 * Checks the rules whenever the log has grown. A server that never stops talking is checked all the same: what comes while a
 * check is due does not put it off.
 */
export function followFindings(): () => void {
  let due: { timer: ReturnType<typeof setTimeout>; id: string } | null = null;
  const cancel = () => {
    if (due !== null) clearTimeout(due.timer);
    due = null;
  };
  const plan = (id: string | undefined, lastSeq: number) => {
    const before = checked.peek();
    const isChecked = before?.session === id && before?.lastSeq !== undefined && before.lastSeq >= lastSeq;
    if (id === undefined || missing.peek() === id || lastSeq === 0) return cancel();
    if (isChecked || due?.id === id) return;
    cancel();
    const check = async () => {
      await checkRules(id, news.peek()?.lastSeq ?? lastSeq);
      if (due?.id !== id) return;
      due = null;
      // What came meanwhile. Where it could not be checked, the next growth tries again.
      if (findingsProblem.peek() === null) plan(session.peek()?.id, news.peek()?.lastSeq ?? 0);
    };
    due = { id, timer: setTimeout(() => void check(), before?.session === id ? pause : QUIET_MS) };
  };
  const stop = effect(() => {
    const [id, lastSeq] = [session.value?.id, news.value?.lastSeq ?? 0];
    missing.value;
    plan(id, lastSeq);
  });
  return () => {
    stop();
    cancel();
  };
}
