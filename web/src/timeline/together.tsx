// The timeline of all servers that are connected: one grid, with whose each row is. A row opens in the timeline of
// its server, where everything can be done with it.
import { effect, type ReadonlySignal, type Signal, untracked, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Api, Row, ShareForm, TogetherNews } from "../contract";
import { Button } from "../ui/button";
import { Split } from "../ui/split";
import { Windowed } from "../ui/window";
import { RowDetail } from "./detail";
import { FilterBar } from "./filter-bar";
import { count, type TimeMode } from "./format";
import { Head, Nothing } from "./grid-head";
import { type KeyAct, KeyReader } from "./keys";
import { isBare, type News, TimelinePages } from "./pages";
import { EmptyRow, rowId, rowKey, type RowLook, TimelineRow } from "./row";
import { copyAs } from "./share";
import { rangeOf } from "./waterfall";

/** A row and whose it is. */
export type ServerRow = Row & { session: string };

export interface TogetherProps {
  /** The sessions, by their ids, with what they are called. */
  servers: ReadonlyMap<string, string>;
  /** Where they are, for whoever wants to know which is which. */
  places?: ReadonlyMap<string, string>;
  feed: ReadonlySignal<TogetherNews | null>;
  filter: Signal<string>;
  api: Api;
  /** Shows a row where it belongs. */
  open(row: ServerRow): void;
  timeMode: Signal<TimeMode>;
  singleKeys?: boolean;
  rowHeight?: number;
}

const HEAD_HEIGHT = 22;
const ID_PREFIX = "together";

export function Together(props: TogetherProps) {
  // Another server changes the places of all rows.
  return <Pane key={[...props.servers.keys()].join()} {...props} />;
}

const NO_PINS: ReadonlySet<number> = new Set();

function newsOf({ rows, ...news }: TogetherNews): News {
  return { ...news, tail: rows };
}

