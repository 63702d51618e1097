// Owns the Auth screen: the steps of a login with what was found at each, the tokens that are kept, and the
// verbs: log in, renew, log out. Tokens themselves never reach the page.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import type { AuthStep, LoginStatus, SessionState } from "../contract";
import { type Problem, problemOf, problemOfFault } from "../problem";
import { formatRoute } from "../store/route";
import { news } from "../store/sessions";
import { duration } from "../text/measure";
import { Button } from "../ui/button";
import { ProblemBlock } from "../ui/problem";

/** Steps other than these members are shown as further facts of a step. */
const SHOWN: ReadonlySet<string> = new Set(["step", "outcome", "what"]);

export function Auth({ state }: { state: SessionState }): JSX.Element {
  const server = state.serverId ?? state.id;
  const place = `/${encodeURIComponent(server)}`;
  const [status, setStatus] = useState<LoginStatus | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const authRows = news.value?.counts.auth ?? 0;
  const overHttp = /^https?:/i.test(state.place);
  useEffect(() => {
    if (!overHttp) return undefined;
    const stop = new AbortController();
    api
      .get<LoginStatus>(`/oauth/status${place}`, stop.signal)
      .then(setStatus)
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setProblem(problemOf(thrown));
      });
    return () => stop.abort();
  }, [place, asked, authRows, state.phase, overHttp]);

  if (!overHttp) {
    return (
      <div class="page">
        <h2>Logging in</h2>
        <p class="empty">
          This server is a program that runs here ({state.transport ?? "stdio"}); logins are for servers on HTTP. What
          it needs to know goes into its variables.
        </p>
      </div>
    );
  }
  const act = (work: Promise<unknown>): void => {
    setProblem(null);
    work.catch((thrown: unknown) => setProblem(problemOf(thrown))).finally(() => setAsked((times) => times + 1));
  };
  const logIn = (): void =>
    act(
      api.get<{ authorizationUrl?: string }>(`/oauth/authorize${place}`).then((answer) => {
        setUrl(answer.authorizationUrl ?? null);
      }),
    );
  return (
    <div class="page">
      <h2>Logging in</h2>
      <div class="answer-line">
        <Button look="primary" onClick={logIn}>
          Log in
        </Button>
        <Button onClick={() => act(api.send("POST", `/oauth/refresh${place}`))}>Renew the token</Button>
        <Button onClick={() => act(api.send("DELETE", `/oauth/token${place}`))}>Log out</Button>
        <Button look="quiet" onClick={() => setAsked(asked + 1)}>
          Look again
        </Button>
      </div>
      {url === null || status?.lastLogin?.outcome === "granted" ? null : <Elsewhere url={url} />}
      {problem === null ? null : <ProblemBlock problem={problem} />}
      {status === null ? null : <Tokens status={status} />}
      {status === null ? null : <Steps status={status} />}
      <p>
        <a href={formatRoute({ screen: "timeline", session: state.id, seq: null, filter: "kind:auth|http" })}>
          The exchanges of the login in the timeline
        </a>
      </p>
    </div>
  );
}

/** Where the user has to go. It is a link and not opened by itself: who opens it sees where it leads. */
function Elsewhere({ url }: { url: string }): JSX.Element {
  return (
    <p class="card plain">
      The login goes on at the authorization server:{" "}
      <a href={url} target="_blank" rel="noopener noreferrer" class="mono address">
        {url}
      </a>
    </p>
  );
}

function Tokens({ status }: { status: LoginStatus }): JSX.Element {
  if (status.tokens.length === 0) return <p class="muted">No token is kept for this server.</p>;
  return (
    <table class="table">
      <caption>Tokens that are kept</caption>
      <thead>
        <tr>
          <th scope="col">issuer</th>
          <th scope="col">type</th>
          <th scope="col">scopes</th>
          <th scope="col">expires</th>
          <th scope="col">renewable</th>
        </tr>
      </thead>
      <tbody>
        {status.tokens.map((token) => (
          <tr key={`${token.issuer} ${token.resource}`}>
            <td class="mono">{token.issuer}</td>
            <td>
              {token.tokenType}
              {token.isKeyBound ? ", bound to a key" : ""}
            </td>
            <td>{token.scopes.join(" ")}</td>
            <td>{expiry(token.expiresAt, Date.now())}</td>
            <td>{token.canBeRenewed ? "yes" : "no"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function expiry(at: string | undefined, now: number): string {
  if (at === undefined) return "not said";
  const left = Date.parse(at) - now;
  return left <= 0 ? "expired" : `in ${duration(left * 1e6)}`;
}

const SIGNS: Record<string, string> = { passed: "✓", failed: "✗", waiting: "…", skipped: "·" };

function Steps({ status }: { status: LoginStatus }): JSX.Element {
  const login = status.lastLogin;
  if (login === null) return <p class="muted">There was no login since mcp-inspector started.</p>;
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">Last login: {login.outcome}</h2>
      {login.fault === undefined ? null : <ProblemBlock problem={problemOfFault(login.fault)} />}
      <ol class="steps auth-steps">
        {login.steps.map((step, index) => (
          <StepLine key={index} step={step} />
        ))}
      </ol>
    </section>
  );
}

function StepLine({ step }: { step: AuthStep }): JSX.Element {
  const more = Object.entries(step).filter(([name]) => !SHOWN.has(name));
  const look = step.outcome === "failed" ? "bad" : step.outcome === "passed" ? "ok" : "unknown";
  return (
    <li class={look}>
      <span class={`sign ${look}`} aria-hidden="true">
        {SIGNS[step.outcome] ?? "·"}
      </span>
      <span class="step-name">
        {step.step} <span class="muted">{step.outcome}</span>
      </span>
      <span class="step-what">
        {step.what}
        {more.length === 0 ? null : (
          <details class="fold">
            <summary>more</summary>
            <pre class="wire">{JSON.stringify(Object.fromEntries(more), null, 2)}</pre>
          </details>
        )}
      </span>
    </li>
  );
}
