// Owns the App view of a result: the app in its frame, how it stands, and beside it what it is given and what it
// says. Nothing that an app wants is done by itself where a person can be asked.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SessionState } from "../contract";
import { problemOf } from "../problem";
import { go, type ItemRef, route } from "../store/route";
import type { Run } from "../store/runs";
import { bytes } from "../text/measure";
import { brief, ONE_LINE } from "../text/told";
import { Button } from "../ui/button";
import { ProblemBlock } from "../ui/problem";
import { Given } from "./given";
import { SaidByApp } from "./said";
import { mode } from "./mode";
import { ShowingApp } from "./session";

export function AppView({
  state,
  target,
  uri,
  run,
}: {
  state: SessionState;
  target: ItemRef;
  uri: string;
  run: Run;
}): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  const [app, setApp] = useState<ShowingApp | null>(null);
  const [round, setRound] = useState(0);
  const reload = (): void => setRound(round + 1);
  // Not after the next paint: the frame has to be taken out of the pane before the pane goes, or the app is gone
  // before it heard so.
  useLayoutEffect(() => {
    if (holder.current === null) return undefined;
    const stop = new AbortController();
    const showing = new ShowingApp(state.id, target, uri, run.call, holder.current);
    setApp(showing);
    void showing.takeInput(run);
    void showing.open(stop.signal);
    return () => {
      stop.abort();
      void showing.close("the view is closed");
    };
  }, [state.id, target.key, uri, run.call, round]);
  useEffect(() => {
    // The app may call the same tool; its own run must not take the place of the one it shows.
    const now = route.peek();
    if (now.screen === "explore" && now.run === null) go({ ...now, run: run.call }, "replace");
  }, [run.call]);
  const end = run.state.is === "ended" ? run.state.end : null;
  useEffect(() => {
    if (end !== null && app !== null)
      app.takeEnd(end).catch((thrown: unknown) => {
        app.problem.value = problemOf(thrown);
      });
  }, [app, end]);
  const full = mode.value === "fullscreen";
  return (
    <div class={full ? "app-view full" : "app-view"}>
      <div class="app-bar">
        {app === null ? null : <Standing app={app} />}
        <span class="spring" />
        <Button look="quiet" onClick={reload}>
          Reload
        </Button>
        <Button
          look="quiet"
          pressed={full}
          onClick={() => {
            mode.value = full ? "inline" : "fullscreen";
          }}
          {...(full ? { keys: "Escape" } : {})}
        >
          Full screen
        </Button>
      </div>
      {app === null || app.problem.value === null ? null : (
        <ProblemBlock problem={app.problem.value} title="The app cannot be shown." />
      )}
      <div class="app-main">
        <div class="app-frame" ref={holder} />
        {app === null || app.shown.value === null ? null : (
          <div class="app-side">
            <SaidByApp app={app} reload={reload} />
            {app.tooLong.value === null ? null : (
              <p class="muted">The result ({bytes(app.tooLong.value)}) is too long to be given to the app.</p>
            )}
            <Given app={app} />
            <Allowed app={app} />
          </div>
        )}
      </div>
    </div>
  );
}

function Standing({ app }: { app: ShowingApp }): JSX.Element {
  const words = {
    loading: "Loading the app…",
    waiting: "The app is loaded and has not said anything yet.",
    ready: `${app.name.value === "" ? "The app" : brief(app.name.value, ONE_LINE)} runs in a sandbox`,
    silent: "The sandbox of apps does not answer. It is at 127.0.0.1 of the machine that mcp-inspector runs on.",
    closed: "The app is closed.",
  };
  const phase = app.problem.value === null ? app.phase.value : "closed";
  return (
    <span class={phase === "silent" ? "bad" : "muted"} role="status">
      {words[phase]} · <span class="mono">{brief(app.uri, ONE_LINE)}</span>
    </span>
  );
}

/** What the app may load and connect to, and what was not granted. */
function Allowed({ app }: { app: ShowingApp }): JSX.Element | null {
  const shown = app.shown.value;
  if (shown === null) return null;
  const { domains } = shown;
  const rows: [string, string[]][] = [
    ["may connect to", domains.connectDomains],
    ["may load from", domains.resourceDomains],
    ["may embed", domains.frameDomains],
    ["may be relative to", domains.baseUriDomains],
  ];
  const declared = rows.filter(([, list]) => list.length > 0);
  const refused = shown.refused.length + shown.permissions.length;
  const words = declared.length === 0 ? "no web addresses outside" : declared.map(([what]) => what).join(", ");
  return (
    <details class="fold" open={refused > 0}>
      <summary>
        Security: {words} · WebRTC is not stopped
        {refused === 0 ? "" : ` · ${refused} not granted`}
      </summary>
      <ul class="app-allowed">
        {declared.map(([what, list]) => (
          <li key={what}>
            {what} <span class="mono">{list.join(" ")}</span>
          </li>
        ))}
        {shown.refused.map((one) => (
          <li key={one.source} class="warn">
            refused <span class="mono">{one.source}</span>: {one.why}
          </li>
        ))}
        {shown.permissions.map((one) => (
          <li key={one}>
            wants <span class="mono">{one}</span>, which is not granted
          </li>
        ))}
        <li>
          Requests, scripts, pictures, frames and sockets to anywhere else are blocked by the browser. WebRTC is not: no
          policy stops it, and an app that means harm can send out what it is shown, by STUN, TURN or a connection to
          another machine.
        </li>
        <li>{bytes(shown.bytes)} of HTML, under this policy:</li>
        <li class="mono app-policy">{shown.policy}</li>
      </ul>
    </details>
  );
}
