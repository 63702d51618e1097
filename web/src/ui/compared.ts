// Owns what is known of a comparison: the backend compares and tells it in pages; here are those that have come.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Api, DiffBody } from "../contract";
import { type Problem, problemOf } from "../problem";

export type DiffLine = DiffBody["lines"][number];
export type DiffChange = DiffBody["changes"][number];

/** How many lines of a stretch that was folded away come at once. */
const STEP = 500;

export interface Known {
  counts: DiffBody["counts"];
  same: boolean;
  lines: DiffLine[];
  /** Where the next page begins; null when all have come. */
  next: number | null;
  /** How many lines have not come, without those that are folded away. */
  left: number;
  changes: DiffChange[];
}

export interface Compared {
  known: Known | null;
  problem: Problem | null;
  /** Makes the next page of lines come. */
  more(): void;
  /** Makes the first lines come that are folded away here. */
  open(fold: DiffLine): void;
  /** Makes the next changed places come. */
  moreChanges(): void;
}

/** How many places changed, as far as they are counted. */
export function changeCount({ counts }: Pick<Known, "counts">): number {
  return counts.changed + counts.added + counts.removed;
}

/** The lines of which a fold is opened: some come, and the rest stays folded. */
export function opened(lines: readonly DiffLine[], fold: DiffLine, came: readonly DiffLine[]): DiffLine[] {
  const inside = came.filter((line) => line.number < fold.number + fold.folded);
  const rest = fold.folded - inside.length;
  const folded = rest === 0 || inside.length === 0 ? [] : [{ ...fold, number: fold.number + inside.length, folded: rest }];
  return lines.flatMap((line) => (line.folded > 0 && line.number === fold.number ? [...inside, ...folded] : [line]));
}

/** Asks for a comparison: `question` is the JSON text with both sides and what is ignored, null while one is missing. */
export function useCompared(api: Api, question: string | null): Compared {
  const [known, setKnown] = useState<Known | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** What is compared now: answers about something else come too late. */
  const now = useRef<string | null>(null);
  const ask = (extra: Record<string, number | boolean>, take: (body: DiffBody) => void): void => {
    if (question === null) return;
    const rest = Object.entries(extra).map(([name, value]) => `,"${name}":${value}`);
    api.send<DiffBody>("POST", "/api/diff", `${question.slice(0, -1)}${rest.join("")}}`).then(
      (body) => {
        if (now.current !== question) return;
        setProblem(null);
        take(body);
      },
      (thrown: unknown) => {
        if (now.current === question) setProblem(problemOf(thrown));
      },
    );
  };
  useEffect(() => {
    now.current = question;
    setProblem(null);
    if (question === null) setKnown(null);
    else ask({}, ({ counts, same, lines, next, left, changes }) => setKnown({ counts, same, lines, next, left, changes }));
    return () => {
      now.current = null;
    };
  }, [question]);
  return {
    known: problem === null ? known : null,
    problem,
    more: () => {
      const from = known?.next ?? null;
      if (from === null) return;
      ask({ from }, ({ lines, next, left }) =>
        // Who asks twice gets it once.
        setKnown((before) => (before?.next !== from ? before : { ...before, lines: [...before.lines, ...lines], next, left })),
      );
    },
    open: (fold) =>
      ask({ from: fold.number, limit: Math.min(STEP, fold.folded), whole: true }, ({ lines }) =>
        setKnown((before) => before && { ...before, lines: opened(before.lines, fold, lines) }),
      ),
    moreChanges: () => {
      const from = known?.changes.length ?? 0;
      ask({ changesFrom: from }, ({ changes }) =>
        setKnown((before) => (before?.changes.length !== from ? before : { ...before, changes: [...before.changes, ...changes] })),
      );
    },
  };
}
