// Owns the choice of the severity from which a server should log: on the Server screen, and where logs are read.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { SessionState } from "../contract";
import { type Problem, problemOf } from "../problem";
import { say } from "../ui/copy";
import { ProblemBlock } from "../ui/problem";

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

export function LogLevel({ state, label }: { state: SessionState; label: string }): JSX.Element {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [wanted, setWanted] = useState("");
  const set = (level: string): void => {
    setWanted(level);
    setProblem(null);
    if (level === "") return;
    api.send("PUT", sessionPath(state.id, "/level"), JSON.stringify({ level })).then(
      () => say(`the server was told to log from ${level} on`),
      (thrown: unknown) => setProblem(problemOf(thrown)),
    );
  };
  return (
    <>
      <label class="line">
        <span>{label}</span>
        <select class="input" value={wanted} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">as it is</option>
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
