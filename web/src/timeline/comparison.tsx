// Two rows beside each other: what differs between their answers or their requests, computed by the backend.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Api, Row } from "../contract";
import { named, type RowRef } from "../store/row-pair";
import { count } from "../text/measure";
import { changeCount, useCompared } from "../ui/compared";
import { DiffLines } from "../ui/diff-lines";
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
  const seqOf = (row: Row) => (part.value === "answer" ? (row.endSeq ?? row.seq) : row.seq);
  const question = JSON.stringify({
    left: { session: left.session, seq: seqOf(left.row) },
    right: { session: right.session, seq: seqOf(right.row) },
    ignore: ignored.value.split(/\s+/).filter((word) => word.startsWith("/")),
  });
  const compared = useCompared(api, question);
  const { known, problem } = compared;
  const changes = known === null ? 0 : changeCount(known);
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
        {problem !== null && <ProblemBlock problem={problem} title="They could not be compared." />}
        {known === null && problem === null && <p class="empty late">Comparing…</p>}
        {known !== null && (
          <>
            <p class="muted" role="status">
              {changes === 0 ? "The same" : count(changes, "change")}
              {known.counts.more ? " and more" : ""}
              {ignored.value.trim() === "" ? "" : ", but for what is ignored"}
            </p>
            <DiffLines known={known} compared={compared} />
          </>
        )}
      </div>
    </div>
  );
}

function described(row: Row): string {
  return `${named(row)} at ${time(row.atNs, "start", undefined, null)}`;
}
