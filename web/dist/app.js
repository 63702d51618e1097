import {
  $,
  A,
  BigDoc,
  Button,
  ElicitationCard,
  EmptyRow,
  F,
  FormPane,
  KEYS,
  KINDS,
  Keys,
  KeysOverlay,
  Menu,
  O,
  PrettyJson,
  ProblemBlock,
  Q,
  RowDetail,
  T,
  TimelineRow,
  Windowed,
  a,
  abort,
  addRule,
  ago,
  answer,
  answerProblems,
  api,
  applySettings,
  askKey,
  b,
  backendGone,
  busy,
  bytes,
  callBody,
  cardGoes,
  catalog,
  catalogProblem,
  causes,
  change,
  choose,
  choose2,
  chosenTab,
  close,
  command,
  compareWith,
  comparison,
  completionBody,
  compose,
  configRevision,
  configured,
  connectAgain,
  connectNamed,
  connectPasted,
  connectProblem,
  copy,
  count,
  count2,
  currentId,
  d,
  download,
  draftNamed,
  draftOf,
  draftsCame,
  drawerOpen,
  duration,
  duration2,
  editing,
  elapsed,
  ended,
  expanded,
  f,
  fetchDetail,
  findItem,
  findRow,
  findRun,
  findingsCount,
  focusFirstField,
  foldOnScreen,
  followAddress,
  followAsks,
  followChanges,
  followDrafts,
  followFindings,
  followLists,
  followedRow,
  forgetSaid,
  formApi,
  formatRoute,
  found,
  framing,
  go,
  hasForm,
  hasTerm,
  hasToken,
  isDark,
  isMac,
  isShown,
  keepToken,
  keptToken,
  keysOpen,
  later,
  listChanges,
  listenToActs,
  load,
  loadLaterAtRest,
  loadPlaces,
  loadSettings,
  loadVersion,
  missing,
  mode,
  nameOf,
  news,
  newsOf,
  nextTheme,
  objectText,
  openFault,
  openSession,
  paletteOpen,
  paramsAgain,
  pasted,
  problemOf,
  problemOfFault,
  putAway,
  quoted,
  r,
  rangeIn,
  rangeOf,
  rawOpen,
  reach,
  recall,
  recent,
  refOf,
  refreshLists,
  rememberExplored,
  remembered,
  removeRule,
  request,
  route,
  routeKey,
  routeTo,
  rowId,
  rowKey,
  ruleSays,
  runBegan,
  runs,
  runsOf,
  said,
  samplingResult,
  say,
  schemaOf,
  screenRoute,
  selectedRow,
  session,
  sessionNow,
  sessionPath,
  setRawText,
  setSplit,
  setTerm,
  settings,
  shortCount,
  sliceAt,
  start,
  startDemo,
  startEditing,
  startWatching,
  statusText,
  stepDetailTab,
  stretchOf,
  summaries,
  summary,
  takesText,
  textOfRequest,
  timeOfDay,
  timelineFilter,
  timelineVersion,
  toggleRaw,
  toggleTerm,
  tokenInFragment,
  understood,
  useNow,
  useSignal,
  valueOf,
  version,
  w,
  waitedFor,
  waiting,
  waitingElsewhere,
  waitingInAll,
  wantsFocus,
  whatWaits,
  whyEmpty,
  withStretch,
  withoutTerms,
  x,
  x2,
  y
} from "./shared.js";

// src/inbox/sampling.tsx
var Block = later("Block");
var LAST = "last answer to a sampling";
var REFUSAL = "the user rejected the request";
function messagesOf(params) {
  const all = typeof params === "object" && params !== null ? params["messages"] : null;
  if (!Array.isArray(all)) return [];
  return all.map((one) => {
    const message = typeof one === "object" && one !== null ? one : {};
    const content = message["content"];
    return {
      role: typeof message["role"] === "string" ? message["role"] : "?",
      content: Array.isArray(content) ? content : [content]
    };
  });
}
function lastText(told2) {
  const block = told2.at(-1)?.content.at(-1);
  const text = typeof block === "object" && block !== null ? block["text"] : null;
  return typeof text === "string" ? text : "";
}
function wishes(params) {
  const all = typeof params === "object" && params !== null ? params : {};
  const hints = all["modelPreferences"]?.["hints"];
  const models = Array.isArray(hints) ? hints.map((hint) => String(hint?.["name"] ?? "")).filter((name) => name !== "") : [];
  const tools = all["tools"];
  return [
    ...models.length === 0 ? [] : [`model: ${models.join(", ")}`],
    ...typeof all["maxTokens"] === "number" ? [`at most ${all["maxTokens"]} tokens`] : [],
    ...typeof all["temperature"] === "number" ? [`temperature ${all["temperature"]}`] : [],
    ...Array.isArray(tools) ? [`${tools.length} tools offered`] : []
  ].join(" · ");
}
function SamplingCard({ state, ask, place }) {
  const draft = draftNamed(state.id, `answer:${ask.ask}`).text;
  const last = draftNamed(state.id, LAST).text;
  const [model, setModel] = d("a person");
  const [stopReason, setStopReason] = d("endTurn");
  const [refusal, setRefusal] = d("");
  const [raw, setRaw] = d(null);
  const told2 = messagesOf(ask.params);
  const system = typeof ask.params === "object" && ask.params !== null ? ask.params["systemPrompt"] : null;
  const rawBroken = raw !== null && valueOf(raw) === void 0;
  const result = () => raw ?? samplingResult(draft.value, model, stopReason);
  const send = () => {
    if (rawBroken) return;
    last.value = draft.value;
    void answer(state.id, ask, { result: result() });
  };
  const reject = { error: { code: -1, message: refusal.trim() === "" ? REFUSAL : refusal } };
  const canned = [
    {
      label: "Echo the last message",
      act: () => {
        draft.value = lastText(told2);
      }
    },
    {
      label: "A fixed text",
      act: () => {
        draft.value = "This is a canned answer.";
      }
    },
    ...last.value === "" ? [] : [
      {
        label: "The last answer again",
        act: () => {
          draft.value = last.value;
        }
      }
    ],
    { label: "Error -1", act: () => void answer(state.id, ask, reject) },
    {
      label: "Answer every sampling like this",
      act: () => {
        if (rawBroken) return;
        last.value = draft.value;
        void addRule(state.id, ask, objectText([["kind", '"sampling"'], ["result", result()]]));
      }
    },
    {
      label: "Reject every sampling",
      act: () => {
        void addRule(state.id, ask, JSON.stringify({ kind: "sampling", ...reject }));
      }
    }
  ];
  const key = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    send();
  };
  return /* @__PURE__ */ a("div", { onKeyDown: key, children: [
    typeof system === "string" ? /* @__PURE__ */ a("p", { class: "told", children: [
      /* @__PURE__ */ a("span", { class: "muted", children: "system:" }),
      " ",
      system
    ] }) : null,
    told2.map((message, index) => /* @__PURE__ */ a("div", { class: "told", children: message.content.map((block, at) => {
      const text = typeof block === "object" && block !== null && block["type"] === "text" ? block["text"] : null;
      return typeof text === "string" ? /* @__PURE__ */ a("p", { class: "mono", children: [
        message.role,
        ": ",
        text
      ] }, at) : /* @__PURE__ */ a(Block, { session: state.id, block }, at);
    }) }, index)),
    wishes(ask.params) === "" ? null : /* @__PURE__ */ a("p", { class: "muted", children: wishes(ask.params) }),
    /* @__PURE__ */ a(OfferedTools, { params: ask.params }),
    /* @__PURE__ */ a("div", { class: "answer-line", children: [
      /* @__PURE__ */ a(
        "input",
        {
          class: "input",
          type: "text",
          "aria-label": "Answer as the model",
          placeholder: "Answer as the model…",
          value: draft.value,
          "aria-describedby": `${place}-ask-${ask.ask}`,
          "data-first": place,
          onInput: (event) => {
            draft.value = event.currentTarget.value;
          }
        }
      ),
      /* @__PURE__ */ a(Button, { look: "primary", onClick: send, children: "Send" }),
      /* @__PURE__ */ a(Menu, { label: "Canned answers", id: `${place}-canned-${ask.ask}`, items: canned, children: "Canned" }),
      /* @__PURE__ */ a(Button, { onClick: () => void answer(state.id, ask, reject), children: "Reject" })
    ] }),
    /* @__PURE__ */ a("details", { class: "fold", children: [
      /* @__PURE__ */ a("summary", { children: "More" }),
      /* @__PURE__ */ a("div", { class: "rows", children: [
        /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a("span", { children: "model" }),
          /* @__PURE__ */ a("input", { class: "input", type: "text", value: model, onInput: (event) => setModel(event.currentTarget.value) })
        ] }),
        /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a("span", { children: "stopReason" }),
          /* @__PURE__ */ a(
            "input",
            {
              class: "input",
              type: "text",
              value: stopReason,
              onInput: (event) => setStopReason(event.currentTarget.value)
            }
          )
        ] }),
        /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a("span", { children: "message when rejected" }),
          /* @__PURE__ */ a(
            "input",
            {
              class: "input",
              type: "text",
              placeholder: REFUSAL,
              value: refusal,
              onInput: (event) => setRefusal(event.currentTarget.value)
            }
          )
        ] }),
        /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a(
            "input",
            {
              type: "checkbox",
              checked: raw !== null,
              onChange: (event) => setRaw(event.currentTarget.checked ? samplingResult(draft.value, model, stopReason) : null)
            }
          ),
          /* @__PURE__ */ a("span", { children: "write the result as JSON" })
        ] }),
        raw === null ? null : /* @__PURE__ */ a(
          "textarea",
          {
            class: "input mono",
            "aria-label": "The result, JSON",
            rows: 5,
            spellcheck: false,
            value: raw,
            onInput: (event) => setRaw(event.currentTarget.value)
          }
        ),
        rawBroken ? /* @__PURE__ */ a("p", { class: "bad", role: "alert", children: "This is not JSON, so it cannot be sent." }) : null
      ] })
    ] })
  ] });
}
function toolsOf(params) {
  const tools = typeof params === "object" && params !== null ? params["tools"] : null;
  return (Array.isArray(tools) ? tools : []).map((tool) => {
    const all = typeof tool === "object" && tool !== null ? tool : {};
    return {
      name: typeof all["name"] === "string" ? all["name"] : "without a name",
      description: typeof all["description"] === "string" ? all["description"] : null,
      schema: all["inputSchema"] === void 0 ? null : JSON.stringify(all["inputSchema"])
    };
  });
}
function OfferedTools({ params }) {
  const tools = toolsOf(params);
  if (tools.length === 0) return null;
  return /* @__PURE__ */ a("details", { class: "fold", children: [
    /* @__PURE__ */ a("summary", { children: [
      "Tools the model may call: ",
      tools.map((tool) => tool.name).join(", ")
    ] }),
    /* @__PURE__ */ a("ul", { class: "rows", children: tools.map((tool, index) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("code", { children: tool.name }),
      " ",
      tool.description,
      tool.schema === null ? null : /* @__PURE__ */ a("code", { class: "muted address", children: [
        " ",
        tool.schema
      ] })
    ] }, index)) })
  ] });
}

// src/inbox/cards.tsx
var RootsCard = later("RootsCard");
function CardsFor({ state, target }) {
  const mine = new Set(runsOf(runs.value, state.id, target).map((run2) => run2.call));
  const causeOf = (ask) => causes.value[askKey(state.id, ask.ask)] ?? null;
  const asks = state.asks.filter((ask) => causeOf(ask) === null || mine.has(causeOf(ask)));
  const over = ended.value.filter((one) => {
    const cause = causes.value[askKey(state.id, one.ask)] ?? null;
    return one.session === state.id && cause !== null && mine.has(cause);
  });
  if (drawerOpen.value) return null;
  return asks.length + over.length + (target.kind === "tool" ? state.rules.length : 0) === 0 ? null : /* @__PURE__ */ a(Cards, { state, asks, over, place: "run" });
}
function Cards({
  state,
  asks,
  over,
  place
}) {
  return /* @__PURE__ */ a("div", { class: "cards", children: [
    state.rules.map((rule) => /* @__PURE__ */ a(Standing, { state, rule }, rule.number)),
    asks.slice(0, AT_ONCE).map((ask) => /* @__PURE__ */ a(Card, { state, ask, place }, ask.ask)),
    asks.length > AT_ONCE ? /* @__PURE__ */ a("p", { class: "answer-line", children: [
      /* @__PURE__ */ a("span", { children: [
        "and ",
        count(asks.length - AT_ONCE, "more ask"),
        ", which come as these are answered"
      ] }),
      /* @__PURE__ */ a(Button, { onClick: () => void declineAll(state, asks), children: [
        "Decline all ",
        asks.length
      ] })
    ] }) : null,
    over.map((one) => /* @__PURE__ */ a(
      "article",
      {
        class: "card over",
        "aria-label": `${one.method}, ended`,
        "data-ended": one.ask,
        tabIndex: -1,
        onKeyDown: swallowSend,
        children: /* @__PURE__ */ a("p", { class: "card-head", children: [
          /* @__PURE__ */ a("strong", { children: one.method }),
          " ",
          /* @__PURE__ */ a("span", { class: "muted", children: one.how }),
          " ",
          /* @__PURE__ */ a("span", { class: "spring" }),
          /* @__PURE__ */ a(Button, { look: "quiet", onClick: () => putAway(one), children: "Put away" })
        ] })
      },
      one.ask
    ))
  ] });
}
var AT_ONCE = 8;
async function declineAll(state, asks) {
  const left = [...asks];
  const lane = async () => {
    for (let ask = left.shift(); ask !== void 0; ask = left.shift()) await answer(state.id, ask, refusalOf(ask));
  };
  await Promise.all([lane(), lane()]);
}
function refusalOf(ask) {
  return ask.method === "elicitation/create" ? { result: '{"action":"decline"}' } : { decline: true };
}
function Standing({ state, rule }) {
  const which = ["message", "contains", "tool"].flatMap(
    (name) => typeof rule.rule[name] === "string" ? [`${name} ${rule.rule[name]}`] : []
  );
  return /* @__PURE__ */ a("p", { class: "standing", children: [
    /* @__PURE__ */ a("span", { class: "muted", children: [
      "rule ",
      rule.number
    ] }),
    " every ",
    /* @__PURE__ */ a("code", { children: rule.method }),
    which.length === 0 ? "" : ` with ${which.join(", ")}`,
    ": ",
    ruleSays(rule.rule),
    " ",
    rule.answered === 0 ? null : /* @__PURE__ */ a("span", { class: "muted", children: [
      count(rule.answered, "answer"),
      " so far"
    ] }),
    " ",
    /* @__PURE__ */ a(
      Button,
      {
        look: "quiet",
        label: `No longer answer every ${rule.method} by rule ${rule.number}`,
        onClick: () => void removeRule(state.id, rule),
        children: "✕"
      }
    )
  ] });
}
function swallowSend(event) {
  if (!(event.ctrlKey || event.metaKey) || event.key !== "Enter") return;
  event.preventDefault();
  event.stopPropagation();
}
function Card({ state, ask, place }) {
  const key = askKey(state.id, ask.ask);
  const problem = answerProblems.value[key];
  const heading = `${place}-ask-${ask.ask}`;
  const article = T(null);
  F(() => () => cardGoes(article.current, ask.ask), []);
  const decline = (event) => {
    if (!event.altKey || event.key.toLowerCase() !== "d") return;
    event.preventDefault();
    event.stopPropagation();
    void answer(state.id, ask, refusalOf(ask));
  };
  return /* @__PURE__ */ a("article", { ref: article, class: "card", "aria-labelledby": heading, "data-ask": ask.ask, onKeyDown: decline, children: [
    /* @__PURE__ */ a("p", { class: "card-head", children: [
      /* @__PURE__ */ a("strong", { id: heading, class: "asks", children: [
        "Server asks: ",
        ask.method
      ] }),
      " ",
      /* @__PURE__ */ a(Waiting, { state, ask })
    ] }),
    draftsCame(state.id) ? /* @__PURE__ */ a(CardBody, { state, ask, place }) : null,
    problem === void 0 ? null : /* @__PURE__ */ a(ProblemBlock, { problem, title: "The answer was not taken." })
  ] });
}
function CardBody({ state, ask, place }) {
  switch (ask.method) {
    case "sampling/createMessage":
      return /* @__PURE__ */ a(SamplingCard, { state, ask, place });
    case "elicitation/create":
      return /* @__PURE__ */ a(ElicitationCard, { state, ask, place });
    case "roots/list":
      return /* @__PURE__ */ a(RootsCard, { state, ask });
    default:
      return /* @__PURE__ */ a("p", { children: [
        "This page knows no form for it.",
        " ",
        /* @__PURE__ */ a(Button, { onClick: () => void answer(state.id, ask, { decline: true }), children: "Decline" })
      ] });
  }
}
function Waiting({ state, ask }) {
  const now = sessionNow(state, useNow());
  const cause = causes.value[askKey(state.id, ask.ask)] ?? null;
  const left = (ask.expiresNs - now) / 1e6;
  return /* @__PURE__ */ a("span", { class: "muted", children: [
    cause === null ? "" : `from run #${cause} · `,
    "waiting ",
    elapsed((now - ask.atNs) / 1e6),
    left < 6e4 ? ` · ${elapsed(left)} left` : ""
  ] });
}

