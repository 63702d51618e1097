// Owns the line of runs under a form: those under way with progress and Cancel, those that ended as links.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ProgressNow, SessionState } from "../contract";
import { type Problem, problemOf } from "../problem";
import { formatRoute, type ItemRef } from "../store/route";
import { abort, type Run, runs, runsOf } from "../store/runs";
import { isLost, sessionNow } from "../store/sessions";
import { duration } from "../text/measure";
import { Button } from "../ui/button";
import { ProblemBlock } from "../ui/problem";
import { useNow } from "../ui/ticking";
import { runWords } from "./run-words";

export function RunList({
  state,
  target,
  shown,
}: {
  state: SessionState;
  target: ItemRef;
  shown: number | null;
}): JSX.Element | null {
  const mine = runsOf(runs.value, state.id, target);
  if (mine.length === 0) return null;
  const running = mine.filter((run) => run.state.is === "running" || run.state.is === "sending");
  const over = mine.filter((run) => !running.includes(run)).reverse();
  return (
    <div class="runs">
      {running.map((run) => (
        <Running key={run.call ?? "new"} run={run} state={state} />
      ))}
      {over.length === 0 ? null : (
        <p class="run-links">
          Runs:{" "}
          {over.slice(0, 12).map((run, index) => (
            <span key={run.call ?? `failed-${run.startedAt}`}>
              {index === 0 ? "" : " · "}
              {run.call === null ? (
                <span>not sent</span>
              ) : (
                <a
                  href={formatRoute({ screen: "explore", session: state.id, item: target, run: run.call })}
                  {...(run.call === shown ? { "aria-current": "true" as const } : {})}
                >
                  #{run.call} {runWords(run)}
                </a>
              )}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function Running({ run, state }: { run: Run; state: SessionState }): JSX.Element {
  const [problem, setProblem] = useState<Problem | null>(null);
  const now = useNow();
  const live = state.calls.find((call) => call.call === run.call);
  const since =
    run.startedAt !== null
      ? (now - run.startedAt) * 1e6
      : live === undefined
        ? 0
        : sessionNow(state, now) - live.sentAtNs;
  return (
    <div class="running">
      <p class="running-line">
        <span class="sign pending" aria-hidden="true">
          ●
        </span>{" "}
        #{run.call ?? "…"} {isLost(state.id) ? "unknown: its mcp-inspector is not there" : `running · ${duration(since)}`}
        <span class="spring" />
        {isLost(state.id) ? null : (
          <Button
            onClick={() => {
              abort(run).catch((thrown: unknown) => setProblem(problemOf(thrown)));
            }}
          >
            Cancel
          </Button>
        )}
      </p>
      {live?.progress == null ? null : <Progress progress={live.progress} />}
      {problem === null ? null : <ProblemBlock problem={problem} title="It could not be cancelled." />}
    </div>
  );
}

function Progress({ progress }: { progress: ProgressNow }): JSX.Element {
  const { progress: done, total, message } = progress;
  const words = total === null ? `${done}` : `${done} of ${total}`;
  return (
    <p class="progress-line">
      {total === null ? (
        <progress aria-label="progress" />
      ) : (
        <progress aria-label="progress" value={Math.min(done, total)} max={total} />
      )}
      <span class="muted">
        {" "}
        {words}
        {message === null ? "" : ` · ${message}`}
      </span>
    </p>
  );
}
