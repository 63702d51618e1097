// Owns the timeline on the screen: as a strip below Explore with the detail of the chosen row, and as a screen
// of its own with statistics. Rows and details are drawn by the parts under `timeline`.
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { api, request, sessionPath } from "../api";
import type { Row, SessionState } from "../contract";
import { focusFirstField, wantsFocus } from "../explore/focus";
import { problemOf } from "../problem";
import { rawOpen } from "../shell/overlays";
import { choose, comparison, remembered } from "../store/row-pair";
import { draftOf } from "../store/drafts";
import { pins, saveStep, script, togglePin } from "../store/marks";
import { setRawText } from "../store/raw-frame";
import { callBody, paramsAgain, requestFrame, textOfRequest } from "../store/request";
import { findingsCount } from "../store/findings";
import { labelsOf } from "../store/labels";
import { formatRoute, go, type ItemRef, route, type TimelineView } from "../store/route";
import { followedRow, looksAtAll, selectedRow, shownFilter, timelineFilter, togetherFilter, togetherRow } from "../store/selection";
import { hasCapability } from "../store/server-words";
import { currentId, news, summaries, togetherNews } from "../store/sessions";
import { settings } from "../store/settings";
import { sliceAt } from "../text/json";
import { bytes } from "../text/measure";
import { visible } from "../text/signs";
import { withStretch } from "../timeline/terms";
import { TimelinePane, type Verb } from "../timeline/timeline";
import { Button } from "../ui/button";
import { download, fileName, say } from "../ui/copy";
import { later } from "../ui/later";
import { Split } from "../ui/split";
import { Tabs } from "../ui/tabs";

const RowDetail = later("RowDetail");
const RowComparison = later("RowComparison");
const LogLevel = later("LogLevel", "overlay");
const StatsPane = later("StatsPane");
const TestsPane = later("TestsPane");
const Together = later("Together");

/** The timeline of all servers is filtered by itself. */
function filterOf(view: TimelineView | undefined): typeof timelineFilter {
  return view === "all" ? togetherFilter : timelineFilter;
}

/** Ties filter and selection to the address while the timeline is the screen. */
export function followTimelineAddress(): () => void {
  const fromAddress = effect(() => {
    const now = route.value;
    if (now.screen !== "timeline") return;
    if (now.view === "all") togetherRow.value = now.row ?? togetherRow.peek();
    else if (now.seq !== null) selectedRow.value = now.seq;
    filterOf(now.view).value = now.filter;
  });
  const toAddress = effect(() => {
    const one = { filter: timelineFilter.value, seq: selectedRow.value, row: null };
    const all = { filter: togetherFilter.value, seq: null, row: togetherRow.value };
    const now = route.peek();
    if (now.screen !== "timeline") return;
    const { filter, seq, row } = now.view === "all" ? all : one;
    if (now.filter !== filter || now.seq !== seq || (now.row ?? null) !== row) go({ ...now, filter, seq, row }, "replace");
  });
  return () => {
    fromAddress();
    toAddress();
  };
}

export async function saveRecording(state: SessionState): Promise<void> {
  const response = await request("GET", sessionPath(state.id, "/recording"), { accept: "*/*" });
  download(await response.blob(), `${fileName(state.name)}-${state.id}.ndjson`);
}

function exportRecording(state: SessionState): void {
  saveRecording(state).catch((thrown: unknown) => say(`the recording was not saved: ${problemOf(thrown).message}`));
}

const ITEM_OF: Record<string, { kind: ItemRef["kind"]; member: string }> = {
  "tools/call": { kind: "tool", member: "name" },
  "prompts/get": { kind: "prompt", member: "name" },
  "resources/read": { kind: "resource", member: "uri" },
};

/** What a request was about, and the text of its arguments, read from the frame as it was sent. */
export function itemOfFrame(frame: string): { ref: ItemRef; text: string } | null {
  const method = JSON.parse(sliceAt(frame, ["method"]) ?? '""') as string;
  const known = ITEM_OF[method];
  const key = known === undefined ? null : sliceAt(frame, ["params", known.member]);
  if (known === undefined || key === null) return null;
  return { ref: { kind: known.kind, key: String(JSON.parse(key)) }, text: textOfRequest(frame) ?? "" };
}

