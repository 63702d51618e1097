import {
  $,
  A,
  Bar,
  Boundary,
  Button,
  ConnectSteps,
  DRAWER_ID,
  F,
  KEYS,
  KINDS,
  Keys,
  MODE_NAMES,
  NO_EXTRAS,
  ONE_LINE,
  PrettyJson,
  ProblemBlock,
  Q,
  RESULT_TABS,
  ShareMenu,
  Skeleton,
  Split,
  T,
  Tabs,
  Timeline,
  TimelineStrip,
  Windowed,
  a,
  ago,
  api,
  applySettings,
  b,
  backendGone,
  brief,
  busy,
  bytes,
  catalog,
  catalogProblem,
  change,
  choose,
  chooseNoRow,
  chosenRow,
  command,
  compareWith,
  comparison,
  completionBody,
  configRevision,
  configured,
  connectAgain,
  connectNamed,
  connectPasted,
  connectProblem,
  count,
  currentId,
  d,
  draftOf,
  draftsCame,
  drawerOpen,
  duration,
  editLine,
  editPlace,
  editing,
  ended,
  f,
  fetchDetail,
  findItem,
  findRow,
  findings,
  firstKey,
  focusDrawer,
  focusFirstField,
  foldOnScreen,
  followAddress,
  followAsks,
  followChanges,
  followDrafts,
  followFindings,
  followLists,
  followMarks,
  followPair,
  followTimelineAddress,
  followedRow,
  forgetRecent,
  forgetSaid,
  formApi,
  formOnScreen,
  formatRoute,
  found,
  go,
  hasCapability,
  hasForm,
  hasMoreThanText,
  hasStructured,
  hasToken,
  isComing,
  isDark,
  isHeldBack,
  isKept,
  isLost,
  isMac,
  isShown,
  judgedOf,
  keepField,
  keepSettings,
  keepToken,
  keptSignal,
  keptToken,
  keysOpen,
  labelsOf,
  later,
  listChanges,
  listOf,
  listenToActs,
  load,
  loadLater,
  loadLaterAtRest,
  loadPlaces,
  loadSettings,
  loadVersion,
  looksAtAll,
  missing,
  mode,
  nameOf,
  named2 as named,
  neighbour,
  news,
  newsOf,
  nextTheme,
  noteOf,
  oneOfWords,
  openFault,
  openSession,
  openedAfterAll,
  otherServer,
  paletteOpen,
  pasted,
  perServer,
  prettyOf,
  problemOf,
  quoted,
  rawOpen,
  reach,
  readChosen,
  recall,
  recalled,
  recent,
  refOf,
  refreshLists,
  rememberExplored,
  request,
  route,
  routeKey,
  routeTo,
  rowsFor,
  rowsOnScreen,
  runItem,
  runWords,
  said,
  saveRecording,
  say,
  schemaOf,
  screenRoute,
  seenCatalogs,
  selectedRow,
  serverInMind,
  serverTitle,
  serverVersion,
  session,
  sessionNow,
  sessionPath,
  settings,
  shareRow,
  shareRun,
  shownFilter,
  shownRun,
  showsComparison,
  sliceAt,
  startDemo,
  startEditing,
  startWatching,
  stepDetailTab,
  stopTests,
  summaries,
  summary,
  takeToken,
  takesText,
  textOfRequest,
  timeMode,
  timeOfDay,
  timelineVersion,
  togglePin,
  toggleRaw,
  tokenInFragment,
  tookNs,
  turnTimes,
  understood,
  useNow,
  valueOf,
  verdictMark,
  version,
  visible,
  w,
  waiting,
  waitingElsewhere,
  waitingInAll,
  wantComparison,
  wantsFocus,
  whatWaits,
  whyEmpty,
  withEra,
  withStretch,
  worked,
  x2 as x,
  y,
  zoomTo
} from "./shared.js";

// src/inbox/drawer.tsx
var Cards = later("Cards", "overlay");
var LIES_OVER = "(max-width: 1100px)";
function Drawer({ state }) {
  const open2 = (state?.asks.length ?? 0) + waitingElsewhere.value.length;
  const before = T(open2);
  A(() => {
    if (open2 === 0 && before.current > 0 && matchMedia(LIES_OVER).matches) drawerOpen.value = false;
    before.current = open2;
  }, [open2]);
  if (!drawerOpen.value) return null;
  const labels = labelsOf(summaries.value ?? []);
  const over = ended.value.filter((one) => one.session === state?.id);
  return /* @__PURE__ */ a("aside", { class: "drawer", id: DRAWER_ID, "aria-label": "Inbox", tabIndex: -1, children: [
    /* @__PURE__ */ a("header", { class: "pane-head", children: [
      /* @__PURE__ */ a("h2", { class: "pane-title", children: "Inbox" }),
      /* @__PURE__ */ a("span", { class: "spring" }),
      /* @__PURE__ */ a(
        Button,
        {
          look: "quiet",
          label: "Close the Inbox",
          onClick: () => {
            drawerOpen.value = false;
          },
          children: "✕"
        }
      )
    ] }),
    /* @__PURE__ */ a("div", { class: "pane-body", children: [
      (state === null || state.asks.length + over.length + state.rules.length === 0) && waitingElsewhere.value.length === 0 ? /* @__PURE__ */ a("p", { class: "empty", children: [
        state === null ? "No server asks for anything." : "The server asks for nothing.",
        " Sampling, elicitation and roots would wait here."
      ] }) : null,
      waitingElsewhere.value.length === 0 ? null : /* @__PURE__ */ a("nav", { class: "elsewhere", "aria-label": "Asks of other servers", children: waitingElsewhere.value.map((one) => /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: formatRoute(screenRoute("explore", one.id)), children: [
        one.waitingAsks,
        " at ",
        labels.get(one.id)
      ] }) }, one.id)) }),
      state === null ? null : /* @__PURE__ */ a(Cards, { state, asks: state.asks, over, place: "drawer" })
    ] })
  ] });
}

// src/screens/connect.tsx
var ConfigEditor = later("ConfigEditor");
var OpenSessions = later("OpenSessions", "overlay");
var ConnectOptions = later("ConnectOptions", "overlay");
var CONNECT_FIELD_ID = "connect-field";
function Connect() {
  const revision = configRevision.value;
  A(() => {
    void loadPlaces();
  }, [revision]);
  A(() => {
    if (editPlace.peek() === null) focusField();
  }, []);
  return /* @__PURE__ */ a("div", { class: "connect", children: [
    /* @__PURE__ */ a("h1", { children: "Connect to a server" }),
    /* @__PURE__ */ a(PasteField, {}),
    /* @__PURE__ */ a(ConnectProblem, {}),
    /* @__PURE__ */ a(ReadServers, {}),
    /* @__PURE__ */ a(OpenSessions, {}),
    /* @__PURE__ */ a(Configured, {}),
    /* @__PURE__ */ a(Found, {}),
    /* @__PURE__ */ a(Recent, {}),
    /* @__PURE__ */ a("section", { "aria-labelledby": "new-here", children: [
      /* @__PURE__ */ a("h2", { id: "new-here", children: "New here?" }),
      /* @__PURE__ */ a("div", { class: "answer-line", children: [
        /* @__PURE__ */ a(Button, { onClick: () => void startDemo(), children: "Start the built-in demo server" }),
        /* @__PURE__ */ a(OpenRecording, {})
      ] })
    ] })
  ] });
}
function focusField() {
  document.getElementById(CONNECT_FIELD_ID)?.focus();
}
function ConnectProblem() {
  const problem = connectProblem.value;
  const block = T(null);
  A(() => {
    if (problem !== null) block.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);
  if (problem === null) return null;
  return /* @__PURE__ */ a("div", { ref: block, children: /* @__PURE__ */ a(ProblemBlock, { problem, title: "It could not be opened." }) });
}
var FIELD_LETTERS = 80;
var FIELD_ROWS = 16;
function PasteField() {
  return /* @__PURE__ */ a(
    "form",
    {
      class: "paste",
      onSubmit: (event) => {
        event.preventDefault();
        void connectPasted();
      },
      children: [
        /* @__PURE__ */ a("label", { for: CONNECT_FIELD_ID, children: "Paste a command, a URL or an mcp.json" }),
        /* @__PURE__ */ a("div", { class: "answer-line", children: [
          /* @__PURE__ */ a(
            "textarea",
            {
              id: CONNECT_FIELD_ID,
              class: "input mono big",
              rows: rowsFor(pasted.value, FIELD_LETTERS, FIELD_ROWS),
              spellcheck: false,
              placeholder: "npx -y @modelcontextprotocol/server-everything",
              value: pasted.value,
              onInput: (event) => {
                pasted.value = event.currentTarget.value;
                understood.value = null;
              },
              onKeyDown: (event) => {
                if (event.key === "?" && event.currentTarget.value === "" && !event.isComposing) {
                  event.preventDefault();
                  keysOpen.value = true;
                }
                const way = event.key === "ArrowUp" ? "older" : event.key === "ArrowDown" ? "newer" : null;
                const line = way === null ? null : recalled(event.currentTarget.value, way, recent.peek() ?? []);
                if (line !== null) {
                  event.preventDefault();
                  pasted.value = line;
                }
                if (event.key !== "Enter" || event.shiftKey) return;
                event.preventDefault();
                void connectPasted();
              }
            }
          ),
          /* @__PURE__ */ a(Button, { look: "primary", keys: "Enter", children: busy.value ? "Connecting…" : "Connect" })
        ] }),
        named.value === null || pasted.value !== named.value.place ? null : /* @__PURE__ */ a("p", { class: "muted", children: [
          named.value.name,
          " was named on the command line; Enter connects to it."
        ] }),
        /* @__PURE__ */ a(ConnectOptions, {})
      ]
    }
  );
}
function ReadServers() {
  const answer = understood.value;
  if (answer === null) return null;
  return /* @__PURE__ */ a("section", { "aria-label": "Servers in what was pasted", children: answer.servers.length === 0 ? /* @__PURE__ */ a("p", { class: "bad", children: "There is no server in it." }) : /* @__PURE__ */ a($, { children: [
    answer.servers.length > 1 ? /* @__PURE__ */ a("p", { children: [
      "There are ",
      answer.servers.length,
      " servers in it. Choose one:"
    ] }) : null,
    /* @__PURE__ */ a(
      ServerRows,
      {
        rows: answer.servers.map((server) => ({ ...server, connect: () => void connectNamed(server.name) }))
      }
    )
  ] }) });
}
function ServerRows({ rows }) {
  return /* @__PURE__ */ a("ul", { class: "server-rows", children: rows.map((server, index) => /* @__PURE__ */ a("li", { children: [
    /* @__PURE__ */ a("span", { class: "server-name", children: visible(server.name) }),
    /* @__PURE__ */ a("span", { class: "muted mono server-place", title: server.place, children: visible(server.place) }),
    server.problem == null ? null : /* @__PURE__ */ a(AdviceLine, { advice: server.problem }),
    server.note === void 0 ? null : /* @__PURE__ */ a("span", { class: "muted", children: server.note }),
    /* @__PURE__ */ a(Button, { label: `Connect to ${server.name}`, onClick: server.connect, children: "Connect" }),
    server.edit === void 0 ? null : /* @__PURE__ */ a(Button, { look: "quiet", label: `Edit ${server.name}`, onClick: server.edit, children: "Edit" }),
    server.forget === void 0 ? null : /* @__PURE__ */ a(Button, { look: "quiet", label: `Forget ${server.name}`, onClick: server.forget, children: "Forget" })
  ] }, `${server.name} ${index}`)) });
}
function AdviceLine({ advice }) {
  return /* @__PURE__ */ a("span", { class: "warn-line", children: [
    advice.message,
    advice.hint == null ? "" : ` → ${advice.hint}`
  ] });
}
function placeOf(server) {
  return server.url ?? [server.command, ...server.args ?? []].join(" ");
}
function Configured() {
  const file = configured.value;
  return /* @__PURE__ */ a("section", { "aria-labelledby": "configured", children: [
    /* @__PURE__ */ a("h2", { id: "configured", children: [
      "Configured ",
      file?.path === void 0 ? null : /* @__PURE__ */ a("span", { class: "muted", children: file.path })
    ] }),
    (file?.problems ?? []).map((problem) => /* @__PURE__ */ a("p", { class: "warn-line", children: [
      problem.message,
      problem.hint === void 0 ? "" : ` → ${problem.hint}`
    ] }, problem.message)),
    editing.value === null ? null : /* @__PURE__ */ a(ConfigEditor, {}),
    file === null ? /* @__PURE__ */ a(Skeleton, { rows: 2 }) : null,
    /* @__PURE__ */ a("ul", { class: "server-rows", children: (file?.servers ?? []).map((server) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("span", { class: "server-name", children: visible(server.name) }),
      /* @__PURE__ */ a("span", { class: "muted mono server-place", title: placeOf(server), children: placeOf(server) }),
      /* @__PURE__ */ a(Button, { label: `Connect to ${server.name}`, onClick: () => void openSession({ serverId: server.id }), children: "Connect" }),
      /* @__PURE__ */ a(Button, { look: "quiet", label: `Edit ${server.name}`, onClick: () => startEditing(server, "edit"), children: "Edit" }),
      /* @__PURE__ */ a(Button, { look: "quiet", label: `Clone ${server.name}`, onClick: () => startEditing(server, "clone"), children: "Clone" }),
      /* @__PURE__ */ a(Button, { look: "quiet", label: `Remove ${server.name}`, onClick: () => startEditing(server, "remove"), children: "Remove" })
    ] }, server.id)) }),
    /* @__PURE__ */ a(Button, { id: "add-server", onClick: () => startEditing(null, "add"), children: "Add a server" })
  ] });
}
function Found() {
  const places = found.value ?? [];
  if (places.length === 0) return null;
  return /* @__PURE__ */ a("section", { "aria-labelledby": "found", children: [
    /* @__PURE__ */ a("h2", { id: "found", children: [
      "Found on this machine ",
      /* @__PURE__ */ a("span", { class: "muted", children: "shown, never changed" })
    ] }),
    places.map((place) => /* @__PURE__ */ a("details", { class: "fold", open: place.problem !== null || place.servers.length > 0 && place.servers.length < 6, children: [
      /* @__PURE__ */ a("summary", { children: [
        place.client,
        " · ",
        place.problem !== null ? "cannot be read" : place.servers.length === 1 ? "1 server" : `${place.servers.length} servers`,
        " ",
        /* @__PURE__ */ a("span", { class: "muted mono", children: place.path })
      ] }),
      place.problem === null ? null : /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a(AdviceLine, { advice: place.problem }) }),
      /* @__PURE__ */ a(
        ServerRows,
        {
          rows: place.servers.map((server) => ({
            ...server,
            connect: () => void openSession({ target: { found: place.path, server: server.name } })
          }))
        }
      )
    ] }, place.path))
  ] });
}
function Recent() {
  const used = recent.value ?? [];
  if (used.length === 0) return null;
  return /* @__PURE__ */ a("section", { "aria-labelledby": "recent", children: [
    /* @__PURE__ */ a("h2", { id: "recent", children: "Recent" }),
    /* @__PURE__ */ a(
      ServerRows,
      {
        rows: used.slice(0, 10).map((server) => ({
          name: server.name,
          place: server.place,
          note: [
            isKept(server) ? "" : "its secret was not kept",
            server.from === null ? "" : server.from.file,
            server.cwd === null ? "" : `in ${server.cwd}`,
            ago(server.lastUsed, Date.now())
          ].filter(Boolean).join(" · "),
          connect: () => void connectAgain(server),
          edit: () => {
            editLine(server.text ?? server.place, server.cwd === null ? NO_EXTRAS : { ...NO_EXTRAS, cwd: server.cwd });
            focusField();
          },
          // The button goes with its row, and the keyboard must not be left nowhere.
          forget: () => void forgetRecent(server).then(focusField)
        }))
      }
    )
  ] });
}
function OpenRecording() {
  const file = T(null);
  const upload = async (chosen) => {
    try {
      const response = await request("POST", "/api/recordings", { body: chosen, type: "application/x-ndjson" });
      const summary2 = await response.json();
      go({ screen: "timeline", session: summary2.id, seq: null, filter: "" });
    } catch (thrown) {
      connectProblem.value = problemOf(thrown);
    }
  };
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(
      "input",
      {
        ref: file,
        class: "hidden-file",
        type: "file",
        tabIndex: -1,
        "aria-label": "Recording",
        accept: ".ndjson,.jsonl",
        onChange: (event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen !== void 0) void upload(chosen);
          event.currentTarget.value = "";
        }
      }
    ),
    /* @__PURE__ */ a(Button, { onClick: () => file.current?.click(), children: "Open a recording" })
  ] });
}
function connectables() {
  const file = configured.value?.servers ?? [];
  return [
    ...file.map((server) => ({
      name: server.name,
      place: server.url ?? server.command ?? "",
      open: () => void openSession({ serverId: server.id })
    })),
    ...(recent.value ?? []).map((server) => ({
      name: server.name,
      place: server.place,
      open: () => void connectAgain(server)
    })),
    ...(found.value ?? []).flatMap(
      (place) => (
        // What cannot be read is told where it was found.
        place.servers.filter((server) => server.problem === null).map((server) => ({
          name: server.name,
          place: `${place.client} · ${server.place}`,
          open: () => void openSession({ target: { found: place.path, server: server.name } })
        }))
      )
    ),
    { name: "demo", place: "the built-in demo server", open: () => void startDemo() }
  ];
}