// src/inbox/drawer.tsx
var DRAWER_ID = "inbox";
function Drawer({ state }) {
  if (!drawerOpen.value) return null;
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
        one.name
      ] }) }, one.id)) }),
      state === null ? null : /* @__PURE__ */ a(Cards, { state, asks: state.asks, over, place: "drawer" })
    ] })
  ] });
}
function focusDrawer() {
  requestAnimationFrame(() => {
    const drawer = document.getElementById(DRAWER_ID);
    if (drawer?.querySelector(".card:not(.over)") == null)
      (drawer?.querySelector(".elsewhere a") ?? drawer)?.focus();
    else
      focusFirstField(
        `#${DRAWER_ID} .card`,
        () => drawerOpen.peek(),
        () => drawer.querySelector(".card button")?.focus()
      );
  });
}

// src/screens/connect.tsx
var ConfigEditor = later("ConfigEditor");
var CONNECT_FIELD_ID = "connect-field";
function Connect() {
  const revision = configRevision.value;
  A(() => {
    void loadPlaces();
  }, [revision]);
  A(() => {
    document.getElementById(CONNECT_FIELD_ID)?.focus();
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
function ConnectProblem() {
  const problem = connectProblem.value;
  const block = T(null);
  A(() => {
    if (problem !== null) block.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);
  if (problem === null) return null;
  return /* @__PURE__ */ a("div", { ref: block, children: /* @__PURE__ */ a(ProblemBlock, { problem, title: "It could not be opened." }) });
}
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
              rows: pasted.value.includes("\n") ? 8 : 1,
              spellcheck: false,
              placeholder: "npx -y @modelcontextprotocol/server-everything",
              value: pasted.value,
              onInput: (event) => {
                pasted.value = event.currentTarget.value;
                understood.value = null;
              },
              onKeyDown: (event) => {
                if (event.key !== "Enter" || event.shiftKey) return;
                event.preventDefault();
                void connectPasted();
              }
            }
          ),
          /* @__PURE__ */ a(Button, { look: "primary", keys: "Enter", children: busy.value ? "Connecting…" : "Connect" })
        ] })
      ]
    }
  );
}
function ReadServers() {
  const answer2 = understood.value;
  if (answer2 === null) return null;
  return /* @__PURE__ */ a("section", { "aria-label": "Servers in what was pasted", children: answer2.servers.length === 0 ? /* @__PURE__ */ a("p", { class: "bad", children: "There is no server in it." }) : /* @__PURE__ */ a($, { children: [
    answer2.servers.length > 1 ? /* @__PURE__ */ a("p", { children: [
      "There are ",
      answer2.servers.length,
      " servers in it. Choose one:"
    ] }) : null,
    /* @__PURE__ */ a(
      ServerRows,
      {
        rows: answer2.servers.map((server) => ({ ...server, connect: () => void connectNamed(server.name) }))
      }
    )
  ] }) });
}
function ServerRows({ rows }) {
  return /* @__PURE__ */ a("ul", { class: "server-rows", children: rows.map((server, index) => /* @__PURE__ */ a("li", { children: [
    /* @__PURE__ */ a("span", { class: "server-name", children: server.name }),
    /* @__PURE__ */ a("span", { class: "muted mono server-place", title: server.place, children: server.place }),
    server.problem == null ? null : /* @__PURE__ */ a(AdviceLine, { advice: server.problem }),
    server.note === void 0 ? null : /* @__PURE__ */ a("span", { class: "muted", children: server.note }),
    /* @__PURE__ */ a(Button, { label: `Connect to ${server.name}`, onClick: server.connect, children: "Connect" })
  ] }, `${server.name} ${index}`)) });
}
function AdviceLine({ advice }) {
  return /* @__PURE__ */ a("span", { class: "warn-line", children: [
    advice.message,
    advice.hint == null ? "" : ` → ${advice.hint}`
  ] });
}
function OpenSessions() {
  const all = summaries.value ?? [];
  if (all.length === 0) return null;
  return /* @__PURE__ */ a("section", { "aria-labelledby": "open-now", children: [
    /* @__PURE__ */ a("h2", { id: "open-now", children: "Open now" }),
    /* @__PURE__ */ a("ul", { class: "server-rows", children: all.map((one) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("a", { class: "server-name", href: formatRoute({ screen: "explore", session: one.id, item: null, run: null }), children: one.name }),
      /* @__PURE__ */ a("span", { class: `status ${one.origin === "recording" ? "disconnected" : one.status}`, children: [
        /* @__PURE__ */ a("span", { class: "dot", "aria-hidden": "true" }),
        " ",
        one.origin === "recording" ? "recording" : one.status
      ] }),
      /* @__PURE__ */ a("span", { class: "muted mono server-place", title: one.place, children: one.place }),
      /* @__PURE__ */ a(
        Button,
        {
          look: "quiet",
          label: `Close ${one.name}`,
          onClick: () => {
            close(one.id).catch((thrown) => say(problemOf(thrown).message));
          },
          children: "Close"
        }
      ),
      one.fault === null ? null : /* @__PURE__ */ a("span", { class: "warn-line", children: one.fault.message })
    ] }, one.id)) })
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
    /* @__PURE__ */ a("ul", { class: "server-rows", children: (file?.servers ?? []).map((server) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("span", { class: "server-name", children: server.name }),
      /* @__PURE__ */ a("span", { class: "muted mono server-place", title: placeOf(server), children: placeOf(server) }),
      /* @__PURE__ */ a(Button, { label: `Connect to ${server.name}`, onClick: () => void openSession({ serverId: server.id }), children: "Connect" }),
      /* @__PURE__ */ a(Button, { look: "quiet", label: `Edit ${server.name}`, onClick: () => startEditing(server, "edit"), children: "Edit" }),
      /* @__PURE__ */ a(Button, { look: "quiet", label: `Clone ${server.name}`, onClick: () => startEditing(server, "clone"), children: "Clone" }),
      /* @__PURE__ */ a(Button, { look: "quiet", label: `Remove ${server.name}`, onClick: () => startEditing(server, "remove"), children: "Remove" })
    ] }, server.id)) }),
    /* @__PURE__ */ a(Button, { onClick: () => startEditing(null, "add"), children: "Add a server" })
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
    places.map((place) => /* @__PURE__ */ a("details", { class: "fold", open: place.servers.length > 0 && place.servers.length < 6, children: [
      /* @__PURE__ */ a("summary", { children: [
        place.client,
        " · ",
        place.servers.length === 1 ? "1 server" : `${place.servers.length} servers`,
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
          note: `${server.text === null ? "its secret was not kept · " : ""}${ago(server.lastUsed, Date.now())}`,
          connect: () => void connectAgain(server)
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
    { name: "demo", place: "the built-in demo server", open: () => void startDemo() }
  ];
}

// src/ui/tabs.tsx
function Tabs({ tabs, chosen, choose: choose3, label, idPrefix }) {
  const list = T(null);
  const move = (by) => {
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (next === void 0) return;
    choose3(next.name);
    list.current?.querySelector(`[data-tab="${CSS.escape(next.name)}"]`)?.focus();
  };
  const key = (event) => {
    if (event.key === "ArrowRight") move(1);
    else if (event.key === "ArrowLeft") move(-1);
    else return;
    event.preventDefault();
  };
  return /* @__PURE__ */ a("div", { class: "tabs", role: "tablist", "aria-label": label, ref: list, onKeyDown: key, children: tabs.map((tab) => /* @__PURE__ */ a(
    "button",
    {
      type: "button",
      role: "tab",
      class: "tab",
      "data-tab": tab.name,
      id: `${idPrefix}-tab-${tab.name}`,
      "aria-selected": tab.name === chosen,
      "aria-controls": `${idPrefix}-panel`,
      tabIndex: tab.name === chosen ? 0 : -1,
      onClick: () => choose3(tab.name),
      children: [
        tab.label,
        tab.note === void 0 ? null : /* @__PURE__ */ a("span", { class: "tab-note", children: [
          " ",
          tab.note
        ] })
      ]
    },
    tab.name
  )) });
}

// src/explore/difference.tsx
var Comparison = later("Comparison");
function side(run2) {
  if (run2.state.is === "ended" && (run2.state.end.result ?? run2.state.end.error) !== null) {
    return JSON.stringify({ text: run2.state.end.result ?? run2.state.end.error });
  }
  if (run2.row?.endSeq == null) return null;
  return JSON.stringify({ session: run2.session, seq: run2.row.endSeq, path: "/result" });
}
var shownAs = y("text");
function Difference({ left, right }) {
  const [ignore, setIgnore] = d([]);
  A(() => {
    if (left.state.is === "known") void load(left);
  }, [left.state.is]);
  return /* @__PURE__ */ a(
    Comparison,
    {
      left: side(left),
      right: side(right),
      ignore,
      setIgnore,
      as: shownAs.value,
      setAs: (as) => {
        shownAs.value = as;
      },
      title: `#${left.call} against #${right.call}`
    }
  );
}

// src/explore/raw-frames.tsx
function RawFrames({ run: run2 }) {
  const seq = run2.row?.seq ?? null;
  const [detail, setDetail] = d(null);
  const [problem, setProblem] = d(null);
  A(() => {
    if (seq === null) return void 0;
    const stop = new AbortController();
    api.get(sessionPath(run2.session, `/timeline/${seq}`), stop.signal).then(setDetail).catch((thrown) => {
      if (!stop.signal.aborted) setProblem(problemOf(thrown));
    });
    return () => stop.abort();
  }, [run2.session, seq, run2.row?.endSeq]);
  if (problem !== null) return /* @__PURE__ */ a(ProblemBlock, { problem, title: "The frames could not be fetched." });
  if (detail === null) return /* @__PURE__ */ a("p", { class: "muted", children: "Looking for the frames in the log…" });
  return /* @__PURE__ */ a($, { children: detail.parts.map((part) => /* @__PURE__ */ a("figure", { class: "block", children: [
    /* @__PURE__ */ a("figcaption", { class: "muted", children: [
      part.name,
      " · entry ",
      part.seq,
      " · ",
      bytes(part.bytes),
      part.base64 ? " · not UTF-8, shown as base64" : "",
      framing(part)
    ] }),
    part.text === null ? /* @__PURE__ */ a(BigDoc, { session: run2.session, seq: part.seq, path: "", api, label: part.name, isRaw: true }) : /* @__PURE__ */ a("pre", { class: "wire", children: part.text })
  ] }, `${part.name} ${part.seq}`)) });
}

// src/explore/running.ts
var heldBack = y(null);
var PATIENCE_MS = 2e3;
var formOnScreen = { current: null };
function keyOf(id, ref) {
  return `${id} ${ref.kind} ${ref.key}`;
}
function isHeldBack(id, ref) {
  return heldBack.value?.item === keyOf(id, ref);
}
async function formSettled() {
  const form = formOnScreen.current;
  if (form === null) return true;
  const late = new Promise((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
  return Promise.race([form.settled().then(() => true), late]);
}
function unsendable(text) {
  const trimmed = text.trim();
  return trimmed === "" || valueOf(trimmed) !== void 0 ? null : "the arguments are not JSON: correct them in the JSON view";
}
async function runItem(id, ref, anyway) {
  if (backendGone.peek()) {
    say("not sent: mcp-inspector does not answer");
    return;
  }
  if (session.peek()?.id === id && session.peek()?.origin === "recording") {
    say("not sent: this is a recording, there is no server");
    return;
  }
  runBegan();
  if (!anyway && !await formSettled()) {
    heldBack.value = { item: keyOf(id, ref), by: "silence" };
    return;
  }
  const draft = draftOf(id, ref);
  const text = draft.text.peek();
  const meta = draft.meta.peek().trim();
  const broken = unsendable(text) !== null || unsendable(meta) !== null;
  if (broken || !anyway && draft.errors.peek().length > 0) {
    heldBack.value = { item: keyOf(id, ref), by: "errors" };
    formOnScreen.current?.showProblems();
    return;
  }
  heldBack.value = null;
  const options = { timeoutMs: draft.timeoutMs.peek(), forced: draft.forced.peek(), detached: draft.detached.peek() };
  let sent = ref;
  if (ref.kind === "template") {
    try {
      sent = { kind: "template", key: await expanded(ref.key, text) };
    } catch (thrown) {
      say(problemOf(thrown).message);
      return;
    }
  }
  const call = await start(id, ref, compose(sent, text, meta === "" ? null : meta, draft.asTask.peek() === true), text, options);
  const now = route.peek();
  const stillThere = now.screen === "explore" && now.session === id && now.item?.kind === ref.kind && now.item.key === ref.key;
  if (call !== null && stillThere) go({ screen: "explore", session: id, item: ref, run: call }, "replace");
}
function shownRun(id, ref, call) {
  const chosen = call === null ? null : findRun(id, call);
  if (chosen !== null) return chosen;
  const mine = runsOf(runs.value, id, ref);
  return mine.at(-1) ?? null;
}
function neighbour(id, ref, shown2, by) {
  const mine = runsOf(runs.value, id, ref);
  const at = shown2 === null ? mine.length : mine.findIndex((run2) => run2.call === shown2.call);
  return mine[at + by] ?? null;
}

// src/explore/share.tsx
var NAMES = {
  cli: "a command line",
  curl: "curl",
  json: "JSON-RPC",
  script: "a script step",
  report: "a bug report"
};
var LETTERS = { cli: "c", curl: "u", json: "j", script: "t", report: "b" };
function unshareable(as) {
  return as === "curl" && session.peek()?.transport === "stdio" ? "curl speaks HTTP, and this server is on stdio" : null;
}
async function shareRow(id, seq, as) {
  const why = unshareable(as);
  if (why !== null) return say(`not copied: ${why}`);
  try {
    const { text } = await api.get(sessionPath(id, `/share/${seq}?as=${as}`));
    await copy(text, NAMES[as]);
  } catch (thrown) {
    const problem = problemOf(thrown);
    say(`not copied: ${problem.message}`);
  }
}
async function shareRun(run2, as) {
  const row = run2.row ?? await findRow(run2).catch(() => null);
  if (row === null) say("not copied: the log no longer has this call");
  else await shareRow(run2.session, row.seq, as);
}
function ShareMenu({ run: run2 }) {
  const items = Object.keys(NAMES).map((as) => ({
    label: `As ${NAMES[as]}`,
    note: `y ${LETTERS[as]}`,
    act: () => void shareRun(run2, as)
  }));
  const result = run2.state.is === "ended" ? run2.state.end.result : null;
  const own = result === null ? [] : [{ label: "The result", act: () => void copy(result, "the result") }];
  return /* @__PURE__ */ a(Menu, { label: "Copy this call", id: "share-menu", items: [...own, ...items], children: "Copy" });
}

// src/explore/result.tsx
var AppView = later("AppView");
var Content = later("Content");
var Structured = later("Structured");
var resultTab = y("pretty");
function followResultTab() {
  const fromAddress = x2(() => {
    const now = route.value;
    if (now.screen === "explore" && now.tab !== void 0) resultTab.value = now.tab;
  });
  const toAddress = x2(() => {
    const tab = resultTab.value;
    const now = route.value;
    if (now.screen !== "explore" || now.item === null || (now.tab ?? "pretty") === tab) return;
    f(() => go({ ...now, tab }, "replace"));
  });
  return () => {
    fromAddress();
    toAddress();
  };
}
function appOf(target) {
  return target.kind === "tool" ? findItem(catalog.value, target)?.app ?? null : null;
}
function tabsFor(end, hasBefore, hasApp = false) {
  const structured = end?.long?.members.includes("structuredContent") ?? (end !== null && end.result !== null && sliceAt(end.result, ["structuredContent"]) !== null);
  return [
    { name: "pretty", label: "Pretty" },
    { name: "content", label: "Content" },
    ...structured ? [{ name: "structured", label: "Structured" }] : [],
    { name: "raw", label: "Raw" },
    ...hasApp ? [{ name: "app", label: "App" }] : [],
    ...hasBefore ? [{ name: "diff", label: "Diff" }] : []
  ];
}
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
  A(() => {
    if (seq === null || run2 === null) return;
    followedRow.value = neighbour(state.id, target, run2, 1) === null ? seq : null;
    selectedRow.value = seq;
  }, [seq]);
  const before = run2 === null ? null : neighbour(state.id, target, run2, -1);
  const end = run2?.state.is === "ended" ? run2.state.end : null;
  const app = state.origin === "recording" ? null : appOf(target);
  const tabs = tabsFor(end, before !== null, app !== null);
  const hasTabs = end !== null || app !== null && run2?.call != null && run2.state.is === "running";
  const chosen = tabs.some((tab) => tab.name === resultTab.value) ? resultTab.value : "pretty";
  return /* @__PURE__ */ a("section", { class: "pane result", "aria-label": "Result", id: "pane-3", tabIndex: -1, children: [
    /* @__PURE__ */ a("header", { class: "pane-head", children: [
      /* @__PURE__ */ a("h2", { class: "pane-title", children: "Result" }),
      run2 === null ? null : /* @__PURE__ */ a(Verdict, { run: run2 }),
      /* @__PURE__ */ a("span", { class: "pane-acts", children: [
        before?.call == null || end === null ? null : /* @__PURE__ */ a(
          Button,
          {
            pressed: chosen === "diff",
            onClick: () => {
              resultTab.value = chosen === "diff" ? "pretty" : "diff";
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
    run2 === null ? /* @__PURE__ */ a("div", { class: "pane-body", children: target.kind === "resource" && target.key in state.updates ? /* @__PURE__ */ a("p", { class: "empty", children: [
      "You have not read it yet. The server said that it changed, and what was then read is",
      " ",
      /* @__PURE__ */ a(
        "a",
        {
          href: formatRoute({
            screen: "timeline",
            session: state.id,
            seq: null,
            filter: `method:resources/read target:${quoted(target.key)}`
          }),
          children: "in the timeline"
        }
      ),
      "."
    ] }) : /* @__PURE__ */ a("p", { class: "empty", children: "Nothing was run yet. What comes back stays here, also after a reload." }) }) : /* @__PURE__ */ a($, { children: [
      !hasTabs ? null : /* @__PURE__ */ a(
        Tabs,
        {
          tabs,
          chosen,
          choose: (name) => {
            resultTab.value = name;
          },
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
          children: hasTabs && chosen === "app" && app !== null ? /* @__PURE__ */ a(AppView, { state, target, uri: app, run: run2 }, `${state.id} ${target.key} ${run2.call}`) : /* @__PURE__ */ a(Body, { state, target, run: run2, before, chosen })
        }
      )
    ] })
  ] });
}
function Verdict({ run: run2 }) {
  if (run2.state.is !== "ended")
    return run2.state.is === "failed" ? /* @__PURE__ */ a("span", { class: "bad", children: "not sent" }) : /* @__PURE__ */ a("span", { class: "muted", children: run2.state.is === "known" ? "" : "running…" });
  const { end } = run2.state;
  const row = run2.row;
  const took = row?.durationNs ?? end.durationMs * 1e6;
  const you = row === null || row.humanNs === 0 ? "" : ` (server ${duration(Math.max(0, took - row.humanNs))} · ${waitedFor(row)} ${duration(row.humanNs)})`;
  const size = row === null ? sizeOf(end) : ` · ${bytes(row.bytes)}`;
  const good = end.outcome === "answered" && !end.toolError;
  const word = end.outcome === "answered" ? end.toolError ? "tool error" : "OK" : end.outcome === "refused" ? errorWord(end) : end.outcome;
  return /* @__PURE__ */ a("span", { class: "verdict", role: "status", children: [
    /* @__PURE__ */ a("span", { class: good ? "ok" : "bad", children: word }),
    " ",
    /* @__PURE__ */ a("span", { class: "muted", children: [
      "#",
      run2.call,
      " · ",
      duration(took),
      you,
      size
    ] })
  ] });
}
function sizeOf(end) {
  const size = end.long?.bytes ?? end.result?.length;
  return size === void 0 || size === null ? "" : ` · ${bytes(size)}`;
}
function errorWord(end) {
  const code = end.error === null ? null : sliceAt(end.error, ["code"]);
  return code === null ? "error" : `error ${code}`;
}
function Body({
  state,
  target,
  run: run2,
  before,
  chosen
}) {
  switch (run2.state.is) {
    case "sending":
    case "running":
      return /* @__PURE__ */ a("p", { class: "empty", children: "Waiting for the answer. Other tools can be used meanwhile." });
    case "known":
      return null;
    case "failed":
      return /* @__PURE__ */ a(ProblemBlock, { problem: run2.state.problem, title: "The call could not be made." });
    case "ended":
      return chosen === "diff" && before !== null ? /* @__PURE__ */ a(Difference, { left: before, right: run2 }, `${before.call} ${run2.call}`) : chosen === "raw" ? /* @__PURE__ */ a(RawFrames, { run: run2 }, run2.call) : /* @__PURE__ */ a(Ended, { state, target, run: run2, end: run2.state.end, chosen });
  }
}
function Ended({
  state,
  target,
  run: run2,
  end,
  chosen
}) {
  if (end.outcome === "refused") return /* @__PURE__ */ a(Refused, { end });
  if (end.outcome !== "answered") {
    return end.fault === null ? /* @__PURE__ */ a("p", { class: "bad", children: [
      "The call was ",
      end.outcome,
      "."
    ] }) : /* @__PURE__ */ a(ProblemBlock, { problem: problemOfFault(end.fault), title: `No answer: the call was ${end.outcome}.` });
  }
  return /* @__PURE__ */ a($, { children: [
    end.toolError ? /* @__PURE__ */ a("p", { class: "tool-error", role: "status", children: [
      /* @__PURE__ */ a("span", { "aria-hidden": "true", children: "✗" }),
      " The tool reports an error (",
      /* @__PURE__ */ a("code", { children: "isError" }),
      "). The model would read this:"
    ] }) : null,
    end.long !== null || end.result === null ? /* @__PURE__ */ a(LongResult, { session: state.id, run: run2, chosen }, `${run2.call} ${chosen}`) : chosen === "content" ? /* @__PURE__ */ a(Content, { session: state.id, result: end.result }) : chosen === "structured" ? /* @__PURE__ */ a(Structured, { id: state.id, target, result: end.result }, run2.call) : /* @__PURE__ */ a(PrettyJson, { text: end.result })
  ] });
}
var PARTS = { content: "/result/content", structured: "/result/structuredContent" };
function LongResult({ session: session2, run: run2, chosen }) {
  const seq = run2.row?.endSeq ?? null;
  if (seq === null) return /* @__PURE__ */ a("p", { class: "empty", children: "The result is long; looking for it in the log…" });
  return /* @__PURE__ */ a($, { children: [
    chosen === "structured" ? /* @__PURE__ */ a("p", { class: "muted", children: "It is too long to be checked here. The rules of the Server screen check it against the output schema." }) : null,
    /* @__PURE__ */ a(BigDoc, { session: session2, seq, path: PARTS[chosen] ?? "/result", api, label: "Result" })
  ] });
}
function Refused({ end }) {
  const error = end.error ?? "null";
  const message = sliceAt(error, ["message"]);
  return /* @__PURE__ */ a("div", { class: "problem", role: "alert", children: [
    /* @__PURE__ */ a("p", { class: "problem-line", children: [
      /* @__PURE__ */ a("span", { class: "sign bad", "aria-hidden": "true", children: "✗" }),
      " ",
      /* @__PURE__ */ a("strong", { children: "The server refused the request" }),
      " (JSON-RPC error ",
      sliceAt(error, ["code"]) ?? "without a code",
      "):"
    ] }),
    message === null ? null : /* @__PURE__ */ a("p", { class: "quoted", children: plain(message) }),
    /* @__PURE__ */ a(PrettyJson, { text: error })
  ] });
}
function plain(json) {
  try {
    const value = JSON.parse(json);
    return typeof value === "string" ? value : json;
  } catch {
    return json;
  }
}

// src/explore/overview.tsx
var LABELS = {
  tools: "Tools",
  resources: "Resources",
  templates: "Templates",
  prompts: "Prompts"
};
var MOST_LOOKED_AT = 8;
function toTry(items) {
  const harmless = items.filter((item) => item.broken === null && !item.badges.includes("destructive"));
  const isQuiet = (item) => item.badges.includes("read-only");
  return [...harmless.filter(isQuiet), ...harmless.filter((item) => !isQuiet(item))];
}
async function easiest(id, items, signal) {
  const all = toTry(items);
  for (const item of all.slice(0, MOST_LOOKED_AT)) {
    const detail = await fetchDetail(id, refOf("tools", item), item, signal).catch(() => null);
    if (signal.aborted) return null;
    const required = detail === null ? null : sliceAt(schemaOf(detail), ["required"]);
    if (detail !== null && (required === null || /^\[\s*\]$/.test(required))) return item;
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
  const info = state.server?.info;
  const first = useEasiest(state.id);
  return /* @__PURE__ */ a("section", { class: "pane overview", "aria-label": "Overview", id: "pane-2", tabIndex: -1, children: /* @__PURE__ */ a("div", { class: "pane-body", children: [
    /* @__PURE__ */ a("h2", { class: "overview-title", children: [
      info?.title ?? info?.name ?? state.name,
      " ",
      info?.version === void 0 ? null : /* @__PURE__ */ a("span", { class: "muted", children: info.version })
    ] }),
    /* @__PURE__ */ a("p", { class: "muted mono", children: state.place }),
    /* @__PURE__ */ a("ul", { class: "counts", children: KINDS.map((kind) => {
      const list = state.catalog[kind];
      const broken = (catalog.value?.[kind]?.items ?? []).filter((item) => item.broken !== null).length;
      return /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("strong", { children: list === null ? "–" : `${list.count}${list.complete ? "" : "+"}` }),
        " ",
        LABELS[kind],
        list === null || list.count === 0 ? /* @__PURE__ */ a("span", { class: "muted", children: [
          " ",
          whyEmpty(state, kind)
        ] }) : null,
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
      /* @__PURE__ */ a("a", { href: formatRoute({ screen: "explore", session: state.id, item: refOf("tools", first), run: null }), children: first.name }),
      ", or press ",
      /* @__PURE__ */ a("kbd", { children: "Ctrl K" }),
      " and type."
    ] }),
    state.server?.instructions == null ? null : /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("h3", { children: "What the server says" }),
      /* @__PURE__ */ a("pre", { class: "text-content", children: state.server.instructions })
    ] })
  ] }) });
}

// src/explore/options.tsx
function Options({
  state,
  target,
  draft,
  badges,
  definition
}) {
  const isOnlyTask = definition !== null && sliceAt(definition, ["execution", "taskSupport"]) === '"required"';
  A(() => {
    if (isOnlyTask && draft.asTask.peek() === null) draft.asTask.value = true;
  }, [isOnlyTask, draft]);
  const canAsk = target.kind === "tool" && state.server?.capabilities?.["tasks"] !== void 0;
  const taskable = badges.includes("task") || hasTasks(state);
  const words = [
    draft.timeoutMs.value === null ? "timeout as usual" : `timeout ${draft.timeoutMs.value} ms`,
    draft.meta.value.trim() === "" ? "no _meta" : "with _meta",
    ...draft.forced.value ? ["sent even if not advertised"] : [],
    ...draft.asTask.value === true ? ["as a task"] : [],
    ...target.kind === "tool" ? [draft.detached.value ? "ends with the task" : taskable ? "waits for tasks" : "no tasks on this server"] : []
  ];
  return /* @__PURE__ */ a("details", { class: "fold options", children: [
    /* @__PURE__ */ a("summary", { children: [
      "Options: ",
      words.join(" · ")
    ] }),
    /* @__PURE__ */ a("div", { class: "rows", children: [
      /* @__PURE__ */ a("label", { class: "line", children: [
        /* @__PURE__ */ a("span", { children: "Timeout, ms" }),
        /* @__PURE__ */ a(
          "input",
          {
            class: "input short",
            type: "text",
            inputMode: "numeric",
            placeholder: "as usual",
            value: draft.timeoutMs.value ?? "",
            onInput: (event) => {
              const typed = Number(event.currentTarget.value);
              draft.timeoutMs.value = Number.isInteger(typed) && typed > 0 ? typed : null;
            }
          }
        )
      ] }),
      /* @__PURE__ */ a("label", { class: "line", children: [
        /* @__PURE__ */ a("span", { children: "_meta, JSON" }),
        /* @__PURE__ */ a(
          "input",
          {
            class: "input mono",
            type: "text",
            spellcheck: false,
            placeholder: "{}",
            value: draft.meta.value,
            onInput: (event) => {
              draft.meta.value = event.currentTarget.value;
            }
          }
        )
      ] }),
      /* @__PURE__ */ a("label", { class: "line", children: [
        /* @__PURE__ */ a(
          "input",
          {
            type: "checkbox",
            checked: draft.forced.value,
            onChange: (event) => {
              draft.forced.value = event.currentTarget.checked;
            }
          }
        ),
        /* @__PURE__ */ a("span", { children: "Send it even if the server does not advertise such a thing" })
      ] }),
      canAsk ? /* @__PURE__ */ a("label", { class: "line", children: [
        /* @__PURE__ */ a(
          "input",
          {
            type: "checkbox",
            checked: draft.asTask.value === true,
            onChange: (event) => {
              draft.asTask.value = event.currentTarget.checked;
            }
          }
        ),
        /* @__PURE__ */ a("span", { children: [
          "Run as a task",
          isOnlyTask ? ": this tool takes nothing else" : ""
        ] })
      ] }) : null,
      target.kind === "tool" && taskable ? /* @__PURE__ */ a("label", { class: "line", children: [
        /* @__PURE__ */ a(
          "input",
          {
            type: "checkbox",
            checked: draft.detached.value,
            onChange: (event) => {
              draft.detached.value = event.currentTarget.checked;
            }
          }
        ),
        /* @__PURE__ */ a("span", { children: "When the server makes a task of it, the task is the result" })
      ] }) : null
    ] })
  ] });
}
function hasTasks(state) {
  const capabilities = state.server?.capabilities;
  const extensions = capabilities?.["extensions"];
  const named = typeof extensions === "object" && extensions !== null && "io.modelcontextprotocol/tasks" in extensions;
  return named || capabilities?.["tasks"] !== void 0;
}

// src/explore/run-list.tsx
function RunList({
  state,
  target,
  shown: shown2
}) {
  const mine = runsOf(runs.value, state.id, target);
  if (mine.length === 0) return null;
  const running = mine.filter((run2) => run2.state.is === "running" || run2.state.is === "sending");
  const over = mine.filter((run2) => !running.includes(run2)).reverse();
  return /* @__PURE__ */ a("div", { class: "runs", children: [
    running.map((run2) => /* @__PURE__ */ a(Running, { run: run2, state }, run2.call ?? "new")),
    over.length === 0 ? null : /* @__PURE__ */ a("p", { class: "run-links", children: [
      "Runs:",
      " ",
      over.slice(0, 12).map((run2, index) => /* @__PURE__ */ a("span", { children: [
        index === 0 ? "" : " · ",
        run2.call === null ? /* @__PURE__ */ a("span", { children: "not sent" }) : /* @__PURE__ */ a(
          "a",
          {
            href: formatRoute({ screen: "explore", session: state.id, item: target, run: run2.call }),
            ...run2.call === shown2 ? { "aria-current": "true" } : {},
            children: [
              "#",
              run2.call,
              " ",
              runWords(run2)
            ]
          }
        )
      ] }, run2.call ?? `failed-${run2.startedAt}`))
    ] })
  ] });
}
function runWords(run2) {
  if (run2.state.is === "failed") return "not sent";
  if (run2.state.is === "ended") {
    const { end } = run2.state;
    const took = end.long !== null && run2.row?.durationNs != null ? run2.row.durationNs : end.durationMs * 1e6;
    const how2 = end.outcome !== "answered" ? end.outcome === "refused" ? "error" : end.outcome : end.toolError ? "tool error" : "OK";
    return `${duration(took)} ${how2}`;
  }
  const row = run2.row;
  if (row === null) return "";
  const how = row.status === "ok" ? "OK" : row.status === "tool-error" ? "tool error" : row.status ?? "";
  return row.durationNs === null ? how : `${duration(row.durationNs)} ${how}`;
}
function Running({ run: run2, state }) {
  const [problem, setProblem] = d(null);
  const now = useNow();
  const live = state.calls.find((call) => call.call === run2.call);
  const since = run2.startedAt !== null ? (now - run2.startedAt) * 1e6 : live === void 0 ? 0 : sessionNow(state, now) - live.sentAtNs;
  return /* @__PURE__ */ a("div", { class: "running", children: [
    /* @__PURE__ */ a("p", { class: "running-line", children: [
      /* @__PURE__ */ a("span", { class: "sign pending", "aria-hidden": "true", children: "●" }),
      " ",
      "#",
      run2.call ?? "…",
      " running · ",
      duration(since),
      /* @__PURE__ */ a("span", { class: "spring" }),
      /* @__PURE__ */ a(
        Button,
        {
          onClick: () => {
            abort(run2).catch((thrown) => setProblem(problemOf(thrown)));
          },
          children: "Cancel"
        }
      )
    ] }),
    live?.progress == null ? null : /* @__PURE__ */ a(Progress, { progress: live.progress }),
    problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem, title: "It could not be cancelled." })
  ] });
}
function Progress({ progress }) {
  const { progress: done, total, message } = progress;
  const words = total === null ? `${done}` : `${done} of ${total}`;
  return /* @__PURE__ */ a("p", { class: "progress-line", children: [
    total === null ? /* @__PURE__ */ a("progress", { "aria-label": "progress" }) : /* @__PURE__ */ a("progress", { "aria-label": "progress", value: Math.min(done, total), max: total }),
    /* @__PURE__ */ a("span", { class: "muted", children: [
      " ",
      words,
      message === null ? "" : ` · ${message}`
    ] })
  ] });
}

// src/explore/subscribe.tsx
function Subscribe({ state, uri }) {
  const [problem, setProblem] = d(null);
  const on = state.subscriptions.includes(uri);
  const toggle2 = async () => {
    setProblem(null);
    try {
      if (on) await api.send("DELETE", sessionPath(state.id, `/subscriptions?uri=${encodeURIComponent(uri)}`));
      else await api.send("POST", sessionPath(state.id, "/subscriptions"), JSON.stringify({ uri }));
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
  };
  return /* @__PURE__ */ a($, { children: [
    problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem }),
    /* @__PURE__ */ a(Button, { pressed: on, onClick: () => void toggle2(), children: on ? "Subscribed" : "Subscribe" })
  ] });
}

// src/explore/request.tsx
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
  return /* @__PURE__ */ a("section", { class: "pane request", "aria-label": "Request", id: "pane-2", tabIndex: -1, children: [
    /* @__PURE__ */ a("header", { class: "pane-head", children: [
      /* @__PURE__ */ a("h2", { class: "pane-title", title: ref.key, children: item === null ? ref.key : nameOf(item) }),
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
          known: catalog.value !== null,
          description: detail?.description ?? item?.description ?? null
        }
      ),
      loading.is === "failed" ? /* @__PURE__ */ a(ProblemBlock, { problem: loading.problem, title: "This item could not be read." }) : null,
      detail !== null && withForm && draftsCame(state.id) ? /* @__PURE__ */ a(
        ItemForm,
        {
          state,
          target: ref,
          detail,
          draft
        },
        `${state.id} ${ref.kind} ${ref.key}`
      ) : null,
      ref.kind === "template" ? /* @__PURE__ */ a(FilledIn, { template: ref.key, text: draft.text.value }) : null,
      /* @__PURE__ */ a(Options, { state, target: ref, draft, badges: item?.badges ?? [], definition: detail?.raw ?? null }),
      /* @__PURE__ */ a(RunList, { state, target: ref, shown: run2 }),
      /* @__PURE__ */ a(CardsFor, { state, target: ref }),
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
    item.title === null || item.title === item.name ? null : /* @__PURE__ */ a("p", { class: "about-title", children: item.title }),
    description === null ? null : /* @__PURE__ */ a("p", { class: "muted description", children: description }),
    target.kind === "resource" || target.kind === "template" ? /* @__PURE__ */ a("p", { class: "muted mono", children: [
      target.key,
      item.mimeType === null ? "" : ` · ${item.mimeType}`
    ] }) : null,
    item.broken === null ? null : /* @__PURE__ */ a("p", { class: "warn-line", children: [
      "This entry is not as it should be: ",
      item.broken
    ] })
  ] });
}
function FilledIn({ template, text }) {
  const [uri, setUri] = d(null);
  A(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      expanded(template, text).then(
        (answer2) => {
          if (wanted) setUri(answer2);
        },
        () => setUri(null)
      );
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [template, text]);
  return /* @__PURE__ */ a("p", { class: "muted mono address", children: uri === null ? "" : `reads ${uri}` });
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
        onClick: () => {
          draft.mode.value = "json";
        },
        children: "JSON"
      }
    )
  ] });
}
function ItemForm({
  state,
  target,
  detail,
  draft
}) {
  const completes = target.kind === "prompt" || target.kind === "template";
  const complete = b(
    async (name, value) => {
      if (state.server?.capabilities?.["completions"] === void 0) return [];
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
      schema: schemaOf(detail),
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
function HeldBack({
  state,
  target,
  draft
}) {
  const broken = unsendable(draft.text.value) ?? unsendable(draft.meta.value);
  const errors = draft.errors.value;
  const silent = heldBack.value?.by === "silence";
  if (broken === null && errors.length === 0 && !silent) return null;
  const why = broken ?? (silent ? "The form has not taken in what was typed last." : `${errors.length === 1 ? "One thing does" : `${errors.length} things do`} not fit the schema:`);
  return /* @__PURE__ */ a("div", { class: "problem", role: "alert", children: [
    /* @__PURE__ */ a("p", { class: "problem-line", children: [
      /* @__PURE__ */ a("strong", { children: "Not sent yet." }),
      " ",
      why
    ] }),
    broken === null ? /* @__PURE__ */ a("ul", { children: errors.slice(0, 20).map((error) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("button", { type: "button", class: "text-button mono", onClick: () => formOnScreen.current?.focus(error.pointer), children: error.pointer === "" ? "the whole" : error.pointer }),
      " ",
      error.message
    ] }, `${error.pointer} ${error.keyword}`)) }) : null,
    /* @__PURE__ */ a("p", { class: "problem-acts", children: [
      broken === null ? /* @__PURE__ */ a(Button, { onClick: () => void runItem(state.id, target, true), children: "Send anyway" }) : null,
      /* @__PURE__ */ a(
        Button,
        {
          look: "quiet",
          onClick: () => {
            heldBack.value = null;
          },
          children: "Not now"
        }
      )
    ] })
  ] });
}

// src/explore/tree-rows.ts
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
      label: item.title ?? nameOf(item),
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
function section(name, count3, folded2, rows) {
  const open2 = !folded2.has(name);
  const head = { is: "section", name, label: LABELS2[name], count: count3, open: open2, position: 1, size: 1 };
  return open2 ? [head, ...rows] : [head];
}
function listSection(state, catalog2, kind, wanted, folded2) {
  const list = catalog2?.[kind] ?? null;
  const all = list?.items ?? [];
  const passing = wanted === "" ? all : all.filter((item) => matches(item, wanted));
  const whole = list === null ? state.catalog[kind]?.count ?? 0 : all.length;
  const more = list !== null && !list.complete ? "+" : "";
  const count3 = wanted === "" || passing.length === whole ? `${whole}${more}` : `${passing.length} of ${whole}${more}`;
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
  if (rows.length === 0 && wanted === "" && kind !== "templates")
    rows.push({ is: "note", section: kind, label: whyEmpty(state, kind), position: 1, size: 1 });
  if (kind === "templates" && rows.length === 0) return [];
  return section(kind, count3, folded2, rows);
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
var filter = y("");
var folded = y(/* @__PURE__ */ new Set());
var active = y(0);
var scrollTo = y(null);
var drawn = y([0, 0]);
var TREE_FILTER_ID = "tree-filter";
function rowId2(index) {
  return `tree-row-${index}`;
}
function toggle(name) {
  const next = new Set(folded.value);
  if (!next.delete(name)) next.add(name);
  folded.value = next;
}
function open(session2, ref) {
  go({ screen: "explore", session: session2, item: ref, run: null });
}
function Tree({ state, chosen }) {
  const all = catalog.value;
  const rows = w(
    () => treeRows(state, all, filter.value, folded.value),
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
      () => requestAnimationFrame(() => pane.current?.querySelector(`#${rowId2(index)}`)?.focus())
    );
  };
  const act2 = (row) => {
    if (row?.is === "item") open(state.id, row.ref);
    else if (row?.is === "section") toggle(row.name);
    else if (row?.is === "task")
      go({ screen: "timeline", session: state.id, seq: null, filter: `text:${quoted(row.label)}` });
  };
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[a-zA-Z]$/.test(event.key) && !settings.value.singleKeys) return;
    const row = rows[at];
    const doubleG = event.key === "g" && lastG.current;
    lastG.current = event.key === "g" && !doubleG;
    const next = doubleG ? 0 : moved(event.key, at, rows);
    if (next !== at || doubleG) focusRow(next);
    else if (event.key === "Enter" || event.key === " ") act2(row);
    else if (event.key === "ArrowRight" && row?.is === "section" && !row.open) toggle(row.name);
    else if (event.key === "ArrowLeft" && row?.is === "section" && row.open) toggle(row.name);
    else if (event.key === "ArrowLeft" && row?.is !== "section") focusRow(sectionAbove(at, rows));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const fieldKey = (event) => {
    if (event.key === "ArrowDown") focusRow(Math.min(1, rows.length - 1));
    else if (event.key === "Enter") act2(rows.find((row) => row.is === "item" || row.is === "task"));
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
    id: rowId2(index),
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
          title: [.../* @__PURE__ */ new Set([nameOf(row.item), row.item.title ?? ""])].filter(Boolean).join(" · "),
          children: [
            /* @__PURE__ */ a("span", { class: "tree-name", children: row.label }),
            /* @__PURE__ */ a(News, { row }),
            row.badges.map((badge) => /* @__PURE__ */ a("span", { class: `badge ${badge === "broken" ? "bad" : ""}`, children: badge }, badge))
          ]
        }
      );
    case "task":
      return /* @__PURE__ */ a("div", { ...common, class: "tree-item", "aria-level": 2, title: "All that was said about this task", children: [
        /* @__PURE__ */ a("span", { class: "tree-name", children: row.label }),
        /* @__PURE__ */ a("span", { class: "badge", children: row.status })
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

// src/ui/boundary.tsx
var Boundary = class extends x {
  state = { problem: null };
  static getDerivedStateFromError(thrown) {
    return { problem: problemOf(thrown) };
  }
  componentDidCatch(thrown) {
    console.error(thrown);
  }
  componentDidUpdate(before) {
    if (before.place !== this.props.place && this.state.problem !== null) this.setState({ problem: null });
  }
  render() {
    const { problem } = this.state;
    if (problem === null) return this.props.children;
    return /* @__PURE__ */ a("div", { class: "page", children: /* @__PURE__ */ a(ProblemBlock, { problem, title: "This view failed.", children: [
      /* @__PURE__ */ a(Button, { onClick: () => this.setState({ problem: null }), children: "Show it again" }),
      /* @__PURE__ */ a(Button, { onClick: () => location.reload(), children: "Reload the page" })
    ] }) });
  }
};

// src/ui/split.tsx
var LEAST = 0.1;
var MOST = 0.9;
var STEP = 0.02;
function clampShare(share2) {
  return Math.min(MOST, Math.max(LEAST, Math.round(share2 * 1e3) / 1e3));
}
function shareAfterKey(key, share2, usual) {
  if (key === "ArrowLeft" || key === "ArrowUp") return clampShare(share2 - STEP);
  if (key === "ArrowRight" || key === "ArrowDown") return clampShare(share2 + STEP);
  if (key === "Home") return LEAST;
  if (key === "End") return MOST;
  return key === "Enter" ? usual : null;
}
function Split({ name, way, share: usual, label, first, second }) {
  const box = T(null);
  const share2 = settings.value.splits[name] ?? usual;
  const place = formatRoute(route.value);
  const drag = (event) => {
    if (box.current === null) return;
    const area = box.current.getBoundingClientRect();
    const isRow = getComputedStyle(box.current).flexDirection === "row";
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const next = isRow ? (event.clientX - area.left) / area.width : (event.clientY - area.top) / area.height;
    setSplit(name, clampShare(next));
  };
  const grab = (event) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const key = (event) => {
    const next = shareAfterKey(event.key, share2, usual);
    if (next === null) return;
    event.preventDefault();
    setSplit(name, next);
  };
  return /* @__PURE__ */ a("div", { class: `split ${way}`, ref: box, children: [
    /* @__PURE__ */ a("div", { class: "split-pane", style: { flexBasis: second === null ? "100%" : `${share2 * 100}%` }, children: /* @__PURE__ */ a(Boundary, { place, children: first }) }),
    second !== null && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a(
        "div",
        {
          class: "split-bar",
          role: "separator",
          tabIndex: 0,
          "aria-label": label,
          "aria-orientation": way === "row" ? "vertical" : "horizontal",
          "aria-valuemin": LEAST * 100,
          "aria-valuemax": MOST * 100,
          "aria-valuenow": Math.round(share2 * 100),
          onPointerDown: grab,
          onPointerMove: drag,
          onKeyDown: key,
          onDblClick: () => setSplit(name, usual)
        }
      ),
      /* @__PURE__ */ a("div", { class: "split-pane", style: { flexBasis: `${(1 - share2) * 100}%` }, children: /* @__PURE__ */ a(Boundary, { place, children: second }) })
    ] })
  ] });
}

// src/store/marks.ts
var pins = y([]);
var script = y({ steps: [], text: "[]\n" });
var stepStates = y(/* @__PURE__ */ new Map());
var isRunning = O(() => [...stepStates.value.values()].some((one) => one.is === "running"));
var marks = O(() => news.value?.marks ?? 0);
async function load2(id) {
  const [pinned, saved] = await Promise.all([
    api.get(sessionPath(id, "/pins")),
    api.get(sessionPath(id, "/script"))
  ]);
  if (currentId.peek() !== id) return;
  pins.value = pinned.rows;
  script.value = saved;
}
function followMarks() {
  let known = null;
  return x2(() => {
    const id = currentId.value;
    const revision = marks.value;
    if (id !== known) {
      known = id;
      pins.value = [];
      script.value = { steps: [], text: "[]\n" };
      stepStates.value = /* @__PURE__ */ new Map();
    }
    if (id === null || revision === 0) return;
    load2(id).catch(() => void 0);
  });
}
async function togglePin(id, seq) {
  const before = pins.peek().some((row) => row.seq === seq);
  try {
    const body = await api.send(before ? "DELETE" : "PUT", sessionPath(id, `/pins/${seq}`));
    if (currentId.peek() === id) pins.value = body.rows;
    say(before ? "no longer pinned" : "pinned");
  } catch (thrown) {
    say(`not ${before ? "unpinned" : "pinned"}: ${problemOf(thrown).message}`);
  }
}
async function saveStep(id, seq) {
  try {
    const body = await api.send("POST", sessionPath(id, "/script"), JSON.stringify({ seq }));
    if (currentId.peek() === id) script.value = body;
    say(`saved as step ${body.steps.length}; Steps on the Timeline screen has them all`);
  } catch (thrown) {
    say(`not saved as a step: ${problemOf(thrown).message}`);
  }
}
async function removeStep(id, number) {
  try {
    script.value = await api.send("DELETE", sessionPath(id, `/script/${number}`));
  } catch (thrown) {
    say(`the step was not removed: ${problemOf(thrown).message}`);
  }
}
function told(number, state) {
  stepStates.value = new Map([...stepStates.peek(), [number, state]]);
}
async function runStep(id, step) {
  told(step.number, { is: "running" });
  try {
    const params = sliceAt(step.message, ["params"]) ?? "{}";
    const body = callBody({ method: step.method, params }, { timeoutMs: null, forced: true, detached: false });
    const { call } = await api.send("POST", sessionPath(id, "/calls"), body);
    const end = await api.get(
      sessionPath(id, `/calls/${call}?wait=true`)
    );
    const isGood = end.outcome === "answered" && end.result?.isError !== true;
    const why = end.result?.isError === true ? "the tool reports an error" : end.error?.message ?? end.outcome ?? "";
    told(step.number, isGood ? { is: "done" } : { is: "failed", why });
    return isGood;
  } catch (thrown) {
    told(step.number, { is: "failed", why: problemOf(thrown).message });
    return false;
  }
}
async function runSteps(id) {
  if (isRunning.peek()) return;
  stepStates.value = /* @__PURE__ */ new Map();
  for (const step of script.peek().steps) {
    if (!await runStep(id, step)) return;
  }
}

// src/timeline/filter-bar.tsx
var TYPING_PAUSE = 120;
var CHIPS = [
  { label: "All", counts: "all", term: null },
  { label: "Calls", counts: "calls", term: ["kind", "call"] },
  { label: "Notif", counts: "notifications", term: ["kind", "notification"] },
  { label: "Asks", counts: "asks", term: ["kind", "ask"], isRare: true },
  { label: "stderr", counts: "stderr", term: ["kind", "stderr"] },
  { label: "HTTP", counts: "http", term: ["kind", "http"] },
  { label: "Lifecycle", counts: "lifecycle", term: ["kind", "lifecycle"], isRare: true },
  { label: "Auth", counts: "auth", term: ["kind", "auth"], isRare: true },
  { label: "Apps", counts: "apps", term: ["kind", "app"], isRare: true },
  { label: "Errors", counts: "errors", term: ["status", "error"] },
  { label: "Logs", counts: null, term: ["level", ">=debug"], isRare: true },
  { label: "Warnings", counts: null, term: ["level", ">=warning"], isRare: true },
  { label: "Findings", counts: "findings", term: ["findings", ">0"], isRare: true }
];
var CHIP_NAMES = ["kind", "status", "level", "findings"];
function FilterBar({ filter: filter2, counts, error, full, idPrefix, input, attempt, giveUp, leave: leave2 }) {
  const typed = useSignal(null);
  const timer = T(null);
  const mirror = T(null);
  const text = typed.value ?? filter2.value;
  const errorId = `${idPrefix}-filter-error`;
  const tryNow = async (wanted) => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    if (await attempt(wanted) && typed.peek() === wanted) typed.value = null;
  };
  A(() => () => {
    if (timer.current !== null) clearTimeout(timer.current);
  }, []);
  const onInput = (event) => {
    const wanted = event.currentTarget.value;
    typed.value = wanted;
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(() => void tryNow(wanted), TYPING_PAUSE);
  };
  const put = (wanted) => {
    typed.value = wanted;
    void tryNow(wanted);
  };
  const onKeyDown = (event) => {
    if (event.key === "Enter" || event.key === "Escape" || event.key === "ArrowDown" && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") void tryNow(text);
      if (event.key === "Escape") {
        if (timer.current !== null) clearTimeout(timer.current);
        typed.value = null;
        giveUp();
      }
      leave2();
    }
  };
  const isWrong = error !== null;
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("span", { class: "tl-filter", children: [
      /* @__PURE__ */ a("span", { ref: mirror, class: "tl-filter-mirror", "aria-hidden": "true", children: isWrong ? /* @__PURE__ */ a(Underlined, { text, error }) : null }),
      /* @__PURE__ */ a(
        "input",
        {
          ref: input,
          type: "text",
          class: "mono",
          "aria-label": "Filter the timeline",
          "aria-invalid": isWrong ? "true" : void 0,
          "aria-describedby": isWrong ? errorId : void 0,
          placeholder: "method:tools/* dur:>500ms",
          value: text,
          spellcheck: false,
          autocomplete: "off",
          onInput,
          onKeyDown,
          onScroll: (event) => {
            if (mirror.current) mirror.current.scrollLeft = event.currentTarget.scrollLeft;
          }
        }
      ),
      isWrong && /* @__PURE__ */ a("span", { id: errorId, class: "tl-filter-error", role: "status", children: error.message })
    ] }),
    /* @__PURE__ */ a("span", { class: "tl-chips", role: "group", "aria-label": "Quick filters", children: CHIPS.filter((chip) => full || !chip.isRare).map((chip) => /* @__PURE__ */ a(
      "button",
      {
        type: "button",
        class: "chip",
        title: counts && chip.counts ? `${count2(counts[chip.counts])} rows` : void 0,
        "aria-pressed": isOn(chip, text),
        onClick: () => put(pressed(chip, text)),
        children: [
          chip.label,
          " ",
          counts && chip.counts ? shortCount(counts[chip.counts]) : ""
        ]
      },
      chip.label
    )) })
  ] });
}
function pressed(chip, filter2) {
  if (chip.term === null) return withoutTerms(filter2, CHIP_NAMES);
  const [name] = chip.term;
  const others = name === "level" && !isOn(chip, filter2) ? withoutTerms(filter2, [name]) : filter2;
  return toggleTerm(others, ...chip.term);
}
function isOn(chip, filter2) {
  if (chip.term) return hasTerm(filter2, ...chip.term);
  return CHIPS.every((other) => !other.term || !hasTerm(filter2, ...other.term));
}
function Underlined({ text, error }) {
  const start3 = Math.min(error.start, text.length);
  const end = Math.max(error.end, start3 + 1);
  return /* @__PURE__ */ a($, { children: [
    text.slice(0, start3),
    /* @__PURE__ */ a("span", { class: "tl-wrong", children: text.slice(start3, end) || "  " }),
    text.slice(end)
  ] });
}

// src/timeline/grid-head.tsx
var NEXT_MODE = { clock: "start", start: "delta", delta: "clock" };
var MODE_NAMES = { clock: "time", start: "since start", delta: "since last" };
function Head({ mode: mode2, hasClock }) {
  const turn = () => {
    const next = NEXT_MODE[mode2.peek()];
    mode2.value = next === "clock" && !hasClock ? "start" : next;
  };
  return /* @__PURE__ */ a("div", { class: "tl-row tl-head", role: "row", "aria-rowindex": 1, children: [
    /* @__PURE__ */ a("span", { role: "columnheader", class: "tl-time", children: /* @__PURE__ */ a("button", { type: "button", tabIndex: -1, title: "Clock, since the start, since the row above", onClick: turn, children: MODE_NAMES[mode2.value] }) }),
    /* @__PURE__ */ a("span", { role: "columnheader", class: "tl-direction", children: [
      /* @__PURE__ */ a("span", { "aria-hidden": "true", children: "±" }),
      /* @__PURE__ */ a("span", { class: "sr-only", children: "direction" })
    ] }),
    /* @__PURE__ */ a("span", { role: "columnheader", children: "method" }),
    /* @__PURE__ */ a("span", { role: "columnheader", children: "target" }),
    /* @__PURE__ */ a("span", { role: "columnheader", children: "status" }),
    /* @__PURE__ */ a("span", { role: "columnheader", class: "tl-duration", children: "dur" }),
    /* @__PURE__ */ a("span", { role: "columnheader", class: "tl-size", children: "size" }),
    /* @__PURE__ */ a("span", { role: "columnheader", class: "tl-waterfall", children: "waterfall" })
  ] });
}
function Nothing({ total, filter: filter2, attempt }) {
  return /* @__PURE__ */ a("p", { class: "tl-nothing muted", children: total === 0 || filter2.value === "" ? "Nothing has happened yet." : /* @__PURE__ */ a($, { children: [
    "None of ",
    count2(total),
    " rows fits the filter.",
    " ",
    /* @__PURE__ */ a("button", { type: "button", onClick: () => void attempt(""), children: "Show all" })
  ] }) });
}

// src/timeline/keys.ts
var COPIES = { c: "cli", u: "curl", j: "json", t: "script", b: "report" };
var SINGLE = {
  ArrowDown: { act: "move", by: 1 },
  ArrowUp: { act: "move", by: -1 },
  PageDown: { act: "page", by: 1 },
  PageUp: { act: "page", by: -1 },
  Home: { act: "first" },
  End: { act: "last" },
  Enter: { act: "open" },
  ArrowLeft: { act: "fold" },
  ArrowRight: { act: "unfold" },
  ContextMenu: { act: "menu" }
};
var LETTERS2 = {
  j: { act: "move", by: 1 },
  k: { act: "move", by: -1 },
  G: { act: "last" },
  "/": { act: "filter" },
  " ": { act: "pause" },
  ".": { act: "menu" }
};
var KeyReader = class {
  first = null;
  /** What the key means; "more" when it is the first of two; null when it is not for the timeline. */
  read(press, useLetters = true) {
    const before = this.first;
    this.first = null;
    if (press.altKey || press.ctrlKey || press.metaKey) return null;
    if (useLetters) {
      if (before === "g") return press.key === "g" ? { act: "first" } : null;
      const copy2 = COPIES[press.key];
      if (before === "y") return copy2 ? { act: "copy", as: copy2 } : null;
      if (press.key === "g" || press.key === "y") {
        this.first = press.key;
        return "more";
      }
    }
    return (Object.hasOwn(SINGLE, press.key) ? SINGLE[press.key] : void 0) ?? (useLetters && Object.hasOwn(LETTERS2, press.key) ? LETTERS2[press.key] : void 0) ?? null;
  }
};

// src/timeline/menu.tsx
function Menu2({ label, items, at, close: close2 }) {
  const element = T(null);
  F(() => {
    const menu = element.current;
    if (!menu) return;
    const box = menu.getBoundingClientRect();
    if (box.bottom > innerHeight) menu.style.top = `${Math.max(0, at.top - box.height)}px`;
    if (box.right > innerWidth) menu.style.left = `${Math.max(0, at.left - box.width)}px`;
    entries(menu)[0]?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event) => {
    const menu = element.current;
    if (!menu || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = entries(menu);
    const now = all.indexOf(document.activeElement);
    let next = null;
    if (event.key === "ArrowDown") next = (now + 1) % all.length;
    else if (event.key === "ArrowUp") next = (now + all.length - 1) % all.length;
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = all.length - 1;
    else if (event.key.length === 1 && event.key !== " ") {
      const letter = event.key.toLowerCase();
      const after = [...all.slice(now + 1), ...all.slice(0, now + 1)];
      const found3 = after.find((entry) => entry.textContent?.toLowerCase().startsWith(letter));
      next = found3 ? all.indexOf(found3) : now;
    } else if (event.key === "Escape" || event.key === "Tab") close2(true);
    else return;
    event.stopPropagation();
    event.preventDefault();
    if (next !== null) all[next]?.focus();
  };
  return /* @__PURE__ */ a(
    "div",
    {
      ref: element,
      class: "tl-menu",
      role: "menu",
      "aria-label": label,
      style: { left: `${at.left}px`, top: `${at.top}px` },
      onKeyDown,
      onMouseDown: (event) => event.preventDefault(),
      onFocusOut: (event) => {
        if (!(event.relatedTarget instanceof Node && element.current?.contains(event.relatedTarget))) close2(false);
      },
      children: items.map(
        (item, index) => item === null ? /* @__PURE__ */ a("div", { role: "separator", class: "tl-menu-line" }, index) : /* @__PURE__ */ a(
          "button",
          {
            type: "button",
            role: "menuitem",
            tabIndex: -1,
            onClick: () => {
              close2(true);
              item.act();
            },
            children: [
              /* @__PURE__ */ a("span", { children: item.label }),
              item.keys && /* @__PURE__ */ a("kbd", { children: item.keys })
            ]
          },
          index
        )
      )
    }
  );
}
function entries(menu) {
  return [...menu.querySelectorAll("[role=menuitem]")];
}

// src/timeline/overview.tsx
var STRETCHES = 240;
var HEIGHT = 16;
var REFRESH_PAUSE = 1e3;
var LEAST_DRAG = 4;
var STEP2 = 0.01;
var LARGE_STEP = 0.1;
function OverviewStrip({ session: session2, api: api2, filter: filter2, feed, attempt }) {
  const overview = useSignal(null);
  const draft = useSignal(null);
  const track = T(null);
  const grabbed = T(null);
  const others = withoutTerms(filter2.value, ["at"]);
  useFresh(session2, api2, others, feed, overview);
  const body = overview.value;
  const [first = 0, last = 0] = body?.spanNs ?? [];
  const length = last - first;
  if (body === null || length <= 0) return /* @__PURE__ */ a("div", { class: "tl-overview", ref: track });
  const chosen = draft.value ?? stretchOf(filter2.value);
  const from = Math.max(first, chosen?.from ?? first);
  const to = Math.min(last, chosen?.to ?? last);
  const percent = (ns) => Math.min(100, Math.max(0, (ns - first) / length * 100));
  const use = (stretch) => {
    draft.value = stretch;
    void attempt(withStretch(filter2.peek(), stretch)).finally(() => {
      if (draft.peek() === stretch) draft.value = null;
    });
  };
  const nsAt = (x3) => {
    const box = track.current?.getBoundingClientRect();
    const share2 = box === void 0 || box.width === 0 ? 0 : (x3 - box.left) / box.width;
    return first + Math.min(1, Math.max(0, share2)) * length;
  };
  const between = (a2, b2) => ({ from: Math.min(a2, b2), to: Math.max(a2, b2) });
  const onPointerDown = (event) => {
    if (event.button !== 0 || event.target.closest("[role=slider]") !== null) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, ns: nsAt(event.clientX) };
  };
  const onPointerMove = (event) => {
    const start3 = grabbed.current;
    if (start3 !== null && Math.abs(event.clientX - start3.x) >= LEAST_DRAG) draft.value = between(start3.ns, nsAt(event.clientX));
  };
  const onPointerUp = (event) => {
    const start3 = grabbed.current;
    grabbed.current = null;
    if (start3 === null) return;
    if (Math.abs(event.clientX - start3.x) >= LEAST_DRAG) use(between(start3.ns, nsAt(event.clientX)));
    else if (stretchOf(filter2.peek()) !== null) use(null);
  };
  const moveEnd = (which, wanted) => {
    const next = which === "from" ? { from: Math.min(wanted, to), to } : { from, to: Math.max(wanted, from) };
    const isWhole = next.from <= first && next.to >= last;
    use(isWhole ? null : { from: Math.max(first, next.from), to: Math.min(last, next.to) });
  };
  const onSliderKey = (which) => (event) => {
    const now = which === "from" ? from : to;
    const next = sliderStep(event.key, now, { from: first, to: last });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === "whole") use(null);
    else moveEnd(which, next);
  };
  const slider = (which, at) => /* @__PURE__ */ a(
    "span",
    {
      class: "tl-overview-end",
      role: "slider",
      tabIndex: 0,
      "aria-label": which === "from" ? "Begin of the time that is shown" : "End of the time that is shown",
      "aria-valuemin": 0,
      "aria-valuemax": Math.round(length / 1e6),
      "aria-valuenow": Math.round((at - first) / 1e6),
      "aria-valuetext": `${duration2(at)} after the session opened`,
      style: { left: `${percent(at)}%` },
      onKeyDown: onSliderKey(which)
    }
  );
  return /* @__PURE__ */ a(
    "div",
    {
      class: "tl-overview",
      ref: track,
      role: "group",
      "aria-label": "Overview of the whole time",
      title: "Drag to choose a stretch of time, click to see all of it",
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: () => {
        grabbed.current = null;
        draft.value = null;
      },
      children: [
        /* @__PURE__ */ a(Drawing, { body }),
        chosen !== null && /* @__PURE__ */ a($, { children: [
          /* @__PURE__ */ a("span", { class: "tl-overview-out", style: { left: "0", width: `${percent(from)}%` } }),
          /* @__PURE__ */ a("span", { class: "tl-overview-out", style: { left: `${percent(to)}%`, right: "0" } }),
          /* @__PURE__ */ a("span", { class: "tl-overview-in", style: { left: `${percent(from)}%`, width: `${percent(to) - percent(from)}%` } })
        ] }),
        slider("from", from),
        slider("to", to)
      ]
    }
  );
}
function sliderStep(key, now, span) {
  const length = span.to - span.from;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(span.from, now - length * STEP2);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(span.to, now + length * STEP2);
    case "PageDown":
      return Math.max(span.from, now - length * LARGE_STEP);
    case "PageUp":
      return Math.min(span.to, now + length * LARGE_STEP);
    case "Home":
      return span.from;
    case "End":
      return span.to;
    case "Escape":
      return "whole";
    default:
      return null;
  }
}
function Drawing({ body }) {
  const [lasting, begun, errors] = w(() => {
    const most = Math.max(...body.lasting, ...body.begun);
    const wrong = body.errors.map((count3, at) => count3 > 0 ? body.begun[at] ?? count3 : 0);
    return [barsOf(body.lasting, most), barsOf(body.begun, most), barsOf(wrong, most)];
  }, [body]);
  return /* @__PURE__ */ a("svg", { class: "tl-overview-drawing", viewBox: `0 0 ${body.begun.length} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true", children: [
    /* @__PURE__ */ a("path", { class: "overview-lasting", d: lasting }),
    /* @__PURE__ */ a("path", { class: "overview-begun", d: begun }),
    /* @__PURE__ */ a("path", { class: "overview-errors", d: errors })
  ] });
}
function barsOf(counts, most) {
  const scale = Math.log2(1 + Math.max(1, most));
  const parts = [];
  counts.forEach((count3, at) => {
    if (count3 <= 0) return;
    const height = Math.max(2, Math.round(Math.log2(1 + count3) / scale * HEIGHT * 10) / 10);
    parts.push(`M${at} ${HEIGHT}v-${height}h1v${height}z`);
  });
  return parts.join("");
}
function useFresh(session2, api2, others, feed, overview) {
  const seq = feed.value?.lastSeq ?? 0;
  const timer = T(null);
  const asked = T(null);
  const wanted = T({ others, seq });
  wanted.current = { others, seq };
  A(() => {
    const read = () => {
      timer.current = null;
      const now = wanted.current;
      asked.current = now;
      const query = new URLSearchParams({ filter: now.others, buckets: String(STRETCHES) });
      api2.get(`/api/sessions/${encodeURIComponent(session2)}/timeline/overview?${query}`).then(
        (body) => {
          if (wanted.current.others === now.others) overview.value = body;
        },
        // The rows tell that they could not be read; the strip stays as it was.
        () => void 0
      );
    };
    if (asked.current?.others !== others) {
      if (timer.current !== null) clearTimeout(timer.current);
      read();
    } else if (asked.current.seq !== seq && timer.current === null) timer.current = setTimeout(read, REFRESH_PAUSE);
  }, [session2, api2, others, seq]);
  A(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    []
  );
}

// src/timeline/pages.ts
var PAGE = 200;
var KEPT = 40;
var REFRESH_PAUSE2 = 120;
var TimelinePages = class {
  constructor(get, session2) {
    this.get = get;
    this.session = session2;
    this.version = this.versionNow;
    this.matched = this.matchedNow;
    this.total = this.totalNow;
    this.counts = this.countsNow;
    this.filterError = this.filterErrorNow;
    this.failure = this.failureNow;
    this.isReady = this.isReadyNow;
  }
  get;
  session;
  /** Counts changes of what `row` gives. */
  version;
  matched;
  total;
  counts;
  /** Why the filter could not be read; the rows are those of the last filter that could. */
  filterError;
  failure;
  /** Whether anything has come yet. */
  isReady;
  versionNow = y(0);
  matchedNow = y(0);
  totalNow = y(0);
  countsNow = y(null);
  filterErrorNow = y(null);
  failureNow = y(null);
  isReadyNow = y(false);
  /** While set, the timeline does not grow, whatever comes. */
  isFrozen = false;
  pages = /* @__PURE__ */ new Map();
  tail = null;
  underWay = /* @__PURE__ */ new Map();
  lastSeq = 0;
  filter = "";
  folded = /* @__PURE__ */ new Set();
  seen = [0, 0];
  abort = new AbortController();
  timer = null;
  isStopped = false;
  checks = 0;
  /** How many rows there are has to be learnt anew, even while frozen. */
  needsCount = true;
  start() {
    this.isStopped = false;
  }
  stop() {
    this.isStopped = true;
    this.abort.abort();
    this.abort = new AbortController();
    if (this.timer !== null) clearTimeout(this.timer);
  }
  row(index) {
    const { tail } = this;
    const page = this.pages.get(Math.floor(index / PAGE));
    const inTail = tail && index >= tail.from ? tail.rows[index - tail.from] : void 0;
    if (inTail && (!page || (tail?.lastSeq ?? 0) >= page.lastSeq)) return inTail;
    return page?.rows[index % PAGE] ?? inTail;
  }
  /** Where the row of an entry is, or a finding about it, if it is among those that are here. */
  indexOf(seq, finding = null) {
    const isIt = (row) => row.seq === seq && row.finding === finding;
    const inTail = this.tail?.rows.findIndex(isIt) ?? -1;
    if (this.tail && inTail >= 0) return this.tail.from + inTail;
    for (const [number, page] of this.pages) {
      const at = page.rows.findIndex(isIt);
      if (at >= 0) return number * PAGE + at;
    }
    return null;
  }
  /** Where the row of an entry is; what is not here is asked for, and brings the page that has it. */
  async locate(seq) {
    const here = this.indexOf(seq);
    if (here !== null) return here;
    const { signal } = this.abort;
    try {
      const page = await this.fetchPage(this.filter, this.folded, { around: String(seq) }, signal);
      if (signal.aborted) return this.isStopped ? null : this.locate(seq);
      if (page.place === null) return null;
      this.take(Math.floor(page.from / PAGE), page);
      return page.place;
    } catch {
      return signal.aborted && !this.isStopped ? this.locate(seq) : null;
    }
  }
  /** Uses a filter if it can be read; gives whether it is the one now in use. */
  async setFilter(filter2) {
    const check = ++this.checks;
    try {
      const page = await this.fetchPage(filter2, this.folded, { from: "0" });
      if (check !== this.checks) return false;
      this.filterErrorNow.value = page.filterError;
      this.failureNow.value = null;
      if (page.filterError && this.isReadyNow.peek()) return false;
      this.renew(filter2, this.folded);
      this.take(0, page);
      this.look(...this.seen);
      return page.filterError === null;
    } catch (reason) {
      if (check === this.checks) this.fail(reason);
      return false;
    }
  }
  /** The text that could not be read was given up. */
  forgetError() {
    this.checks++;
    this.filterErrorNow.value = null;
  }
  setFolded(folded2) {
    this.renew(this.filter, folded2);
    this.look(...this.seen);
  }
  freeze() {
    this.isFrozen = true;
  }
  thaw(news2) {
    this.isFrozen = false;
    if (news2) this.hear(news2);
    else this.look(...this.seen);
  }
  /** The stream said that the log has grown. */
  hear(news2) {
    if (this.isFrozen) return;
    if (news2.filter !== void 0 && news2.filter !== this.filter) return;
    r(() => {
      this.lastSeq = Math.max(this.lastSeq, news2.lastSeq);
      this.countsNow.value = news2.counts;
      this.totalNow.value = news2.total;
      if (this.folded.size === 0) {
        this.tail = { from: Math.max(0, news2.matched - news2.tail.length), rows: news2.tail, lastSeq: news2.lastSeq };
        this.matchedNow.value = news2.matched;
      }
      this.isReadyNow.value = true;
      this.versionNow.value++;
    });
    this.refreshSoon();
  }
  /** Something about the rows changed that is not in the log: those that are here are asked for again. */
  refresh() {
    for (const page of this.pages.values()) page.lastSeq = -1;
    if (this.tail) this.tail.lastSeq = -1;
    this.look(...this.seen);
  }
  /** These rows are seen: makes them come. */
  look(first, last) {
    this.seen = [first, last];
    if (!this.isReadyNow.peek()) return;
    for (const page of this.pagesSeen()) {
      if (!this.isCovered(page)) void this.loadPage(page);
    }
  }
  pagesSeen() {
    const pages = [];
    const end = Math.min(this.seen[1], Math.max(0, this.matchedNow.peek() - 1));
    for (let page = Math.floor(this.seen[0] / PAGE); page <= Math.floor(end / PAGE); page++) pages.push(page);
    return pages;
  }
  /** Whether all rows of a page that are seen are here and right. */
  isCovered(number) {
    const from = Math.max(this.seen[0], number * PAGE);
    const { tail } = this;
    if (tail && tail.lastSeq >= this.lastSeq && from >= tail.from) return true;
    return (this.pages.get(number)?.lastSeq ?? -1) >= this.lastSeq;
  }
  refreshSoon() {
    if (this.timer !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.look(...this.seen);
    }, REFRESH_PAUSE2);
  }
  renew(filter2, folded2) {
    this.abort.abort();
    this.abort = new AbortController();
    this.filter = filter2;
    this.folded = folded2;
    this.pages = /* @__PURE__ */ new Map();
    this.underWay = /* @__PURE__ */ new Map();
    this.tail = null;
    this.needsCount = true;
  }
  /** Makes a page come; gives whether it is here. */
  loadPage(number) {
    const { underWay } = this;
    const before = underWay.get(number);
    if (before) return before;
    const coming = this.loadPageNow(number, this.abort.signal).finally(() => underWay.delete(number));
    underWay.set(number, coming);
    return coming;
  }
  async loadPageNow(number, signal) {
    try {
      const page = await this.fetchPage(this.filter, this.folded, { from: String(number * PAGE) }, signal);
      if (signal.aborted) return false;
      this.take(number, page);
      this.failureNow.value = null;
      return true;
    } catch (reason) {
      if (!signal.aborted) this.fail(reason);
      return false;
    }
  }
  fetchPage(filter2, folded2, which, signal) {
    const query = new URLSearchParams({ filter: filter2, ...which, limit: String(PAGE) });
    if (folded2.size > 0) query.set("folded", [...folded2].join(","));
    return this.get(`/api/sessions/${encodeURIComponent(this.session)}/timeline?${query}`, signal);
  }
  take(number, page) {
    r(() => {
      this.pages.delete(number);
      this.pages.set(number, { rows: page.rows, lastSeq: page.lastSeq });
      const oldest = this.pages.keys().next().value;
      if (this.pages.size > KEPT && oldest !== void 0) this.pages.delete(oldest);
      if (this.needsCount || page.lastSeq >= this.lastSeq && !this.isFrozen) {
        this.needsCount = false;
        this.lastSeq = Math.max(this.lastSeq, page.lastSeq);
        this.matchedNow.value = page.matched;
        this.totalNow.value = page.total;
        this.countsNow.value = page.counts;
      }
      this.isReadyNow.value = true;
      this.versionNow.value++;
    });
    if (page.lastSeq < this.lastSeq && !this.isFrozen) this.refreshSoon();
  }
  fail(reason) {
    this.failureNow.value = reason instanceof Error ? reason.message : String(reason);
  }
};

// src/timeline/pins-bar.tsx
function PinsBar({ rows, selected, filter: filter2, select, unpin, attempt }) {
  if (rows.length === 0) return null;
  return /* @__PURE__ */ a("div", { class: "tl-pins", role: "group", "aria-label": "Pinned rows", children: [
    /* @__PURE__ */ a(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": hasTerm(filter2, "pinned", "yes"),
        title: "Show only these",
        onClick: () => void attempt(toggleTerm(filter2, "pinned", "yes")),
        children: [
          "Pinned ",
          rows.length
        ]
      }
    ),
    rows.map((row) => /* @__PURE__ */ a("span", { class: `tl-pin ${row.seq === selected ? "tl-selected" : ""}`, children: [
      /* @__PURE__ */ a("button", { type: "button", class: "tl-pin-go", title: `${row.method} ${row.target}`, onClick: () => select(row), children: [
        /* @__PURE__ */ a("span", { class: "mono", children: row.target === "" ? row.method : row.target }),
        " ",
        /* @__PURE__ */ a("span", { class: `tl-status-${row.status ?? "none"}`, children: statusText(row) }),
        row.durationNs === null ? "" : ` ${duration2(row.durationNs)}`
      ] }),
      /* @__PURE__ */ a("button", { type: "button", class: "tl-pin-off", "aria-label": `Unpin ${row.method} ${row.target}`, onClick: () => unpin(row), children: "✕" })
    ] }, row.seq))
  ] });
}

// src/timeline/share.ts
var SHARE_NAMES = {
  cli: "CLI command",
  curl: "curl command",
  json: "JSON-RPC",
  script: "script step",
  report: "bug report"
};
async function copyAs(api2, session2, row, as) {
  const why = unshareable(as);
  if (why !== null) return `Not copied as ${SHARE_NAMES[as]}: ${why}`;
  try {
    const path = `/api/sessions/${encodeURIComponent(session2)}/share/${row.seq}?as=${as}`;
    const { text } = await api2.get(path);
    await navigator.clipboard.writeText(text);
    return `Copied as ${SHARE_NAMES[as]}.`;
  } catch (reason) {
    return `Not copied as ${SHARE_NAMES[as]}: ${reason instanceof Error ? reason.message : String(reason)}`;
  }
}
async function copyLink(session2, row) {
  try {
    const { origin, pathname } = location;
    await navigator.clipboard.writeText(`${origin}${pathname}#/s/${encodeURIComponent(session2)}/timeline/${row.seq}`);
    return "Copied the link.";
  } catch (reason) {
    return `The link was not copied: ${reason instanceof Error ? reason.message : String(reason)}`;
  }
}

// src/timeline/row-menu.ts
var COPY_KEYS = [
  ["cli", "y c"],
  ["curl", "y u"],
  ["json", "y j"],
  ["script", "y t"],
  ["report", "y b"]
];
function menuOf(menu) {
  const { session: session2, row, filter: filter2, attempt, act: act2, say: say2, copy: copy2, isPinned, compared } = menu;
  const items = [];
  if (act2) {
    items.push({ label: "Open", keys: "Enter", act: () => act2("open", row) });
    if (row.kind === "call") {
      items.push({ label: "Run again", act: () => act2("again", row) });
      items.push({ label: "Edit and run", act: () => act2("edit", row) });
      items.push({ label: "Edit raw and send", act: () => act2("raw", row) });
      items.push({ label: "Save as test step", act: () => act2("step", row) });
    }
    const other = compared !== null && compared.seq !== row.seq ? compared : null;
    const name = other === null ? "…" : ` ${brief(`${other.method} ${other.target}`.trim())}`;
    items.push({ label: `Compare with${name}`, act: () => act2("compare", row) });
    items.push({ label: isPinned ? "Unpin" : "Pin", keys: "p", act: () => act2("pin", row) });
    items.push({ label: "Zoom to its time", keys: "z", act: () => act2("zoom", row) });
    items.push(null);
  }
  for (const [as, keys] of COPY_KEYS) {
    if (as !== "report" && row.kind !== "call") continue;
    items.push({ label: `Copy as ${SHARE_NAMES[as]}`, keys, act: () => copy2(row, as) });
  }
  items.push({ label: "Copy link", act: () => void copyLink(session2, row).then(say2) });
  items.push(null);
  if (row.method !== "") {
    items.push({ label: `Filter by method ${brief(row.method)}`, act: () => void attempt(setTerm(filter2, "method", row.method)) });
  }
  if (row.target !== "") {
    items.push({ label: `Filter by target ${brief(row.target)}`, act: () => void attempt(setTerm(filter2, "target", row.target)) });
  }
  return items;
}
function brief(text) {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}

// src/timeline/timeline.tsx
var ROW_HEIGHT = 22;
var HEAD_HEIGHT = 22;
function TimelinePane(props) {
  return /* @__PURE__ */ a(Pane, { ...props }, props.session);
}
function Pane(props) {
  const { session: session2, feed, filter: filter2, selected, followed, api: api2, full, act: act2, judged, pins: pins2, compared, openedAt, singleKeys = true, rowHeight = ROW_HEIGHT } = props;
  const idPrefix = full ? "timeline" : "strip";
  const given = T(api2);
  given.current = api2;
  const pages = w(() => new TimelinePages((path, signal) => given.current.get(path, signal), session2), [session2]);
  const keys = w(() => new KeyReader(), []);
  const tail = useSignal(true);
  const scrollTo2 = useSignal(null);
  const seen = useSignal([0, 0]);
  const folded2 = useSignal(/* @__PURE__ */ new Set());
  const pausedAt = useSignal(null);
  const leftAt = useSignal(null);
  const timeMode = useSignal(openedAt === void 0 ? "start" : "clock");
  const menu = useSignal(null);
  const said2 = useSignal("");
  const pane = T(null);
  const input = T(null);
  const grid = () => pane.current?.querySelector("[role=grid]") ?? null;
  const applied = T(null);
  const shown2 = T(null);
  const finding = useSignal(null);
  const tabBefore = T(null);
  const choose3 = (seq, which) => {
    if (which !== null && finding.peek() === null) {
      tabBefore.current = chosenTab.peek();
      chosenTab.value = "checks";
    } else if (which === null && finding.peek() !== null && chosenTab.peek() === "checks") {
      chosenTab.value = tabBefore.current;
    }
    shown2.current = seq;
    selected.value = seq;
    finding.value = which;
  };
  A(() => {
    pages.start();
    const watches = [
      x2(() => {
        const wanted = filter2.value;
        if (applied.current === wanted) return;
        applied.current = wanted;
        void f(() => pages.setFilter(wanted)).then(() => showSelected());
      }),
      x2(() => {
        const news3 = feed.value;
        if (news3) f(() => pages.hear(news3));
      }),
      x2(() => {
        if (judged?.value != null) f(() => pages.refresh());
      }),
      x2(() => {
        const seq = selected.value;
        if (!pages.isReady.value || seq === null || seq === shown2.current) return;
        f(() => choose3(seq, null));
        if (!(tail.peek() && followed?.peek() === seq)) f(showSelected);
      }),
      x2(() => {
        leftAt.value = tail.value ? null : leftAt.peek() ?? pages.matched.peek();
      })
    ];
    return () => {
      for (const stop of watches) stop();
      pages.stop();
    };
  }, [pages, feed, filter2, selected, judged]);
  function showSelected() {
    const seq = selected.peek();
    if (seq === null || !pages.isReady.peek()) return;
    void pages.locate(seq).then((index) => {
      if (index === null || selected.peek() !== seq) return;
      const row = pages.row(index);
      if (row && row.seq !== seq) choose3(row.seq, null);
      scrollTo2.value = index;
    });
  }
  const attempt = async (text) => {
    const isUsed = await pages.setFilter(text);
    if (isUsed) {
      applied.current = text;
      filter2.value = text;
      tail.value = true;
    }
    return isUsed;
  };
  const pause = () => {
    if (pausedAt.peek() === null) {
      pages.freeze();
      pausedAt.value = feed.peek()?.matched ?? pages.matched.peek();
    } else {
      pages.thaw(feed.peek());
      pausedAt.value = null;
    }
  };
  const fold = (row, isFolded = !folded2.peek().has(row.seq)) => {
    if (row.children === 0 || isFolded === folded2.peek().has(row.seq)) return;
    const next = new Set(folded2.peek());
    if (isFolded) next.add(row.seq);
    else next.delete(row.seq);
    folded2.value = next;
    pages.setFolded(next);
  };
  const select = (index) => {
    const matched2 = pages.matched.peek();
    if (matched2 === 0) return;
    const wanted = Math.min(Math.max(index, 0), matched2 - 1);
    const row = pages.row(wanted);
    if (row) choose3(row.seq, row.finding);
    scrollTo2.value = wanted;
    if (!row) waitFor.current = wanted;
  };
  const waitFor = T(null);
  pages.version.value;
  F(() => {
    const row = waitFor.current === null ? void 0 : pages.row(waitFor.current);
    if (!row) return;
    waitFor.current = null;
    choose3(row.seq, row.finding);
  }, [pages.version.value]);
  const selectedIndex = () => selected.peek() === null ? null : pages.indexOf(selected.peek(), finding.peek());
  const selectedRow2 = () => {
    const index = selectedIndex();
    return index === null ? void 0 : pages.row(index);
  };
  const say2 = (text) => said2.value = text;
  const openMenu = (row, left, top) => {
    menu.value = { row, at: { left, top } };
  };
  const carryOut2 = (key) => {
    const row = selectedRow2();
    const index = selectedIndex();
    const perPage = Math.max(1, seen.peek()[1] - seen.peek()[0] - 17);
    switch (key.act) {
      case "move":
        return select(index === null ? key.by > 0 ? seen.peek()[0] : pages.matched.peek() - 1 : index + key.by);
      case "page":
        return select((index ?? seen.peek()[0]) + key.by * perPage);
      case "first":
        return select(0);
      case "last":
        select(pages.matched.peek() - 1);
        tail.value = true;
        return;
      case "open":
        return row && act2?.("open", row);
      case "fold":
        return row && fold(row, true);
      case "unfold":
        return row && fold(row, false);
      case "filter":
        return input.current?.focus();
      case "pause":
        return pause();
      case "copy":
        return row && copy2(row, key.as);
      case "menu": {
        const box = row && document.getElementById(rowId(idPrefix, rowKey(row)))?.getBoundingClientRect();
        return row && box && openMenu(row, box.left + 120, box.bottom);
      }
    }
  };
  const copy2 = (row, as) => void copyAs(api2, session2, row, as).then(say2);
  const onKeyDown = (event) => {
    const key = keys.read(event, singleKeys);
    if (key === null || key === "more") return;
    event.preventDefault();
    event.stopPropagation();
    carryOut2(key);
  };
  const range = rangeIn(stretchOf(filter2.value), rangeOf(rowsSeen(pages, seen.value)));
  const pinned = new Set((pins2?.value ?? []).map((row) => row.seq));
  const chosen = selected.value === null ? null : rowKey({ seq: selected.value, finding: finding.value });
  const look = { timeMode: timeMode.value, openedAt, range, folded: folded2.value, selected: chosen, pinned, idPrefix };
  const drawRow = (index) => {
    const row = pages.row(index);
    if (!row) return /* @__PURE__ */ a(EmptyRow, { index }, `empty-${index}`);
    return /* @__PURE__ */ a(
      TimelineRow,
      {
        row,
        index,
        before: index > 0 && look.timeMode === "delta" ? pages.row(index - 1) : void 0,
        look,
        select: () => select(index),
        open: () => act2?.("open", row),
        fold: () => fold(row),
        menu: (event) => {
          event.preventDefault();
          select(index);
          openMenu(row, event.clientX, event.clientY);
        }
      },
      rowKey(row)
    );
  };
  const matched = pages.matched.value;
  const isPaused = pausedAt.value !== null;
  const news2 = isPaused ? Math.max(0, (feed.value?.matched ?? 0) - (pausedAt.value ?? 0)) : 0;
  const below = !tail.value && leftAt.value !== null ? Math.max(0, matched - leftAt.value) : 0;
  const active2 = chosen !== null && isDrawn(pages, seen.value, chosen) ? rowId(idPrefix, chosen) : void 0;
  return /* @__PURE__ */ a("div", { ref: pane, class: `timeline ${full ? "timeline-full" : ""}`, children: [
    /* @__PURE__ */ a("div", { class: "tl-bar", children: [
      /* @__PURE__ */ a("h2", { children: "Timeline" }),
      /* @__PURE__ */ a(
        FilterBar,
        {
          filter: filter2,
          counts: pages.counts.value,
          error: pages.filterError.value,
          full,
          idPrefix,
          input,
          attempt,
          giveUp: () => pages.forgetError(),
          leave: () => grid()?.focus()
        }
      ),
      /* @__PURE__ */ a("span", { class: "tl-actions", children: [
        /* @__PURE__ */ a("span", { class: "muted tl-said", role: "status", children: said2.value }),
        /* @__PURE__ */ a("button", { type: "button", "aria-pressed": isPaused, onClick: pause, children: isPaused ? `Resume (${count2(news2)} new)` : "Pause" })
      ] })
    ] }),
    pages.failure.value && /* @__PURE__ */ a("p", { class: "fault", role: "alert", children: [
      "The rows could not be read: ",
      pages.failure.value,
      " ",
      /* @__PURE__ */ a("button", { type: "button", onClick: () => void pages.setFilter(filter2.peek()), children: "Try again" })
    ] }),
    pins2 && act2 && /* @__PURE__ */ a(
      PinsBar,
      {
        rows: pins2.value,
        selected: selected.value,
        filter: filter2.value,
        select: (row) => {
          choose3(row.seq, null);
          showSelected();
        },
        unpin: (row) => act2("pin", row),
        attempt
      }
    ),
    /* @__PURE__ */ a(OverviewStrip, { session: session2, api: api2, filter: filter2, feed, attempt }),
    /* @__PURE__ */ a("div", { class: "tl-rows", children: [
      /* @__PURE__ */ a(
        Windowed,
        {
          count: matched,
          rowHeight,
          row: drawRow,
          label: "Timeline rows",
          role: "grid",
          className: "tl-grid",
          tail,
          scrollTo: scrollTo2,
          onRange: (first, last) => {
            seen.value = [first, last];
            pages.look(first, last);
          },
          head: /* @__PURE__ */ a(Head, { mode: timeMode, hasClock: openedAt !== void 0 }),
          headHeight: HEAD_HEIGHT,
          attributes: { tabIndex: 0, "aria-rowcount": matched + 1, "aria-colcount": 8, "aria-activedescendant": active2, onKeyDown }
        }
      ),
      matched === 0 && pages.isReady.value && /* @__PURE__ */ a(Nothing, { total: pages.total.value, filter: filter2, attempt }),
      below > 0 && /* @__PURE__ */ a("button", { type: "button", class: "tl-new", onClick: () => tail.value = true, children: [
        count2(below),
        " new ↓"
      ] })
    ] }),
    menu.value && /* @__PURE__ */ a(
      Menu2,
      {
        label: `Row ${menu.value.row.method}`,
        items: menuOf({ api: api2, session: session2, row: menu.value.row, filter: filter2.value, attempt, act: act2, say: say2, copy: copy2, isPinned: pinned.has(menu.value.row.seq), compared: compared?.value ?? null }),
        at: menu.value.at,
        close: (isDone) => {
          menu.value = null;
          if (isDone) grid()?.focus();
        }
      }
    )
  ] });
}
function* rowsSeen(pages, [first, last]) {
  for (let index = first; index <= last; index++) {
    const row = pages.row(index);
    if (row) yield row;
  }
}
function isDrawn(pages, seen, key) {
  for (const row of rowsSeen(pages, seen)) if (rowKey(row) === key) return true;
  return false;
}

// src/screens/timeline.tsx
var RowComparison = later("RowComparison");
var LogLevel = later("LogLevel", "overlay");
var StatsPane = later("StatsPane");
var StepsPane = later("StepsPane");
function followTimelineAddress() {
  const fromAddress = x2(() => {
    const now = route.value;
    if (now.screen !== "timeline") return;
    if (now.seq !== null) selectedRow.value = now.seq;
    timelineFilter.value = now.filter;
  });
  const toAddress = x2(() => {
    const filter2 = timelineFilter.value;
    const seq = selectedRow.value;
    const now = route.peek();
    if (now.screen === "timeline" && (now.filter !== filter2 || now.seq !== seq)) go({ ...now, filter: filter2, seq }, "replace");
  });
  return () => {
    fromAddress();
    toAddress();
  };
}
async function saveRecording(state) {
  const response = await request("GET", sessionPath(state.id, "/recording"), { accept: "*/*" });
  download(await response.blob(), `${fileName(state.name)}-${state.id}.ndjson`);
}
function fileName(name) {
  return name.replace(/[^\w.-]+/g, "-");
}
var ITEM_OF = {
  "tools/call": { kind: "tool", member: "name" },
  "prompts/get": { kind: "prompt", member: "name" },
  "resources/read": { kind: "resource", member: "uri" }
};
function itemOfFrame(frame) {
  const method = JSON.parse(sliceAt(frame, ["method"]) ?? '""');
  const known = ITEM_OF[method];
  const key = known === void 0 ? null : sliceAt(frame, ["params", known.member]);
  if (known === void 0 || key === null) return null;
  return { ref: { kind: known.kind, key: String(JSON.parse(key)) }, text: textOfRequest(frame) ?? "" };
}
async function requestFrame(id, seq) {
  const detail = await api.get(sessionPath(id, `/timeline/${seq}`));
  return detail.parts.find((part) => part.name === "request")?.text ?? null;
}
async function again(id, row) {
  const frame = await requestFrame(id, row.seq);
  const params = frame === null ? null : sliceAt(frame, ["params"]);
  if (frame === null) {
    say("it cannot be run again: the request is no longer in the log");
    return;
  }
  const body = callBody(
    { method: row.method, params: paramsAgain(params ?? "{}") },
    { timeoutMs: null, forced: true, detached: false }
  );
  const { call } = await api.send("POST", sessionPath(id, "/calls"), body);
  const item = itemOfFrame(frame)?.ref;
  if (item !== void 0 && isAt(id, item)) go({ screen: "explore", session: id, item, run: call }, "replace");
}
function isAt(id, item) {
  const now = route.peek();
  return now.screen === "explore" && now.session === id && now.item?.kind === item.kind && now.item.key === item.key;
}
async function edit(id, row) {
  const frame = await requestFrame(id, row.seq);
  const found3 = frame === null ? null : itemOfFrame(frame);
  if (found3 === null) {
    say("there is no form for this request");
    return;
  }
  draftOf(id, found3.ref).text.value = found3.text;
  const isThere = isAt(id, found3.ref);
  wantsFocus.value = !isThere;
  go({ screen: "explore", session: id, item: found3.ref, run: null });
  if (isThere) focusFirstField("#item-form", () => isAt(id, found3.ref));
}
async function editRaw(id, row) {
  const frame = await requestFrame(id, row.seq);
  if (frame === null) {
    say("the request is too long for the panel, or no longer in the log");
    return;
  }
  setRawText(frame);
  rawOpen.value = true;
}
var MOMENT_NS = 5e7;
function zoomTo(row) {
  const { atNs, durationNs, status } = row;
  const stretch = durationNs !== null && durationNs > 0 ? { from: atNs, to: atNs + durationNs } : status === "pending" ? { from: atNs, to: null } : { from: Math.max(0, atNs - MOMENT_NS), to: atNs + MOMENT_NS };
  timelineFilter.value = withStretch(timelineFilter.peek(), stretch);
}
function actOn(id, verb, row) {
  const failed = (thrown) => say(problemOf(thrown).message);
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
      say(choose2({ session: id, row }));
      return;
    case "zoom":
      zoomTo(row);
  }
}
var comparedRow = O(() => remembered.value?.row ?? null);
function Rows({ state, full }) {
  return /* @__PURE__ */ a("section", { class: "pane", "aria-label": "Timeline", id: "pane-4", children: /* @__PURE__ */ a(
    TimelinePane,
    {
      session: state.id,
      feed: news,
      filter: timelineFilter,
      selected: selectedRow,
      ...full ? {} : { followed: followedRow },
      api,
      full,
      act: (verb, row) => actOn(state.id, verb, row),
      judged: findingsCount,
      pins,
      compared: comparedRow,
      openedAt: state.openedAt,
      singleKeys: settings.value.singleKeys,
      rowHeight: settings.value.density === "cozy" ? 28 : 22
    }
  ) });
}
function TimelineStrip({ state }) {
  const seq = selectedRow.value;
  return /* @__PURE__ */ a(
    Split,
    {
      name: "detail",
      way: "row",
      share: 0.7,
      label: "Width of the timeline's rows",
      first: /* @__PURE__ */ a(Rows, { state, full: false }),
      second: seq === null && comparison.value === null ? null : /* @__PURE__ */ a(Detail, { state, seq })
    }
  );
}
function Detail({ state, seq }) {
  const pair = comparison.value;
  if (pair !== null) {
    const close2 = () => {
      comparison.value = null;
    };
    return /* @__PURE__ */ a("section", { class: "pane detail", "aria-label": "Comparison of two rows", children: /* @__PURE__ */ a(RowComparison, { ...pair, api, close: close2 }) });
  }
  return /* @__PURE__ */ a("section", { class: "pane detail", "aria-label": "Chosen row", children: seq === null ? null : /* @__PURE__ */ a(RowDetail, { session: state.id, seq, api }) });
}
var VIEWS = [
  { name: "rows", label: "Rows" },
  { name: "stats", label: "Statistics" }
];
function viewsNow() {
  const saved = script.value.steps.length;
  return [...VIEWS, { name: "steps", label: saved === 0 ? "Steps" : `Steps ${saved}` }];
}
function Steps({ state, leave: leave2 }) {
  return /* @__PURE__ */ a(
    StepsPane,
    {
      script: script.value,
      states: stepStates.value,
      readOnly: state.origin === "recording",
      isRunning: isRunning.value,
      save: () => download(new Blob([script.value.text], { type: "application/json" }), `${fileName(state.name)}-steps.json`),
      copy: () => void copy(script.value.text, "the script"),
      runAll: () => void runSteps(state.id),
      remove: (number) => void removeStep(state.id, number),
      open: (seq) => {
        selectedRow.value = seq;
        leave2();
      }
    }
  );
}
function Timeline({ state }) {
  const now = route.value;
  const view = (now.screen === "timeline" ? now.view : void 0) ?? "rows";
  const setView = (next) => {
    if (now.screen === "timeline") go({ ...now, seq: selectedRow.peek(), filter: timelineFilter.peek(), view: next });
  };
  const seq = selectedRow.value;
  return /* @__PURE__ */ a("div", { class: "timeline-screen", children: [
    /* @__PURE__ */ a("div", { class: "bar-line", children: [
      /* @__PURE__ */ a(Tabs, { tabs: viewsNow(), chosen: view, choose: setView, label: "Views of the timeline", idPrefix: "timeline" }),
      /* @__PURE__ */ a("span", { class: "spring" }),
      state.origin === "recording" || state.server?.capabilities?.["logging"] === void 0 ? null : /* @__PURE__ */ a(LogLevel, { state, label: "Log level" }, state.id),
      /* @__PURE__ */ a(
        Button,
        {
          onClick: () => {
            saveRecording(state).catch(
              (thrown) => say(`the recording was not saved: ${problemOf(thrown).message}`)
            );
          },
          children: "Save recording"
        }
      )
    ] }),
    /* @__PURE__ */ a("div", { class: "fill", id: "timeline-panel", role: "tabpanel", "aria-labelledby": `timeline-tab-${view}`, children: view === "steps" ? /* @__PURE__ */ a(Steps, { state, leave: () => setView("rows") }) : view === "stats" ? /* @__PURE__ */ a(
      StatsPane,
      {
        session: state.id,
        api,
        filter: timelineFilter,
        selected: selectedRow,
        onPick: () => setView("rows")
      }
    ) : /* @__PURE__ */ a(
      Split,
      {
        name: "wide-detail",
        way: "row",
        share: 0.62,
        label: "Width of the timeline's rows",
        first: /* @__PURE__ */ a(Rows, { state, full: true }),
        second: seq === null && comparison.value === null ? null : /* @__PURE__ */ a(Detail, { state, seq })
      }
    ) })
  ] });
}

