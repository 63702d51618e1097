// Owns what can be done about a run that went wrong: read its frames, run it again, and connect again first where there
// is no connection.
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import type { SessionState } from "../contract";
import { problemOf } from "../problem";
import { actOn } from "../screens/timeline";
import { formatRoute, type ItemRef } from "../store/route";
import type { Run } from "../store/runs";
import { command, session } from "../store/sessions";
import { Button } from "../ui/button";
import { say } from "../ui/copy";
import { runItem } from "./running";

export function Remedies({ state, target, run }: { state: SessionState; target: ItemRef; run: Run }): JSX.Element {
  const { row } = run;
  const isLive = state.origin !== "recording";
  const isCut = isLive && (state.phase === "closed" || state.phase === "backoff");
  // The same arguments, as the log has them; what never left the machine is still in the form.
  const again = (): void => {
    if (row === null || row.bytes === 0) void runItem(state.id, target, true);
    else actOn(state.id, "again", row);
  };
  return (
    <span class="remedies">
      {row === null ? null : (
        <a href={formatRoute({ screen: "timeline", session: state.id, seq: row.seq, filter: "" })}>Its frames</a>
      )}
      {isCut ? (
        <Button onClick={() => void reconnect(state.id).then((isBack) => isBack && again())}>Reconnect and run</Button>
      ) : isLive ? (
        <Button onClick={again}>Retry</Button>
      ) : null}
    </span>
  );
}

/** Connects again; says whether that came to something. */
export async function reconnect(id: string): Promise<boolean> {
  try {
    await command(id, "reconnect");
  } catch (thrown) {
    say(problemOf(thrown).message);
    return false;
  }
  const isReady = await phaseOf(id);
  if (!isReady) say("not run: the connection could not be made");
  return isReady;
}

/** Waits for the end of an attempt to connect; true when there is a connection. Who goes elsewhere waits no longer. */
function phaseOf(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    let hasBegun = false;
    let isOver = false;
    const stop = effect(() => {
      const now = session.value;
      const phase = now?.id === id ? now.phase : "left";
      if (phase === "starting" || phase === "initializing") hasBegun = true;
      // What is closed when it begins has not been tried yet.
      const failed = hasBegun && (phase === "closed" || phase === "backoff");
      if (phase !== "ready" && phase !== "left" && !failed) return;
      isOver = true;
      resolve(phase === "ready");
      queueMicrotask(() => stop());
    });
    if (isOver) stop();
  });
}
