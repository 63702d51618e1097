// The timeline of all servers that are connected: the pane that one session has, with whose each row is, and beside it
// the chosen row. What is done with a row is done in its own session.
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Api, TogetherNews } from "../contract";
import type { RowRef } from "../store/row-pair";
import { rowOfName } from "../store/route";
import { Button } from "../ui/button";
import { Split } from "../ui/split";
import { RowDetail } from "./detail";
import { TimelinePane, type TimelinePaneProps } from "./timeline";

export interface TogetherProps extends Pick<TimelinePaneProps, "singleKeys" | "rowHeight"> {
  /** The sessions, by their ids, with what they are called. */
  servers: ReadonlyMap<string, string>;
  /** Where they are, for whoever wants to know which is which. */
  places?: ReadonlyMap<string, string>;
  feed: ReadonlySignal<TogetherNews | null>;
  filter: Signal<string>;
  /** The chosen row, by its name among those of all servers. */
  selected: Signal<string | null>;
  api: Api;
  act: NonNullable<TimelinePaneProps["act"]>;
  compared: ReadonlySignal<RowRef | null>;
  /** Shows a row where it belongs. */
  open(session: string, seq: number): void;
  /** What is shown in place of the chosen row. */
  instead: ComponentChildren;
}

export function Together(props: TogetherProps) {
  // Another server changes the places of all rows.
  return <Pane key={[...props.servers.keys()].join()} {...props} />;
}

function Pane({ servers, places, feed, filter, selected, api, act, compared, open, instead, ...how }: TogetherProps) {
  const news = useMemo(() => computed(() => feed.value && { ...feed.value, tail: feed.value.rows }), [feed]);
  const marks = useMarks(feed);
  const chosen = rowOfName(selected.value);
  const name = chosen === null ? undefined : servers.get(chosen.session);
  const rows = (
    <section class="pane" aria-label="Timeline of all servers" id="pane-4">
      <TimelinePane
        session={null}
        feed={news}
        {...{ filter, selected, api, act, compared, ...how }}
        full
        judged={marks}
        {...(feed.value === null ? {} : { openedAt: feed.value.openedAt })}
        serverOf={(row, inFull) => {
          const id = row.session ?? "";
          const name = servers.get(id) ?? "";
          return inFull === true ? [name, places?.get(id) ?? ""].filter(Boolean).join("\n") : name;
        }}
      />
    </section>
  );
  // A row of a server that is closed is no longer there to be shown.
  const detail = chosen !== null && name !== undefined && (
    <section class="pane detail" aria-label="Chosen row" id="pane-5" tabIndex={-1}>
      <p class="bar-line">
        <strong>{name}</strong>
        <span class="spring" />
        <Button onClick={() => open(chosen.session, chosen.seq)}>Open in its timeline</Button>
      </p>
      <RowDetail session={chosen.session} seq={chosen.seq} api={api} />
    </section>
  );
  return <Split name="together-detail" way="row" share={0.64} label="Width of the timeline's rows" first={rows} second={instead ?? (detail || null)} />;
}

/** How often somebody marked a row, null until that changes: rows that came before then tell nothing of it. */
function useMarks(feed: ReadonlySignal<TogetherNews | null>): ReadonlySignal<number | null> {
  const marks = useMemo(() => signal<number | null>(null), []);
  useEffect(() => {
    let known: number | null = null;
    return effect(() => {
      const now = feed.value?.marks ?? null;
      if (known !== null && now !== known) marks.value = now;
      known = now;
    });
  }, [feed]);
  return marks;
}
