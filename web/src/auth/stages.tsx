// Owns the stages of a login as a list: how each went, its steps with what was checked, the exchange behind each,
// and the button that runs the flow up to there.
import type { JSX } from "preact";
import type { AuthExchange, AuthStep, LoginStage, StageName } from "../contract";
import { count, duration } from "../text/measure";
import { Button } from "../ui/button";
import { hrefOfRule } from "./rules";

export const TITLES: Record<StageName, string> = {
  probe: "Probe",
  "resource-metadata": "Resource metadata",
  "server-metadata": "Server metadata",
  client: "Client",
  authorize: "Authorize",
  token: "Token",
  use: "Authenticated call",
  refresh: "Refresh",
  "step-up": "Step-up",
  logout: "Log out",
};

const ABOUT: Record<StageName, string> = {
  probe: "asks the server without a token what it wants",
  "resource-metadata": "finds out which authorization server the server names",
  "server-metadata": "reads the endpoints of the authorization server",
  client: "which scopes are asked for, and as whom",
  authorize: "the user is sent to the authorization server, and comes back",
  token: "the code is exchanged for a token, which is kept",
  use: "the token is presented to the server",
  refresh: "a token that ends is renewed",
  "step-up": "more scopes are asked for when a call needs them",
  logout: "the token is given back",
};

/** Stages that somebody can have run; the others come by themselves. */
export const RUNNABLE: ReadonlySet<StageName> = new Set([
  "probe",
  "resource-metadata",
  "server-metadata",
  "client",
  "authorize",
  "token",
  "use",
]);

const SIGNS: Record<LoginStage["outcome"], string> = {
  passed: "✓",
  warning: "!",
  failed: "✗",
  waiting: "…",
  skipped: "·",
  none: "·",
};

function look(outcome: string): string {
  if (outcome === "failed") return "bad";
  if (outcome === "warning") return "warn";
  return outcome === "passed" ? "ok" : "unknown";
}

/** An address that lacks what was blanked out in it: whoever visits it gets nowhere. */
const BLANKED = /(https?:\/\/[^\s?#]*)[?#]\S*\[REDACTED\]\S*/g;

/** What a stage came to, in one line. */
export function summaryOf(stage: LoginStage): string {
  const last = stage.steps.findLast((step) => step.outcome !== "skipped") ?? stage.steps.at(-1);
  return last === undefined ? ABOUT[stage.stage] : last.what.replace(BLANKED, "$1");
}

/** Leads to the authorization server, in a tab of its own. */
export function OpenLogin({ url }: { url: string }): JSX.Element {
  return (
    <a class="button primary" href={url} target="_blank" rel="noopener noreferrer" aria-label="Open the login">
      Open
    </a>
  );
}

export function Stages({
  stages,
  onRun,
  busy,
  url = null,
}: {
  stages: readonly LoginStage[];
  onRun(stage: StageName): void;
  busy: StageName | null;
  /** Where the login that waits goes on; null while none does. */
  url?: string | null;
}): JSX.Element {
  return (
    <section aria-labelledby="auth-stages">
      <h2 id="auth-stages">The steps of a login</h2>
      <ol class="stages">
        {stages.map((stage, index) => (
          <li key={stage.stage} class={`auth-stage is-${look(stage.outcome)}`} data-stage={stage.stage}>
            <div class="stage-head">
              <span class={`sign ${look(stage.outcome)}`} aria-hidden="true">
                {SIGNS[stage.outcome]}
              </span>
              <strong class="stage-title">
                {index + 1} {TITLES[stage.stage]}
              </strong>
              <span class="stage-what">
                {stage.outcome === "none" ? null : <span class="sr-only">{stage.outcome}: </span>}
                {summaryOf(stage)}
                {stage.from === null ? null : <span class="muted"> · by a {stage.from}</span>}
              </span>
              {stage.stage === "authorize" && url !== null ? <OpenLogin url={url} /> : null}
              {RUNNABLE.has(stage.stage) ? (
                <Button
                  look="quiet"
                  label={`Run to here: ${TITLES[stage.stage]}`}
                  onClick={() => onRun(stage.stage)}
                >
                  {busy === stage.stage ? "Running…" : "Run to here"}
                </Button>
              ) : null}
            </div>
            {stage.steps.length === 0 ? null : (
              <details class="fold" {...(stage.outcome === "failed" ? { open: true } : {})}>
                <summary>{count(stage.steps.length, "step")}, checks and exchanges</summary>
                <ol class="stage-steps">
                  {stage.steps.map((step, at) => (
                    <Step key={at} step={step} />
                  ))}
                </ol>
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Step({ step }: { step: AuthStep }): JSX.Element {
  const href = step.rule === undefined ? null : hrefOfRule(step.rule);
  return (
    <li>
      <p>
        <span class={`sign ${look(step.outcome)}`} aria-hidden="true">
          {SIGNS[step.outcome as LoginStage["outcome"]] ?? "·"}
        </span>{" "}
        <span class="muted">
          {step.step}, {step.outcome}:
        </span>{" "}
        {step.what}
        {step.rule === undefined ? null : href === null ? (
          <span class="muted"> ({step.rule})</span>
        ) : (
          <>
            {" "}
            <a href={href} target="_blank" rel="noopener noreferrer">
              {step.rule}
            </a>
          </>
        )}
      </p>
      {step.what.search(BLANKED) < 0 ? null : (
        <p class="muted">This address is not one to visit: what is [REDACTED] is missing in it. Open leads to the login.</p>
      )}
      {step.expected === undefined ? null : (
        <p class="muted">
          expected {step.expected}, came {step.came ?? "nothing"}
        </p>
      )}
      {step.advice === undefined ? null : <p class="hint">→ {step.advice}</p>}
      {step.exchange === undefined ? null : <Exchange exchange={step.exchange} />}
    </li>
  );
}

function headersText(headers: readonly [string, string][] | undefined): string {
  return (headers ?? []).map(([name, value]) => `${name}: ${value}`).join("\n");
}

/** Both halves of an exchange as text, secrets blanked out by the backend. */
export function exchangeText(exchange: AuthExchange): { request: string; response: string } {
  const part = (head: string, headers: string, body: string | undefined): string =>
    [head, headers, ...(body === undefined ? [] : ["", body])].filter((line, at) => at > 1 || line !== "").join("\n");
  return {
    request: part(`${exchange.method} ${exchange.url}`, headersText(exchange.requestHeaders), exchange.requestBody),
    response: part(
      exchange.status === undefined ? (exchange.error ?? "no answer") : `HTTP ${exchange.status}`,
      headersText(exchange.responseHeaders),
      exchange.responseBody,
    ),
  };
}

function Exchange({ exchange }: { exchange: AuthExchange }): JSX.Element {
  const { request, response } = exchangeText(exchange);
  return (
    <details class="fold exchange">
      <summary>
        <span class="mono">
          {exchange.method} {exchange.url}
        </span>{" "}
        <span class="muted">
          {exchange.status ?? exchange.error ?? "no answer"} · {duration(exchange.durationMs * 1e6)}
        </span>
      </summary>
      <pre class="wire" role="group" tabIndex={0} aria-label="Request">
        {request}
      </pre>
      <pre class="wire" role="group" tabIndex={0} aria-label="Response">
        {response}
      </pre>
    </details>
  );
}