async function again(id: string, row: Row): Promise<void> {
  const frame = await requestFrame(id, row.seq);
  if (frame === null) {
    say("it cannot be run again: the request is no longer in the log");
    return;
  }
  const params = sliceAt(frame, ["params"]);
  const body = callBody(
    { method: row.method, params: paramsAgain(params ?? "{}") },
    { timeoutMs: null, forced: true, detached: false },
  );
  const { call } = await api.send<{ call: number }>("POST", sessionPath(id, "/calls"), body);
  // Beside its item, what comes of it is what is wanted.
  const item = itemOfFrame(frame)?.ref;
  if (item !== undefined && isAt(id, item)) go({ screen: "explore", session: id, item, run: call }, "replace");
}

/** Whether an item is what Explore shows. */
function isAt(id: string, item: ItemRef): boolean {
  const now = route.peek();
  return (
    now.screen === "explore" && now.session === id && now.item?.kind === item.kind && now.item.key === item.key
  );
}

async function edit(id: string, row: Row): Promise<void> {
  const frame = await requestFrame(id, row.seq);
  const found = frame === null ? null : itemOfFrame(frame);
  if (found === null) {
    say(frame === null ? "the request is no longer in the log" : "there is no form for this request");
    return;
  }
  draftOf(id, found.ref).text.value = found.text;
  const isThere = isAt(id, found.ref);
  // Another form takes the focus when it opens; this one is open already.
  wantsFocus.value = !isThere;
  go({ screen: "explore", session: id, item: found.ref, run: null });
  if (isThere) focusFirstField("#item-form", () => isAt(id, found.ref));
}

/** What is edited as raw text is typed in one field. */
const LONGEST_RAW = 2_000_000;

async function editRaw(id: string, row: Row): Promise<void> {
  const frame = await requestFrame(id, row.seq);
  if (frame === null) {
    say("the request is no longer in the log");
    return;
  }
  if (frame.length > LONGEST_RAW) {
    say(`the request is too long for the panel: ${bytes(frame.length)}`);
    return;
  }
  setRawText(frame);
  // The panel sends to the server that is looked at.
  if (currentId.peek() !== id) go({ screen: "timeline", session: id, seq: row.seq, filter: "" });
  rawOpen.value = true;
}

/** How much is shown around something that takes no time. */
const MOMENT_NS = 50e6;

/** Shows only what happened while a row lasted; its time is that of the timeline that is looked at. */
export function zoomTo(row: Row): void {
  const { atNs, durationNs, status } = row;
  const stretch =
    durationNs !== null && durationNs > 0
      ? { from: atNs, to: atNs + durationNs }
      : status === "pending"
        ? { from: atNs, to: null }
        : { from: Math.max(0, atNs - MOMENT_NS), to: atNs + MOMENT_NS };
  shownFilter().value = withStretch(shownFilter().peek(), stretch);
}

/** Carries out a verb of a row's menu; copying and filtering the timeline does by itself. */
export function actOn(id: string, verb: Verb, row: Row): void {
  const failed = (thrown: unknown): void => say(problemOf(thrown).message);
  switch (verb) {
    case "open":
      go({ screen: "timeline", session: id, seq: row.seq, filter: looksAtAll.peek() ? "" : timelineFilter.peek() });
      return;
    case "again":
      again(id, row).catch(failed);
      return;
    case "edit":
      edit(id, row).catch(failed);
      return;
    case "raw":
      editRaw(id, row).catch(failed);
      return;
    case "pin":
      void togglePin(id, row.seq);
      return;
    case "step":
      void saveStep(id, row.seq);
      return;
    case "compare":
      say(choose({ session: id, row }));
      return;
    case "zoom":
      zoomTo(row);
  }
}

function Rows({ state, full }: { state: SessionState; full: boolean }): JSX.Element {
  return (
    <section class="pane" aria-label="Timeline" id="pane-4">
      <TimelinePane
        session={state.id}
        feed={news}
        filter={timelineFilter}
        selected={selectedRow}
        {...(full ? {} : { followed: followedRow })}
        api={api}
        full={full}
        act={(verb, row) => actOn(state.id, verb, row)}
        judged={findingsCount}
        pins={pins}
        compared={remembered}
        openedAt={state.openedAt}
        singleKeys={settings.value.singleKeys}
        rowHeight={settings.value.density === "cozy" ? 28 : 22}
        more={full ? null : <StripActs state={state} />}
      />
    </section>
  );
}