// src/explore/result.tsx
var AppView = later("AppView");
var Judge = later("Judge", "overlay");
var Outcome = later("Outcome");
var ReadByItself = later("ReadByItself", "overlay");
var resultTab = perServer("result-tab", null, oneOfWords(RESULT_TABS));
function chooseTab(tab, run2) {
  if (tab === "diff") wantComparison(run2);
  resultTab.value = tab;
}
function followResultTab() {
  const fromAddress = x(() => {
    const now = route.value;
    if (now.screen === "explore" && now.tab !== void 0) resultTab.value = now.tab;
  });
  const toAddress = x(() => {
    const tab = resultTab.value;
    const now = route.value;
    if (now.screen !== "explore" || now.item === null || (now.tab ?? null) === tab) return;
    const { tab: _, ...bare } = now;
    f(() => go(tab === null ? bare : { ...bare, tab }, "replace"));
  });
  return () => {
    fromAddress();
    toAddress();
  };
}
function appOf(target) {
  return target.kind === "tool" ? findItem(catalog.value, target)?.app ?? null : null;
}
function tabsFor(end, hasBefore, hasApp = false, verdict = "") {
  const structured = end !== null && hasStructured(end);
  return [
    { name: "pretty", label: "Pretty" },
    { name: "content", label: "Content" },
    ...structured ? [{ name: "structured", label: `Structured${verdict}` }] : [],
    { name: "raw", label: "Raw" },
    ...hasApp ? [{ name: "app", label: "App" }] : [],
    ...hasBefore ? [{ name: "diff", label: "Diff" }] : []
  ];
}
function tabShown(tabs, end) {
  const chosen = resultTab.value;
  if (chosen !== null && tabs.some((tab) => tab.name === chosen)) return chosen;
  return end !== null && hasMoreThanText(end) ? "content" : "pretty";
}
var ownItem = "";
var ownRow = null;
function Result({ state, target, run: run2 }) {
  const call = run2?.call ?? null;
  A(() => {
    if (run2 !== null && run2.state.is === "known") void load(run2);
  }, [run2?.session, call, run2?.state.is]);
  A(() => {
    if (run2 !== null && run2.state.is === "ended" && (run2.row === null || run2.row.status === "pending"))
      findRow(run2).catch(() => void 0);
  }, [run2?.session, call, run2?.state.is]);
  const seq = run2?.row?.seq ?? null;
  const item = `${state.id} ${target.kind} ${target.key}`;
  A(() => {
    const isOther = ownItem !== item;
    ownItem = item;
    if (seq !== null && run2 !== null) {
      followedRow.value = neighbour(state.id, target, run2, 1) === null ? seq : null;
      selectedRow.value = ownRow = seq;
    } else if (isOther && ownRow !== null && selectedRow.peek() === ownRow) {
      selectedRow.value = followedRow.value = ownRow = null;
    }
  }, [item, seq]);
  const update = target.kind === "resource" ? state.updates[target.key] : void 0;
  const before = run2 === null ? null : neighbour(state.id, target, run2, -1);
  const end = run2?.state.is === "ended" ? run2.state.end : null;
  const app = state.origin === "recording" ? null : appOf(target);
  const tabs = tabsFor(end, before !== null, app !== null, run2 === null ? "" : verdictMark(judgedOf(run2)));
  const hasTabs = end !== null && !end.gone || app !== null && run2?.call != null && run2.state.is === "running";
  const isBare = end !== null && run2 !== null && resultTab.value === "diff" && !showsComparison(run2, before);
  F(() => {
    if (isBare) resultTab.value = null;
  }, [isBare]);
  const chosen = tabShown(tabs, end);
  return /* @__PURE__ */ a("section", { class: "pane result", "aria-label": "Result", id: "pane-3", tabIndex: -1, children: [
    /* @__PURE__ */ a("header", { class: "pane-head", children: [
      /* @__PURE__ */ a("h2", { class: "pane-title", children: "Result" }),
      run2 === null ? null : /* @__PURE__ */ a(Verdict, { run: run2 }),
      /* @__PURE__ */ a("span", { class: "pane-acts", children: [
        before?.call == null || end === null ? null : /* @__PURE__ */ a(
          Button,
          {
            pressed: chosen === "diff",
            keys: "Alt+D",
            onClick: () => {
              if (run2 !== null) chooseTab(chosen === "diff" ? null : "diff", run2);
            },
            children: [
              "Diff with #",
              before.call
            ]
          }
        ),
        run2 === null || call === null ? null : /* @__PURE__ */ a(ShareMenu, { run: run2 })
      ] })
    ] }),
    run2 === null ? /* @__PURE__ */ a("div", { class: "pane-body", children: update !== void 0 ? /* @__PURE__ */ a(ReadByItself, { state, uri: target.key, since: update }) : /* @__PURE__ */ a("p", { class: "empty", children: "Nothing was run yet. What comes back stays here, also after a reload." }) }) : /* @__PURE__ */ a($, { children: [
      end === null ? null : /* @__PURE__ */ a(Judge, { id: state.id, target, run: run2, end }),
      !hasTabs ? null : /* @__PURE__ */ a(
        Tabs,
        {
          tabs,
          chosen,
          choose: (name) => chooseTab(name, run2),
          label: "Views of the result",
          idPrefix: "result"
        }
      ),
      /* @__PURE__ */ a(
        "div",
        {
          class: "pane-body",
          id: "result-panel",
          ...!hasTabs ? {} : { role: "tabpanel", "aria-labelledby": `result-tab-${chosen}`, tabIndex: 0 },
          children: [
            update === void 0 || end === null || update <= (run2.row?.seq ?? update) ? null : /* @__PURE__ */ a(ReadByItself, { state, uri: target.key, since: update }),
            hasTabs && chosen === "app" && app !== null ? /* @__PURE__ */ a(AppView, { state, target, uri: app, run: run2 }, `${state.id} ${target.key} ${run2.call}`) : /* @__PURE__ */ a(Outcome, { state, target, run: run2, before, chosen })
          ]
        }
      )
    ] })
  ] });
}
function Verdict({ run: run2 }) {
  if (run2.state.is === "failed") return /* @__PURE__ */ a("span", { class: "bad", children: "not sent" });
  if (run2.state.is === "unread") return /* @__PURE__ */ a("span", { class: "muted", children: [
    "#",
    run2.call,
    " · ",
    runWords(run2)
  ] });
  if (run2.state.is !== "ended") return /* @__PURE__ */ a("span", { class: "muted", children: run2.state.is === "known" ? "" : isLost(run2.session) ? "unknown" : "running…" });
  const { end } = run2.state;
  const row = run2.row;
  const took = tookNs(run2, end);
  const size = row === null ? sizeOf(end) : ` · ${bytes(row.bytes)}`;
  const good = end.outcome === "answered" && !end.toolError;
  const word = end.outcome === "answered" ? end.toolError ? "tool error" : "OK" : end.outcome === "refused" ? errorWord(run2, end) : end.outcome;
  return /* @__PURE__ */ a("span", { class: "verdict", role: "status", children: [
    /* @__PURE__ */ a("span", { class: good ? "ok" : "bad", children: word }),
    " ",
    /* @__PURE__ */ a("span", { class: "muted", children: [
      "#",
      run2.call,
      " · ",
      duration(took),
      row === null ? "" : takers(row),
      size
    ] })
  ] });
}
function takers(row) {
  const { serverNs, networkNs, humanNs, durationNs } = row;
  if (serverNs === null || durationNs === null || duration(serverNs) === duration(durationNs)) return "";
  const shares = [
    ["server", serverNs],
    ["network", networkNs ?? 0],
    ["you", humanNs],
    ["rule", row.ruleNs ?? 0]
  ];
  const words = shares.filter(([name, ns]) => name === "server" || ns > 0).map(([name, ns]) => `${name} ${duration(ns)}`);
  return ` (${words.join(" · ")})`;
}
function sizeOf(end) {
  const size = end.long?.bytes ?? end.result?.length;
  return size === void 0 || size === null ? "" : ` · ${bytes(size)}`;
}
function errorWord(run2, end) {
  const code = end.error === null ? run2.row?.code ?? null : sliceAt(end.error, ["code"]);
  return code === null ? "error" : `error ${brief(String(code), 20)}`;
}