function Pane({ servers, places, feed, filter, api, open, timeMode, singleKeys = true, rowHeight = HEAD_HEIGHT }: TogetherProps) {
  const given = useRef(api);
  given.current = api;
  const pages = useMemo(() => new TimelinePages((path, signal) => given.current.get(path, signal), "/api/timeline"), []);
  const keys = useMemo(() => new KeyReader(), []);
  const tail = useSignal(true);
  const scrollTo = useSignal<number | null>(null);
  const seen = useSignal<[number, number]>([0, 0]);
  const isPaused = useSignal(false);
  const said = useSignal("");
  const selected = useSignal<{ row: ServerRow; index: number } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  /** A row that is to be selected once it has come. */
  const waitFor = useRef<number | null>(null);
  const applied = useRef<string | null>(null);

  useEffect(() => {
    pages.start();
    const watches = [
      effect(() => {
        const wanted = filter.value;
        if (applied.current === wanted) return;
        applied.current = wanted;
        void untracked(() => pages.setFilter(wanted));
      }),
      effect(() => {
        const news = feed.value;
        if (news) untracked(() => pages.hear(newsOf(news)));
      }),
    ];
    return () => {
      for (const stop of watches) stop();
      pages.stop();
    };
  }, [pages]);

  const select = (index: number) => {
    const matched = pages.matched.peek();
    if (matched === 0) return;
    const wanted = Math.min(Math.max(index, 0), matched - 1);
    const row = pages.row(wanted) as ServerRow | undefined;
    if (row) selected.value = { row, index: wanted };
    waitFor.current = row ? null : wanted;
    scrollTo.value = wanted;
  };
  useLayoutEffect(() => {
    if (waitFor.current !== null && pages.row(waitFor.current)) select(waitFor.current);
  }, [pages.version.value]);

  const attempt = async (text: string) => {
    const isUsed = await pages.setFilter(text);
    if (isUsed) {
      applied.current = text;
      filter.value = text;
      selected.value = null;
      tail.value = true;
    }
    return isUsed;
  };
  const pause = () => {
    isPaused.value = !isPaused.peek();
    const news = feed.peek();
    if (isPaused.peek()) pages.freeze();
    else pages.thaw(news && newsOf(news));
  };
  const fold = (row: Row, isFolded = !row.isFolded) => {
    if (row.children > 0 && isFolded !== row.isFolded) pages.switchFold(`${row.session ?? ""}:${row.seq}`);
  };
  const copy = (row: ServerRow, as: ShareForm) => void copyAs(api, row.session, row, as).then((text) => (said.value = text));
  const carryOut = (key: KeyAct) => {
    const at = selected.peek();
    const perPage = Math.max(1, seen.peek()[1] - seen.peek()[0] - 17);
    const here = at?.index ?? (key.act === "move" && key.by < 0 ? pages.matched.peek() : seen.peek()[0] - 1);
    switch (key.act) {
      case "move":
        return select(here + key.by);
      case "page":
        return select(here + key.by * perPage);
      case "first":
        return select(0);
      case "last":
        select(pages.matched.peek() - 1);
        tail.value = true;
        return;
      case "open":
        return at && open(at.row);
      case "fold":
        return at && fold(at.row, true);
      case "unfold":
        return at && fold(at.row, false);
      case "filter":
        return input.current?.focus();
      case "pause":
        return pause();
      case "copy":
        return at && copy(at.row, key.as);
      case "menu":
        return;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keys.read(event, singleKeys);
    if (key === null || key === "more") return;
    event.preventDefault();
    event.stopPropagation();
    carryOut(key);
  };

  pages.version.value;
  const shown: Row[] = [];
  for (let index = seen.value[0]; index <= seen.value[1]; index++) {
    const row = pages.row(index);
    if (row) shown.push(row);
  }
  const chosen = selected.value === null ? null : rowKey(selected.value.row);
  const look: RowLook = {
    timeMode: timeMode.value,
    openedAt: feed.value?.openedAt,
    range: rangeOf(shown),
    selected: chosen,
    pinned: NO_PINS,
    idPrefix: ID_PREFIX,
    serverOf: (row, inFull) => {
      const id = row.session ?? "";
      const name = servers.get(id) ?? "";
      return inFull === true ? [name, places?.get(id) ?? ""].filter(Boolean).join("\n") : name;
    },
  };
  const drawRow = (index: number) => {
    const row = pages.row(index) as ServerRow | undefined;
    if (!row) return <EmptyRow key={`empty-${index}`} index={index} />;
    return (
      <TimelineRow
        key={rowKey(row)}
        row={row}
        index={index}
        before={index > 0 && look.timeMode === "delta" ? pages.row(index - 1) : undefined}
        look={look}
        isBare={isBare(pages, row, index, filter.value)}
        select={() => select(index)}
        open={() => open(row)}
        fold={() => fold(row)}
        menu={() => select(index)}
      />
    );
  };
  const matched = pages.matched.value;
  const active = chosen !== null && shown.some((row) => rowKey(row) === chosen) ? rowId(ID_PREFIX, chosen) : undefined;
  const at = selected.value;
  const rows = (
    <section class="pane" aria-label="Timeline of all servers" id="pane-4">
      <div ref={pane} class="timeline timeline-full timeline-together">
        <div class="tl-bar">
          <h2>All servers</h2>
          <FilterBar
            filter={filter}
            counts={pages.counts.value}
            error={pages.filterError.value}
            full
            idPrefix={ID_PREFIX}
            input={input}
            attempt={attempt}
            giveUp={() => pages.forgetError()}
            leave={() => pane.current?.querySelector<HTMLElement>("[role=grid]")?.focus()}
          />
          <span class="tl-actions">
            <span class="muted tl-said" role="status">{said.value}</span>
            <button type="button" aria-pressed={isPaused.value} onClick={pause}>
              {isPaused.value ? `Resume (${count(Math.max(0, (feed.value?.matched ?? 0) - matched))} new)` : "Pause"}
            </button>
          </span>
        </div>
        {pages.failure.value && (
          <p class="fault" role="alert">
            The rows could not be read: {pages.failure.value}{" "}
            <button type="button" onClick={() => void pages.setFilter(filter.peek())}>
              Try again
            </button>
          </p>
        )}
        <div class="tl-rows">
          <Windowed
            count={matched}
            rowHeight={rowHeight}
            row={drawRow}
            label="Timeline rows of all servers"
            role="grid"
            className="tl-grid"
            tail={tail}
            scrollTo={scrollTo}
            onRange={(first, last) => {
              seen.value = [first, last];
              pages.look(first, last);
            }}
            head={<Head mode={timeMode} hasClock hasServers />}
            headHeight={HEAD_HEIGHT}
            attributes={{ tabIndex: 0, "aria-rowcount": matched + 1, "aria-colcount": 9, "aria-activedescendant": active, onKeyDown }}
          />
          {matched === 0 && pages.isReady.value && <Nothing total={pages.total.value} filter={filter} attempt={attempt} />}
        </div>
      </div>
    </section>
  );
  const detail = at && (
    <section class="pane detail" aria-label="Chosen row" id="pane-5" tabIndex={-1}>
      <p class="bar-line">
        <strong>{servers.get(at.row.session)}</strong>
        <span class="spring" />
        <Button onClick={() => open(at.row)}>Open in its timeline</Button>
      </p>
      <RowDetail session={at.row.session} seq={at.row.seq} api={api} />
    </section>
  );
  return <Split name="together-detail" way="row" share={0.64} label="Width of the timeline's rows" first={rows} second={detail} />;
}
