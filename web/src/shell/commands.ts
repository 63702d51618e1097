// Owns what the commands do: the same for keys, palette and buttons.
import { api, sessionPath } from "../api";
import type { RowDetailBody } from "../contract";
import { mode as appMode } from "../apps/mode";
import { appOf, chooseTab, resultTab, tabsFor, tabShown } from "../explore/result";
import { neighbour, runItem, shownRun } from "../explore/running";
import { shareRow, shareRun, type ShareAs } from "../explore/share";
import { TREE_FILTER_ID } from "../explore/tree";
import { focusDrawer } from "../inbox/reach";
import { draftOf } from "../store/drafts";
import { drawerOpen } from "../store/inbox";
import { maximised, paneAt } from "../store/maximised";
import { stopTests, togglePin } from "../store/marks";
import { compareWith } from "../store/comparing";
import type { CommandId } from "../store/keys";
import { textOfRequest } from "../store/request";
import { go, type ItemRef, route, type RowPlace, type Screen, type ResultTab } from "../store/route";
import { comparison } from "../store/row-pair";
import { chooseNoRow, chosenRow, looksAtAll, routeTo, serverInMind, shownFilter } from "../store/selection";
import { currentId, openedAfterAll, summaries } from "../store/sessions";
import { change, isDark, nextTheme, settings } from "../store/settings";
import { problemOf } from "../problem";
import { zoomTo } from "../screens/timeline";
import { stepDetailTab, toggleRaw } from "../timeline/detail-tabs";
import { MODE_NAMES, turnTimes } from "../timeline/grid-head";
import { quoted, withStretch } from "../timeline/terms";
import { rowsOnScreen, timeMode } from "../timeline/timeline";
import { say } from "../ui/copy";
import { keysOpen, paletteOpen, rawOpen } from "./overlays";
import { foldOnScreen } from "../ui/doc-view";

function toScreen(screen: Screen): void {
  const id = serverInMind(summaries.peek() ?? []);
  if (id === null) say("connect to a server first");
  else go(routeTo(screen, id));
}

function focusPane(id: string): void {
  const pane = document.getElementById(id);
  const inside = pane?.querySelector<HTMLElement>(
    '[role="treeitem"][tabindex="0"], [role="row"][tabindex="0"], [role="grid"], .form input, .form textarea, .form select, [role="tabpanel"]',
  );
  (inside ?? pane)?.focus();
}

function filterHere(): void {
  const inTimeline = document.activeElement?.closest("#pane-4") != null || route.peek().screen === "timeline";
  const field = inTimeline
    ? document.querySelector<HTMLInputElement>("#pane-4 input")
    : document.querySelector<HTMLInputElement>(`#${TREE_FILTER_ID}`);
  field?.focus();
  field?.select();
}

function shown(): ReturnType<typeof shownRun> {
  const now = route.peek();
  return now.screen === "explore" && now.item !== null ? shownRun(now.session, now.item, now.run) : null;
}

function stepRun(by: -1 | 1): void {
  const now = route.peek();
  if (now.screen !== "explore" || now.item === null) return;
  const next = neighbour(now.session, now.item, shown(), by);
  if (next?.call == null) return;
  go({ ...now, run: next.call }, "replace");
  if (next.text !== null) draftOf(now.session, now.item).text.value = next.text;
  else if (next.row !== null) void recallText(now.session, next.row.seq, now.item);
}

/** Puts the arguments of a run that another tab made back into the form. */
async function recallText(id: string, seq: number, item: ItemRef): Promise<void> {
  const detail = await api.get<RowDetailBody>(sessionPath(id, `/timeline/${seq}`)).catch(() => null);
  const frame = detail?.parts.find((part) => part.name === "request")?.text ?? null;
  const text = frame === null ? null : textOfRequest(frame);
  if (text !== null) draftOf(id, item).text.value = text;
}

/** Keys that mean the result on Explore mean the chosen row where the timeline is what is looked at. */
function inTimeline(): boolean {
  const isThere = document.activeElement?.closest("#pane-4, .pane.detail") != null;
  return chosenRow() !== null && (isThere || route.peek().screen === "timeline");
}

