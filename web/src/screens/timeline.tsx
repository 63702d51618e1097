// Owns the timeline on the screen: as a strip below Explore with the detail of the chosen row, and as a screen
// of its own with statistics. Rows and details are drawn by the parts under `timeline`.
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, request, sessionPath } from "../api";
import type { Row, SessionState } from "../contract";
import { problemOf } from "../problem";
import { draftOf } from "../store/drafts";
import { callBody, textOfRequest } from "../store/request";
import { findingsCount } from "../store/findings";
import { go, type ItemRef, route } from "../store/route";
import { selectedRow, timelineFilter } from "../store/selection";
import { news } from "../store/sessions";
import { settings } from "../store/settings";
import { sliceAt } from "../text/json";
import { RowDetail } from "../timeline/detail";
import { StatsPane } from "../timeline/stats";
import { TimelinePane, type Verb } from "../timeline/timeline";
import { Button } from "../ui/button";
import { download, say } from "../ui/copy";
import { Split } from "../ui/split";
import { Tabs } from "../ui/tabs";

/** Ties filter and selection to the address while the timeline is the screen. */
export function followTimelineAddress(): () => void {
  const fromAddress = effect(() => {
    const now = route.value;
    if (now.screen !== "timeline") return;
    if (now.seq !== null) selectedRow.value = now.seq;
    timelineFilter.value = now.filter;
  });
  const toAddress = effect(() => {
    const filter = timelineFilter.value;
    const seq = selectedRow.value;
    const now = route.peek();
    if (now.screen === "timeline" && (now.filter !== filter || now.seq !== seq)) go({ ...now, filter, seq }, "replace");
  });
  return () => {
    fromAddress();
    toAddress();
  };
}

export async function saveRecording(state: SessionState): Promise<void> {
  const response = await request("GET", sessionPath(state.id, "/recording"), { accept: "*/*" });
  download(await response.blob(), `${state.name.replace(/[^\w.-]+/g, "-")}-${state.id}.ndjson`);
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

async function requestFrame(id: string, seq: number): Promise<string | null> {
  const detail = await api.get<{ parts: { name: string; text: string | null }[] }>(sessionPath(id, `/timeline/${seq}`));
  return detail.parts.find((part) => part.name === "request")?.text ?? null;
}

async function again(id: string, row: Row): Promise<void> {
  const frame = await requestFrame(id, row.seq);
  const params = frame === null ? null : sliceAt(frame, ["params"]);
  if (frame === null) {
    say("it cannot be run again: the request is no longer in the log");
    return;
  }
  await api.send(
    "POST",
    sessionPath(id, "/calls"),
    callBody({ method: row.method, params: params ?? "{}" }, { timeoutMs: null, forced: true, detached: false }),
  );
}

async function edit(id: string, row: Row): Promise<void> {
  const frame = await requestFrame(id, row.seq);
  const found = frame === null ? null : itemOfFrame(frame);
  if (found === null) {
    say("there is no form for this request");
    return;
  }
  draftOf(id, found.ref).text.value = found.text;
  go({ screen: "explore", session: id, item: found.ref, run: null });
}

/** Carries out a verb of a row's menu; copying and filtering the timeline does by itself. */
export function actOn(id: string, verb: Verb, row: Row): void {
  const failed = (thrown: unknown): void => say(problemOf(thrown).message);
  switch (verb) {
    case "open":
      selectedRow.value = row.seq;
      go({ screen: "timeline", session: id, seq: row.seq, filter: timelineFilter.peek() });
      return;
    case "again":
      again(id, row).catch(failed);
      return;
    case "edit":
      edit(id, row).catch(failed);
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
        api={api}
        full={full}
        act={(verb, row) => actOn(state.id, verb, row)}
        judged={findingsCount}
        openedAt={state.openedAt}
        singleKeys={settings.value.singleKeys}
        rowHeight={settings.value.density === "cozy" ? 28 : 22}
      />
    </section>
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
      second={seq === null ? null : <Detail state={state} seq={seq} />}
    />
  );
}

function Detail({ state, seq }: { state: SessionState; seq: number }): JSX.Element {
  return (
    <section class="pane detail" aria-label="Chosen row">
      <RowDetail session={state.id} seq={seq} api={api} />
    </section>
  );
}

type View = "rows" | "stats";
const VIEWS: readonly { name: View; label: string }[] = [
  { name: "rows", label: "Rows" },
  { name: "stats", label: "Statistics" },
];

export function Timeline({ state }: { state: SessionState }): JSX.Element {
  const [view, setView] = useState<View>("rows");
  const seq = selectedRow.value;
  return (
    <div class="timeline-screen">
      <div class="bar-line">
        <Tabs<View> tabs={VIEWS} chosen={view} choose={setView} label="Views of the timeline" idPrefix="timeline" />
        <span class="spring" />
        <Button
          onClick={() => {
            saveRecording(state).catch((thrown: unknown) =>
              say(`the recording was not saved: ${problemOf(thrown).message}`),
            );
          }}
        >
          Save recording
        </Button>
      </div>
      <div class="fill" id="timeline-panel" role="tabpanel" aria-labelledby={`timeline-tab-${view}`}>
        {view === "stats" ? (
          <StatsPane
            session={state.id}
            api={api}
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
            second={seq === null ? null : <Detail state={state} seq={seq} />}
          />
        )}
      </div>
    </div>
  );
}