// src/explore/overview.tsx
var Prose = later("Prose");
var LABELS = {
  tools: "Tools",
  resources: "Resources",
  templates: "Templates",
  prompts: "Prompts"
};
var MOST_LOOKED_AT = 64;
var AT_ONCE = 8;
function toTry(items) {
  const harmless = items.filter((item) => item.broken === null && !item.badges.includes("destructive"));
  const isQuiet = (item) => item.badges.includes("read-only");
  return [...harmless.filter(isQuiet), ...harmless.filter((item) => !isQuiet(item))];
}
async function easiest(id, items, signal) {
  const all = toTry(items);
  const isEasy = async (item) => {
    const detail = await fetchDetail(id, refOf("tools", item), item, signal).catch(() => null);
    const required = detail === null ? null : sliceAt(schemaOf(detail), ["required"]);
    return detail !== null && (required === null || /^\[\s*\]$/.test(required));
  };
  for (let at = 0; at < Math.min(all.length, MOST_LOOKED_AT); at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    const easy = await Promise.all(some.map(isEasy));
    if (signal.aborted) return null;
    const first = some[easy.indexOf(true)];
    if (first !== void 0) return first;
  }
  return all[0] ?? null;
}
function useEasiest(id) {
  const [first, setFirst] = d(null);
  const tools = catalog.value?.tools ?? null;
  A(() => {
    const stop = new AbortController();
    void easiest(id, tools?.items ?? [], stop.signal).then((item) => {
      if (!stop.signal.aborted) setFirst(item);
    });
    return () => stop.abort();
  }, [id, tools]);
  return first;
}
function Overview({ state }) {
  const version2 = serverVersion(state);
  const first = useEasiest(state.id);
  return /* @__PURE__ */ a("section", { class: "pane overview", "aria-label": "Overview", id: "pane-2", tabIndex: -1, children: /* @__PURE__ */ a("div", { class: "pane-body", children: [
    /* @__PURE__ */ a("h2", { class: "overview-title", children: [
      serverTitle(state),
      " ",
      version2 === "" ? null : /* @__PURE__ */ a("span", { class: "muted", children: version2 })
    ] }),
    /* @__PURE__ */ a("p", { class: "muted mono", children: brief(state.place) }),
    /* @__PURE__ */ a("ul", { class: "counts", children: KINDS.map((kind) => {
      const list = state.catalog[kind];
      const broken = (catalog.value?.[kind]?.items ?? []).filter((item) => item.broken !== null).length;
      return /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("strong", { children: list === null ? "–" : `${list.count}${list.complete ? "" : "+"}` }),
        " ",
        list?.count === 1 ? LABELS[kind].slice(0, -1) : LABELS[kind],
        list === null || list.count === 0 ? /* @__PURE__ */ a("span", { class: "muted", children: [
          " ",
          whyEmpty(state, kind)
        ] }) : null,
        list?.instead == null ? null : /* @__PURE__ */ a($, { children: [
          " ",
          /* @__PURE__ */ a("a", { href: formatRoute({ screen: "timeline", session: state.id, seq: list.seq, filter: "" }), children: "its frame" })
        ] }),
        broken > 0 ? /* @__PURE__ */ a("span", { class: "bad", children: [
          " ",
          broken,
          " broken"
        ] }) : null
      ] }, kind);
    }) }),
    first === null ? null : /* @__PURE__ */ a("p", { children: [
      "Try",
      " ",
      /* @__PURE__ */ a("a", { href: formatRoute({ screen: "explore", session: state.id, item: refOf("tools", first), run: null }), children: nameOf(first) }),
      ", or press ",
      /* @__PURE__ */ a("kbd", { children: "Ctrl K" }),
      " and type."
    ] }),
    state.server?.instructions == null ? null : /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("h3", { children: "What the server says" }),
      /* @__PURE__ */ a(Prose, { text: visible(state.server.instructions, true) })
    ] })
  ] }) });
}

// src/explore/request.tsx
var CardsFor = later("CardsFor", "overlay");
var DraftNote = later("DraftNote", "overlay");
var FilledIn = later("FilledIn", "overlay");
var FormPane = later("FormPane");
var HeldBack = later("HeldBack", "overlay");
var Options = later("Options", "overlay");
var RunList = later("RunList", "overlay");
var Subscribe = later("Subscribe", "overlay");
var MOST_OF_DESCRIPTION = 2e4;
var ANYTHING = "true";
function Request({
  state,
  item: ref,
  run: run2
}) {
  const item = findItem(catalog.value, ref);
  const [loading, setLoading] = d({ is: "loading" });
  const listSeq = catalog.value === null ? null : Object.values(catalog.value).map((list) => list?.seq).join();
  F(() => {
    if (item === null) return void 0;
    const stop = new AbortController();
    fetchDetail(state.id, ref, item, stop.signal).then((detail2) => setLoading({ is: "ready", detail: detail2 })).catch((thrown) => {
      if (!stop.signal.aborted) setLoading({ is: "failed", problem: problemOf(thrown) });
    });
    return () => stop.abort();
  }, [state.id, ref.kind, ref.key, item?.index, listSeq]);
  useRecall(state.id, ref);
  const draft = draftOf(state.id, ref);
  const verb = ref.kind === "tool" ? "Run" : ref.kind === "prompt" ? "Get" : "Read";
  const detail = loading.is === "ready" ? loading.detail : null;
  const withForm = detail !== null && hasForm(ref);
  const kind = listOf(ref.kind);
  const isUnknown = item === null && loading.is === "loading" && hasForm(ref) && !isComing(state, catalog.value, kind);
  return /* @__PURE__ */ a("section", { class: "pane request", "aria-label": "Request", id: "pane-2", tabIndex: -1, children: [
    /* @__PURE__ */ a("header", { class: "pane-head", children: [
      /* @__PURE__ */ a("h2", { class: "pane-title", title: visible(ref.key), children: item === null ? visible(ref.key) : nameOf(item) }),
      (item?.badges ?? []).map((badge) => /* @__PURE__ */ a("span", { class: "badge", children: badge }, badge)),
      /* @__PURE__ */ a("span", { class: "pane-acts", children: [
        ref.kind === "resource" ? /* @__PURE__ */ a(Subscribe, { state, uri: ref.key }) : null,
        withForm ? /* @__PURE__ */ a(ModeSwitch, { draft }) : null,
        /* @__PURE__ */ a(Button, { look: "primary", keys: "Ctrl+Enter", onClick: () => void runItem(state.id, ref, false), children: verb })
      ] })
    ] }),
    /* @__PURE__ */ a("div", { class: "pane-body", children: [
      isHeldBack(state.id, ref) ? /* @__PURE__ */ a(HeldBack, { state, target: ref, draft }) : null,
      /* @__PURE__ */ a(
        About,
        {
          item,
          target: ref,
          known: catalog.value?.[kind] != null,
          description: detail?.description ?? item?.description ?? null
        }
      ),
      loading.is === "failed" ? /* @__PURE__ */ a(ProblemBlock, { problem: loading.problem, title: "This item could not be read." }) : null,
      isUnknown ? /* @__PURE__ */ a("p", { class: "muted", children: [
        "It is not known what this ",
        ref.kind,
        " takes. What is written here goes out as it is, as JSON."
      ] }) : null,
      loading.is === "loading" && hasForm(ref) && !isUnknown ? /* @__PURE__ */ a(Skeleton, { rows: 3, label: "Reading what it takes…" }) : null,
      (withForm || isUnknown) && draftsCame(state.id) ? /* @__PURE__ */ a(
        ItemForm,
        {
          state,
          target: ref,
          schema: detail === null ? ANYTHING : schemaOf(detail),
          draft
        },
        `${state.id} ${ref.kind} ${ref.key} ${isUnknown}`
      ) : null,
      withForm ? /* @__PURE__ */ a(DraftNote, { session: state.id, name: `${ref.kind}:${ref.key}`, also: [`options:${ref.kind}:${ref.key}`] }) : null,
      ref.kind === "template" ? /* @__PURE__ */ a(FilledIn, { template: ref.key, text: draft.text.value }) : null,
      /* @__PURE__ */ a(Options, { state, target: ref, draft, badges: item?.badges ?? [], definition: detail?.raw ?? null }),
      /* @__PURE__ */ a("div", { class: "under-way", children: [
        /* @__PURE__ */ a(RunList, { state, target: ref, shown: run2 }),
        state.asks.length + state.rules.length + ended.value.length === 0 ? null : /* @__PURE__ */ a(CardsFor, { state, target: ref })
      ] }),
      detail === null ? null : /* @__PURE__ */ a("details", { class: "fold", children: [
        /* @__PURE__ */ a("summary", { children: "Definition as the server sent it" }),
        /* @__PURE__ */ a(PrettyJson, { text: detail.raw })
      ] })
    ] })
  ] });
}
function useRecall(id, ref) {
  const version2 = `${timelineVersion.value} ${draftsCame(id)}`;
  A(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      recall(id, ref, stop.signal).catch(() => void 0);
    }, 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, ref.kind, ref.key, version2]);
}
function About({
  item,
  target,
  known,
  description
}) {
  if (item === null) {
    return known ? /* @__PURE__ */ a("p", { class: "warn-line", children: [
      "The server does not list this ",
      target.kind,
      ". It can be sent all the same."
    ] }) : null;
  }
  return /* @__PURE__ */ a("div", { class: "about", children: [
    item.title === null || item.title === item.name ? null : /* @__PURE__ */ a("p", { class: "about-title", children: brief(item.title, ONE_LINE) }),
    description === null ? null : /* @__PURE__ */ a("p", { class: "muted description", children: brief(description, MOST_OF_DESCRIPTION, true) }),
    target.kind === "resource" || target.kind === "template" ? /* @__PURE__ */ a("p", { class: "muted mono", children: [
      brief(target.key),
      item.mimeType === null ? "" : ` · ${brief(item.mimeType, ONE_LINE)}`
    ] }) : null,
    item.broken === null ? null : /* @__PURE__ */ a("p", { class: "warn-line", children: [
      "This entry cannot be used as it is: ",
      brief(item.broken)
    ] })
  ] });
}
async function toJson(draft) {
  if (draft.mode.peek() === "json") return;
  await formOnScreen.current?.settled();
  const text = draft.text.peek();
  if (!text.includes("\n") && valueOf(text) !== void 0) draft.text.value = prettyOf(text);
  draft.mode.value = "json";
}
function ModeSwitch({ draft }) {
  return /* @__PURE__ */ a("div", { class: "switch", role: "group", "aria-label": "Fill in as", children: [
    /* @__PURE__ */ a(
      Button,
      {
        pressed: draft.mode.value === "form",
        onClick: () => {
          draft.mode.value = "form";
        },
        children: "Form"
      }
    ),
    /* @__PURE__ */ a(
      Button,
      {
        pressed: draft.mode.value === "json",
        onClick: () => void toJson(draft),
        children: "JSON"
      }
    )
  ] });
}
function ItemForm({
  state,
  target,
  schema,
  draft
}) {
  const completes = target.kind === "prompt" || target.kind === "template";
  const complete = b(
    async (name, value) => {
      if (!hasCapability(state, "completions")) return [];
      const body = completionBody(target, name, value, draft.text.peek());
      const report = await api.send(
        "POST",
        sessionPath(state.id, "/calls?wait=true"),
        body
      );
      return (report.result?.completion?.values ?? []).filter((one) => typeof one === "string");
    },
    [state.id, target.kind, target.key]
  );
  A(() => {
    if (!wantsFocus.peek()) return;
    wantsFocus.value = false;
    focusFirstField("#item-form", () => document.getElementById("item-form") !== null);
  }, []);
  return /* @__PURE__ */ a("div", { id: "item-form", children: /* @__PURE__ */ a(
    FormPane,
    {
      schema,
      text: draft.text,
      mode: draft.mode,
      errors: draft.errors,
      onRun: () => void runItem(state.id, target, false),
      api: formApi,
      idPrefix: "arg",
      handle: formOnScreen,
      ...completes ? { complete } : {}
    }
  ) });
}

