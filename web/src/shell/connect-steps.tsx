// How far connecting has got: its steps, and how long each took or takes.
import type { JSX } from "preact";
import type { Summary } from "../contract";
import { sessionNow } from "../store/sessions";
import { duration } from "../text/measure";
import { useNow } from "../ui/ticking";

export function ConnectSteps({ of }: { of: Pick<Summary, "connecting" | "openedAt"> }): JSX.Element {
  const now = sessionNow(of, useNow(of.connecting.length > 0));
  return (
    <span class="connect-steps">
      {of.connecting.map(({ step, sinceNs, tookNs }) => (
        <span key={step} class={tookNs === null ? "" : "muted"}>
          {step} {duration(tookNs ?? Math.max(0, now - sinceNs))}
          {tookNs === null ? "…" : ""}
        </span>
      ))}
    </span>
  );
}
