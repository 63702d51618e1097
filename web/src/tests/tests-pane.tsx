// Owns the list of saved calls: each with what is expected of it and how its last run went, runs, and the files for others.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ScriptStep, SessionState } from "../contract";
import { problemOf } from "../problem";
import { script, stopTests } from "../store/marks";
import { formatRoute } from "../store/route";
import { summaries } from "../store/sessions";
import { duration } from "../text/measure";
import { visible } from "../text/signs";
import { Button } from "../ui/button";
import { copy, say } from "../ui/copy";
import { JsonText } from "../ui/json";
import { expectOf, goOn, removeStep, runTests, saveJunit, saveScript } from "./acts";
import { assertionText, inWords, type Kind, KINDS, textsOf } from "./assertion";

export function TestsPane({ state }: { state: SessionState }): JSX.Element {
  const { steps, running, onError, text, trouble } = script.value;
  const readOnly = state.origin === "recording";
  if (steps.length === 0) {
    return (
      <div class="stats" role="group" aria-label="Saved steps" tabIndex={0}>
        <Trouble text={trouble} />
        <p class="muted">
          No call was saved yet. “Save as test step” in the menu of a row (<kbd>.</kbd>) of the Timeline puts it here; the steps
          together are a script for <code>mcp-inspector --cli --script FILE</code>.
        </p>
        <Recordings />
      </div>
    );
  }
  const ended = steps.filter((step) => step.ran !== null && !["waiting", "running"].includes(step.ran.state));
  const how = (...states: string[]): number => ended.filter((step) => states.includes(step.ran?.state ?? "")).length;
  const passed = how("passed");
  const others = ([["failed", how("failed", "broken")], ["stopped", how("stopped")], ["skipped", how("skipped")]] as const).flatMap(
    ([word, many]) => (many === 0 ? [] : [`${many} ${word}`]),
  );
  return (
    <div class="stats" role="group" aria-label="Saved steps" tabIndex={0}>
      <div class="steps-bar">
        {readOnly ? null : (
          <>
            {running ? (
              <Button look="primary" keys="X" onClick={stopTests}>
                Stop
              </Button>
            ) : (
              <Button look="primary" onClick={() => runTests(state.id)}>
                Run all
              </Button>
            )}
            <label class="line">
              <input
                type="checkbox"
                checked={onError === "continue"}
                onChange={(event) => goOn(state.id, event.currentTarget.checked)}
              />{" "}
              Go on after a failure
            </label>
          </>
        )}
        <Button onClick={() => saveScript(state)}>Download script</Button>
        <Button onClick={() => void copy(text, "the script")}>Copy script</Button>
        <Button onClick={() => saveJunit(state)}>Download JUnit</Button>
        <span role="status">
          {running ? "Running… " : ""}
          {ended.length === 0 ? "" : [`${passed} of ${steps.length} passed`, ...others].join(", ")}
        </span>
      </div>
      <Trouble text={trouble} />
      <p class="muted">
        In a pipeline: <code>mcp-inspector --cli --script FILE --junit report.xml</code> and the server.
      </p>
      <Recordings />
      <ol class="saved-steps">
        {steps.map((step, index) => (
          <Step key={step.number} state={state} step={step} place={index + 1} readOnly={readOnly} />
        ))}
      </ol>
    </div>
  );
}

/** Why saved calls are not in their file. */
function Trouble({ text }: { text: string | null }): JSX.Element | null {
  return text === null ? null : (
    <p class="warn-line" role="status">
      {text}
    </p>
  );
}

function Recordings(): JSX.Element {
  return (
    <p class="muted">
      Calls of a recording can be saved as well: <a href="#/">open a recording</a>, without a server, on Connect.
    </p>
  );
}

interface StepProps {
  state: SessionState;
  step: ScriptStep;
  place: number;
  readOnly: boolean;
}

function Step({ state, step, place, readOnly }: StepProps): JSX.Element {
  const [adding, setAdding] = useState(false);
  const name = visible(`${step.method} ${step.target}`);
  const texts = textsOf(step);
  const addId = `add-assertion-${step.number}`;
  // What had the focus is gone: it goes to where the next assertion begins.
  const closed = (): void => {
    setAdding(false);
    setTimeout(() => document.getElementById(addId)?.focus(), 0);
  };
  return (
    <li>
      <div class="step-head">
        <span class="muted">{place}.</span> <strong class="mono">{step.method}</strong>{" "}
        <span class="mono">{visible(step.target)}</span> <Outcome step={step} />
        <span class="step-acts">
          {readOnly ? null : (
            <Button label={`Run step ${name}`} onClick={() => runTests(state.id, step.number)}>
              Run
            </Button>
          )}
          <RowLink step={step} />
          <Button label={`Remove step ${name}`} onClick={() => removeStep(state.id, step.number)}>
            Remove
          </Button>
        </span>
      </div>
      {step.blanked ? (
        <p class="warn-line">
          Something in it is a secret, which is not kept: it cannot be called again from here.
        </p>
      ) : null}
      <ul class="assertions" aria-label={`What is expected of ${name}`}>
        {texts.map((text, index) => (
          <li key={`${index} ${text}`}>
            <Assertion
              text={text}
              verdict={step.ran?.verdicts[index]}
              remove={() => {
                const others = texts.filter((_, other) => other !== index);
                expectOf(state.id, step.number, others).then(closed, (thrown: unknown) => say(problemOf(thrown).message));
              }}
            />
          </li>
        ))}
        <li>
          {adding ? (
            <AssertionForm
              of={name}
              hasTool={step.method === "tools/call"}
              close={closed}
              add={(text) => expectOf(state.id, step.number, [...texts, text])}
            />
          ) : (
            <Button look="quiet" id={addId} label={`Add an assertion to ${name}`} onClick={() => setAdding(true)}>
              + Add an assertion
            </Button>
          )}
        </li>
      </ul>
      <JsonText text={step.step} label={`Step ${name}`} />
    </li>
  );
}

