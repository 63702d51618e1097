// Owns the tree of what a server offers, on the left of Explore: one Tab stop, moved through by arrows or j and
// k, filtered by the field above it. Only the rows in sight are on the page.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { SessionState } from "../contract";
import { catalog, catalogProblem, nameOf } from "../store/catalog";
import { keptSignal } from "../store/kept";
import { perServer } from "../store/per-server";
import { go, type ItemRef } from "../store/route";
import { settings } from "../store/settings";
import { quoted } from "../timeline/terms";
import { visible } from "../text/signs";
import { brief, ONE_LINE } from "../text/told";
import { ProblemBlock } from "../ui/problem";
import { Bar } from "../ui/skeleton";
import { Windowed } from "../ui/window";
import { listChanges, newsOf } from "../store/changes";
import { readChosen } from "./running";
import { moved, sectionAbove, treeRows, type TreeRow } from "./tree-rows";

const filter = perServer("tree-filters", "", (kept) => (typeof kept === "string" ? kept : null));
/** The names of the sections that are folded. */
const folded = keptSignal<readonly string[]>("tree-folds", [], (kept) =>
  Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : null,
);
const active = signal(0);
const scrollTo = signal<number | null>(null);
/** The rows that are drawn: one of them must be the Tab stop, or the tree could not be reached by Tab. */
const drawn = signal<[number, number]>([0, 0]);

export const TREE_FILTER_ID = "tree-filter";

function rowId(index: number): string {
  return `tree-row-${index}`;
}

function toggle(name: string): void {
  const now = folded.value;
  folded.value = now.includes(name) ? now.filter((one) => one !== name) : [...now, name];
}

export function open(session: string, ref: ItemRef): void {
  go({ screen: "explore", session, item: ref, run: null });
}

export function Tree({ state, chosen }: { state: SessionState; chosen: ItemRef | null }): JSX.Element {
  const all = catalog.value;
  const rows = useMemo(
    () => treeRows(state, all, filter.value, new Set(folded.value)),
    [state, all, filter.value, folded.value],
  );
  const at = Math.min(active.value, Math.max(0, rows.length - 1));
  const pane = useRef<HTMLDivElement>(null);
  const lastG = useRef(false);

  // What the address names is brought into sight when it comes from elsewhere, such as the palette.
  useEffect(() => {
    if (chosen === null) return;
    const index = rows.findIndex(
      (row) => row.is === "item" && row.ref.kind === chosen.kind && row.ref.key === chosen.key,
    );
    if (index < 0) return;
    active.value = index;
    scrollTo.value = index;
  }, [chosen?.kind, chosen?.key, all]);

  const focusRow = (index: number): void => {
    active.value = index;
    scrollTo.value = index;
    // The row may have to be drawn first.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => pane.current?.querySelector<HTMLElement>(`#${rowId(index)}`)?.focus()),
    );
  };
  const act = (row: TreeRow | undefined): void => {
    if (row?.is === "item") open(state.id, row.ref);
    else if (row?.is === "section") toggle(row.name);
    // All that was said about it: what made it, how it went on, its result and its end.
    else if (row?.is === "task")
      go({ screen: "timeline", session: state.id, seq: null, filter: `text:${quoted(row.label)}` });
  };
  const choose = (row: TreeRow | undefined): void => {
    act(row);
    if (row?.is === "item") readChosen(state.id, row.ref);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[a-zA-Z]$/.test(event.key) && !settings.value.singleKeys) return;
    const row = rows[at];
    const doubleG = event.key === "g" && lastG.current;
    lastG.current = event.key === "g" && !doubleG;
    const next = doubleG ? 0 : moved(event.key, at, rows);
    if (next !== at || doubleG) focusRow(next);
    else if (event.key === "Enter" || event.key === " ") choose(row);
    else if (event.key === "ArrowRight" && row?.is === "section" && !row.open) toggle(row.name);
    else if (event.key === "ArrowLeft" && row?.is === "section" && row.open) toggle(row.name);
    else if (event.key === "ArrowLeft" && row?.is !== "section") focusRow(sectionAbove(at, rows));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const fieldKey = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") focusRow(Math.min(1, rows.length - 1));
    else if (event.key === "Enter") choose(rows.find((row) => row.is === "item" || row.is === "task"));
    else if (event.key === "Escape" && filter.value !== "") filter.value = "";
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const [first, last] = drawn.value;
  const stop = at >= first && at <= last ? at : first;
  const height = settings.value.density === "cozy" ? 28 : 24;
  return (
    <section class="pane tree" aria-label="What the server offers" id="pane-1">
      <div class="tree-head">
        <input
          id={TREE_FILTER_ID}
          class="input"
          type="text"
          placeholder="Filter  ( / )"
          aria-label="Filter tools, resources and prompts"
          spellcheck={false}
          value={filter.value}
          onInput={(event) => {
            filter.value = event.currentTarget.value;
            active.value = 0;
          }}
          onKeyDown={fieldKey}
        />
      </div>
      {catalogProblem.value === null ? null : (
        <ProblemBlock problem={catalogProblem.value} title="The lists could not be fetched." />
      )}
      <div class="tree-body" ref={pane} onKeyDown={key}>
        {rows.length === 0 ? <p class="empty">Nothing matches “{filter.value}”.</p> : null}
        {rows.length === 0 ? null : (
          <Windowed
            count={rows.length}
            rowHeight={height}
            role="tree"
            label="Tools, resources and prompts"
            scrollTo={scrollTo}
            onRange={(first, last) => {
              drawn.value = [first, last];
            }}
            row={(index) => {
              const row = rows[index];
              return row === undefined ? null : (
                <TreeLine
                  row={row}
                  index={index}
                  focusable={index === stop}
                  reached={() => {
                    active.value = index;
                  }}
                  chosen={isChosen(row, chosen)}
                  act={() => {
                    active.value = index;
                    act(row);
                  }}
                />
              );
            }}
          />
        )}
      </div>
    </section>
  );
}