// src/explore/tree-rows.ts
var COMING = 3;
var LABELS2 = {
  tools: "Tools",
  resources: "Resources",
  templates: "Templates",
  prompts: "Prompts",
  apps: "Apps",
  tasks: "Tasks",
  subscriptions: "Subscriptions"
};
var BADGES = [
  ["destructive", "destr"],
  ["app", "app"],
  ["task", "task"],
  ["read-only", "ro"],
  ["open-world", "open"]
];
function treeBadges(item) {
  if (item.broken !== null) return ["broken"];
  const weightiest = BADGES.find(([badge]) => item.badges.includes(badge));
  return weightiest === void 0 ? [] : [weightiest[1]];
}
function treeRows(state, catalog2, filter2, folded2) {
  const wanted = filter2.trim().toLowerCase();
  if (wanted !== "") folded2 = /* @__PURE__ */ new Set();
  const sections = [];
  for (const kind of ["tools", "resources", "templates", "prompts"]) {
    sections.push(listSection(state, catalog2, kind, wanted, folded2));
  }
  const apps = (catalog2?.tools?.items ?? []).filter((item) => item.app !== null && matches(item, wanted));
  if (apps.length > 0) {
    const rows = apps.map((item, index) => ({
      is: "item",
      section: "apps",
      ref: refOf("tools", item),
      label: item.title === null ? nameOf(item) : brief(item.title, ONE_LINE),
      item,
      badges: [],
      position: index + 1,
      size: apps.length
    }));
    sections.push(section("apps", String(apps.length), folded2, rows));
  }
  const tasks = Object.entries(state.tasks).filter((words) => words.some((word) => word.toLowerCase().includes(wanted)));
  if (tasks.length > 0) {
    sections.push(
      section(
        "tasks",
        String(tasks.length),
        folded2,
        tasks.map(([name, status], index) => ({
          is: "task",
          section: "tasks",
          label: name,
          status,
          position: index + 1,
          size: tasks.length
        }))
      )
    );
  }
  const subscribed = state.subscriptions.map((uri) => ({ uri, item: catalog2?.resources?.items.find((one) => one.uri === uri) ?? bareResource(uri) })).filter(({ item }) => matches(item, wanted));
  if (subscribed.length > 0) {
    const size = subscribed.length;
    const rows = subscribed.map(({ uri, item }, index) => {
      const badges = uri in state.updates ? ["updated"] : [];
      return {
        is: "item",
        section: "subscriptions",
        ref: { kind: "resource", key: uri },
        label: nameOf(item),
        item,
        badges,
        position: index + 1,
        size
      };
    });
    sections.push(section("subscriptions", String(size), folded2, rows));
  }
  const kept = sections.filter((rows) => wanted === "" || rows.some((row) => row.is === "item" || row.is === "task"));
  kept.forEach((rows, index) => {
    const head = rows[0];
    if (head !== void 0) {
      head.position = index + 1;
      head.size = kept.length;
    }
  });
  return kept.flat();
}
function bareResource(uri) {
  const nothing = { title: null, description: null, mimeType: null, app: null, broken: null };
  return { ...nothing, index: 0, name: uri, uri, badges: [], visibility: [] };
}
function section(name, count2, folded2, rows) {
  const open2 = !folded2.has(name);
  const head = { is: "section", name, label: LABELS2[name], count: count2, open: open2, position: 1, size: 1 };
  return open2 ? [head, ...rows] : [head];
}
function listSection(state, catalog2, kind, wanted, folded2) {
  const list = catalog2?.[kind] ?? null;
  const all = list?.items ?? [];
  const passing = wanted === "" ? all : all.filter((item) => matches(item, wanted));
  const whole = list === null ? state.catalog[kind]?.count ?? 0 : all.length;
  const more = list !== null && !list.complete ? "+" : "";
  const count2 = wanted === "" || passing.length === whole ? `${whole}${more}` : `${passing.length} of ${whole}${more}`;
  const rows = passing.map((item, index) => ({
    is: "item",
    section: kind,
    ref: refOf(kind, item),
    label: nameOf(item),
    item,
    badges: treeBadges(item),
    position: index + 1,
    size: passing.length
  }));
  if (rows.length === 0 && wanted === "" && kind !== "templates" && isComing(state, catalog2, kind)) {
    for (let position = 1; position <= COMING; position += 1)
      rows.push({ is: "coming", section: kind, label: "loading…", position, size: COMING });
  } else if (rows.length === 0 && wanted === "" && kind !== "templates")
    rows.push({ is: "note", section: kind, label: whyEmpty(state, kind), position: 1, size: 1 });
  if (kind === "templates" && rows.length === 0) return [];
  return section(kind, count2, folded2, rows);
}
function matches(item, wanted) {
  return item.name.toLowerCase().includes(wanted) || (item.title?.toLowerCase().includes(wanted) ?? false) || (item.uri?.toLowerCase().includes(wanted) ?? false) || (item.description?.toLowerCase().includes(wanted) ?? false);
}
function moved(key, at, rows) {
  const last = rows.length - 1;
  switch (key) {
    case "ArrowDown":
    case "j":
      return Math.min(last, at + 1);
    case "ArrowUp":
    case "k":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
    case "G":
      return last;
    case "PageDown":
      return Math.min(last, at + 20);
    case "PageUp":
      return Math.max(0, at - 20);
    default:
      return at;
  }
}
function sectionAbove(at, rows) {
  let index = at;
  while (index > 0 && rows[index]?.is !== "section") index -= 1;
  return index;
}

// src/explore/tree.tsx
var filter = perServer("tree-filters", "", (kept) => typeof kept === "string" ? kept : null);
var folded = keptSignal(
  "tree-folds",
  [],
  (kept) => Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : null
);
var active = y(0);
var scrollTo = y(null);
var drawn = y([0, 0]);
var TREE_FILTER_ID = "tree-filter";
function rowId(index) {
  return `tree-row-${index}`;
}
function toggle(name) {
  const now = folded.value;
  folded.value = now.includes(name) ? now.filter((one) => one !== name) : [...now, name];
}
function open(session2, ref) {
  go({ screen: "explore", session: session2, item: ref, run: null });
}
function Tree({ state, chosen }) {
  const all = catalog.value;
  const rows = w(
    () => treeRows(state, all, filter.value, new Set(folded.value)),
    [state, all, filter.value, folded.value]
  );
  const at = Math.min(active.value, Math.max(0, rows.length - 1));
  const pane = T(null);
  const lastG = T(false);
  A(() => {
    if (chosen === null) return;
    const index = rows.findIndex(
      (row) => row.is === "item" && row.ref.kind === chosen.kind && row.ref.key === chosen.key
    );
    if (index < 0) return;
    active.value = index;
    scrollTo.value = index;
  }, [chosen?.kind, chosen?.key, all]);
  const focusRow = (index) => {
    active.value = index;
    scrollTo.value = index;
    requestAnimationFrame(
      () => requestAnimationFrame(() => pane.current?.querySelector(`#${rowId(index)}`)?.focus())
    );
  };
  const act2 = (row) => {
    if (row?.is === "item") open(state.id, row.ref);
    else if (row?.is === "section") toggle(row.name);
    else if (row?.is === "task")
      go({ screen: "timeline", session: state.id, seq: null, filter: `text:${quoted(row.label)}` });
  };
  const choose2 = (row) => {
    act2(row);
    if (row?.is === "item") readChosen(state.id, row.ref);
  };
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[a-zA-Z]$/.test(event.key) && !settings.value.singleKeys) return;
    const row = rows[at];
    const doubleG = event.key === "g" && lastG.current;
    lastG.current = event.key === "g" && !doubleG;
    const next = doubleG ? 0 : moved(event.key, at, rows);
    if (next !== at || doubleG) focusRow(next);
    else if (event.key === "Enter" || event.key === " ") choose2(row);
    else if (event.key === "ArrowRight" && row?.is === "section" && !row.open) toggle(row.name);
    else if (event.key === "ArrowLeft" && row?.is === "section" && row.open) toggle(row.name);
    else if (event.key === "ArrowLeft" && row?.is !== "section") focusRow(sectionAbove(at, rows));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const fieldKey = (event) => {
    if (event.key === "ArrowDown") focusRow(Math.min(1, rows.length - 1));
    else if (event.key === "Enter") choose2(rows.find((row) => row.is === "item" || row.is === "task"));
    else if (event.key === "Escape" && filter.value !== "") filter.value = "";
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const [first, last] = drawn.value;
  const stop = at >= first && at <= last ? at : first;
  const height = settings.value.density === "cozy" ? 28 : 24;
  return /* @__PURE__ */ a("section", { class: "pane tree", "aria-label": "What the server offers", id: "pane-1", children: [
    /* @__PURE__ */ a("div", { class: "tree-head", children: /* @__PURE__ */ a(
      "input",
      {
        id: TREE_FILTER_ID,
        class: "input",
        type: "text",
        placeholder: "Filter  ( / )",
        "aria-label": "Filter tools, resources and prompts",
        spellcheck: false,
        value: filter.value,
        onInput: (event) => {
          filter.value = event.currentTarget.value;
          active.value = 0;
        },
        onKeyDown: fieldKey
      }
    ) }),
    catalogProblem.value === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem: catalogProblem.value, title: "The lists could not be fetched." }),
    /* @__PURE__ */ a("div", { class: "tree-body", ref: pane, onKeyDown: key, children: [
      rows.length === 0 ? /* @__PURE__ */ a("p", { class: "empty", children: [
        "Nothing matches “",
        filter.value,
        "”."
      ] }) : null,
      rows.length === 0 ? null : /* @__PURE__ */ a(
        Windowed,
        {
          count: rows.length,
          rowHeight: height,
          role: "tree",
          label: "Tools, resources and prompts",
          scrollTo,
          onRange: (first2, last2) => {
            drawn.value = [first2, last2];
          },
          row: (index) => {
            const row = rows[index];
            return row === void 0 ? null : /* @__PURE__ */ a(
              TreeLine,
              {
                row,
                index,
                focusable: index === stop,
                reached: () => {
                  active.value = index;
                },
                chosen: isChosen(row, chosen),
                act: () => {
                  active.value = index;
                  act2(row);
                }
              }
            );
          }
        }
      )
    ] })
  ] });
}
function isChosen(row, chosen) {
  return chosen !== null && row.is === "item" && row.ref.kind === chosen.kind && row.ref.key === chosen.key;
}
function TreeLine({
  row,
  index,
  focusable,
  reached,
  chosen,
  act: act2
}) {
  const common = {
    id: rowId(index),
    role: "treeitem",
    tabIndex: focusable ? 0 : -1,
    "aria-posinset": row.position,
    "aria-setsize": row.size,
    onClick: act2,
    onFocus: reached
  };
  switch (row.is) {
    case "section":
      return /* @__PURE__ */ a("div", { ...common, class: "tree-section", "aria-level": 1, "aria-expanded": row.open, children: [
        /* @__PURE__ */ a("span", { class: "fold", "aria-hidden": "true", children: row.open ? "▾" : "▸" }),
        row.label,
        " · ",
        row.count
      ] });
    case "item":
      return /* @__PURE__ */ a(
        "div",
        {
          ...common,
          class: `tree-item${chosen ? " chosen" : ""}`,
          "aria-level": 2,
          "aria-selected": chosen,
          title: [.../* @__PURE__ */ new Set([nameOf(row.item), brief(row.item.title ?? "", ONE_LINE)])].filter(Boolean).join(" · "),
          children: [
            /* @__PURE__ */ a("span", { class: "tree-name", children: row.label }),
            /* @__PURE__ */ a(News, { row }),
            row.badges.map((badge) => /* @__PURE__ */ a("span", { class: `badge ${badge === "broken" ? "bad" : ""}`, children: badge }, badge))
          ]
        }
      );
    case "task":
      return /* @__PURE__ */ a("div", { ...common, class: "tree-item", "aria-level": 2, title: "All that was said about this task", children: [
        /* @__PURE__ */ a("span", { class: "tree-name", children: visible(row.label) }),
        /* @__PURE__ */ a("span", { class: "badge", children: visible(row.status) })
      ] });
    case "coming":
      return /* @__PURE__ */ a("div", { ...common, class: "tree-note late", "aria-level": 2, children: [
        /* @__PURE__ */ a(Bar, {}),
        /* @__PURE__ */ a("span", { class: "sr-only", children: row.label })
      ] });
    case "note":
      return /* @__PURE__ */ a("div", { ...common, class: "tree-note", "aria-level": 2, title: row.label, children: row.label });
  }
}
function News({ row }) {
  if (row.section === "tasks" || row.section === "subscriptions" || row.section === "apps") return null;
  const news2 = newsOf(listChanges.value, row.section, row.ref.key);
  if (news2 === null) return null;
  return /* @__PURE__ */ a("span", { class: "news-dot", title: `${news2} since the last connect`, children: [
    /* @__PURE__ */ a("span", { "aria-hidden": "true", children: "●" }),
    /* @__PURE__ */ a("span", { class: "sr-only", children: [
      " ",
      news2
    ] })
  ] });
}

