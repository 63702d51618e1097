// Owns the page as a whole: what is started once, and which screen is on it.
import { effect, signal } from "@preact/signals";
import { type JSX, render } from "preact";
import { takeToken, tokenInFragment } from "./api";
import type { SessionState } from "./contract";
import { Drawer } from "./inbox/drawer";
import { Connect } from "./screens/connect";
import { followResultTab } from "./explore/result";
import { Explore } from "./screens/explore";
import { followTimelineAddress, Timeline } from "./screens/timeline";
import { BackendBar, ServerBar } from "./shell/bars";
import { Header } from "./shell/header";
import { listenToKeys } from "./shell/keyboard";
import { KeysOverlay } from "./shell/keys-overlay";
import { Palette } from "./shell/palette";
import { RawSender } from "./shell/raw-sender";
import { StatusBar } from "./shell/status-bar";
import { followLists } from "./store/catalog";
import { followFindings } from "./store/findings";
import { followChanges } from "./store/changes";
import { listenToActs } from "./store/attention";
import { followLosses } from "./store/came-back";
import { isShown } from "./store/doctor-shown";
import { keepField } from "./store/connecting";
import { followDrafts } from "./store/drafts";
import { followAsks, waiting, waitingInAll } from "./store/inbox";
import { followMaximised } from "./store/maximised";
import { followMarks } from "./store/marks";
import { followAddress, formatRoute, go, route, screenRoute } from "./store/route";
import { followPair } from "./store/row-pair";
import { rememberExplored } from "./store/selection";
import { backendGone, missing, openFault, reach, session, startWatching, summaries } from "./store/sessions";
import { applySettings, keepSettings, loadSettings } from "./store/settings";
import { answerOtherTabs, askOtherTabs } from "./tabs";
import { loadVersion } from "./store/version";
import { visible } from "./text/signs";
import { Boundary } from "./ui/boundary";
import { forgetSaid, say } from "./ui/copy";
import { later, loadLater, loadLaterAtRest } from "./ui/later";
import { Skeleton } from "./ui/skeleton";

const Auth = later("Auth");
const Diff = later("Diff");
const Doctor = later("Doctor");
const Server = later("Server");
const Tests = later("Tests");

/** Whether it is not known yet on what the page opens: a server that is connected, or Connect. */
const isOpening = signal(false);

function App(): JSX.Element {
  const now = route.value;
  const state = session.value;
  return (
    <div class="app">
      <Header />
      <BackendBar />
      {state === null || now.screen === "connect" ? null : <ServerBar state={state} />}
      <div class="stage">
        <main class="main">
          <Boundary place={formatRoute(now)}>
            {isOpening.value && !backendGone.value ? (
              <Waiting />
            ) : now.screen === "connect" ? (
              <Connect />
            ) : state === null ? (
              <Waiting />
            ) : (
              <SessionScreen state={state} />
            )}
          </Boundary>
        </main>
        <Drawer state={state} />
      </div>
      <RawSender />
      <StatusBar />
      <Palette />
      <KeysOverlay />
    </div>
  );
}

function SessionScreen({ state }: { state: SessionState }): JSX.Element {
  const now = route.value;
  const fault = openFault.value;
  const wantsDoctor =
    fault !== null && (now.screen === "explore" || now.screen === "timeline") && isShown(state, fault);
  return (
    <>
      {wantsDoctor ? <Doctor state={state} fault={fault} dismissable={true} /> : null}
      {now.screen === "explore" ? (
        <Explore state={state} item={now.item} run={now.run} />
      ) : now.screen === "timeline" ? (
        <Timeline state={state} />
      ) : now.screen === "server" ? (
        <Server state={state} />
      ) : now.screen === "tests" ? (
        <Tests state={state} />
      ) : now.screen === "diff" ? (
        <Diff now={now} />
      ) : (
        <Auth state={state} />
      )}
    </>
  );
}

function Waiting(): JSX.Element | null {
  // The bar above says why nothing comes.
  if (reach.value.state === "refused" && missing.value === null) return null;
  if (missing.value === null) return <Skeleton rows={12} />;
  return (
    <div class="page">
      <h2>This session is not open any more</h2>
      <p>
        It was closed, or mcp-inspector was started again. <a href="#/">Connect to a server</a>
      </p>
    </div>
  );
}

/** Without an address of its own, the page opens on the server that is connected, if one is. */
function openOnServer(): void {
  isOpening.value = true;
  const stop = effect(() => {
    const all = summaries.value;
    if (all === null) return;
    queueMicrotask(() => stop());
    const newest = all.filter((one) => one.origin === "face").at(-1);
    if (newest !== undefined && route.peek().screen === "connect") go(screenRoute("explore", newest.id), "replace");
    isOpening.value = false;
  });
}

function titled(): void {
  effect(() => {
    const asks = waitingInAll.value;
    const name = session.value === null ? undefined : visible(session.value.name);
    document.title = `${asks === 0 ? "" : `(${asks}) `}${name === undefined ? "" : `${name} · `}mcp-inspector`;
  });
}

const TOKEN_NOT_TAKEN = "the token in the address was refused, so this tab goes on with its own";

async function start(): Promise<void> {
  const token = tokenInFragment(location.hash);
  if (token !== null && !(await takeToken(token))) say(TOKEN_NOT_TAKEN);
  await askOtherTabs();
  answerOtherTabs(() => reach.peek().state === "refused");
  const fresh = token !== null || location.hash === "";
  if (fresh) history.replaceState(null, "", `${location.pathname}#/`);
  followAddress();
  // The printed link, opened in a tab that is already here, changes nothing but the fragment.
  addEventListener("hashchange", (event) => {
    const given = tokenInFragment(location.hash);
    if (given === null) return;
    void takeToken(given).then((taken) => {
      if (taken) return location.reload();
      location.replace(event.oldURL);
      say(TOKEN_NOT_TAKEN);
    });
  });
  if (fresh) openOnServer();
  applySettings();
  keepSettings();
  effect(() => {
    void route.value;
    forgetSaid();
  });
  followTimelineAddress();
  followPair();
  followResultTab();
  rememberExplored();
  startWatching();
  followLists();
  followChanges();
  followDrafts();
  followLosses();
  followAsks();
  keepField();
  followMaximised();
  followFindings();
  followMarks();
  titled();
  listenToActs();
  listenToKeys();
  void loadSettings();
  loadVersion().catch(() => undefined);
  const root = document.getElementById("app");
  // What the document has there is for the moment before the script runs.
  root?.replaceChildren();
  if (root !== null) render(<App />, root);
  loadLaterAtRest();
  // The card of what waits is to be there when somebody goes to it.
  effect(() => {
    if (waiting.value.length > 0) void loadLater();
  });
}

void start();