function isChosen(row: TreeRow, chosen: ItemRef | null): boolean {
  return chosen !== null && row.is === "item" && row.ref.kind === chosen.kind && row.ref.key === chosen.key;
}

function TreeLine({
  row,
  index,
  focusable,
  reached,
  chosen,
  act,
}: {
  row: TreeRow;
  index: number;
  focusable: boolean;
  reached(): void;
  chosen: boolean;
  act(): void;
}): JSX.Element {
  const common = {
    id: rowId(index),
    role: "treeitem" as const,
    tabIndex: focusable ? 0 : -1,
    "aria-posinset": row.position,
    "aria-setsize": row.size,
    onClick: act,
    onFocus: reached,
  };
  switch (row.is) {
    case "section":
      return (
        <div {...common} class="tree-section" aria-level={1} aria-expanded={row.open}>
          <span class="fold" aria-hidden="true">
            {row.open ? "▾" : "▸"}
          </span>
          {row.label} · {row.count}
        </div>
      );
    case "item":
      return (
        <div
          {...common}
          class={`tree-item${chosen ? " chosen" : ""}`}
          aria-level={2}
          aria-selected={chosen}
          title={[...new Set([nameOf(row.item), brief(row.item.title ?? "", ONE_LINE)])].filter(Boolean).join(" · ")}
        >
          <span class="tree-name">{row.label}</span>
          <News row={row} />
          {row.badges.map((badge) => (
            <span key={badge} class={`badge ${badge === "broken" ? "bad" : ""}`}>
              {badge}
            </span>
          ))}
        </div>
      );
    case "task":
      return (
        <div {...common} class="tree-item" aria-level={2} title="All that was said about this task">
          <span class="tree-name">{visible(row.label)}</span>
          <span class="badge">{visible(row.status)}</span>
        </div>
      );
    case "coming":
      return (
        <div {...common} class="tree-note late" aria-level={2}>
          <Bar />
          <span class="sr-only">{row.label}</span>
        </div>
      );
    case "note":
      return (
        <div {...common} class="tree-note" aria-level={2} title={row.label}>
          {row.label}
        </div>
      );
  }
}

/** A dot beside what came or changed since the server was connected last. */
function News({ row }: { row: Extract<TreeRow, { is: "item" }> }): JSX.Element | null {
  if (row.section === "tasks" || row.section === "subscriptions" || row.section === "apps") return null;
  const news = newsOf(listChanges.value, row.section, row.ref.key);
  if (news === null) return null;
  return (
    <span class="news-dot" title={`${news} since the last connect`}>
      <span aria-hidden="true">●</span>
      <span class="sr-only"> {news}</span>
    </span>
  );
}