function pin(): void {
  const row = chosenRow();
  if (row === null) say("choose a row of the timeline first");
  else void togglePin(row.session, row.seq);
}

function menu(): void {
  if (rowsOnScreen.current?.menu() !== true) say("choose a row of the timeline first");
}

function zoom(): void {
  const row = chosenRow();
  if (row === null) {
    say("choose a row of the timeline first");
    return;
  }
  const since = looksAtAll.peek() ? openedAfterAll(row.session) : 0;
  api.get<RowDetailBody>(sessionPath(row.session, `/timeline/${row.seq}`)).then(
    (detail) => zoomTo({ ...detail.row, atNs: detail.row.atNs + since }),
    (thrown: unknown) => say(problemOf(thrown).message),
  );
}

function rawFrame(): void {
  if (currentId.peek() === null) say("connect to a server first");
  else rawOpen.value = !rawOpen.peek();
}

function stepTab(by: -1 | 1): void {
  if (inTimeline()) return stepDetailTab(by);
  const run = shown();
  const now = route.peek();
  if (run === null || now.screen !== "explore" || now.item === null) return;
  const end = run.state.is === "ended" ? run.state.end : null;
  const hasBefore = neighbour(now.session, now.item, run, -1) !== null;
  const tabs = tabsFor(end, hasBefore, appOf(now.item) !== null);
  const at = tabs.findIndex((tab) => tab.name === tabShown(tabs, end));
  chooseTab(tabs[(at + by + tabs.length) % tabs.length]?.name ?? null, run);
}

/** Compares what is looked at with the run before it: the shown run on Explore, the chosen row on the Timeline. */
function diff(): void {
  const now = route.peek();
  const run = shown();
  if (now.screen === "timeline") compareBefore().catch((thrown: unknown) => say(problemOf(thrown).message));
  else if (now.screen !== "explore" || now.item === null || run === null) say("run something twice to compare what came");
  else if (neighbour(now.session, now.item, run, -1) === null) say("there is no run before this one");
  else toTab("diff");
}

/** Puts the chosen row beside the call before it that asked the same of the server. */
async function compareBefore(): Promise<void> {
  const chosen = chosenRow();
  if (chosen === null) return say("choose a row of the timeline first");
  const { session } = chosen;
  const read = (seq: number, filter = ""): Promise<RowDetailBody> =>
    api.get<RowDetailBody>(sessionPath(session, `/timeline/${seq}?filter=${encodeURIComponent(filter)}`));
  const { row } = await read(chosen.seq);
  if (row.kind !== "call") return say("only a call has a run before it");
  const alike = [`kind:call`, `method:${quoted(row.method)}`, ...(row.target === "" ? [] : [`target:${quoted(row.target)}`])];
  const { previous } = await read(row.seq, alike.join(" "));
  if (previous === null) return say("there is no run before this one");
  const before = await read(previous);
  comparison.value = { left: { session, row: before.row }, right: { session, row } };
}

function toTab(tab: ResultTab): void {
  const [run, next] = [shown(), resultTab.value === tab ? null : tab];
  if (run === null) resultTab.value = next;
  else chooseTab(next, run);
}

function share(as: ShareAs): void {
  const run = shown();
  const row = chosenRow();
  if (route.peek().screen === "timeline" && row !== null) void shareRow(row.session, row.seq, as);
  else if (run !== null) void shareRun(run, as);
  else say("there is nothing to copy yet");
}

/** The row whose answer is looked at: the run that is shown, or the chosen row of the timeline. */
export function answered(): RowPlace | null {
  const run = shown();
  const seq = run?.row?.seq;
  return run === null || seq === undefined ? chosenRow() : { session: run.session, seq };
}