// src/screens/explore.tsx
var lower = y(false);
function Explore({
  state,
  item,
  run: run2
}) {
  const isBelow = lower.value;
  return /* @__PURE__ */ a("div", { class: `explore ${isBelow ? "shows-timeline" : "shows-items"}`, children: [
    /* @__PURE__ */ a("div", { class: "switch narrow-switch", role: "group", "aria-label": "Show", children: [
      /* @__PURE__ */ a(Button, { pressed: !isBelow, onClick: () => lower.value = false, children: "Items" }),
      /* @__PURE__ */ a(Button, { pressed: isBelow, onClick: () => lower.value = true, children: "Timeline" })
    ] }),
    /* @__PURE__ */ a(
      Split,
      {
        name: "timeline",
        way: "column",
        share: 0.63,
        label: "Size of the timeline",
        first: /* @__PURE__ */ a(
          Split,
          {
            name: "tree",
            way: "row",
            share: 0.187,
            label: "Width of the list",
            first: /* @__PURE__ */ a(Tree, { state, chosen: item }),
            second: item === null ? /* @__PURE__ */ a(Overview, { state }) : /* @__PURE__ */ a(Exchange, { state, item, run: run2 })
          }
        ),
        second: /* @__PURE__ */ a(TimelineStrip, { state })
      }
    )
  ] });
}
function Exchange({ state, item, run: run2 }) {
  const shown2 = shownRun(state.id, item, run2);
  return /* @__PURE__ */ a(
    Split,
    {
      name: "request",
      way: "row",
      share: 0.477,
      label: "Width of the request",
      first: /* @__PURE__ */ a(Request, { state, item, run: shown2?.call ?? null }, `${state.id} ${item.kind} ${item.key}`),
      second: /* @__PURE__ */ a(Result, { state, target: item, run: shown2 })
    }
  );
}

// src/store/came-back.ts
function note(id) {
  return noteOf(id, "came-back", "told");
}
function read(text) {
  const value = valueOf(text);
  if (typeof value !== "object" || value === null) return null;
  const { atNs, words, isRead } = value;
  return typeof atNs === "number" && typeof words === "string" ? { atNs, words, isRead: isRead === true } : null;
}
function lossOf(id) {
  const loss = read(note(id).value);
  return loss === null || loss.isRead ? null : loss.words;
}
function dismissLoss(id) {
  const loss = read(note(id).peek());
  if (loss !== null) note(id).value = JSON.stringify({ ...loss, isRead: true });
}
function noteLoss(state) {
  const known = read(note(state.id).value);
  if (state.phase === "backoff" && state.fault !== null && worked(state)) {
    if (known?.atNs === state.phaseSinceNs) return;
    const words = `${timeOfDay(state.openedAt, state.phaseSinceNs)}: ${brief(state.fault.message, ONE_LINE)}.`;
    note(state.id).value = JSON.stringify({ atNs: state.phaseSinceNs, words, isRead: false });
  } else if (state.phase === "closing" || state.phase === "closed") {
    dismissLoss(state.id);
  }
}
function followLosses() {
  return x(() => {
    const state = session.value;
    if (state !== null && draftsCame(state.id)) noteLoss(state);
  });
}

// src/shell/bars.tsx
var LoginWaits = later("LoginWaits", "overlay");
function BackendBar() {
  const now = reach.value;
  if (now.state === "gone") return /* @__PURE__ */ a(GoneBar, { retryAt: now.retryAt });
  if (now.state !== "refused") return null;
  const words = now.problem.status === 401 ? hasToken() ? "The token of this tab is not that of the mcp-inspector that runs here; it was probably started again. Open the link it printed last." : "This tab has no token. Open the link that mcp-inspector printed in its terminal: it ends in #token=…" : brief(`${now.problem.message}${now.problem.hint === null ? "" : ` → ${now.problem.hint}`}`);
  return /* @__PURE__ */ a("div", { class: "notice-bar bad", role: "alert", children: words });
}
function GoneBar({ retryAt }) {
  const left = Math.max(0, Math.ceil((retryAt - useNow()) / 1e3));
  return /* @__PURE__ */ a("div", { class: "notice-bar bad", role: "alert", children: [
    /* @__PURE__ */ a("strong", { children: "mcp-inspector does not answer." }),
    " What is on this page can be read. If it was stopped, start it and open the link it prints.",
    " ",
    /* @__PURE__ */ a("span", { "aria-hidden": "true", children: left === 0 ? "Trying…" : `Next try in ${left} s.` })
  ] });
}
function act(work) {
  work.catch((thrown) => say(problemOf(thrown).message));
}
function ServerBar({ state }) {
  if (missing.value === state.id)
    return /* @__PURE__ */ a("div", { class: "notice-bar warn", role: "alert", children: [
      /* @__PURE__ */ a("strong", { children: "This session is not open any more." }),
      " It was closed, or mcp-inspector was started again. What is on this page can be read. ",
      /* @__PURE__ */ a("span", { class: "spring" }),
      /* @__PURE__ */ a("a", { href: "#/", children: "Connect to a server" })
    ] });
  if (state.origin === "recording")
    return /* @__PURE__ */ a("div", { class: "notice-bar quiet", role: "status", children: "This is a recording: everything can be looked at, nothing can be sent." });
  if (backendGone.value) return null;
  switch (state.phase) {
    case "ready":
      return /* @__PURE__ */ a($, { children: [
        (news.value?.counts.auth ?? 0) > 0 ? /* @__PURE__ */ a(LoginWaits, { state }) : null,
        /* @__PURE__ */ a(CameBack, { state })
      ] });
    case "starting":
    case "initializing":
      return /* @__PURE__ */ a(ConnectingBar, { state });
    case "backoff":
      return /* @__PURE__ */ a(BackoffBar, { state });
    case "closing":
      return /* @__PURE__ */ a("div", { class: "notice-bar warn", role: "status", children: "Disconnecting…" });
    case "closed":
      return /* @__PURE__ */ a("div", { class: "notice-bar warn", role: "alert", children: [
        state.fault === null ? "Disconnected." : `${brief(state.fault.message, ONE_LINE)} (${timeOfDay(state.openedAt, state.phaseSinceNs)})`,
        " ",
        /* @__PURE__ */ a("span", { class: "spring" }),
        /* @__PURE__ */ a(Button, { onClick: () => act(command(state.id, "reconnect")), children: "Reconnect" }),
        /* @__PURE__ */ a(DoctorButton, { state })
      ] });
  }
}
function CameBack({ state }) {
  const words = lossOf(state.id);
  if (words === null) return null;
  return /* @__PURE__ */ a("div", { class: "notice-bar back", role: "status", children: [
    words,
    " It is connected again; what it had in memory may be gone. ",
    /* @__PURE__ */ a("span", { class: "spring" }),
    /* @__PURE__ */ a(Button, { onClick: () => dismissLoss(state.id), children: "Dismiss" })
  ] });
}
function DoctorButton({ state }) {
  const fault = openFault.value;
  if (fault === null) return null;
  const shown2 = isShown(state, fault);
  return /* @__PURE__ */ a(Button, { pressed: shown2, onClick: () => choose(state, fault, shown2 ? "away" : "shown"), children: "Doctor" });
}
function ConnectingBar({ state }) {
  const wantsLogin = (news.value?.counts.auth ?? 0) > 0;
  return /* @__PURE__ */ a("div", { class: "notice-bar quiet", role: "status", children: [
    /* @__PURE__ */ a("span", { "aria-hidden": "true", children: "●" }),
    " Connecting ",
    /* @__PURE__ */ a(ConnectSteps, { of: state }),
    " ",
    wantsLogin ? /* @__PURE__ */ a($, { children: [
      "The server wants a login. ",
      /* @__PURE__ */ a("a", { href: formatRoute({ screen: "auth", session: state.id }), children: "Log in" })
    ] }) : null,
    /* @__PURE__ */ a("span", { class: "spring" }),
    /* @__PURE__ */ a(Button, { onClick: () => act(command(state.id, "stop")), children: "Cancel" }),
    /* @__PURE__ */ a(DoctorButton, { state })
  ] });
}
function BackoffBar({ state }) {
  const now = sessionNow(state, useNow());
  const left = state.retryAtNs === null ? null : Math.max(0, Math.ceil((state.retryAtNs - now) / 1e9));
  return /* @__PURE__ */ a("div", { class: "notice-bar warn", role: "alert", children: [
    state.fault === null ? "The connection was lost" : brief(state.fault.message, ONE_LINE),
    " · attempt ",
    state.failures + 1,
    " ",
    /* @__PURE__ */ a("span", { "aria-hidden": "true", children: left === null ? "soon" : `in ${left} s` }),
    " ",
    /* @__PURE__ */ a("span", { class: "spring" }),
    /* @__PURE__ */ a(Button, { onClick: () => act(command(state.id, "reconnect")), children: "Now" }),
    /* @__PURE__ */ a(Button, { onClick: () => act(command(state.id, "stop")), children: "Stop" }),
    /* @__PURE__ */ a(DoctorButton, { state })
  ] });
}

// src/store/maximised.ts
var maximised = y(null);
function paneAt(element) {
  return element?.closest(".pane[id]")?.id ?? null;
}
function followMaximised() {
  let screen = route.peek().screen;
  const stops = [
    x(() => {
      const { value } = maximised;
      if (value === null) delete document.documentElement.dataset["max"];
      else document.documentElement.dataset["max"] = value;
    }),
    x(() => {
      const next = route.value.screen;
      if (next !== screen) f(() => maximised.value = null);
      screen = next;
    })
  ];
  return () => stops.forEach((stop) => stop());
}

