// Owns the status bar: how much was recorded and dropped, what was done last, and where the keys are.
import type { JSX } from "preact";
import { KEYS } from "../store/keys";
import { backendGone, missing, news, session } from "../store/sessions";
import { version } from "../store/version";
import { bytes, count } from "../text/measure";
import { Keys } from "../ui/button";
import { said } from "../ui/copy";
import { carryOut } from "./commands";
import { firstKey } from "./overlays";

/** What may follow the first of two keys. */
function SecondKeys({ first }: { first: string }): JSX.Element {
  const rows = KEYS.filter((row) => row.command !== undefined && row.keys.startsWith(`${first} `));
  return (
    <span class="second-keys">
      <Keys keys={first} />
      {rows.map(({ keys, does }) => (
        <span key={keys}>
          <Keys keys={keys.slice(2)} /> {does.replace(/^copy as (an? )?| of two.*/g, "")}
        </span>
      ))}
    </span>
  );
}

export function StatusBar(): JSX.Element {
  const state = session.value;
  const dropped = news.value?.dropped ?? 0;
  const frames = state === null ? 0 : state.traffic.framesSent + state.traffic.framesReceived;
  return (
    <footer class="status-bar">
      {state === null ? null : (
        <>
          <span>
            {state.origin === "recording" ? (
              "recording, read only"
            ) : backendGone.value || missing.value === state.id ? (
              "not recording"
            ) : (
              <>
                <span class="record" aria-hidden="true">
                  ●
                </span>{" "}
                recording
              </>
            )}
          </span>
          <span>
            {count(frames, "frame")} · {bytes(state.traffic.bytesSent + state.traffic.bytesReceived)}
          </span>
          <span class={dropped === 0 ? "" : "warn"} title="Entries of the log that are no longer kept: it has room for the newest only">
            {dropped} dropped
          </span>
        </>
      )}
      <span class="said" role="status">
        {firstKey.value === null ? said.value.text : <SecondKeys first={firstKey.value} />}
      </span>
      <span class="spring" />
      <button type="button" class="text-button wide" onClick={() => carryOut("palette")}>
        <Keys keys="Ctrl+K" /> run anything
      </button>
      <button type="button" class="text-button" onClick={() => carryOut("keys")}>
        <Keys keys="?" /> keys
      </button>
      <span>mcp-inspector {version.value}</span>
    </footer>
  );
}
