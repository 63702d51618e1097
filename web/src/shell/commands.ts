// Owns what the commands do: the same for keys, palette and buttons.
import { api, sessionPath } from "../api";
import type { RowDetailBody } from "../contract";
import { resultTab, tabsFor, type ResultTab } from "../explore/result";
import { neighbour, runItem, shownRun } from "../explore/running";
import { shareRow, shareRun, type ShareAs } from "../explore/share";
import { TREE_FILTER_ID } from "../explore/tree";
import { focusDrawer } from "../inbox/drawer";
import { draftOf } from "../store/drafts";
import { drawerOpen } from "../store/inbox";
import type { CommandId } from "../store/keys";
import { textOfRequest } from "../store/request";
import { go, type ItemRef, route, screenRoute, type Screen } from "../store/route";
import { routeTo, selectedRow } from "../store/selection";
import { currentId, summaries } from "../store/sessions";
import { change, isDark, nextTheme, settings } from "../store/settings";
import { say } from "../ui/copy";
import { keysOpen, paletteOpen } from "./overlays";

function toScreen(screen: Screen): void {
  const id = currentId.peek() ?? summaries.peek()?.at(-1)?.id ?? null;
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

function stepTab(by: -1 | 1): void {
  const run = shown();
  const now = route.peek();
  if (run === null || now.screen !== "explore" || now.item === null) return;
  const end = run.state.is === "ended" ? run.state.end : null;
  const names = tabsFor(end, neighbour(now.session, now.item, run, -1) !== null).map((tab) => tab.name);
  const at = Math.max(0, names.indexOf(resultTab.value));
  resultTab.value = names[(at + by + names.length) % names.length] ?? "pretty";
}

function toTab(tab: ResultTab): void {
  resultTab.value = resultTab.value === tab ? "pretty" : tab;
}

function share(as: ShareAs): void {
  const run = shown();
  const seq = selectedRow.peek();
  const now = route.peek();
  if (now.screen === "timeline" && seq !== null) void shareRow(now.session, seq, as);
  else if (run !== null) void shareRun(run, as);
  else say("there is nothing to copy yet");
}

function run(): void {
  const now = route.peek();
  if (now.screen === "explore" && now.item !== null) void runItem(now.session, now.item, false);
}

function toServer(number: number): void {
  const one = summaries.peek()?.[number - 1];
  if (one !== undefined) go(screenRoute("explore", one.id));
}

/** Closes the innermost thing that is open; says whether there was one. */
export function back(): boolean {
  if (paletteOpen.peek()) paletteOpen.value = false;
  else if (keysOpen.peek()) keysOpen.value = false;
  else if (drawerOpen.peek()) drawerOpen.value = false;
  else if (selectedRow.peek() !== null && document.activeElement?.closest("#pane-4") != null) selectedRow.value = null;
  else return false;
  return true;
}

function inbox(): void {
  drawerOpen.value = !drawerOpen.peek();
  if (drawerOpen.peek()) focusDrawer();
}

function maximise(): void {
  toScreen(route.peek().screen === "timeline" ? "explore" : "timeline");
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
  raw: () => toTab("raw"),
  diff: () => toTab("diff"),
  maximise,
  connect: () => go({ screen: "connect" }),
  explore: () => toScreen("explore"),
  timeline: () => toScreen("timeline"),
  server: () => toScreen("server"),
  auth: () => toScreen("auth"),
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
