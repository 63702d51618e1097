// Owns the raw view of a run: the frames exactly as they went over the wire.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { RowDetailBody } from "../contract";
import { type Problem, problemOf } from "../problem";
import type { Run } from "../store/runs";
import { bytes } from "../text/measure";
import { framing } from "../timeline/format";
import { BigDoc } from "../ui/json";
import { ProblemBlock } from "../ui/problem";

export function RawFrames({ run }: { run: Run }): JSX.Element {
  const seq = run.row?.seq ?? null;
  const [detail, setDetail] = useState<RowDetailBody | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (seq === null) return undefined;
    const stop = new AbortController();
    api
      .get<RowDetailBody>(sessionPath(run.session, `/timeline/${seq}`), stop.signal)
      .then(setDetail)
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setProblem(problemOf(thrown));
      });
    return () => stop.abort();
  }, [run.session, seq, run.row?.endSeq]);
  if (problem !== null) return <ProblemBlock problem={problem} title="The frames could not be fetched." />;
  if (detail === null) return <p class="muted">Looking for the frames in the log…</p>;
  return (
    <>
      {detail.parts.map((part) => (
        <figure key={`${part.name} ${part.seq}`} class="block">
          <figcaption class="muted">
            {part.name} · entry {part.seq} · {bytes(part.bytes)}
            {part.base64 ? " · not UTF-8, shown as base64" : ""}
            {framing(part)}
          </figcaption>
          {part.text === null ? (
            <BigDoc session={run.session} seq={part.seq} path="" api={api} label={part.name} isRaw />
          ) : (
            <pre class="wire">{part.text}</pre>
          )}
        </figure>
      ))}
    </>
  );
}