/** Compares what is looked at: an answer, or else the server's tools. */
function compare(): void {
  const id = serverInMind(summaries.peek() ?? []);
  if (id === null) return say("connect to a server first");
  const now = route.peek();
  const row = now.screen === "explore" || now.screen === "timeline" ? answered() : null;
  const others = (summaries.peek() ?? []).map((one) => one.id);
  compareWith(row === null ? { session: id, what: "tools" } : { session: row.session, what: row.seq }, others);
}

function run(): void {
  const now = route.peek();
  if (now.screen === "explore" && now.item !== null) void runItem(now.session, now.item, false);
}

function toServer(number: number): void {
  const one = summaries.peek()?.[number - 1];
  if (one !== undefined) go(routeTo("explore", one.id));
}

/** Closes the innermost thing that is open; says whether there was one. */
export function back(): boolean {
  if (paletteOpen.peek()) paletteOpen.value = false;
  else if (keysOpen.peek()) keysOpen.value = false;
  else if (rawOpen.peek()) rawOpen.value = false;
  else if (drawerOpen.peek()) drawerOpen.value = false;
  else if (maximised.peek() !== null) maximised.value = null;
  else if (comparison.peek() !== null) comparison.value = null;
  else if (appMode.peek() === "fullscreen") appMode.value = "inline";
  else if (chosenRow() !== null && document.activeElement?.closest("#pane-4") != null) chooseNoRow();
  else return false;
  return true;
}

function inbox(): void {
  drawerOpen.value = !drawerOpen.peek();
  if (drawerOpen.peek()) focusDrawer();
}

/** The timeline has a screen of its own; any other pane gets the room of its screen. */
function maximise(): void {
  const pane = paneAt(document.activeElement);
  if (maximised.peek() !== null) maximised.value = null;
  else if (pane !== null && pane !== "pane-4") maximised.value = pane;
  else toScreen(route.peek().screen === "timeline" ? "explore" : "timeline");
}

const SINGLE: Record<Exclude<CommandId, `server${number}`>, () => void> = {
  palette: () => {
    paletteOpen.value = !paletteOpen.peek();
  },
  keys: () => {
    keysOpen.value = !keysOpen.peek();
  },
  back: () => void back(),
  run,
  filter: filterHere,
  inbox,
  theme: () => nextTheme(isDark()),
  raw: () => (inTimeline() ? toggleRaw() : toTab("raw")),
  fold: () => {
    if (!foldOnScreen()) say("there is nothing to fold here");
  },
  diff,
  app: () => toTab("app"),
  maximise,
  rawFrame,
  pin,
  menu,
  zoom,
  zoomOut: () => {
    shownFilter().value = withStretch(shownFilter().peek(), null);
  },
  times: () => {
    turnTimes(timeMode, true);
    say(timeMode.peek() === "clock" ? "times by the clock" : `times ${MODE_NAMES[timeMode.peek()]}`);
  },
  connect: () => go({ screen: "connect" }),
  explore: () => toScreen("explore"),
  timeline: () => toScreen("timeline"),
  server: () => toScreen("server"),
  auth: () => toScreen("auth"),
  tests: () => toScreen("tests"),
  stopTests,
  compare,
  pane1: () => focusPane("pane-1"),
  pane2: () => focusPane("pane-2"),
  pane3: () => focusPane("pane-3"),
  pane4: () => focusPane("pane-4"),
  tabBefore: () => stepTab(-1),
  tabAfter: () => stepTab(1),
  copyCli: () => share("cli"),
  copyCurl: () => share("curl"),
  copyJson: () => share("json"),
  copyScript: () => share("script"),
  copyReport: () => share("report"),
  runBefore: () => stepRun(-1),
  runAfter: () => stepRun(1),
  density: () => change({ density: settings.peek().density === "compact" ? "cozy" : "compact" }),
  singleKeys: () => {
    const on = !settings.peek().singleKeys;
    change({ singleKeys: on });
    say(on ? "single letters act again" : "single letters no longer act");
  },
};

export function carryOut(command: CommandId): void {
  const server = /^server(\d)$/.exec(command);
  if (server !== null) toServer(Number(server[1]));
  else SINGLE[command as keyof typeof SINGLE]();
}
