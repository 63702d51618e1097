// The pinned rows of a timeline above all others: a click goes to the row, wherever the list was scrolled to.
import type { Row } from "../contract";
import { duration } from "../text/measure";
import { visible } from "../text/signs";
import type { RowName } from "./pages";
import { statusText } from "./row";
import { hasTerm, toggleTerm } from "./terms";

interface PinsBarProps {
  rows: readonly Row[];
  selected: RowName | null;
  filter: string;
  select(row: Row): void;
  unpin(row: Row): void;
  attempt(text: string): Promise<boolean>;
}

export function PinsBar({ rows, selected, filter, select, unpin, attempt }: PinsBarProps) {
  if (rows.length === 0) return null;
  return (
    <div class="tl-pins" role="group" aria-label="Pinned rows">
      <button
        type="button"
        class="chip"
        aria-pressed={hasTerm(filter, "pinned", "yes")}
        title="Show only these"
        onClick={() => void attempt(toggleTerm(filter, "pinned", "yes"))}
      >
        Pinned {rows.length}
      </button>
      {rows.map((row) => (
        <span key={row.seq} class={`tl-pin ${row.seq === selected ? "tl-selected" : ""}`}>
          <button type="button" class="tl-pin-go" title={visible(`${row.method} ${row.target}`)} onClick={() => select(row)}>
            <span class="mono">{visible(row.target === "" ? row.method : row.target)}</span>{" "}
            <span class={`tl-status-${row.status ?? "none"}`}>{statusText(row)}</span>
            {row.durationNs === null ? "" : ` ${duration(row.durationNs)}`}
          </button>
          <button type="button" class="tl-pin-off" aria-label={visible(`Unpin ${row.method} ${row.target}`)} onClick={() => unpin(row)}>
            ✕
          </button>
        </span>
      ))}
    </div>
  );
}
