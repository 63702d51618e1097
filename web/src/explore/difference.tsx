// Owns the comparison of two runs of one tool: what changed in the result, computed by the backend.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { load, type Run } from "../store/runs";
import { later } from "../ui/later";
import { nothingOf } from "./comparable";

const Comparison = later("Comparison");

/** Texts up to this are sent along; longer ones are named by their place in the log, where that has them. */
const SHORT = 64 * 1024;

/** One side of the question: the text itself when it is at hand and short, else its place in the log. */
export function side(run: Run): string | null {
  if (run.state.is !== "ended") return null;
  const { result, error, answer } = run.state.end;
  const text = result ?? error;
  if (text !== null && (text.length <= SHORT || answer === null)) return JSON.stringify({ text });
  return answer === null ? null : JSON.stringify({ session: run.session, ...answer });
}

/** Text or tree, for every run until somebody chooses otherwise. */
const shownAs = signal<"text" | "tree">("text");

export function Difference({ left, right }: { left: Run; right: Run }): JSX.Element {
  const [ignore, setIgnore] = useState<string[]>([]);
  useEffect(() => {
    if (left.state.is === "known") void load(left);
  }, [left.state.is]);
  const missing = [left, right].flatMap((run) => {
    const why = nothingOf(run);
    return why === null ? [] : [`Run #${run.call} has nothing to compare: ${why}.`];
  });
  if (missing.length > 0) {
    return (
      <p class="empty" role="status">
        {missing.join(" ")}
      </p>
    );
  }
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
