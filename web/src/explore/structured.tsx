// Owns structured content with the verdict of the tool's output schema. The judge is the one that judges forms.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { formApi } from "../api";
import { problemOf } from "../problem";
import { catalog, fetchDetail, findItem } from "../store/catalog";
import type { ItemRef } from "../store/route";
import type { Run } from "../store/runs";
import { type Judged, judgedOf, setJudged } from "../store/verdicts";
import { sliceAt } from "../text/json";
import { PrettyJson } from "../ui/json";
import { ProblemBlock } from "../ui/problem";

/** Judges the structured content of a run, once; draws nothing. */
export function Judge({ id, target, run, result }: { id: string; target: ItemRef; run: Run; result: string }): null {
  const text = sliceAt(result, ["structuredContent"]);
  const item = findItem(catalog.value, target);
  useEffect(() => {
    if (text === null || judgedOf(run).is === "judged") return undefined;
    const stop = new AbortController();
    const judge = async (): Promise<Judged> => {
      const schema = item === null ? null : (await fetchDetail(id, target, item, stop.signal)).outputSchema;
      if (schema === null) return { is: "no schema" };
      return { is: "judged", errors: (await formApi({ schema, text, edits: [] })).errors };
    };
    judge()
      .then((judged) => setJudged(run, judged))
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setJudged(run, { is: "failed", problem: problemOf(thrown) });
      });
    return () => stop.abort();
  }, [id, target.key, item === null, text]);
  return null;
}

export function Structured({ run, result }: { run: Run; result: string }): JSX.Element {
  return (
    <>
      <Verdict judged={judgedOf(run)} />
      <PrettyJson text={sliceAt(result, ["structuredContent"]) ?? "null"} />
    </>
  );
}

function Verdict({ judged }: { judged: Judged }): JSX.Element {
  switch (judged.is) {
    case "judging":
      return <p class="muted">Checking it against the output schema…</p>;
    case "no schema":
      return <p class="muted">The tool has no output schema to check this against.</p>;
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
