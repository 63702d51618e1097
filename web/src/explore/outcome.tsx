// Owns what is below the tabs of a result: that the run is waited for, why there is none, or what came back in one of the ways
// to look at it.
import type { JSX } from "preact";
import { api } from "../api";
import type { SessionState } from "../contract";
import { problemOfFault } from "../problem";
import type { ItemRef, ResultTab } from "../store/route";
import { type End, load, type Run } from "../store/runs";
import { brief } from "../text/told";
import { Button } from "../ui/button";
import { BigDoc, PrettyJson } from "../ui/json";
import { ProblemBlock } from "../ui/problem";
import { UnderWay } from "./asking";
import { Content } from "./content";
import { Difference } from "./difference";
import { LongContent } from "./long-content";
import { RawFrames } from "./raw-frames";
import { Refused } from "./refused";
import { Remedies } from "./remedies";
import { Structured } from "./structured";

export function Outcome({
  state,
  target,
  run,
  before,
  chosen,
}: {
  state: SessionState;
  target: ItemRef;
  run: Run;
  before: Run | null;
  chosen: ResultTab;
}): JSX.Element | null {
  switch (run.state.is) {
    case "sending":
    case "running":
      return <UnderWay state={state} run={run} />;
    case "known":
      return null;
    case "unread":
      return (
        <ProblemBlock problem={run.state.problem} title="What came of it could not be fetched.">
          <Button onClick={() => void load(run)}>Try again</Button>
        </ProblemBlock>
      );
    case "failed":
      return (
        <ProblemBlock problem={run.state.problem} title="The call could not be made.">
          <Remedies state={state} target={target} run={run} />
        </ProblemBlock>
      );
    case "ended":
      return run.state.end.gone ? (
        <p class="empty">
          What came back is no longer kept: the log has room for the newest only. A recording keeps what it has at that
          moment. <Remedies state={state} target={target} run={run} />
        </p>
      ) : chosen === "diff" && before !== null ? (
        <Difference key={`${before.call} ${run.call}`} left={before} right={run} />
      ) : chosen === "raw" ? (
        <RawFrames key={run.call} run={run} />
      ) : (
        <Ended state={state} target={target} run={run} end={run.state.end} chosen={chosen} />
      );
  }
}

function Ended({
  state,
  target,
  run,
  end,
  chosen,
}: {
  state: SessionState;
  target: ItemRef;
  run: Run;
  end: End;
  chosen: ResultTab;
}): JSX.Element {
  const remedies = <Remedies state={state} target={target} run={run} />;
  if (end.outcome === "refused")
    return (
      <Refused session={state.id} end={end}>
        {remedies}
      </Refused>
    );
  if (end.outcome !== "answered") {
    return end.fault === null ? (
      <p class="bad">
        The call was {end.outcome}
        {end.reason === null ? "" : `: ${brief(end.reason)}`}. {remedies}
      </p>
    ) : (
      <ProblemBlock problem={problemOfFault(end.fault)} title={end.fault?.code === "NOT_CONNECTED" ? "Not sent: there is no connection." : `No answer: the call was ${end.outcome}.`}>
        {remedies}
      </ProblemBlock>
    );
  }
  return (
    <>
      {end.toolError ? (
        <p class="tool-error" role="status">
          <span aria-hidden="true">✗</span> The tool reports an error (<code>isError</code>); the model would read what
          follows. {remedies}
        </p>
      ) : null}
      <View session={state.id} run={run} end={end} chosen={chosen} />
    </>
  );
}

/** What came back, in one of the ways to look at it. What is too long for the page stays in the backend, and what is seen
 * of it comes from there. */
function View({ session, run, end, chosen }: { session: string; run: Run; end: End; chosen: ResultTab }): JSX.Element {
  const { result, answer } = end;
  if (result === null && answer === null)
    return <p class="empty">The result is too long to be shown as a whole, and the log no longer has it.</p>;
  if (chosen === "structured") return <Structured key={run.call} run={run} end={end} />;
  if (result !== null) return chosen === "content" ? <Content session={session} result={result} /> : <PrettyJson text={result} />;
  if (answer === null) return <></>;
  return chosen === "content" ? (
    <LongContent key={run.call} session={session} answer={answer} />
  ) : (
    <BigDoc key={run.call} session={session} seq={answer.seq} path={answer.path} api={api} label="Result" />
  );
}
