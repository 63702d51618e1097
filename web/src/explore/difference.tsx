// Owns the comparison of two runs of one tool: what changed in the result, computed by the backend.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { load, type Run } from "../store/runs";
import { later } from "../ui/later";

const Comparison = later("Comparison");

/** One side of the question: the text itself when it is at hand, else its place in the log. */
export function side(run: Run): string | null {
  if (run.state.is === "ended" && (run.state.end.result ?? run.state.end.error) !== null) {
    return JSON.stringify({ text: run.state.end.result ?? run.state.end.error });
  }
  const answer = run.state.is === "ended" ? run.state.end.answer : null;
  return answer === null ? null : JSON.stringify({ session: run.session, ...answer });
}

/** Text or tree, for every run until somebody chooses otherwise. */
const shownAs = signal<"text" | "tree">("text");

export function Difference({ left, right }: { left: Run; right: Run }): JSX.Element {
  const [ignore, setIgnore] = useState<string[]>([]);
  useEffect(() => {
    if (left.state.is === "known") void load(left);
  }, [left.state.is]);
  return (
    <Comparison
      left={side(left)}
      right={side(right)}
      ignore={ignore}
      setIgnore={setIgnore}
      as={shownAs.value}
      setAs={(as) => {
        shownAs.value = as;
      }}
      title={`#${left.call} against #${right.call}`}
    />
  );
}