/** What the screen of the timeline has above its rows. */
function StripActs({ state }: { state: SessionState }): JSX.Element {
  return (
    <>
      <button type="button" title="Save a recording of this session" onClick={() => exportRecording(state)}>
        Export
      </button>
      <a
        class="button"
        aria-label="Maximise"
        title="Maximise (m)"
        href={formatRoute({ screen: "timeline", session: state.id, seq: selectedRow.value, filter: timelineFilter.value })}
      >
        ⤢
      </a>
    </>
  );
}

export function TimelineStrip({ state }: { state: SessionState }): JSX.Element {
  const seq = selectedRow.value;
  return (
    <Split
      name="detail"
      way="row"
      share={0.7}
      label="Width of the timeline's rows"
      first={<Rows state={state} full={false} />}
      second={seq === null && comparison.value === null ? null : <Detail state={state} seq={seq} />}
    />
  );
}

/** The two rows that are compared, if there are two. */
function Pair(): JSX.Element | null {
  const pair = comparison.value;
  if (pair === null) return null;
  const close = (): void => {
    comparison.value = null;
  };
  return (
    <section class="pane detail" aria-label="Comparison of two rows" id="pane-5" tabIndex={-1}>
      <RowComparison {...pair} api={api} close={close} />
    </section>
  );
}

function Detail({ state, seq }: { state: SessionState; seq: number | null }): JSX.Element {
  if (comparison.value !== null) return <Pair />;
  return (
    <section class="pane detail" aria-label="Chosen row" id="pane-5" tabIndex={-1}>
      {seq === null ? null : <RowDetail session={state.id} seq={seq} api={api} />}
    </section>
  );
}

const VIEWS: readonly { name: TimelineView; label: string }[] = [
  { name: "rows", label: "Rows" },
  { name: "stats", label: "Statistics" },
];

function viewsNow(): typeof VIEWS {
  const saved = script.value.steps.length;
  const all: typeof VIEWS = serversNow().size > 1 ? [{ name: "all", label: "All servers" }] : [];
  return [...VIEWS, { name: "steps", label: saved === 0 ? "Steps" : `Steps ${saved}` }, ...all];
}

/** The servers that are open, with what they are called. Recordings have no part in a common timeline. */
function serversNow(): Map<string, string> {
  return labelsOf((summaries.value ?? []).filter((one) => one.origin !== "recording"));
}

export function Timeline({ state }: { state: SessionState }): JSX.Element {
  const now = route.value;
  const view = (now.screen === "timeline" ? now.view : undefined) ?? "rows";
  const setView = (next: TimelineView): void => {
    if (now.screen !== "timeline") return;
    const chosen = next === "all" ? { seq: null, row: togetherRow.peek() } : { seq: selectedRow.peek(), row: null };
    go({ ...now, ...chosen, filter: filterOf(next).peek(), view: next });
  };
  const seq = selectedRow.value;
  return (
    <div class="timeline-screen">
      <div class="bar-line">
        <Tabs<TimelineView> tabs={viewsNow()} chosen={view} choose={setView} label="Views of the timeline" idPrefix="timeline" />
        <span class="spring" />
        {state.origin === "recording" || !hasCapability(state, "logging") ? null : (
          <LogLevel key={state.id} state={state} label="Log level" />
        )}
        <Button onClick={() => exportRecording(state)}>Save recording</Button>
      </div>
      <div class="fill" id="timeline-panel" role="tabpanel" aria-labelledby={`timeline-tab-${view}`}>
        {view === "all" ? (
          <Together
            servers={serversNow()}
            places={new Map((summaries.value ?? []).map((one) => [one.id, visible(one.place)]))}
            feed={togetherNews}
            filter={togetherFilter}
            selected={togetherRow}
            api={api}
            act={(verb, row) => actOn(row.session ?? state.id, verb, row)}
            compared={remembered}
            open={(session, seq) => go({ screen: "timeline", session, seq, filter: "" })}
            instead={comparison.value === null ? null : <Pair />}
            singleKeys={settings.value.singleKeys}
            rowHeight={settings.value.density === "cozy" ? 28 : 22}
          />
        ) : view === "steps" ? (
          <TestsPane state={state} />
        ) : view === "stats" ? (
          <StatsPane
            session={state.id}
            api={api}
            feed={news}
            filter={timelineFilter}
            selected={selectedRow}
            onPick={() => setView("rows")}
          />
        ) : (
          <Split
            name="wide-detail"
            way="row"
            share={0.62}
            label="Width of the timeline's rows"
            first={<Rows state={state} full={true} />}
            second={seq === null && comparison.value === null ? null : <Detail state={state} seq={seq} />}
          />
        )}
      </div>
    </div>
  );
}
