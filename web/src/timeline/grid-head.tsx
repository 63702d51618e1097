// The head of the timeline's grid, and what stands there when no row does.
import type { Signal } from "@preact/signals";
import { count, type TimeMode } from "./format";

const NEXT_MODE: Record<TimeMode, TimeMode> = { clock: "start", start: "delta", delta: "clock" };
export const MODE_NAMES: Record<TimeMode, string> = { clock: "time", start: "since start", delta: "since last" };

/** Tells times in the next way. */
export function turnTimes(mode: Signal<TimeMode>, hasClock: boolean): void {
  const next = NEXT_MODE[mode.peek()];
  mode.value = next === "clock" && !hasClock ? "start" : next;
}

interface HeadProps {
  mode: Signal<TimeMode>;
  hasClock: boolean;
  /** Rows are of several servers. */
  hasServers?: boolean;
}

export function Head({ mode, hasClock, hasServers = false }: HeadProps) {
  return (
    <div class="tl-row tl-head" role="row" aria-rowindex={1}>
      <span role="columnheader" class="tl-time">
        <button
          type="button"
          tabIndex={-1}
          title="Clock, since the start, since the row above (T)"
          onClick={() => turnTimes(mode, hasClock)}
        >
          {MODE_NAMES[mode.value]}
        </button>
      </span>
      {hasServers && <span role="columnheader">server</span>}
      <span role="columnheader" class="tl-direction">
        <span aria-hidden="true">±</span>
        <span class="sr-only">direction</span>
      </span>
      <span role="columnheader">method</span>
      <span role="columnheader">target</span>
      <span role="columnheader">status</span>
      <span role="columnheader" class="tl-duration">
        dur
      </span>
      <span role="columnheader" class="tl-size">
        size
      </span>
      <span role="columnheader" class="tl-waterfall">
        waterfall
      </span>
    </div>
  );
}

interface NothingProps {
  total: number;
  filter: Signal<string>;
  attempt(text: string): Promise<boolean>;
}

export function Nothing({ total, filter, attempt }: NothingProps) {
  return (
    <p class="tl-nothing muted">
      {total === 0 || filter.value === "" ? (
        "Nothing has happened yet."
      ) : (
        <>
          None of {count(total)} rows fits the filter.{" "}
          <button type="button" onClick={() => void attempt("")}>
            Show all
          </button>
        </>
      )}
    </p>
  );
}
