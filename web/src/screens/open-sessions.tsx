// Owns the sessions that are open, as Connect lists them: how each stands, and what can be done about it.
import type { JSX } from "preact";
import type { Summary } from "../contract";
import { problemOf } from "../problem";
import { ConnectSteps } from "../shell/connect-steps";
import { formatRoute } from "../store/route";
import { close, command, summaries } from "../store/sessions";
import { visible } from "../text/signs";
import { brief, ONE_LINE } from "../text/told";
import { Button } from "../ui/button";
import { say } from "../ui/copy";

export function OpenSessions(): JSX.Element | null {
  const all = summaries.value ?? [];
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="open-now">
      <h2 id="open-now">Open now</h2>
      <ul class="server-rows">
        {all.map((one) => (
          <li key={one.id}>
            <a class="server-name" href={formatRoute({ screen: "explore", session: one.id, item: null, run: null })}>
              {visible(one.name)}
            </a>
            <span class={`status ${one.origin === "recording" ? "disconnected" : one.status}`}>
              <span class="dot" aria-hidden="true" /> {one.origin === "recording" ? "recording" : one.status}
            </span>
            <span class="muted mono server-place" title={one.place}>
              {visible(one.place)}
            </span>
            <ConnectSteps of={one} />
            <OpenAct of={one} />
            <Button
              look="quiet"
              label={`Close ${one.name}`}
              onClick={() => {
                close(one.id).catch((thrown: unknown) => say(problemOf(thrown).message));
              }}
            >
              Close
            </Button>
            {one.fault === null ? null : <span class="warn-line">{brief(one.fault.message, ONE_LINE)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What can be done about how a session stands: nothing where it is connected. */
function OpenAct({ of }: { of: Summary }): JSX.Element | null {
  if (of.origin === "recording" || of.status === "connected" || of.status === "disconnecting") return null;
  const act = (verb: "reconnect" | "stop"): void => {
    command(of.id, verb).catch((thrown: unknown) => say(problemOf(thrown).message));
  };
  return of.phase === "starting" || of.phase === "initializing" ? (
    <Button label={`Cancel connecting to ${of.name}`} onClick={() => act("stop")}>
      Cancel
    </Button>
  ) : (
    <Button label={`Reconnect ${of.name}`} onClick={() => act("reconnect")}>
      Reconnect
    </Button>
  );
}
