// Owns the Auth screen: the stages of a login, each of which can be run to, the tokens that are kept, and the verbs:
// log in, renew, have it expire, log out, try other settings. Tokens themselves never reach the page.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api";
import { EditAndRetry } from "../auth/edits";
import { OpenLogin, Stages } from "../auth/stages";
import { statusPlace, useStatus, waitsForUser } from "../auth/status";
import { Tokens } from "../auth/tokens";
import type { LoginEdits, LoginStatus, SessionState, StageName } from "../contract";
import { type Problem, problemOf, problemOfFault } from "../problem";
import { formatRoute } from "../store/route";
import { Button } from "../ui/button";
import { say } from "../ui/copy";
import { ProblemBlock } from "../ui/problem";

export function Auth({ state }: { state: SessionState }): JSX.Element {
  return /^https?:/i.test(state.place) ? (
    <Debugger key={state.id} state={state} />
  ) : (
    <div class="page">
      <h2>Logging in</h2>
      <p class="empty">
        This server is a program that runs here ({state.transport ?? "stdio"}); logins are for servers on HTTP. What it
        needs to know goes into its variables.
      </p>
    </div>
  );
}

function Debugger({ state }: { state: SessionState }): JSX.Element {
  const place = statusPlace(state);
  const { status, problem: unread, look } = useStatus(place, state);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState<StageName | null>(null);
  /** The token is to be tried as soon as the login that is under way has brought one. */
  const wantsTrial = useRef(false);
  /** The newest question for an address while it is open: what an earlier one brings is not shown. */
  const asking = useRef<object | null>(null);

  const act = (work: Promise<unknown>, stage: StageName | null = null): void => {
    setProblem(null);
    setBusy(stage);
    work
      .catch((thrown: unknown) => setProblem(problemOf(thrown)))
      .finally(() => {
        setBusy(null);
        look();
      });
  };
  const post = (verb: string, body?: unknown): Promise<unknown> =>
    api.send("POST", `/oauth/${verb}${place}`, body === undefined ? undefined : JSON.stringify(body));
  const logIn = async (edits: LoginEdits | null): Promise<void> => {
    const path = `/oauth/authorize${place}`;
    // The address of another login must not be there to be opened meanwhile.
    setUrl(null);
    const mine = {};
    asking.current = mine;
    const isNewest = (): boolean => asking.current === mine;
    try {
      const answer =
        edits === null
          ? await api.get<{ authorizationUrl?: string }>(path)
          : await api.send<{ authorizationUrl?: string }>("POST", path, JSON.stringify({ settings: edits }));
      if (isNewest()) setUrl(answer.authorizationUrl ?? null);
    } finally {
      if (isNewest()) asking.current = null;
    }
  };
  const outcome = status?.lastLogin?.outcome;
  const waits = waitsForUser(status);
  useEffect(() => {
    // A login that waits for its user is handed out again, so asking begins nothing.
    if (waits && url === null && asking.current === null) act(logIn(null));
  }, [waits]);
  useEffect(() => {
    if (outcome !== "granted" && outcome !== "failed") return;
    setUrl(null);
    if (outcome === "granted" && wantsTrial.current) act(post("try"), "use");
    wantsTrial.current = false;
  }, [outcome]);
  const runTo = (stage: StageName): void => {
    if (stage === "use" && (status?.tokens.length ?? 0) > 0) act(post("try"), stage);
    else if (stage === "authorize" || stage === "token" || stage === "use") {
      wantsTrial.current = stage === "use";
      act(logIn(null), stage);
    } else act(post("walk", { upTo: stage }), stage);
  };
  const expire = (how: "expired" | "access-token-dropped", said: string): void =>
    act(post("expire", { how }).then(() => say(said)));
  const hasToken = (status?.tokens.length ?? 0) > 0;
  return (
    <div class="page auth">
      <h2>Logging in</h2>
      <div class="answer-line">
        <Button look="primary" onClick={() => act(logIn(null))}>
          Log in
        </Button>
        {hasToken ? (
          <>
            <Button onClick={() => act(post("refresh").then(() => say("the token is renewed")))}>Renew now</Button>
            <Button
              title="Its time is over for us: the next call renews it first"
              onClick={() => expire("expired", "the token has expired: the next call renews it")}
            >
              Expire now
            </Button>
            <Button
              title="The next call presents something else: the server refuses it, and then it is renewed"
              onClick={() => expire("access-token-dropped", "the access token is gone: the next call is refused first")}
            >
              Drop the access token
            </Button>
            <Button onClick={() => act(api.send("DELETE", `/oauth/token${place}`).then(() => say("logged out")))}>
              Log out
            </Button>
          </>
        ) : null}
        <Button look="quiet" onClick={look}>
          Look again
        </Button>
      </div>
      {url === null ? null : <Elsewhere url={url} />}
      {problem === null ? null : <ProblemBlock problem={problem} />}
      {unread === null ? null : <ProblemBlock problem={unread} />}
      {status === null ? null : (
        <>
          <LastLogin status={status} />
          <Tokens tokens={status.tokens} />
          <Stages stages={status.stages} onRun={runTo} busy={busy} url={url} />
          <EditAndRetry
            settings={status.settings}
            onWalk={(edits) => act(post("walk", { upTo: "client", settings: edits }), "client")}
            onLogIn={(edits) => act(logIn(edits))}
          />
        </>
      )}
      <p>
        <a href={formatRoute({ screen: "timeline", session: state.id, seq: null, filter: "kind:auth|http" })}>
          The exchanges of the session in the timeline
        </a>
      </p>
    </div>
  );
}

/** Where the user has to go. It is a link and not opened by itself: who opens it sees where it leads. */
function Elsewhere({ url }: { url: string }): JSX.Element {
  return (
    <p class="card plain">
      The login goes on at the authorization server: <OpenLogin url={url} />{" "}
      <a href={url} target="_blank" rel="noopener noreferrer" class="mono address">
        {url}
      </a>
    </p>
  );
}

function LastLogin({ status }: { status: LoginStatus }): JSX.Element {
  const login = status.lastLogin;
  if (login === null) return <p class="muted">There was no login since mcp-inspector started.</p>;
  return (
    <>
      <p>
        Last login: <strong>{login.outcome}</strong>
      </p>
      {login.fault === undefined ? null : <ProblemBlock problem={problemOfFault(login.fault)} />}
    </>
  );
}
