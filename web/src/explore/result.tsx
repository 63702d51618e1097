// Owns the right of Explore: what came of the run that is shown, as laid-out JSON, as content, as structured
// content with the schema's verdict, and as the bytes that went over the wire. The three classes of errors
// look and read differently.
import { effect, untracked } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import type { Row, SessionState } from "../contract";
import { catalog, findItem } from "../store/catalog";
import { oneOfWords } from "../store/kept";
import { perServer } from "../store/per-server";
import { go, type ItemRef, RESULT_TABS, type ResultTab, route } from "../store/route";
import { followedRow, selectedRow } from "../store/selection";
import { isLost } from "../store/sessions";
import { type End, findRow, hasMoreThanText, hasStructured, load, type Run, tookNs } from "../store/runs";
import { judgedOf, verdictMark } from "../store/verdicts";
import { sliceAt } from "../text/json";
import { bytes, duration } from "../text/measure";
import { brief } from "../text/told";
import { Button } from "../ui/button";
import { later } from "../ui/later";
import { type Tab, Tabs } from "../ui/tabs";
import { showsComparison, wantComparison } from "./comparable";
import { runWords } from "./run-words";
import { neighbour } from "./running";
import { ShareMenu } from "./share";

const AppView = later("AppView");
const Judge = later("Judge", "overlay");
const Outcome = later("Outcome");
const ReadByItself = later("ReadByItself", "overlay");

/** The tab that somebody chose; null for the one that suits what came. */
export const resultTab = perServer<ResultTab | null>("result-tab", null, oneOfWords(RESULT_TABS));

/** A person chose a tab of a run. */
export function chooseTab(tab: ResultTab | null, run: Run): void {
  if (tab === "diff") wantComparison(run);
  resultTab.value = tab;
}

/** Ties the tab to the address while an item is on the screen. */
export function followResultTab(): () => void {
  const fromAddress = effect(() => {
    const now = route.value;
    if (now.screen === "explore" && now.tab !== undefined) resultTab.value = now.tab;
  });
  const toAddress = effect(() => {
    const tab = resultTab.value;
    const now = route.value;
    if (now.screen !== "explore" || now.item === null || (now.tab ?? null) === tab) return;
    const { tab: _, ...bare } = now;
    untracked(() => go(tab === null ? bare : { ...bare, tab }, "replace"));
  });
  return () => {
    fromAddress();
    toAddress();
  };
}

/** The `ui://` resource that shows the results of an item, if it is a tool that names one. */
export function appOf(target: ItemRef): string | null {
  return target.kind === "tool" ? (findItem(catalog.value, target)?.app ?? null) : null;
}

export function tabsFor(end: End | null, hasBefore: boolean, hasApp = false, verdict = ""): Tab<ResultTab>[] {
  const structured = end !== null && hasStructured(end);
  return [
    { name: "pretty", label: "Pretty" },
    { name: "content", label: "Content" },
    ...(structured ? [{ name: "structured" as const, label: `Structured${verdict}` }] : []),
    { name: "raw", label: "Raw" },
    ...(hasApp ? [{ name: "app" as const, label: "App" }] : []),
    ...(hasBefore ? [{ name: "diff" as const, label: "Diff" }] : []),
  ];
}

/** The tab that is shown: the chosen one where there is such a one, or else the one that suits what came. */
export function tabShown(tabs: readonly Tab<ResultTab>[], end: End | null): ResultTab {
  const chosen = resultTab.value;
  if (chosen !== null && tabs.some((tab) => tab.name === chosen)) return chosen;
  return end !== null && hasMoreThanText(end) ? "content" : "pretty";
}

/** The item that was shown last, and the row that was chosen because of it. */
let ownItem = "";
let ownRow: number | null = null;

