// Owns the Explore screen: tree, request and result side by side, the timeline below them.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { SessionState } from "../contract";
import { Overview } from "../explore/overview";
import { Request } from "../explore/request";
import { Result } from "../explore/result";
import { shownRun } from "../explore/running";
import { Tree } from "../explore/tree";
import type { ItemRef } from "../store/route";
import { Button } from "../ui/button";
import { Split } from "../ui/split";
import { TimelineStrip } from "./timeline";

/** Where there is no room for both, whether the timeline is what is shown. */
const lower = signal(false);

export function Explore({
  state,
  item,
  run,
}: {
  state: SessionState;
  item: ItemRef | null;
  run: number | null;
}): JSX.Element {
  const isBelow = lower.value;
  return (
    <div class={`explore ${isBelow ? "shows-timeline" : "shows-items"}`}>
      <div class="switch narrow-switch" role="group" aria-label="Show">
        <Button pressed={!isBelow} onClick={() => (lower.value = false)}>
          Items
        </Button>
        <Button pressed={isBelow} onClick={() => (lower.value = true)}>
          Timeline
        </Button>
      </div>
      <Split
        name="timeline"
        way="column"
        share={0.63}
        label="Size of the timeline"
        first={
          <Split
            name="tree"
            way="row"
            share={0.187}
            label="Width of the list"
            first={<Tree state={state} chosen={item} />}
            second={item === null ? <Overview state={state} /> : <Exchange state={state} item={item} run={run} />}
          />
        }
        second={<TimelineStrip state={state} />}
      />
    </div>
  );
}

function Exchange({ state, item, run }: { state: SessionState; item: ItemRef; run: number | null }): JSX.Element {
  const shown = shownRun(state.id, item, run);
  return (
    <Split
      name="request"
      way="row"
      share={0.477}
      label="Width of the request"
      first={
        <Request key={`${state.id} ${item.kind} ${item.key}`} state={state} item={item} run={shown?.call ?? null} />
      }
      second={<Result state={state} target={item} run={shown} />}
    />
  );
}