/** Leads to the row of the last run, or to the one the step was made of, as long as its session is open. */
function RowLink({ step }: { step: ScriptStep }): JSX.Element | null {
  const ran = step.ran?.seq == null ? null : step.ran;
  const session = ran?.session ?? step.session;
  if (!(summaries.value ?? []).some((one) => one.id === session)) return null;
  const seq = ran?.seq ?? step.seq;
  return (
    <a class="button plain" href={formatRoute({ screen: "timeline", session, seq, filter: "" })}>
      {ran === null ? "Row it was made of" : "Row of the run"}
    </a>
  );
}

function Outcome({ step }: { step: ScriptStep }): JSX.Element {
  const { ran } = step;
  const took = ran?.durationMs == null ? "" : ` in ${duration(ran.durationMs * 1e6)}`;
  return (
    <span role="status">
      {ran === null ? null : ran.state === "passed" ? (
        <span class="tl-status-ok">passed{took}</span>
      ) : ran.state === "failed" || ran.state === "broken" ? (
        <span class="tl-status-error">
          failed{took}
          {ran.why === null ? "" : `: ${ran.why}`}
        </span>
      ) : (
        <span class="muted">
          {ran.state === "skipped" || ran.state === "stopped" ? `${ran.state}: ${ran.why ?? ""}` : `${ran.state}…`}
        </span>
      )}
    </span>
  );
}

interface AssertionProps {
  text: string;
  verdict: { passed: boolean; expected: string; actual: string } | undefined;
  remove(): void;
}

function Assertion({ text, verdict, remove }: AssertionProps): JSX.Element {
  const words = inWords(text);
  return (
    <>
      {verdict === undefined ? null : verdict.passed ? (
        <span class="tl-status-ok">holds: </span>
      ) : (
        <span class="tl-status-error">fails: </span>
      )}
      <span class="mono">{words}</span>{" "}
      {verdict === undefined || verdict.passed ? null : (
        <span class="assertion-came">
          expected <code>{verdict.expected}</code>, got <code>{verdict.actual}</code>
        </span>
      )}{" "}
      <Button look="quiet" label={`Remove the assertion ${words}`} onClick={remove}>
        ×
      </Button>
    </>
  );
}

interface FormProps {
  of: string;
  hasTool: boolean;
  close(): void;
  add(text: string): Promise<void>;
}

function AssertionForm({ of, hasTool, close, add }: FormProps): JSX.Element {
  const [kind, setKind] = useState<Kind>("equals");
  const [path, setPath] = useState(hasTool ? "/structuredContent" : "");
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const offered = KINDS.filter((one) => hasTool || one.ofTools !== true);
  const asks = KINDS.find((one) => one.kind === kind);
  const submit = (): void => {
    const text = assertionText(kind, path, value);
    if (text === null) setProblem("the value is not JSON: a text has quotes around it");
    else add(text).then(close, (thrown: unknown) => setProblem(problemOf(thrown).message));
  };
  return (
    <form
      class="assertion-form"
      aria-label={`Assertion about ${of}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <label class="line">
        <span>Expect that</span>
        <select
          class="input"
          value={kind}
          ref={(select) => {
            if (select !== null && document.activeElement?.closest(".assertion-form") == null) select.focus();
          }}
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
        >
          {offered.map((one) => (
            <option key={one.kind} value={one.kind}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
      {asks?.path === true ? (
        <label class="line">
          <span>Path</span>
          <input class="input mono" value={path} onInput={(event) => setPath(event.currentTarget.value)} />
        </label>
      ) : null}
      {asks?.value === undefined ? null : (
        <label class="line">
          <span>{asks.value}</span>
          <input class="input mono" value={value} onInput={(event) => setValue(event.currentTarget.value)} />
        </label>
      )}
      <Button look="primary">Add</Button>
      <Button onClick={close}>Cancel</Button>
      {problem === null ? null : (
        <span class="tl-status-error" role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
