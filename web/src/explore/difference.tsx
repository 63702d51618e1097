// Owns the comparison of two runs of one tool: what changed in the result, computed by the backend.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import type { DiffBody } from "../contract";
import { type Problem, problemOf } from "../problem";
import { load, type Run } from "../store/runs";
import { objectText } from "../text/json";
import { count } from "../text/measure";
import { ProblemBlock } from "../ui/problem";

/** One side of the question: the text itself when it is at hand, else its place in the log. */
export function side(run: Run): string | null {
  if (run.state.is === "ended" && (run.state.end.result ?? run.state.end.error) !== null) {
    return JSON.stringify({ text: run.state.end.result ?? run.state.end.error });
  }
  if (run.row?.endSeq == null) return null;
  return JSON.stringify({ session: run.session, seq: run.row.endSeq, path: "/result" });
}

export function Difference({ left, right }: { left: Run; right: Run }): JSX.Element {
  const [ignored, setIgnored] = useState("");
  const [body, setBody] = useState<DiffBody | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const one = side(left);
  const other = side(right);
  useEffect(() => {
    if (left.state.is === "known") void load(left);
  }, [left.state.is]);
  useEffect(() => {
    if (one === null || other === null) return undefined;
    let wanted = true;
    const pointers = ignored.split(/\s+/).filter((word) => word.startsWith("/"));
    api
      .send<DiffBody>(
        "POST",
        "/api/diff",
        objectText([
          ["left", one],
          ["right", other],
          ["ignore", JSON.stringify(pointers)],
        ]),
      )
      .then((answer) => {
        if (!wanted) return;
        setBody(answer);
        setProblem(null);
      })
      .catch((thrown: unknown) => {
        if (wanted) setProblem(problemOf(thrown));
      });
    return () => {
      wanted = false;
    };
  }, [one, other, ignored]);
  return (
    <>
      <label class="line">
        <span>Ignore</span>
        <input
          class="input mono"
          type="text"
          placeholder="/timestamp /content/0/text"
          spellcheck={false}
          value={ignored}
          onChange={(event) => setIgnored(event.currentTarget.value)}
        />
      </label>
      {problem === null ? null : <ProblemBlock problem={problem} title="They could not be compared." />}
      {body === null ? null : (
        <>
          <p class="muted" role="status">
            #{left.call} against #{right.call}:{" "}
            {body.changes.length === 0 ? "the same" : count(body.changes.length, "change")}
          </p>
          <pre class="diff">
            {body.lines.map((line, index) => (
              <span
                key={index}
                class={line.tag === "+" ? "added" : line.tag === "-" ? "removed" : "same"}
              >{`${line.tag === "=" ? " " : line.tag} ${line.text}\n`}</span>
            ))}
          </pre>
        </>
      )}
    </>
  );
}
