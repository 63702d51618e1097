// Owns the choice of the severity from which a server should log: on the Server screen, and where logs are read.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { Row, SessionState, TimelinePage } from "../contract";
import { type Problem, problemOf } from "../problem";
import { say } from "../ui/copy";
import { ProblemBlock } from "../ui/problem";

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

/** The level that was set last since the server was connected, from the row that set it; null when none was. */
export function levelIn(rows: readonly Row[], since: number): string | null {
  const last = rows.findLast((row) => row.atNs >= since);
  // Newer servers are told with every request: the log then has a remark with the level in it.
  const words = last?.target.split(/[^a-z]+/) ?? [];
  return words.find((word) => (LEVELS as readonly string[]).includes(word)) ?? null;
}

/** Looks up the level in force: when the server is connected, and when something was set here. */
function useLevel(state: SessionState, again: number): string | null {
  const [level, setLevel] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const query = new URLSearchParams({ filter: "method:logging/setLevel|log-level -status:error", from: "-1", limit: "1" });
    api.get<TimelinePage>(sessionPath(state.id, `/timeline?${query}`), stop.signal).then(
      (page) => setLevel(levelIn(page.rows, state.phase === "ready" ? state.phaseSinceNs : Number.MAX_SAFE_INTEGER)),
      // What cannot be looked up is not known.
      () => undefined,
    );
    return () => stop.abort();
  }, [state.id, state.phase, state.phaseSinceNs, again]);
  return level;
}

export function LogLevel({ state, label }: { state: SessionState; label: string }): JSX.Element {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [times, setTimes] = useState(0);
  const inForce = useLevel(state, times);
  const set = (level: string): void => {
    setProblem(null);
    if (level === "") return;
    api.send("PUT", sessionPath(state.id, "/level"), JSON.stringify({ level })).then(
      () => {
        setTimes(times + 1);
        say(`the server was told to log from ${level} on`);
      },
      (thrown: unknown) => setProblem(problemOf(thrown)),
    );
  };
  return (
    <>
      <label class="line">
        <span>{label}</span>
        <select class="input" value={inForce ?? ""} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">as the server likes</option>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {level}
            </option>
          ))}
        </select>
      </label>
      {problem === null ? null : <ProblemBlock problem={problem} title="The level was not set." />}
    </>
  );
}
