// Owns the Inbox drawer: all that waits for a person, whatever is on the screen. It lies beside the view and
// blocks nothing.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SessionState } from "../contract";
import { drawerOpen, ended, waitingElsewhere } from "../store/inbox";
import { labelsOf } from "../store/labels";
import { formatRoute, screenRoute } from "../store/route";
import { summaries } from "../store/sessions";
import { Button } from "../ui/button";
import { later } from "../ui/later";
import { DRAWER_ID } from "./reach";

const Cards = later("Cards", "overlay");

/** As `narrow.css` has it. */
const LIES_OVER = "(max-width: 1100px)";

export function Drawer({ state }: { state: SessionState | null }): JSX.Element | null {
  const open = (state?.asks.length ?? 0) + waitingElsewhere.value.length;
  const before = useRef(open);
  // Where it lies over the view, it gives the room back with the last answer.
  useEffect(() => {
    if (open === 0 && before.current > 0 && matchMedia(LIES_OVER).matches) drawerOpen.value = false;
    before.current = open;
  }, [open]);
  if (!drawerOpen.value) return null;
  const labels = labelsOf(summaries.value ?? []);
  const over = ended.value.filter((one) => one.session === state?.id);
  return (
    <aside class="drawer" id={DRAWER_ID} aria-label="Inbox" tabIndex={-1}>
      <header class="pane-head">
        <h2 class="pane-title">Inbox</h2>
        <span class="spring" />
        <Button
          look="quiet"
          label="Close the Inbox"
          onClick={() => {
            drawerOpen.value = false;
          }}
        >
          ✕
        </Button>
      </header>
      <div class="pane-body">
        {(state === null || state.asks.length + over.length + state.rules.length === 0) &&
        waitingElsewhere.value.length === 0 ? (
          <p class="empty">{state === null ? "No server asks for anything." : "The server asks for nothing."} Sampling, elicitation and roots would wait here.</p>
        ) : null}
        {waitingElsewhere.value.length === 0 ? null : (
          <nav class="elsewhere" aria-label="Asks of other servers">
            {waitingElsewhere.value.map((one) => (
              <p key={one.id}>
                <a href={formatRoute(screenRoute("explore", one.id))}>
                  {one.waitingAsks} at {labels.get(one.id)}
                </a>
              </p>
            ))}
          </nav>
        )}
        {state === null ? null : <Cards state={state} asks={state.asks} over={over} place="drawer" />}
      </div>
    </aside>
  );
}
