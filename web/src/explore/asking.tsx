// Owns what the result says while its run is under way: that it is waited for, or that the server asks back, with the way
// to its card, which may be out of sight below a long form.
import type { JSX } from "preact";
import type { Ask, SessionState } from "../contract";
import { goToAsk } from "../inbox/reach";
import { askKey, causes, drawerOpen } from "../store/inbox";
import type { Run } from "../store/runs";
import { isLost } from "../store/sessions";
import { Button } from "../ui/button";

/** What a run waits for: the asks that it caused, and those that nobody knows the cause of. */
export function asksOf(state: SessionState, call: number | null, known: Readonly<Record<string, number | null>>): Ask[] {
  const causeOf = (ask: Ask): number | null => known[askKey(state.id, ask.ask)] ?? null;
  const own = state.asks.filter((ask) => call !== null && causeOf(ask) === call);
  return own.length > 0 ? own : state.asks.filter((ask) => causeOf(ask) === null);
}

/** What else can be done while a call is under way. */
export function meanwhile(state: SessionState): string {
  const places = state.queue?.concurrency ?? 0;
  if (places === 0) return "";
  if (places === 1) return " This session makes one call at a time: others wait until this one has ended.";
  const left = places - (state.queue?.inProgress ?? 0);
  return left > 0 ? " Other tools can be used meanwhile." : ` This session makes ${places} calls at a time: others wait until one has ended.`;
}

export function UnderWay({ state, run }: { state: SessionState; run: Run }): JSX.Element {
  const [first, ...others] = isLost(run.session) ? [] : asksOf(state, run.call, causes.value);
  if (first === undefined) {
    return (
      <p class="empty">
        {isLost(run.session)
          ? "What became of this call is not known: the mcp-inspector that made it is not there."
          : `Waiting for the answer.${meanwhile(state)}`}
      </p>
    );
  }
  return (
    <div class="empty">
      <p role="status">
        The server asks you for something before it goes on (<code>{first.method}</code>
        {others.length === 0 ? "" : `, and ${others.length} more`}).{meanwhile(state)}
      </p>
      <p>
        <Button {...(drawerOpen.value ? {} : { keys: "i" })} onClick={() => goToAsk(first.ask)}>
          Answer it
        </Button>
      </p>
    </div>
  );
}
