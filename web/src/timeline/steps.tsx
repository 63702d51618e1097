// The calls that were saved as steps of a script: what they are, running them, and the file that
// `--cli --script` reads.
import type { JSX } from "preact";
import type { Script } from "../contract";
import type { StepState } from "../store/marks";
import { JsonText } from "../ui/json";

interface StepsPaneProps {
  script: Script;
  states: ReadonlyMap<number, StepState>;
  /** Nothing can be sent: this is a recording. */
  readOnly: boolean;
  isRunning: boolean;
  save(): void;
  copy(): void;
  runAll(): void;
  remove(number: number): void;
  open(seq: number): void;
}

export function StepsPane(props: StepsPaneProps): JSX.Element {
  const { script, states, readOnly, isRunning, save, copy, runAll, remove, open } = props;
  const { steps } = script;
  if (steps.length === 0) {
    return (
      <div class="stats" role="group" aria-label="Saved steps" tabIndex={0}>
        <p class="muted">
          No call was saved yet. “Save as test step” in the menu of a row (<kbd>.</kbd>) puts it here; the steps together are a
          script for <code>mcp-inspector --cli --script FILE</code>.
        </p>
      </div>
    );
  }
  return (
    <div class="stats" role="group" aria-label="Saved steps" tabIndex={0}>
      <p class="steps-bar">
        {!readOnly && (
          <button type="button" onClick={runAll}>
            {isRunning ? "Running…" : "Run all"}
          </button>
        )}
        <button type="button" onClick={save}>
          Download script
        </button>
        <button type="button" onClick={copy}>
          Copy script
        </button>
        <span class="muted">
          Run it with <code>mcp-inspector --cli --script FILE</code> and the server.
        </span>
      </p>
      <ol class="saved-steps">
        {steps.map((step, index) => (
          <li key={step.number}>
            <div class="step-head">
              <span class="muted">{index + 1}.</span> <strong class="mono">{step.method}</strong> <span class="mono">{step.target}</span>{" "}
              <Verdict state={states.get(step.number)} />
              <span class="step-acts">
                <button type="button" onClick={() => open(step.seq)}>
                  Row
                </button>
                <button type="button" aria-label={`Remove step ${step.method} ${step.target}`} onClick={() => remove(step.number)}>
                  Remove
                </button>
              </span>
            </div>
            <JsonText text={step.step} label={`Step ${step.method} ${step.target}`} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Verdict({ state }: { state: StepState | undefined }): JSX.Element {
  return (
    <span role="status">
      {state === undefined ? null : state.is === "running" ? (
        <span class="muted">running…</span>
      ) : state.is === "done" ? (
        <span class="tl-status-ok">OK</span>
      ) : (
        <span class="tl-status-error">failed: {state.why}</span>
      )}
    </span>
  );
}
