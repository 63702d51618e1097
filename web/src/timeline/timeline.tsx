// The timeline: every exchange of a session, or of all of them, as a row of a grid, with a filter above it. It stays
// at the end while the log grows, until somebody scrolls; pausing freezes what is seen, never what is recorded.
import { effect, type ReadonlySignal, type Signal, untracked, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Api, Row, ShareForm } from "../contract";
import { keptSignal, oneOfWords } from "../store/kept";
import type { RowRef } from "../store/row-pair";
import { later } from "../ui/later";
import { Skeleton } from "../ui/skeleton";
import { Windowed } from "../ui/window";
import { chosenTab, type DetailTab } from "./detail-tabs";
import { FilterBar } from "./filter-bar";
import { count, type TimeMode } from "./format";
import { Head, Nothing } from "./grid-head";
import { type KeyAct, KeyReader } from "./keys";
import { isBare, nameOf, type News, type RowName, rowsSeen, TimelinePages } from "./pages";
import { EmptyRow, keyOf, rowId, rowKey, type RowLook, TimelineRow } from "./row";
import { copyAs } from "./share";
import { stretchOf } from "./terms";
import { rangeIn, rangeOf } from "./waterfall";

/** What can be done with a row that is not the timeline's own business. */
export type Verb = "open" | "again" | "edit" | "raw" | "pin" | "step" | "compare" | "zoom";

export interface TimelinePaneProps {
  /** Whose rows; null for those of all servers, where each tells whose it is. */
  session: string | null;
  feed: ReadonlySignal<News | null>;
  filter: Signal<string>;
  /** The name of the selected row. */
  selected: Signal<RowName | null>;
  /** A selected row that nobody wants to be led to: a list that follows its end goes on doing so. */
  followed?: ReadonlySignal<RowName | null>;
  api: Api;
  /** Fills the screen: shows more chips. */
  full: boolean;
  act?(verb: Verb, row: Row): void;
  /** Goes up when something about rows changed that is not in the log. */
  judged?: ReadonlySignal<number | null>;
  /** The rows that are pinned; where they are not listed, rows tell it of themselves. */
  pins?: ReadonlySignal<Row[]>;
  /** The row that was chosen to compare another one with. */
  compared?: ReadonlySignal<RowRef | null>;
  /** What the server of a row is called, where there are several; in full it says where that is, too. */
  serverOf?: RowLook["serverOf"];
  /** When the session opened; without it times are counted from there. */
  openedAt?: string;
  /** Letters as keys can be switched off. */
  singleKeys?: boolean;
  rowHeight?: number;
  /** What else can be done with all rows. */
  more?: ComponentChildren;
}

/** How times are told where nobody looks at a clock of another machine; all timelines of this tab are alike. */
export const timeMode = keptSignal<TimeMode>("time-mode", "clock", oneOfWords(["clock", "start", "delta"]));

/** The rows that are on the screen, if some are: keys that mean the chosen row mean it wherever the focus is. */
export const rowsOnScreen: { current: { menu(): boolean } | null } = { current: null };

const RowMenu = later("RowMenu", "overlay");
const PinsBar = later("PinsBar", "overlay");
const OverviewStrip = later("OverviewStrip", "overlay");

const ROW_HEIGHT = 22;
const HEAD_HEIGHT = 22;

export function TimelinePane(props: TimelinePaneProps) {
  // Another session has nothing in common with this one: rows, folds and scroll position begin anew.
  return <Pane key={props.session ?? ""} {...props} />;
}