// src/screens/explore.tsx
function Explore({
  state,
  item,
  run: run2
}) {
  return /* @__PURE__ */ a(
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
  );
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

// src/shell/bars.tsx
function BackendBar() {
  const now = reach.value;
  if (now.state === "gone") return /* @__PURE__ */ a(GoneBar, { retryAt: now.retryAt });
  if (now.state !== "refused") return null;
  const words = now.problem.status === 401 ? hasToken() ? "The token of this tab is not that of the mcp-inspector that runs here; it was probably started again. Open the link it printed last." : "This tab has no token. Open the link that mcp-inspector printed in its terminal: it ends in #token=…" : `${now.problem.message}${now.problem.hint === null ? "" : ` → ${now.problem.hint}`}`;
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
  switch (state.phase) {
    case "ready":
      return null;
    case "starting":
    case "initializing":
      return /* @__PURE__ */ a(ConnectingBar, { state });
    case "backoff":
      return /* @__PURE__ */ a(BackoffBar, { state });
    case "closing":
      return /* @__PURE__ */ a("div", { class: "notice-bar warn", role: "status", children: "Disconnecting…" });
    case "closed":
      return /* @__PURE__ */ a("div", { class: "notice-bar warn", role: "alert", children: [
        state.fault === null ? "Disconnected." : `${state.fault.message} (${timeOfDay(state.openedAt, state.phaseSinceNs)})`,
        " ",
        /* @__PURE__ */ a("span", { class: "spring" }),
        /* @__PURE__ */ a(Button, { onClick: () => act(command(state.id, "reconnect")), children: "Reconnect" }),
        /* @__PURE__ */ a(DoctorButton, { state })
      ] });
  }
}
function DoctorButton({ state }) {
  const fault = openFault.value;
  if (fault === null) return null;
  const shown2 = isShown(state, fault);
  return /* @__PURE__ */ a(Button, { pressed: shown2, onClick: () => choose(state, fault, shown2 ? "away" : "shown"), children: "Doctor" });
}
function ConnectingBar({ state }) {
  const now = useNow();
  const step = state.phase === "starting" ? "Starting" : "Initializing";
  const wantsLogin = (news.value?.counts.auth ?? 0) > 0;
  return /* @__PURE__ */ a("div", { class: "notice-bar quiet", role: "status", children: [
    /* @__PURE__ */ a("span", { "aria-hidden": "true", children: "●" }),
    " ",
    step,
    "…",
    " ",
    /* @__PURE__ */ a("span", { class: "muted", children: elapsed((sessionNow(state, now) - state.phaseSinceNs) / 1e6) }),
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
    state.fault === null ? "The connection was lost" : state.fault.message,
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

// src/shell/commands.ts
function toScreen(screen) {
  const id = currentId.peek() ?? summaries.peek()?.at(-1)?.id ?? null;
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
  return selectedRow.peek() !== null && (isThere || route.peek().screen === "timeline");
}
function pin() {
  const [id, seq] = [currentId.peek(), selectedRow.peek()];
  if (id === null || seq === null) say("choose a row of the timeline first");
  else void togglePin(id, seq);
}
function zoom() {
  const [id, seq] = [currentId.peek(), selectedRow.peek()];
  if (id === null || seq === null) {
    say("choose a row of the timeline first");
    return;
  }
  api.get(sessionPath(id, `/timeline/${seq}`)).then(
    (detail) => zoomTo(detail.row),
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
  const names = tabsFor(end, hasBefore, appOf(now.item) !== null).map((tab) => tab.name);
  const at = Math.max(0, names.indexOf(resultTab.value));
  resultTab.value = names[(at + by + names.length) % names.length] ?? "pretty";
}
function toTab(tab) {
  resultTab.value = resultTab.value === tab ? "pretty" : tab;
}
function share(as) {
  const run2 = shown();
  const seq = selectedRow.peek();
  const now = route.peek();
  if (now.screen === "timeline" && seq !== null) void shareRow(now.session, seq, as);
  else if (run2 !== null) void shareRun(run2, as);
  else say("there is nothing to copy yet");
}
function answered() {
  return shown()?.row?.seq ?? selectedRow.peek();
}
function compare() {
  const id = currentId.peek() ?? summaries.peek()?.at(-1)?.id ?? null;
  if (id === null) return say("connect to a server first");
  const now = route.peek();
  const seq = now.screen === "explore" || now.screen === "timeline" ? answered() : null;
  const others = (summaries.peek() ?? []).map((one) => one.id);
  compareWith({ session: id, what: seq ?? "tools" }, others);
}
function run() {
  const now = route.peek();
  if (now.screen === "explore" && now.item !== null) void runItem(now.session, now.item, false);
}
function toServer(number) {
  const one = summaries.peek()?.[number - 1];
  if (one !== void 0) go(screenRoute("explore", one.id));
}
function back() {
  if (paletteOpen.peek()) paletteOpen.value = false;
  else if (keysOpen.peek()) keysOpen.value = false;
  else if (rawOpen.peek()) rawOpen.value = false;
  else if (drawerOpen.peek()) drawerOpen.value = false;
  else if (comparison.peek() !== null) comparison.value = null;
  else if (mode.peek() === "fullscreen") mode.value = "inline";
  else if (selectedRow.peek() !== null && document.activeElement?.closest("#pane-4") != null) selectedRow.value = null;
  else return false;
  return true;
}
function inbox() {
  drawerOpen.value = !drawerOpen.peek();
  if (drawerOpen.peek()) focusDrawer();
}
function maximise() {
  toScreen(route.peek().screen === "timeline" ? "explore" : "timeline");
}
var SINGLE2 = {
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
  diff: () => toTab("diff"),
  app: () => toTab("app"),
  maximise,
  rawFrame,
  pin,
  zoom,
  zoomOut: () => {
    timelineFilter.value = withStretch(timelineFilter.peek(), null);
  },
  connect: () => go({ screen: "connect" }),
  explore: () => toScreen("explore"),
  timeline: () => toScreen("timeline"),
  server: () => toScreen("server"),
  auth: () => toScreen("auth"),
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
  else SINGLE2[command2]();
}

// src/shell/header.tsx
var SCREENS = [
  ["explore", "Explore"],
  ["timeline", "Timeline"],
  ["server", "Server"],
  ["auth", "Auth"]
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
  const count3 = findingsCount.value ?? 0;
  if (count3 === 0) return null;
  return /* @__PURE__ */ a("span", { class: "mark warn", title: `${count3} ${count3 === 1 ? "finding" : "findings"}: rules of the protocol that are broken`, children: [
    " ",
    count3,
    /* @__PURE__ */ a("span", { class: "sr-only", children: count3 === 1 ? " finding" : " findings" })
  ] });
}
function Switcher() {
  const all = summaries.value ?? [];
  const now = route.value;
  const id = now.screen === "connect" ? null : now.session;
  const name = summary.value?.name ?? session.value?.name ?? "…";
  if (all.length < 2) return /* @__PURE__ */ a("h1", { class: "brand", children: name });
  return /* @__PURE__ */ a("h1", { class: "brand", children: [
    /* @__PURE__ */ a("span", { class: "sr-only", children: name }),
    /* @__PURE__ */ a(
      "select",
      {
        class: "switcher",
        "aria-label": "Server",
        value: id ?? "",
        onChange: (event) => go(screenRoute(now.screen === "connect" || now.screen === "diff" ? "explore" : now.screen, event.currentTarget.value)),
        children: [
          all.some((one) => one.id === id) ? null : /* @__PURE__ */ a("option", { value: id ?? "", children: name }),
          all.map((one) => /* @__PURE__ */ a("option", { value: one.id, children: [
            one.name,
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
  const facts = [state.transport, state.revision, state.p50Ns === null ? null : `p50 ${duration(state.p50Ns)}`].filter(
    (word2) => word2 !== null
  );
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

// src/shell/keyboard.ts
var PREFIX_MS = 1500;
var presses = 0;
var prefix = null;
function listenToKeys() {
  addEventListener(
    "keydown",
    () => {
      presses += 1;
    },
    { capture: true }
  );
  addEventListener("keydown", pressed2);
}
function pressed2(event) {
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
    case "nothing":
      return;
    case "prefix":
      prefix = { key: routed.prefix, until: event.timeStamp + PREFIX_MS, press: presses, held: event.altKey };
      if (event.altKey) event.preventDefault();
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

// src/store/ranking.ts
function isBoundary(text, at) {
  if (at === 0) return true;
  const before = text[at - 1] ?? "";
  const here = text[at] ?? "";
  return /[^\p{L}\p{N}]/u.test(before) || /\p{Ll}/u.test(before) && /\p{Lu}/u.test(here);
}
function fit(wanted, name) {
  const needle = wanted.toLowerCase().replace(/\s+/g, "");
  if (needle === "") return { score: 0, places: [] };
  const hay = name.toLowerCase();
  const whole = hay.indexOf(needle);
  if (whole >= 0) {
    const places2 = Array.from({ length: needle.length }, (_, index) => whole + index);
    const start3 = whole === 0 ? 60 : isBoundary(name, whole) ? 40 : 0;
    return { score: 100 + start3 + (hay.length === needle.length ? 100 : 0) - Math.min(hay.length, 60) / 2, places: places2 };
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
function best(wanted, all, nameOf2, most) {
  const fitting = [];
  all.forEach((one, order) => {
    const match = fit(wanted, nameOf2(one));
    if (match !== null) fitting.push({ one, match, order });
  });
  fitting.sort((a2, b2) => b2.match.score - a2.match.score || a2.order - b2.order);
  return fitting.slice(0, most);
}

// src/shell/palette-entries.ts
var ONE = { tools: "tool", resources: "resource", templates: "template", prompts: "prompt" };
var MOST2 = 50;
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
function sessionEntries(sessions, current) {
  return sessions.filter((one) => one.id !== current).map((one) => ({
    is: "view",
    name: one.name,
    note: `open server · ${one.status}`,
    route: screenRoute("explore", one.id)
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
    (row) => row.command !== void 0 && !left.has(row.command) && !/^(server|pane)\d$/.test(row.command)
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
function found2(wanted, entries2) {
  const named = best(wanted, entries2, (entry) => entry.name, MOST2);
  if (wanted.trim() === "" || named.length === MOST2) return named;
  const known = new Set(named.map(({ one }) => one));
  const noted = best(
    wanted,
    entries2.filter((entry) => entry.is !== "command" && !known.has(entry)),
    (entry) => entry.note,
    MOST2 - named.length
  );
  return [...named, ...noted.map(({ one, match }) => ({ one, match: { score: match.score, places: [] } }))];
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
        note: `row ${row}`,
        keys: "",
        act: () => compareWith({ session: state.id, what: row }, others)
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
  const entries2 = w(
    () => [
      ...itemEntries(catalog.value),
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
    [catalog.value, summaries.value, id]
  );
  const rows = useRows(id, wanted);
  const matches2 = w(
    () => [...found2(wanted, entries2), ...rows.map((one) => ({ one, match: { score: 0, places: [] } }))],
    [wanted, entries2, rows]
  );
  A(() => {
    field.current?.focus();
    void loadPlaces();
  }, []);
  A(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const shut = (giveBack) => {
    paletteOpen.value = false;
    if (giveBack && before.current instanceof HTMLElement) before.current.focus();
  };
  const choose3 = (entry) => {
    if (entry === void 0) return;
    shut(entry.is !== "item");
    switch (entry.is) {
      case "item":
        if (id === null) return;
        wantsFocus.value = true;
        go({ screen: "explore", session: id, item: entry.ref, run: null });
        return;
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
    else if (event.key === "Enter") choose3(matches2[at]?.one);
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
            onClick: () => choose3(one),
            onMouseMove: () => {
              if (index !== at) setAt(index);
            },
            children: [
              /* @__PURE__ */ a("span", { class: "palette-name", children: /* @__PURE__ */ a(Marked, { text: one.name, places: match.places }) }),
              /* @__PURE__ */ a("span", { class: "muted palette-note", children: one.note }),
              one.is === "command" && one.keys !== "" ? /* @__PURE__ */ a(Keys, { keys: one.keys }) : null
            ]
          },
          `${one.is} ${one.name} ${one.note}`
        )) }),
        matches2.length === 0 ? /* @__PURE__ */ a("p", { class: "empty", role: "status", children: [
          "Nothing is called “",
          wanted,
          "”."
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
function Marked({ text, places }) {
  const marked = new Set(places);
  const parts = [];
  for (let index = 0; index < text.length; index += 1) {
    const hit = marked.has(index);
    const last = parts.at(-1);
    if (last !== void 0 && last.hit === hit) last.text += text[index] ?? "";
    else parts.push({ text: text[index] ?? "", hit });
  }
  return /* @__PURE__ */ a($, { children: parts.map((part, index) => part.hit ? /* @__PURE__ */ a("b", { children: part.text }, index) : /* @__PURE__ */ a("span", { children: part.text }, index)) });
}

// src/shell/raw-sender.tsx
var RawPanel = later("RawPanel", "overlay");
function RawSender() {
  const state = session.value;
  return rawOpen.value && state !== null ? /* @__PURE__ */ a(RawPanel, { state }, state.id) : null;
}

// src/shell/status-bar.tsx
function StatusBar() {
  const state = session.value;
  const dropped = news.value?.dropped ?? 0;
  const frames = state === null ? 0 : state.traffic.framesSent + state.traffic.framesReceived;
  return /* @__PURE__ */ a("footer", { class: "status-bar", children: [
    state === null ? null : /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("span", { children: state.origin === "recording" ? "recording, read only" : /* @__PURE__ */ a($, { children: [
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
    /* @__PURE__ */ a("span", { class: "said", role: "status", children: said.value.text }),
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
var PATIENCE_MS2 = 500;
var NAME = "mcp-inspector";
async function askOtherTabs() {
  if (hasToken() || typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(NAME);
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS2);
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
function App() {
  const now = route.value;
  const state = session.value;
  return /* @__PURE__ */ a("div", { class: "app", children: [
    /* @__PURE__ */ a(Header, {}),
    /* @__PURE__ */ a(BackendBar, {}),
    state === null || now.screen === "connect" ? null : /* @__PURE__ */ a(ServerBar, { state }),
    /* @__PURE__ */ a("div", { class: "stage", children: [
      /* @__PURE__ */ a("main", { class: "main", children: /* @__PURE__ */ a(Boundary, { place: formatRoute(now), children: now.screen === "connect" ? /* @__PURE__ */ a(Connect, {}) : state === null ? /* @__PURE__ */ a(Waiting2, {}) : /* @__PURE__ */ a(SessionScreen, { state }) }) }),
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
    now.screen === "explore" ? /* @__PURE__ */ a(Explore, { state, item: now.item, run: now.run }) : now.screen === "timeline" ? /* @__PURE__ */ a(Timeline, { state }) : now.screen === "server" ? /* @__PURE__ */ a(Server, { state }) : now.screen === "diff" ? /* @__PURE__ */ a(Diff, { now }) : /* @__PURE__ */ a(Auth, { state })
  ] });
}
function Waiting2() {
  if (reach.value.state === "refused" && missing.value === null) return null;
  if (missing.value === null)
    return /* @__PURE__ */ a("p", { class: "empty late", role: "status", children: "Loading…" });
  return /* @__PURE__ */ a("div", { class: "page", children: [
    /* @__PURE__ */ a("h2", { children: "This session is not open any more" }),
    /* @__PURE__ */ a("p", { children: [
      "It was closed, or mcp-inspector was started again. ",
      /* @__PURE__ */ a("a", { href: "#/", children: "Connect to a server" })
    ] })
  ] });
}
function openOnServer() {
  const stop = x2(() => {
    const all = summaries.value;
    if (all === null) return;
    queueMicrotask(() => stop());
    const newest = all.filter((one) => one.origin === "face").at(-1);
    if (newest !== void 0 && route.peek().screen === "connect") go(screenRoute("explore", newest.id), "replace");
  });
}
function titled() {
  x2(() => {
    const asks = waitingInAll.value;
    const name = session.value?.name;
    document.title = `${asks === 0 ? "" : `(${asks}) `}${name === void 0 ? "" : `${name} · `}mcp-inspector`;
  });
}
async function start2() {
  const token = tokenInFragment(location.hash);
  if (token !== null) keepToken(token);
  await askOtherTabs();
  answerOtherTabs(() => reach.peek().state === "refused");
  const fresh = token !== null || location.hash === "";
  if (fresh) history.replaceState(null, "", `${location.pathname}#/`);
  followAddress();
  addEventListener("hashchange", () => {
    if (tokenInFragment(location.hash) !== null) location.reload();
  });
  if (fresh) openOnServer();
  applySettings();
  x2(() => {
    void route.value;
    forgetSaid();
  });
  followTimelineAddress();
  followResultTab();
  rememberExplored();
  startWatching();
  followLists();
  followChanges();
  followDrafts();
  followAsks();
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
}
void start2();
