// One row of the timeline, as cells of a grid.
import type { Row } from "../contract";
import { plain } from "../text/ansi";
import { bytes, duration } from "../text/measure";
import { visible } from "../text/signs";
import { Bar } from "../ui/skeleton";
import { Ansi } from "./ansi";
import { time, type TimeMode } from "./format";
import { nameOf, type RowName } from "./pages";
import { type Range, Waterfall } from "./waterfall";

export interface RowLook {
  timeMode: TimeMode;
  openedAt: string | undefined;
  range: Range;
  /** The key of the selected row. */
  selected: string | null;
  isPinned(row: Row): boolean;
  /** The name of the server of a row, where rows are of several. */
  serverOf?(row: Row, inFull?: boolean): string;
  idPrefix: string;
}

interface RowProps {
  row: Row;
  index: number;
  before: Row | undefined;
  look: RowLook;
  /** The filter leaves out whatever is within it. */
  isBare?: boolean;
  select(): void;
  open(): void;
  fold(): void;
  menu(event: MouseEvent): void;
}

/** What names a row among those that are drawn: its name, and for a finding about the row of that name which one it is. */
export function rowKey(row: Row): string {
  return keyOf(nameOf(row), row.finding);
}

export function keyOf(name: RowName, finding: number | null): string {
  return finding === null ? `${name}` : `${name}.${finding}`;
}

export function rowId(prefix: string, key: string): string {
  return `${prefix}-row-${key}`;
}

/** Rows of a grid are counted from 1, and the head is the first. */
export function ariaIndex(index: number): number {
  return index + 2;
}

export function TimelineRow({ row, index, before, look, isBare = false, select, open, fold, menu }: RowProps) {
  const key = rowKey(row);
  const isSelected = look.selected === key;
  return (
    <div
      id={rowId(look.idPrefix, key)}
      role="row"
      class={`tl-row tl-${row.kind} ${isSelected ? "tl-selected" : ""}`}
      aria-rowindex={ariaIndex(index)}
      aria-selected={isSelected}
      onClick={select}
      onDblClick={open}
      onContextMenu={menu}
    >
      <span role="gridcell" class="tl-time">
        {time(row.atNs, look.timeMode, look.openedAt, before?.atNs ?? null)}
      </span>
      {look.serverOf && (
        <span role="gridcell" class="tl-server" title={look.serverOf(row, true)}>
          {look.serverOf(row)}
        </span>
      )}
      <span role="gridcell" class={`tl-direction tl-${row.direction ?? "none"}`}>
        <Direction row={row} />
      </span>
      <span role="gridcell" class="tl-method" title={visible(row.method)}>
        <Indent depth={row.depth} />
        {row.finding === null && look.isPinned(row) && (
          <span class="tl-pinned">
            <span aria-hidden="true">◆</span>
            <span class="sr-only">pinned: </span>
          </span>
        )}
        {row.children > 0 && !isBare && (
          <button
            type="button"
            class="tl-fold"
            tabIndex={-1}
            aria-expanded={!row.isFolded}
            aria-label={visible(`${row.children} rows within ${row.method}`)}
            onClick={(event) => {
              event.stopPropagation();
              fold();
            }}
          >
            {row.isFolded ? "▸" : "▾"}
          </button>
        )}
        {visible(row.method)}
      </span>
      <span role="gridcell" class="tl-target" title={visible(row.kind === "stderr" ? plain(row.target) : row.target)}>
        {row.kind === "stderr" ? <Ansi text={row.target} /> : visible(row.target)}
        {row.depth === 0 && waits(row) !== "" && <span class="tl-you"> ({waits(row)})</span>}
      </span>
      <span role="gridcell" class={`tl-status tl-status-${row.status ?? "none"}`}>
        {statusText(row)}
        {row.isResumed && <span title="its stream broke and was taken up again"> resumed</span>}
        {row.findings > 0 && (
          <span class="tl-findings" title={`${row.findings} findings`}>
            {" "}
            ⚠{row.findings}
            <span class="sr-only"> findings</span>
          </span>
        )}
      </span>
      <span role="gridcell" class="tl-duration">
        {row.durationNs === null ? "" : duration(row.durationNs)}
      </span>
      <span role="gridcell" class="tl-size">
        {row.bytes > 0 ? bytes(row.bytes) : ""}
      </span>
      <span role="gridcell" class="tl-waterfall">
        <Waterfall row={row} range={look.range} />
      </span>
    </div>
  );
}

/** A row that has not come yet. */
export function EmptyRow({ index }: { index: number }) {
  return (
    <div role="row" class="tl-row tl-empty" aria-rowindex={ariaIndex(index)}>
      <span role="gridcell" class="tl-coming late">
        <span class="sr-only">loading…</span>
        <Bar />
      </span>
    </div>
  );
}

const ODD: Partial<Record<Row["kind"], string>> = { junk: "not a message", stderr: "from standard error", finding: "found" };

function Direction({ row }: { row: Row }) {
  const odd = ODD[row.kind];
  if (odd !== undefined) {
    return (
      <>
        <span aria-hidden="true">⚠</span>
        <span class="sr-only">{odd}</span>
      </>
    );
  }
  if (row.direction === null) return <span aria-hidden="true">·</span>;
  return (
    <>
      <span aria-hidden="true">{row.direction === "out" ? "→" : "←"}</span>
      <span class="sr-only">
        {row.direction === "out" ? "to" : "from"} the {row.kind === "app" ? "app" : "server"}
      </span>
    </>
  );
}

function Indent({ depth }: { depth: number }) {
  if (depth === 0) return null;
  return (
    <>
      <span class="tl-indent" style={{ width: `${Math.min(depth, 8) * 14}px` }} />
      <span class="sr-only">level {depth + 1}: </span>
    </>
  );
}

/** The status of a row in a word. Errors show their number, as that is what one searches for. */
export function statusText(row: Row): string {
  switch (row.status) {
    case null:
      return row.level ?? (row.code === null ? "" : String(row.code));
    case "ok":
      return row.kind === "http" && row.code !== null ? String(row.code) : "OK";
    case "error":
      return row.code === null ? "error" : String(row.code);
    case "tool-error":
      return "tool error";
    case "pending":
      return "pending…";
    default:
      return row.status;
  }
}

/** Who was waited for: a person, and rules that answered in place of one. */
export function waits(row: Pick<Row, "humanNs" | "ruleNs">): string {
  const shares: [string, number][] = [
    ["you", row.humanNs],
    ["rule", row.ruleNs ?? 0],
  ];
  return shares.filter(([, ns]) => ns > 0).map(([name, ns]) => `${name} ${duration(ns)}`).join(" · ");
}
