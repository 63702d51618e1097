// Owns what output schemas say about structured results, by run: the tab of a result tells it before it is opened.
import { signal } from "@preact/signals";
import type { FormProblem } from "../contract";
import type { Problem } from "../problem";
import type { Run } from "./runs";

export type Judged =
  | { is: "judging" }
  | { is: "no schema" }
  /** It cannot be told whether it fits. */
  | { is: "unchecked"; why: string }
  | { is: "judged"; errors: FormProblem[] }
  | { is: "failed"; problem: Problem };

const MOST = 100;
const verdicts = signal<ReadonlyMap<string, Judged>>(new Map());

function keyOf(run: Run): string {
  return `${run.session} ${run.call}`;
}

export function judgedOf(run: Run): Judged {
  return verdicts.value.get(keyOf(run)) ?? { is: "judging" };
}

export function setJudged(run: Run, judged: Judged): void {
  const next = [...verdicts.peek()].filter(([key]) => key !== keyOf(run));
  verdicts.value = new Map([...next.slice(1 - MOST), [keyOf(run), judged]]);
}

/** What stands behind the name of the tab. */
export function verdictMark(judged: Judged): string {
  if (judged.is !== "judged") return "";
  return judged.errors.length === 0 ? " ✓ schema" : " ✗ schema";
}
