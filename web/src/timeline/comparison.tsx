// Two rows beside each other: what differs between their answers or their requests, computed by the backend.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Api, DiffBody, Row } from "../contract";
import { type Problem, problemOf } from "../problem";
import { named, type RowRef } from "../store/row-pair";
import { count } from "../text/measure";
import { ProblemBlock } from "../ui/problem";
import { time } from "./format";

type Part = "answer" | "request";

/** What differs in every two messages, and says nothing. */
const USUALLY_IGNORED = "/id /params/_meta/progressToken";

interface ComparisonProps {
  left: RowRef;
  right: RowRef;
  api: Api;
  close(): void;
}

export function Comparison({ left, right, api, close }: ComparisonProps): JSX.Element {
  const hasAnswers = left.row.endSeq !== null && right.row.endSeq !== null;
  const part = useSignal<Part>(hasAnswers ? "answer" : "request");
  const ignored = useSignal(USUALLY_IGNORED);
  const body = useSignal<DiffBody | null>(null);
  const problem = useSignal<Problem | null>(null);
  const seqOf = (row: Row) => (part.value === "answer" ? (row.endSeq ?? row.seq) : row.seq);
  const question = JSON.stringify({
    left: { session: left.session, seq: seqOf(left.row) },
    right: { session: right.session, seq: seqOf(right.row) },
    ignore: ignored.value.split(/\s+/).filter((word) => word.startsWith("/")),
  });
  useEffect(() => {
    let isWanted = true;
    api.send<DiffBody>("POST", "/api/diff", question).then(
      (answer) => {
        if (!isWanted) return;
        body.value = answer;
        problem.value = null;
      },
      (thrown: unknown) => {
        if (isWanted) problem.value = problemOf(thrown);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [question]);
  const changes = body.value?.changes.length ?? 0;
  return (
    <div class="row-detail">
      <header class="detail-head">
        <h3>Comparison</h3>
        <span class="muted detail-said">
          − {described(left.row)} · + {described(right.row)}
        </span>
        <button type="button" aria-label="Close the comparison" onClick={close}>
          ✕
        </button>
      </header>
      <div class="tl-compare-bar">
        {(["answer", "request"] as const).map((one) => (
          <button key={one} type="button" aria-pressed={part.value === one} onClick={() => (part.value = one)}>
            {one === "answer" ? "Answers" : "Requests"}
          </button>
        ))}
        <label class="line">
          <span>Ignore</span>
          <input
            class="input mono"
            type="text"
            spellcheck={false}
            value={ignored.value}
            onChange={(event) => (ignored.value = event.currentTarget.value)}
          />
        </label>
      </div>
      <div class="detail-panel" role="group" aria-label="What differs" tabIndex={0}>
        {problem.value !== null && <ProblemBlock problem={problem.value} title="They could not be compared." />}
        {body.value !== null && (
          <>
            <p class="muted" role="status">
              {changes === 0 ? "The same" : count(changes, "change")}
              {ignored.value.trim() === "" ? "" : ", but for what is ignored"}
            </p>
            <pre class="diff">
              {body.value.lines.map((line, index) => (
                <span key={index} class={line.tag === "+" ? "added" : line.tag === "-" ? "removed" : "same"}>
                  {`${line.tag === "=" ? " " : line.tag} ${line.text}\n`}
                </span>
              ))}
            </pre>
          </>
        )}
      </div>
    </div>
  );
}

function described(row: Row): string {
  return `${named(row)} at ${time(row.atNs, "start", undefined, null)}`;
}
