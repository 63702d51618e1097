// Owns structured content with the verdict of the tool's output schema. The backend judges, over the result as it is kept.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { SchemaVerdict } from "../contract";
import { problemOf } from "../problem";
import { catalog, findItem } from "../store/catalog";
import type { ItemRef } from "../store/route";
import { type End, hasStructured, type Run } from "../store/runs";
import { type Judged, judgedOf, setJudged } from "../store/verdicts";
import { sliceAt } from "../text/json";
import { BigDoc, PrettyJson } from "../ui/json";
import { ProblemBlock } from "../ui/problem";

/** Judges the structured content of a run, once; draws nothing. */
export function Judge({ id, target, run, end }: { id: string; target: ItemRef; run: Run; end: End }): null {
  const has = hasStructured(end);
  const isListed = findItem(catalog.value, target) !== null;
  useEffect(() => {
    if (!has || run.call === null || judgedOf(run).is === "judged") return undefined;
    const stop = new AbortController();
    api
      .get<SchemaVerdict>(sessionPath(id, `/calls/${run.call}/verdict`), stop.signal)
      .then((verdict) => setJudged(run, judgedBy(verdict)))
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setJudged(run, { is: "failed", problem: problemOf(thrown) });
      });
    return () => stop.abort();
  }, [id, target.key, run.call, isListed, has]);
  return null;
}

function judgedBy({ hasSchema, errors, unchecked }: SchemaVerdict): Judged {
  if (!hasSchema) return { is: "no schema" };
  // What does not fit a part of the schema does not fit the whole.
  return unchecked === null || errors.length > 0 ? { is: "judged", errors } : { is: "unchecked", why: unchecked };
}

export function Structured({ run, end }: { run: Run; end: End }): JSX.Element {
  return (
    <>
      <Verdict judged={judgedOf(run)} />
      {end.result !== null ? (
        <PrettyJson text={sliceAt(end.result, ["structuredContent"]) ?? "null"} />
      ) : end.answer !== null ? (
        <BigDoc
          session={run.session}
          seq={end.answer.seq}
          path={`${end.answer.path}/structuredContent`}
          api={api}
          label="Structured content"
        />
      ) : null}
    </>
  );
}

function Verdict({ judged }: { judged: Judged }): JSX.Element {
  switch (judged.is) {
    case "judging":
      return <p class="muted">Checking it against the output schema…</p>;
    case "no schema":
      return <p class="muted">The tool has no output schema to check this against.</p>;
    case "unchecked":
      return <p class="muted">It cannot be told whether it fits the output schema: {judged.why}.</p>;
    case "failed":
      return <ProblemBlock problem={judged.problem} title="It could not be checked." />;
    case "judged":
      return judged.errors.length === 0 ? (
        <p class="ok">
          <span aria-hidden="true">✓</span> It fits the tool's output schema.
        </p>
      ) : (
        <div class="problem">
          <p class="problem-line">
            <span class="sign bad" aria-hidden="true">
              ✗
            </span>{" "}
            It does not fit the tool's output schema:
          </p>
          <ul>
            {judged.errors.map((error) => (
              <li key={`${error.pointer} ${error.keyword}`}>
                <code>{error.pointer === "" ? "the whole" : error.pointer}</code> {error.message}
              </li>
            ))}
          </ul>
        </div>
      );
  }
}
