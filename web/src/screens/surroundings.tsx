// Owns what a server is given besides messages, on the Server screen: the headers of its requests or the
// environment of its process, with where each comes from. Secrets do not get here.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { NamedValue, SessionState, Surroundings as Given } from "../contract";
import { type Problem, problemOf } from "../problem";
import { count } from "../text/measure";
import { ProblemBlock } from "../ui/problem";

const ORIGINS: Record<NamedValue["from"], string> = {
  config: "config",
  commandLine: "command line",
  face: "given when it was opened",
  otherClient: "config of another client",
  demo: "the demo",
  inherited: "inherited",
  protocol: "protocol",
  login: "login",
  recording: "recording",
};

export function Surroundings({ state }: { state: SessionState }): JSX.Element | null {
  const [given, setGiven] = useState<Given | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    api.get<Given>(sessionPath(state.id, "/surroundings"), stop.signal).then(
      (answer) => {
        setGiven(answer);
        setProblem(null);
      },
      (thrown: unknown) => {
        if (!stop.signal.aborted) setProblem(problemOf(thrown));
      },
    );
    return () => stop.abort();
  }, [state.id, state.phase]);
  const environment = given?.environment ?? null;
  const set = environment?.filter((one) => one.from !== "inherited") ?? [];
  const inherited = environment?.filter((one) => one.from === "inherited") ?? [];
  return (
    <section aria-labelledby="surroundings">
      <h2 id="surroundings">{given?.environment == null ? "Headers" : "Environment"}</h2>
      {problem === null ? null : <ProblemBlock problem={problem} title="It is not known what the server is given." />}
      {given === null ? null : given.headers === null && environment === null ? (
        <p class="muted">{state.origin === "recording" ? "The recording does not have them." : "Not known."}</p>
      ) : null}
      {given?.cwd == null ? null : (
        <p>
          <span class="muted">started in</span> <code>{given.cwd}</code>
        </p>
      )}
      {given?.headers == null ? null : given.headers.length === 0 ? (
        <p class="muted">No headers are set up.</p>
      ) : (
        <Values caption="Headers of the newest request" rows={given.headers} />
      )}
      {environment === null ? null : set.length === 0 ? (
        <p class="muted">No variables are set for it.</p>
      ) : (
        <Values caption="Set for it" rows={set} />
      )}
      {inherited.length === 0 ? null : (
        <details>
          <summary>{count(inherited.length, "inherited variable")}</summary>
          <Values caption="Inherited" rows={inherited} />
        </details>
      )}
    </section>
  );
}

function Values({ caption, rows }: { caption: string; rows: readonly NamedValue[] }): JSX.Element {
  return (
    <table class="table values">
      <caption class="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">name</th>
          <th scope="col">value</th>
          <th scope="col">from</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={`${row.name} ${index}`}>
            <th scope="row" class="mono">
              {row.name}
            </th>
            <td class="mono">
              {row.masked ? <span class="muted">{row.value.replaceAll("[REDACTED]", "••••••")}</span> : row.value}
              {row.masked ? <span class="sr-only"> masked</span> : null}
            </td>
            <td class="muted">{ORIGINS[row.from]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