// src/shell/commands.ts
function toScreen(screen) {
  const id = serverInMind(summaries.peek() ?? []);
  if (id === null) say("connect to a server first");
  else go(routeTo(screen, id));
}
function focusPane(id) {
  const pane = document.getElementById(id);
  const inside = pane?.querySelector(
    '[role="treeitem"][tabindex="0"], [role="row"][tabindex="0"], [role="grid"], .form input, .form textarea, .form select, [role="tabpanel"]'
  );
  (inside ?? pane)?.focus();
}
function filterHere() {
  const inTimeline2 = document.activeElement?.closest("#pane-4") != null || route.peek().screen === "timeline";
  const field = inTimeline2 ? document.querySelector("#pane-4 input") : document.querySelector(`#${TREE_FILTER_ID}`);
  field?.focus();
  field?.select();
}
function shown() {
  const now = route.peek();
  return now.screen === "explore" && now.item !== null ? shownRun(now.session, now.item, now.run) : null;
}
function stepRun(by) {
  const now = route.peek();
  if (now.screen !== "explore" || now.item === null) return;
  const next = neighbour(now.session, now.item, shown(), by);
  if (next?.call == null) return;
  go({ ...now, run: next.call }, "replace");
  if (next.text !== null) draftOf(now.session, now.item).text.value = next.text;
  else if (next.row !== null) void recallText(now.session, next.row.seq, now.item);
}
async function recallText(id, seq, item) {
  const detail = await api.get(sessionPath(id, `/timeline/${seq}`)).catch(() => null);
  const frame = detail?.parts.find((part) => part.name === "request")?.text ?? null;
  const text = frame === null ? null : textOfRequest(frame);
  if (text !== null) draftOf(id, item).text.value = text;
}
function inTimeline() {
  const isThere = document.activeElement?.closest("#pane-4, .pane.detail") != null;
  return chosenRow() !== null && (isThere || route.peek().screen === "timeline");
}
function pin() {
  const row = chosenRow();
  if (row === null) say("choose a row of the timeline first");
  else void togglePin(row.session, row.seq);
}
function menu() {
  if (rowsOnScreen.current?.menu() !== true) say("choose a row of the timeline first");
}
function zoom() {
  const row = chosenRow();
  if (row === null) {
    say("choose a row of the timeline first");
    return;
  }
  const since = looksAtAll.peek() ? openedAfterAll(row.session) : 0;
  api.get(sessionPath(row.session, `/timeline/${row.seq}`)).then(
    (detail) => zoomTo({ ...detail.row, atNs: detail.row.atNs + since }),
    (thrown) => say(problemOf(thrown).message)
  );
}
function rawFrame() {
  if (currentId.peek() === null) say("connect to a server first");
  else rawOpen.value = !rawOpen.peek();
}
function stepTab(by) {
  if (inTimeline()) return stepDetailTab(by);
  const run2 = shown();
  const now = route.peek();
  if (run2 === null || now.screen !== "explore" || now.item === null) return;
  const end = run2.state.is === "ended" ? run2.state.end : null;
  const hasBefore = neighbour(now.session, now.item, run2, -1) !== null;
  const tabs = tabsFor(end, hasBefore, appOf(now.item) !== null);
  const at = tabs.findIndex((tab) => tab.name === tabShown(tabs, end));
  chooseTab(tabs[(at + by + tabs.length) % tabs.length]?.name ?? null, run2);
}
function diff() {
  const now = route.peek();
  const run2 = shown();
  if (now.screen === "timeline") compareBefore().catch((thrown) => say(problemOf(thrown).message));
  else if (now.screen !== "explore" || now.item === null || run2 === null) say("run something twice to compare what came");
  else if (neighbour(now.session, now.item, run2, -1) === null) say("there is no run before this one");
  else toTab("diff");
}
async function compareBefore() {
  const chosen = chosenRow();
  if (chosen === null) return say("choose a row of the timeline first");
  const { session: session2 } = chosen;
  const read2 = (seq, filter2 = "") => api.get(sessionPath(session2, `/timeline/${seq}?filter=${encodeURIComponent(filter2)}`));
  const { row } = await read2(chosen.seq);
  if (row.kind !== "call") return say("only a call has a run before it");
  const alike = [`kind:call`, `method:${quoted(row.method)}`, ...row.target === "" ? [] : [`target:${quoted(row.target)}`]];
  const { previous } = await read2(row.seq, alike.join(" "));
  if (previous === null) return say("there is no run before this one");
  const before = await read2(previous);
  comparison.value = { left: { session: session2, row: before.row }, right: { session: session2, row } };
}
function toTab(tab) {
  const [run2, next] = [shown(), resultTab.value === tab ? null : tab];
  if (run2 === null) resultTab.value = next;
  else chooseTab(next, run2);
}
function share(as) {
  const run2 = shown();
  const row = chosenRow();
  if (route.peek().screen === "timeline" && row !== null) void shareRow(row.session, row.seq, as);
  else if (run2 !== null) void shareRun(run2, as);
  else say("there is nothing to copy yet");
}
function answered() {
  const run2 = shown();
  const seq = run2?.row?.seq;
  return run2 === null || seq === void 0 ? chosenRow() : { session: run2.session, seq };
}
function compare() {
  const id = serverInMind(summaries.peek() ?? []);
  if (id === null) return say("connect to a server first");
  const now = route.peek();
  const row = now.screen === "explore" || now.screen === "timeline" ? answered() : null;
  const others = (summaries.peek() ?? []).map((one) => one.id);
  compareWith(row === null ? { session: id, what: "tools" } : { session: row.session, what: row.seq }, others);
}
function run() {
  const now = route.peek();
  if (now.screen === "explore" && now.item !== null) void runItem(now.session, now.item, false);
}
function toServer(number) {
  const one = summaries.peek()?.[number - 1];
  if (one !== void 0) go(routeTo("explore", one.id));
}
function back() {
  if (paletteOpen.peek()) paletteOpen.value = false;
  else if (keysOpen.peek()) keysOpen.value = false;
  else if (rawOpen.peek()) rawOpen.value = false;
  else if (drawerOpen.peek()) drawerOpen.value = false;
  else if (maximised.peek() !== null) maximised.value = null;
  else if (comparison.peek() !== null) comparison.value = null;
  else if (mode.peek() === "fullscreen") mode.value = "inline";
  else if (chosenRow() !== null && document.activeElement?.closest("#pane-4") != null) chooseNoRow();
  else return false;
  return true;
}
function inbox() {
  drawerOpen.value = !drawerOpen.peek();
  if (drawerOpen.peek()) focusDrawer();
}
function maximise() {
  const pane = paneAt(document.activeElement);
  if (maximised.peek() !== null) maximised.value = null;
  else if (pane !== null && pane !== "pane-4") maximised.value = pane;
  else toScreen(route.peek().screen === "timeline" ? "explore" : "timeline");
}
var SINGLE = {
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
  raw: () => inTimeline() ? toggleRaw() : toTab("raw"),
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
  }
};
function carryOut(command2) {
  const server = /^server(\d)$/.exec(command2);
  if (server !== null) toServer(Number(server[1]));
  else SINGLE[command2]();
}

// src/shell/header.tsx
var SCREENS = [
  ["explore", "Explore"],
  ["timeline", "Timeline"],
  ["server", "Server"],
  ["auth", "Auth"],
  ["tests", "Tests"]
];
function Header() {
  const state = session.value;
  const now = route.value;
  const asks = waitingInAll.value;
  return /* @__PURE__ */ a("header", { class: "header", children: [
    now.screen === "connect" ? /* @__PURE__ */ a("a", { class: "brand", href: "#/", children: "mcp-inspector" }) : /* @__PURE__ */ a(Switcher, {}),
    state === null ? null : /* @__PURE__ */ a(Health, { state }),
    /* @__PURE__ */ a("nav", { class: "screens", "aria-label": "Screens", children: [
      now.screen === "connect" ? null : /* @__PURE__ */ a("a", { href: "#/", class: "screen-link", children: "Connect" }),
      now.screen === "connect" ? null : SCREENS.map(([screen, label]) => /* @__PURE__ */ a(
        "a",
        {
          class: `screen-link${now.screen === screen ? " chosen" : ""}`,
          href: formatRoute(routeTo(screen, now.session)),
          ...now.screen === screen ? { "aria-current": "page" } : {},
          children: [
            label,
            screen === "server" ? /* @__PURE__ */ a(FindingsMark, {}) : null
          ]
        },
        screen
      ))
    ] }),
    /* @__PURE__ */ a("span", { class: "spring" }),
    /* @__PURE__ */ a(Button, { onClick: () => carryOut("palette"), children: [
      /* @__PURE__ */ a("span", { class: "wide", children: "Search or run…" }),
      /* @__PURE__ */ a("span", { class: "narrow", children: "Find" }),
      " ",
      /* @__PURE__ */ a(Keys, { keys: "Ctrl+K" })
    ] }),
    /* @__PURE__ */ a(Button, { pressed: drawerOpen.value, onClick: () => carryOut("inbox"), children: [
      "Inbox",
      asks === 0 ? "" : ` ${asks}`
    ] }),
    /* @__PURE__ */ a(Button, { label: isDark() ? "Light theme" : "Dark theme", onClick: () => nextTheme(isDark()), children: /* @__PURE__ */ a("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", children: [
      /* @__PURE__ */ a("circle", { cx: "8", cy: "8", r: "6", fill: "none", stroke: "currentColor", "stroke-width": "1.5" }),
      /* @__PURE__ */ a("path", { d: "M8 2a6 6 0 0 1 0 12z", fill: "currentColor" })
    ] }) }),
    /* @__PURE__ */ a("p", { class: "sr-only", "aria-live": "polite", children: whatWaits(waiting.value.length, waitingElsewhere.value) })
  ] });
}
function FindingsMark() {
  const all = findings.value?.findings ?? [];
  if (all.length === 0) return null;
  const rules = new Set(all.map((one) => one.rule)).size;
  const words = count(all.length, "finding");
  return /* @__PURE__ */ a("span", { class: "mark warn", title: `${words} about ${count(rules, "rule")} of the protocol`, children: [
    " ",
    all.length,
    /* @__PURE__ */ a("span", { class: "sr-only", children: words.replace(/^\d+/, "") })
  ] });
}
function Switcher() {
  const all = summaries.value ?? [];
  const now = route.value;
  const id = now.screen === "connect" ? null : now.session;
  const name = visible(summary.value?.name ?? session.value?.name ?? "…");
  if (all.length < 2) return /* @__PURE__ */ a("h1", { class: "brand", children: name });
  const labels = labelsOf(all);
  return /* @__PURE__ */ a("h1", { class: "brand", children: [
    /* @__PURE__ */ a("span", { class: "sr-only", children: labels.get(id ?? "") ?? name }),
    /* @__PURE__ */ a(
      "select",
      {
        class: "switcher",
        "aria-label": "Server",
        title: visible(`${name} · ${summary.value?.place ?? ""}`),
        value: id ?? "",
        onChange: (event) => go(otherServer(now, event.currentTarget.value)),
        children: [
          all.some((one) => one.id === id) ? null : /* @__PURE__ */ a("option", { value: id ?? "", children: name }),
          all.map((one) => /* @__PURE__ */ a("option", { value: one.id, title: visible(one.place), children: [
            labels.get(one.id),
            one.id !== id && waitingElsewhere.value.includes(one) ? ` (${one.waitingAsks} waiting)` : ""
          ] }, one.id))
        ]
      }
    ),
    waitingElsewhere.value.length === 0 ? null : /* @__PURE__ */ a("span", { class: "mark asks", title: whatWaits(0, waitingElsewhere.value), children: [
      /* @__PURE__ */ a("span", { "aria-hidden": "true", children: [
        " ● ",
        waitingElsewhere.value.reduce((sum, one) => sum + one.waitingAsks, 0)
      ] }),
      /* @__PURE__ */ a("span", { class: "sr-only", children: "another server asks for something" })
    ] })
  ] });
}
var WORDS = {
  starting: "starting",
  initializing: "initializing",
  ready: "connected",
  backoff: "reconnecting",
  closing: "closing",
  closed: "disconnected"
};
function listing(state) {
  if (state.phase !== "ready") return null;
  const list = state.calls.find(({ method }) => /^(tools|resources|prompts)\/(templates\/)?list$/.test(method))?.method;
  if (list === void 0) return null;
  const kind = list === "resources/templates/list" ? "templates" : list.split("/")[0];
  return state.catalog[kind] === null ? `listing ${kind}` : null;
}
function Health({ state }) {
  const facts = [
    state.transport,
    withEra(state.revision),
    state.pid === null ? null : `pid ${state.pid}`,
    state.p50Ns === null ? null : `p50 ${duration(state.p50Ns)}`
  ].filter((word2) => word2 !== null);
  const isGone = backendGone.value || missing.value === state.id;
  const word = missing.value === state.id ? "closed" : state.origin === "recording" ? "recording" : isGone ? "not known" : listing(state) ?? WORDS[state.phase];
  const look = isGone || state.origin === "recording" ? "disconnected" : state.status;
  return /* @__PURE__ */ a("p", { class: "health", children: [
    /* @__PURE__ */ a("span", { class: `status ${look}`, role: "status", children: [
      /* @__PURE__ */ a("span", { class: "dot", "aria-hidden": "true" }),
      " ",
      word
    ] }),
    /* @__PURE__ */ a("span", { class: "muted facts-line", children: facts.join(" · ") })
  ] });
}

