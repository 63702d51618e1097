// Owns the Doctor: why a connection failed, step by step, with what the process said and what to do. It stays
// until it is put away or the connection works.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { Fault, SessionState, TimelinePage } from "../contract";
import { helpPath, problemOf } from "../problem";
import { diagnose, report } from "../store/doctor";
import { choose, worked } from "../store/doctor-shown";
import { editOpened } from "../store/editing-again";
import { formatRoute } from "../store/route";
import { command } from "../store/sessions";
import { visible } from "../text/signs";
import { plain } from "../text/ansi";
import { brief } from "../text/told";
import { AddVariable } from "./add-variable";
import { Button } from "../ui/button";
import { copy, say } from "../ui/copy";

const SIGNS = { ok: "✓", bad: "✗", unknown: "·" } as const;
const WORDS = { ok: "worked", bad: "failed", unknown: "not reached" } as const;

export function Doctor({
  state,
  fault,
  dismissable,
}: {
  state: SessionState;
  fault: Fault;
  dismissable: boolean;
}): JSX.Element {
  const { id, place } = state;
  const lastLines = useLastLines(id, fault);
  const told = diagnose(state.name, place, fault, worked(state));
  const diagnosis = told.stderr.length === 0 ? { ...told, stderr: lastLines } : told;
  const help = helpPath(fault.helpUrl, location.origin);
  return (
    <section class="doctor" aria-labelledby="doctor-title" role="region">
      <h2 id="doctor-title">{brief(diagnosis.title)}</h2>
      <ul class="steps">
        {diagnosis.steps.map((step) => (
          <li key={`${step.name} ${step.what}`} class={step.verdict}>
            <span class={`sign ${step.verdict}`} aria-hidden="true">
              {SIGNS[step.verdict]}
            </span>
            <span class="step-name">
              {step.name}
              <span class="sr-only"> {WORDS[step.verdict]}</span>
            </span>
            <span class="step-what">{brief(step.what)}</span>
          </li>
        ))}
      </ul>
      {diagnosis.answer === null ? null : <Lines label={diagnosis.answer.about} lines={[diagnosis.answer.text]} />}
      {diagnosis.stderr.length === 0 ? null : <Lines label="stderr" lines={diagnosis.stderr} />}
      {diagnosis.junk.length === 0 ? null : <Lines label="stdout, not messages" lines={diagnosis.junk} />}
      {typeof fault.details?.originalError === "string" ? (
        <p class="muted mono">{brief(fault.details.originalError)}</p>
      ) : null}
      {diagnosis.hint === null ? null : <p class="hint">→ {brief(diagnosis.hint)}</p>}
      {state.origin === "face"
        ? diagnosis.missing.map((name) => <AddVariable key={name} state={state} name={name} />)
        : null}
      <div class="answer-line">
        {state.origin === "recording" ? null : (
          <Button
            look="primary"
            onClick={() => {
              command(id, "reconnect").catch((thrown: unknown) => say(problemOf(thrown).message));
            }}
          >
            Retry
          </Button>
        )}
        {state.origin === "face" ? <Button onClick={() => void editOpened(state)}>Edit</Button> : null}
        {diagnosis.wantsLogin && state.origin !== "recording" ? (
          <a class="button plain" href={formatRoute({ screen: "auth", session: id })}>
            Open Auth
          </a>
        ) : null}
        <Button onClick={() => void copy(report(diagnosis, place, fault), "the report")}>Copy report</Button>
        {help === null ? null : (
          <a href={help} target="_blank" rel="noopener">
            About {fault.code}
          </a>
        )}
        <span class="spring" />
        {dismissable ? (
          <Button look="quiet" onClick={() => choose(state, fault, "away")}>
            Dismiss
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** How many lines of a process that runs are told. */
const LAST_LINES = 20;

/** What a process wrote last that ran as time ran out: of one that ended the fault has it. */
function useLastLines(id: string, fault: Fault): readonly string[] {
  const [lines, setLines] = useState<readonly string[]>([]);
  const runs = fault.details?.isRunning === true;
  useEffect(() => {
    setLines([]);
    if (!runs) return undefined;
    const stop = new AbortController();
    api
      .get<TimelinePage>(sessionPath(id, `/timeline?filter=kind:stderr&from=-${LAST_LINES}&limit=${LAST_LINES}`), stop.signal)
      .then((page) => setLines(page.rows.map((row) => row.target)))
      // Without them the Doctor says what else is known.
      .catch(() => undefined);
    return () => stop.abort();
  }, [id, runs, fault.message]);
  return lines;
}

function Lines({ label, lines }: { label: string; lines: readonly string[] }): JSX.Element {
  return (
    <figure class="block">
      <figcaption class="muted">{label}</figcaption>
      <pre class="wire" tabIndex={0} aria-label={label}>
        {visible(plain(lines.join("\n")), true)}
      </pre>
    </figure>
  );
}
