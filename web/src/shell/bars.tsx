// Owns the bars above a view that say what is wrong with the connection: of the page with mcp-inspector, and of
// mcp-inspector with the server. They stay as long as it is so; history can be read meanwhile.
import type { JSX } from "preact";
import type { SessionState } from "../contract";
import { hasToken } from "../api";
import { problemOf } from "../problem";
import { dismissLoss, lossOf } from "../store/came-back";
import { choose, isShown } from "../store/doctor-shown";
import { formatRoute } from "../store/route";
import { backendGone, command, missing, news, openFault, reach, sessionNow } from "../store/sessions";
import { timeOfDay } from "../text/measure";
import { brief, ONE_LINE } from "../text/told";
import { Button } from "../ui/button";
import { later } from "../ui/later";
import { say } from "../ui/copy";
import { useNow } from "../ui/ticking";
import { ConnectSteps } from "./connect-steps";

const LoginWaits = later("LoginWaits", "overlay");

export function BackendBar(): JSX.Element | null {
  const now = reach.value;
  if (now.state === "gone") return <GoneBar retryAt={now.retryAt} />;
  if (now.state !== "refused") return null;
  const words =
    now.problem.status === 401
      ? hasToken()
        ? "The token of this tab is not that of the mcp-inspector that runs here; it was probably started again. Open the link it printed last."
        : "This tab has no token. Open the link that mcp-inspector printed in its terminal: it ends in #token=…"
      : brief(`${now.problem.message}${now.problem.hint === null ? "" : ` → ${now.problem.hint}`}`);
  return (
    <div class="notice-bar bad" role="alert">
      {words}
    </div>
  );
}

function GoneBar({ retryAt }: { retryAt: number }): JSX.Element {
  const left = Math.max(0, Math.ceil((retryAt - useNow()) / 1000));
  return (
    <div class="notice-bar bad" role="alert">
      <strong>mcp-inspector does not answer.</strong> What is on this page can be read. If it was stopped, start it and open the link it prints.{" "}
      <span aria-hidden="true">{left === 0 ? "Trying…" : `Next try in ${left} s.`}</span>
    </div>
  );
}

function act(work: Promise<unknown>): void {
  work.catch((thrown: unknown) => say(problemOf(thrown).message));
}

export function ServerBar({ state }: { state: SessionState }): JSX.Element | null {
  if (missing.value === state.id)
    return (
      <div class="notice-bar warn" role="alert">
        <strong>This session is not open any more.</strong> It was closed, or mcp-inspector was started again. What is on
        this page can be read. <span class="spring" />
        <a href="#/">Connect to a server</a>
      </div>
    );
  if (state.origin === "recording")
    return (
      <div class="notice-bar quiet" role="status">
        This is a recording: everything can be looked at, nothing can be sent.
      </div>
    );
  // How the server stands is not known; the bar above says why.
  if (backendGone.value) return null;
  switch (state.phase) {
    case "ready":
      return (
        <>
          {(news.value?.counts.auth ?? 0) > 0 ? <LoginWaits state={state} /> : null}
          <CameBack state={state} />
        </>
      );
    case "starting":
    case "initializing":
      return <ConnectingBar state={state} />;
    case "backoff":
      return <BackoffBar state={state} />;
    case "closing":
      return (
        <div class="notice-bar warn" role="status">
          Disconnecting…
        </div>
      );
    case "closed":
      return (
        <div class="notice-bar warn" role="alert">
          {state.fault === null
            ? "Disconnected."
            : `${brief(state.fault.message, ONE_LINE)} (${timeOfDay(state.openedAt, state.phaseSinceNs)})`}{" "}
          <span class="spring" />
          <Button onClick={() => act(command(state.id, "reconnect"))}>Reconnect</Button>
          <DoctorButton state={state} />
        </div>
      );
  }
}

/** Told until somebody has read it: what a server had in memory went with its process. */
function CameBack({ state }: { state: SessionState }): JSX.Element | null {
  const words = lossOf(state.id);
  if (words === null) return null;
  return (
    <div class="notice-bar back" role="status">
      {words} It is connected again; what it had in memory may be gone. <span class="spring" />
      <Button onClick={() => dismissLoss(state.id)}>Dismiss</Button>
    </div>
  );
}

function DoctorButton({ state }: { state: SessionState }): JSX.Element | null {
  const fault = openFault.value;
  if (fault === null) return null;
  const shown = isShown(state, fault);
  return (
    <Button pressed={shown} onClick={() => choose(state, fault, shown ? "away" : "shown")}>
      Doctor
    </Button>
  );
}

function ConnectingBar({ state }: { state: SessionState }): JSX.Element {
  const wantsLogin = (news.value?.counts.auth ?? 0) > 0;
  return (
    <div class="notice-bar quiet" role="status">
      <span aria-hidden="true">●</span> Connecting <ConnectSteps of={state} />{" "}
      {wantsLogin ? (
        <>
          The server wants a login. <a href={formatRoute({ screen: "auth", session: state.id })}>Log in</a>
        </>
      ) : null}
      <span class="spring" />
      <Button onClick={() => act(command(state.id, "stop"))}>Cancel</Button>
      <DoctorButton state={state} />
    </div>
  );
}

function BackoffBar({ state }: { state: SessionState }): JSX.Element {
  const now = sessionNow(state, useNow());
  const left = state.retryAtNs === null ? null : Math.max(0, Math.ceil((state.retryAtNs - now) / 1e9));
  return (
    <div class="notice-bar warn" role="alert">
      {state.fault === null ? "The connection was lost" : brief(state.fault.message, ONE_LINE)} · attempt {state.failures + 1}{" "}
      <span aria-hidden="true">{left === null ? "soon" : `in ${left} s`}</span> <span class="spring" />
      <Button onClick={() => act(command(state.id, "reconnect"))}>Now</Button>
      <Button onClick={() => act(command(state.id, "stop"))}>Stop</Button>
      <DoctorButton state={state} />
    </div>
  );
}
