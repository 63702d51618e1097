// Owns structured content with the verdict of the tool's output schema. The judge is the one that judges forms.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formApi } from "../api";
import type { FormProblem } from "../contract";
import { type Problem, problemOf } from "../problem";
import { catalog, fetchDetail, findItem } from "../store/catalog";
import type { ItemRef } from "../store/route";
import { sliceAt } from "../text/json";
import { PrettyJson } from "../ui/json";
import { ProblemBlock } from "../ui/problem";

type Judged =
  | { is: "judging" }
  | { is: "no schema" }
  | { is: "judged"; errors: FormProblem[] }
  | { is: "failed"; problem: Problem };

export function Structured({ id, target, result }: { id: string; target: ItemRef; result: string }): JSX.Element {
  const text = sliceAt(result, ["structuredContent"]) ?? "null";
  const [judged, setJudged] = useState<Judged>({ is: "judging" });
  const item = findItem(catalog.value, target);
  useEffect(() => {
    const stop = new AbortController();
    const judge = async (): Promise<Judged> => {
      const schema = item === null ? null : (await fetchDetail(id, target, item, stop.signal)).outputSchema;
      if (schema === null) return { is: "no schema" };
      return { is: "judged", errors: (await formApi({ schema, text, edits: [] })).errors };
    };
    judge()
      .then(setJudged)
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setJudged({ is: "failed", problem: problemOf(thrown) });
      });
    return () => stop.abort();
  }, [id, target.key, text]);
  return (
    <>
      <Verdict judged={judged} />
      <PrettyJson text={text} />
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