// src/shell/scrolling.ts
var STEP = 40;
function scrollByLetter(target, key, isSecondG) {
  const way = isSecondG && key === "g" ? "first" : { j: STEP, k: -STEP, G: "last" }[key];
  const room = target === null || way === void 0 ? null : scrollable(target);
  if (room === null || way === void 0) return false;
  if (typeof way === "number") room.scrollBy({ top: way });
  else room.scrollTo({ top: way === "first" ? 0 : room.scrollHeight });
  return true;
}
function scrollable(target) {
  if (!target.matches("[tabindex]:not(button, a, [role=row], [role=treeitem], [role=tab], [role=menuitem], [role=slider])")) return null;
  for (let one = target; one !== null; one = one.parentElement) {
    if (one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return null;
}

// src/shell/keyboard.ts
var PREFIX_MS = 1500;
var presses = 0;
var prefix = null;
function listenToKeys() {
  addEventListener(
    "keydown",
    () => {
      presses += 1;
      firstKey.value = null;
    },
    { capture: true }
  );
  addEventListener("keydown", pressed);
}
function pressed(event) {
  if (event.defaultPrevented || event.isComposing) return;
  const target = event.target instanceof Element ? event.target : null;
  const ctrl = isMac ? event.metaKey : event.ctrlKey;
  if (isMac ? event.ctrlKey : event.metaKey) return;
  const typing = takesText(target);
  const waiting2 = prefix !== null && prefix.until > event.timeStamp && prefix.press === presses - 1 && // In a field the second key is text, unless the first was held with Alt and so was not.
  (prefix.held || !typing) ? prefix.key : null;
  prefix = null;
  const key = event.altKey ? meant(event) : event.key;
  const routed = routeKey(
    { key, ctrl, alt: event.altKey, shift: event.shiftKey, typing },
    waiting2,
    settings.peek().singleKeys
  );
  switch (routed.is) {
    case "nothing": {
      const isPlain = !ctrl && !event.altKey && !typing && settings.peek().singleKeys;
      if (isPlain && scrollByLetter(target, key, waiting2 === "g")) event.preventDefault();
      return;
    }
    case "prefix":
      prefix = { key: routed.prefix, until: event.timeStamp + PREFIX_MS, press: presses, held: event.altKey };
      if (event.altKey) event.preventDefault();
      firstKey.value = routed.prefix;
      forget(presses);
      return;
    case "command":
      if (routed.command === "back") {
        if (back()) event.preventDefault();
        else if (typing) leave(target);
        return;
      }
      event.preventDefault();
      carryOut(routed.command);
  }
}
function forget(press) {
  setTimeout(() => {
    if (press === presses) firstKey.value = null;
  }, PREFIX_MS);
}
function leave(field) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const pane = field.closest('.pane[tabindex="-1"]');
  if (pane === null) field.blur();
  else pane.focus();
}
function meant(event) {
  if (/^[ -~]$/.test(event.key) && !/^Digit/.test(event.code)) return event.key;
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(event.code) ?? [];
  return digit ?? (event.shiftKey ? letter : letter?.toLowerCase()) ?? event.key;
}

// src/shell/keys-overlay.tsx
var Open = later("OpenKeys", "overlay");
function KeysOverlay() {
  return keysOpen.value ? /* @__PURE__ */ a(Open, {}) : null;
}

// src/store/ranking.ts
var MOST_LETTERS = 300;
var MOST_OF_NOTE = 2e3;
function isBoundary(text, at) {
  if (at === 0) return true;
  const before = text[at - 1] ?? "";
  const here = text[at] ?? "";
  return /[^\p{L}\p{N}]/u.test(before) || /\p{Ll}/u.test(before) && /\p{Lu}/u.test(here);
}
function fit(wanted, name) {
  const needle = wanted.toLowerCase().replace(/\s+/g, "");
  if (needle === "") return { score: 0, places: [] };
  const hay = name.slice(0, MOST_LETTERS).toLowerCase();
  const whole = hay.indexOf(needle);
  if (whole >= 0) {
    const places2 = Array.from({ length: needle.length }, (_, index) => whole + index);
    const start2 = whole === 0 ? 60 : isBoundary(name, whole) ? 40 : 0;
    return { score: 100 + start2 + (hay.length === needle.length ? 100 : 0) - Math.min(hay.length, 60) / 2, places: places2 };
  }
  const places = [];
  let score = 0;
  let from = 0;
  for (const letter of needle) {
    let at = hay.indexOf(letter, from);
    if (at < 0) return null;
    const contiguous = places.length > 0 && at === (places.at(-1) ?? -2) + 1;
    if (!contiguous && !isBoundary(name, at)) {
      for (let next = hay.indexOf(letter, at + 1); next >= 0; next = hay.indexOf(letter, next + 1)) {
        if (isBoundary(name, next)) {
          at = next;
          break;
        }
      }
      if (!canFinish(hay, needle, places.length + 1, at + 1)) at = hay.indexOf(letter, from);
    }
    score += contiguous ? 8 : isBoundary(name, at) ? 6 : 1;
    places.push(at);
    from = at + 1;
  }
  return { score: score - Math.min(hay.length, 60) / 4, places };
}
function canFinish(hay, needle, index, from) {
  let at = from;
  for (const letter of Array.from(needle).slice(index)) {
    at = hay.indexOf(letter, at);
    if (at < 0) return false;
    at += 1;
  }
  return true;
}
function fitWords(wanted, text) {
  const words = wanted.toLowerCase().split(/\s+/).filter((one) => one !== "");
  if (words.length === 0) return { score: 0, places: [] };
  const hay = text.slice(0, MOST_OF_NOTE).toLowerCase();
  const places = [];
  let score = 0;
  for (const word of words) {
    const at = hay.indexOf(word);
    if (at < 0) return null;
    score += isBoundary(text, at) ? 40 : 0;
    places.push(...Array.from({ length: word.length }, (_, index) => at + index));
  }
  return { score: score - Math.min(hay.length, 60) / 2, places };
}
function best(wanted, all, nameOf2, most, how = fit) {
  const fitting = [];
  all.forEach((one, order) => {
    const match = how(wanted, nameOf2(one));
    if (match !== null) fitting.push({ one, match, order });
  });
  fitting.sort((a2, b2) => b2.match.score - a2.match.score || a2.order - b2.order);
  return fitting.slice(0, most);
}

// src/shell/palette-entries.ts
var ONE = { tools: "tool", resources: "resource", templates: "template", prompts: "prompt" };
var MOST = 50;
function itemEntries(catalog2) {
  const all = [];
  for (const kind of ["tools", "prompts", "resources", "templates"]) {
    for (const item of catalog2?.[kind]?.items ?? []) {
      const where = item.uri === null ? "" : ` · ${item.uri}`;
      all.push({
        is: "item",
        name: item.name,
        note: `${ONE[kind]}${where}${item.title === null ? "" : ` · ${item.title}`}`,
        ref: refOf(kind, item)
      });
    }
  }
  return all;
}
function elsewhereEntries(seen, sessions, current) {
  const labels = labelsOf(sessions);
  return sessions.filter((one) => one.id !== current).flatMap(
    ({ id }) => itemEntries(seen[id] ?? null).map((entry) => ({ ...entry, note: `${entry.note} · at ${labels.get(id) ?? id}`, session: id }))
  );
}
function sessionEntries(sessions, current) {
  const labels = labelsOf(sessions);
  return sessions.filter((one) => one.id !== current).map((one) => ({
    is: "view",
    name: labels.get(one.id) ?? one.name,
    note: `open server · ${one.status}`,
    route: routeTo("explore", one.id)
  }));
}
var MOST_ROWS = 8;
function rowsQuery(wanted) {
  const text = wanted.trim();
  const number = /^#(\d{1,15})$/.exec(text)?.[1];
  const filter2 = number === void 0 ? `text:${quoted(text)}` : "";
  if (number === void 0 && (text.length < 2 || text.startsWith("#"))) return null;
  const which = number === void 0 ? { from: String(-MOST_ROWS) } : { around: number };
  return new URLSearchParams({ filter: filter2, ...which, limit: String(MOST_ROWS) }).toString();
}
function rowEntries(session2, wanted, page) {
  const number = Number(/^#(\d+)$/.exec(wanted.trim())?.[1] ?? Number.NaN);
  const holds = (row) => row.seq === number || row.endSeq === number;
  const rows = Number.isNaN(number) ? [...page.rows].reverse() : page.rows.filter(holds);
  return rows.map((row) => ({
    is: "view",
    name: `#${row.seq} ${row.method === "" ? row.kind : row.method} ${row.target}`.trim(),
    note: `timeline · ${row.status ?? row.kind}`,
    route: { screen: "timeline", session: session2, seq: row.seq, filter: "" }
  }));
}
function commandEntries(carryOut2) {
  const left = /* @__PURE__ */ new Set(["palette", "back", "runBefore", "runAfter", "tabBefore", "tabAfter"]);
  const known = KEYS.filter(
    (row) => row.command !== void 0 && row.group !== "in fields" && !left.has(row.command) && !/^(server|pane)\d$/.test(row.command)
  );
  return known.map((row) => ({
    is: "command",
    name: row.group === "go to" ? `Go to ${row.does}` : row.does,
    note: "command",
    keys: row.keys,
    act: () => {
      if (row.command !== void 0) carryOut2(row.command);
    }
  }));
}
function found2(wanted, entries) {
  const at = entries.filter((entry) => entry.is !== "server");
  const named2 = best(wanted, at, (entry) => entry.name, MOST);
  const known = new Set(named2.map(({ one }) => one));
  const isNoted = wanted.trim() !== "";
  const others = isNoted ? at.filter((entry) => entry.is !== "command" && !known.has(entry)) : [];
  const noted = best(wanted, others, (entry) => entry.note, MOST - named2.length, fitWords).map(unmarked);
  const left = MOST - named2.length - noted.length;
  return [...named2, ...noted, ...servers(wanted, entries, left)];
}
function servers(wanted, entries, most) {
  const all = entries.filter((entry) => entry.is === "server");
  const named2 = best(wanted, all, (entry) => entry.name, most, fitWords);
  const known = new Set(named2.map(({ one }) => one));
  const others = all.filter((entry) => !known.has(entry));
  const placed = best(wanted, others, (entry) => `${entry.name} ${entry.note}`, most - named2.length, fitWords);
  return [...named2, ...placed.map(unmarked)];
}
function unmarked({ one, match }) {
  return { one, match: { score: match.score, places: [] } };
}

// src/shell/palette.tsx
function Palette() {
  return paletteOpen.value ? /* @__PURE__ */ a(OpenPalette, {}) : null;
}
function settingEntries() {
  return [
    {
      is: "command",
      name: "Theme as the system has it",
      note: "setting",
      keys: "",
      act: () => change({ theme: "system" })
    },
    { is: "command", name: "Density: compact or cozy rows", note: "setting", keys: "", act: () => carryOut("density") },
    {
      is: "command",
      name: "Single-letter keys on or off",
      note: "setting",
      keys: "",
      act: () => carryOut("singleKeys")
    }
  ];
}
function actEntries() {
  const state = session.value;
  if (state === null) return [];
  const act2 = (name, done, work) => ({
    is: "command",
    name,
    note: state.name,
    keys: "",
    act: () => {
      work().then(
        () => say(done),
        (thrown) => say(problemOf(thrown).message)
      );
    }
  });
  const others = (summaries.value ?? []).map((one) => one.id);
  const row = answered();
  const comparing = [
    {
      is: "command",
      name: "Compare lists with…",
      note: state.name,
      keys: "",
      act: () => compareWith({ session: state.id, what: "tools" }, others)
    },
    ...row === null ? [] : [
      {
        is: "command",
        name: "Compare result with…",
        note: `row ${row.seq}`,
        keys: "",
        act: () => compareWith({ session: row.session, what: row.seq }, others)
      }
    ]
  ];
  const saving = act2("Save recording", "the recording was saved", () => saveRecording(state));
  if (state.origin === "recording") return [saving, ...comparing];
  return [
    saving,
    ...comparing,
    act2("Reconnect", "connecting", () => command(state.id, "anew")),
    act2("Disconnect", "disconnected; the log stays", () => command(state.id, "stop")),
    act2("Fetch the lists again", "the lists are up to date", () => refreshLists(state))
  ];
}
function OpenPalette() {
  const [wanted, setWanted] = d("");
  const [at, setAt] = d(0);
  const field = T(null);
  const list = T(null);
  const before = T(document.activeElement);
  const id = currentId.value;
  const entries = w(
    () => [
      ...itemEntries(catalog.value),
      ...elsewhereEntries(seenCatalogs.value, summaries.value ?? [], id),
      ...sessionEntries(summaries.value ?? [], id),
      ...connectables().map((one) => ({
        is: "server",
        name: one.name,
        note: `connect · ${one.place}`,
        open: one.open
      })),
      ...actEntries(),
      ...commandEntries(carryOut),
      ...settingEntries()
    ],
    [catalog.value, seenCatalogs.value, summaries.value, id, configured.value, recent.value, found.value]
  );
  const rows = useRows(id, wanted);
  const matches2 = w(
    () => [...found2(wanted, entries), ...rows.map((one) => ({ one, match: { score: 0, places: [] } }))],
    [wanted, entries, rows]
  );
  F(() => field.current?.focus(), []);
  A(() => void loadPlaces(), []);
  A(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const shut = (giveBack) => {
    paletteOpen.value = false;
    if (giveBack && before.current instanceof HTMLElement) before.current.focus();
  };
  const choose2 = (entry) => {
    if (entry === void 0) return;
    shut(entry.is !== "item");
    switch (entry.is) {
      case "item": {
        const at2 = entry.session ?? id;
        if (at2 === null) return;
        wantsFocus.value = entry.ref.kind !== "resource";
        go({ screen: "explore", session: at2, item: entry.ref, run: null });
        readChosen(at2, entry.ref);
        return;
      }
      case "view":
        go(entry.route);
        return;
      case "server":
        entry.open();
        return;
      case "command":
        entry.act();
    }
  };
  const key = (event) => {
    const last = matches2.length - 1;
    if (event.key === "ArrowDown") setAt(Math.min(last, at + 1));
    else if (event.key === "ArrowUp") setAt(Math.max(0, at - 1));
    else if (event.key === "PageDown") setAt(Math.min(last, at + 10));
    else if (event.key === "PageUp") setAt(Math.max(0, at - 10));
    else if (event.key === "Enter") choose2(matches2[at]?.one);
    else if (event.key === "Escape") shut(true);
    else if (event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
  };
  return /* @__PURE__ */ a("div", { class: "veil", onClick: () => shut(true), children: /* @__PURE__ */ a(
    "div",
    {
      class: "palette",
      role: "dialog",
      "aria-modal": true,
      "aria-label": "Find and run",
      onClick: (event) => event.stopPropagation(),
      onKeyDown: key,
      children: [
        /* @__PURE__ */ a(
          "input",
          {
            ref: field,
            class: "input big",
            type: "text",
            role: "combobox",
            "aria-label": "Search or run",
            "aria-expanded": true,
            "aria-controls": "palette-list",
            "aria-autocomplete": "list",
            ...matches2.length === 0 ? {} : { "aria-activedescendant": `palette-${at}` },
            placeholder: "Tools, resources, prompts, servers, commands, #row or text of the timeline",
            spellcheck: false,
            value: wanted,
            onInput: (event) => {
              setWanted(event.currentTarget.value);
              setAt(0);
            }
          }
        ),
        /* @__PURE__ */ a("ul", { class: "palette-list", id: "palette-list", role: "listbox", "aria-label": "What was found", ref: list, children: matches2.map(({ one, match }, index) => /* @__PURE__ */ a(
          "li",
          {
            id: `palette-${index}`,
            role: "option",
            "aria-selected": index === at,
            class: index === at ? "chosen" : "",
            onClick: () => choose2(one),
            onMouseMove: () => {
              if (index !== at) setAt(index);
            },
            children: [
              /* @__PURE__ */ a("span", { class: "palette-name", children: /* @__PURE__ */ a(Marked, { text: one.name, places: match.places }) }),
              /* @__PURE__ */ a("span", { class: "muted palette-note", children: brief(one.note, ONE_LINE) }),
              one.is === "command" && one.keys !== "" ? /* @__PURE__ */ a(Keys, { keys: one.keys }) : null
            ]
          },
          index
        )) }),
        matches2.length === 0 ? /* @__PURE__ */ a("p", { class: "empty", role: "status", children: [
          "Nothing is called “",
          wanted,
          "”.",
          (summaries.value ?? []).length > 1 ? " Tools of the other servers are found once those are opened." : ""
        ] }) : null
      ]
    }
  ) });
}
var REST_MS = 80;
function useRows(id, wanted) {
  const [rows, setRows] = d([]);
  A(() => {
    const query = id === null ? null : rowsQuery(wanted);
    if (id === null || query === null) {
      setRows([]);
      return void 0;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.get(sessionPath(id, `/timeline?${query}`), stop.signal).then((page) => setRows(rowEntries(id, wanted, page))).catch(() => {
        if (!stop.signal.aborted) setRows([]);
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, wanted]);
  return rows;
}
function Marked({ text: whole, places }) {
  const text = whole.slice(0, ONE_LINE);
  const marked = new Set(places);
  const parts = [];
  for (let index = 0; index < text.length; index += 1) {
    const hit = marked.has(index);
    const last = parts.at(-1);
    if (last !== void 0 && last.hit === hit) last.text += text[index] ?? "";
    else parts.push({ text: text[index] ?? "", hit });
  }
  return /* @__PURE__ */ a($, { children: [
    parts.map(({ text: text2, hit }, index) => hit ? /* @__PURE__ */ a("b", { children: visible(text2) }, index) : /* @__PURE__ */ a("span", { children: visible(text2) }, index)),
    whole.length > ONE_LINE ? `… (${bytes(whole.length)} in all)` : ""
  ] });
}

// src/shell/raw-sender.tsx
var RawPanel = later("RawPanel", "overlay");
function RawSender() {
  const state = session.value;
  return rawOpen.value && state !== null ? /* @__PURE__ */ a(RawPanel, { state }, state.id) : null;
}

// src/shell/status-bar.tsx
function SecondKeys({ first }) {
  const rows = KEYS.filter((row) => row.command !== void 0 && row.keys.startsWith(`${first} `));
  return /* @__PURE__ */ a("span", { class: "second-keys", children: [
    /* @__PURE__ */ a(Keys, { keys: first }),
    rows.map(({ keys, does }) => /* @__PURE__ */ a("span", { children: [
      /* @__PURE__ */ a(Keys, { keys: keys.slice(2) }),
      " ",
      does.replace(/^copy as (an? )?| of two.*/g, "")
    ] }, keys))
  ] });
}
function StatusBar() {
  const state = session.value;
  const dropped = news.value?.dropped ?? 0;
  const frames = state === null ? 0 : state.traffic.framesSent + state.traffic.framesReceived;
  return /* @__PURE__ */ a("footer", { class: "status-bar", children: [
    state === null ? null : /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("span", { children: state.origin === "recording" ? "recording, read only" : backendGone.value || missing.value === state.id ? "not recording" : /* @__PURE__ */ a($, { children: [
        /* @__PURE__ */ a("span", { class: "record", "aria-hidden": "true", children: "●" }),
        " ",
        "recording"
      ] }) }),
      /* @__PURE__ */ a("span", { children: [
        count(frames, "frame"),
        " · ",
        bytes(state.traffic.bytesSent + state.traffic.bytesReceived)
      ] }),
      /* @__PURE__ */ a("span", { class: dropped === 0 ? "" : "warn", title: "Entries of the log that are no longer kept: it has room for the newest only", children: [
        dropped,
        " dropped"
      ] })
    ] }),
    /* @__PURE__ */ a("span", { class: "said", role: "status", children: firstKey.value === null ? said.value.text : /* @__PURE__ */ a(SecondKeys, { first: firstKey.value }) }),
    /* @__PURE__ */ a("span", { class: "spring" }),
    /* @__PURE__ */ a("button", { type: "button", class: "text-button wide", onClick: () => carryOut("palette"), children: [
      /* @__PURE__ */ a(Keys, { keys: "Ctrl+K" }),
      " run anything"
    ] }),
    /* @__PURE__ */ a("button", { type: "button", class: "text-button", onClick: () => carryOut("keys"), children: [
      /* @__PURE__ */ a(Keys, { keys: "?" }),
      " keys"
    ] }),
    /* @__PURE__ */ a("span", { children: [
      "mcp-inspector ",
      version.value
    ] })
  ] });
}

// src/tabs.ts
var PATIENCE_MS = 500;
var NAME = "mcp-inspector";
async function askOtherTabs() {
  if (hasToken() || typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(NAME);
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    channel.onmessage = ({ data }) => {
      if (!("token" in data)) return;
      keepToken(data.token);
      clearTimeout(timer);
      resolve();
    };
    channel.postMessage({ wants: true });
  });
  channel.close();
}
function answerOtherTabs(isRefused) {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => {
    const mine2 = keptToken();
    if ("wants" in data) {
      if (mine2 !== null && !isRefused()) channel.postMessage({ token: mine2 });
    } else if (isRefused() && data.token !== mine2) {
      keepToken(data.token);
      location.reload();
    }
  };
  const mine = keptToken();
  if (mine !== null) channel.postMessage({ token: mine });
}

// src/app.tsx
var Auth = later("Auth");
var Diff = later("Diff");
var Doctor = later("Doctor");
var Server = later("Server");
var Tests = later("Tests");
var isOpening = y(false);
function App() {
  const now = route.value;
  const state = session.value;
  return /* @__PURE__ */ a("div", { class: "app", children: [
    /* @__PURE__ */ a(Header, {}),
    /* @__PURE__ */ a(BackendBar, {}),
    state === null || now.screen === "connect" ? null : /* @__PURE__ */ a(ServerBar, { state }),
    /* @__PURE__ */ a("div", { class: "stage", children: [
      /* @__PURE__ */ a("main", { class: "main", children: /* @__PURE__ */ a(Boundary, { place: formatRoute(now), children: isOpening.value && !backendGone.value ? /* @__PURE__ */ a(Waiting, {}) : now.screen === "connect" ? /* @__PURE__ */ a(Connect, {}) : state === null ? /* @__PURE__ */ a(Waiting, {}) : /* @__PURE__ */ a(SessionScreen, { state }) }) }),
      /* @__PURE__ */ a(Drawer, { state })
    ] }),
    /* @__PURE__ */ a(RawSender, {}),
    /* @__PURE__ */ a(StatusBar, {}),
    /* @__PURE__ */ a(Palette, {}),
    /* @__PURE__ */ a(KeysOverlay, {})
  ] });
}
function SessionScreen({ state }) {
  const now = route.value;
  const fault = openFault.value;
  const wantsDoctor = fault !== null && (now.screen === "explore" || now.screen === "timeline") && isShown(state, fault);
  return /* @__PURE__ */ a($, { children: [
    wantsDoctor ? /* @__PURE__ */ a(Doctor, { state, fault, dismissable: true }) : null,
    now.screen === "explore" ? /* @__PURE__ */ a(Explore, { state, item: now.item, run: now.run }) : now.screen === "timeline" ? /* @__PURE__ */ a(Timeline, { state }) : now.screen === "server" ? /* @__PURE__ */ a(Server, { state }) : now.screen === "tests" ? /* @__PURE__ */ a(Tests, { state }) : now.screen === "diff" ? /* @__PURE__ */ a(Diff, { now }) : /* @__PURE__ */ a(Auth, { state })
  ] });
}
function Waiting() {
  if (reach.value.state === "refused" && missing.value === null) return null;
  if (missing.value === null) return /* @__PURE__ */ a(Skeleton, { rows: 12 });
  return /* @__PURE__ */ a("div", { class: "page", children: [
    /* @__PURE__ */ a("h2", { children: "This session is not open any more" }),
    /* @__PURE__ */ a("p", { children: [
      "It was closed, or mcp-inspector was started again. ",
      /* @__PURE__ */ a("a", { href: "#/", children: "Connect to a server" })
    ] })
  ] });
}
function openOnServer() {
  isOpening.value = true;
  const stop = x(() => {
    const all = summaries.value;
    if (all === null) return;
    queueMicrotask(() => stop());
    const newest = all.filter((one) => one.origin === "face").at(-1);
    if (newest !== void 0 && route.peek().screen === "connect") go(screenRoute("explore", newest.id), "replace");
    isOpening.value = false;
  });
}
function titled() {
  x(() => {
    const asks = waitingInAll.value;
    const name = session.value === null ? void 0 : visible(session.value.name);
    document.title = `${asks === 0 ? "" : `(${asks}) `}${name === void 0 ? "" : `${name} · `}mcp-inspector`;
  });
}
var TOKEN_NOT_TAKEN = "the token in the address was refused, so this tab goes on with its own";
async function start() {
  const token = tokenInFragment(location.hash);
  if (token !== null && !await takeToken(token)) say(TOKEN_NOT_TAKEN);
  await askOtherTabs();
  answerOtherTabs(() => reach.peek().state === "refused");
  const fresh = token !== null || location.hash === "";
  if (fresh) history.replaceState(null, "", `${location.pathname}#/`);
  followAddress();
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
  x(() => {
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
  loadVersion().catch(() => void 0);
  const root = document.getElementById("app");
  root?.replaceChildren();
  if (root !== null) Q(/* @__PURE__ */ a(App, {}), root);
  loadLaterAtRest();
  x(() => {
    if (waiting.value.length > 0) void loadLater();
  });
}
void start();