export function Result({ state, target, run }: { state: SessionState; target: ItemRef; run: Run | null }): JSX.Element {
  const call = run?.call ?? null;
  useEffect(() => {
    if (run !== null && run.state.is === "known") void load(run);
  }, [run?.session, call, run?.state.is]);
  useEffect(() => {
    // The row says where the time went; it is there once the call has ended.
    if (run !== null && run.state.is === "ended" && (run.row === null || run.row.status === "pending"))
      findRow(run).catch(() => undefined);
  }, [run?.session, call, run?.state.is]);
  // The exchange of the run that is shown is the chosen row of the timeline: its frames are there to read.
  const seq = run?.row?.seq ?? null;
  const item = `${state.id} ${target.kind} ${target.key}`;
  useEffect(() => {
    const isOther = ownItem !== item;
    ownItem = item;
    if (seq !== null && run !== null) {
      followedRow.value = neighbour(state.id, target, run, 1) === null ? seq : null;
      selectedRow.value = ownRow = seq;
    } else if (isOther && ownRow !== null && selectedRow.peek() === ownRow) {
      // What was chosen beside another item is not about this one.
      selectedRow.value = followedRow.value = ownRow = null;
    }
  }, [item, seq]);
  const update = target.kind === "resource" ? state.updates[target.key] : undefined;
  const before = run === null ? null : neighbour(state.id, target, run, -1);
  const end = run?.state.is === "ended" ? run.state.end : null;
  const app = state.origin === "recording" ? null : appOf(target);
  const tabs = tabsFor(end, before !== null, app !== null, run === null ? "" : verdictMark(judgedOf(run)));
  // An app is shown while the call still runs: it is given the arguments first.
  const hasTabs = (end !== null && !end.gone) || (app !== null && run?.call != null && run.state.is === "running");
  const isBare = end !== null && run !== null && resultTab.value === "diff" && !showsComparison(run, before);
  useLayoutEffect(() => {
    // The run before was looked at so; this one has nothing to show there, and its address must not say otherwise.
    if (isBare) resultTab.value = null;
  }, [isBare]);
  const chosen = tabShown(tabs, end);
  return (
    <section class="pane result" aria-label="Result" id="pane-3" tabIndex={-1}>
      <header class="pane-head">
        <h2 class="pane-title">Result</h2>
        {run === null ? null : <Verdict run={run} />}
        <span class="pane-acts">
          {before?.call == null || end === null ? null : (
            <Button
              pressed={chosen === "diff"}
              keys="Alt+D"
              onClick={() => {
                if (run !== null) chooseTab(chosen === "diff" ? null : "diff", run);
              }}
            >
              Diff with #{before.call}
            </Button>
          )}
          {run === null || call === null ? null : <ShareMenu run={run} />}
        </span>
      </header>
      {run === null ? (
        <div class="pane-body">
          {update !== undefined ? (
            <ReadByItself state={state} uri={target.key} since={update} />
          ) : (
            <p class="empty">Nothing was run yet. What comes back stays here, also after a reload.</p>
          )}
        </div>
      ) : (
        <>
          {end === null ? null : <Judge id={state.id} target={target} run={run} end={end} />}
          {!hasTabs ? null : (
            <Tabs
              tabs={tabs}
              chosen={chosen}
              choose={(name) => chooseTab(name, run)}
              label="Views of the result"
              idPrefix="result"
            />
          )}
          <div
            class="pane-body"
            id="result-panel"
            {...(!hasTabs
              ? {}
              : { role: "tabpanel" as const, "aria-labelledby": `result-tab-${chosen}`, tabIndex: 0 })}
          >
            {update === undefined || end === null || update <= (run.row?.seq ?? update) ? null : (
              <ReadByItself state={state} uri={target.key} since={update} />
            )}
            {hasTabs && chosen === "app" && app !== null ? (
              <AppView key={`${state.id} ${target.key} ${run.call}`} state={state} target={target} uri={app} run={run} />
            ) : (
              <Outcome state={state} target={target} run={run} before={before} chosen={chosen} />
            )}
          </div>
        </>
      )}
    </section>
  );
}

function Verdict({ run }: { run: Run }): JSX.Element | null {
  if (run.state.is === "failed") return <span class="bad">not sent</span>;
  if (run.state.is === "unread") return <span class="muted">#{run.call} · {runWords(run)}</span>;
  if (run.state.is !== "ended") return <span class="muted">{run.state.is === "known" ? "" : isLost(run.session) ? "unknown" : "running…"}</span>;
  const { end } = run.state;
  const row = run.row;
  const took = tookNs(run, end);
  const size = row === null ? sizeOf(end) : ` · ${bytes(row.bytes)}`;
  const good = end.outcome === "answered" && !end.toolError;
  const word =
    end.outcome === "answered"
      ? end.toolError
        ? "tool error"
        : "OK"
      : end.outcome === "refused"
        ? errorWord(run, end)
        : end.outcome;
  return (
    <span class="verdict" role="status">
      <span class={good ? "ok" : "bad"}>{word}</span>{" "}
      <span class="muted">
        #{run.call} · {duration(took)}
        {row === null ? "" : takers(row)}
        {size}
      </span>
    </span>
  );
}

/** Who took how much of a call's time, as the timeline divides it: ` (server 61 ms · you 18.4 s)`. Nothing when the server
 * took all of it, as far as can be seen. */
export function takers(row: Row): string {
  const { serverNs, networkNs, humanNs, durationNs } = row;
  if (serverNs === null || durationNs === null || duration(serverNs) === duration(durationNs)) return "";
  const shares: [string, number][] = [
    ["server", serverNs],
    ["network", networkNs ?? 0],
    ["you", humanNs],
    ["rule", row.ruleNs ?? 0],
  ];
  const words = shares.filter(([name, ns]) => name === "server" || ns > 0).map(([name, ns]) => `${name} ${duration(ns)}`);
  return ` (${words.join(" · ")})`;
}

function sizeOf(end: End): string {
  const size = end.long?.bytes ?? end.result?.length;
  return size === undefined || size === null ? "" : ` · ${bytes(size)}`;
}

function errorWord(run: Run, end: End): string {
  const code = end.error === null ? (run.row?.code ?? null) : sliceAt(end.error, ["code"]);
  return code === null ? "error" : `error ${brief(String(code), 20)}`;
}
