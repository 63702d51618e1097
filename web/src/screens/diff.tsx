// Owns the Diff screen: two lists of servers, or two answers, side by side. What is compared is in the address.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { Row, TimelinePage } from "../contract";
import { changeComparison, LISTS, sideBody } from "../store/comparing";
import type { Route, Side } from "../store/route";
import { labelsOf } from "../store/labels";
import { summaries } from "../store/sessions";
import { duration } from "../text/measure";
import { visible } from "../text/signs";
import { Button } from "../ui/button";
import { Comparison } from "../ui/comparison";

const LABELS = { tools: "Tools", resources: "Resources", templates: "Templates", prompts: "Prompts" } as const;

export function Diff({ now }: { now: Extract<Route, { screen: "diff" }> }): JSX.Element {
  const { left, right, ignore, as } = now;
  const [missingLeft, missingRight] = [useMissing(left), useMissing(right)];
  const missing = missingLeft === undefined || missingRight === undefined ? undefined : (missingLeft ?? missingRight);
  return (
    <div class="page">
      <section aria-labelledby="compare">
        <h2 id="compare">Compare</h2>
        <div class="compare-sides">
          <Picker label="Left" side={left} choose={(side) => changeComparison({ left: side })} />
          <Button
            label="Swap the sides"
            onClick={() => {
              if (right !== null) changeComparison({ left: right, right: left });
            }}
          >
            ⇄
          </Button>
          <Picker
            label="Right"
            side={right ?? { session: left.session, what: null }}
            choose={(side) => changeComparison({ right: side })}
          />
        </div>
      </section>
      <section aria-label="What differs" class="wide-section">
        {left.what === null || right === null || right.what === null ? (
          <p class="empty">Choose what to compare on both sides.</p>
        ) : missing === undefined ? null : missing !== null ? (
          <p class="warn-line" role="alert">
            {missing}
          </p>
        ) : (
          <Comparison
            left={sideBody(left)}
            right={sideBody(right)}
            ignore={ignore}
            setIgnore={(pointers) => changeComparison({ ignore: pointers })}
            as={as}
            setAs={(wanted) => changeComparison({ as: wanted })}
          />
        )}
      </section>
    </div>
  );
}

/** What a side names that is not there, in words; null when nothing is known to be missing, undefined while that is looked up. */
function useMissing(side: Side | null): string | null | undefined {
  const [found, setFound] = useState<{ of: string; last: number } | null>(null);
  const all = summaries.value;
  const id = side?.session ?? "";
  const known = all?.find((one) => one.id === id)?.lastSeq ?? null;
  const row = typeof side?.what === "number" ? side.what : 0;
  const of = `${id}/${row}`;
  const last = Math.max(known ?? 0, found?.of === of ? found.last : 0);
  const isAsked = known !== null && row > last && found?.of !== of;
  useEffect(() => {
    if (!isAsked) return undefined;
    const stop = new AbortController();
    // The list of sessions may be older than the row.
    api.get<TimelinePage>(sessionPath(id, "/timeline?from=-1&limit=1"), stop.signal).then(
      (page) => setFound({ of, last: page.lastSeq }),
      () => {
        if (!stop.signal.aborted) setFound({ of, last: row });
      },
    );
    return () => stop.abort();
  }, [isAsked, of]);
  if (side === null) return null;
  if (all === null || isAsked) return undefined;
  if (known === null) return "A session of this comparison is not open any more. Choose another one.";
  return row > last ? `There is no row ${row} in the log. Choose another call.` : null;
}

function Picker({ label, side, choose }: { label: string; side: Side; choose(side: Side): void }): JSX.Element {
  const all = summaries.value ?? [];
  const labels = labelsOf(all);
  const isAnswer = side.what === null || typeof side.what === "number";
  const isKnown = all.some((one) => one.id === side.session);
  return (
    <fieldset class="compare-side">
      <legend>{label}</legend>
      <select
        class="input"
        aria-label={`${label}: server`}
        value={side.session}
        onChange={(event) =>
          choose({ session: event.currentTarget.value, what: typeof side.what === "number" ? null : side.what })
        }
      >
        {isKnown ? null : <option value={side.session}>closed</option>}
        {all.map((one, at) => (
          <option key={one.id} value={one.id}>
            {`${at + 1} ${labels.get(one.id)}`}
          </option>
        ))}
      </select>
      <select
        class="input"
        aria-label={`${label}: what`}
        value={isAnswer ? "" : String(side.what)}
        onChange={(event) => {
          const list = LISTS.find((one) => one === event.currentTarget.value);
          choose({ session: side.session, what: list ?? null });
        }}
      >
        {LISTS.map((list) => (
          <option key={list} value={list}>
            {LABELS[list]}
          </option>
        ))}
        <option value="">Answer of a call</option>
      </select>
      {isAnswer ? <Answers label={label} side={side} choose={choose} /> : null}
    </fieldset>
  );
}

/** Calls that were answered, newest first. */
function Answers({ label, side, choose }: { label: string; side: Side; choose(side: Side): void }): JSX.Element {
  const [rows, setRows] = useState<Row[]>([]);
  const isOpen = summaries.value?.some((one) => one.id === side.session) === true;
  useEffect(() => {
    if (!isOpen) return setRows([]);
    const stop = new AbortController();
    const query = new URLSearchParams({ filter: "kind:call -status:pending", from: "-300", limit: "300" });
    api
      .get<TimelinePage>(sessionPath(side.session, `/timeline?${query.toString()}`), stop.signal)
      .then((page) => setRows(page.rows.filter((row) => row.endSeq !== null).reverse()))
      .catch(() => {
        if (!stop.signal.aborted) setRows([]);
      });
    return () => stop.abort();
  }, [side.session, isOpen]);
  const isListed = rows.some((row) => row.seq === side.what);
  return (
    <select
      class="input"
      aria-label={`${label}: call`}
      value={side.what === null ? "" : String(side.what)}
      onChange={(event) =>
        choose({ session: side.session, what: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) })
      }
    >
      <option value="">{rows.length === 0 ? "no call was answered" : "choose a call"}</option>
      {isListed || side.what === null ? null : <option value={String(side.what)}>{`row ${side.what}`}</option>}
      {rows.map((row) => (
        <option key={row.seq} value={String(row.seq)}>
          {rowWords(row)}
        </option>
      ))}
    </select>
  );
}

/** A call in a line: `42 tools/call echo · ok · 3 ms`. */
export function rowWords(row: Pick<Row, "seq" | "method" | "target" | "status" | "durationNs">): string {
  const target = row.target === "" ? "" : ` ${visible(row.target.slice(0, 40))}`;
  const took = row.durationNs === null ? "" : ` · ${duration(row.durationNs)}`;
  return `${row.seq} ${row.method}${target} · ${row.status ?? ""}${took}`;
}