function Pane(props: TimelinePaneProps) {
  const { session, feed, filter, selected, followed, api, full, act, judged, pins, compared, serverOf, openedAt, singleKeys = true, rowHeight = ROW_HEIGHT, more } = props;
  const idPrefix = session === null ? "together" : full ? "timeline" : "strip";
  const path = session === null ? "/api/timeline" : `/api/sessions/${encodeURIComponent(session)}/timeline`;
  const whose = (row: Row) => row.session ?? session ?? "";
  // Functions may be other ones at every drawing; the rows that are here must not be lost by that.
  const given = useRef(api);
  given.current = api;
  const pages = useMemo(() => new TimelinePages((path, signal) => given.current.get(path, signal), path), [path]);
  const keys = useMemo(() => new KeyReader(), []);
  const tail = useSignal(true);
  const scrollTo = useSignal<number | null>(null);
  const seen = useSignal<[number, number]>([0, 0]);
  const pausedAt = useSignal<number | null>(null);
  const leftAt = useSignal<{ matched: number; seq: number | null } | null>(null);
  const menu = useSignal<{ row: Row; at: { left: number; top: number } } | null>(null);
  const said = useSignal("");
  const pane = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const grid = () => pane.current?.querySelector<HTMLElement>("[role=grid]") ?? null;
  /** What this pane put into `filter` or `selected` itself. */
  const applied = useRef<string | null>(null);
  const shown = useRef<RowName | null>(null);
  /** Which of the findings about the selected row is selected, if one is; and the part of rows that was shown before. */
  const finding = useSignal<number | null>(null);
  const tabBefore = useRef<DetailTab | null>(null);
  const choose = (name: RowName, which: number | null) => {
    if (which !== null && finding.peek() === null) {
      tabBefore.current = chosenTab.peek();
      chosenTab.value = "checks";
    } else if (which === null && finding.peek() !== null && chosenTab.peek() === "checks") {
      chosenTab.value = tabBefore.current;
    }
    shown.current = name;
    selected.value = name;
    finding.value = which;
  };

  useEffect(() => {
    pages.start();
    const watches = [
      effect(() => {
        const wanted = filter.value;
        if (applied.current === wanted) return;
        applied.current = wanted;
        void untracked(() => pages.setFilter(wanted)).then(() => showSelected());
      }),
      effect(() => {
        const news = feed.value;
        if (news) untracked(() => pages.hear(news));
      }),
      effect(() => {
        if (judged?.value != null) untracked(() => pages.refresh());
      }),
      effect(() => {
        const name = selected.value;
        if (!pages.isReady.value || name === null || name === shown.current) return;
        untracked(() => choose(name, null));
        if (!(tail.peek() && followed?.peek() === name)) untracked(showSelected);
      }),
      effect(() => {
        // How much is new is counted from when somebody scrolls away from the end. While the log does not grow, rows are not new.
        const [before, now] = [leftAt.peek(), { matched: pages.matched.value, seq: feed.value?.lastSeq ?? null }];
        leftAt.value = tail.value ? null : before !== null && before.seq !== null && before.seq !== now.seq ? before : now;
      }),
    ];
    return () => {
      for (const stop of watches) stop();
      pages.stop();
    };
  }, [pages, feed, filter, selected, judged]);

  /** Brings the selected row into view, wherever it is. A link may name an entry in the middle of a row. */
  function showSelected() {
    const name = selected.peek();
    if (name === null || !pages.isReady.peek()) return;
    void pages.locate(name).then((index) => {
      if (index === null || selected.peek() !== name) return;
      const row = pages.row(index);
      if (row && nameOf(row) !== name) choose(nameOf(row), null);
      scrollTo.value = index;
    });
  }
  const attempt = async (text: string) => {
    const isUsed = await pages.setFilter(text);
    if (isUsed) {
      applied.current = text;
      filter.value = text;
      tail.value = true;
    }
    return isUsed;
  };
  const pause = () => {
    if (pausedAt.peek() === null) {
      pages.freeze();
      pausedAt.value = feed.peek()?.matched ?? pages.matched.peek();
    } else {
      pages.thaw(feed.peek());
      pausedAt.value = null;
    }
  };
  const fold = (row: Row, isFolded = !row.isFolded) => {
    if (row.children > 0 && isFolded !== row.isFolded) pages.switchFold(nameOf(row));
  };
  const select = (index: number) => {
    const matched = pages.matched.peek();
    if (matched === 0) return;
    const wanted = Math.min(Math.max(index, 0), matched - 1);
    const row = pages.row(wanted);
    if (row) choose(nameOf(row), row.finding);
    scrollTo.value = wanted;
    if (!row) waitFor.current = wanted;
  };
  /** A row that is to be selected once it has come. */
  const waitFor = useRef<number | null>(null);
  pages.version.value;
  useLayoutEffect(() => {
    const row = waitFor.current === null ? undefined : pages.row(waitFor.current);
    if (!row) return;
    waitFor.current = null;
    choose(nameOf(row), row.finding);
  }, [pages.version.value]);

  const selectedIndex = () => {
    const name = selected.peek();
    return name === null ? null : pages.indexOf(name, finding.peek());
  };
  const selectedRow = () => {
    const index = selectedIndex();
    return index === null ? undefined : pages.row(index);
  };
  const say = (text: string) => (said.value = text);
  const openMenu = (row: Row, left: number, top: number) => {
    menu.value = { row, at: { left, top } };
  };
  /** Opens the menu of the selected row below it, or above the rows while it is not among those that are drawn. */
  const menuOfChosen = () => {
    const row = selectedRow();
    const drawn = row && document.getElementById(rowId(idPrefix, rowKey(row)));
    const box = (drawn ?? grid()?.querySelector(".tl-head"))?.getBoundingClientRect();
    if (row && box) openMenu(row, box.left + 120, box.bottom);
    return row !== undefined;
  };
  const carryOut = (key: KeyAct) => {
    const row = selectedRow();
    const index = selectedIndex();
    const perPage = Math.max(1, seen.peek()[1] - seen.peek()[0] - 1);
    switch (key.act) {
      case "move":
        return select(index === null ? (key.by > 0 ? seen.peek()[0] : pages.matched.peek() - 1) : index + key.by);
      case "page":
        return select((index ?? seen.peek()[0]) + key.by * perPage);
      case "first":
        return select(0);
      case "last":
        select(pages.matched.peek() - 1);
        tail.value = true;
        return;
      case "open":
        return row && act?.("open", row);
      case "fold":
        return row && fold(row, true);
      case "unfold":
        return row && fold(row, false);
      case "filter":
        return input.current?.focus();
      case "pause":
        return pause();
      case "copy":
        return row && copy(row, key.as);
      case "menu":
        return menuOfChosen();
    }
  };
  const copy = (row: Row, as: ShareForm) => void copyAs(api, whose(row), row, as).then(say);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keys.read(event, singleKeys);
    // The first of two keys may be meant for others as well.
    if (key === null || key === "more") return;
    event.preventDefault();
    event.stopPropagation();
    carryOut(key);
  };

  useEffect(() => {
    const here = { menu: () => carried.current.menuOfChosen() };
    rowsOnScreen.current = here;
    // Where the timeline is the screen, keys mean it while nothing else has the focus.
    const onBody = (event: KeyboardEvent) => {
      if (full && event.target === document.body && !event.defaultPrevented) carried.current.onKeyDown(event);
    };
    document.addEventListener("keydown", onBody);
    return () => {
      if (rowsOnScreen.current === here) rowsOnScreen.current = null;
      document.removeEventListener("keydown", onBody);
    };
  }, [full]);
  const carried = useRef({ menuOfChosen, onKeyDown });
  carried.current = { menuOfChosen, onKeyDown };

  const range = rangeIn(stretchOf(filter.value), rangeOf(rowsSeen(pages, seen.value)));
  const listed = pins && new Set(pins.value.map((row) => row.seq));
  const isPinned = (row: Row) => listed?.has(row.seq) ?? row.isPinned;
  const chosen = selected.value === null ? null : keyOf(selected.value, finding.value);
  const mode = openedAt === undefined && timeMode.value === "clock" ? "start" : timeMode.value;
  const look: RowLook = { timeMode: mode, openedAt, range, selected: chosen, isPinned, idPrefix, ...(serverOf ? { serverOf } : {}) };
  const drawRow = (index: number) => {
    const row = pages.row(index);
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
        open={() => act?.("open", row)}
        fold={() => fold(row)}
        menu={(event) => {
          event.preventDefault();
          select(index);
          openMenu(row, event.clientX, event.clientY);
        }}
      />
    );
  };
  const matched = pages.matched.value;
  const isPaused = pausedAt.value !== null;
  const news = isPaused ? Math.max(0, (feed.value?.matched ?? 0) - (pausedAt.value ?? 0)) : 0;
  const below = !tail.value && leftAt.value !== null ? Math.max(0, matched - leftAt.value.matched) : 0;
  const active = chosen !== null && isDrawn(pages, seen.value, chosen) ? rowId(idPrefix, chosen) : undefined;

  return (
    <div ref={pane} class={`timeline ${full ? "timeline-full" : ""} ${session === null ? "timeline-together" : ""}`}>
      <div class="tl-bar">
        <h2>{session === null ? "All servers" : "Timeline"}</h2>
        <FilterBar
          filter={filter}
          counts={pages.counts.value}
          error={pages.filterError.value}
          full={full}
          idPrefix={idPrefix}
          input={input}
          attempt={attempt}
          giveUp={() => pages.forgetError()}
          leave={() => grid()?.focus()}
        />
        <span class="tl-actions">
          <span class="muted tl-said" role="status">{said.value}</span>
          <button type="button" aria-pressed={isPaused} onClick={pause}>
            {isPaused ? `Resume (${count(news)} new)` : "Pause"}
          </button>
          {more}
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
      {pins && act && pins.value.length > 0 && (
        <PinsBar
          rows={pins.value}
          selected={selected.value}
          filter={filter.value}
          select={(row) => {
            choose(nameOf(row), null);
            showSelected();
          }}
          unpin={(row) => act("pin", row)}
          attempt={attempt}
        />
      )}
      {session !== null && <OverviewStrip session={session} api={api} filter={filter} feed={feed} attempt={attempt} />}
      <div class="tl-rows">
        <Windowed
          count={matched}
          rowHeight={rowHeight}
          row={drawRow}
          label={session === null ? "Timeline rows of all servers" : "Timeline rows"}
          role="grid"
          className="tl-grid"
          tail={tail}
          scrollTo={scrollTo}
          onRange={(first, last) => pages.look(first, last)}
          onSeen={(first, last) => (seen.value = [first, last])}
          head={<Head mode={timeMode} hasClock={openedAt !== undefined} hasServers={serverOf !== undefined} />}
          headHeight={HEAD_HEIGHT}
          attributes={{ tabIndex: 0, "aria-rowcount": matched + 1, "aria-colcount": serverOf ? 9 : 8, "aria-activedescendant": active, onKeyDown }}
        />
        {!pages.isReady.value && pages.failure.value === null && <Skeleton rows={6} />}
        {matched === 0 && pages.isReady.value && <Nothing total={pages.total.value} filter={filter} attempt={attempt} />}
        {below > 0 && (
          <button type="button" class="tl-new" onClick={() => (tail.value = true)}>
            {count(below)} new ↓
          </button>
        )}
      </div>
      {menu.value && (
        <RowMenu
          {...{ api, session: whose(menu.value.row), row: menu.value.row, filter: filter.value, attempt, act, say, copy, at: menu.value.at }}
          isPinned={isPinned(menu.value.row)}
          compared={compared?.value ?? null}
          close={(isDone) => {
            menu.value = null;
            if (isDone) grid()?.focus();
          }}
        />
      )}
    </div>
  );
}

function isDrawn(pages: TimelinePages, seen: [number, number], key: string): boolean {
  for (const row of rowsSeen(pages, seen)) if (rowKey(row) === key) return true;
  return false;
}
