import {
  $,
  A,
  BigDoc,
  Button,
  ConnectSteps,
  DETAIL_TABS,
  DocView,
  F,
  FormEngine,
  JsonText,
  KEYS,
  KINDS,
  Keys,
  LARGEST,
  LISTS,
  Menu,
  NOTHING_FOLDED,
  NO_EXTRAS,
  O,
  ONE_LINE,
  P,
  PrettyJson,
  Problem,
  ProblemBlock,
  REFUSED,
  SHARE_NAMES,
  SOME_LINES,
  Skeleton,
  Split,
  T,
  TALLEST,
  TimelinePane,
  U,
  WHOLE_RESULT_BYTES,
  _,
  a,
  abort,
  actOn,
  addRule,
  answer,
  answerProblems,
  api,
  askKey,
  brief,
  briefJson,
  bytes,
  capabilitiesOf,
  cardGoes,
  catalog,
  causes,
  change,
  changeComparison,
  changeCount,
  checkRules,
  childPointer,
  choose,
  chosenTab,
  cleared,
  close,
  command,
  compareWith,
  configured,
  copy,
  copyLink,
  count,
  count2,
  currentId,
  d,
  download,
  draftNamed,
  draftsCame,
  drawerOpen,
  duration,
  editLine,
  editing,
  elapsed,
  elementsOf,
  elsewhere,
  ended,
  expanded,
  extras,
  f,
  fetchDetail,
  fieldId,
  fileName,
  findItem,
  findings,
  findingsProblem,
  fitsIn,
  foldQuery,
  formApi,
  formOnScreen,
  formatRoute,
  framing,
  go,
  goToAsk,
  hasCapability,
  hasStructured,
  hasTerm,
  heldBack,
  helpPath,
  indexOf,
  isDark,
  isJsonNumber,
  isLost,
  j,
  jsonFault,
  judgedOf,
  keepForm,
  keysOpen,
  labelsOf,
  later,
  levelOf,
  listChanges,
  load,
  loadPlaces,
  mode,
  named,
  news,
  noteOf,
  nothingOf,
  objectText,
  openFault,
  paramsText,
  parentPointer,
  pasted,
  pathOf,
  plain,
  prettyOf,
  problemOf,
  problemOfFault,
  putAway,
  quoted,
  rangeAt,
  rawOpen,
  rawText,
  recent,
  refreshLists,
  removeRule,
  request,
  requestFrame,
  route,
  rowOfName,
  rowsFor,
  ruleSays,
  runItem,
  runWords,
  runs,
  runsOf,
  samplingResult,
  say,
  screenRoute,
  script,
  serverIdentity,
  serverTitle,
  session,
  sessionNow,
  sessionPath,
  setJudged,
  setRawText,
  setTerm,
  settings,
  settle,
  sibling,
  sideBody,
  sliceAt,
  startEditing,
  statusText,
  stopEditing,
  stopTests,
  stretchOf,
  summaries,
  tabBeside,
  targetOf,
  textOfRequest,
  time,
  timelineVersion,
  togetherNews,
  toggleTerm,
  tokensOf,
  typedFor,
  typedForm,
  unkept,
  unsendable,
  useComputed,
  useNow,
  useSignal,
  valueOf,
  version,
  visible,
  w,
  withEra,
  withStretch,
  withoutTerms,
  worked,
  x,
  x2,
  y
} from "./shared.js";

// src/apps/bridge.ts
var PROTOCOL = "2026-01-26";
var MOST_CALLS = 8;
var MOST_LINKS = 5;
var TEARDOWN_MS = 500;
var METHOD_NOT_FOUND = -32601;
var INVALID_PARAMS = -32602;
var INVALID_REQUEST = -32600;
var REFUSED2 = -32e3;
var MODES = ["inline", "fullscreen"];
function isDict(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isWebAddress(url) {
  try {
    return /^https?:$/.test(new URL(url).protocol);
  } catch {
    return false;
  }
}
var Bridge = class {
  #host;
  #isReady = false;
  #input = null;
  #end = null;
  /** What the app says it can be shown as; null when it does not say. */
  #modes = null;
  #calls = 0;
  #links = /* @__PURE__ */ new Set();
  #next = 1;
  #waiting = /* @__PURE__ */ new Map();
  constructor(host) {
    this.#host = host;
  }
  get isReady() {
    return this.#isReady;
  }
  /** Something came from the app. */
  receive(text2) {
    this.#host.wrote("in", text2);
    const message = valueOf(text2);
    if (!isDict(message)) return;
    const id = sliceAt(text2, ["id"]);
    const { method } = message;
    if (typeof method !== "string") {
      if (id !== null && ("result" in message || "error" in message)) this.#answered(id);
      return;
    }
    const params = isDict(message["params"]) ? message["params"] : {};
    if (id === null) {
      this.#notified(method, params, text2);
      return;
    }
    if (!/^["\-\d]/.test(id)) {
      this.#say(objectText([["jsonrpc", '"2.0"'], ["id", "null"], ["error", refusal(INVALID_REQUEST, "no such id")]]));
      return;
    }
    this.#asked(id, method, params, text2);
  }
  /** The arguments of the call that the app shows, JSON text. */
  setInput(text2) {
    this.#input = text2;
    if (this.#isReady) this.#tellInput();
  }
  /** The result of the call that the app shows, JSON text. */
  setResult(text2) {
    this.#end = { method: "tool-result", params: text2 };
    if (this.#isReady) this.#tellEnd();
  }
  /** The call that the app shows gave no result. */
  setCancelled(reason) {
    this.#end = { method: "tool-cancelled", params: JSON.stringify({ reason }) };
    if (this.#isReady) this.#tellEnd();
  }
  /** What is different about where the app is shown. */
  contextChanged(part) {
    if (this.#isReady) this.#notify("ui/notifications/host-context-changed", JSON.stringify(part));
  }
  /** Whether the app can be shown so, as far as it says. */
  allows(mode2) {
    return MODES.some((one) => one === mode2) && (this.#modes === null || this.#modes.includes(mode2));
  }
  /** A person decided about a link. */
  answerLink(id, opened2) {
    if (!this.#links.delete(id)) return;
    this.#reply(id, opened2 ? { result: "{}" } : { error: { code: REFUSED2, message: "Link opening denied by user" } });
  }
  /** Tells the app that it will be closed, and waits until it agrees, for a moment. */
  async close(reason) {
    for (const id2 of [...this.#links]) this.answerLink(id2, false);
    if (!this.#isReady) return;
    this.#isReady = false;
    const id = JSON.stringify(`host-${this.#next++}`);
    const answered = new Promise((resolve) => this.#waiting.set(id, resolve));
    const params = JSON.stringify({ reason });
    this.#say(objectText([["jsonrpc", '"2.0"'], ["id", id], ["method", '"ui/resource-teardown"'], ["params", params]]));
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, TEARDOWN_MS))]);
    this.#waiting.delete(id);
  }
  #answered(id) {
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }
  #notified(method, params, text2) {
    const json = sliceAt(text2, ["params"]) ?? "{}";
    switch (method) {
      case "ui/notifications/initialized":
        if (this.#isReady) return;
        this.#isReady = true;
        this.#tellInput();
        this.#tellEnd();
        return;
      case "ui/notifications/size-changed": {
        const { height } = params;
        const sensible = typeof height === "number" && Number.isFinite(height) && height >= 0;
        this.#host.tell({ is: "size", height: sensible ? height : null });
        return;
      }
      case "notifications/message": {
        const level = typeof params["level"] === "string" ? params["level"] : "info";
        this.#host.tell({ is: "log", level, json: sliceAt(json, ["data"]) ?? json });
        return;
      }
      case "ui/notifications/request-teardown":
        this.#host.tell({ is: "wants to close" });
        return;
      default:
    }
  }
  #asked(id, method, params, text2) {
    const json = sliceAt(text2, ["params"]) ?? "{}";
    const wrong = (message) => this.#reply(id, { error: { code: INVALID_PARAMS, message } });
    switch (method) {
      case "ui/initialize":
        this.#initialize(id, params);
        return;
      case "ping":
        this.#reply(id, { result: "{}" });
        return;
      case "tools/call": {
        const { name } = params;
        if (typeof name !== "string") wrong("`name` is missing");
        else if (!this.#host.mayCall(name))
          this.#reply(id, { error: { code: REFUSED2, message: `the tool ${name} is not for apps (visibility)` } });
        else void this.#pass(id, method, json);
        return;
      }
      case "resources/read":
        if (typeof params["uri"] !== "string") wrong("`uri` is missing");
        else void this.#pass(id, method, json);
        return;
      case "ui/open-link": {
        const { url } = params;
        if (typeof url !== "string" || !isWebAddress(url)) wrong("`url` is no address of the web");
        else if (this.#links.size >= MOST_LINKS || this.#links.has(id))
          this.#reply(id, { error: { code: REFUSED2, message: "other links wait to be decided about" } });
        else {
          this.#links.add(id);
          this.#host.tell({ is: "link", id, url });
        }
        return;
      }
      case "ui/message":
        if (!("content" in params)) wrong("`content` is missing");
        else {
          this.#host.tell({ is: "message", json });
          this.#reply(id, { result: "{}" });
        }
        return;
      case "ui/update-model-context":
        this.#host.tell({ is: "context", json });
        this.#reply(id, { result: "{}" });
        return;
      case "ui/request-display-mode": {
        const { mode: mode2 } = params;
        if (typeof mode2 === "string" && this.allows(mode2)) this.#host.tell({ is: "mode", mode: mode2 });
        this.#reply(id, { result: JSON.stringify({ mode: this.#host.mode() }) });
        return;
      }
      default:
        this.#reply(id, { error: { code: METHOD_NOT_FOUND, message: `there is no method ${method} for apps` } });
    }
  }
  #initialize(id, params) {
    this.#isReady = false;
    const can = isDict(params["appCapabilities"]) ? params["appCapabilities"] : {};
    this.#modes = Array.isArray(can["availableDisplayModes"]) ? can["availableDisplayModes"] : null;
    const app = isDict(params["appInfo"]) ? params["appInfo"] : {};
    this.#host.tell({ is: "ready", name: typeof app["name"] === "string" ? app["name"] : "" });
    const result = { protocolVersion: PROTOCOL, ...this.#host.info(), hostContext: this.#host.context() };
    this.#reply(id, { result: JSON.stringify(result) });
  }
  async #pass(id, method, params) {
    if (this.#calls >= MOST_CALLS) {
      this.#reply(id, { error: { code: REFUSED2, message: `${MOST_CALLS} requests are under way already` } });
      return;
    }
    this.#calls += 1;
    const reply = await this.#host.call(method, params);
    this.#calls -= 1;
    this.#reply(id, reply);
  }
  #tellInput() {
    if (this.#input !== null) this.#notify("ui/notifications/tool-input", objectText([["arguments", this.#input]]));
  }
  #tellEnd() {
    if (this.#end !== null) this.#notify(`ui/notifications/${this.#end.method}`, this.#end.params);
  }
  #notify(method, params) {
    this.#say(objectText([["jsonrpc", '"2.0"'], ["method", JSON.stringify(method)], ["params", params]]));
  }
  #reply(id, reply) {
    const said = "result" in reply ? reply.result : refusal(reply.error.code, reply.error.message);
    this.#say(objectText([["jsonrpc", '"2.0"'], ["id", id], ["result" in reply ? "result" : "error", said]]));
  }
  #say(text2) {
    this.#host.wrote("out", text2);
    this.#host.post(text2);
  }
};
function refusal(code, message) {
  return JSON.stringify({ code, message });
}

// src/apps/context.ts
var TALLEST2 = 2e3;
var COLOURS = [
  ["--color-background-primary", "--panel"],
  ["--color-background-secondary", "--bg"],
  ["--color-background-tertiary", "--head"],
  ["--color-background-info", "--selected"],
  ["--color-background-danger", "--error-ground"],
  ["--color-background-warning", "--warn-ground"],
  ["--color-text-primary", "--text"],
  ["--color-text-secondary", "--muted"],
  ["--color-text-tertiary", "--muted"],
  ["--color-text-info", "--accent"],
  ["--color-text-danger", "--error"],
  ["--color-text-success", "--ok"],
  ["--color-text-warning", "--warn"],
  ["--color-border-primary", "--line-strong"],
  ["--color-border-secondary", "--line"],
  ["--color-ring-primary", "--accent"],
  ["--font-sans", "--sans"],
  ["--font-mono", "--mono"]
];
function variables() {
  const styles = getComputedStyle(document.documentElement);
  const all = COLOURS.map(([theirs, ours]) => [theirs, styles.getPropertyValue(ours).trim()]);
  return Object.fromEntries(all.filter(([, value]) => value !== ""));
}
function hostContext(shown) {
  return {
    ...shown.tool === null ? {} : { toolInfo: { tool: shown.tool } },
    theme: shown.theme,
    styles: { variables: variables() },
    displayMode: shown.mode,
    availableDisplayModes: MODES,
    containerDimensions: { width: Math.round(shown.width), maxHeight: TALLEST2 },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: "mcp-inspector",
    platform: "web",
    deviceCapabilities: {
      touch: matchMedia("(pointer: coarse)").matches,
      hover: matchMedia("(hover: hover)").matches
    }
  };
}

// src/apps/frame.ts
var LONGEST = 11e5;
var AppFrame = class {
  element;
  #origin;
  #events;
  constructor(shown, title, events) {
    this.#origin = shown.origin;
    this.#events = events;
    const element = document.createElement("iframe");
    element.title = title;
    element.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
    element.setAttribute("allow", "");
    element.setAttribute("referrerpolicy", "no-referrer");
    element.src = `${shown.sandbox}#${encodeURIComponent(location.origin)}`;
    this.element = element;
    addEventListener("message", this.#heard);
  }
  post(text2) {
    this.element.contentWindow?.postMessage(text2, this.#origin);
  }
  /** Takes the frame off the screen, lets the app come to its end, and takes it away. */
  async retire(end) {
    const body = document.body;
    if (this.element.isConnected && body.moveBefore !== void 0) {
      this.element.hidden = true;
      body.moveBefore(this.element, null);
    }
    await end();
    removeEventListener("message", this.#heard);
    this.element.remove();
  }
  #heard = (event) => {
    if (event.source === null || event.source !== this.element.contentWindow || event.origin !== this.#origin) return;
    const text2 = event.data;
    if (typeof text2 !== "string" || text2.length > LONGEST) return;
    const sandbox = /^\{"jsonrpc":"2.0","method":"ui\/notifications\/sandbox-([a-z-]+)"/.exec(text2)?.[1];
    if (sandbox === void 0) this.#events.message(text2);
    else if (sandbox === "proxy-ready") {
      this.#events.open();
      this.post('{"jsonrpc":"2.0","method":"ui/notifications/sandbox-resource-ready","params":{}}');
    } else if (sandbox === "dropped") this.#events.dropped(valueOf(text2).params);
  };
};

// src/apps/journal.ts
var MOST_MESSAGES = 100;
var MOST_CHARACTERS = 1e6;
var MOST_WAITING = 1e3;
function batch(waiting2) {
  let characters = 0;
  const fits = waiting2.slice(0, MOST_MESSAGES).findIndex((said) => {
    characters += said.text.length;
    return characters > MOST_CHARACTERS;
  });
  return waiting2.slice(0, fits === -1 ? MOST_MESSAGES : Math.max(1, fits));
}
var Journal = class {
  #path;
  #resource;
  #call;
  #lost;
  #waiting = [];
  #writing = null;
  constructor(session2, resource, call, lost) {
    this.#path = sessionPath(session2, "/app-messages");
    this.#resource = resource;
    this.#call = call;
    this.#lost = lost;
  }
  write(direction, text2) {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#lost(1);
      return;
    }
    this.#waiting.push({ direction, text: text2 });
    this.#writing ??= this.#writeAll();
  }
  /** Resolves when everything that was said so far is written or lost. */
  async written() {
    await this.#writing;
  }
  async #writeAll() {
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const messages = batch(this.#waiting);
      this.#waiting.splice(0, messages.length);
      const body = JSON.stringify({
        resource: this.#resource,
        ...this.#call === null ? {} : { call: this.#call },
        messages
      });
      try {
        await api.send("POST", this.#path, body);
      } catch {
        this.#lost(messages.length);
      }
    }
    this.#writing = null;
  }
};

// src/apps/keyboard.ts
var TAB_MS = 500;
var TYPING_MS = 700;
var HOVER_MS = 100;
var ACT_MS = 5500;
var WAY_MS = 250;
var STEPS_AHEAD = 2;
var MOST_TAKINGS = 3;
var WITHIN_MS = 2e4;
var FIELDS = 'input, textarea, select, [contenteditable="true"]';
var Keyboard = class {
  #frame;
  #taken;
  /** Where the focus was last, outside of the frame. */
  #last;
  #tabAt = Number.NEGATIVE_INFINITY;
  #typedAt = Number.NEGATIVE_INFINITY;
  /** When a person last did something in the page, as far as it hears of it: the app was opened somehow. */
  #actedAt = performance.now();
  #isOver = false;
  /** Where the pointer was last seen in the page, and when. */
  #seen = null;
  #isTouch = false;
  /** Whether a person gave the focus that the frame has. */
  #isGiven = false;
  #isAllowed;
  /** When it was taken lately. */
  #takings = [];
  #stop = new AbortController();
  constructor(frame, isAllowed, taken) {
    this.#frame = frame;
    this.#isAllowed = isAllowed;
    this.#taken = taken;
    this.#last = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const { signal } = this.#stop;
    const soon = () => void setTimeout(() => this.#check(), 0);
    addEventListener("keydown", (event) => this.#pressed(event), { capture: true, signal });
    addEventListener("pointerdown", ({ pointerType }) => this.#pointed(pointerType), { capture: true, signal });
    addEventListener("pointerup", () => void (this.#actedAt = performance.now()), { capture: true, signal });
    addEventListener("pointermove", (event) => this.#moved(event), { capture: true, passive: true, signal });
    addEventListener("blur", soon, { signal });
    addEventListener("focus", soon, { signal });
    document.addEventListener("visibilitychange", soon, { signal });
    document.addEventListener("focusin", (event) => this.#focused(event.target), { signal });
    frame.addEventListener("pointerenter", () => void (this.#isOver = true), { signal });
    frame.addEventListener("pointerleave", () => void (this.#isOver = false), { signal });
  }
  /** From now on the app may have the keyboard whenever it likes. */
  allow() {
    this.#isAllowed = true;
    this.#isGiven = true;
    this.#frame.focus();
  }
  /**
   * Whether a person did something in the app just now. Of what is done there the page hears only that something was
   * done: so it must have been the app that had the keyboard, and in the page nothing was done for as long as that is told.
   */
  isUsed() {
    const isQuiet = performance.now() - this.#actedAt > ACT_MS;
    return isQuiet && document.activeElement === this.#frame && navigator.userActivation?.isActive === true;
  }
  end() {
    this.#stop.abort();
  }
  #pressed(event) {
    this.#actedAt = performance.now();
    if (event.key === "Tab") this.#tabAt = performance.now();
    else if (event.target instanceof Element && event.target.matches(FIELDS)) this.#typedAt = performance.now();
  }
  /** A press that the page hears of is none into the frame. */
  #pointed(by) {
    this.#actedAt = performance.now();
    this.#isTouch = by === "touch";
    this.#isOver = false;
    this.#seen = null;
  }
  #moved({ clientX: x3, clientY: y2, timeStamp: at, target }) {
    const before = this.#seen;
    this.#seen = { x: x3, y: y2, at };
    if (target === this.#frame) this.#isOver = true;
    else if (before === null || at - before.at > WAY_MS) this.#isOver = false;
    else if (x3 !== before.x || y2 !== before.y) {
      const box = this.#frame.getBoundingClientRect();
      this.#isOver = leadsInto(box, { x: x3, y: y2 }, { x: (x3 - before.x) * STEPS_AHEAD, y: (y2 - before.y) * STEPS_AHEAD });
    }
  }
  #focused(target) {
    if (target === this.#frame) return this.#check();
    this.#isGiven = false;
    if (target instanceof HTMLElement) this.#last = target;
  }
  #check(waited = false) {
    if (document.activeElement !== this.#frame) this.#isGiven = false;
    if (document.activeElement !== this.#frame || this.#isGiven) return;
    const now = performance.now();
    const isTyping = now - this.#typedAt < TYPING_MS;
    this.#isGiven = this.#isAllowed || now - this.#tabAt < TAB_MS || this.#isPointedAt() && !isTyping;
    if (this.#isGiven) return;
    if (waited || isTyping) this.#giveBack();
    else setTimeout(() => this.#check(true), HOVER_MS);
  }
  #isPointedAt() {
    const isThere = this.#isOver || this.#isTouch || this.#frame.matches(":hover");
    return isThere && navigator.userActivation?.isActive !== false;
  }
  #giveBack() {
    const now = performance.now();
    this.#takings = [...this.#takings.filter((at) => now - at < WITHIN_MS), now];
    this.#taken(this.#takings.length < MOST_TAKINGS ? "back" : "away");
    this.#frame.blur();
    if (this.#last?.isConnected === true) this.#last.focus({ preventScroll: true });
    else window.focus();
  }
};
function leadsInto(box, from, way) {
  const between = (start, length, low, high) => {
    if (length === 0) return start >= low && start <= high ? [0, 1] : [1, 0];
    const ends = [(low - start) / length, (high - start) / length];
    return [Math.max(0, Math.min(...ends)), Math.min(1, Math.max(...ends))];
  };
  const across = between(from.x, way.x, box.left, box.right);
  const down = between(from.y, way.y, box.top, box.bottom);
  return Math.max(across[0], down[0]) <= Math.min(across[1], down[1]);
}

// src/apps/whole-page.ts
var WholePage = class {
  /** Whether a person is asked. */
  isAsked = y(false);
  #wasLeft = false;
  #isRefused = false;
  /** The app wants the whole page; `used` says that a person just did something in it. Tells whether it may. */
  wish(used) {
    if (used && !this.#wasLeft && !this.#isRefused) return true;
    this.isAsked.value = !this.#isRefused;
    return false;
  }
  /** There is nothing to ask: it has the whole page, whoever gave it, or does not want it any more. */
  settle() {
    this.isAsked.value = false;
  }
  /** A person took the whole page back. */
  left() {
    this.#wasLeft = true;
  }
  refuse() {
    this.#isRefused = true;
    this.isAsked.value = false;
  }
};

// src/apps/session.ts
var PATIENCE_MS = 5e3;
var LONGEST_REPLY = 2e6;
var MOST_SAID = 20;
var LONGEST_RESULT = 4e6;
var LEAST_HEIGHT = 80;
var theme = y("page");
var mayTakeKeyboard = /* @__PURE__ */ new Set();
var ShowingApp = class {
  uri;
  shown = y(null);
  problem = y(null);
  phase = y("loading");
  name = y("");
  said = y([]);
  dropped = y({ often: 0, long: 0, odd: 0 });
  unwritten = y(0);
  /** What came of it when the app took the keyboard by itself; null when it did not, or is allowed to. */
  grabbed = y(null);
  whole = new WholePage();
  height = y(240);
  input = y("{}");
  result = y("");
  /** How many bytes the result has that is too long to be given. */
  tooLong = y(null);
  #session;
  #target;
  #journal;
  #bridge;
  #frame = null;
  #keyboard = null;
  #tool = null;
  #systemDark = y(false);
  #holder;
  #undo = [];
  #keys = 1;
  /** Whether the app itself changes how it is shown, right now. */
  #isOwnWish = false;
  constructor(session2, target, uri, call, holder) {
    this.uri = uri;
    this.#session = session2;
    this.#target = target;
    this.#holder = holder;
    this.#journal = new Journal(session2, uri, call, (count3) => {
      this.unwritten.value += count3;
    });
    this.#bridge = new Bridge({
      post: (text2) => this.#frame?.post(text2),
      wrote: (direction, text2) => this.#journal.write(direction, text2),
      context: () => this.context(),
      info: () => ({
        hostInfo: { name: "mcp-inspector", version: version.peek() },
        hostCapabilities: {
          openLinks: {},
          serverTools: {},
          serverResources: {},
          logging: {},
          sandbox: { permissions: {}, csp: this.shown.peek()?.domains ?? {} }
        }
      }),
      mode: () => mode.peek(),
      mayCall: (tool) => {
        const known = catalog.peek()?.tools?.items.find((one) => one.name === tool);
        return known === void 0 || known.visibility.includes("app");
      },
      call: (method, params) => this.#call(method, params),
      tell: (told3) => this.#told(told3)
    });
  }
  /** Has the app made ready and loads it. */
  async open(signal) {
    try {
      const [shown, detail] = await Promise.all([
        api.send("POST", sessionPath(this.#session, "/apps"), JSON.stringify({ uri: this.uri })),
        this.#detail(signal)
      ]);
      if (signal.aborted) return;
      this.#tool = detail === null ? null : valueOf(detail.raw) ?? null;
      this.shown.value = shown;
      this.#load(shown);
    } catch (thrown) {
      if (!signal.aborted) this.problem.value = problemOf(thrown);
    }
  }
  async #detail(signal) {
    const item = findItem(catalog.peek(), this.#target);
    return item === null ? null : fetchDetail(this.#session, this.#target, item, signal).catch(() => null);
  }
  #load(shown) {
    const late = setTimeout(() => {
      if (this.phase.peek() === "loading") this.phase.value = "silent";
    }, PATIENCE_MS);
    this.#frame = new AppFrame(shown, `App of ${this.#target.key}`, {
      open: () => {
        clearTimeout(late);
        this.phase.value = "waiting";
      },
      message: (text2) => this.#bridge.receive(text2),
      dropped: (counts) => {
        const before2 = this.dropped.peek();
        this.dropped.value = {
          often: before2.often + counts.often,
          long: before2.long + counts.long,
          odd: before2.odd + counts.odd
        };
      }
    });
    const { element } = this.#frame;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => {
      this.#systemDark.value = system.matches;
    };
    system.addEventListener("change", changed);
    this.#undo.push(
      () => system.removeEventListener("change", changed),
      () => clearTimeout(late),
      x2(() => {
        element.style.height = mode.value === "fullscreen" ? "100%" : `${this.height.value}px`;
      }),
      this.#follow(
        () => this.#isDark(),
        () => ({ theme: this.#isDark() ? "dark" : "light" })
      ),
      this.#follow(
        () => mode.value,
        () => ({ displayMode: mode.peek(), containerDimensions: this.context()["containerDimensions"] })
      )
    );
    let before = mode.peek();
    this.#undo.push(
      mode.subscribe((now) => {
        if (now === "fullscreen") this.whole.settle();
        else if (before === "fullscreen" && !this.#isOwnWish) this.whole.left();
        before = now;
      })
    );
    const keyboard = new Keyboard(element, mayTakeKeyboard.has(this.uri), (then) => {
      this.grabbed.value = then;
      if (then === "back") return;
      element.remove();
      void this.close("it takes the keyboard by itself");
    });
    this.#keyboard = keyboard;
    this.#undo.push(() => keyboard.end());
    this.#holder.append(element);
  }
  /** Tells the app what changed whenever `look` sees something else. */
  #follow(look2, part) {
    let before = null;
    return x2(() => {
      const seen = look2();
      if (before !== null && before.seen !== seen) this.#bridge.contextChanged(part());
      before = { seen };
    });
  }
  #isDark() {
    void settings.value.theme;
    void this.#systemDark.value;
    return theme.value === "page" ? isDark() : theme.value === "dark";
  }
  context() {
    return hostContext({
      theme: this.#isDark() ? "dark" : "light",
      mode: mode.peek(),
      width: this.#holder.clientWidth,
      tool: this.#tool
    });
  }
  /** The arguments of the run that is shown. */
  async takeInput(run) {
    const text2 = run.text === null ? await loggedInput(run).catch(() => null) : run.text.trim();
    this.sendInput(text2 === null || text2 === "" ? "{}" : text2);
  }
  sendInput(text2) {
    this.input.value = text2;
    this.#bridge.setInput(text2);
  }
  /** What came of the run that is shown. A result that stays in the backend is fetched, as far as it can be given. */
  async takeEnd(end) {
    if (end.outcome !== "answered") {
      this.#bridge.setCancelled(end.fault?.message ?? `the call was ${end.outcome}`);
    } else if (end.result !== null) {
      this.sendResult(end.result);
    } else if (end.long === null || end.answer === null || end.long.bytes > LONGEST_RESULT) {
      this.tooLong.value = end.long?.bytes ?? 0;
    } else {
      const query = new URLSearchParams({ path: end.answer.path });
      const path = sessionPath(this.#session, `/body/${end.answer.seq}?${query}`);
      this.sendResult(await (await request("GET", path, { accept: "*/*" })).text());
    }
  }
  sendResult(text2) {
    this.result.value = text2;
    this.#bridge.setResult(text2);
  }
  sendContext(part) {
    this.#bridge.contextChanged(part);
  }
  allows(wanted) {
    return this.#bridge.allows(wanted);
  }
  answerLink(said, opened2) {
    this.said.value = this.said.value.filter((one) => one.key !== said.key);
    this.#bridge.answerLink(said.id, opened2);
  }
  /** Lets the app have the keyboard whenever it likes. */
  allowKeyboard() {
    mayTakeKeyboard.add(this.uri);
    this.grabbed.value = null;
    this.#keyboard?.allow();
  }
  /** Ends the talk and takes the frame away. */
  async close(reason) {
    this.phase.value = "closed";
    mode.value = "inline";
    for (const undo of this.#undo.splice(0)) undo();
    await this.#frame?.retire(() => this.#bridge.close(reason));
    await this.#journal.written();
  }
  #told(told3) {
    switch (told3.is) {
      case "ready":
        this.phase.value = "ready";
        this.name.value = told3.name;
        return;
      case "size":
        if (told3.height !== null) this.height.value = Math.min(TALLEST2, Math.max(LEAST_HEIGHT, Math.ceil(told3.height)));
        return;
      case "mode":
        this.#wishes(told3.mode);
        return;
      case "wants to close":
        void this.close("the app asked for it");
        return;
      default: {
        const others = told3.is === "context" ? this.said.value.filter((one) => one.is !== "context") : this.said.value;
        const waiting2 = others.filter((one) => one.is === "link");
        const rest = [...others.filter((one) => one.is !== "link"), { ...told3, key: this.#keys++ }];
        this.said.value = [...waiting2, ...rest.slice(-MOST_SAID)].sort((a2, b) => a2.key - b.key);
      }
    }
  }
  #wishes(wanted) {
    if (wanted === "inline") this.whole.settle();
    if (wanted === mode.peek() || wanted === "fullscreen" && !this.whole.wish(this.#keyboard?.isUsed() === true)) return;
    this.#isOwnWish = true;
    mode.value = wanted;
    this.#isOwnWish = false;
  }
  /** Asks the server on behalf of the app: a call like any other. */
  async #call(method, params) {
    await this.#journal.written();
    try {
      const body = objectText([
        ["method", JSON.stringify(method)],
        ["params", params]
      ]);
      const answer2 = await request("POST", sessionPath(this.#session, "/calls?wait=true"), { body });
      const report2 = await answer2.text();
      const result = sliceAt(report2, ["result"]);
      if (result !== null && result.length <= LONGEST_REPLY) return { result };
      const error = valueOf(sliceAt(report2, ["error"]) ?? sliceAt(report2, ["fault"]) ?? "null");
      const message = typeof error?.message === "string" ? error.message : "the result is too long for an app";
      return { error: { code: typeof error?.code === "number" ? error.code : -32e3, message } };
    } catch (thrown) {
      return { error: { code: -32e3, message: problemOf(thrown).message } };
    }
  }
};
async function loggedInput(run) {
  if (run.row === null) return null;
  const frame = await requestFrame(run.session, run.row.seq);
  return frame === null ? null : textOfRequest(frame);
}

// src/apps/given.tsx
var LONGEST_EDITED = 5e5;
function Given({ app }) {
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(Editor, { label: "Tool input", text: app.input, send: (text2) => app.sendInput(text2) }),
    /* @__PURE__ */ a(Editor, { label: "Tool result", text: app.result, send: (text2) => app.sendResult(text2) }),
    /* @__PURE__ */ a(HostContext, { app })
  ] });
}
function Editor({ label, text: text2, send: send2 }) {
  const [typed2, setTyped] = d(null);
  const [wrong, setWrong] = d(false);
  if (text2.value.length > LONGEST_EDITED)
    return /* @__PURE__ */ a("p", { class: "muted", children: [
      label,
      ": ",
      bytes(text2.value.length),
      ", too long to be edited here."
    ] });
  const shown = typed2 ?? (text2.value === "" ? "" : prettyOf(text2.value));
  const id = `app-${label.toLowerCase().replace(" ", "-")}`;
  const sendIt = () => {
    if (!isObject(shown)) {
      setWrong(true);
      return;
    }
    setWrong(false);
    setTyped(null);
    send2(shown);
  };
  return /* @__PURE__ */ a("details", { class: "fold", children: [
    /* @__PURE__ */ a("summary", { children: [
      label,
      typed2 === null ? "" : " · changed"
    ] }),
    /* @__PURE__ */ a(
      "textarea",
      {
        id,
        class: "mono app-text",
        "aria-label": label,
        "aria-invalid": wrong,
        rows: Math.min(14, Math.max(4, shown.split("\n").length)),
        value: shown,
        spellcheck: false,
        autocomplete: "off",
        onInput: (event) => setTyped(event.currentTarget.value)
      }
    ),
    wrong ? /* @__PURE__ */ a("p", { class: "bad", children: "Not sent: an app is given a JSON object." }) : null,
    /* @__PURE__ */ a("div", { class: "answer-line", children: [
      /* @__PURE__ */ a(Button, { onClick: sendIt, children: "Send to the app" }),
      typed2 === null ? null : /* @__PURE__ */ a(
        Button,
        {
          look: "quiet",
          onClick: () => {
            setTyped(null);
            setWrong(false);
          },
          children: "Take back"
        }
      )
    ] })
  ] });
}
function isObject(text2) {
  const value = valueOf(text2);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var THEMES = [
  ["page", "as the page"],
  ["light", "light"],
  ["dark", "dark"]
];
function HostContext({ app }) {
  const [more, setMore] = d("{}");
  const [wrong, setWrong] = d(false);
  return /* @__PURE__ */ a("details", { class: "fold", children: [
    /* @__PURE__ */ a("summary", { children: [
      "Host context: ",
      theme.value === "page" ? "theme of the page" : theme.value,
      " · ",
      mode.value
    ] }),
    /* @__PURE__ */ a("label", { class: "line", children: [
      /* @__PURE__ */ a("span", { children: "Theme" }),
      /* @__PURE__ */ a(
        "select",
        {
          class: "input short",
          value: theme.value,
          onChange: (event) => {
            theme.value = event.currentTarget.value;
          },
          children: THEMES.map(([name, label]) => /* @__PURE__ */ a("option", { value: name, children: label }, name))
        }
      )
    ] }),
    /* @__PURE__ */ a("label", { class: "line", children: [
      /* @__PURE__ */ a("span", { children: "More, JSON" }),
      /* @__PURE__ */ a(
        "input",
        {
          class: "input mono",
          type: "text",
          spellcheck: false,
          value: more,
          "aria-invalid": wrong,
          placeholder: '{"locale":"de-DE"}',
          onInput: (event) => setMore(event.currentTarget.value)
        }
      )
    ] }),
    wrong ? /* @__PURE__ */ a("p", { class: "bad", children: "Not sent: the host context is a JSON object." }) : null,
    /* @__PURE__ */ a("div", { class: "answer-line", children: [
      /* @__PURE__ */ a(
        Button,
        {
          onClick: () => {
            setWrong(!isObject(more));
            if (isObject(more)) app.sendContext(valueOf(more));
          },
          children: "Send to the app"
        }
      ),
      /* @__PURE__ */ a("span", { class: "muted", children: "Theme and display mode are sent when they change." })
    ] })
  ] });
}

// src/form/segmented.tsx
function Segmented(props) {
  return /* @__PURE__ */ a(
    "span",
    {
      class: "segmented",
      role: "radiogroup",
      "aria-labelledby": props.labelledBy,
      "aria-label": props.label,
      "aria-describedby": props.describedBy,
      "aria-invalid": props.isInvalid ? "true" : void 0,
      children: props.options.map((option, index) => /* @__PURE__ */ a("label", { class: "segment", title: option.title, children: [
        /* @__PURE__ */ a(
          "input",
          {
            id: index === 0 ? props.id : `${props.id}--${index}`,
            type: "radio",
            name: props.id,
            checked: index === props.chosen,
            onChange: () => props.pick(index)
          }
        ),
        /* @__PURE__ */ a("span", { children: option.label })
      ] }, index))
    }
  );
}

// src/form/context.ts
var SharedContext = U(null);
function useShared() {
  const shared = j(SharedContext);
  if (!shared) throw new Error("a field was drawn outside of a form");
  return shared;
}
function useEdit() {
  const { engine } = useShared();
  return (edit, isTyping) => engine.edit(edit, isTyping);
}
function idsOf(prefix, pointer) {
  return {
    control: fieldId(prefix, pointer),
    label: fieldId(prefix, pointer, "label"),
    hint: fieldId(prefix, pointer, "hint"),
    problem: fieldId(prefix, pointer, "problem")
  };
}
function placeProblems(form, problems) {
  const places2 = /* @__PURE__ */ new Set();
  collect(form, places2);
  const placed = /* @__PURE__ */ new Map();
  for (const problem of problems) {
    let pointer = problem.pointer;
    while (pointer !== "" && !places2.has(pointer)) pointer = parentPointer(pointer);
    const there = placed.get(pointer);
    if (there === void 0) placed.set(pointer, [problem]);
    else there.push(problem);
  }
  return placed;
}
function collect(node, places2) {
  if (!node) return;
  places2.add(node.pointer);
  for (const child of childrenOf(node)) collect(child, places2);
}
function childrenOf(node) {
  switch (node.kind) {
    case "object":
      return [...node.fields, ...node.extra];
    case "map":
      return node.entries;
    case "array":
    case "tuple":
      return node.items;
    case "union":
      return node.node ? [node.node] : [];
    default:
      return [];
  }
}

// src/form/completing.tsx
var COMPLETION_PAUSE = 150;
function CompletingInput({ draft, attributes, complete }) {
  const options = useSignal([]);
  const marked = useSignal(0);
  const isChosenByHand = T(false);
  const timer = T(null);
  const asked = T(0);
  const listId = `${attributes.id}--list`;
  const optionId = (index) => `${listId}-${index}`;
  const isOpen = options.value.length > 0;
  const close3 = () => {
    asked.current++;
    if (timer.current !== null) clearTimeout(timer.current);
    options.value = [];
  };
  A(() => close3, []);
  const ask = (value, isByHand = false) => {
    const number = ++asked.current;
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const found2 = await complete(value).catch(() => []);
      if (number !== asked.current) return;
      marked.value = 0;
      isChosenByHand.current = isByHand;
      options.value = found2.length === 1 && found2[0] === value ? [] : found2;
    }, COMPLETION_PAUSE);
  };
  const take = (index) => {
    const option = options.value[index];
    close3();
    if (option !== void 0) draft.type(option);
  };
  const onKeyDown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!isOpen) {
      if (event.key === "ArrowDown") {
        event.preventDefault();
        ask(draft.text, true);
      }
      return;
    }
    const count3 = options.value.length;
    if (event.key === "ArrowDown") marked.value = (marked.value + 1) % count3;
    else if (event.key === "ArrowUp") marked.value = (marked.value + count3 - 1) % count3;
    else if (event.key === "Escape") close3();
    else if (event.key === "Tab" && !event.shiftKey) take(marked.value);
    else if (event.key === "Enter" && isChosenByHand.current) take(marked.value);
    else return;
    if (event.key.startsWith("Arrow")) isChosenByHand.current = true;
    event.preventDefault();
    event.stopPropagation();
  };
  return /* @__PURE__ */ a("span", { class: "completing", children: [
    /* @__PURE__ */ a(
      "input",
      {
        ...attributes,
        class: "field-text",
        type: "text",
        role: "combobox",
        "aria-autocomplete": "list",
        "aria-expanded": isOpen,
        "aria-controls": isOpen ? listId : void 0,
        "aria-activedescendant": isOpen ? optionId(marked.value) : void 0,
        value: draft.text,
        onFocus: draft.onFocus,
        onBlur: () => {
          close3();
          draft.onBlur();
        },
        onInput: (event) => {
          draft.type(event.currentTarget.value);
          ask(event.currentTarget.value);
        },
        onKeyDown
      }
    ),
    isOpen && /* @__PURE__ */ a("ul", { id: listId, class: "completing-list", role: "listbox", "aria-label": "Suggestions", children: options.value.map((option, index) => /* @__PURE__ */ a(
      "li",
      {
        id: optionId(index),
        role: "option",
        "aria-selected": index === marked.value,
        onMouseDown: (event) => {
          event.preventDefault();
          take(index);
        },
        children: option
      },
      index
    )) }),
    /* @__PURE__ */ a("span", { class: "sr-only", role: "status", children: isOpen ? `${options.value.length} suggestions, Tab takes “${options.value[marked.value] ?? ""}”` : "" })
  ] });
}

// src/form/draft.ts
function useDraft(engine, pointer, current, resets, send2, spelled = (json) => json) {
  const refusal2 = engine.refused.value.get(pointer);
  const [kept, setKept] = d(
    refusal2 === void 0 ? null : { text: spelled(refusal2.json), edit: refusal2.number, generation: engine.generation.peek(), resets }
  );
  const hasFocus = T(false);
  const [, redraw] = d(0);
  const applied = engine.applied.value;
  const isCurrent = kept !== null && kept.generation === engine.generation.value && kept.resets === resets;
  const isPending = isCurrent && (kept.edit === null || kept.edit > applied || kept.edit === refusal2?.number);
  const isShown = isCurrent && (hasFocus.current || isPending);
  return {
    text: isShown ? kept.text : current,
    hasFocus: hasFocus.current,
    isRefused: isShown && kept.edit === null,
    onFocus: () => {
      hasFocus.current = true;
      setKept((old) => old !== null && (isPending || old.edit === null || old.edit > engine.applied.peek()) ? old : null);
    },
    onBlur: () => {
      hasFocus.current = false;
      engine.flush();
      redraw((n) => n + 1);
    },
    type: (text2) => setKept({ text: text2, edit: send2(text2), generation: engine.generation.peek(), resets })
  };
}

// src/form/text-editor.tsx
var LONG = 120;
function StringEditor({ node, resets, described: described2, isInvalid }) {
  const { engine, idPrefix, complete } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const set = (text2, isTyping = true) => edit({ op: "set", pointer: node.pointer, json: JSON.stringify(text2) }, isTyping);
  const draft = useDraft(engine, node.pointer, node.value ?? "", resets, (text2) => set(text2), spoken);
  const attributes = {
    id: ids.control,
    placeholder: ghostOf(node, node.default === null ? null : spoken(node.default)),
    "aria-describedby": described2,
    "aria-invalid": isInvalid ? "true" : void 0,
    "aria-required": node.required,
    spellcheck: false,
    autocomplete: "off"
  };
  const isArea = useIsArea(node, draft);
  const area = T(null);
  const caret = T(null);
  F(() => {
    if (caret.current === null || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  if (isArea) {
    const rows = Math.min(12, Math.max(node.multiline ? 3 : 2, draft.text.split("\n").length));
    return /* @__PURE__ */ a("textarea", { ref: area, ...attributes, ...typing(draft), class: "field-text", rows, value: draft.text });
  }
  const onPaste = (event) => {
    const pasted2 = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\r\n]/.test(pasted2) || event.defaultPrevented) return;
    event.preventDefault();
    const input = event.currentTarget;
    const before = input.value.slice(0, input.selectionStart ?? 0);
    const after = input.value.slice(input.selectionEnd ?? 0);
    const lines2 = pasted2.replaceAll("\r\n", "\n");
    caret.current = before.length + lines2.length;
    draft.type(before + lines2 + after);
  };
  const { name } = node;
  const isCompleted = complete && name !== null && node.pointer.lastIndexOf("/") === 0;
  return /* @__PURE__ */ a($, { children: [
    isCompleted ? /* @__PURE__ */ a(CompletingInput, { draft, attributes: { ...attributes, onPaste }, complete: (value) => complete(name, value) }) : /* @__PURE__ */ a("input", { ...attributes, ...typing(draft), class: "field-text", type: "text", value: draft.text, onPaste }),
    node.format === "date-time" && /* @__PURE__ */ a(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `Set ${node.name ?? "this"} to the time now`,
        onClick: () => set((/* @__PURE__ */ new Date()).toISOString(), false),
        children: "now"
      }
    )
  ] });
}
function useIsArea(node, draft) {
  const isArea = T(false);
  const hasBreaks = draft.text.includes("\n");
  if (!draft.hasFocus || hasBreaks) isArea.current = node.multiline || hasBreaks || draft.text.length > LONG;
  return isArea.current;
}
function NumberEditor({ node, resets, described: described2, isInvalid, name }) {
  const { engine, idPrefix } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const refusal2 = `${ids.control}--refusal`;
  const draft = useDraft(engine, node.pointer, node.raw ?? "", resets, (text2) => {
    const spelled = text2.trim();
    if (spelled === "") return edit({ op: "unset", pointer: node.pointer }, true);
    return isJsonNumber(spelled) ? edit({ op: "set", pointer: node.pointer, json: spelled }, true) : null;
  });
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(
      "input",
      {
        ...typing(draft),
        id: ids.control,
        class: "field-number",
        type: "text",
        inputMode: node.integer ? "numeric" : "decimal",
        value: draft.text,
        placeholder: ghostOf(node, node.default),
        "aria-describedby": [described2, draft.isRefused ? refusal2 : ""].filter(Boolean).join(" ") || void 0,
        "aria-invalid": isInvalid || draft.isRefused ? "true" : void 0,
        "aria-required": node.required,
        autocomplete: "off"
      }
    ),
    draft.isRefused && /* @__PURE__ */ a("span", { id: refusal2, class: "field-problem", children: [
      name,
      ": “",
      draft.text,
      "” is no JSON number, so ",
      node.raw === null ? "nothing is sent" : `${node.raw} is kept`,
      ". Switch to JSON to send other things."
    ] })
  ] });
}
function typing(draft) {
  return {
    onFocus: draft.onFocus,
    onBlur: draft.onBlur,
    onInput: (event) => draft.type(event.currentTarget.value)
  };
}
function ghostOf(node, fallback) {
  if (node.state === "null") return "null";
  if (node.state === "value") return "empty";
  if (fallback !== null) return `not sent (default ${fallback})`;
  if (node.examples[0] !== void 0) return `such as ${spoken(node.examples[0])}`;
  return node.required ? "required" : "not sent";
}
function spoken(json) {
  if (!json.startsWith('"')) return json;
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}

// src/form/choice-editor.tsx
var MOST_SEGMENTS = 4;
var WIDEST_STRIP = 48;
function fitsStrip(labels) {
  return labels.length <= MOST_SEGMENTS && labels.join("").length <= WIDEST_STRIP;
}
function BoolEditor({ node, described: described2, isInvalid }) {
  const { idPrefix } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  return /* @__PURE__ */ a(
    Segmented,
    {
      id: ids.control,
      options: [{ label: "true" }, { label: "false" }],
      chosen: node.value === null ? null : node.value ? 0 : 1,
      pick: (index) => edit({ op: "set", pointer: node.pointer, json: index === 0 ? "true" : "false" }),
      labelledBy: ids.label,
      describedBy: described2,
      isInvalid
    }
  );
}
function EnumEditor(props) {
  const { node } = props;
  const labels = optionLabels(node);
  if (node.multi) return /* @__PURE__ */ a(ManyOf, { ...props, labels });
  return isStrip(node) ? /* @__PURE__ */ a(OneOfFew, { ...props, labels }) : /* @__PURE__ */ a(OneOfMany, { ...props, labels });
}
function isStrip(node) {
  return fitsStrip(optionLabels(node)) && node.other === null;
}
function OneOfFew({ node, described: described2, isInvalid, labels }) {
  const { idPrefix } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  return /* @__PURE__ */ a(
    Segmented,
    {
      id: ids.control,
      options: labels.map((label, index) => ({ label, title: node.options[index]?.json ?? "" })),
      chosen: node.chosen[0] ?? null,
      pick: (index) => edit({ op: "set", pointer: node.pointer, json: node.options[index]?.json ?? "null" }),
      labelledBy: ids.label,
      describedBy: described2,
      isInvalid
    }
  );
}
var MOST_OPTIONS = 200;
function useFound(name, labels, chosen) {
  const [wanted, setWanted] = d("");
  if (labels.length <= MOST_OPTIONS) return { shown: labels.map((_2, index) => index), finder: null };
  const needle = wanted.trim().toLowerCase();
  const found2 = [];
  let fitting = 0;
  labels.forEach((label, index) => {
    if (!label.toLowerCase().includes(needle)) return;
    fitting += 1;
    if (fitting <= MOST_OPTIONS) found2.push(index);
  });
  const shown = [.../* @__PURE__ */ new Set([...chosen.slice(0, MOST_OPTIONS), ...found2])].sort((a2, b) => a2 - b);
  const finder = /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(
      "input",
      {
        type: "search",
        placeholder: "find an option",
        "aria-label": `Find an option of ${name}`,
        value: wanted,
        onInput: (event) => setWanted(event.currentTarget.value)
      }
    ),
    /* @__PURE__ */ a("span", { class: "muted", role: "status", children: fitting > MOST_OPTIONS ? `the first ${MOST_OPTIONS} of ${fitting.toLocaleString("en")} options` : `${fitting} options` })
  ] });
  return { shown, finder };
}
var NOT_SENT = "unset";
var OTHER = "other";
function OneOfMany({ node, name, described: described2, isInvalid, labels }) {
  const { idPrefix } = useShared();
  const { shown, finder } = useFound(name, labels, node.chosen);
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const chosen = node.chosen[0];
  const value = chosen !== void 0 ? String(chosen) : node.other !== null ? OTHER : NOT_SENT;
  const onChange = (event) => {
    const picked = event.currentTarget.value;
    const option = node.options[Number(picked)];
    if (picked === NOT_SENT) edit({ op: "unset", pointer: node.pointer });
    else if (picked !== OTHER && option) edit({ op: "set", pointer: node.pointer, json: option.json });
  };
  const list = /* @__PURE__ */ a(
    "select",
    {
      id: ids.control,
      class: "field-select",
      "aria-labelledby": ids.label,
      value,
      onChange,
      "aria-describedby": described2,
      "aria-invalid": isInvalid ? "true" : void 0,
      "aria-required": node.required,
      children: [
        /* @__PURE__ */ a("option", { value: NOT_SENT, children: node.state === "null" ? "null" : "not sent" }),
        node.other !== null && /* @__PURE__ */ a("option", { value: OTHER, children: [
          node.other,
          " (not one of the options)"
        ] }),
        shown.map((index) => /* @__PURE__ */ a("option", { value: String(index), children: labels[index] }, index))
      ]
    }
  );
  return finder === null ? list : /* @__PURE__ */ a("span", { class: "found-of", children: [
    list,
    " ",
    finder
  ] });
}
function ManyOf({ node, name, described: described2, labels }) {
  const { idPrefix } = useShared();
  const { shown, finder } = useFound(name, labels, node.chosen);
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const toggle = (index) => {
    const chosen = node.chosen.includes(index) ? node.chosen.filter((one) => one !== index) : [...node.chosen, index];
    const texts = chosen.map((one) => node.options[one]?.json ?? "null");
    edit({ op: "set", pointer: node.pointer, json: `[${texts.join(",")}]` });
  };
  return /* @__PURE__ */ a("span", { class: "many-of", role: "group", "aria-labelledby": ids.label, "aria-describedby": described2, children: [
    finder,
    shown.map((index, at) => /* @__PURE__ */ a("label", { class: "check", children: [
      /* @__PURE__ */ a(
        "input",
        {
          id: at === 0 ? ids.control : `${ids.control}--${index}`,
          type: "checkbox",
          checked: node.chosen.includes(index),
          onChange: () => toggle(index)
        }
      ),
      /* @__PURE__ */ a("span", { children: labels[index] })
    ] }, index)),
    node.other !== null && /* @__PURE__ */ a("span", { class: "muted", children: [
      "and what is no option: ",
      node.other
    ] })
  ] });
}
function optionLabels(node) {
  const areStrings = node.options.every((option) => option.json.startsWith('"'));
  return node.options.map((option) => brief(option.title ?? (areStrings ? spoken(option.json) : option.json), ONE_LINE));
}
function ConstEditor({ node }) {
  return /* @__PURE__ */ a(Fixed, { pointer: node.pointer, json: node.json, isSet: node.state !== "unset" });
}
function NullEditor({ node }) {
  return /* @__PURE__ */ a(Fixed, { pointer: node.pointer, json: "null", isSet: node.state !== "unset" });
}
function Fixed({ pointer, json, isSet }) {
  const { idPrefix } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, pointer);
  if (isSet) return /* @__PURE__ */ a("code", { class: "field-fixed", children: json });
  return /* @__PURE__ */ a(
    "button",
    {
      id: ids.control,
      type: "button",
      class: "quiet",
      "aria-describedby": ids.label,
      onClick: () => edit({ op: "set", pointer, json }),
      children: [
        "send ",
        /* @__PURE__ */ a("code", { children: json })
      ]
    }
  );
}

// src/form/group-editor.tsx
var SPREAD_LEVELS = 5;
var FIELDS_AT_ONCE = 150;
function ObjectEditor({ node, name }) {
  const { idPrefix, focusNext } = useShared();
  const edit = useEdit();
  const most = useSignal(FIELDS_AT_ONCE);
  const isTop = node.pointer === "";
  const isUnset = node.state === "unset";
  const isDeep = node.pointer.split("/").length > SPREAD_LEVELS;
  if (!isTop && isUnset && (!node.required || isDeep || node.fields.length === 0)) {
    return /* @__PURE__ */ a("div", { class: "object", children: [
      /* @__PURE__ */ a(
        "button",
        {
          id: fieldId(idPrefix, node.pointer, "open"),
          type: "button",
          class: "quiet",
          onClick: () => {
            focusNext.pointer = node.pointer;
            edit({ op: "add", pointer: node.pointer });
          },
          children: [
            "+ fill in ",
            name
          ]
        }
      ),
      /* @__PURE__ */ a("span", { class: "field-state", children: "not sent" })
    ] });
  }
  if (node.state === "null") return null;
  return /* @__PURE__ */ a("div", { class: isTop ? "object object-top" : "object", children: [
    node.fields.slice(0, most.value).map((field) => /* @__PURE__ */ a(Field, { node: field }, field.pointer)),
    node.fields.length > most.value && /* @__PURE__ */ a("button", { type: "button", class: "quiet", onClick: () => most.value += FIELDS_AT_ONCE, children: [
      node.fields.length - most.value,
      " more fields: show ",
      Math.min(FIELDS_AT_ONCE, node.fields.length - most.value)
    ] }),
    node.fields.length === 0 && node.extra.length === 0 && (isTop || !node.extraAllowed) && /* @__PURE__ */ a("p", { class: "muted", children: isTop ? "Takes no arguments." : "Has no members." }),
    node.extra.length > 0 && /* @__PURE__ */ a("div", { class: "extra", role: "group", "aria-label": `Members of ${isTop ? "the value" : name} that the schema does not name`, children: [
      /* @__PURE__ */ a("p", { class: "muted extra-title", children: "extra: not named by the schema" }),
      /* @__PURE__ */ a(Entries, { owner: node.pointer, entries: node.extra, ownerName: isTop ? "the value" : name, canAdd: node.extraAllowed })
    ] }),
    node.extraAllowed && node.extra.length === 0 && /* @__PURE__ */ a("details", { class: "extra", children: [
      /* @__PURE__ */ a("summary", { children: "Add a member that the schema does not name" }),
      /* @__PURE__ */ a(Entries, { owner: node.pointer, entries: [], ownerName: isTop ? "the value" : name, canAdd: true })
    ] })
  ] });
}
function MapEditor({ node, name }) {
  const edit = useEdit();
  if (node.state === "null") return null;
  return /* @__PURE__ */ a("div", { class: "map", children: [
    /* @__PURE__ */ a(Entries, { owner: node.pointer, entries: node.entries, ownerName: name, canAdd: true }),
    node.state === "unset" && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("button", { type: "button", class: "quiet", onClick: () => edit({ op: "set", pointer: node.pointer, json: "{}" }), children: [
        "send ",
        "{}"
      ] }),
      /* @__PURE__ */ a("span", { class: "field-state", children: "not sent" })
    ] })
  ] });
}
function Entries({ owner, ownerName, entries: entries2, canAdd }) {
  const { focusNext } = useShared();
  const edit = useEdit();
  const names = entries2.map((entry) => entry.name ?? "");
  const remove = (entry, index) => {
    const next = entries2[index + 1] ?? entries2[index - 1];
    focusNext.pointer = next?.pointer ?? owner;
    edit({ op: "remove", pointer: entry.pointer });
  };
  return /* @__PURE__ */ a("div", { class: "entries", children: [
    entries2.map((entry, index) => /* @__PURE__ */ a(
      Field,
      {
        node: entry,
        dropBy: "remove",
        label: /* @__PURE__ */ a(KeyEditor, { entry, taken: names }),
        actions: /* @__PURE__ */ a(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": `Remove ${entry.name ?? "entry"} from ${ownerName}`,
            title: "Remove (Alt+Backspace)",
            onClick: () => remove(entry, index),
            children: "✕"
          }
        )
      },
      entry.pointer
    )),
    canAdd && /* @__PURE__ */ a(NewEntry, { owner, ownerName, taken: names })
  ] });
}
function KeyEditor({ entry, taken }) {
  const { idPrefix, focusNext } = useShared();
  const edit = useEdit();
  const typed2 = useSignal(null);
  const name = entry.name ?? "";
  const isTaken = typed2.value !== null && typed2.value !== name && taken.includes(typed2.value);
  const problemId = fieldId(idPrefix, entry.pointer, "key-problem");
  const rename = () => {
    const key = typed2.peek();
    if (key === null || key === name) typed2.value = null;
    else if (!isTaken) {
      edit({ op: "key", pointer: entry.pointer, key });
      typed2.value = null;
    }
  };
  return /* @__PURE__ */ a("span", { class: "field-name entry-key", children: [
    /* @__PURE__ */ a("label", { id: fieldId(idPrefix, entry.pointer, "label"), class: "sr-only", for: fieldId(idPrefix, entry.pointer), children: name }),
    /* @__PURE__ */ a(
      "input",
      {
        type: "text",
        class: "mono",
        "aria-label": `Name of ${name}`,
        "aria-invalid": isTaken ? "true" : void 0,
        "aria-describedby": isTaken ? problemId : void 0,
        value: typed2.value ?? name,
        onInput: (event) => typed2.value = event.currentTarget.value,
        onBlur: rename,
        onKeyDown: (event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            focusNext.pointer = childPointer(parentPointer(entry.pointer), typed2.peek() ?? name);
            rename();
          } else if (event.key === "Escape" && typed2.peek() !== null) {
            event.stopPropagation();
            typed2.value = null;
          }
        }
      }
    ),
    isTaken && /* @__PURE__ */ a("span", { id: problemId, class: "field-problem", children: [
      "There is another “",
      typed2.value,
      "” already."
    ] })
  ] });
}
function NewEntry({ owner, ownerName, taken }) {
  const { idPrefix, focusNext } = useShared();
  const edit = useEdit();
  const key = useSignal("");
  const isTaken = key.value !== "" && taken.includes(key.value);
  const isNameless = useSignal(false);
  const add = () => {
    isNameless.value = key.peek() === "";
    if (isNameless.peek()) document.getElementById(fieldId(idPrefix, owner, "new"))?.focus();
    if (key.peek() === "" || isTaken) return;
    focusNext.pointer = childPointer(owner, key.peek());
    focusNext.isNew = true;
    edit({ op: "addKey", pointer: owner, key: key.peek() });
    key.value = "";
  };
  const problemId = fieldId(idPrefix, owner, "new-problem");
  const problem = isTaken ? `There is “${key.value}” already.` : isNameless.value ? "Give it a name first." : null;
  return /* @__PURE__ */ a("div", { class: "new-entry", children: [
    /* @__PURE__ */ a(
      "input",
      {
        id: fieldId(idPrefix, owner, "new"),
        type: "text",
        class: "mono",
        placeholder: "name",
        "aria-label": `Name of a new member of ${ownerName}`,
        "aria-invalid": problem === null ? void 0 : "true",
        "aria-describedby": problem === null ? void 0 : problemId,
        value: key.value,
        onInput: (event) => {
          key.value = event.currentTarget.value;
          isNameless.value = false;
        },
        onBlur: () => isNameless.value = false,
        onKeyDown: (event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }
      }
    ),
    /* @__PURE__ */ a("button", { type: "button", class: "quiet add", onClick: add, children: [
      "+ add to ",
      ownerName
    ] }),
    problem !== null && /* @__PURE__ */ a("span", { id: problemId, class: "field-problem", role: "alert", children: problem })
  ] });
}

// src/form/list-editor.tsx
function ArrayEditor({ node, name }) {
  return /* @__PURE__ */ a(Items, { node, name, canMove: true, canAdd: node.canAdd });
}
function TupleEditor({ node, name }) {
  return /* @__PURE__ */ a(Items, { node, name, canMove: false, canAdd: node.canAdd });
}
function Items({ node, name, canMove, canAdd }) {
  const { idPrefix, focusNext } = useShared();
  const edit = useEdit();
  const { items, pointer } = node;
  const addId = fieldId(idPrefix, pointer, "add");
  const add = () => {
    focusNext.pointer = childPointer(pointer, String(items.length));
    focusNext.isNew = true;
    edit({ op: "add", pointer });
  };
  const remove = (index) => {
    focusNext.pointer = items.length > 1 ? childPointer(pointer, String(Math.min(index, items.length - 2))) : pointer;
    edit({ op: "remove", pointer: childPointer(pointer, String(index)) });
  };
  const move = (item, index, by) => {
    if (index + by < 0 || index + by >= items.length) return;
    focusNext.pointer = sibling(item.pointer, by);
    edit({ op: "move", pointer: item.pointer, by });
  };
  const onKeyDown = (event, item, index) => {
    if (!canMove || !event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    event.stopPropagation();
    move(item, index, by);
  };
  const onPaste = (event) => {
    if (!(event.target instanceof Element) || event.target.closest(".items") !== event.currentTarget) return;
    const target = event.target;
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isText && target.value !== "") return;
    const elements = elementsOf(event.clipboardData?.getData("text/plain") ?? "");
    if (elements === null) return;
    event.preventDefault();
    event.stopPropagation();
    const emptyAt = isText ? items.findIndex((item) => target.closest(`[id="${fieldId(idPrefix, item.pointer, "field")}"]`)) : -1;
    elements.forEach((json, index) => {
      if (index === 0 && emptyAt >= 0) edit({ op: "set", pointer: childPointer(pointer, String(emptyAt)), json });
      else edit({ op: "add", pointer, json });
    });
  };
  return /* @__PURE__ */ a("div", { class: "items", onPasteCapture: onPaste, children: [
    items.map((item, index) => /* @__PURE__ */ a("div", { class: "item", onKeyDown: (event) => onKeyDown(event, item, index), children: /* @__PURE__ */ a(
      Field,
      {
        node: item,
        name: item.name ?? String(index),
        dropBy: "remove",
        actions: /* @__PURE__ */ a(
          ItemActions,
          {
            label: `${name} ${index}`,
            up: canMove && index > 0 ? () => move(item, index, -1) : null,
            down: canMove && index < items.length - 1 ? () => move(item, index, 1) : null,
            remove: item.state === "unset" ? null : () => remove(index)
          }
        )
      }
    ) }, item.pointer)),
    canAdd && /* @__PURE__ */ a(
      "button",
      {
        id: addId,
        type: "button",
        class: "quiet add",
        title: "Adds an item. A JSON array can be pasted here, too.",
        onClick: add,
        children: [
          "+ add to ",
          name
        ]
      }
    ),
    node.state === "unset" && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("button", { type: "button", class: "quiet", onClick: () => edit({ op: "set", pointer, json: "[]" }), children: "send []" }),
      /* @__PURE__ */ a("span", { class: "field-state", children: "not sent" })
    ] }),
    node.state === "value" && items.length === 0 && /* @__PURE__ */ a("code", { class: "field-state", children: "[]" })
  ] });
}
function ItemActions({ label, up: up2, down, remove }) {
  return /* @__PURE__ */ a($, { children: [
    up2 && /* @__PURE__ */ a("button", { type: "button", class: "quiet", "aria-label": `Move ${label} up`, title: "Move up (Alt+↑)", onClick: up2, children: "↑" }),
    down && /* @__PURE__ */ a("button", { type: "button", class: "quiet", "aria-label": `Move ${label} down`, title: "Move down (Alt+↓)", onClick: down, children: "↓" }),
    remove && /* @__PURE__ */ a("button", { type: "button", class: "quiet", "aria-label": `Remove ${label}`, title: "Remove (Alt+Backspace)", onClick: remove, children: "✕" })
  ] });
}

// src/form/press.ts
var isDown = false;
var waiting = [];
function up() {
  isDown = false;
  const all = waiting;
  waiting = [];
  if (all.length > 0) setTimeout(() => all.forEach((go2) => go2()));
}
if (typeof addEventListener === "function") {
  addEventListener("pointerdown", () => isDown = true, true);
  for (const type of ["pointerup", "pointercancel", "dragend"]) addEventListener(type, up, true);
}
function released() {
  return isDown ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
}

// src/form/raw-editor.tsx
function RawEditor({ node, resets, described: described2, isInvalid }) {
  const { engine, idPrefix } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const draft = useDraft(engine, node.pointer, node.raw ?? "", resets, (text2) => {
    if (text2.trim() === "") return edit({ op: "unset", pointer: node.pointer }, true);
    return jsonFault(text2) === null ? edit({ op: "set", pointer: node.pointer, json: text2.trim() }, true) : null;
  });
  const fault = draft.isRefused ? jsonFault(draft.text) : null;
  const faultId = `${ids.control}--fault`;
  const rows = Math.min(16, Math.max(2, draft.text.split("\n").length));
  return /* @__PURE__ */ a("span", { class: "raw-editor", children: [
    /* @__PURE__ */ a(
      "textarea",
      {
        ...typing(draft),
        id: ids.control,
        class: "field-text mono",
        rows,
        value: draft.text,
        placeholder: node.state === "unset" ? "not sent; JSON" : "JSON",
        "aria-describedby": [described2, fault ? faultId : ""].filter(Boolean).join(" ") || void 0,
        "aria-invalid": isInvalid || fault ? "true" : void 0,
        spellcheck: false
      }
    ),
    /* @__PURE__ */ a("span", { class: "muted raw-reason", children: [
      "JSON, because ",
      node.reason
    ] }),
    fault && /* @__PURE__ */ a("span", { id: faultId, class: "field-problem", children: [
      "Line ",
      fault.line,
      ", column ",
      fault.column,
      ": ",
      fault.message,
      ". ",
      node.raw === null ? "Nothing" : "The value before",
      " is",
      node.raw === null ? " sent" : " kept",
      " until this is JSON."
    ] })
  ] });
}

// src/form/union-editor.tsx
var NONE = "none";
function UnionEditor({ node, name, resets, described: described2, isInvalid }) {
  const edit = useEdit();
  const labels = node.variants.map((variant) => variant.title);
  const id = P();
  const pick = (variant) => edit({ op: "variant", pointer: node.pointer, variant });
  const label = `Kind of ${name}`;
  return /* @__PURE__ */ a("div", { class: "union", children: [
    fitsStrip(labels) ? /* @__PURE__ */ a(
      Segmented,
      {
        id,
        label,
        options: node.variants.map((variant) => ({ label: variant.title, title: variant.kind })),
        chosen: node.chosen,
        pick,
        describedBy: described2,
        isInvalid
      }
    ) : /* @__PURE__ */ a(
      "select",
      {
        id,
        class: "field-select",
        "aria-label": label,
        "aria-describedby": described2,
        "aria-invalid": isInvalid ? "true" : void 0,
        value: node.chosen === null ? NONE : String(node.chosen),
        onChange: (event) => {
          const variant = Number(event.currentTarget.value);
          if (Number.isInteger(variant)) pick(variant);
        },
        children: [
          node.chosen === null && /* @__PURE__ */ a("option", { value: NONE, children: node.state === "unset" ? "not sent" : "fits none" }),
          labels.map((title, index) => /* @__PURE__ */ a("option", { value: String(index), children: title }, index))
        ]
      }
    ),
    node.state === "unset" && /* @__PURE__ */ a("span", { class: "field-state", children: "not sent" }),
    node.node && /* @__PURE__ */ a("div", { class: "union-node", children: /* @__PURE__ */ a(Field, { node: node.node, name: titleOf(node, name), resets, isBare: true }, node.chosen) })
  ] });
}
function titleOf(node, name) {
  const title = node.chosen === null ? void 0 : node.variants[node.chosen]?.title;
  return title === void 0 ? name : `${name}: ${title}`;
}
function RefEditor({ node, name }) {
  const { idPrefix, focusNext } = useShared();
  const edit = useEdit();
  return /* @__PURE__ */ a(
    "button",
    {
      id: fieldId(idPrefix, node.pointer),
      type: "button",
      class: "quiet",
      onClick: () => {
        focusNext.pointer = node.pointer;
        edit({ op: "add", pointer: node.pointer });
      },
      children: [
        "Open ",
        node.title ?? name
      ]
    }
  );
}

// src/form/field.tsx
var Field = class extends x {
  shouldComponentUpdate(next) {
    const now = this.props;
    return next.node !== now.node || next.name !== now.name || next.dropBy !== now.dropBy || next.isBare !== now.isBare || next.resets !== now.resets || next.actions !== void 0 || next.label !== void 0;
  }
  render(props) {
    return /* @__PURE__ */ a(FieldNow, { ...props });
  }
};
var GROUPS = /* @__PURE__ */ new Set(["object", "map", "array", "tuple", "union"]);
function FieldNow({ node, actions, label, isBare, dropBy = "unset", ...props }) {
  const { engine, idPrefix, problemsAt, touched, showAll } = useShared();
  const edit = useEdit();
  const [ownResets, reset] = _((n) => n + 1, 0);
  const resets = ownResets + (props.resets ?? 0);
  const ids = idsOf(idPrefix, node.pointer);
  const { pointer } = node;
  const labelId = node.kind === "union" ? fieldId(idPrefix, pointer, "union") : ids.label;
  const name = brief(props.name ?? node.name ?? node.title ?? "value", ONE_LINE);
  const problem = useComputed(() => {
    if (isBare) return "";
    const all = showAll.value || touched.value.has(pointer);
    return (problemsAt.value.get(pointer) ?? []).filter((one) => all || one.keyword === REFUSED).map((one) => one.message).join("; ");
  }).value;
  const drop = () => {
    reset();
    edit({ op: dropBy, pointer });
  };
  const onKeyDown = (event) => {
    const isUnset = event.altKey && !event.ctrlKey && !event.metaKey && event.key === "Backspace";
    if (!isUnset || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (node.state !== "unset") drop();
  };
  const onFocusOut = (event) => {
    const field = event.currentTarget;
    if (event.relatedTarget instanceof Node && field.contains(event.relatedTarget)) return;
    if (touched.peek().has(pointer)) return;
    void engine.settled().then(released).then(() => {
      touched.value = /* @__PURE__ */ new Set([...touched.peek(), pointer]);
    });
  };
  const hints = isBare ? [] : hintsOf(node);
  const described2 = [hints.length > 0 ? ids.hint : "", problem ? ids.problem : ""].filter(Boolean).join(" ") || void 0;
  const editor = /* @__PURE__ */ a(Editor2, { node, name, resets, described: described2, isInvalid: problem !== "" });
  const isGroup = GROUPS.has(node.kind) || node.kind === "enum" && node.multi;
  const isChoice = node.kind === "bool" || node.kind === "enum" || node.kind === "const" || node.kind === "null";
  if (isBare) {
    return /* @__PURE__ */ a($, { children: [
      GROUPS.has(node.kind) ? null : isGroup || isChoice ? /* @__PURE__ */ a("span", { id: ids.label, class: "sr-only", children: name }) : /* @__PURE__ */ a("label", { id: ids.label, class: "sr-only", for: ids.control, children: name }),
      editor
    ] });
  }
  const caption = /* @__PURE__ */ a($, { children: [
    name,
    node.required && /* @__PURE__ */ a("span", { class: "field-required", "aria-hidden": "true", children: " *" }),
    node.required && /* @__PURE__ */ a("span", { class: "sr-only", children: " (required)" })
  ] });
  const states = /* @__PURE__ */ a($, { children: [
    node.nullable && node.state !== "null" && node.kind !== "null" && /* @__PURE__ */ a(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `Set ${name} to null`,
        onClick: () => {
          reset();
          edit({ op: "set", pointer, json: "null" });
        },
        children: "null"
      }
    ),
    node.state === "null" && node.kind !== "null" && /* @__PURE__ */ a("code", { class: "field-state", children: "null" }),
    node.state !== "unset" && !node.required && dropBy === "unset" && pointer !== "" && /* @__PURE__ */ a("button", { type: "button", class: "quiet", "aria-label": `Do not send ${name}`, title: "Do not send (Alt+Backspace)", onClick: drop, children: "✕" }),
    node.state === "unset" && isChoice && !saysState(node) && /* @__PURE__ */ a("span", { class: "field-state", children: "not sent" }),
    actions
  ] });
  const hint = hints.length > 0 && /* @__PURE__ */ a("p", { id: ids.hint, class: "field-hint", children: brief(hints.join(" · "), SOME_LINES, true) });
  return /* @__PURE__ */ a(
    "div",
    {
      id: fieldId(idPrefix, pointer, "field"),
      class: `field ${isGroup ? "field-group" : "field-line"} field-${node.state}`,
      role: isGroup ? "group" : void 0,
      "aria-labelledby": isGroup ? labelId : void 0,
      onKeyDown,
      onFocusOut,
      children: [
        /* @__PURE__ */ a("div", { class: "field-head", children: [
          label ?? (isGroup || isChoice ? /* @__PURE__ */ a("span", { id: labelId, class: "field-name", children: caption }) : /* @__PURE__ */ a("label", { id: ids.label, class: "field-name", for: ids.control, children: caption })),
          isGroup && /* @__PURE__ */ a("span", { class: "field-states", children: states })
        ] }),
        /* @__PURE__ */ a("div", { class: "field-body", children: [
          isGroup && hint,
          /* @__PURE__ */ a("div", { class: "field-control", children: [
            editor,
            !isGroup && /* @__PURE__ */ a("span", { class: "field-states", children: states })
          ] }),
          !isGroup && hint,
          problem && /* @__PURE__ */ a("p", { id: ids.problem, class: "field-problem", children: brief(problem, SOME_LINES, true) })
        ] })
      ]
    }
  );
}
function saysState(node) {
  return node.kind === "enum" && !node.multi && !isStrip(node);
}
function Editor2(props) {
  const { node, ...rest } = props;
  switch (node.kind) {
    case "string":
      return /* @__PURE__ */ a(StringEditor, { node, ...rest });
    case "number":
      return /* @__PURE__ */ a(NumberEditor, { node, ...rest });
    case "bool":
      return /* @__PURE__ */ a(BoolEditor, { node, ...rest });
    case "null":
      return /* @__PURE__ */ a(NullEditor, { node, ...rest });
    case "const":
      return /* @__PURE__ */ a(ConstEditor, { node, ...rest });
    case "enum":
      return /* @__PURE__ */ a(EnumEditor, { node, ...rest });
    case "object":
      return /* @__PURE__ */ a(ObjectEditor, { node, ...rest });
    case "map":
      return /* @__PURE__ */ a(MapEditor, { node, ...rest });
    case "array":
      return /* @__PURE__ */ a(ArrayEditor, { node, ...rest });
    case "tuple":
      return /* @__PURE__ */ a(TupleEditor, { node, ...rest });
    case "union":
      return /* @__PURE__ */ a(UnionEditor, { node, ...rest });
    case "ref":
      return /* @__PURE__ */ a(RefEditor, { node, ...rest });
    case "raw":
      return /* @__PURE__ */ a(RawEditor, { node, ...rest });
  }
}
function hintsOf(node) {
  const hints = [];
  if (node.deprecated) hints.push("deprecated");
  if (node.readOnly) hints.push("read-only by its schema");
  if (node.title !== null && node.title !== node.name) hints.push(node.title);
  if (node.description !== null) hints.push(node.description);
  if (node.isDefault) hints.push(`default ${node.default === null ? "" : spoken(node.default)}`.trim());
  else if (node.default !== null && node.state !== "unset") hints.push(`changed from default ${spoken(node.default)}`);
  if (node.kind === "string") {
    if (node.format !== null) hints.push(node.format);
    if (node.pattern !== null) hints.push(`matches ${node.pattern}`);
    if (node.mediaType !== null) hints.push(node.mediaType);
    const length = rangeOf(node.minLength, node.maxLength, "character");
    if (length) hints.push(length);
  } else if (node.kind === "number") {
    if (node.integer) hints.push("whole number");
    const low = node.min === null ? "" : `${node.exclusiveMin ? ">" : "≥"} ${node.min}`;
    const high = node.max === null ? "" : `${node.exclusiveMax ? "<" : "≤"} ${node.max}`;
    if (low || high) hints.push([low, high].filter(Boolean).join(", "));
    if (node.step !== null) hints.push(`multiple of ${node.step}`);
  } else if (node.kind === "array") {
    const items = rangeOf(node.min, node.max, "item");
    if (items) hints.push(items);
    if (node.unique) hints.push("no two alike");
  } else if (node.kind === "map") {
    const entries2 = rangeOf(node.minEntries, node.maxEntries, "entry", "entries");
    if (entries2) hints.push(entries2);
    if (node.keyPattern !== null) hints.push(`names match ${node.keyPattern}`);
  }
  return hints;
}
function rangeOf(low, high, one, many) {
  if (low !== null && high !== null) return `${low === high ? "" : `${low} to `}${count(high, one, many)}`;
  if (low !== null && low > 0) return `at least ${count(low, one, many)}`;
  return high !== null ? `at most ${count(high, one, many)}` : null;
}

// src/editor/code-editor.tsx
var loading = null;
function loaded() {
  const place = new URL("editor.js", import.meta.url).href;
  loading ??= import(place).catch((thrown) => {
    loading = null;
    throw thrown;
  });
  return loading;
}
function CodeEditor({ id, text: text2, label, marks, onChange, onBlur, onFailure, goTo }) {
  const host = T(null);
  const editor = T(null);
  const [isThere, setIsThere] = d(false);
  const act2 = T({ onChange, onBlur, text: text2 });
  act2.current = { onChange, onBlur, text: text2 };
  A(() => {
    let isGone = false;
    loaded().then(
      (module) => {
        if (isGone || host.current === null) return;
        editor.current = module.openEditor(host.current, {
          text: act2.current.text,
          label,
          onChange: (typed2) => act2.current.onChange(typed2),
          onBlur: () => act2.current.onBlur()
        });
        if (goTo) goTo.current = (at) => editor.current?.goTo(at);
        setIsThere(true);
      },
      () => {
        if (!isGone) onFailure();
      }
    );
    return () => {
      isGone = true;
      if (goTo) goTo.current = null;
      editor.current?.destroy();
      editor.current = null;
    };
  }, []);
  A(() => editor.current?.setText(text2), [text2, isThere]);
  A(() => editor.current?.setMarks(marks), [marks, isThere]);
  return /* @__PURE__ */ a("div", { class: "code-editor", children: [
    !isThere && /* @__PURE__ */ a("p", { class: "muted", children: "Loading the editor…" }),
    /* @__PURE__ */ a("div", { id, ref: host, class: "code-editor-host", "data-takes-text": "" })
  ] });
}

// src/form/json-editor.tsx
var LARGE = 1e4;
var MOST_MARKS = 100;
function JsonEditor({ idPrefix, text: text2, engine, errors }) {
  const area = T(null);
  const goTo = T(null);
  const [isRich, setIsRich] = d(() => text2.peek().length > LARGE);
  const [hasFailed, setHasFailed] = d(false);
  const fault = engine.textFault.value;
  const faultId = `${idPrefix}--json-fault`;
  const marks = w(() => isRich ? marksOf(text2.value, fault, errors) : [], [isRich, text2.value, fault, errors]);
  const goThere = () => {
    if (!fault) return;
    const at = indexOf(text2.peek(), fault.line, fault.column);
    goTo.current?.(at);
    area.current?.focus();
    area.current?.setSelectionRange(at, Math.min(at + 1, text2.peek().length));
  };
  return /* @__PURE__ */ a("div", { class: "json-editor", children: [
    isRich ? /* @__PURE__ */ a(
      CodeEditor,
      {
        id: `${idPrefix}--json`,
        text: text2.value,
        label: "Value as JSON",
        marks,
        onChange: (typed2) => engine.replaceText(typed2),
        onBlur: () => engine.flush(),
        onFailure: () => {
          setIsRich(false);
          setHasFailed(true);
        },
        goTo
      }
    ) : /* @__PURE__ */ a(
      "textarea",
      {
        ref: area,
        id: `${idPrefix}--json`,
        class: "mono",
        "aria-label": "Value as JSON",
        "aria-invalid": fault ? "true" : void 0,
        "aria-describedby": fault ? faultId : void 0,
        rows: Math.min(30, Math.max(8, text2.value.split("\n").length + 1)),
        value: text2.value,
        spellcheck: false,
        autocomplete: "off",
        onInput: (event) => engine.replaceText(event.currentTarget.value),
        onBlur: () => engine.flush()
      }
    ),
    /* @__PURE__ */ a("p", { class: "json-editor-foot", children: [
      /* @__PURE__ */ a("button", { type: "button", class: "quiet", "aria-pressed": isRich, onClick: () => setIsRich(!isRich), children: "Editor with search and folds" }),
      hasFailed && /* @__PURE__ */ a("span", { class: "muted", children: " The editor could not be loaded." })
    ] }),
    fault && /* @__PURE__ */ a("p", { id: faultId, class: "field-problem", children: [
      /* @__PURE__ */ a("button", { type: "button", class: "quiet", onClick: goThere, children: [
        "line ",
        fault.line,
        ", column ",
        fault.column
      ] }),
      " ",
      fault.message
    ] })
  ] });
}
function marksOf(text2, fault, errors) {
  if (fault) {
    const from = indexOf(text2, fault.line, fault.column);
    return [{ from, to: from + 1, message: fault.message }];
  }
  return errors.slice(0, MOST_MARKS).map(({ pointer, message }) => {
    const [from, to] = rangeAt(text2, pathOf(pointer)) ?? [0, 0];
    return { from, to: Math.min(to, from + 200), message };
  });
}

// src/form/form.tsx
var ANYTHING = "true";
function isSchema(text2) {
  return /^\s*(\{|true\b|false\b)/.test(text2);
}
var FIELDS2 = ".field-body :is(input, textarea, select)";
var BUTTONS = ".field-body button, .field-head button";
function FormPane(props) {
  const { schema, text: text2, mode: mode2, errors, api: api2, idPrefix, onRun, handle } = props;
  const root = T(null);
  const touched = useSignal(/* @__PURE__ */ new Set());
  const showAll = useSignal(false);
  const given2 = T({ api: api2, complete: props.complete });
  given2.current = { api: api2, complete: props.complete };
  const engine = w(
    () => new FormEngine((request2) => given2.current.api(request2), isSchema(schema) ? schema : ANYTHING, text2, errors),
    [schema, text2, errors]
  );
  const completes = props.complete !== void 0;
  const problemsAt = useComputed(() => placeProblems(engine.form.value, errors.value));
  const shared = w(() => {
    const complete = async (name, value) => await given2.current.complete?.(name, value) ?? [];
    return { engine, idPrefix, complete: completes ? complete : void 0, problemsAt, touched, showAll, focusNext: { pointer: null } };
  }, [engine, idPrefix, completes]);
  F(() => {
    touched.value = /* @__PURE__ */ new Set();
    showAll.value = false;
    engine.start();
    const stopWatching = x2(() => {
      if (!engine.owns(text2.value)) f(() => engine.start());
    });
    return () => {
      stopWatching();
      engine.leave();
    };
  }, [engine]);
  const focus = (pointer) => {
    const field = document.getElementById(fieldId(idPrefix, pointer, "field"));
    const control = document.getElementById(fieldId(idPrefix, pointer)) ?? field?.querySelector(FIELDS2) ?? field?.querySelector(BUTTONS);
    control?.focus();
    control?.scrollIntoView({ block: "nearest" });
    return control ?? null;
  };
  const form = engine.form.value;
  F(() => {
    const { pointer, isNew } = shared.focusNext;
    const control = pointer === null ? null : focus(pointer);
    if (control === null) return;
    shared.focusNext.pointer = null;
    shared.focusNext.isNew = false;
    if (isNew && control instanceof HTMLInputElement) control.select();
  }, [form]);
  A(() => {
    if (!handle) return;
    handle.current = {
      settled: () => engine.settled(),
      showProblems: () => showAll.value = true,
      focus,
      focusFirst: () => root.current?.querySelector("input, textarea, select, [data-takes-text]")?.focus()
    };
    return () => {
      handle.current = null;
    };
  }, [engine, handle]);
  const onKeyDown = (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    showAll.value = true;
    onRun();
  };
  return /* @__PURE__ */ a(SharedContext.Provider, { value: shared, children: /* @__PURE__ */ a("div", { ref: root, class: "form", onKeyDown, children: [
    !isSchema(schema) && /* @__PURE__ */ a("p", { class: "warn-line", children: [
      "The schema is none, but ",
      /* @__PURE__ */ a("code", { children: schema.slice(0, 100) }),
      ", so there is no form for it. What is written here goes out as it is."
    ] }),
    engine.failure.value && /* @__PURE__ */ a("p", { class: "fault", role: "alert", children: [
      "The form could not take that: ",
      engine.failure.value
    ] }),
    engine.unchecked.value && /* @__PURE__ */ a("p", { class: "form-note", role: "note", children: [
      "Not checked: ",
      engine.unchecked.value,
      "."
    ] }),
    mode2.value === "json" ? /* @__PURE__ */ a(JsonEditor, { idPrefix, text: text2, engine, errors: errors.value }) : /* @__PURE__ */ a(Fields, { shared })
  ] }) });
}
function Fields({ shared }) {
  const form = shared.engine.form.value;
  const isBroken2 = shared.engine.textFault.value !== null;
  const atTop = shared.showAll.value ? shared.problemsAt.value.get("") ?? [] : [];
  if (!form) return shared.engine.failure.value ? null : /* @__PURE__ */ a("p", { class: "muted form-loading", children: "Reading the schema…" });
  return /* @__PURE__ */ a("div", { class: "fields", children: [
    isBroken2 && /* @__PURE__ */ a("p", { class: "fault", role: "alert", children: "The JSON cannot be read, so the form shows the last value that could. Switch to JSON to mend it." }),
    form.kind === "object" ? /* @__PURE__ */ a(Field, { node: form, isBare: true }) : /* @__PURE__ */ a(Field, { node: form, name: form.title ?? "value" }),
    form.kind === "object" && atTop.map((problem, index) => /* @__PURE__ */ a("p", { class: "field-problem", children: problem.message }, index))
  ] });
}

// src/form/draft-note.tsx
function DraftNote({ session: session2, name, also = [] }) {
  const long = [name, ...also].map((one) => unkept.value[`${session2} ${one}`]).find((one) => one !== void 0);
  const isTorn = `${session2} ${name}` in elsewhere.value;
  if (long === void 0 && !isTorn) return null;
  return /* @__PURE__ */ a("div", { class: "draft-note", role: "status", children: [
    long === void 0 ? null : /* @__PURE__ */ a("p", { class: "warn-line", children: [
      "What is typed here has ",
      bytes(long),
      ", and no more than ",
      bytes(LARGEST),
      " are kept: it is lost when this page is loaded anew or closed."
    ] }),
    isTorn ? /* @__PURE__ */ a("p", { class: "warn-line", children: [
      "Something else was typed into this form in another tab.",
      " ",
      /* @__PURE__ */ a(Button, { onClick: () => settle(session2, name, "theirs"), children: "Take what is there" }),
      " ",
      /* @__PURE__ */ a(Button, { onClick: () => settle(session2, name, "mine"), children: "Keep this" })
    ] }) : null
  ] });
}

// src/inbox/asked-text.tsx
var MOST_LETTERS = 5e3;
function AskedText({ session: session2, ask, path, text: text2, lead, class: name = "told" }) {
  const [isWhole, setWhole] = d(false);
  const isLong = text2.length > MOST_LETTERS;
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("p", { class: name, children: [
      lead,
      " ",
      isLong ? /* @__PURE__ */ a($, { children: [
        /* @__PURE__ */ a(Button, { pressed: isWhole, onClick: () => setWhole(!isWhole), children: [
          "Show all ",
          bytes(text2.length)
        ] }),
        " "
      ] }) : null,
      isWhole ? null : brief(text2, MOST_LETTERS, true)
    ] }),
    !isWhole ? null : ask.seq === null ? /* @__PURE__ */ a(JsonText, { text: text2, label: "Text" }) : /* @__PURE__ */ a(BigDoc, { session: session2, seq: ask.seq, path, api, label: "Text", isText: true })
  ] });
}

// src/inbox/elicitation.tsx
var MOST_OF_ADDRESS = 5e3;
var askedApi = (asked) => formApi({ ...asked, formats: true });
function word(params, name) {
  const value = typeof params === "object" && params !== null ? params[name] : null;
  return typeof value === "string" ? value : null;
}
function ElicitationCard({ state, ask, place }) {
  const message = word(ask.params, "message");
  const url = word(ask.params, "mode") === "url" ? word(ask.params, "url") : null;
  return /* @__PURE__ */ a("div", { children: [
    /* @__PURE__ */ a(
      AskedText,
      {
        session: state.id,
        ask,
        path: "/params/message",
        text: message ?? "(no message that can be read)",
        lead: /* @__PURE__ */ a("span", { class: "muted", children: [
          serverTitle(state),
          ":"
        ] })
      }
    ),
    url === null ? /* @__PURE__ */ a(AskedForm, { state, ask, place }) : /* @__PURE__ */ a(AskedPage, { state, ask, place, url })
  ] });
}
function AskedForm({ state, ask, place }) {
  const draft = draftNamed(state.id, `answer:${ask.ask}`);
  const [held, setHeld] = d(false);
  const params = paramsText(ask.ask);
  const schema = (params === null ? null : sliceAt(params, ["requestedSchema"])) ?? '{"type":"object","properties":{}}';
  const form = T(null);
  const box = T(null);
  const isJson = valueOf(draft.text.value.trim() === "" ? "{}" : draft.text.value) !== void 0;
  const holdBack = () => {
    setHeld(true);
    form.current?.showProblems();
    requestAnimationFrame(() => {
      const first = box.current?.querySelector('.form [aria-invalid="true"]');
      first?.focus();
      first?.scrollIntoView({ block: "nearest" });
      if (first == null) form.current?.focus(draft.errors.peek()[0]?.pointer ?? "");
    });
  };
  const accept = async (anyway) => {
    if (!anyway) await form.current?.settled();
    const text2 = draft.text.peek().trim();
    if (valueOf(text2 === "" ? "{}" : text2) === void 0 || !anyway && draft.errors.peek().length > 0) {
      holdBack();
      return;
    }
    void answer(state.id, ask, {
      result: objectText([
        ["action", '"accept"'],
        ["content", text2 === "" ? "{}" : text2]
      ])
    });
  };
  const always = (says) => void addRule(state.id, ask, objectText([["kind", '"elicitation"'], ["mode", '"form"'], says]));
  const standing = [
    {
      label: "Accept every elicitation with this",
      act: async () => {
        await form.current?.settled();
        const text2 = draft.text.peek().trim();
        if (valueOf(text2 === "" ? "{}" : text2) === void 0) holdBack();
        else always(["accept", text2 === "" ? "{}" : text2]);
      }
    },
    { label: "Accept every elicitation with its defaults", act: () => always(["accept", '"defaults"']) },
    { label: "Decline every elicitation", act: () => always(["refuse", "true"]) }
  ];
  const key = (event) => {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    void accept(false);
  };
  return /* @__PURE__ */ a("div", { ref: box, onKeyDown: key, children: [
    /* @__PURE__ */ a(
      FormPane,
      {
        schema,
        text: draft.text,
        mode: draft.mode,
        errors: draft.errors,
        onRun: () => void accept(false),
        api: askedApi,
        idPrefix: `${place}-ask-${ask.ask}`,
        handle: form
      }
    ),
    /* @__PURE__ */ a(DraftNote, { session: state.id, name: `answer:${ask.ask}` }),
    /* @__PURE__ */ a("div", { class: "answer-foot", children: [
      held && !isJson ? /* @__PURE__ */ a("p", { class: "bad", role: "alert", children: "This is not JSON, so it cannot be sent." }) : null,
      held && isJson && draft.errors.value.length > 0 ? /* @__PURE__ */ a("div", { class: "problem", role: "alert", children: [
        /* @__PURE__ */ a("p", { class: "problem-line", children: [
          "It does not fit what was asked for: ",
          /* @__PURE__ */ a(Button, { onClick: () => void accept(true), children: "Send anyway" })
        ] }),
        /* @__PURE__ */ a("ul", { children: draft.errors.value.map((error) => /* @__PURE__ */ a("li", { children: [
          /* @__PURE__ */ a("button", { type: "button", class: "text-button mono", onClick: () => form.current?.focus(error.pointer), children: error.pointer === "" ? "the whole" : error.pointer }),
          " ",
          error.message
        ] }, `${error.pointer} ${error.keyword}`)) })
      ] }) : null,
      /* @__PURE__ */ a("div", { class: "answer-line", children: [
        /* @__PURE__ */ a(Button, { look: "primary", keys: "Ctrl+Enter", onClick: () => void accept(false), children: "Accept" }),
        /* @__PURE__ */ a(Button, { keys: "Alt+D", onClick: () => void answer(state.id, ask, { result: '{"action":"decline"}' }), children: "Decline" }),
        /* @__PURE__ */ a(Button, { onClick: () => void answer(state.id, ask, { result: '{"action":"cancel"}' }), children: "Cancel" }),
        /* @__PURE__ */ a(Menu, { label: "Always: standing answers", id: `${place}-standing-${ask.ask}`, items: standing, children: "Always" }),
        /* @__PURE__ */ a(
          Button,
          {
            look: "quiet",
            pressed: draft.mode.value === "json",
            onClick: () => {
              draft.mode.value = draft.mode.value === "json" ? "form" : "json";
            },
            children: "JSON"
          }
        )
      ] })
    ] })
  ] });
}
function hostParts(url) {
  try {
    const parsed = new URL(url);
    if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return null;
    const rest = parsed.href.slice(`${parsed.protocol}//`.length);
    const end = rest.search(/[/?#]/);
    const user = rest.slice(0, end < 0 ? rest.length : end).lastIndexOf("@");
    const at = `${parsed.protocol}//`.length + user + 1;
    return { before: parsed.href.slice(0, at), host: parsed.host, after: parsed.href.slice(at + parsed.host.length) };
  } catch {
    return null;
  }
}
function Misleading({ parts }) {
  return parts?.before.includes("@") ? /* @__PURE__ */ a("p", { class: "warn-line", children: [
    "What stands before the @ is no address: this leads to ",
    parts.host,
    "."
  ] }) : null;
}
function AskedPage({ state, ask, place, url }) {
  const parts = hostParts(url);
  const always = (says) => void addRule(state.id, ask, JSON.stringify({ kind: "elicitation", mode: "url", ...says }));
  const standing = [
    { label: "Done with every page, unopened", act: () => always({ accept: {} }) },
    { label: "Decline every page", act: () => always({ refuse: true }) }
  ];
  return /* @__PURE__ */ a("div", { role: "group", "aria-label": "A page to visit", "data-takes-keys": true, tabIndex: -1, children: [
    /* @__PURE__ */ a("p", { class: "told mono address", children: parts === null ? brief(url, MOST_OF_ADDRESS) : /* @__PURE__ */ a($, { children: [
      brief(parts.before, MOST_OF_ADDRESS),
      /* @__PURE__ */ a("mark", { children: parts.host }),
      brief(parts.after, MOST_OF_ADDRESS)
    ] }) }),
    /* @__PURE__ */ a(Misleading, { parts }),
    parts === null ? /* @__PURE__ */ a("p", { class: "bad", children: "This is no http or https address, so it is not offered to be opened." }) : null,
    /* @__PURE__ */ a("div", { class: "answer-line", children: [
      /* @__PURE__ */ a(Button, { onClick: () => void copy(url, "the address"), children: "Copy" }),
      parts === null ? null : /* @__PURE__ */ a("a", { class: "button plain", href: url, target: "_blank", rel: "noopener noreferrer", children: "Open" }),
      /* @__PURE__ */ a(Button, { look: "primary", keys: "Ctrl+Enter", onClick: () => void answer(state.id, ask, { result: '{"action":"accept"}' }), children: "Done" }),
      /* @__PURE__ */ a(Button, { keys: "Alt+D", onClick: () => void answer(state.id, ask, { result: '{"action":"decline"}' }), children: "Decline" }),
      /* @__PURE__ */ a(Button, { onClick: () => void answer(state.id, ask, { result: '{"action":"cancel"}' }), children: "Cancel" }),
      /* @__PURE__ */ a(Menu, { label: "Always: standing answers", id: `${place}-standing-${ask.ask}`, items: standing, children: "Always" })
    ] })
  ] });
}

// src/apps/said.tsx
function SaidByApp({ app, reload }) {
  const { often, long, odd } = app.dropped.value;
  const notices = [
    ...often === 0 ? [] : [`${count(often, "message")} dropped: they came too fast`],
    ...long === 0 ? [] : [`${count(long, "message")} dropped: longer than a million characters`],
    ...odd === 0 ? [] : [`${count(odd, "message")} dropped: no JSON, or not for apps to send`],
    ...app.unwritten.value === 0 ? [] : [`${count(app.unwritten.value, "message")} not written to the log`]
  ];
  return /* @__PURE__ */ a("div", { class: "app-said", "aria-live": "polite", children: [
    app.grabbed.value === null ? null : /* @__PURE__ */ a("p", { class: "warn app-notice", children: [
      /* @__PURE__ */ a("span", { "aria-hidden": "true", children: "⚠" }),
      " ",
      app.grabbed.value === "back" ? "The app took the keyboard by itself; it was given back. A click into the app or Tab gives it the keyboard." : "The app takes the keyboard by itself again and again, so it was closed.",
      " ",
      /* @__PURE__ */ a(
        Button,
        {
          onClick: () => {
            const isClosed = app.grabbed.peek() === "away";
            app.allowKeyboard();
            if (isClosed) reload();
          },
          children: app.grabbed.value === "back" ? "Let it have the keyboard" : "Load it and let it have the keyboard"
        }
      )
    ] }),
    app.whole.isAsked.value ? /* @__PURE__ */ a(WholePageAsked, { app }) : null,
    notices.map((text2) => /* @__PURE__ */ a("p", { class: "warn app-notice", children: [
      /* @__PURE__ */ a("span", { "aria-hidden": "true", children: "⚠" }),
      " ",
      text2,
      "."
    ] }, text2)),
    app.said.value.map((said) => /* @__PURE__ */ a(OneSaid, { app, said }, said.key))
  ] });
}
function WholePageAsked({ app }) {
  return /* @__PURE__ */ a("div", { class: "card", role: "group", "aria-label": "The app wants the whole page", children: [
    /* @__PURE__ */ a("p", { class: "told", children: "The app wants the whole page:" }),
    /* @__PURE__ */ a("div", { class: "answer-line", children: [
      /* @__PURE__ */ a(
        Button,
        {
          onClick: () => {
            mode.value = "fullscreen";
          },
          children: "Allow"
        }
      ),
      /* @__PURE__ */ a(Button, { onClick: () => app.whole.refuse(), children: "No" })
    ] })
  ] });
}
function OneSaid({ app, said }) {
  switch (said.is) {
    case "link":
      return /* @__PURE__ */ a(Link, { app, said });
    case "message":
      return /* @__PURE__ */ a(Quoted, { title: "The app says to the model", json: said.json });
    case "context":
      return /* @__PURE__ */ a(Quoted, { title: "The model would be told with its next turn", json: said.json });
    case "log":
      return /* @__PURE__ */ a("p", { class: "app-log", children: [
        /* @__PURE__ */ a("span", { class: "muted", children: [
          "log · ",
          brief(said.level, ONE_LINE)
        ] }),
        " ",
        /* @__PURE__ */ a("span", { class: "mono", children: brief(said.json) })
      ] });
  }
}
function Link({ app, said }) {
  const parts = hostParts(said.url);
  return /* @__PURE__ */ a("div", { class: "card", role: "group", "aria-label": "The app wants to open a page", children: [
    /* @__PURE__ */ a("p", { class: "told", children: "The app wants to open a page:" }),
    /* @__PURE__ */ a("p", { class: "told mono address", children: parts === null ? brief(said.url) : /* @__PURE__ */ a($, { children: [
      brief(parts.before),
      /* @__PURE__ */ a("mark", { children: parts.host }),
      brief(parts.after)
    ] }) }),
    /* @__PURE__ */ a(Misleading, { parts }),
    /* @__PURE__ */ a("div", { class: "answer-line", children: [
      parts === null ? null : /* @__PURE__ */ a(
        "a",
        {
          class: "button plain",
          href: said.url,
          target: "_blank",
          rel: "noopener noreferrer",
          onClick: () => app.answerLink(said, true),
          children: "Open"
        }
      ),
      /* @__PURE__ */ a(Button, { onClick: () => app.answerLink(said, false), children: "Decline" })
    ] })
  ] });
}
function Quoted({ title, json }) {
  return /* @__PURE__ */ a("figure", { class: "block", children: [
    /* @__PURE__ */ a("figcaption", { class: "muted", children: title }),
    /* @__PURE__ */ a(JsonText, { text: prettyOf(json), label: title })
  ] });
}

// src/apps/app-view.tsx
function AppView({
  state,
  target,
  uri,
  run
}) {
  const holder = T(null);
  const [app, setApp] = d(null);
  const [round, setRound] = d(0);
  const reload = () => setRound(round + 1);
  F(() => {
    if (holder.current === null) return void 0;
    const stop = new AbortController();
    const showing = new ShowingApp(state.id, target, uri, run.call, holder.current);
    setApp(showing);
    void showing.takeInput(run);
    void showing.open(stop.signal);
    return () => {
      stop.abort();
      void showing.close("the view is closed");
    };
  }, [state.id, target.key, uri, run.call, round]);
  A(() => {
    const now = route.peek();
    if (now.screen === "explore" && now.run === null) go({ ...now, run: run.call }, "replace");
  }, [run.call]);
  const end = run.state.is === "ended" ? run.state.end : null;
  A(() => {
    if (end !== null && app !== null)
      app.takeEnd(end).catch((thrown) => {
        app.problem.value = problemOf(thrown);
      });
  }, [app, end]);
  const full = mode.value === "fullscreen";
  return /* @__PURE__ */ a("div", { class: full ? "app-view full" : "app-view", children: [
    /* @__PURE__ */ a("div", { class: "app-bar", children: [
      app === null ? null : /* @__PURE__ */ a(Standing, { app }),
      /* @__PURE__ */ a("span", { class: "spring" }),
      /* @__PURE__ */ a(Button, { look: "quiet", onClick: reload, children: "Reload" }),
      /* @__PURE__ */ a(
        Button,
        {
          look: "quiet",
          pressed: full,
          onClick: () => {
            mode.value = full ? "inline" : "fullscreen";
          },
          ...full ? { keys: "Escape" } : {},
          children: "Full screen"
        }
      )
    ] }),
    app === null || app.problem.value === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem: app.problem.value, title: "The app cannot be shown." }),
    /* @__PURE__ */ a("div", { class: "app-main", children: [
      /* @__PURE__ */ a("div", { class: "app-frame", ref: holder }),
      app === null || app.shown.value === null ? null : /* @__PURE__ */ a("div", { class: "app-side", children: [
        /* @__PURE__ */ a(SaidByApp, { app, reload }),
        app.tooLong.value === null ? null : /* @__PURE__ */ a("p", { class: "muted", children: [
          "The result (",
          bytes(app.tooLong.value),
          ") is too long to be given to the app."
        ] }),
        /* @__PURE__ */ a(Given, { app }),
        /* @__PURE__ */ a(Allowed, { app })
      ] })
    ] })
  ] });
}
function Standing({ app }) {
  const words = {
    loading: "Loading the app…",
    waiting: "The app is loaded and has not said anything yet.",
    ready: `${app.name.value === "" ? "The app" : brief(app.name.value, ONE_LINE)} runs in a sandbox`,
    silent: "The sandbox of apps does not answer. It is at 127.0.0.1 of the machine that mcp-inspector runs on.",
    closed: "The app is closed."
  };
  const phase = app.problem.value === null ? app.phase.value : "closed";
  return /* @__PURE__ */ a("span", { class: phase === "silent" ? "bad" : "muted", role: "status", children: [
    words[phase],
    " · ",
    /* @__PURE__ */ a("span", { class: "mono", children: brief(app.uri, ONE_LINE) })
  ] });
}
function Allowed({ app }) {
  const shown = app.shown.value;
  if (shown === null) return null;
  const { domains } = shown;
  const rows = [
    ["may connect to", domains.connectDomains],
    ["may load from", domains.resourceDomains],
    ["may embed", domains.frameDomains],
    ["may be relative to", domains.baseUriDomains]
  ];
  const declared = rows.filter(([, list]) => list.length > 0);
  const refused = shown.refused.length + shown.permissions.length;
  const words = declared.length === 0 ? "no web addresses outside" : declared.map(([what]) => what).join(", ");
  return /* @__PURE__ */ a("details", { class: "fold", open: refused > 0, children: [
    /* @__PURE__ */ a("summary", { children: [
      "Security: ",
      words,
      " · WebRTC is not stopped",
      refused === 0 ? "" : ` · ${refused} not granted`
    ] }),
    /* @__PURE__ */ a("ul", { class: "app-allowed", children: [
      declared.map(([what, list]) => /* @__PURE__ */ a("li", { children: [
        what,
        " ",
        /* @__PURE__ */ a("span", { class: "mono", children: list.join(" ") })
      ] }, what)),
      shown.refused.map((one) => /* @__PURE__ */ a("li", { class: "warn", children: [
        "refused ",
        /* @__PURE__ */ a("span", { class: "mono", children: one.source }),
        ": ",
        one.why
      ] }, one.source)),
      shown.permissions.map((one) => /* @__PURE__ */ a("li", { children: [
        "wants ",
        /* @__PURE__ */ a("span", { class: "mono", children: one }),
        ", which is not granted"
      ] }, one)),
      /* @__PURE__ */ a("li", { children: "Requests, scripts, pictures, frames and sockets to anywhere else are blocked by the browser. WebRTC is not: no policy stops it, and an app that means harm can send out what it is shown, by STUN, TURN or a connection to another machine." }),
      /* @__PURE__ */ a("li", { children: [
        bytes(shown.bytes),
        " of HTML, under this policy:"
      ] }),
      /* @__PURE__ */ a("li", { class: "mono app-policy", children: shown.policy })
    ] })
  ] });
}

// src/explore/misfit.tsx
function dict(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}
function kindOf(value) {
  if (value === null) return "null";
  if (value === void 0) return "missing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
function needs(all, name, wanted = "a string") {
  return all[name] === void 0 ? `\`${name}\` is missing` : mayHave(all, name, wanted);
}
function mayHave(all, name, wanted = "a string") {
  const value = all[name];
  return value === void 0 || kindOf(value) === wanted ? null : `\`${name}\` is ${kindOf(value)}, not ${wanted}`;
}
var BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;
function isBase64(text2) {
  return BASE64.test(text2);
}
function encoded(all, name) {
  const value = all[name];
  return typeof value === "string" && !isBase64(value) ? `\`${name}\` is not base64` : null;
}
function typed(all, family) {
  const type = all["mimeType"];
  return typeof type !== "string" || type.toLowerCase().startsWith(`${family}/`) ? null : `\`mimeType\` is no type of ${family}`;
}
function misfitOf(block) {
  const all = dict(block);
  if (all === null) return `it is ${kindOf(block)}, not an object`;
  switch (all["type"]) {
    case "text":
      return joined([needs(all, "text")]);
    case "image":
    case "audio":
      return joined([needs(all, "data"), encoded(all, "data"), needs(all, "mimeType"), typed(all, all["type"])]);
    case "resource_link":
      return joined([needs(all, "uri"), needs(all, "name"), ...["title", "description", "mimeType"].map((name) => mayHave(all, name))]);
    case "resource":
      return dict(all["resource"]) === null ? needs(all, "resource", "an object") : resourceMisfit(all["resource"]);
    default:
      return needs(all, "type");
  }
}
function resourceMisfit(resource) {
  const all = dict(resource);
  if (all === null) return `it is ${kindOf(resource)}, not an object`;
  const hasNone = all["text"] === void 0 && all["blob"] === void 0;
  return joined([
    needs(all, "uri"),
    hasNone ? "`text` and `blob` are missing" : null,
    mayHave(all, "text"),
    mayHave(all, "blob"),
    encoded(all, "blob"),
    mayHave(all, "mimeType")
  ]);
}
function messageMisfit(message) {
  const all = dict(message);
  if (all === null) return `it is ${kindOf(message)}, not an object`;
  return joined([needs(all, "role"), all["content"] === void 0 ? "`content` is missing" : null]);
}
function joined(faults) {
  const all = faults.filter((fault) => fault !== null);
  return all.length === 0 ? null : all.join("; ");
}
function Misfit({ why, value }) {
  if (why === null) return null;
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("p", { class: "warn-line", children: [
      "Not as it should be: ",
      why,
      ". It came so:"
    ] }),
    /* @__PURE__ */ a(PrettyJson, { text: JSON.stringify(value) ?? "null" })
  ] });
}

// src/explore/paged.tsx
var PAGE = 20;
var FIRST_HEIGHT = 1200;
var Heights = class {
  constructor(pages) {
    this.pages = pages;
    this.#most = TALLEST / pages;
    this.#usual = Math.min(FIRST_HEIGHT, this.#most);
  }
  pages;
  #seen = /* @__PURE__ */ new Map();
  #most;
  #usual;
  /** Notes how high a page is. */
  note(page, height) {
    if (this.#seen.size === 0) this.#usual = Math.min(height, this.#most);
    this.#seen.set(page, height);
  }
  /** The room of the pages from one to another. */
  room(first, end) {
    let room = 0;
    for (let page = first; page < end; page += 1) room += Math.min(this.#seen.get(page) ?? this.#usual, this.#most);
    return room;
  }
  /** The pages of which something lies between two heights, when those of `drawn` are as high as they were measured. */
  between(top, bottom, drawn) {
    let at = 0;
    let first = null;
    for (let page = 0; page < this.pages; page += 1) {
      const height = this.#seen.get(page) ?? this.#usual;
      at += page >= drawn.first && page < drawn.end ? height : Math.min(height, this.#most);
      if (first === null && at > top) first = page;
      if (at >= bottom) return { first: first ?? page, end: page + 1 };
    }
    return { first: Math.max(0, first ?? this.pages - 1), end: this.pages };
  }
};
function Paged({ of, count: count3, noun, draw, onDrawn }) {
  const box = T(null);
  const pages = Math.max(1, Math.ceil(count3 / PAGE));
  const heights = w(() => new Heights(pages), [of, pages]);
  const span = T({ first: 0, end: 1 });
  const [, redraw] = _((n) => n + 1, 0);
  span.current = { first: Math.min(span.current.first, pages - 1), end: Math.min(span.current.end, pages) };
  const { first, end } = span.current;
  const after = heights.room(end, pages);
  const atEnd = T(null);
  const look2 = T(() => {
  });
  look2.current = () => {
    const place = box.current;
    if (place === null) return;
    if (atEnd.current !== null) atEnd.current.scrollTop = atEnd.current.scrollHeight;
    for (const page of place.children) {
      const number = page.dataset["page"];
      if (number !== void 0 && page.clientHeight > 0) heights.note(Number(number), page.clientHeight);
    }
    const top = -place.getBoundingClientRect().top;
    const now = heights.between(top - window.innerHeight / 2, top + 1.5 * window.innerHeight, span.current);
    const isSame2 = now.first === span.current.first && now.end === span.current.end;
    if (isSame2 && heights.room(end, pages) === after) return;
    keepFocus(place, now);
    span.current = now;
    redraw();
  };
  F(() => {
    look2.current();
    onDrawn?.(first * PAGE, Math.min(count3, end * PAGE));
  });
  F(() => {
    const again = () => look2.current();
    const scrolled = ({ target }) => {
      const around = target === document ? document.documentElement : target;
      if (box.current === null || !around.contains(box.current)) return;
      const isAtEnd = around.scrollTop > 0 && around.scrollTop + around.clientHeight >= around.scrollHeight - 4;
      atEnd.current = isAtEnd ? around : null;
      look2.current();
    };
    window.addEventListener("scroll", scrolled, { capture: true, passive: true });
    window.addEventListener("resize", again);
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(again);
    if (box.current !== null) observer?.observe(box.current);
    return () => {
      window.removeEventListener("scroll", scrolled, { capture: true });
      window.removeEventListener("resize", again);
      observer?.disconnect();
    };
  }, []);
  const drawn = [];
  for (let page = first; page < end; page += 1) {
    const parts = [];
    for (let index = page * PAGE; index < Math.min(count3, (page + 1) * PAGE); index += 1) parts.push(draw(index));
    drawn.push(
      parts.includes(null) ? /* @__PURE__ */ a("p", { class: "muted", style: { height: `${heights.room(page, page + 1)}px` }, children: "Fetching…" }, page) : /* @__PURE__ */ a("div", { class: "paged-page", "data-page": page, children: parts }, page)
    );
  }
  const words = (number) => number.toLocaleString("en");
  return /* @__PURE__ */ a($, { children: [
    pages === 1 ? null : /* @__PURE__ */ a("p", { class: "paged-count muted", children: [
      words(count3),
      " ",
      noun,
      ", ",
      words(first * PAGE + 1),
      " to ",
      words(Math.min(count3, end * PAGE)),
      " shown"
    ] }),
    /* @__PURE__ */ a("div", { ref: box, class: "paged", children: [
      first === 0 ? null : /* @__PURE__ */ a("div", { style: { height: `${heights.room(0, first)}px` } }, "before"),
      drawn,
      end === pages ? null : /* @__PURE__ */ a("div", { style: { height: `${after}px` } }, "after")
    ] })
  ] });
}
function keepFocus(place, now) {
  const page = document.activeElement?.closest(".paged-page");
  if (page == null || page.parentElement !== place) return;
  const number = Number(page.dataset["page"]);
  if (number < now.first || number >= now.end)
    place.parentElement?.closest("[tabindex]")?.focus({ preventScroll: true });
}

// src/explore/picture-size.ts
var LOOKED_AT = 1048576;
function pictureSize(base64) {
  const head = bytesOf(base64);
  return head === null ? null : sizeIn(head);
}
function pictureSizeOf(bytes2) {
  return sizeIn(new DataView(bytes2.buffer, bytes2.byteOffset, Math.min(bytes2.byteLength, LOOKED_AT)));
}
function sizeIn(head) {
  const size = sizeOfPng(head) ?? sizeOfGif(head) ?? sizeOfWebp(head) ?? sizeOfJpeg(head) ?? sizeOfAvif(head);
  return size === null || size.width === 0 || size.height === 0 ? null : size;
}
function bytesOf(base64) {
  try {
    const begin = base64.slice(0, Math.ceil(LOOKED_AT * 4 / 3) + 1024).replace(/\s/g, "");
    const text2 = atob(begin.slice(0, begin.length - begin.length % 4));
    return new DataView(Uint8Array.from(text2, (letter) => letter.charCodeAt(0)).buffer);
  } catch {
    return null;
  }
}
function textAt(head, at, length) {
  let text2 = "";
  for (let index = at; index < Math.min(at + length, head.byteLength); index++)
    text2 += String.fromCharCode(head.getUint8(index));
  return text2;
}
function sizeOfPng(head) {
  if (head.byteLength < 24 || textAt(head, 1, 3) !== "PNG") return null;
  return { width: head.getUint32(16), height: head.getUint32(20) };
}
function sizeOfGif(head) {
  if (head.byteLength < 13 || textAt(head, 0, 4) !== "GIF8") return null;
  const screen = { width: head.getUint16(6, true), height: head.getUint16(8, true) };
  const flags = head.getUint8(10);
  let at = 13 + ((flags & 128) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  while (at + 10 <= head.byteLength) {
    const kind = head.getUint8(at);
    if (kind === 44)
      return {
        width: Math.max(screen.width, head.getUint16(at + 1, true) + head.getUint16(at + 5, true)),
        height: Math.max(screen.height, head.getUint16(at + 3, true) + head.getUint16(at + 7, true))
      };
    if (kind !== 33) break;
    at += 2;
    while (at < head.byteLength && head.getUint8(at) !== 0) at += 1 + head.getUint8(at);
    at += 1;
  }
  return screen;
}
function sizeOfWebp(head) {
  if (head.byteLength < 30 || textAt(head, 0, 4) !== "RIFF" || textAt(head, 8, 4) !== "WEBP") return null;
  switch (textAt(head, 12, 4)) {
    case "VP8 ":
      return { width: head.getUint16(26, true) & 16383, height: head.getUint16(28, true) & 16383 };
    case "VP8L": {
      const bits = head.getUint32(21, true);
      return { width: (bits & 16383) + 1, height: (bits >>> 14 & 16383) + 1 };
    }
    case "VP8X":
      return {
        width: (head.getUint32(24, true) & 16777215) + 1,
        height: (head.getUint32(26, true) >>> 8) + 1
      };
    default:
      return null;
  }
}
function sizeOfJpeg(head) {
  if (head.byteLength < 4 || head.getUint16(0) !== 65496) return null;
  let at = 2;
  while (at + 9 <= head.byteLength) {
    if (head.getUint8(at) !== 255) return null;
    const marker = head.getUint8(at + 1);
    const isFrame = marker >= 192 && marker <= 207 && ![196, 200, 204].includes(marker);
    if (isFrame) return { width: head.getUint16(at + 7), height: head.getUint16(at + 5) };
    if (marker === 255) at += 1;
    else if (marker >= 208 && marker <= 216) at += 2;
    else at += 2 + head.getUint16(at + 2);
  }
  return null;
}
function sizeOfAvif(head) {
  if (textAt(head, 4, 4) !== "ftyp") return null;
  let size = null;
  const boxes = textAt(head, 0, 65536);
  for (let at = boxes.indexOf("ispe"); at >= 0; at = boxes.indexOf("ispe", at + 4)) {
    if (at + 16 > head.byteLength) break;
    const found2 = { width: head.getUint32(at + 8), height: head.getUint32(at + 12) };
    if (size === null || found2.width * found2.height > size.width * size.height) size = found2;
  }
  return size;
}

// src/markdown/inline.ts
var DEEPEST = 20;
var KINDS2 = { "*": "em", _: "em", "**": "strong", __: "strong", "~~": "del" };
var SAFE = /^(?:https?:\/\/|mailto:)[^\s]+$/i;
var BARE = /https?:\/\/[^\s<>"'`()[\]{}*]+/y;
var TARGET = /\(([^\s()[\]<>]{0,2000})(?:[ \t]+"[^"\n]{0,300}")?\)/y;
var WORD = /[\p{L}\p{N}]/u;
function hrefOf(target) {
  return SAFE.test(target) ? target : null;
}
function inlinesOf(text2) {
  return new Reader(text2).read();
}
var Reader = class {
  constructor(text2) {
    this.text = text2;
    this.ticks = new TickRuns(text2);
  }
  text;
  frames = [{ marker: null, inside: [] }];
  ticks;
  /** Where the text begins that has not been put anywhere yet. */
  kept = 0;
  at = 0;
  read() {
    const { text: text2 } = this;
    while (this.at < text2.length) {
      switch (text2[this.at]) {
        case "\\":
          if (/[!-/:-@[-`{-~]/.test(text2[this.at + 1] ?? "")) {
            this.flush();
            this.kept = this.at + 1;
          }
          this.at += 2;
          break;
        case "`":
          this.code();
          break;
        case "*":
        case "_":
        case "~":
          this.emphasis(text2[this.at] ?? "");
          break;
        case "!":
          if (text2[this.at + 1] === "[") this.open("![", 2);
          else this.at += 1;
          break;
        case "[":
          this.open("[", 1);
          break;
        case "]":
          this.closeLink();
          break;
        case "h":
        case "<":
          this.bareLink();
          break;
        default:
          this.at += 1;
      }
    }
    this.at = text2.length;
    this.flush();
    while (this.frames.length > 1) this.giveUp();
    return this.top.inside;
  }
  get top() {
    return this.frames[this.frames.length - 1];
  }
  /** Puts the text up to here where it belongs. */
  flush() {
    if (this.at > this.kept) push(this.top.inside, { is: "text", text: this.text.slice(this.kept, this.at) });
    this.kept = this.at;
  }
  skip(letters) {
    this.at += letters;
    this.kept = this.at;
  }
  code() {
    const run = this.ticks.runAt(this.at);
    const end = this.ticks.next(this.at + run, run);
    if (end === null) {
      this.at += run;
      return;
    }
    this.flush();
    const inside = this.text.slice(this.at + run, end).replaceAll("\n", " ");
    const isPadded = inside.startsWith(" ") && inside.endsWith(" ") && inside.trim() !== "";
    push(this.top.inside, { is: "code", text: isPadded ? inside.slice(1, -1) : inside });
    this.at = end;
    this.skip(run);
  }
  emphasis(letter) {
    const { text: text2 } = this;
    let run = 1;
    while (run < 3 && text2[this.at + run] === letter) run += 1;
    const width = run === 1 ? 1 : 2;
    if (letter === "~" && run === 1) {
      this.at += 1;
      return;
    }
    const marker = letter.repeat(width);
    const before = text2[this.at - 1] ?? " ";
    const after = text2[this.at + width] ?? " ";
    const isInWord = letter === "_" && WORD.test(before) && WORD.test(after);
    const closes = /\S/.test(before) && !isInWord && this.isOpen(marker);
    const opens = /\S/.test(after) && !isInWord;
    if (closes) {
      this.flush();
      const inside = this.popTo(marker);
      push(this.top.inside, { is: KINDS2[marker] ?? "em", inside });
      this.skip(width);
    } else if (opens) {
      this.open(marker, width);
    } else {
      this.at += width;
    }
  }
  open(marker, letters) {
    if (this.frames.length > DEEPEST) {
      this.at += letters;
      return;
    }
    this.flush();
    this.frames.push({ marker, inside: [] });
    this.skip(letters);
  }
  closeLink() {
    const marker = this.frames.findLast((frame) => frame.marker === "[" || frame.marker === "![")?.marker ?? null;
    if (marker === null) {
      this.at += 1;
      return;
    }
    this.flush();
    TARGET.lastIndex = this.at + 1;
    const found2 = TARGET.exec(this.text);
    if (found2 === null) {
      while (this.top.marker !== marker) this.giveUp();
      this.giveUp();
      this.at += 1;
      return;
    }
    const inside = this.popTo(marker);
    const target = found2[1] ?? "";
    if (marker === "![") push(this.top.inside, { is: "image", alt: plainOf(inside), target });
    else push(this.top.inside, { is: "link", inside, target, href: hrefOf(target) });
    this.skip(1 + found2[0].length);
  }
  bareLink() {
    const isQuoted = this.text[this.at] === "<";
    BARE.lastIndex = isQuoted ? this.at + 1 : this.at;
    const isStart = isQuoted || !WORD.test(this.text[this.at - 1] ?? " ");
    const found2 = isStart && !this.isOpen("[") ? BARE.exec(this.text)?.[0] : void 0;
    if (found2 === void 0 || isQuoted && this.text[this.at + 1 + found2.length] !== ">") {
      this.at += 1;
      return;
    }
    const target = isQuoted ? found2 : found2.replace(/[.,;:!?_~]{1,20}$/, "");
    this.flush();
    push(this.top.inside, { is: "link", inside: [{ is: "text", text: target }], target, href: hrefOf(target) });
    this.skip(target.length + (isQuoted ? 2 : 0));
  }
  isOpen(marker) {
    return this.frames.some((frame) => frame.marker === marker);
  }
  /** What was opened last with this marker; what was opened after it and is not closed is text. */
  popTo(marker) {
    while (this.top.marker !== marker) this.giveUp();
    return this.frames.pop()?.inside ?? [];
  }
  /** The innermost thing that is open was none: its marker is text. */
  giveUp() {
    const frame = this.frames.pop();
    if (frame === void 0 || frame.marker === null) return;
    push(this.top.inside, { is: "text", text: frame.marker });
    for (const one of frame.inside) push(this.top.inside, one);
  }
};
function push(inside, piece) {
  const last = inside.at(-1);
  if (piece.is === "text" && last?.is === "text") inside[inside.length - 1] = { is: "text", text: last.text + piece.text };
  else inside.push(piece);
}
function plainOf(inside) {
  return inside.map((piece) => piece.is === "text" || piece.is === "code" ? piece.text : piece.is === "image" ? piece.alt : plainOf(piece.inside)).join("");
}
var TickRuns = class {
  places = /* @__PURE__ */ new Map();
  passed = /* @__PURE__ */ new Map();
  lengths = /* @__PURE__ */ new Map();
  constructor(text2) {
    for (const found2 of text2.matchAll(/`+/g)) {
      const length = found2[0].length;
      this.lengths.set(found2.index, length);
      const known = this.places.get(length);
      if (known === void 0) this.places.set(length, [found2.index]);
      else known.push(found2.index);
    }
  }
  /** How long the run is that begins here. An escaped backtick is none of its run. */
  runAt(at) {
    return this.lengths.get(at) ?? 1;
  }
  /** Where the next run of this length is, from `at` on; it only ever goes on from where it was. */
  next(at, length) {
    const places2 = this.places.get(length) ?? [];
    let index = this.passed.get(length) ?? 0;
    while (index < places2.length && (places2[index] ?? 0) < at) index += 1;
    this.passed.set(length, index);
    return places2[index] ?? null;
  }
};

// src/markdown/blocks.ts
var DEEPEST2 = 8;
var MOST_COLUMNS = 100;
var HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
var FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/;
var RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
var QUOTE = /^ {0,3}> ?/;
var BULLET = /^( {0,3})([-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
var BOX = /^\[([ xX])\][ \t]+/;
function blocksOf(text2) {
  return read(text2.replaceAll("\r\n", "\n").split("\n"), 0);
}
function read(lines2, depth) {
  const blocks = [];
  let paragraph = [];
  const end = () => {
    if (paragraph.length > 0) blocks.push({ is: "paragraph", inside: inlinesOf(paragraph.join("\n")) });
    paragraph = [];
  };
  let at = 0;
  while (at < lines2.length) {
    const line = lines2[at] ?? "";
    const found2 = blockAt(lines2, at, depth, paragraph.length > 0);
    if (found2 === null) {
      if (line.trim() === "") end();
      else paragraph.push(line.trim());
      at += 1;
    } else {
      end();
      blocks.push(found2.block);
      at = found2.next;
    }
  }
  end();
  return blocks;
}
function blockAt(lines2, at, depth, isInParagraph) {
  const line = lines2[at] ?? "";
  if (!/^ {0,3}[#`~*_\-+>|\d]/.test(line) && !line.includes("|")) return null;
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const inside = inlinesOf(withoutClosing(heading[2] ?? ""));
    return { block: { is: "heading", level: heading[1]?.length ?? 1, inside }, next: at + 1 };
  }
  const fence = FENCE.exec(line);
  if (fence !== null) return codeAt(lines2, at, fence[1] ?? "```", (fence[2] ?? "").trim());
  if (RULE.test(line)) return { block: { is: "rule" }, next: at + 1 };
  if (depth < DEEPEST2 && QUOTE.test(line)) return quoteAt(lines2, at, depth);
  if (depth < DEEPEST2 && isItem(line, isInParagraph)) return listAt(lines2, at, depth);
  return tableAt(lines2, at);
}
function withoutClosing(text2) {
  let end = text2.trimEnd().length;
  while (end > 0 && text2[end - 1] === "#") end -= 1;
  return end === 0 || /[ \t]/.test(text2[end - 1] ?? "") ? text2.slice(0, end).trim() : text2.trim();
}
function codeAt(lines2, at, fence, language) {
  const inside = [];
  let next = at + 1;
  for (; next < lines2.length; next++) {
    const line = lines2[next] ?? "";
    const sign = line.trim();
    if (sign.length >= fence.length && sign === (fence[0] ?? "").repeat(sign.length)) break;
    inside.push(line);
  }
  return { block: { is: "code", language, text: inside.join("\n") }, next: next + 1 };
}
function quoteAt(lines2, at, depth) {
  const inside = [];
  let next = at;
  for (; next < lines2.length; next++) {
    const line = lines2[next] ?? "";
    if (!QUOTE.test(line)) break;
    inside.push(line.replace(QUOTE, ""));
  }
  return { block: { is: "quote", inside: read(inside, depth + 1) }, next };
}
function isItem(line, isInParagraph) {
  const found2 = BULLET.exec(line);
  if (found2 === null) return false;
  return !isInParagraph || line.trim().length > 1 && (!/\d/.test(found2[2] ?? "") || /^1[.)]/.test(found2[2] ?? ""));
}
function listAt(lines2, at, depth) {
  const first = BULLET.exec(lines2[at] ?? "")?.[2] ?? "-";
  const kind = first.at(-1);
  const items = [];
  let next = at;
  while (next < lines2.length) {
    const found2 = BULLET.exec(lines2[next] ?? "");
    if (found2 === null || found2[2]?.at(-1) !== kind || RULE.test(lines2[next] ?? "")) break;
    const width = found2[0].length;
    const inside = [(lines2[next] ?? "").slice(width)];
    next += 1;
    let isAfterBlank = false;
    for (; next < lines2.length; next++) {
      const line = lines2[next] ?? "";
      const indent = line.length - line.trimStart().length;
      const isBlank = line.trim() === "";
      if (!isBlank && indent < Math.min(width, 2) && (isAfterBlank || BULLET.test(line) || startsBlock(line))) break;
      inside.push(line.slice(Math.min(indent, width)));
      isAfterBlank = isBlank;
    }
    const box = BOX.exec(inside[0] ?? "");
    if (box !== null) inside[0] = (inside[0] ?? "").slice(box[0].length);
    items.push({ done: box === null ? null : box[1] !== " ", inside: read(inside, depth + 1) });
  }
  const start = /\d/.test(first) ? Number.parseInt(first, 10) : null;
  return { block: { is: "list", start, items }, next };
}
function startsBlock(line) {
  return HEADING.test(line) || FENCE.test(line) || QUOTE.test(line) || RULE.test(line);
}
function tableAt(lines2, at) {
  const head = cellsOf(lines2[at] ?? "");
  const rule = cellsOf(lines2[at + 1] ?? "");
  if (head === null || rule === null || rule.length !== head.length) return null;
  if (!rule.every((cell) => /^:?-+:?$/.test(cell))) return null;
  const rows = [];
  let next = at + 2;
  for (; next < lines2.length; next++) {
    const cells = cellsOf(lines2[next] ?? "");
    if (cells === null) break;
    rows.push(head.map((_2, column) => inlinesOf(cells[column] ?? "")));
  }
  return { block: { is: "table", head: head.map(inlinesOf), rows }, next };
}
function cellsOf(line) {
  const text2 = line.trim();
  if (!text2.includes("|")) return null;
  const cells = [];
  let start = text2.startsWith("|") ? 1 : 0;
  for (let at = start; at < text2.length; at++) {
    if (text2[at] === "\\") at += 1;
    else if (text2[at] === "|") {
      cells.push(text2.slice(start, at).trim());
      start = at + 1;
      if (cells.length > MOST_COLUMNS) return null;
    }
  }
  if (start < text2.length) cells.push(text2.slice(start).trim());
  return cells.length === 0 ? null : cells;
}
function looksLikeMarkdown(text2) {
  const head = text2.slice(0, 2e4);
  if (/^\s*[{[]/.test(head) && /[}\]]\s*$/.test(text2.slice(-100))) return false;
  const strong = [/^ {0,3}```/m, /^ {0,3}\|? {0,3}:?-{3,}:? {0,3}\|/m, /\[[^\]\n]{1,200}\]\(https?:/];
  if (strong.some((sign) => sign.test(head))) return true;
  const weak = [/^#{1,6} \S/m, /^ {0,3}[-*+] \S.*\n\s{0,3}[-*+] \S/m, /^1\. \S/m, /\*\*[^\s*][^*\n]{0,200}\*\*/, /^> \S/m, /`[^`\n]{1,100}`/];
  return weak.filter((sign) => sign.test(head)).length >= 2;
}

// src/markdown/markdown.tsx
function Markdown({ text: text2 }) {
  const blocks = w(() => blocksOf(text2), [text2]);
  return /* @__PURE__ */ a("div", { class: "markdown", children: blocks.map(drawBlock) });
}
function drawBlock(block, index) {
  switch (block.is) {
    case "heading":
      return (
        // The headings of a result are below those of the page, and no part of its outline.
        /* @__PURE__ */ a("p", { class: `md-heading md-h${block.level}`, children: block.inside.map(drawInline) }, index)
      );
    case "paragraph":
      return /* @__PURE__ */ a("p", { children: block.inside.map(drawInline) }, index);
    case "code":
      return /* @__PURE__ */ a("pre", { class: "md-code", tabIndex: 0, role: "group", "aria-label": block.language === "" ? "code" : `code, ${block.language}`, children: block.text }, index);
    case "quote":
      return /* @__PURE__ */ a("blockquote", { children: block.inside.map(drawBlock) }, index);
    case "list": {
      const items = block.items.map((item, place) => /* @__PURE__ */ a("li", { children: [
        item.done === null ? null : /* @__PURE__ */ a("span", { class: "md-box", children: item.done ? "☑ " : "☐ " }),
        item.inside.map(drawBlock)
      ] }, place));
      return block.start === null ? /* @__PURE__ */ a("ul", { children: items }, index) : /* @__PURE__ */ a("ol", { start: block.start, children: items }, index);
    }
    case "table":
      return /* @__PURE__ */ a("div", { class: "md-table", tabIndex: 0, role: "group", "aria-label": "table", children: /* @__PURE__ */ a("table", { children: [
        /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: block.head.map((cell, column) => /* @__PURE__ */ a("th", { scope: "col", children: cell.map(drawInline) }, column)) }) }),
        /* @__PURE__ */ a("tbody", { children: block.rows.map((row, place) => /* @__PURE__ */ a("tr", { children: row.map((cell, column) => /* @__PURE__ */ a("td", { children: cell.map(drawInline) }, column)) }, place)) })
      ] }) }, index);
    case "rule":
      return /* @__PURE__ */ a("hr", {}, index);
  }
}
function drawInline(piece, index) {
  switch (piece.is) {
    case "text":
      return piece.text;
    case "code":
      return /* @__PURE__ */ a("code", { children: piece.text }, index);
    case "em":
      return /* @__PURE__ */ a("em", { children: piece.inside.map(drawInline) }, index);
    case "strong":
      return /* @__PURE__ */ a("strong", { children: piece.inside.map(drawInline) }, index);
    case "del":
      return /* @__PURE__ */ a("del", { children: piece.inside.map(drawInline) }, index);
    case "image":
      return /* @__PURE__ */ a("span", { class: "muted", children: [
        "[image: ",
        piece.alt,
        " (",
        piece.target,
        ")]"
      ] }, index);
    case "link": {
      const only = piece.inside.length === 1 ? piece.inside[0] : void 0;
      const isItself = only?.is === "text" && only.text === piece.target;
      const shown = piece.inside.map(drawInline);
      const where = isItself ? null : /* @__PURE__ */ a("span", { class: "muted", children: [
        " (",
        piece.target,
        ")"
      ] });
      return piece.href === null ? /* @__PURE__ */ a("span", { children: [
        shown,
        where
      ] }, index) : /* @__PURE__ */ a("span", { children: [
        /* @__PURE__ */ a("a", { href: piece.href, target: "_blank", rel: "noopener noreferrer", children: shown }),
        where
      ] }, index);
    }
  }
}

// src/explore/prose.tsx
var LONGEST2 = 1e5;
var MOST_AT_ONCE = 4e5;
function isMarkdown(text2, mimeType) {
  const type = mimeType?.toLowerCase().split(";")[0]?.trim() ?? null;
  if (type === "text/markdown" || type === "text/x-markdown") return true;
  return (type === null || type === "text/plain") && looksLikeMarkdown(text2);
}
function Prose({ text: text2, mimeType = null }) {
  const [asText, setAsText] = d(false);
  const canDraw = w(() => text2.length <= LONGEST2 && isMarkdown(text2, mimeType), [text2, mimeType]);
  if (text2.length > MOST_AT_ONCE) return /* @__PURE__ */ a(JsonText, { text: text2, label: "Text" });
  if (!canDraw) return /* @__PURE__ */ a("pre", { class: "text-content", children: text2 });
  return /* @__PURE__ */ a("div", { class: "prose", children: [
    /* @__PURE__ */ a("div", { class: "prose-switch", children: /* @__PURE__ */ a(Button, { pressed: asText, onClick: () => setAsText(!asText), children: "as text" }) }),
    asText ? /* @__PURE__ */ a("pre", { class: "text-content", children: text2 }) : /* @__PURE__ */ a(Markdown, { text: text2 })
  ] });
}

// src/explore/content.tsx
function text(value) {
  return typeof value === "string" ? value : null;
}
var PICTURES = /* @__PURE__ */ new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/svg+xml"
]);
var SOUNDS = /^audio\/[a-z0-9.+-]+$/;
function mediaType(mimeType, kind) {
  const type = mimeType?.toLowerCase().split(";")[0]?.trim() ?? "";
  return (kind === "image" ? PICTURES.has(type) : SOUNDS.test(type)) ? type : null;
}
function dataUrl(mimeType, data, kind) {
  const type = mediaType(mimeType, kind);
  return type === null || data === null || !isBase64(data) ? null : `data:${type};base64,${data.replace(/\s/g, "")}`;
}
function partsOf(all) {
  return ["content", "contents", "messages"].flatMap((name) => {
    const value = all?.[name];
    if (value === void 0) return [];
    return Array.isArray(value) ? value.map((part) => ({ name, part })) : [{ name: "", part: { [name]: value } }];
  });
}
function Content({ session: session2, result }) {
  const parts = w(() => partsOf(dict(valueOf(result))), [result]);
  const draw = (index) => {
    const { name, part } = parts[index] ?? { name: "", part: null };
    switch (name) {
      case "content":
        return /* @__PURE__ */ a(Block, { session: session2, block: part }, index);
      case "contents":
        return /* @__PURE__ */ a(Resource, { session: session2, resource: part, misfit: /* @__PURE__ */ a(Misfit, { why: resourceMisfit(part), value: part }) }, index);
      case "messages":
        return /* @__PURE__ */ a(Message, { session: session2, message: part }, index);
      default:
        return /* @__PURE__ */ a(NoList, { part: dict(part) ?? {} }, index);
    }
  };
  return /* @__PURE__ */ a("div", { class: "content", children: parts.length === 0 ? /* @__PURE__ */ a("p", { class: "empty", children: "There is no content in this result." }) : /* @__PURE__ */ a(Paged, { of: parts, count: parts.length, noun: "blocks", draw }) });
}
function NotLists({ all }) {
  return /* @__PURE__ */ a($, { children: all.map(({ name, found: found2 }) => /* @__PURE__ */ a("p", { class: "problem-line", children: [
    /* @__PURE__ */ a("span", { class: "sign bad", "aria-hidden": "true", children: "✗" }),
    " ",
    /* @__PURE__ */ a("code", { children: name }),
    " is there and is not an array, as it has to be: it is ",
    found2,
    ". Pretty and Raw show it."
  ] }, name)) });
}
function NoList({ part }) {
  const [name = ""] = Object.keys(part);
  return /* @__PURE__ */ a(Framed, { label: name, children: /* @__PURE__ */ a(Misfit, { why: needs(part, name, "a list"), value: part }) });
}
function Message({ session: session2, message }) {
  const all = dict(message);
  return /* @__PURE__ */ a("div", { class: "message", children: [
    /* @__PURE__ */ a("p", { class: "muted", children: text(all?.["role"]) ?? "no role" }),
    /* @__PURE__ */ a(Misfit, { why: messageMisfit(message), value: message }),
    all?.["content"] === void 0 ? null : /* @__PURE__ */ a(Block, { session: session2, block: all["content"] })
  ] });
}
function Block({ session: session2, block }) {
  const all = dict(block);
  const mimeType = text(all?.["mimeType"]);
  const data = text(all?.["data"]);
  const why = misfitOf(block);
  const misfit = /* @__PURE__ */ a(Misfit, { why, value: block });
  switch (all?.["type"]) {
    case "text":
      return /* @__PURE__ */ a(Framed, { label: "text", children: [
        typeof all["text"] === "string" ? /* @__PURE__ */ a(Prose, { text: all["text"], mimeType }) : null,
        misfit
      ] });
    case "image":
      return /* @__PURE__ */ a(Framed, { label: `image · ${mimeType ?? "no type"}${sizeOf(data)}`, children: [
        /* @__PURE__ */ a(Picture, { mimeType, data }),
        misfit
      ] });
    case "audio":
      return /* @__PURE__ */ a(Framed, { label: `audio · ${mimeType ?? "no type"}${sizeOf(data)}`, children: [
        /* @__PURE__ */ a(Sound, { mimeType, data }),
        misfit
      ] });
    case "resource_link":
      return /* @__PURE__ */ a(Framed, { label: "link to a resource", children: [
        /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a(ResourceLink, { session: session2, uri: text(all["uri"]), name: text(all["title"]) ?? text(all["name"]) }) }),
        text(all["description"]) === null ? null : /* @__PURE__ */ a("p", { class: "muted", children: text(all["description"]) }),
        misfit
      ] });
    case "resource":
      return /* @__PURE__ */ a(Resource, { session: session2, resource: all["resource"], misfit });
    default:
      return /* @__PURE__ */ a(Framed, { label: "content of a kind this page does not know", children: why === null ? /* @__PURE__ */ a("pre", { class: "text-content", children: JSON.stringify(block, null, 2) }) : misfit });
  }
}
function Resource({ session: session2, resource, misfit }) {
  const all = dict(resource);
  const uri = text(all?.["uri"]);
  const mimeType = text(all?.["mimeType"]);
  const blob = text(all?.["blob"]);
  return /* @__PURE__ */ a(Framed, { label: `resource · ${mimeType ?? "no type"}${sizeOf(blob)}`, children: [
    /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a(ResourceLink, { session: session2, uri, name: null }) }),
    blob === null ? typeof all?.["text"] === "string" ? /* @__PURE__ */ a(Prose, { text: all["text"], mimeType }) : null : mimeType?.startsWith("image/") === true ? /* @__PURE__ */ a(Picture, { mimeType, data: blob }) : mimeType?.startsWith("audio/") === true ? /* @__PURE__ */ a(Sound, { mimeType, data: blob }) : /* @__PURE__ */ a("p", { class: "muted", children: "Binary data." }),
    blob === null ? null : /* @__PURE__ */ a(Download, { data: blob, name: fileNameOf(uri) }),
    misfit
  ] });
}
function ResourceLink({
  session: session2,
  uri,
  name
}) {
  if (uri === null) return /* @__PURE__ */ a("span", { class: "bad", children: "without an address" });
  const shown = name === null ? uri : `${name} (${uri})`;
  return /* @__PURE__ */ a("a", { class: "mono", href: formatRoute({ screen: "explore", session: session2, item: { kind: "resource", key: uri }, run: null }), children: shown });
}
function Picture({ mimeType, data }) {
  const url = dataUrl(mimeType, data, "image");
  const size = w(() => url === null || data === null ? null : pictureSize(data), [url]);
  return url === null ? /* @__PURE__ */ a("p", { class: "muted", children: "This picture cannot be shown." }) : /* @__PURE__ */ a(Drawn, { url, size });
}
function Drawn({ url, size }) {
  const [isWanted, setWanted] = d(false);
  const costs = costsOf(url, size);
  if (costs !== null && !isWanted)
    return /* @__PURE__ */ a("p", { children: [
      /* @__PURE__ */ a(Button, { onClick: () => setWanted(true), children: costs.verb }),
      " ",
      /* @__PURE__ */ a("span", { class: "muted", children: costs.why })
    ] });
  return /* @__PURE__ */ a("img", { class: "picture", src: url, alt: "sent by the server", decoding: "async" });
}
var MOST_PIXELS = 16e6;
function costsOf(url, size) {
  if (url.startsWith("data:image/svg"))
    return { verb: "Draw this SVG", why: "scripts in it do not run, but drawing it can take long" };
  if (size === null) return { verb: "Show this picture", why: "it does not say how large it is, and showing it can take long" };
  if (size.width * size.height <= MOST_PIXELS) return null;
  return {
    verb: "Show this picture",
    why: `${size.width} × ${size.height} pixels; the page can stand still for a while`
  };
}
function Sound({ mimeType, data }) {
  const url = dataUrl(mimeType, data, "audio");
  return url === null ? /* @__PURE__ */ a("p", { class: "muted", children: "It cannot be played." }) : /* @__PURE__ */ a("audio", { controls: true, src: url });
}
function fileNameOf(uri) {
  const last = (uri ?? "").split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  const bare = last.replace(/[^\w.-]+/g, "-").replace(/^\.+/, "");
  return bare === "" ? "resource" : bare.slice(0, 100);
}
function Download({ data, name }) {
  const save = () => {
    try {
      const bytes2 = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      download(new Blob([bytes2], { type: "application/octet-stream" }), name);
    } catch {
      say("it was not saved: this is not base64");
    }
  };
  return /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a(Button, { onClick: save, children: [
    "Save as ",
    name
  ] }) });
}
function sizeOf(base64) {
  return base64 === null ? "" : ` · ${bytes(Math.floor(base64.replace(/[=\s]/g, "").length * 3 / 4))}`;
}
function Framed({ label, children }) {
  return /* @__PURE__ */ a("figure", { class: "block", children: [
    /* @__PURE__ */ a("figcaption", { class: "muted", children: label }),
    children
  ] });
}

// src/explore/filled-in.tsx
function FilledIn({ template, text: text2 }) {
  const [uri, setUri] = d(null);
  A(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      expanded(template, text2).then(
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
  }, [template, text2]);
  return /* @__PURE__ */ a("p", { class: "muted mono address", children: uri === null ? "" : `reads ${uri}` });
}

// src/explore/held-back.tsx
var MOST = 20;
function HeldBack({
  state,
  target,
  draft
}) {
  const broken = unsendable(draft.text.value) ?? unsendable(draft.meta.value);
  const errors = draft.errors.value;
  const silent = heldBack.value?.by === "silence";
  const box = T(null);
  A(() => {
    box.current?.scrollIntoView({ block: "nearest" });
    box.current?.querySelector(".problem-line")?.scrollIntoView({ block: "nearest" });
  }, [heldBack.value]);
  if (broken === null && errors.length === 0 && !silent) return null;
  const why = broken ?? (silent ? "The form has not taken in what was typed last." : `${errors.length === 1 ? "One thing does" : `${errors.length < MOST ? errors.length : `At least ${MOST}`} things do`} not fit the schema:`);
  return /* @__PURE__ */ a("div", { class: "problem held-back", role: "alert", ref: box, children: [
    /* @__PURE__ */ a("p", { class: "problem-line", children: [
      /* @__PURE__ */ a("strong", { children: "Not sent yet." }),
      " ",
      why
    ] }),
    broken === null ? /* @__PURE__ */ a("ul", { children: errors.slice(0, MOST).map((error) => /* @__PURE__ */ a("li", { children: [
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
  const canAsk = target.kind === "tool" && hasCapability(state, "tasks");
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
              const typed2 = Number(event.currentTarget.value);
              draft.timeoutMs.value = Number.isInteger(typed2) && typed2 > 0 ? typed2 : null;
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
  const extensions = capabilitiesOf(state)?.["extensions"];
  const named2 = typeof extensions === "object" && extensions !== null && "io.modelcontextprotocol/tasks" in extensions;
  return named2 || hasCapability(state, "tasks");
}

// src/explore/asking.tsx
function asksOf(state, call, known) {
  const causeOf = (ask) => known[askKey(state.id, ask.ask)] ?? null;
  const own = state.asks.filter((ask) => call !== null && causeOf(ask) === call);
  return own.length > 0 ? own : state.asks.filter((ask) => causeOf(ask) === null);
}
function meanwhile(state) {
  const places2 = state.queue?.concurrency ?? 0;
  if (places2 === 0) return "";
  if (places2 === 1) return " This session makes one call at a time: others wait until this one has ended.";
  const left = places2 - (state.queue?.inProgress ?? 0);
  return left > 0 ? " Other tools can be used meanwhile." : ` This session makes ${places2} calls at a time: others wait until one has ended.`;
}
function UnderWay({ state, run }) {
  const [first, ...others] = isLost(run.session) ? [] : asksOf(state, run.call, causes.value);
  if (first === void 0) {
    return /* @__PURE__ */ a("p", { class: "empty", children: isLost(run.session) ? "What became of this call is not known: the mcp-inspector that made it is not there." : `Waiting for the answer.${meanwhile(state)}` });
  }
  return /* @__PURE__ */ a("div", { class: "empty", children: [
    /* @__PURE__ */ a("p", { role: "status", children: [
      "The server asks you for something before it goes on (",
      /* @__PURE__ */ a("code", { children: first.method }),
      others.length === 0 ? "" : `, and ${others.length} more`,
      ").",
      meanwhile(state)
    ] }),
    /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a(Button, { ...drawerOpen.value ? {} : { keys: "i" }, onClick: () => goToAsk(first.ask), children: "Answer it" }) })
  ] });
}

// src/explore/difference.tsx
var Comparison = later("Comparison");
var SHORT = 64 * 1024;
function side(run) {
  if (run.state.is !== "ended") return null;
  const { result, error, answer: answer2 } = run.state.end;
  const text2 = result ?? error;
  if (text2 !== null && (text2.length <= SHORT || answer2 === null)) return JSON.stringify({ text: text2 });
  return answer2 === null ? null : JSON.stringify({ session: run.session, ...answer2 });
}
var shownAs = y("text");
function Difference({ left, right }) {
  const [ignore, setIgnore] = d([]);
  A(() => {
    if (left.state.is === "known") void load(left);
  }, [left.state.is]);
  const missing = [left, right].flatMap((run) => {
    const why = nothingOf(run);
    return why === null ? [] : [`Run #${run.call} has nothing to compare: ${why}.`];
  });
  if (missing.length > 0) {
    return /* @__PURE__ */ a("p", { class: "empty", role: "status", children: missing.join(" ") });
  }
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

// src/explore/long-content.tsx
var MOST_UNASKED = 1e7;
function LongContent({ session: session2, answer: answer2 }) {
  const [came, setCame] = d(null);
  const [notLists, setNotLists] = d([]);
  const [problem, setProblem] = d(null);
  const wanted = T({ first: 0, end: 1 });
  const fetching = T(null);
  const more = (known) => {
    let from = wanted.current.first;
    while (known?.blocks.has(from) === true) from += 1;
    if (fetching.current !== null || from >= Math.min(wanted.current.end, known?.total ?? 1)) return;
    const stop = new AbortController();
    fetching.current = stop;
    const query = new URLSearchParams({ path: answer2.path, from: String(from) });
    api.get(sessionPath(session2, `/content/${answer2.seq}?${query}`), stop.signal).then(
      (page) => {
        fetching.current = null;
        const blocks = new Map(known?.blocks);
        page.blocks.forEach((block, at) => blocks.set(page.from + at, block));
        setCame({ blocks, total: page.total });
        setNotLists(page.notLists);
        setProblem(null);
      },
      (thrown) => {
        fetching.current = null;
        if (!stop.signal.aborted) setProblem(problemOf(thrown));
      }
    );
  };
  A(() => {
    if (problem === null) more(came);
  }, [came]);
  A(() => () => fetching.current?.abort(), []);
  const place = { session: session2, seq: answer2.seq };
  return /* @__PURE__ */ a("div", { class: "content", children: [
    problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem, title: "The content could not be fetched.", children: /* @__PURE__ */ a(
      Button,
      {
        onClick: () => {
          setProblem(null);
          more(came);
        },
        children: "Try again"
      }
    ) }),
    /* @__PURE__ */ a(NotLists, { all: notLists }),
    came?.total === 0 && notLists.length === 0 ? /* @__PURE__ */ a("p", { class: "empty", children: "There is no content in this result." }) : null,
    came === null || came.total === 0 ? null : /* @__PURE__ */ a(
      Paged,
      {
        of: answer2.seq,
        count: came.total,
        noun: "blocks",
        draw: (index) => {
          const block = came.blocks.get(index);
          return block === void 0 ? null : /* @__PURE__ */ a(Block2, { place, block }, index);
        },
        onDrawn: (first, end) => {
          wanted.current = { first, end };
          if (problem === null) more(came);
        }
      }
    )
  ] });
}
function faultOf({ kind, mimeType, data, text: text2, uri }) {
  const base64 = data?.isBase64 === false ? "its data are not base64" : null;
  switch (kind) {
    case "text":
      return text2 === null ? "`text` is not a string" : null;
    case "image":
    case "audio":
      return joined([data === null ? "`data` is not a string" : base64, mimeType === null ? "`mimeType` is not a string" : null]);
    case "resource":
      return joined([
        uri === null ? "`uri` is not a string" : null,
        text2 === null && data === null ? "neither `text` nor `blob` is a string" : base64
      ]);
    case "resource_link":
      return uri === null ? "`uri` is not a string" : null;
    default:
      return null;
  }
}
function Block2({ place, block }) {
  const why = faultOf(block);
  const drawn = /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(Inside, { place, block }),
    why === null ? null : /* @__PURE__ */ a(Framed, { label: `Not as it should be: ${why}. It came so:`, children: /* @__PURE__ */ a(BigDoc, { session: place.session, seq: place.seq, path: block.pointer, api, label: "Content" }) })
  ] });
  return block.role === null ? drawn : /* @__PURE__ */ a("div", { class: "message", children: [
    /* @__PURE__ */ a("p", { class: "muted", children: block.role }),
    drawn
  ] });
}
function Inside({ place, block }) {
  const { kind, mimeType, data, text: text2 } = block;
  const size = data === null ? "" : ` · ${bytes(data.bytes)}`;
  switch (kind) {
    case "text":
      return /* @__PURE__ */ a(Framed, { label: text2 === null || text2.isWhole ? "text" : `text · ${bytes(text2.bytes)}`, children: /* @__PURE__ */ a(Text, { place, text: text2, mimeType, name: "text.txt" }) });
    case "image":
    case "audio":
      return /* @__PURE__ */ a(Framed, { label: `${kind} · ${mimeType ?? "no type"}${size}`, children: /* @__PURE__ */ a(Media, { place, data, mimeType, kind }) });
    case "resource_link":
      return /* @__PURE__ */ a(Framed, { label: "link to a resource", children: [
        /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a(ResourceLink, { session: place.session, uri: block.uri, name: block.name }) }),
        block.description === null ? null : /* @__PURE__ */ a("p", { class: "muted", children: block.description })
      ] });
    case "resource":
      return /* @__PURE__ */ a(Resource2, { place, block, size });
    default:
      return /* @__PURE__ */ a(Framed, { label: "content of a kind this page does not know", children: /* @__PURE__ */ a(BigDoc, { session: place.session, seq: place.seq, path: block.pointer, api, label: "Content" }) });
  }
}
function Resource2({ place, block, size }) {
  const { mimeType, data, text: text2, uri } = block;
  const long = text2 === null || text2.isWhole ? size : ` · ${bytes(text2.bytes)}`;
  const kind = mimeType?.startsWith("image/") === true ? "image" : mimeType?.startsWith("audio/") === true ? "audio" : null;
  return /* @__PURE__ */ a(Framed, { label: `resource · ${mimeType ?? "no type"}${long}`, children: [
    /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a(ResourceLink, { session: place.session, uri, name: null }) }),
    data === null ? /* @__PURE__ */ a(Text, { place, text: text2, mimeType, name: fileNameOf(uri) }) : kind === null ? /* @__PURE__ */ a("p", { class: "muted", children: "Binary data." }) : /* @__PURE__ */ a(Media, { place, data, mimeType, kind }),
    data === null ? null : /* @__PURE__ */ a(Save, { place, pointer: data.pointer, decode: "base64", name: fileNameOf(uri) })
  ] });
}
function Text(props) {
  const { place, text: text2, mimeType, name } = props;
  if (text2 === null) return /* @__PURE__ */ a($, {});
  if (text2.isWhole) return /* @__PURE__ */ a(Prose, { text: text2.text, mimeType });
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(BigDoc, { session: place.session, seq: place.seq, path: text2.pointer, api, label: "Text", isText: true }),
    /* @__PURE__ */ a(Save, { place, pointer: text2.pointer, decode: "text", name })
  ] });
}
async function fetched(place, pointer, decode, signal) {
  const query = new URLSearchParams({ path: pointer, decode });
  const path = sessionPath(place.session, `/body/${place.seq}?${query}`);
  return (await request("GET", path, { accept: "*/*", ...signal === void 0 ? {} : { signal } })).arrayBuffer();
}
function Save({ place, pointer, decode, name }) {
  const save = () => {
    fetched(place, pointer, decode).then(
      (all) => download(new Blob([all], { type: "application/octet-stream" }), name),
      (thrown) => say(`it was not saved: ${problemOf(thrown).message}`)
    );
  };
  return /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a(Button, { onClick: save, children: [
    "Save as ",
    name
  ] }) });
}
function Media(props) {
  const { place, data, mimeType, kind } = props;
  const type = mediaType(mimeType, kind);
  const [isWanted, setWanted] = d(data !== null && data.bytes <= MOST_UNASKED);
  const [ready, setReady] = d(null);
  const [problem, setProblem] = d(null);
  const pointer = data?.pointer ?? "";
  const canCome = type !== null && data !== null && data.isBase64;
  A(() => {
    if (!isWanted || !canCome) return void 0;
    const stop = new AbortController();
    fetched(place, pointer, "base64", stop.signal).then(async (all) => {
      const url = await dataUrlOf(new Blob([all], { type }));
      if (!stop.signal.aborted) setReady({ url, size: kind === "image" ? pictureSizeOf(new Uint8Array(all)) : null });
    }).catch((thrown) => {
      if (!stop.signal.aborted) setProblem(problemOf(thrown));
    });
    return () => stop.abort();
  }, [place.session, place.seq, pointer, isWanted, canCome]);
  const noun = kind === "image" ? "picture" : "sound";
  if (!canCome) return /* @__PURE__ */ a("p", { class: "muted", children: kind === "image" ? "This picture cannot be shown." : "It cannot be played." });
  if (problem !== null) return /* @__PURE__ */ a(ProblemBlock, { problem, title: `The ${noun} could not be fetched.` });
  if (!isWanted) return /* @__PURE__ */ a(Asked, { verb: `Fetch this ${noun}`, why: `${bytes(data.bytes)}; the page can stand still for a while`, act: () => setWanted(true) });
  if (ready === null) return /* @__PURE__ */ a("p", { class: "muted", children: `Fetching the ${noun}…` });
  return kind === "image" ? /* @__PURE__ */ a(Drawn, { url: ready.url, size: ready.size }) : /* @__PURE__ */ a("audio", { controls: true, src: ready.url });
}
function Asked({ verb, why, act: act2 }) {
  return /* @__PURE__ */ a("p", { children: [
    /* @__PURE__ */ a(Button, { onClick: act2, children: verb }),
    " ",
    /* @__PURE__ */ a("span", { class: "muted", children: why })
  ] });
}
function dataUrlOf(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("it could not be read"));
    reader.readAsDataURL(blob);
  });
}

// src/explore/raw-frames.tsx
function RawFrames({ run }) {
  const seq = run.row?.seq ?? null;
  const [detail, setDetail] = d(null);
  const [problem, setProblem] = d(null);
  A(() => {
    if (seq === null) return void 0;
    const stop = new AbortController();
    api.get(sessionPath(run.session, `/timeline/${seq}`), stop.signal).then(setDetail).catch((thrown) => {
      if (!stop.signal.aborted) setProblem(problemOf(thrown));
    });
    return () => stop.abort();
  }, [run.session, seq, run.row?.endSeq]);
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
    part.text === null ? /* @__PURE__ */ a(BigDoc, { session: run.session, seq: part.seq, path: "", api, label: part.name, isRaw: true }) : /* @__PURE__ */ a("pre", { class: "wire", children: part.text })
  ] }, `${part.name} ${part.seq}`)) });
}

// src/explore/refused.tsx
function Refused({ session: session2, end, children }) {
  const error = end.error ?? "null";
  const message = sliceAt(error, ["message"]);
  return /* @__PURE__ */ a("div", { class: "problem", role: "alert", children: [
    /* @__PURE__ */ a("p", { class: "problem-line", children: [
      /* @__PURE__ */ a("span", { class: "sign bad", "aria-hidden": "true", children: "✗" }),
      " ",
      /* @__PURE__ */ a("strong", { children: "The server refused the request" }),
      " (JSON-RPC error ",
      briefJson(sliceAt(error, ["code"]) ?? "without a code", ONE_LINE),
      "):"
    ] }),
    message === null ? null : /* @__PURE__ */ a("p", { class: "quoted", children: briefJson(message) }),
    error.length <= WHOLE_RESULT_BYTES ? /* @__PURE__ */ a(PrettyJson, { text: error }) : end.answer === null ? /* @__PURE__ */ a("p", { class: "empty", children: "The error is too long to be shown as a whole, and the log no longer has it." }) : /* @__PURE__ */ a(BigDoc, { session: session2, seq: end.answer.seq, path: end.answer.path, api, label: "Error" }),
    /* @__PURE__ */ a("p", { class: "problem-acts", children })
  ] });
}

// src/explore/remedies.tsx
function Remedies({ state, target, run }) {
  const { row } = run;
  const isLive = state.origin !== "recording";
  const isCut = isLive && (state.phase === "closed" || state.phase === "backoff");
  const again = () => {
    if (row === null || row.bytes === 0) void runItem(state.id, target, true);
    else actOn(state.id, "again", row);
  };
  return /* @__PURE__ */ a("span", { class: "remedies", children: [
    row === null ? null : /* @__PURE__ */ a("a", { href: formatRoute({ screen: "timeline", session: state.id, seq: row.seq, filter: "" }), children: "Its frames" }),
    isCut ? /* @__PURE__ */ a(Button, { onClick: () => void reconnect(state.id).then((isBack) => isBack && again()), children: "Reconnect and run" }) : isLive ? /* @__PURE__ */ a(Button, { onClick: again, children: "Retry" }) : null
  ] });
}
async function reconnect(id) {
  try {
    await command(id, "reconnect");
  } catch (thrown) {
    say(problemOf(thrown).message);
    return false;
  }
  const isReady = await phaseOf(id);
  if (!isReady) say("not run: the connection could not be made");
  return isReady;
}
function phaseOf(id) {
  return new Promise((resolve) => {
    let hasBegun = false;
    let isOver = false;
    const stop = x2(() => {
      const now = session.value;
      const phase = now?.id === id ? now.phase : "left";
      if (phase === "starting" || phase === "initializing") hasBegun = true;
      const failed = hasBegun && (phase === "closed" || phase === "backoff");
      if (phase !== "ready" && phase !== "left" && !failed) return;
      isOver = true;
      resolve(phase === "ready");
      queueMicrotask(() => stop());
    });
    if (isOver) stop();
  });
}

// src/explore/structured.tsx
function Judge({ id, target, run, end }) {
  const has = hasStructured(end);
  const isListed = findItem(catalog.value, target) !== null;
  A(() => {
    if (!has || run.call === null || judgedOf(run).is === "judged") return void 0;
    const stop = new AbortController();
    api.get(sessionPath(id, `/calls/${run.call}/verdict`), stop.signal).then((verdict) => setJudged(run, judgedBy(verdict))).catch((thrown) => {
      if (!stop.signal.aborted) setJudged(run, { is: "failed", problem: problemOf(thrown) });
    });
    return () => stop.abort();
  }, [id, target.key, run.call, isListed, has]);
  return null;
}
function judgedBy({ hasSchema, errors, unchecked }) {
  if (!hasSchema) return { is: "no schema" };
  return unchecked === null || errors.length > 0 ? { is: "judged", errors } : { is: "unchecked", why: unchecked };
}
function Structured({ run, end }) {
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(Verdict, { judged: judgedOf(run) }),
    end.result !== null ? /* @__PURE__ */ a(PrettyJson, { text: sliceAt(end.result, ["structuredContent"]) ?? "null" }) : end.answer !== null ? /* @__PURE__ */ a(
      BigDoc,
      {
        session: run.session,
        seq: end.answer.seq,
        path: `${end.answer.path}/structuredContent`,
        api,
        label: "Structured content"
      }
    ) : null
  ] });
}
function Verdict({ judged }) {
  switch (judged.is) {
    case "judging":
      return /* @__PURE__ */ a("p", { class: "muted", children: "Checking it against the output schema…" });
    case "no schema":
      return /* @__PURE__ */ a("p", { class: "muted", children: "The tool has no output schema to check this against." });
    case "unchecked":
      return /* @__PURE__ */ a("p", { class: "muted", children: [
        "It cannot be told whether it fits the output schema: ",
        judged.why,
        "."
      ] });
    case "failed":
      return /* @__PURE__ */ a(ProblemBlock, { problem: judged.problem, title: "It could not be checked." });
    case "judged":
      return judged.errors.length === 0 ? /* @__PURE__ */ a("p", { class: "ok", children: [
        /* @__PURE__ */ a("span", { "aria-hidden": "true", children: "✓" }),
        " It fits the tool's output schema."
      ] }) : /* @__PURE__ */ a("div", { class: "problem", children: [
        /* @__PURE__ */ a("p", { class: "problem-line", children: [
          /* @__PURE__ */ a("span", { class: "sign bad", "aria-hidden": "true", children: "✗" }),
          " ",
          "It does not fit the tool's output schema:"
        ] }),
        /* @__PURE__ */ a("ul", { children: judged.errors.map((error) => /* @__PURE__ */ a("li", { children: [
          /* @__PURE__ */ a("code", { children: error.pointer === "" ? "the whole" : error.pointer }),
          " ",
          error.message
        ] }, `${error.pointer} ${error.keyword}`)) })
      ] });
  }
}

// src/explore/outcome.tsx
function Outcome({
  state,
  target,
  run,
  before,
  chosen
}) {
  switch (run.state.is) {
    case "sending":
    case "running":
      return /* @__PURE__ */ a(UnderWay, { state, run });
    case "known":
      return null;
    case "unread":
      return /* @__PURE__ */ a(ProblemBlock, { problem: run.state.problem, title: "What came of it could not be fetched.", children: /* @__PURE__ */ a(Button, { onClick: () => void load(run), children: "Try again" }) });
    case "failed":
      return /* @__PURE__ */ a(ProblemBlock, { problem: run.state.problem, title: "The call could not be made.", children: /* @__PURE__ */ a(Remedies, { state, target, run }) });
    case "ended":
      return run.state.end.gone ? /* @__PURE__ */ a("p", { class: "empty", children: [
        "What came back is no longer kept: the log has room for the newest only. A recording keeps what it has at that moment. ",
        /* @__PURE__ */ a(Remedies, { state, target, run })
      ] }) : chosen === "diff" && before !== null ? /* @__PURE__ */ a(Difference, { left: before, right: run }, `${before.call} ${run.call}`) : chosen === "raw" ? /* @__PURE__ */ a(RawFrames, { run }, run.call) : /* @__PURE__ */ a(Ended, { state, target, run, end: run.state.end, chosen });
  }
}
function Ended({
  state,
  target,
  run,
  end,
  chosen
}) {
  const remedies = /* @__PURE__ */ a(Remedies, { state, target, run });
  if (end.outcome === "refused")
    return /* @__PURE__ */ a(Refused, { session: state.id, end, children: remedies });
  if (end.outcome !== "answered") {
    return end.fault === null ? /* @__PURE__ */ a("p", { class: "bad", children: [
      "The call was ",
      end.outcome,
      end.reason === null ? "" : `: ${brief(end.reason)}`,
      ". ",
      remedies
    ] }) : /* @__PURE__ */ a(ProblemBlock, { problem: problemOfFault(end.fault), title: end.fault?.code === "NOT_CONNECTED" ? "Not sent: there is no connection." : `No answer: the call was ${end.outcome}.`, children: remedies });
  }
  return /* @__PURE__ */ a($, { children: [
    end.toolError ? /* @__PURE__ */ a("p", { class: "tool-error", role: "status", children: [
      /* @__PURE__ */ a("span", { "aria-hidden": "true", children: "✗" }),
      " The tool reports an error (",
      /* @__PURE__ */ a("code", { children: "isError" }),
      "); the model would read what follows. ",
      remedies
    ] }) : null,
    /* @__PURE__ */ a(View, { session: state.id, run, end, chosen })
  ] });
}
function View({ session: session2, run, end, chosen }) {
  const { result, answer: answer2 } = end;
  if (result === null && answer2 === null)
    return /* @__PURE__ */ a("p", { class: "empty", children: "The result is too long to be shown as a whole, and the log no longer has it." });
  if (chosen === "structured") return /* @__PURE__ */ a(Structured, { run, end }, run.call);
  if (result !== null) return chosen === "content" ? /* @__PURE__ */ a(Content, { session: session2, result }) : /* @__PURE__ */ a(PrettyJson, { text: result });
  if (answer2 === null) return /* @__PURE__ */ a($, {});
  return chosen === "content" ? /* @__PURE__ */ a(LongContent, { session: session2, answer: answer2 }, run.call) : /* @__PURE__ */ a(BigDoc, { session: session2, seq: answer2.seq, path: answer2.path, api, label: "Result" }, run.call);
}

// src/explore/read-by-itself.tsx
var QUIET_MS = 100;
var MOST_READS = 50;
async function readByItself(id, uri, signal) {
  const filter = `kind:call method:resources/read target:${quoted(targetOf(uri))}`;
  const query = new URLSearchParams({ filter, from: String(-MOST_READS), limit: String(MOST_READS) });
  const { rows } = await api.get(sessionPath(id, `/timeline?${query}`), signal);
  const row = rows.findLast((one) => one.call === null && one.target === targetOf(uri)) ?? null;
  if (row === null || row.status === "pending") return null;
  const { parts } = await api.get(sessionPath(id, `/timeline/${row.seq}`), signal);
  const frame = parts.findLast((part) => part.name === "response")?.text ?? null;
  return { row, text: frame === null ? null : sliceAt(frame, ["result"]) ?? sliceAt(frame, ["error"]) };
}
function ReadByItself({ state, uri, since }) {
  const [read2, setRead] = d(null);
  const isHere = read2 !== null && read2.row.target === targetOf(uri) && read2.row.seq > since;
  const version2 = isHere ? 0 : timelineVersion.value;
  A(() => {
    if (isHere) return void 0;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      readByItself(state.id, uri, stop.signal).then(
        (found2) => {
          if (!stop.signal.aborted) setRead(found2);
        },
        () => void 0
      );
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [state.id, uri, since, version2, isHere]);
  if (read2 === null || read2.row.target !== targetOf(uri))
    return /* @__PURE__ */ a("p", { class: "empty", children: "The server said that it changed. What is then read comes here; Read asks for it." });
  const { row, text: text2 } = read2;
  return /* @__PURE__ */ a("section", { class: "block", "aria-label": "Read after the server said that it changed", children: [
    /* @__PURE__ */ a("p", { class: "muted", children: [
      "Read by itself, because the server said that it changed:",
      " ",
      /* @__PURE__ */ a("a", { href: formatRoute({ screen: "timeline", session: state.id, seq: row.seq, filter: "" }), children: [
        "row ",
        row.seq
      ] })
    ] }),
    text2 !== null ? /* @__PURE__ */ a(PrettyJson, { text: text2 }) : row.endSeq === null ? /* @__PURE__ */ a("p", { class: "bad", children: "There was no answer." }) : /* @__PURE__ */ a(BigDoc, { session: state.id, seq: row.endSeq, path: "/result", api, label: "What was read" })
  ] });
}

// src/explore/run-list.tsx
function RunList({
  state,
  target,
  shown
}) {
  const mine = runsOf(runs.value, state.id, target);
  if (mine.length === 0) return null;
  const running = mine.filter((run) => run.state.is === "running" || run.state.is === "sending");
  const over = mine.filter((run) => !running.includes(run)).reverse();
  return /* @__PURE__ */ a("div", { class: "runs", children: [
    running.map((run) => /* @__PURE__ */ a(Running, { run, state }, run.call ?? "new")),
    over.length === 0 ? null : /* @__PURE__ */ a("p", { class: "run-links", children: [
      "Runs:",
      " ",
      over.slice(0, 12).map((run, index) => /* @__PURE__ */ a("span", { children: [
        index === 0 ? "" : " · ",
        run.call === null ? /* @__PURE__ */ a("span", { children: "not sent" }) : /* @__PURE__ */ a(
          "a",
          {
            href: formatRoute({ screen: "explore", session: state.id, item: target, run: run.call }),
            ...run.call === shown ? { "aria-current": "true" } : {},
            children: [
              "#",
              run.call,
              " ",
              runWords(run)
            ]
          }
        )
      ] }, run.call ?? `failed-${run.startedAt}`))
    ] })
  ] });
}
function Running({ run, state }) {
  const [problem, setProblem] = d(null);
  const now = useNow();
  const live = state.calls.find((call) => call.call === run.call);
  const since = run.startedAt !== null ? (now - run.startedAt) * 1e6 : live === void 0 ? 0 : sessionNow(state, now) - live.sentAtNs;
  return /* @__PURE__ */ a("div", { class: "running", children: [
    /* @__PURE__ */ a("p", { class: "running-line", children: [
      /* @__PURE__ */ a("span", { class: "sign pending", "aria-hidden": "true", children: "●" }),
      " ",
      "#",
      run.call ?? "…",
      " ",
      isLost(state.id) ? "unknown: its mcp-inspector is not there" : `running · ${duration(since)}`,
      /* @__PURE__ */ a("span", { class: "spring" }),
      isLost(state.id) ? null : /* @__PURE__ */ a(
        Button,
        {
          onClick: () => {
            abort(run).catch((thrown) => setProblem(problemOf(thrown)));
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
  const { progress: done2, total, message } = progress;
  const words = total === null ? `${done2}` : `${done2} of ${total}`;
  return /* @__PURE__ */ a("p", { class: "progress-line", children: [
    total === null ? /* @__PURE__ */ a("progress", { "aria-label": "progress" }) : /* @__PURE__ */ a("progress", { "aria-label": "progress", value: Math.min(done2, total), max: total }),
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
  const toggle = async () => {
    setProblem(null);
    try {
      await api.send(on ? "DELETE" : "POST", sessionPath(state.id, "/subscriptions"), JSON.stringify({ uri }));
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
  };
  return /* @__PURE__ */ a($, { children: [
    problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem }),
    /* @__PURE__ */ a(Button, { pressed: on, onClick: () => void toggle(), children: on ? "Subscribed" : "Subscribe" })
  ] });
}

// src/inbox/ask-misfit.tsx
function askMisfits(method, params) {
  const all = dict(params ?? {});
  if (all === null) return [`\`params\` is ${kindOf(params)}, not an object`];
  switch (method) {
    case "elicitation/create":
      return found([
        needs(all, "message"),
        mayHave(all, "mode"),
        all["mode"] === "url" ? needs(all, "url") : needs(all, "requestedSchema", "an object")
      ]);
    case "sampling/createMessage":
      return found([
        needs(all, "messages", "a list"),
        ...messageMisfits(all),
        needs(all, "maxTokens", "a number"),
        mayHave(all, "systemPrompt"),
        mayHave(all, "temperature", "a number"),
        mayHave(all, "modelPreferences", "an object"),
        mayHave(all, "tools", "a list")
      ]);
    default:
      return [];
  }
}
var MOST_NAMED = 5;
function messageMisfits(all) {
  const messages = Array.isArray(all["messages"]) ? all["messages"] : [];
  const wrong = messages.flatMap((message, at) => {
    const one = dict(message);
    const faults = one === null ? [`is ${kindOf(message)}, not an object`] : found([needs(one, "role"), one["content"] === void 0 ? "`content` is missing" : null]).map((fault) => `: ${fault}`);
    return faults.map((fault) => `message ${at + 1}${fault.startsWith(":") ? "" : " "}${fault}`);
  });
  const left = wrong.length - MOST_NAMED;
  return left > 0 ? [...wrong.slice(0, MOST_NAMED), `and ${left} more messages`] : wrong;
}
function found(faults) {
  return faults.filter((fault) => fault !== null);
}
function AskMisfit({ ask }) {
  const wrong = askMisfits(ask.method, ask.params);
  if (wrong.length === 0) return null;
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("p", { class: "warn-line", children: [
      "Not as it should be: ",
      wrong.join("; "),
      ". It came so:"
    ] }),
    /* @__PURE__ */ a(AskParams, { ask })
  ] });
}
function AskParams({ ask }) {
  const text2 = paramsText(ask.ask) ?? JSON.stringify(ask.params) ?? "null";
  const id = session.value?.id;
  return text2.length <= WHOLE_RESULT_BYTES || ask.seq === null || id === void 0 ? /* @__PURE__ */ a(PrettyJson, { text: text2, label: "Parameters" }) : /* @__PURE__ */ a(BigDoc, { session: id, seq: ask.seq, path: "/params", api, label: "Parameters" });
}

// src/inbox/cards.tsx
var ElicitationCard2 = later("ElicitationCard");
var SamplingCard = later("SamplingCard");
var RootsCard = later("RootsCard");
function CardsFor({ state, target }) {
  const mine = new Set(runsOf(runs.value, state.id, target).map((run) => run.call));
  const causeOf = (ask) => causes.value[askKey(state.id, ask.ask)] ?? null;
  const asks = state.asks.filter((ask) => causeOf(ask) === null || mine.has(causeOf(ask)));
  const over = ended.value.filter((one) => {
    const cause = causes.value[askKey(state.id, one.ask)] ?? null;
    return one.session === state.id && cause !== null && mine.has(cause);
  });
  if (drawerOpen.value) return /* @__PURE__ */ a(InInbox, { asks });
  return asks.length + over.length + (target.kind === "tool" ? state.rules.length : 0) === 0 ? null : /* @__PURE__ */ a(Cards, { state, asks, over, place: "run" });
}
function InInbox({ asks: [first] }) {
  if (first === void 0) return null;
  return /* @__PURE__ */ a("p", { class: "answer-line", children: [
    /* @__PURE__ */ a("span", { class: "asks", children: [
      "Server asks: ",
      first.method,
      "."
    ] }),
    " ",
    /* @__PURE__ */ a("span", { children: "Its card is in the Inbox." }),
    /* @__PURE__ */ a(Button, { onClick: () => goToAsk(first.ask), children: "Go to it" })
  ] });
}
function Cards({
  state,
  asks,
  over,
  place
}) {
  return /* @__PURE__ */ a("div", { class: "cards", children: [
    state.rules.map((rule) => /* @__PURE__ */ a(Standing2, { state, rule }, rule.number)),
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
          /* @__PURE__ */ a("strong", { children: brief(one.method, ONE_LINE) }),
          " ",
          /* @__PURE__ */ a("span", { class: "muted", children: brief(one.how, ONE_LINE) }),
          " ",
          /* @__PURE__ */ a("span", { class: "spring" }),
          /* @__PURE__ */ a(Button, { look: "quiet", onClick: () => putAway(one), children: "Dismiss" })
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
function Standing2({ state, rule }) {
  const which = ["mode", "message", "contains", "tool"].flatMap(
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
function isSend(event) {
  return (event.ctrlKey || event.metaKey) && event.key === "Enter";
}
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}
function swallowSend(event) {
  if (isSend(event)) swallow(event);
}
function Card({ state, ask, place }) {
  const key = askKey(state.id, ask.ask);
  const problem = answerProblems.value[key];
  const heading = `${place}-ask-${ask.ask}`;
  const article = T(null);
  F(() => () => cardGoes(article.current, ask.ask), []);
  const press = (event) => {
    if (isSend(event)) {
      swallow(event);
      article.current?.querySelector(".answer-line > .primary")?.click();
    } else if (event.altKey && event.key.toLowerCase() === "d") {
      swallow(event);
      void answer(state.id, ask, refusalOf(ask));
    }
  };
  return /* @__PURE__ */ a("article", { ref: article, class: "card", "aria-labelledby": heading, "data-ask": ask.ask, tabIndex: -1, onKeyDown: press, children: [
    /* @__PURE__ */ a("p", { class: "card-head", children: [
      /* @__PURE__ */ a("strong", { id: heading, class: "asks", children: [
        "Server asks: ",
        brief(ask.method, ONE_LINE)
      ] }),
      " ",
      /* @__PURE__ */ a(Waiting, { state, ask })
    ] }),
    /* @__PURE__ */ a(AskMisfit, { ask }),
    draftsCame(state.id) ? /* @__PURE__ */ a(CardBody, { state, ask, place }) : null,
    problem === void 0 ? null : /* @__PURE__ */ a(ProblemBlock, { problem, title: "The answer was not taken." })
  ] });
}
function CardBody({ state, ask, place }) {
  switch (ask.method) {
    case "sampling/createMessage":
      return /* @__PURE__ */ a(SamplingCard, { state, ask, place });
    case "elicitation/create":
      return /* @__PURE__ */ a(ElicitationCard2, { state, ask, place });
    case "roots/list":
      return /* @__PURE__ */ a(RootsCard, { state, ask });
    default:
      return /* @__PURE__ */ a("div", { role: "group", "aria-label": "What it asks for", "data-takes-keys": true, tabIndex: -1, children: [
        /* @__PURE__ */ a(AskParams, { ask }),
        /* @__PURE__ */ a("p", { children: [
          "This page knows no form for it.",
          " ",
          /* @__PURE__ */ a(Button, { keys: "Alt+D", onClick: () => void answer(state.id, ask, { decline: true }), children: "Decline" })
        ] })
      ] });
  }
}
var LAST_MS = 6e4;
function Waiting({ state, ask }) {
  const now = sessionNow(state, useNow());
  const cause = causes.value[askKey(state.id, ask.ask)] ?? null;
  const left = (ask.expiresNs - now) / 1e6;
  return /* @__PURE__ */ a("span", { class: "muted", children: [
    cause === null ? "" : `run #${cause} · `,
    "waiting ",
    elapsed((now - ask.atNs) / 1e6),
    " ·",
    " ",
    /* @__PURE__ */ a("span", { class: left < LAST_MS ? "warn-line" : "", children: [
      elapsed(left),
      " left"
    ] })
  ] });
}

// src/inbox/roots.tsx
var NONE2 = "\n";
function rootsText(roots) {
  return roots.map((root) => root.name == null ? root.uri : `${root.uri} ${root.name}`).join("\n");
}
function rootsOf(text2) {
  const lines2 = text2.split("\n").map((line) => line.trim());
  return lines2.filter((line) => line !== "").map((line) => {
    if (line.startsWith("/")) return { uri: `file://${encodeURI(line)}` };
    const [uri = line, ...name] = line.split(/\s+/);
    return name.length === 0 ? { uri } : { uri, name: name.join(" ") };
  });
}
function RootsCard2({ state, ask }) {
  const draft = draftNamed(state.id, `answer:${ask.ask}`).text;
  const text2 = draft.value === "" ? rootsText(state.roots ?? []) : draft.value === NONE2 ? "" : draft.value;
  const roots = rootsOf(text2);
  const send2 = () => void answer(state.id, ask, { result: JSON.stringify({ roots }) });
  return /* @__PURE__ */ a("div", { children: [
    /* @__PURE__ */ a("label", { children: [
      /* @__PURE__ */ a("span", { children: "Where it may work, an address or path in each line" }),
      /* @__PURE__ */ a(
        "textarea",
        {
          class: "input mono",
          rows: Math.min(6, Math.max(2, text2.split("\n").length)),
          placeholder: "file:///path/to/project name",
          spellcheck: false,
          value: text2,
          onInput: (event) => {
            draft.value = event.currentTarget.value === "" ? NONE2 : event.currentTarget.value;
          }
        }
      )
    ] }),
    /* @__PURE__ */ a(DraftNote, { session: state.id, name: `answer:${ask.ask}` }),
    /* @__PURE__ */ a("div", { class: "answer-line", children: [
      /* @__PURE__ */ a(Button, { look: "primary", keys: "Ctrl+Enter", onClick: send2, children: roots.length === 0 ? "Send none" : `Send ${roots.length}` }),
      /* @__PURE__ */ a(Button, { keys: "Alt+D", onClick: () => void answer(state.id, ask, { decline: true }), children: "Decline" })
    ] })
  ] });
}

// src/inbox/tool-calls.tsx
function callsOf(value) {
  return (Array.isArray(value) ? value : []).flatMap((one) => {
    const { name, input } = typeof one === "object" && one !== null ? one : {};
    return typeof name === "string" && typeof input === "string" ? [{ name, input }] : [];
  });
}
function isBroken(call) {
  return valueOf(call.input) === void 0;
}
function callBlock(call, id) {
  return objectText([
    ["type", '"tool_use"'],
    ["id", JSON.stringify(id)],
    ["name", JSON.stringify(call.name)],
    ["input", call.input]
  ]);
}
var MOST_LISTED = 100;
var LETTERS = 60;
var MOST_ROWS = 10;
function ToolCalls({ tools, calls, change: change2 }) {
  const wanted = useSignal(tools[0] ?? "");
  if (tools.length === 0) return null;
  return /* @__PURE__ */ a("div", { class: "rows", children: [
    calls.map((call, index) => /* @__PURE__ */ a("div", { class: "answer-line", children: [
      /* @__PURE__ */ a("code", { children: call.name }),
      /* @__PURE__ */ a(
        "textarea",
        {
          class: "input mono",
          "aria-label": `Input of ${call.name}, JSON`,
          "aria-invalid": isBroken(call) ? "true" : void 0,
          rows: rowsFor(call.input, LETTERS, MOST_ROWS),
          spellcheck: false,
          value: call.input,
          onInput: (event) => {
            const input = event.currentTarget.value;
            change2(calls.map((one, at) => at === index ? { ...one, input } : one));
          }
        }
      ),
      /* @__PURE__ */ a(Button, { look: "quiet", label: `Do not call ${call.name}`, onClick: () => change2(calls.filter((_2, at) => at !== index)), children: "✕" })
    ] }, index)),
    /* @__PURE__ */ a("div", { class: "answer-line", children: [
      /* @__PURE__ */ a("label", { class: "line", children: [
        /* @__PURE__ */ a("span", { children: "tool" }),
        /* @__PURE__ */ a("select", { class: "input", value: wanted.value, onChange: (event) => wanted.value = event.currentTarget.value, children: tools.slice(0, MOST_LISTED).map((name, index) => /* @__PURE__ */ a("option", { value: name, children: brief(name, ONE_LINE) }, index)) })
      ] }),
      /* @__PURE__ */ a(Button, { onClick: () => change2([...calls, { name: wanted.value, input: "{}" }]), children: "Call it" })
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
      brief(tools.map((tool) => tool.name).join(", "))
    ] }),
    /* @__PURE__ */ a("ul", { class: "rows", children: [
      tools.slice(0, MOST_LISTED).map((tool, index) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("code", { children: brief(tool.name, ONE_LINE) }),
        " ",
        brief(tool.description ?? ""),
        tool.schema === null ? null : /* @__PURE__ */ a("code", { class: "muted address", children: [
          " ",
          brief(tool.schema)
        ] })
      ] }, index)),
      tools.length > MOST_LISTED ? /* @__PURE__ */ a("li", { class: "muted", children: [
        "and ",
        count(tools.length - MOST_LISTED, "more tool")
      ] }) : null
    ] })
  ] });
}

// src/inbox/sampling.tsx
var LAST = "last answer to a sampling";
var REFUSAL = "the user rejected the request";
var ANSWER_LETTERS = 36;
var ANSWER_ROWS = 12;
var BLOCKS = 20;
function messagesOf(params) {
  const all = typeof params === "object" && params !== null ? params["messages"] : null;
  if (!Array.isArray(all)) return [];
  return all.flatMap((one, at) => {
    const message = dict(one);
    if (message === null) return [{ role: "?", content: [one], path: `${at}`, isList: false, first: 0 }];
    const { content, role } = message;
    const shared = { role: typeof role === "string" ? role : "?", path: `${at}/content` };
    if (!Array.isArray(content)) return [{ ...shared, content: [content], isList: false, first: 0 }];
    const parts = Math.max(1, Math.ceil(content.length / BLOCKS));
    return Array.from({ length: parts }, (_2, part) => {
      const first = part * BLOCKS;
      return { ...shared, content: content.slice(first, first + BLOCKS), isList: true, first };
    });
  });
}
function Message2({ session: session2, ask, message }) {
  return /* @__PURE__ */ a("div", { class: "told", children: message.content.map((block, at) => {
    const all = dict(block);
    const text2 = all?.["type"] === "text" ? all["text"] : null;
    return typeof text2 === "string" ? /* @__PURE__ */ a(
      AskedText,
      {
        session: session2,
        ask,
        path: `/params/messages/${message.path}${message.isList ? `/${message.first + at}` : ""}/text`,
        text: text2,
        lead: `${brief(message.role, ONE_LINE)}:`,
        class: "mono"
      },
      at
    ) : /* @__PURE__ */ a(Block, { session: session2, block }, at);
  }) });
}
function lastText(told3) {
  const block = told3.at(-1)?.content.at(-1);
  const text2 = typeof block === "object" && block !== null ? block["text"] : null;
  return typeof text2 === "string" ? text2 : "";
}
function wishes(params) {
  const all = typeof params === "object" && params !== null ? params : {};
  const preferences = all["modelPreferences"] ?? {};
  const hints = preferences["hints"];
  const models = Array.isArray(hints) ? hints.map((hint) => String(hint?.["name"] ?? "")).filter((name) => name !== "") : [];
  const tools = all["tools"];
  const priorities = ["cost", "speed", "intelligence"].flatMap((name) => {
    const weight = preferences[`${name}Priority`];
    return typeof weight === "number" ? [`${name} ${weight}`] : [];
  });
  return [
    ...models.length === 0 ? [] : [`model: ${models.join(", ")}`],
    ...priorities.length === 0 ? [] : [`priorities: ${priorities.join(", ")}`],
    ...typeof all["maxTokens"] === "number" ? [`at most ${all["maxTokens"]} tokens`] : [],
    ...typeof all["temperature"] === "number" ? [`temperature ${all["temperature"]}`] : [],
    ...Array.isArray(tools) ? [`${tools.length} tools offered`] : []
  ].join(" · ");
}
function moreOf(text2) {
  const value = valueOf(text2);
  const all = typeof value === "object" && value !== null ? value : {};
  const word2 = (name, usual) => typeof all[name] === "string" ? all[name] : usual;
  return {
    model: word2("model", "a person"),
    stopReason: typeof all["stopReason"] === "string" ? all["stopReason"] : null,
    refusal: word2("refusal", ""),
    calls: callsOf(all["calls"]),
    raw: typeof all["raw"] === "string" ? all["raw"] : null
  };
}
function SamplingCard2({ state, ask, place }) {
  const draft = draftNamed(state.id, `answer:${ask.ask}`).text;
  const last = draftNamed(state.id, LAST).text;
  const rest = draftNamed(state.id, `answer:${ask.ask}:more`).text;
  const { model, refusal: refusal2, raw, calls, ...said } = moreOf(rest.value);
  const stopReason = said.stopReason ?? (calls.length > 0 ? "toolUse" : "endTurn");
  const change2 = (part) => {
    rest.value = JSON.stringify({ ...moreOf(rest.peek()), ...part });
  };
  const told3 = messagesOf(ask.params);
  const system = typeof ask.params === "object" && ask.params !== null ? ask.params["systemPrompt"] : null;
  const rawBroken = raw !== null && valueOf(raw) === void 0;
  const broken = raw === null ? calls.find(isBroken) : void 0;
  const cannotGo = rawBroken || broken !== void 0;
  const made = () => {
    const blocks = calls.map((call, index) => callBlock(call, `call_${ask.ask}_${index + 1}`));
    return samplingResult(draft.value, model, stopReason, blocks);
  };
  const result = () => raw ?? made();
  const send2 = () => {
    if (cannotGo) return;
    last.value = draft.value;
    void answer(state.id, ask, { result: result() });
  };
  const reject = { error: { code: -1, message: refusal2.trim() === "" ? REFUSAL : refusal2 } };
  const canned = [
    {
      label: "Echo the last message",
      act: () => {
        draft.value = lastText(told3);
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
        if (cannotGo) return;
        if (raw === null && calls.length === 0 && draft.value.trim() === "") {
          say("write the answer first: every sampling is answered like it");
          return;
        }
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
    send2();
  };
  return /* @__PURE__ */ a("div", { onKeyDown: key, children: [
    typeof system === "string" ? /* @__PURE__ */ a(
      AskedText,
      {
        session: state.id,
        ask,
        path: "/params/systemPrompt",
        text: system,
        lead: /* @__PURE__ */ a("span", { class: "muted", children: "system:" })
      }
    ) : null,
    told3.length === 0 ? null : /* @__PURE__ */ a(
      Paged,
      {
        of: ask.ask,
        count: told3.length,
        noun: "messages",
        draw: (index) => {
          const message = told3[index];
          return message === void 0 ? null : /* @__PURE__ */ a(Message2, { session: state.id, ask, message }, index);
        }
      }
    ),
    wishes(ask.params) === "" ? null : /* @__PURE__ */ a("p", { class: "muted", children: brief(wishes(ask.params)) }),
    /* @__PURE__ */ a(OfferedTools, { params: ask.params }),
    /* @__PURE__ */ a("div", { class: "answer-line", children: [
      /* @__PURE__ */ a(
        "textarea",
        {
          class: "input",
          rows: rowsFor(draft.value, ANSWER_LETTERS, ANSWER_ROWS),
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
      /* @__PURE__ */ a(Button, { look: "primary", keys: "Ctrl+Enter", onClick: send2, children: "Send" }),
      /* @__PURE__ */ a(Menu, { label: "Canned answers", id: `${place}-canned-${ask.ask}`, items: canned, children: "Canned" }),
      /* @__PURE__ */ a(Button, { onClick: () => void answer(state.id, ask, reject), children: "Reject" })
    ] }),
    /* @__PURE__ */ a(DraftNote, { session: state.id, name: `answer:${ask.ask}`, also: [`answer:${ask.ask}:more`] }),
    /* @__PURE__ */ a("details", { class: "fold", open: rest.value !== "", children: [
      /* @__PURE__ */ a("summary", { children: "More" }),
      /* @__PURE__ */ a("div", { class: "rows", children: [
        raw === null ? /* @__PURE__ */ a(ToolCalls, { tools: toolsOf(ask.params).map((tool) => tool.name), calls, change: (next) => change2({ calls: next }) }) : null,
        /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a("span", { children: "model" }),
          /* @__PURE__ */ a("input", { class: "input", type: "text", value: model, onInput: (event) => change2({ model: event.currentTarget.value }) })
        ] }),
        /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a("span", { children: "stopReason" }),
          /* @__PURE__ */ a(
            "input",
            {
              class: "input",
              type: "text",
              value: stopReason,
              onInput: (event) => change2({ stopReason: event.currentTarget.value })
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
              value: refusal2,
              onInput: (event) => change2({ refusal: event.currentTarget.value })
            }
          )
        ] }),
        /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a(
            "input",
            {
              type: "checkbox",
              checked: raw !== null,
              onChange: (event) => change2({ raw: event.currentTarget.checked ? made() : null })
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
            onInput: (event) => change2({ raw: event.currentTarget.value })
          }
        ),
        cannotGo ? /* @__PURE__ */ a("p", { class: "bad", role: "alert", children: [
          broken === void 0 ? "This" : `The input of ${broken.name}`,
          " is not JSON, so it cannot be sent."
        ] }) : null
      ] })
    ] })
  ] });
}

// src/auth/edits.tsx
function asConfigured(settings2) {
  return {
    clientId: settings2.clientId ?? "",
    clientSecret: "",
    issuer: settings2.issuer ?? "",
    scopes: settings2.scopes.join(" ")
  };
}
function editsOf(edited, settings2) {
  const before = asConfigured(settings2);
  return {
    ...edited.clientId.trim() === before.clientId ? {} : { clientId: edited.clientId.trim() },
    ...edited.clientSecret === "" ? {} : { clientSecret: edited.clientSecret },
    ...edited.issuer.trim() === before.issuer ? {} : { issuer: edited.issuer.trim() },
    ...edited.scopes.trim() === before.scopes.trim() ? {} : { scopes: edited.scopes.split(/\s+/).filter((scope) => scope !== "") }
  };
}
var FIELDS3 = [
  ["clientId", "client id", "none: a client is registered"],
  ["clientSecret", "client secret", "as configured"],
  ["issuer", "authorization server", "as the server names it"],
  ["scopes", "scopes", "as the server names them"]
];
function EditAndRetry({
  settings: settings2,
  onWalk,
  onLogIn
}) {
  const [edited, setEdited] = d(() => asConfigured(settings2));
  return /* @__PURE__ */ a("details", { class: "fold", children: [
    /* @__PURE__ */ a("summary", { children: "Edit and retry" }),
    /* @__PURE__ */ a(
      "form",
      {
        class: "rows",
        onSubmit: (event) => {
          event.preventDefault();
          onLogIn(editsOf(edited, settings2));
        },
        children: [
          FIELDS3.map(([name, title, nothing]) => /* @__PURE__ */ a("label", { class: "line", children: [
            /* @__PURE__ */ a("span", { children: title }),
            /* @__PURE__ */ a(
              "input",
              {
                class: "input",
                ...name === "clientSecret" ? { type: "password" } : { type: "text" },
                autocomplete: "off",
                spellcheck: false,
                placeholder: name === "clientSecret" && !settings2.hasClientSecret ? "none" : nothing,
                value: edited[name],
                onInput: (event) => setEdited({ ...edited, [name]: event.currentTarget.value })
              }
            )
          ] }, name)),
          /* @__PURE__ */ a("p", { class: "muted", children: "For these tries only: the configuration stays as it is." }),
          /* @__PURE__ */ a("div", { class: "answer-line", children: [
            /* @__PURE__ */ a(Button, { look: "primary", children: "Log in with these" }),
            /* @__PURE__ */ a(Button, { onClick: () => onWalk(editsOf(edited, settings2)), children: "Walk with these, up to the client" })
          ] })
        ]
      }
    )
  ] });
}

// src/auth/rules.ts
var MCP = "https://modelcontextprotocol.io/specification/draft/basic/authorization";
function hrefOfRule(rule) {
  const rfc = /^RFC (\d+)(?: section (\d+(?:\.\d+)*))?/.exec(rule);
  if (rfc !== null) {
    const section = rfc[2] === void 0 ? "" : `#section-${rfc[2]}`;
    return `https://www.rfc-editor.org/rfc/rfc${rfc[1]}${section}`;
  }
  if (rule.startsWith("MCP authorization")) return MCP;
  const draft = /^(draft-[a-z0-9-]+)/.exec(rule);
  return draft === null ? null : `https://datatracker.ietf.org/doc/${draft[1]}/`;
}

// src/auth/stages.tsx
var TITLES = {
  probe: "Probe",
  "resource-metadata": "Resource metadata",
  "server-metadata": "Server metadata",
  client: "Client",
  authorize: "Authorize",
  token: "Token",
  use: "Authenticated call",
  refresh: "Refresh",
  "step-up": "Step-up",
  logout: "Log out"
};
var ABOUT = {
  probe: "asks the server without a token what it wants",
  "resource-metadata": "finds out which authorization server the server names",
  "server-metadata": "reads the endpoints of the authorization server",
  client: "which scopes are asked for, and as whom",
  authorize: "the user is sent to the authorization server, and comes back",
  token: "the code is exchanged for a token, which is kept",
  use: "the token is presented to the server",
  refresh: "a token that ends is renewed",
  "step-up": "more scopes are asked for when a call needs them",
  logout: "the token is given back"
};
var RUNNABLE = /* @__PURE__ */ new Set([
  "probe",
  "resource-metadata",
  "server-metadata",
  "client",
  "authorize",
  "token",
  "use"
]);
var SIGNS = {
  passed: "✓",
  warning: "!",
  failed: "✗",
  waiting: "…",
  skipped: "·",
  none: "·"
};
function look(outcome) {
  if (outcome === "failed") return "bad";
  if (outcome === "warning") return "warn";
  return outcome === "passed" ? "ok" : "unknown";
}
var BLANKED = /(https?:\/\/[^\s?#]*)[?#]\S*\[REDACTED\]\S*/g;
function summaryOf(stage) {
  const last = stage.steps.findLast((step) => step.outcome !== "skipped") ?? stage.steps.at(-1);
  return last === void 0 ? ABOUT[stage.stage] : last.what.replace(BLANKED, "$1");
}
function OpenLogin({ url }) {
  return /* @__PURE__ */ a("a", { class: "button primary", href: url, target: "_blank", rel: "noopener noreferrer", "aria-label": "Open the login", children: "Open" });
}
function Stages({
  stages,
  onRun,
  busy,
  url = null
}) {
  return /* @__PURE__ */ a("section", { "aria-labelledby": "auth-stages", children: [
    /* @__PURE__ */ a("h2", { id: "auth-stages", children: "The steps of a login" }),
    /* @__PURE__ */ a("ol", { class: "stages", children: stages.map((stage, index) => /* @__PURE__ */ a("li", { class: `auth-stage is-${look(stage.outcome)}`, "data-stage": stage.stage, children: [
      /* @__PURE__ */ a("div", { class: "stage-head", children: [
        /* @__PURE__ */ a("span", { class: `sign ${look(stage.outcome)}`, "aria-hidden": "true", children: SIGNS[stage.outcome] }),
        /* @__PURE__ */ a("strong", { class: "stage-title", children: [
          index + 1,
          " ",
          TITLES[stage.stage]
        ] }),
        /* @__PURE__ */ a("span", { class: "stage-what", children: [
          stage.outcome === "none" ? null : /* @__PURE__ */ a("span", { class: "sr-only", children: [
            stage.outcome,
            ": "
          ] }),
          summaryOf(stage),
          stage.from === null ? null : /* @__PURE__ */ a("span", { class: "muted", children: [
            " · by a ",
            stage.from
          ] })
        ] }),
        stage.stage === "authorize" && url !== null ? /* @__PURE__ */ a(OpenLogin, { url }) : null,
        RUNNABLE.has(stage.stage) ? /* @__PURE__ */ a(
          Button,
          {
            look: "quiet",
            label: `Run to here: ${TITLES[stage.stage]}`,
            onClick: () => onRun(stage.stage),
            children: busy === stage.stage ? "Running…" : "Run to here"
          }
        ) : null
      ] }),
      stage.steps.length === 0 ? null : /* @__PURE__ */ a("details", { class: "fold", ...stage.outcome === "failed" ? { open: true } : {}, children: [
        /* @__PURE__ */ a("summary", { children: [
          count(stage.steps.length, "step"),
          ", checks and exchanges"
        ] }),
        /* @__PURE__ */ a("ol", { class: "stage-steps", children: stage.steps.map((step, at) => /* @__PURE__ */ a(Step, { step }, at)) })
      ] })
    ] }, stage.stage)) })
  ] });
}
function Step({ step }) {
  const href = step.rule === void 0 ? null : hrefOfRule(step.rule);
  return /* @__PURE__ */ a("li", { children: [
    /* @__PURE__ */ a("p", { children: [
      /* @__PURE__ */ a("span", { class: `sign ${look(step.outcome)}`, "aria-hidden": "true", children: SIGNS[step.outcome] ?? "·" }),
      " ",
      /* @__PURE__ */ a("span", { class: "muted", children: [
        step.step,
        ", ",
        step.outcome,
        ":"
      ] }),
      " ",
      step.what,
      step.rule === void 0 ? null : href === null ? /* @__PURE__ */ a("span", { class: "muted", children: [
        " (",
        step.rule,
        ")"
      ] }) : /* @__PURE__ */ a($, { children: [
        " ",
        /* @__PURE__ */ a("a", { href, target: "_blank", rel: "noopener noreferrer", children: step.rule })
      ] })
    ] }),
    step.what.search(BLANKED) < 0 ? null : /* @__PURE__ */ a("p", { class: "muted", children: "This address is not one to visit: what is [REDACTED] is missing in it. Open leads to the login." }),
    step.expected === void 0 ? null : /* @__PURE__ */ a("p", { class: "muted", children: [
      "expected ",
      step.expected,
      ", came ",
      step.came ?? "nothing"
    ] }),
    step.advice === void 0 ? null : /* @__PURE__ */ a("p", { class: "hint", children: [
      "→ ",
      step.advice
    ] }),
    step.exchange === void 0 ? null : /* @__PURE__ */ a(Exchange, { exchange: step.exchange })
  ] });
}
function headersText(headers) {
  return (headers ?? []).map(([name, value]) => `${name}: ${value}`).join("\n");
}
function exchangeText(exchange) {
  const part = (head, headers, body) => [head, headers, ...body === void 0 ? [] : ["", body]].filter((line, at) => at > 1 || line !== "").join("\n");
  return {
    request: part(`${exchange.method} ${exchange.url}`, headersText(exchange.requestHeaders), exchange.requestBody),
    response: part(
      exchange.status === void 0 ? exchange.error ?? "no answer" : `HTTP ${exchange.status}`,
      headersText(exchange.responseHeaders),
      exchange.responseBody
    )
  };
}
function Exchange({ exchange }) {
  const { request: request2, response } = exchangeText(exchange);
  return /* @__PURE__ */ a("details", { class: "fold exchange", children: [
    /* @__PURE__ */ a("summary", { children: [
      /* @__PURE__ */ a("span", { class: "mono", children: [
        exchange.method,
        " ",
        exchange.url
      ] }),
      " ",
      /* @__PURE__ */ a("span", { class: "muted", children: [
        exchange.status ?? exchange.error ?? "no answer",
        " · ",
        duration(exchange.durationMs * 1e6)
      ] })
    ] }),
    /* @__PURE__ */ a("pre", { class: "wire", role: "group", tabIndex: 0, "aria-label": "Request", children: request2 }),
    /* @__PURE__ */ a("pre", { class: "wire", role: "group", tabIndex: 0, "aria-label": "Response", children: response })
  ] });
}

// src/auth/status.ts
var LOOK_MS = 700;
function statusPlace(state) {
  return `/${encodeURIComponent(state.serverId ?? state.id)}`;
}
function waitsForUser(status) {
  return status?.pending === true && status.lastLogin?.outcome === "waiting";
}
function useStatus(place, state) {
  const [status, setStatus] = d(null);
  const [problem, setProblem] = d(null);
  const [asked, setAsked] = d(0);
  const look2 = () => setAsked((times) => times + 1);
  const authRows = news.value?.counts.auth ?? 0;
  A(() => {
    const stop = new AbortController();
    api.get(`/oauth/status${place}`, stop.signal).then((now) => {
      setStatus(now);
      setProblem(null);
    }).catch((thrown) => {
      if (!stop.signal.aborted) setProblem(problemOf(thrown));
    });
    return () => stop.abort();
  }, [place, asked, authRows, state.phase]);
  const pending = status?.pending === true;
  A(() => {
    if (!pending) return void 0;
    const timer = setInterval(() => {
      if (!document.hidden) look2();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [pending]);
  return { status, problem, look: look2 };
}

// src/auth/tokens.tsx
function expiry(at, now) {
  if (at === void 0) return "not said";
  const left = Date.parse(at) - now;
  if (left <= 0) return "expired";
  const days = Math.floor(left / 864e5);
  return days > 1 ? `in ${days} days` : `in ${elapsed(left)}`;
}
function Tokens({ tokens }) {
  if (tokens.length === 0) return /* @__PURE__ */ a("p", { class: "muted", children: "No token is kept for this server." });
  return /* @__PURE__ */ a("section", { "aria-labelledby": "auth-tokens", children: [
    /* @__PURE__ */ a("h2", { id: "auth-tokens", children: "Tokens that are kept" }),
    /* @__PURE__ */ a("table", { class: "table", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { scope: "col", children: "issuer" }),
        /* @__PURE__ */ a("th", { scope: "col", children: "client" }),
        /* @__PURE__ */ a("th", { scope: "col", children: "type" }),
        /* @__PURE__ */ a("th", { scope: "col", children: "scopes" }),
        /* @__PURE__ */ a("th", { scope: "col", children: "expires" }),
        /* @__PURE__ */ a("th", { scope: "col", children: "renewable" })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: tokens.map((token) => /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("td", { class: "mono", children: token.issuer }),
        /* @__PURE__ */ a("td", { class: "mono", children: token.clientId }),
        /* @__PURE__ */ a("td", { children: [
          token.tokenType,
          token.isKeyBound ? ", bound to a key" : ""
        ] }),
        /* @__PURE__ */ a("td", { children: token.scopes.length === 0 ? /* @__PURE__ */ a("span", { class: "muted", children: "none said" }) : token.scopes.join(" ") }),
        /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a(Countdown, { at: token.expiresAt }) }),
        /* @__PURE__ */ a("td", { children: token.canBeRenewed ? "yes" : "no" })
      ] }, keyOf(token))) })
    ] }),
    tokens.map((token) => /* @__PURE__ */ a(Decoded, { token }, keyOf(token)))
  ] });
}
function keyOf(token) {
  return `${token.issuer} ${token.resource} ${token.clientId}`;
}
function Countdown({ at }) {
  const now = useNow(at !== void 0 && Date.parse(at) > Date.now());
  const said = expiry(at, now);
  return /* @__PURE__ */ a("span", { class: said === "expired" ? "bad" : "", children: said });
}
function Decoded({ token }) {
  if (token.decoded === null) {
    return /* @__PURE__ */ a("p", { class: "muted", children: "The access token is no JWT, so nothing can be read in it." });
  }
  return /* @__PURE__ */ a("details", { class: "fold", children: [
    /* @__PURE__ */ a("summary", { children: "What the access token says about itself (a JWT; nothing of it was checked)" }),
    /* @__PURE__ */ a("h3", { children: "Header" }),
    /* @__PURE__ */ a(JsonText, { text: JSON.stringify(token.decoded.header, null, 2) }),
    /* @__PURE__ */ a("h3", { children: "Claims" }),
    /* @__PURE__ */ a(JsonText, { text: JSON.stringify(token.decoded.claims, null, 2) }),
    /* @__PURE__ */ a(Times, { claims: token.decoded.claims })
  ] });
}
function claimTimes(claims) {
  return ["iat", "nbf", "exp"].flatMap((name) => {
    const value = claims[name];
    if (typeof value !== "number") return [];
    const date = new Date(value * 1e3);
    return Number.isNaN(date.getTime()) ? [] : [[name, date.toISOString()]];
  });
}
function Times({ claims }) {
  const times = claimTimes(claims);
  return times.length === 0 ? null : /* @__PURE__ */ a("p", { class: "muted", children: times.map(([name, date]) => `${name} is ${date}`).join(" · ") });
}

// src/screens/auth.tsx
function Auth({ state }) {
  return /^https?:/i.test(state.place) ? /* @__PURE__ */ a(Debugger, { state }, state.id) : /* @__PURE__ */ a("div", { class: "page", children: [
    /* @__PURE__ */ a("h2", { children: "Logging in" }),
    /* @__PURE__ */ a("p", { class: "empty", children: [
      "This server is a program that runs here (",
      state.transport ?? "stdio",
      "); logins are for servers on HTTP. What it needs to know goes into its variables."
    ] })
  ] });
}
function Debugger({ state }) {
  const place = statusPlace(state);
  const { status, problem: unread, look: look2 } = useStatus(place, state);
  const [problem, setProblem] = d(null);
  const [url, setUrl] = d(null);
  const [busy, setBusy] = d(null);
  const wantsTrial = T(false);
  const asking2 = T(null);
  const act2 = (work, stage = null) => {
    setProblem(null);
    setBusy(stage);
    work.catch((thrown) => setProblem(problemOf(thrown))).finally(() => {
      setBusy(null);
      look2();
    });
  };
  const post = (verb, body) => api.send("POST", `/oauth/${verb}${place}`, body === void 0 ? void 0 : JSON.stringify(body));
  const logIn = async (edits) => {
    const path = `/oauth/authorize${place}`;
    setUrl(null);
    const mine = {};
    asking2.current = mine;
    const isNewest = () => asking2.current === mine;
    try {
      const answer2 = edits === null ? await api.get(path) : await api.send("POST", path, JSON.stringify({ settings: edits }));
      if (isNewest()) setUrl(answer2.authorizationUrl ?? null);
    } finally {
      if (isNewest()) asking2.current = null;
    }
  };
  const outcome = status?.lastLogin?.outcome;
  const waits = waitsForUser(status);
  A(() => {
    if (waits && url === null && asking2.current === null) act2(logIn(null));
  }, [waits]);
  A(() => {
    if (outcome !== "granted" && outcome !== "failed") return;
    setUrl(null);
    if (outcome === "granted" && wantsTrial.current) act2(post("try"), "use");
    wantsTrial.current = false;
  }, [outcome]);
  const runTo = (stage) => {
    if (stage === "use" && (status?.tokens.length ?? 0) > 0) act2(post("try"), stage);
    else if (stage === "authorize" || stage === "token" || stage === "use") {
      wantsTrial.current = stage === "use";
      act2(logIn(null), stage);
    } else act2(post("walk", { upTo: stage }), stage);
  };
  const expire = (how, said) => act2(post("expire", { how }).then(() => say(said)));
  const hasToken = (status?.tokens.length ?? 0) > 0;
  return /* @__PURE__ */ a("div", { class: "page auth", children: [
    /* @__PURE__ */ a("h2", { children: "Logging in" }),
    /* @__PURE__ */ a("div", { class: "answer-line", children: [
      /* @__PURE__ */ a(Button, { look: "primary", onClick: () => act2(logIn(null)), children: "Log in" }),
      hasToken ? /* @__PURE__ */ a($, { children: [
        /* @__PURE__ */ a(Button, { onClick: () => act2(post("refresh").then(() => say("the token is renewed"))), children: "Renew now" }),
        /* @__PURE__ */ a(
          Button,
          {
            title: "Its time is over for us: the next call renews it first",
            onClick: () => expire("expired", "the token has expired: the next call renews it"),
            children: "Expire now"
          }
        ),
        /* @__PURE__ */ a(
          Button,
          {
            title: "The next call presents something else: the server refuses it, and then it is renewed",
            onClick: () => expire("access-token-dropped", "the access token is gone: the next call is refused first"),
            children: "Drop the access token"
          }
        ),
        /* @__PURE__ */ a(Button, { onClick: () => act2(api.send("DELETE", `/oauth/token${place}`).then(() => say("logged out"))), children: "Log out" })
      ] }) : null,
      /* @__PURE__ */ a(Button, { look: "quiet", onClick: look2, children: "Look again" })
    ] }),
    url === null ? null : /* @__PURE__ */ a(Elsewhere, { url }),
    problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem }),
    unread === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem: unread }),
    status === null ? null : /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a(LastLogin, { status }),
      /* @__PURE__ */ a(Tokens, { tokens: status.tokens }),
      /* @__PURE__ */ a(Stages, { stages: status.stages, onRun: runTo, busy, url }),
      /* @__PURE__ */ a(
        EditAndRetry,
        {
          settings: status.settings,
          onWalk: (edits) => act2(post("walk", { upTo: "client", settings: edits }), "client"),
          onLogIn: (edits) => act2(logIn(edits))
        }
      )
    ] }),
    /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: formatRoute({ screen: "timeline", session: state.id, seq: null, filter: "kind:auth|http" }), children: "The exchanges of the session in the timeline" }) })
  ] });
}
function Elsewhere({ url }) {
  return /* @__PURE__ */ a("p", { class: "card plain", children: [
    "The login goes on at the authorization server: ",
    /* @__PURE__ */ a(OpenLogin, { url }),
    " ",
    /* @__PURE__ */ a("a", { href: url, target: "_blank", rel: "noopener noreferrer", class: "mono address", children: url })
  ] });
}
function LastLogin({ status }) {
  const login = status.lastLogin;
  if (login === null) return /* @__PURE__ */ a("p", { class: "muted", children: "There was no login since mcp-inspector started." });
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("p", { children: [
      "Last login: ",
      /* @__PURE__ */ a("strong", { children: login.outcome })
    ] }),
    login.fault === void 0 ? null : /* @__PURE__ */ a(ProblemBlock, { problem: problemOfFault(login.fault) })
  ] });
}

// src/store/edited-fields.ts
var MASK = "••••••••";
var NAMELESS = "a line without a name";
function nameIn(line, sign) {
  const at = line.indexOf(sign);
  return at <= 0 ? "" : line.slice(0, at).trim();
}
function withoutValues(text2, first, sign) {
  const known = new Set(first.split("\n"));
  const leftOut2 = [];
  const lines2 = text2.split("\n").map((line) => {
    const name = nameIn(line, sign);
    if (line.trim() === "") return line;
    if (name === "") return leftOut2.push(NAMELESS), "";
    const value = line.slice(line.indexOf(sign) + 1).trim();
    if (value === "") return line;
    if (!known.has(line) && value !== MASK) leftOut2.push(name);
    return `${name}${sign === ":" ? ": " : "="}${MASK}`;
  });
  return { text: lines2.join("\n"), leftOut: leftOut2 };
}
function withValues(text2, first, sign, missing) {
  const shown = new Map(first.split("\n").map((line) => [nameIn(line, sign), line]));
  const whole = (line) => {
    const name = nameIn(line, sign);
    return line.endsWith(MASK) && !missing.includes(name) ? shown.get(name) ?? line : line;
  };
  return text2.split("\n").map(whole).join("\n");
}
var ASSIGNED = /([A-Za-z_]\w*)=((?:"(?:\\.|[^"\\])*"?|'[^']*'?|\\.|[^\s"'\\])+)/g;
var BEGINNING = new RegExp(`^(?:\\s*${ASSIGNED.source})+`);
function keepable(fields, first) {
  const env = withoutValues(fields.env, first.env, "=");
  const headers = withoutValues(fields.headers, first.headers, ":");
  const leftOut2 = [...env.leftOut, ...headers.leftOut];
  const command2 = fields.command.replace(
    BEGINNING,
    (beginning) => beginning.replace(ASSIGNED, (_2, name, value) => {
      if (value !== MASK) leftOut2.push(name);
      return `${name}=${MASK}`;
    })
  );
  return { fields: { ...fields, command: command2, env: env.text, headers: headers.text }, leftOut: leftOut2 };
}
function dottedIn(command2) {
  return command2.split(/\s+/).filter((word2) => word2.endsWith(`=${MASK}`)).map((word2) => nameIn(word2, "="));
}
var leftOut = y([]);
function keyOf2({ act: act2, server }) {
  return `${act2} ${server?.id ?? ""}`;
}
function stillLeftOut({ command: command2, env, headers }) {
  const lines2 = [...command2.split(/\s+/), ...env.split("\n"), ...headers.split("\n")].filter((line) => line.endsWith(MASK));
  const dots = new Set(lines2.map((line) => nameIn(line, "=") || nameIn(line, ":")));
  return leftOut.value.filter((name) => name === NAMELESS || dots.has(name));
}
function keepFields(now, fields, first) {
  const kept = keepable(fields, first);
  const names = [.../* @__PURE__ */ new Set([...stillLeftOut(fields), ...kept.leftOut])];
  const isSame2 = JSON.stringify(fields) === JSON.stringify(first);
  keepForm(isSame2 ? "" : JSON.stringify({ of: keyOf2(now), fields: kept.fields, leftOut: names }));
}
function keptFields(now, first) {
  const value = valueOf(typedForm());
  const isOurs = value?.of === keyOf2(now) && typeof value.fields === "object" && value.fields !== null;
  const missing = isOurs && Array.isArray(value.leftOut) ? value.leftOut.map(String) : [];
  leftOut.value = missing;
  if (!isOurs) return first;
  const known = Object.entries(value.fields ?? {}).filter(([name, text2]) => name in first && typeof text2 === "string");
  const typed2 = { ...first, ...Object.fromEntries(known) };
  return {
    ...typed2,
    env: withValues(typed2.env, first.env, "=", missing),
    headers: withValues(typed2.headers, first.headers, ":", missing)
  };
}

// src/screens/config-editor.tsx
var SECRET = /auth|token|secret|passw|key|cookie|credential|session/i;
function pairs(all, sign) {
  return Object.entries(all ?? {}).map(([name, value]) => `${name}${sign}${SECRET.test(name) && value !== "" ? MASK : value}`).join("\n");
}
function unmasked(given2, kept) {
  return Object.fromEntries(
    Object.entries(given2).map(([name, value]) => [name, value === MASK ? kept?.[name] ?? value : value])
  );
}
function readPairs(text2, sign) {
  const all = {};
  for (const line of text2.split("\n")) {
    const at = line.indexOf(sign);
    if (line.trim() !== "" && at > 0)
      all[line.slice(0, at).trim()] = sign === ":" ? line.slice(at + 1).trim() : line.slice(at + 1);
  }
  return all;
}
function maskedNames(text2, sign, kept) {
  return Object.entries(readPairs(text2, sign)).filter(([name, value]) => value === MASK && kept?.[name] === void 0).map(([name]) => name);
}
function bodyOf(fields, kept = null) {
  const common = { name: fields.name, transport: fields.transport };
  if (fields.transport === "stdio") {
    return {
      ...common,
      command: fields.command,
      args: fields.args.split("\n").filter((line) => line !== ""),
      env: unmasked(readPairs(fields.env, "="), kept?.env)
    };
  }
  return { ...common, url: fields.url, headers: unmasked(readPairs(fields.headers, ":"), kept?.headers) };
}
function splitLine(line) {
  const words = [];
  for (const [word2] of line.trim().matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g))
    words.push(
      word2.replace(
        /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g,
        (_2, double, single, escaped) => double !== void 0 ? double.replace(/\\(["\\$`])/g, "$1") : single ?? escaped ?? ""
      )
    );
  const first = words.findIndex((word2) => !/^[A-Za-z_]\w*=/.test(word2));
  if (words.length < 2 || first < 0) return null;
  return { env: words.slice(0, first).join("\n"), command: words[first] ?? "", args: words.slice(first + 1).join("\n") };
}
function unseen(server) {
  const { id: _id, createdAt: _made, updatedAt: _changed, connectionMode, ...others } = server;
  const usual = server.transport === "stdio" ? "proxy" : "direct";
  return connectionMode === usual ? others : { ...others, connectionMode };
}
function ConfigEditor() {
  const now = editing.value;
  if (now === null) return null;
  return now.act === "remove" && now.server !== null ? /* @__PURE__ */ a(Remove, { server: now.server }) : /* @__PURE__ */ a(Edit, { now }, `${now.act} ${now.server?.id}`);
}
function close2() {
  stopEditing();
  document.getElementById("add-server")?.focus();
}
async function done() {
  stopEditing();
  await loadPlaces();
}
function Remove({ server }) {
  const [problem, setProblem] = d(null);
  const remove = () => {
    api.send("DELETE", `/config/${encodeURIComponent(server.id)}`).then(done, (thrown) => setProblem(problemOf(thrown)));
  };
  const card = T(null);
  F(() => card.current?.querySelector("button:last-of-type")?.focus(), []);
  return /* @__PURE__ */ a(
    "div",
    {
      class: "card plain",
      ref: card,
      onKeyDown: (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close2();
      },
      children: [
        /* @__PURE__ */ a("p", { children: [
          "Remove “",
          server.name,
          "” from the file?"
        ] }),
        problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem }),
        /* @__PURE__ */ a("div", { class: "answer-line", children: [
          /* @__PURE__ */ a(Button, { look: "danger", onClick: remove, children: "Remove" }),
          /* @__PURE__ */ a(Button, { onClick: close2, children: "Keep it" })
        ] })
      ]
    }
  );
}
function Edit({ now }) {
  const { server, act: act2 } = now;
  const first = T({
    name: act2 === "clone" ? `${server?.name ?? ""} copy` : server?.name ?? "",
    transport: server?.transport ?? "stdio",
    command: server?.command ?? "",
    args: (server?.args ?? []).join("\n"),
    url: server?.url ?? "",
    env: pairs(server?.env, "="),
    headers: pairs(server?.headers, ": ")
  });
  const [fields, setShown] = d(() => keptFields(now, first.current));
  const setFields = (next) => {
    setShown(next);
    keepFields(now, next, first.current);
  };
  const [problem, setProblem] = d(null);
  const [split, setSplit] = d(null);
  const [isLeaving, setLeaving] = d(false);
  const leave = () => {
    const isSame2 = JSON.stringify(fields) === JSON.stringify(first.current);
    if (isSame2) close2();
    else setLeaving(true);
  };
  const paste = (event) => {
    const line2 = event.clipboardData?.getData("text/plain") ?? "";
    const parts = fields.command.trim() === "" && fields.args.trim() === "" ? splitLine(line2) : null;
    if (parts === null) return;
    event.preventDefault();
    setSplit(line2.trim());
    setFields({ ...fields, ...parts, env: [fields.env, parts.env].filter((some) => some !== "").join("\n") });
  };
  const save = () => {
    const nameless = [
      ...dottedIn(fields.command),
      ...maskedNames(fields.env, "=", server?.env),
      ...maskedNames(fields.headers, ":", server?.headers)
    ];
    if (nameless.length > 0) {
      setProblem(new Problem({ code: "PAGE_ERROR", message: `type the value of ${nameless.join(", ")}: it is not in the file` }));
      return;
    }
    const others = act2 === "clone" && server !== null ? unseen(server) : {};
    const body = JSON.stringify(act2 === "edit" ? bodyOf(fields, server) : { ...others, ...bodyOf(fields, server) });
    const sent2 = act2 === "edit" && server !== null ? api.send("PUT", `/config/${encodeURIComponent(server.id)}`, body) : api.send("POST", "/config", body);
    sent2.then(done, (thrown) => setProblem(problemOf(thrown)));
  };
  const form = T(null);
  A(() => form.current?.querySelector("input")?.focus(), []);
  const line = (name, label, many = false) => {
    const change2 = (event) => {
      if (name === "command") setSplit(null);
      setFields({ ...fields, [name]: event.currentTarget.value });
    };
    return /* @__PURE__ */ a("label", { class: "line", children: [
      /* @__PURE__ */ a("span", { children: label }),
      many ? /* @__PURE__ */ a("textarea", { class: "input mono", rows: Math.max(3, rowsFor(fields[name], 80, 10)), spellcheck: false, value: fields[name], onInput: change2 }) : /* @__PURE__ */ a(
        "input",
        {
          class: "input mono",
          type: "text",
          spellcheck: false,
          value: fields[name],
          onInput: change2,
          ...name === "command" ? { onPaste: paste } : {}
        }
      )
    ] });
  };
  return /* @__PURE__ */ a(
    "form",
    {
      ref: form,
      class: "card plain rows",
      onKeyDown: (event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.preventDefault();
        if (isLeaving) setLeaving(false);
        else leave();
      },
      onSubmit: (event) => {
        event.preventDefault();
        save();
      },
      children: [
        line("name", "Name"),
        /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a("span", { children: "Transport" }),
          /* @__PURE__ */ a(
            "select",
            {
              class: "input",
              value: fields.transport,
              onChange: (event) => setFields({ ...fields, transport: event.currentTarget.value }),
              children: [
                /* @__PURE__ */ a("option", { value: "stdio", children: "stdio" }),
                /* @__PURE__ */ a("option", { value: "streamableHttp", children: "streamableHttp" }),
                /* @__PURE__ */ a("option", { value: "sse", children: "sse" })
              ]
            }
          )
        ] }),
        fields.transport === "stdio" ? /* @__PURE__ */ a($, { children: [
          line("command", "Command"),
          split === null ? null : /* @__PURE__ */ a("p", { class: "muted", role: "status", children: [
            "The line was split into the command and its arguments.",
            " ",
            /* @__PURE__ */ a(Button, { look: "quiet", onClick: () => (setFields({ ...fields, command: split, args: "", env: first.current.env }), setSplit(null)), children: "Keep it as one" })
          ] }),
          line("args", "Arguments, one per line", true),
          line("env", "Variables, NAME=value", true),
          fields.env.includes(MASK) ? /* @__PURE__ */ a(Masked, {}) : null
        ] }) : /* @__PURE__ */ a($, { children: [
          line("url", "URL"),
          line("headers", "Headers, Name: value", true),
          fields.headers.includes(MASK) ? /* @__PURE__ */ a(Masked, {}) : null
        ] }),
        /* @__PURE__ */ a(NotKept, { names: stillLeftOut(fields) }),
        problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem }),
        isLeaving ? /* @__PURE__ */ a("p", { class: "answer-line", role: "alert", children: [
          "What was typed is not saved.",
          /* @__PURE__ */ a(Button, { look: "danger", onClick: close2, children: "Discard it" }),
          /* @__PURE__ */ a(Button, { onClick: () => setLeaving(false), children: "Go on" })
        ] }) : null,
        /* @__PURE__ */ a("div", { class: "answer-line", children: [
          /* @__PURE__ */ a(Button, { look: "primary", children: "Save" }),
          /* @__PURE__ */ a(Button, { onClick: close2, children: "Cancel" })
        ] })
      ]
    }
  );
}
function NotKept({ names }) {
  if (names.length === 0) return null;
  return /* @__PURE__ */ a("p", { class: "warn-line", role: "status", children: [
    "What was typed is here again, but for values of headers and variables, which are not kept: ",
    names.map((name) => visible(name)).join(", "),
    "."
  ] });
}
function Masked() {
  return /* @__PURE__ */ a("p", { class: "muted", children: "Secrets are not shown. What is left as dots stays as it is in the file." });
}

// src/ui/secret.tsx
function SecretField({ name, value, placeholder, change: change2 }) {
  const [isShown, show] = d(false);
  return /* @__PURE__ */ a("span", { class: "secret", children: [
    /* @__PURE__ */ a(
      "input",
      {
        class: "input mono",
        ...isShown ? { type: "text" } : { type: "password" },
        autocomplete: "off",
        spellcheck: false,
        "aria-label": name,
        value,
        placeholder: placeholder ?? "",
        onInput: (event) => change2(event.currentTarget.value)
      }
    ),
    /* @__PURE__ */ a(ShowButton, { isShown, show })
  ] });
}
function SecretLines({ name, value, change: change2 }) {
  const [isShown, show] = d(false);
  return /* @__PURE__ */ a("span", { class: "secret", children: [
    /* @__PURE__ */ a(
      "textarea",
      {
        class: `input mono${isShown ? "" : " secret-lines"}`,
        rows: 2,
        spellcheck: false,
        autocomplete: "off",
        "aria-label": name,
        value,
        onInput: (event) => change2(event.currentTarget.value)
      }
    ),
    value === "" ? null : /* @__PURE__ */ a(ShowButton, { isShown, show })
  ] });
}
function ShowButton({ isShown, show }) {
  return /* @__PURE__ */ a(Button, { look: "quiet", pressed: isShown, title: "Show what is typed", onClick: () => show(!isShown), children: "Show" });
}

// src/screens/terms.tsx
var SWITCHES = [
  ["sampling", "Sampling", "the server may ask for what a model would say"],
  ["elicitationForm", "Elicitation by form", "it may ask you to fill in a form"],
  ["elicitationUrl", "Elicitation by URL", "it may ask you to visit a page"],
  ["roots", "Roots", "it may ask where it may work"],
  ["rootsOnDemand", "Ask me for roots", "a card in the Inbox each time, instead of the roots below"],
  ["tasks", "Tasks", "it may make a task of a call (2026-07-28)"],
  ["skills", "Skills", "skills are read (2026-07-28)"]
];
var ERAS = [
  ["auto", "whatever it speaks"],
  ["legacy", "the older era"],
  ["2026-07-28", "2026-07-28, the newer era"],
  ["2025-11-25", "2025-11-25"],
  ["2025-06-18", "2025-06-18"],
  ["2025-03-26", "2025-03-26"],
  ["2024-11-05", "2024-11-05"]
];
function TermsEditor({ state, offered }) {
  const [terms, setTerms] = d(null);
  const [problem, setProblem] = d(null);
  const path = sessionPath(state.id, "/terms");
  A(() => {
    const stop = new AbortController();
    api.get(path, stop.signal).then(setTerms, (thrown) => {
      if (!stop.signal.aborted) setProblem(problemOf(thrown));
    });
    return () => stop.abort();
  }, [path, state.phase]);
  const wish = (change2) => {
    setProblem(null);
    const before = terms;
    setTerms((now) => now === null ? null : { ...now, chosen: { ...now.chosen, ...change2 } });
    api.send("PUT", path, JSON.stringify(change2)).then(setTerms, (thrown) => {
      setTerms(before);
      setProblem(problemOf(thrown));
    });
  };
  const anew = () => {
    setProblem(null);
    api.send("POST", sessionPath(state.id, "/anew")).catch((thrown) => setProblem(problemOf(thrown)));
  };
  return /* @__PURE__ */ a("section", { "aria-labelledby": "terms", children: [
    /* @__PURE__ */ a("h2", { id: "terms", children: "Offered to the server" }),
    terms === null ? null : /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("ul", { class: "switches", children: SWITCHES.map(([name, label, note]) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("label", { class: "line", children: [
        /* @__PURE__ */ a(
          "input",
          {
            type: "checkbox",
            checked: terms.chosen[name],
            onChange: (event) => wish({ [name]: event.currentTarget.checked })
          }
        ),
        /* @__PURE__ */ a("span", { children: label }),
        /* @__PURE__ */ a("span", { class: "muted", children: note }),
        terms.chosen[name] === terms.inForce[name] ? null : /* @__PURE__ */ a(Pending, { name, now: terms.inForce[name] })
      ] }) }, name)) }),
      /* @__PURE__ */ a("label", { class: "line", children: [
        /* @__PURE__ */ a("span", { children: "Speak" }),
        /* @__PURE__ */ a(
          "select",
          {
            class: "input",
            "aria-label": "Which revision to speak",
            value: terms.chosen.era,
            onChange: (event) => wish({ era: event.currentTarget.value }),
            children: ERAS.map(([value, label]) => /* @__PURE__ */ a("option", { value, children: label }, value))
          }
        )
      ] }),
      /* @__PURE__ */ a("div", { class: "answer-line", children: [
        /* @__PURE__ */ a(Button, { look: terms.pending ? "primary" : "plain", onClick: anew, children: "Connect anew" }),
        /* @__PURE__ */ a("span", { class: terms.pending ? "warn" : "muted", role: "status", children: terms.pending ? "What you chose takes effect when the server is connected anew." : "A change takes effect when the server is connected anew." })
      ] })
    ] }),
    problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem, title: "The terms were not changed." }),
    offered === void 0 ? null : offered === null ? /* @__PURE__ */ a("p", { class: "muted", children: "Nothing was offered yet." }) : /* @__PURE__ */ a("figure", { class: "block offered", children: [
      /* @__PURE__ */ a("figcaption", { class: "muted", children: [
        "As it was sent",
        " ",
        /* @__PURE__ */ a("a", { href: formatRoute({ screen: "timeline", session: state.id, seq: offered.seq, filter: "" }), children: [
          "frame ",
          offered.seq
        ] })
      ] }),
      /* @__PURE__ */ a(JsonText, { text: prettyOf(JSON.stringify(offered.capabilities)) })
    ] })
  ] });
}
function Pending({ name, now }) {
  const word2 = name === "rootsOnDemand" ? "asked" : "offered";
  return /* @__PURE__ */ a("span", { class: "badge warn", children: now ? `still ${word2}` : `not ${word2} yet` });
}

// src/screens/connect-options.tsx
function ConnectOptions() {
  const now = extras.value;
  return /* @__PURE__ */ a("details", { class: "fold", children: [
    /* @__PURE__ */ a("summary", { children: [
      "Options",
      now === NO_EXTRAS ? "" : `: ${told(now)}`
    ] }),
    /* @__PURE__ */ a(Fields2, {}, cleared.value)
  ] });
}
function told({ era, env, cwd, headers }) {
  const names = [...Object.keys(env), ...Object.keys(headers)];
  return [era === "auto" ? "" : era, cwd === "" ? "" : `in ${cwd}`, names.length === 0 ? "" : `with ${names.join(", ")}`].filter((word2) => word2 !== "").join(" · ");
}
function Fields2() {
  const now = extras.value;
  const [env, setEnv] = d(lines(now.env, "="));
  const [headers, setHeaders] = d(lines(now.headers, ": "));
  const change2 = (part) => {
    const next = { ...extras.peek(), ...part };
    const isUsual = told(next) === "";
    extras.value = isUsual ? NO_EXTRAS : next;
  };
  const fits = fitsIn(pasted.value);
  return /* @__PURE__ */ a("div", { class: "rows", children: [
    /* @__PURE__ */ a("label", { class: "line", children: [
      /* @__PURE__ */ a("span", { children: "Revision" }),
      /* @__PURE__ */ a("select", { class: "input", value: now.era, onChange: (event) => change2({ era: event.currentTarget.value }), children: ERAS.map(([value, label]) => /* @__PURE__ */ a("option", { value, children: label }, value)) })
    ] }),
    fits.process ? /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("label", { class: "line", children: [
        /* @__PURE__ */ a("span", { children: "Directory" }),
        /* @__PURE__ */ a(
          "input",
          {
            class: "input mono",
            type: "text",
            spellcheck: false,
            value: now.cwd,
            onInput: (event) => change2({ cwd: event.currentTarget.value })
          }
        )
      ] }),
      /* @__PURE__ */ a("div", { class: "line", children: [
        /* @__PURE__ */ a("span", { children: "Variables, NAME=value" }),
        /* @__PURE__ */ a(
          SecretLines,
          {
            name: "Variables, NAME=value",
            value: env,
            change: (typed2) => {
              setEnv(typed2);
              change2({ env: readPairs(typed2, "=") });
            }
          }
        )
      ] })
    ] }) : null,
    fits.address ? /* @__PURE__ */ a("div", { class: "line", children: [
      /* @__PURE__ */ a("span", { children: "Headers, Name: value" }),
      /* @__PURE__ */ a(
        SecretLines,
        {
          name: "Headers, Name: value",
          value: headers,
          change: (typed2) => {
            setHeaders(typed2);
            change2({ headers: readPairs(typed2, ":") });
          }
        }
      )
    ] }) : null
  ] });
}
function lines(all, sign) {
  return Object.entries(all).map(([name, value]) => `${name}${sign}${value}`).join("\n");
}

// src/ui/compared.ts
var STEP = 500;
function changeCount2({ counts }) {
  return counts.changed + counts.added + counts.removed;
}
function opened(lines2, fold, came) {
  const inside = came.filter((line) => line.number < fold.number + fold.folded);
  const rest = fold.folded - inside.length;
  const folded = rest === 0 || inside.length === 0 ? [] : [{ ...fold, number: fold.number + inside.length, folded: rest }];
  return lines2.flatMap((line) => line.folded > 0 && line.number === fold.number ? [...inside, ...folded] : [line]);
}
function useCompared(api2, question) {
  const [known, setKnown] = d(null);
  const [problem, setProblem] = d(null);
  const now = T(null);
  const ask = (extra, take) => {
    if (question === null) return;
    const rest = Object.entries(extra).map(([name, value]) => `,"${name}":${value}`);
    api2.send("POST", "/api/diff", `${question.slice(0, -1)}${rest.join("")}}`).then(
      (body) => {
        if (now.current !== question) return;
        setProblem(null);
        take(body);
      },
      (thrown) => {
        if (now.current === question) setProblem(problemOf(thrown));
      }
    );
  };
  A(() => {
    now.current = question;
    setProblem(null);
    if (question === null) setKnown(null);
    else ask({}, ({ counts, same, lines: lines2, next, left, changes }) => setKnown({ counts, same, lines: lines2, next, left, changes }));
    return () => {
      now.current = null;
    };
  }, [question]);
  return {
    known: problem === null ? known : null,
    problem,
    more: () => {
      const from = known?.next ?? null;
      if (from === null) return;
      ask(
        { from },
        ({ lines: lines2, next, left }) => (
          // Who asks twice gets it once.
          setKnown((before) => before?.next !== from ? before : { ...before, lines: [...before.lines, ...lines2], next, left })
        )
      );
    },
    open: (fold) => ask(
      { from: fold.number, limit: Math.min(STEP, fold.folded), whole: true },
      ({ lines: lines2 }) => setKnown((before) => before && { ...before, lines: opened(before.lines, fold, lines2) })
    ),
    moreChanges: () => {
      const from = known?.changes.length ?? 0;
      ask(
        { changesFrom: from },
        ({ changes }) => setKnown((before) => before?.changes.length !== from ? before : { ...before, changes: [...before.changes, ...changes] })
      );
    }
  };
}

// src/ui/diff-lines.tsx
var CLASSES = { "+": "added", "-": "removed", "=": "same" };
function DiffLines({ known, compared }) {
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("pre", { class: "diff", tabIndex: 0, "aria-label": "Both texts, line by line", children: known.lines.map(
      (line) => line.folded > 0 ? /* @__PURE__ */ a(Fold, { line, open: () => compared.open(line) }, `fold ${line.number}`) : /* @__PURE__ */ a(
        "span",
        {
          class: CLASSES[line.tag],
          children: `${line.tag === "=" ? " " : line.tag} ${line.text}
`
        },
        line.number
      )
    ) }),
    known.next === null ? null : /* @__PURE__ */ a(Button, { onClick: compared.more, children: `Show more (${known.left.toLocaleString("en")} lines are left)` })
  ] });
}
function Fold({ line, open }) {
  return /* @__PURE__ */ a("button", { type: "button", class: "text-button diff-fold", onClick: open, children: `⋯ ${line.folded.toLocaleString("en")} lines that are the same` });
}

// src/ui/comparison.tsx
function amount({ counts, same }) {
  const words = ["changed", "added", "removed"].filter((kind) => counts[kind] > 0).map((kind) => `${counts[kind]} ${kind}`);
  if (words.length > 0) return words.join(" · ") + (counts.more ? " · and more" : "");
  return same ? "the same" : "the same but for the order or the layout";
}
function Comparison2({ left, right, ignore, setIgnore, as, setAs, title }) {
  const question = left === null || right === null ? null : objectText([
    ["left", left],
    ["right", right],
    ["ignore", JSON.stringify(ignore)]
  ]);
  const compared = useCompared(api, question);
  const { known, problem } = compared;
  const disregard = (pointer) => {
    if (!ignore.includes(pointer)) setIgnore([...ignore, pointer]);
  };
  return /* @__PURE__ */ a("div", { class: "comparison", children: [
    /* @__PURE__ */ a("div", { class: "comparison-head", children: [
      /* @__PURE__ */ a(Ignoring, { ignore, setIgnore, add: disregard }),
      /* @__PURE__ */ a("span", { class: "spring" }),
      /* @__PURE__ */ a("p", { class: "muted", role: "status", children: known === null ? "" : `${title === void 0 ? "" : `${title}: `}${amount(known)}` }),
      /* @__PURE__ */ a("span", { class: "choices", role: "group", "aria-label": "Shown as", children: [
        /* @__PURE__ */ a(Button, { pressed: as === "text", onClick: () => setAs("text"), children: "Text" }),
        /* @__PURE__ */ a(Button, { pressed: as === "tree", onClick: () => setAs("tree"), children: "Tree" })
      ] })
    ] }),
    problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem, title: "They could not be compared." }),
    question !== null && known === null && problem === null ? /* @__PURE__ */ a("p", { class: "empty late", children: "Comparing…" }) : null,
    known === null ? null : as === "text" ? /* @__PURE__ */ a(DiffLines, { known, compared }) : /* @__PURE__ */ a(Places, { known, more: compared.moreChanges, disregard })
  ] });
}
function Ignoring({
  ignore,
  setIgnore,
  add
}) {
  const [typed2, setTyped] = d("");
  return /* @__PURE__ */ a(
    "form",
    {
      class: "ignoring",
      onSubmit: (event) => {
        event.preventDefault();
        for (const word2 of typed2.split(/\s+/).filter((one) => one !== "")) add(word2.startsWith("/") ? word2 : `/${word2}`);
        setTyped("");
      },
      children: [
        /* @__PURE__ */ a("span", { children: "Ignore" }),
        ignore.map((pointer) => /* @__PURE__ */ a("span", { class: "badge", children: [
          /* @__PURE__ */ a("code", { children: pointer }),
          " ",
          /* @__PURE__ */ a(
            "button",
            {
              type: "button",
              class: "text-button",
              "aria-label": `Count ${pointer} again`,
              onClick: () => setIgnore(ignore.filter((one) => one !== pointer)),
              children: "✕"
            }
          )
        ] }, pointer)),
        /* @__PURE__ */ a(
          "input",
          {
            class: "input mono short",
            type: "text",
            "aria-label": "A place to ignore",
            placeholder: "/timestamp",
            spellcheck: false,
            value: typed2,
            onInput: (event) => setTyped(event.currentTarget.value)
          }
        ),
        /* @__PURE__ */ a(Button, { label: "Ignore this place", children: "+" })
      ]
    }
  );
}
function places(changes) {
  const root = { name: "", change: null, inside: [] };
  for (const change2 of changes) {
    let at = root;
    for (const segment of change2.pointer.split("/").slice(1)) {
      const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
      let next = at.inside.find((one) => one.name === name && one.change === null);
      if (next === void 0) {
        next = { name, change: null, inside: [] };
        at.inside.push(next);
      }
      at = next;
    }
    at.change = change2;
  }
  return root.change === null ? root.inside : [root];
}
var SIGNS2 = { added: "+", removed: "-", changed: "~" };
function Places({
  known,
  more,
  disregard
}) {
  const left = changeCount2(known) - known.changes.length;
  if (known.changes.length === 0) return /* @__PURE__ */ a("p", { class: "empty", children: "No place has another value." });
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(PlaceList, { list: places(known.changes), disregard }),
    left <= 0 ? null : /* @__PURE__ */ a(Button, { onClick: more, children: `Show more (${left.toLocaleString("en")} places are left)` })
  ] });
}
function PlaceList({ list, disregard }) {
  return /* @__PURE__ */ a("ul", { class: "diff diff-tree", children: list.map((place, index) => /* @__PURE__ */ a("li", { children: [
    place.change === null ? /* @__PURE__ */ a("span", { class: "mono", children: place.name }) : /* @__PURE__ */ a(ChangeLine, { name: place.name, change: place.change, disregard }),
    place.inside.length === 0 ? null : /* @__PURE__ */ a(PlaceList, { list: place.inside, disregard })
  ] }, `${place.name} ${index}`)) });
}
function ChangeLine({
  name,
  change: change2,
  disregard
}) {
  return /* @__PURE__ */ a("span", { class: "change", children: [
    /* @__PURE__ */ a("span", { class: `sign ${change2.kind}`, "aria-hidden": "true", children: SIGNS2[change2.kind] }),
    " ",
    /* @__PURE__ */ a("span", { class: "mono", children: name }),
    " ",
    /* @__PURE__ */ a("span", { class: "sr-only", children: change2.kind }),
    " ",
    change2.left === null ? null : /* @__PURE__ */ a("code", { class: "removed", children: change2.left }),
    change2.left === null || change2.right === null ? null : " → ",
    change2.right === null ? null : /* @__PURE__ */ a("code", { class: "added", children: change2.right }),
    " ",
    /* @__PURE__ */ a(
      "button",
      {
        type: "button",
        class: "text-button",
        "aria-label": `Ignore ${change2.pointer}`,
        onClick: () => disregard(change2.pointer),
        children: "ignore"
      }
    )
  ] });
}

// src/screens/diff.tsx
var LABELS = { tools: "Tools", resources: "Resources", templates: "Templates", prompts: "Prompts" };
function Diff({ now }) {
  const { left, right, ignore, as } = now;
  const [missingLeft, missingRight] = [useMissing(left), useMissing(right)];
  const missing = missingLeft === void 0 || missingRight === void 0 ? void 0 : missingLeft ?? missingRight;
  return /* @__PURE__ */ a("div", { class: "page", children: [
    /* @__PURE__ */ a("section", { "aria-labelledby": "compare", children: [
      /* @__PURE__ */ a("h2", { id: "compare", children: "Compare" }),
      /* @__PURE__ */ a("div", { class: "compare-sides", children: [
        /* @__PURE__ */ a(Picker, { label: "Left", side: left, choose: (side2) => changeComparison({ left: side2 }) }),
        /* @__PURE__ */ a(
          Button,
          {
            label: "Swap the sides",
            onClick: () => {
              if (right !== null) changeComparison({ left: right, right: left });
            },
            children: "⇄"
          }
        ),
        /* @__PURE__ */ a(
          Picker,
          {
            label: "Right",
            side: right ?? { session: left.session, what: null },
            choose: (side2) => changeComparison({ right: side2 })
          }
        )
      ] })
    ] }),
    /* @__PURE__ */ a("section", { "aria-label": "What differs", class: "wide-section", children: left.what === null || right === null || right.what === null ? /* @__PURE__ */ a("p", { class: "empty", children: "Choose what to compare on both sides." }) : missing === void 0 ? null : missing !== null ? /* @__PURE__ */ a("p", { class: "warn-line", role: "alert", children: missing }) : /* @__PURE__ */ a(
      Comparison2,
      {
        left: sideBody(left),
        right: sideBody(right),
        ignore,
        setIgnore: (pointers) => changeComparison({ ignore: pointers }),
        as,
        setAs: (wanted) => changeComparison({ as: wanted })
      }
    ) })
  ] });
}
function useMissing(side2) {
  const [found2, setFound] = d(null);
  const all = summaries.value;
  const id = side2?.session ?? "";
  const known = all?.find((one) => one.id === id)?.lastSeq ?? null;
  const row = typeof side2?.what === "number" ? side2.what : 0;
  const of = `${id}/${row}`;
  const last = Math.max(known ?? 0, found2?.of === of ? found2.last : 0);
  const isAsked = known !== null && row > last && found2?.of !== of;
  A(() => {
    if (!isAsked) return void 0;
    const stop = new AbortController();
    api.get(sessionPath(id, "/timeline?from=-1&limit=1"), stop.signal).then(
      (page) => setFound({ of, last: page.lastSeq }),
      () => {
        if (!stop.signal.aborted) setFound({ of, last: row });
      }
    );
    return () => stop.abort();
  }, [isAsked, of]);
  if (side2 === null) return null;
  if (all === null || isAsked) return void 0;
  if (known === null) return "A session of this comparison is not open any more. Choose another one.";
  return row > last ? `There is no row ${row} in the log. Choose another call.` : null;
}
function Picker({ label, side: side2, choose: choose2 }) {
  const all = summaries.value ?? [];
  const labels = labelsOf(all);
  const isAnswer = side2.what === null || typeof side2.what === "number";
  const isKnown = all.some((one) => one.id === side2.session);
  return /* @__PURE__ */ a("fieldset", { class: "compare-side", children: [
    /* @__PURE__ */ a("legend", { children: label }),
    /* @__PURE__ */ a(
      "select",
      {
        class: "input",
        "aria-label": `${label}: server`,
        value: side2.session,
        onChange: (event) => choose2({ session: event.currentTarget.value, what: typeof side2.what === "number" ? null : side2.what }),
        children: [
          isKnown ? null : /* @__PURE__ */ a("option", { value: side2.session, children: "closed" }),
          all.map((one, at) => /* @__PURE__ */ a("option", { value: one.id, children: `${at + 1} ${labels.get(one.id)}` }, one.id))
        ]
      }
    ),
    /* @__PURE__ */ a(
      "select",
      {
        class: "input",
        "aria-label": `${label}: what`,
        value: isAnswer ? "" : String(side2.what),
        onChange: (event) => {
          const list = LISTS.find((one) => one === event.currentTarget.value);
          choose2({ session: side2.session, what: list ?? null });
        },
        children: [
          LISTS.map((list) => /* @__PURE__ */ a("option", { value: list, children: LABELS[list] }, list)),
          /* @__PURE__ */ a("option", { value: "", children: "Answer of a call" })
        ]
      }
    ),
    isAnswer ? /* @__PURE__ */ a(Answers, { label, side: side2, choose: choose2 }) : null
  ] });
}
function Answers({ label, side: side2, choose: choose2 }) {
  const [rows, setRows] = d([]);
  const isOpen = summaries.value?.some((one) => one.id === side2.session) === true;
  A(() => {
    if (!isOpen) return setRows([]);
    const stop = new AbortController();
    const query = new URLSearchParams({ filter: "kind:call -status:pending", from: "-300", limit: "300" });
    api.get(sessionPath(side2.session, `/timeline?${query.toString()}`), stop.signal).then((page) => setRows(page.rows.filter((row) => row.endSeq !== null).reverse())).catch(() => {
      if (!stop.signal.aborted) setRows([]);
    });
    return () => stop.abort();
  }, [side2.session, isOpen]);
  const isListed = rows.some((row) => row.seq === side2.what);
  return /* @__PURE__ */ a(
    "select",
    {
      class: "input",
      "aria-label": `${label}: call`,
      value: side2.what === null ? "" : String(side2.what),
      onChange: (event) => choose2({ session: side2.session, what: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) }),
      children: [
        /* @__PURE__ */ a("option", { value: "", children: rows.length === 0 ? "no call was answered" : "choose a call" }),
        isListed || side2.what === null ? null : /* @__PURE__ */ a("option", { value: String(side2.what), children: `row ${side2.what}` }),
        rows.map((row) => /* @__PURE__ */ a("option", { value: String(row.seq), children: rowWords(row) }, row.seq))
      ]
    }
  );
}
function rowWords(row) {
  const target = row.target === "" ? "" : ` ${visible(row.target.slice(0, 40))}`;
  const took = row.durationNs === null ? "" : ` · ${duration(row.durationNs)}`;
  return `${row.seq} ${row.method}${target} · ${row.status ?? ""}${took}`;
}

// src/store/doctor.ts
var MOST_BODY = 2e3;
var HTTP_STEPS = ["name found", "connected", "encrypted", "answered", "logged in", "speaks MCP"];
var LOGGED_IN = "logged in";
var BREAKS_AT = {
  HOST_NOT_FOUND: "name found",
  CONNECTION_REFUSED: "connected",
  TLS_FAILED: "encrypted",
  HTTP_STATUS: "answered",
  SESSION_EXPIRED: "answered",
  REDIRECTED: "answered",
  RATE_LIMITED: "answered",
  AUTHENTICATION_FAILED: "logged in",
  PROTOCOL_ERROR: "speaks MCP",
  PROTOCOL_VERSION_MISMATCH: "speaks MCP",
  INVALID_RESPONSE: "speaks MCP",
  FRAME_TOO_LARGE: "speaks MCP",
  SERVER_ERROR: "speaks MCP"
};
var WAITED_AT = {
  name: "name found",
  connection: "connected",
  answer: "answered",
  message: "speaks MCP"
};
function diagnose(name, place, fault, worked2) {
  const dead = fault.details?.postMortem ?? null;
  const isHttp = /^https?:/i.test(place);
  return {
    title: worked2 ? `The connection to “${name}” ended` : `Could not connect to “${name}”`,
    steps: dead !== null ? processSteps(dead, fault, worked2) : worked2 ? [
      { name: "connected", verdict: "ok", what: "" },
      { name: "stayed connected", verdict: "bad", what: fault.message }
    ] : isHttp ? httpSteps(place, fault) : fault.details?.isRunning === true ? [
      { name: "command found", verdict: "ok", what: "" },
      { name: "started", verdict: "ok", what: pidOf(fault) },
      { name: "initialize", verdict: "bad", what: fault.message }
    ] : [{ name: "connect", verdict: "bad", what: fault.message }],
    stderr: dead?.stderr ?? [],
    junk: dead?.junk ?? [],
    answer: answerOf(fault),
    hint: fault.hint ?? null,
    wantsLogin: fault.code === "AUTHENTICATION_FAILED",
    missing: [.../* @__PURE__ */ new Set([...dead?.unsetVariables ?? [], ...dead?.missingVariables ?? []])]
  };
}
function answerOf({ details }) {
  const { httpStatus, httpContentType, httpBody } = details ?? {};
  if (typeof httpBody !== "string" || httpBody.trim() === "") return null;
  const status = typeof httpStatus === "number" ? `HTTP ${httpStatus}` : "the answer";
  const text2 = httpBody.length > MOST_BODY ? `${httpBody.slice(0, MOST_BODY)}…` : httpBody;
  return { about: `${status}, ${httpContentType ?? "no content type"}; the body began with`, text: text2 };
}
function processSteps(dead, fault, worked2) {
  const command2 = dead.argv[0] ?? "";
  if (dead.program === null) {
    return [
      { name: "command found", verdict: "bad", what: fault.message },
      { name: "started", verdict: "unknown", what: "" },
      { name: "initialize", verdict: "unknown", what: "" }
    ];
  }
  const found2 = { name: "command found", verdict: "ok", what: dead.program };
  const everRan = dead.exitCode !== null || dead.signal !== null || dead.aliveMs > 0;
  if (!everRan) {
    return [
      found2,
      { name: "started", verdict: "bad", what: fault.message },
      { name: "initialize", verdict: "unknown", what: "" }
    ];
  }
  return [
    found2,
    { name: "started", verdict: "ok", what: [pidOf(fault), `${command2} in ${dead.cwd}`].filter(Boolean).join(" · ") },
    ...worked2 ? [{ name: "initialize", verdict: "ok", what: "" }] : [],
    { name: worked2 ? "stayed alive" : "initialize", verdict: "bad", what: fault.message },
    ...dead.unsetVariables.map((variable) => ({
      name: "variable",
      verdict: "bad",
      what: `${variable} is not set`
    }))
  ];
}
function pidOf({ details }) {
  return details?.pid === void 0 ? "" : `pid ${details.pid}`;
}
function httpSteps(place, fault) {
  const waited = fault.details?.httpStep;
  const breaks = BREAKS_AT[fault.code] ?? (waited === void 0 ? void 0 : WAITED_AT[waited]);
  if (breaks === void 0) return [{ name: "connect", verdict: "bad", what: fault.message }];
  const secure = /^https:/i.test(place);
  const isEither = secure && BREAKS_AT[fault.code] === void 0 && waited === "connection";
  const steps = HTTP_STEPS.filter((step) => step !== "encrypted" || secure && !isEither);
  if (isEither) steps[steps.indexOf("connected")] = "connected, encrypted";
  const wanted = breaks === "speaks MCP" ? steps.filter((step) => step !== LOGGED_IN) : steps;
  const at = wanted.findIndex((step) => step.startsWith(breaks));
  return wanted.map((name, index) => ({
    name,
    verdict: index === at ? "bad" : index < at ? "ok" : "unknown",
    what: index === at ? fault.message : ""
  }));
}
function report(diagnosis, place, fault) {
  const marks = { ok: "✓", bad: "✗", unknown: "·" };
  return [
    diagnosis.title,
    `place: ${place}`,
    `fault: ${fault.code}: ${fault.message}`,
    ...diagnosis.steps.map((step) => `${marks[step.verdict]} ${step.name}${step.what === "" ? "" : `: ${step.what}`}`),
    ...typeof fault.details?.originalError === "string" ? [`cause: ${fault.details.originalError}`] : [],
    ...diagnosis.answer === null ? [] : [`${diagnosis.answer.about}: ${diagnosis.answer.text}`],
    ...diagnosis.stderr.map((line) => `stderr: ${line}`),
    ...diagnosis.junk.map((line) => `stdout, not a message: ${line}`),
    ...diagnosis.hint === null ? [] : [`hint: ${diagnosis.hint}`]
  ].join("\n");
}

// src/store/editing-again.ts
async function editOpened(state) {
  await loadPlaces();
  const server = configured.peek()?.servers.find((one) => one.id === state.serverId);
  if (server !== void 0) {
    startEditing(server, "edit");
    return;
  }
  const typed2 = typedFor(state.id);
  const used = recent.peek()?.find((one) => one.place === state.place);
  const cwd = used?.cwd ?? "";
  editLine(typed2?.text ?? used?.text ?? state.place, typed2?.extras ?? (cwd === "" ? NO_EXTRAS : { ...NO_EXTRAS, cwd }));
}

// src/screens/add-variable.tsx
function AddVariable({ state, name }) {
  const [value, setValue] = d("");
  const [toFile, setToFile] = d(false);
  const [problem, setProblem] = d(null);
  const add = async () => {
    setProblem(null);
    try {
      if (toFile && state.serverId !== null) await writeVariable(state.serverId, name, value);
      const body = JSON.stringify({ env: { [name]: value } });
      const next = await api.send("POST", sessionPath(state.id, "/reopen"), body);
      go(screenRoute("explore", next.id), "replace");
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
  };
  return /* @__PURE__ */ a(
    "form",
    {
      class: "answer-line",
      onSubmit: (event) => {
        event.preventDefault();
        void add();
      },
      children: [
        /* @__PURE__ */ a("span", { class: "line", children: [
          /* @__PURE__ */ a("code", { children: name }),
          /* @__PURE__ */ a(SecretField, { name, value, placeholder: "its value, for this session", change: setValue })
        ] }),
        /* @__PURE__ */ a(Button, { children: [
          "Add ",
          name,
          " and retry"
        ] }),
        state.serverId === null ? null : /* @__PURE__ */ a("label", { children: [
          /* @__PURE__ */ a("input", { type: "checkbox", checked: toFile, onChange: (event) => setToFile(event.currentTarget.checked) }),
          " also in the config file"
        ] }),
        problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem, title: "It was not added." })
      ]
    }
  );
}
async function writeVariable(id, name, value) {
  const { servers } = await api.get("/config");
  const env = { ...servers.find((one) => one.id === id)?.env, [name]: value };
  await api.send("PUT", `/config/${encodeURIComponent(id)}`, JSON.stringify({ env }));
}

// src/screens/doctor.tsx
var SIGNS3 = { ok: "✓", bad: "✗", unknown: "·" };
var WORDS = { ok: "worked", bad: "failed", unknown: "not reached" };
function Doctor({
  state,
  fault,
  dismissable
}) {
  const { id, place } = state;
  const lastLines = useLastLines(id, fault);
  const told3 = diagnose(state.name, place, fault, worked(state));
  const diagnosis = told3.stderr.length === 0 ? { ...told3, stderr: lastLines } : told3;
  const help = helpPath(fault.helpUrl, location.origin);
  return /* @__PURE__ */ a("section", { class: "doctor", "aria-labelledby": "doctor-title", role: "region", children: [
    /* @__PURE__ */ a("h2", { id: "doctor-title", children: brief(diagnosis.title) }),
    /* @__PURE__ */ a("ul", { class: "steps", children: diagnosis.steps.map((step) => /* @__PURE__ */ a("li", { class: step.verdict, children: [
      /* @__PURE__ */ a("span", { class: `sign ${step.verdict}`, "aria-hidden": "true", children: SIGNS3[step.verdict] }),
      /* @__PURE__ */ a("span", { class: "step-name", children: [
        step.name,
        /* @__PURE__ */ a("span", { class: "sr-only", children: [
          " ",
          WORDS[step.verdict]
        ] })
      ] }),
      /* @__PURE__ */ a("span", { class: "step-what", children: brief(step.what) })
    ] }, `${step.name} ${step.what}`)) }),
    diagnosis.answer === null ? null : /* @__PURE__ */ a(Lines, { label: diagnosis.answer.about, lines: [diagnosis.answer.text] }),
    diagnosis.stderr.length === 0 ? null : /* @__PURE__ */ a(Lines, { label: "stderr", lines: diagnosis.stderr }),
    diagnosis.junk.length === 0 ? null : /* @__PURE__ */ a(Lines, { label: "stdout, not messages", lines: diagnosis.junk }),
    typeof fault.details?.originalError === "string" ? /* @__PURE__ */ a("p", { class: "muted mono", children: brief(fault.details.originalError) }) : null,
    diagnosis.hint === null ? null : /* @__PURE__ */ a("p", { class: "hint", children: [
      "→ ",
      brief(diagnosis.hint)
    ] }),
    state.origin === "face" ? diagnosis.missing.map((name) => /* @__PURE__ */ a(AddVariable, { state, name }, name)) : null,
    /* @__PURE__ */ a("div", { class: "answer-line", children: [
      state.origin === "recording" ? null : /* @__PURE__ */ a(
        Button,
        {
          look: "primary",
          onClick: () => {
            command(id, "reconnect").catch((thrown) => say(problemOf(thrown).message));
          },
          children: "Retry"
        }
      ),
      state.origin === "face" ? /* @__PURE__ */ a(Button, { onClick: () => void editOpened(state), children: "Edit" }) : null,
      diagnosis.wantsLogin && state.origin !== "recording" ? /* @__PURE__ */ a("a", { class: "button plain", href: formatRoute({ screen: "auth", session: id }), children: "Open Auth" }) : null,
      /* @__PURE__ */ a(Button, { onClick: () => void copy(report(diagnosis, place, fault), "the report"), children: "Copy report" }),
      help === null ? null : /* @__PURE__ */ a("a", { href: help, target: "_blank", rel: "noopener", children: [
        "About ",
        fault.code
      ] }),
      /* @__PURE__ */ a("span", { class: "spring" }),
      dismissable ? /* @__PURE__ */ a(Button, { look: "quiet", onClick: () => choose(state, fault, "away"), children: "Dismiss" }) : null
    ] })
  ] });
}
var LAST_LINES = 20;
function useLastLines(id, fault) {
  const [lines2, setLines] = d([]);
  const runs2 = fault.details?.isRunning === true;
  A(() => {
    setLines([]);
    if (!runs2) return void 0;
    const stop = new AbortController();
    api.get(sessionPath(id, `/timeline?filter=kind:stderr&from=-${LAST_LINES}&limit=${LAST_LINES}`), stop.signal).then((page) => setLines(page.rows.map((row) => row.target))).catch(() => void 0);
    return () => stop.abort();
  }, [id, runs2, fault.message]);
  return lines2;
}
function Lines({ label, lines: lines2 }) {
  return /* @__PURE__ */ a("figure", { class: "block", children: [
    /* @__PURE__ */ a("figcaption", { class: "muted", children: label }),
    /* @__PURE__ */ a("pre", { class: "wire", tabIndex: 0, "aria-label": label, children: visible(plain(lines2.join("\n")), true) })
  ] });
}

// src/screens/log-level.tsx
var LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
function levelIn(rows, since) {
  const last = rows.findLast((row) => row.atNs >= since);
  const words = last?.target.split(/[^a-z]+/) ?? [];
  return words.find((word2) => LEVELS.includes(word2)) ?? null;
}
function useLevel(state, again) {
  const [level, setLevel] = d(null);
  A(() => {
    const stop = new AbortController();
    const query = new URLSearchParams({ filter: "method:logging/setLevel|log-level -status:error", from: "-1", limit: "1" });
    api.get(sessionPath(state.id, `/timeline?${query}`), stop.signal).then(
      (page) => setLevel(levelIn(page.rows, state.phase === "ready" ? state.phaseSinceNs : Number.MAX_SAFE_INTEGER)),
      // What cannot be looked up is not known.
      () => void 0
    );
    return () => stop.abort();
  }, [state.id, state.phase, state.phaseSinceNs, again]);
  return level;
}
function LogLevel({ state, label }) {
  const [problem, setProblem] = d(null);
  const [times, setTimes] = d(0);
  const inForce = useLevel(state, times);
  const set = (level) => {
    setProblem(null);
    if (level === "") return;
    api.send("PUT", sessionPath(state.id, "/level"), JSON.stringify({ level })).then(
      () => {
        setTimes(times + 1);
        say(`the server was told to log from ${level} on`);
      },
      (thrown) => setProblem(problemOf(thrown))
    );
  };
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("label", { class: "line", children: [
      /* @__PURE__ */ a("span", { children: label }),
      /* @__PURE__ */ a("select", { class: "input", value: inForce ?? "", onChange: (event) => set(event.currentTarget.value), children: [
        /* @__PURE__ */ a("option", { value: "", children: "as the server likes" }),
        LEVELS.map((level) => /* @__PURE__ */ a("option", { value: level, children: level }, level))
      ] })
    ] }),
    problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem, title: "The level was not set." })
  ] });
}

// src/screens/open-sessions.tsx
function OpenSessions() {
  const all = summaries.value ?? [];
  if (all.length === 0) return null;
  return /* @__PURE__ */ a("section", { "aria-labelledby": "open-now", children: [
    /* @__PURE__ */ a("h2", { id: "open-now", children: "Open now" }),
    /* @__PURE__ */ a("ul", { class: "server-rows", children: all.map((one) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("a", { class: "server-name", href: formatRoute({ screen: "explore", session: one.id, item: null, run: null }), children: visible(one.name) }),
      /* @__PURE__ */ a("span", { class: `status ${one.origin === "recording" ? "disconnected" : one.status}`, children: [
        /* @__PURE__ */ a("span", { class: "dot", "aria-hidden": "true" }),
        " ",
        one.origin === "recording" ? "recording" : one.status
      ] }),
      /* @__PURE__ */ a("span", { class: "muted mono server-place", title: one.place, children: visible(one.place) }),
      /* @__PURE__ */ a(ConnectSteps, { of: one }),
      /* @__PURE__ */ a(OpenAct, { of: one }),
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
      one.fault === null ? null : /* @__PURE__ */ a("span", { class: "warn-line", children: brief(one.fault.message, ONE_LINE) })
    ] }, one.id)) })
  ] });
}
function OpenAct({ of }) {
  if (of.origin === "recording" || of.status === "connected" || of.status === "disconnecting") return null;
  const act2 = (verb) => {
    command(of.id, verb).catch((thrown) => say(problemOf(thrown).message));
  };
  return of.phase === "starting" || of.phase === "initializing" ? /* @__PURE__ */ a(Button, { label: `Cancel connecting to ${of.name}`, onClick: () => act2("stop"), children: "Cancel" }) : /* @__PURE__ */ a(Button, { label: `Reconnect ${of.name}`, onClick: () => act2("reconnect"), children: "Reconnect" });
}

// src/store/broken-rules.ts
function grouped(findings2) {
  const groups = /* @__PURE__ */ new Map();
  for (const finding of findings2) {
    const { rule, level, pointer, header, message } = finding;
    const name = JSON.stringify([rule, level, pointer, header, message]);
    const group = groups.get(name);
    if (group === void 0) groups.set(name, { finding, all: [finding] });
    else group.all.push(finding);
  }
  return [...groups.values()];
}
var WEIGHT = { must: 2, should: 1, note: 0 };
function brokenRules({ findings: findings2, rules }) {
  const broken = /* @__PURE__ */ new Map();
  for (const way of grouped(findings2)) {
    const { rule, level } = way.finding;
    const before = broken.get(rule) ?? { rule, level, times: 0, ways: [] };
    const worst = before.level !== null && WEIGHT[before.level] >= WEIGHT[level] ? before.level : level;
    broken.set(rule, { rule, level: worst, times: before.times + way.all.length, ways: [...before.ways, way] });
  }
  for (const { rule, verdict, broken: times } of rules) {
    if (verdict !== "broken") continue;
    const before = broken.get(rule) ?? { rule, level: null, times: 0, ways: [] };
    broken.set(rule, { ...before, times: Math.max(before.times, times) });
  }
  return [...broken.values()];
}

// src/screens/capabilities.tsx
function saidWords(said) {
  return said === null || /^\s*(\{\s*\}|true|false|null)\s*$/.test(said) ? "" : said;
}
function pathWords(path) {
  return path.join(path[0] === "extensions" ? " " : ".");
}
function CapabilityMatrix({ state, found: found2 }) {
  return /* @__PURE__ */ a("section", { "aria-labelledby": "capabilities", children: [
    /* @__PURE__ */ a("h2", { id: "capabilities", children: "Capabilities" }),
    found2 === null ? /* @__PURE__ */ a("p", { class: "muted late", children: "Going over the log…" }) : /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a(Matrix, { state, caption: "What the server can do", rows: found2.server }),
      /* @__PURE__ */ a(Matrix, { state, caption: "What it is offered by this client", rows: found2.client })
    ] })
  ] });
}
function Matrix({
  state,
  caption,
  rows
}) {
  return /* @__PURE__ */ a("table", { class: "table matrix", children: [
    /* @__PURE__ */ a("caption", { children: caption }),
    /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
      /* @__PURE__ */ a("th", { scope: "col", children: "capability" }),
      /* @__PURE__ */ a("th", { scope: "col", children: "advertised" }),
      /* @__PURE__ */ a("th", { scope: "col", children: "used" }),
      /* @__PURE__ */ a("th", { scope: "col", children: "violated" })
    ] }) }),
    /* @__PURE__ */ a("tbody", { children: rows.map((row) => /* @__PURE__ */ a(
      MatrixRow,
      {
        state,
        row,
        isInner: row.path.length > 1 && rows.some((one) => one.path.length === 1 && one.path[0] === row.path[0]),
        hasInner: rows.some((one) => one.path.length > row.path.length && one.path[0] === row.path[0])
      },
      row.path.join("/")
    )) })
  ] });
}
function MatrixRow({
  state,
  row,
  isInner,
  hasInner
}) {
  const said = hasInner ? "" : saidWords(row.said);
  const uses = row.used === null ? /* @__PURE__ */ a("span", { class: "muted", children: "not known" }) : row.used === 0 ? /* @__PURE__ */ a("span", { class: "muted", children: "never" }) : /* @__PURE__ */ a("a", { href: formatRoute({ screen: "timeline", session: state.id, seq: null, filter: row.filter ?? "" }), children: [
    row.used,
    "×"
  ] });
  return /* @__PURE__ */ a("tr", { children: [
    /* @__PURE__ */ a("th", { scope: "row", class: isInner ? "inner" : "", children: brief(pathWords(row.path), ONE_LINE) }),
    /* @__PURE__ */ a("td", { children: [
      row.advertised === null ? /* @__PURE__ */ a("span", { class: "muted", children: "not known yet" }) : row.advertised ? /* @__PURE__ */ a("span", { class: "ok", children: "✓ yes" }) : /* @__PURE__ */ a("span", { class: "muted", children: "no" }),
      said === "" ? null : /* @__PURE__ */ a("code", { class: "muted said", children: [
        " ",
        brief(said)
      ] })
    ] }),
    /* @__PURE__ */ a("td", { children: uses }),
    /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a(Violations, { state, row }) })
  ] });
}
function foundWords({ broken, findings: findings2 }) {
  const rules = new Set(findings2.map((one) => one.rule)).size;
  return `${count(broken, "finding")}${findings2.length < broken ? "" : `, ${count(rules, "rule")} broken`}`;
}
function Violations({ state, row }) {
  const [open, setOpen] = d(false);
  if (row.unannounced === 0 && row.broken === 0) return null;
  const words = [
    ...row.unannounced === 0 ? [] : [`${row.unannounced}× used though not advertised`],
    ...row.broken === 0 ? [] : [foundWords(row)]
  ];
  const told3 = new Set(row.findings.map((finding) => finding.seq));
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("button", { type: "button", class: "text-button bad", "aria-expanded": open, onClick: () => setOpen(!open), children: `✗ ${words.join(", ")} ${open ? "▾" : "▸"}` }),
    open ? /* @__PURE__ */ a("ul", { class: "finding-list", children: [
      row.findings.map((finding, index) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("code", { children: finding.rule }),
        " ",
        visible(finding.message),
        " ",
        /* @__PURE__ */ a(Frame, { state, seq: finding.seq })
      ] }, index)),
      row.findings.length < row.broken ? /* @__PURE__ */ a("li", { class: "muted", children: [
        "and ",
        row.broken - row.findings.length,
        " more, all of them under Findings"
      ] }) : null,
      row.unannouncedAt.filter((seq) => !told3.has(seq)).map((seq) => /* @__PURE__ */ a("li", { children: [
        "used though not advertised ",
        /* @__PURE__ */ a(Frame, { state, seq })
      ] }, seq))
    ] }) : null
  ] });
}
function Frame({ state, seq }) {
  return /* @__PURE__ */ a("a", { href: formatRoute({ screen: "timeline", session: state.id, seq, filter: "" }), children: [
    "frame ",
    seq
  ] });
}

// src/screens/list-changes.tsx
var LABELS2 = {
  tools: "Tools",
  resources: "Resources",
  templates: "Templates",
  prompts: "Prompts"
};
function ListChangesView({ state }) {
  const changes = listChanges.value;
  const total = changeCount(changes);
  const others = (summaries.value ?? []).map((one) => one.id);
  return /* @__PURE__ */ a("section", { "aria-labelledby": "changes", children: [
    /* @__PURE__ */ a("h2", { id: "changes", children: [
      changes?.since === "first" ? "Changed since it was connected" : "Changed since the last connect",
      " ",
      /* @__PURE__ */ a("span", { class: "muted", children: changes === null ? "" : total === 0 ? "nothing" : count(total, "item") })
    ] }),
    changes === null ? /* @__PURE__ */ a("p", { class: "muted", children: state.origin === "recording" ? "The recording has one connection." : "This is the first connection with this server since mcp-inspector was started." }) : /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("p", { class: "muted", children: changes.since === "connection" ? "Compared with the connection before this one." : changes.since === "first" ? "Compared with the lists as they first came." : "Compared with the last session with this server." }),
      KINDS.map((kind) => {
        const list = changes[kind];
        return list === null || isSame(list) ? null : /* @__PURE__ */ a(OneList, { label: LABELS2[kind], list }, kind);
      })
    ] }),
    /* @__PURE__ */ a("div", { class: "answer-line", children: /* @__PURE__ */ a(Button, { onClick: () => compareWith({ session: state.id, what: "tools" }, others), children: "Compare lists with…" }) })
  ] });
}
function isSame(list) {
  return list.added.length + list.removed.length + list.changed.length === 0 && !list.reordered;
}
function OneList({ label, list }) {
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("h3", { children: label }),
    /* @__PURE__ */ a("ul", { class: "diff diff-tree", children: [
      list.added.map((name, index) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("span", { class: "sign added", children: "+" }),
        " ",
        /* @__PURE__ */ a("code", { class: "added", children: name }),
        " ",
        /* @__PURE__ */ a("span", { class: "muted", children: "added" })
      ] }, `+${name} ${index}`)),
      list.removed.map((name, index) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("span", { class: "sign removed", children: "-" }),
        " ",
        /* @__PURE__ */ a("code", { class: "removed", children: name }),
        " ",
        /* @__PURE__ */ a("span", { class: "muted", children: "removed" })
      ] }, `-${name} ${index}`)),
      list.changed.map((item, index) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("span", { class: "sign changed", children: "~" }),
        " ",
        /* @__PURE__ */ a("code", { children: item.name }),
        /* @__PURE__ */ a("ul", { class: "diff-tree", children: [
          item.changes.slice(0, 50).map((change2, at) => /* @__PURE__ */ a("li", { children: [
            /* @__PURE__ */ a("code", { class: "muted", children: change2.pointer }),
            " ",
            change2.left === null ? null : /* @__PURE__ */ a("code", { class: "removed", children: change2.left }),
            change2.left === null || change2.right === null ? null : " → ",
            change2.right === null ? null : /* @__PURE__ */ a("code", { class: "added", children: change2.right })
          ] }, at)),
          item.more || item.changes.length > 50 ? /* @__PURE__ */ a("li", { class: "muted", children: "and more" }) : null
        ] })
      ] }, `~${item.name} ${index}`)),
      list.reordered ? /* @__PURE__ */ a("li", { class: "muted", children: "The order is another one." }) : null
    ] })
  ] });
}

// src/screens/roots-editor.tsx
function readRoot(text2) {
  const value = valueOf(text2);
  const { uri, name } = typeof value === "object" && value !== null ? value : {};
  return { uri: typeof uri === "string" ? uri : "", name: typeof name === "string" ? name : "" };
}
function RootsEditor({ state }) {
  const draft = noteOf(state.id, "root", "typed");
  const { uri, name } = readRoot(draft.value);
  const type = (part) => {
    draft.value = JSON.stringify({ ...readRoot(draft.peek()), ...part });
  };
  const [problem, setProblem] = d(null);
  const put = (roots2) => {
    setProblem(null);
    api.send("PUT", sessionPath(state.id, "/roots"), JSON.stringify({ roots: roots2 })).then(
      () => {
        type({ uri: "", name: "" });
      },
      (thrown) => setProblem(problemOf(thrown))
    );
  };
  const roots = state.roots ?? [];
  const add = () => {
    const trimmed = uri.trim();
    if (trimmed === "") return;
    const whole = trimmed.startsWith("/") ? `file://${encodeURI(trimmed)}` : trimmed;
    put([...roots, name.trim() === "" ? { uri: whole } : { uri: whole, name: name.trim() }]);
  };
  return /* @__PURE__ */ a("section", { "aria-labelledby": "roots", children: [
    /* @__PURE__ */ a("h2", { id: "roots", children: "Roots" }),
    roots.length === 0 ? /* @__PURE__ */ a("p", { class: "muted", children: "The server is shown no roots." }) : null,
    /* @__PURE__ */ a("ul", { class: "server-rows", children: roots.map((root, index) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("span", { class: "mono server-place", children: root.uri }),
      /* @__PURE__ */ a("span", { children: root.name ?? "" }),
      /* @__PURE__ */ a(
        Button,
        {
          look: "quiet",
          label: `Remove ${root.uri}`,
          onClick: () => put(roots.filter((_2, at) => at !== index)),
          children: "Remove"
        }
      )
    ] }, `${root.uri} ${index}`)) }),
    /* @__PURE__ */ a(
      "form",
      {
        class: "answer-line",
        onSubmit: (event) => {
          event.preventDefault();
          add();
        },
        children: [
          /* @__PURE__ */ a(
            "input",
            {
              class: "input mono",
              type: "text",
              "aria-label": "Address or path of a root",
              placeholder: "file:///path/to/project",
              spellcheck: false,
              value: uri,
              onInput: (event) => type({ uri: event.currentTarget.value })
            }
          ),
          /* @__PURE__ */ a(
            "input",
            {
              class: "input short",
              type: "text",
              "aria-label": "Name of the root",
              placeholder: "name",
              value: name,
              onInput: (event) => type({ name: event.currentTarget.value })
            }
          ),
          /* @__PURE__ */ a(Button, { children: "Add" })
        ]
      }
    ),
    problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem, title: "The roots were not set." })
  ] });
}

// src/screens/surroundings.tsx
var ORIGINS = {
  config: "config",
  commandLine: "command line",
  face: "given when it was opened",
  otherClient: "config of another client",
  demo: "the demo",
  inherited: "inherited",
  protocol: "protocol",
  login: "login",
  recording: "recording"
};
function Surroundings({ state }) {
  const [given2, setGiven] = d(null);
  const [problem, setProblem] = d(null);
  A(() => {
    const stop = new AbortController();
    api.get(sessionPath(state.id, "/surroundings"), stop.signal).then(
      (answer2) => {
        setGiven(answer2);
        setProblem(null);
      },
      (thrown) => {
        if (!stop.signal.aborted) setProblem(problemOf(thrown));
      }
    );
    return () => stop.abort();
  }, [state.id, state.phase]);
  const environment = given2?.environment ?? null;
  const set = environment?.filter((one) => one.from !== "inherited") ?? [];
  const inherited = environment?.filter((one) => one.from === "inherited") ?? [];
  return /* @__PURE__ */ a("section", { "aria-labelledby": "surroundings", children: [
    /* @__PURE__ */ a("h2", { id: "surroundings", children: given2?.environment == null ? "Headers" : "Environment" }),
    problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem, title: "It is not known what the server is given." }),
    given2 === null ? null : given2.headers === null && environment === null ? /* @__PURE__ */ a("p", { class: "muted", children: state.origin === "recording" ? "The recording does not have them." : "Not known." }) : null,
    given2?.cwd == null ? null : /* @__PURE__ */ a("p", { children: [
      /* @__PURE__ */ a("span", { class: "muted", children: "started in" }),
      " ",
      /* @__PURE__ */ a("code", { children: given2.cwd })
    ] }),
    given2?.headers == null ? null : given2.headers.length === 0 ? /* @__PURE__ */ a("p", { class: "muted", children: "No headers are set up." }) : /* @__PURE__ */ a(Values, { caption: "Headers of the newest request", rows: given2.headers }),
    environment === null ? null : set.length === 0 ? /* @__PURE__ */ a("p", { class: "muted", children: "No variables are set for it." }) : /* @__PURE__ */ a(Values, { caption: "Set for it", rows: set }),
    inherited.length === 0 ? null : /* @__PURE__ */ a("details", { children: [
      /* @__PURE__ */ a("summary", { children: count(inherited.length, "inherited variable") }),
      /* @__PURE__ */ a(Values, { caption: "Inherited", rows: inherited })
    ] })
  ] });
}
function Values({ caption, rows }) {
  return /* @__PURE__ */ a("table", { class: "table values", children: [
    /* @__PURE__ */ a("caption", { class: "sr-only", children: caption }),
    /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
      /* @__PURE__ */ a("th", { scope: "col", children: "name" }),
      /* @__PURE__ */ a("th", { scope: "col", children: "value" }),
      /* @__PURE__ */ a("th", { scope: "col", children: "from" })
    ] }) }),
    /* @__PURE__ */ a("tbody", { children: rows.map((row, index) => /* @__PURE__ */ a("tr", { children: [
      /* @__PURE__ */ a("th", { scope: "row", class: "mono", children: row.name }),
      /* @__PURE__ */ a("td", { class: "mono", children: [
        row.masked ? /* @__PURE__ */ a("span", { class: "muted", children: row.value.replaceAll("[REDACTED]", "••••••") }) : row.value,
        row.masked ? /* @__PURE__ */ a("span", { class: "sr-only", children: " masked" }) : null
      ] }),
      /* @__PURE__ */ a("td", { class: "muted", children: ORIGINS[row.from] })
    ] }, `${row.name} ${index}`)) })
  ] });
}

// src/screens/server.tsx
function useAsked(path, phase, again) {
  const [body, setBody] = d(null);
  const [problem, setProblem] = d(null);
  A(() => {
    const stop = new AbortController();
    api.get(path, stop.signal).then((answer2) => {
      setBody(answer2);
      setProblem(null);
    }).catch((thrown) => {
      if (!stop.signal.aborted) setProblem(problemOf(thrown));
    });
    return () => stop.abort();
  }, [path, phase, again]);
  return { body, problem };
}
function Server({ state }) {
  const [asked, setAsked] = d(0);
  A(() => void checkRules(state.id, news.peek()?.lastSeq ?? 0), [state.id, state.phase, asked]);
  const findings2 = findings.value;
  const problem = findingsProblem.value;
  const { body: capabilities, problem: unknown } = useAsked(
    sessionPath(state.id, "/capabilities"),
    state.phase,
    asked
  );
  return /* @__PURE__ */ a("div", { class: "page", children: [
    openFault.value === null ? null : /* @__PURE__ */ a(Doctor, { state, fault: openFault.value, dismissable: false }),
    /* @__PURE__ */ a(Identity, { state }),
    unknown === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem: unknown, title: "It is not known what was used." }),
    /* @__PURE__ */ a(CapabilityMatrix, { state, found: capabilities }),
    state.origin === "face" ? /* @__PURE__ */ a(TermsEditor, { state, offered: capabilities?.offered }) : null,
    /* @__PURE__ */ a(ListChangesView, { state }),
    state.server?.instructions == null ? null : /* @__PURE__ */ a("section", { "aria-labelledby": "instructions", children: [
      /* @__PURE__ */ a("h2", { id: "instructions", children: "Instructions" }),
      /* @__PURE__ */ a(Prose, { text: visible(state.server.instructions, true) })
    ] }),
    /* @__PURE__ */ a(Surroundings, { state }),
    /* @__PURE__ */ a("section", { "aria-labelledby": "log-level", children: [
      /* @__PURE__ */ a("h2", { id: "log-level", children: "Log level" }),
      /* @__PURE__ */ a(LogLevel, { state, label: "The server should log from this severity on" })
    ] }),
    /* @__PURE__ */ a(RootsEditor, { state }),
    /* @__PURE__ */ a("section", { "aria-labelledby": "findings", children: [
      /* @__PURE__ */ a("h2", { id: "findings", children: [
        "Findings ",
        /* @__PURE__ */ a("span", { class: "muted", children: findings2 === null ? "" : count(findings2.findings.length, "finding") }),
        " ",
        /* @__PURE__ */ a(Button, { look: "quiet", onClick: () => setAsked(asked + 1), children: "Check again" })
      ] }),
      problem === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem, title: "The rules could not be checked." }),
      findings2 === null ? null : /* @__PURE__ */ a(FindingList, { state, findings: findings2 })
    ] })
  ] });
}
function act(promise) {
  promise.catch((thrown) => say(problemOf(thrown).message));
}
function Identity({ state }) {
  const rows = [
    ["Name", serverIdentity(state)],
    ["Place", state.place],
    ["Transport", state.transport],
    ...state.pid === null ? [] : [["Process", `pid ${state.pid}`]],
    ["Revision", withEra(state.revision)],
    [
      "Traffic",
      `${state.traffic.framesSent} frames out, ${bytes(state.traffic.bytesSent)} · ${state.traffic.framesReceived} in, ${bytes(state.traffic.bytesReceived)}${state.traffic.junk === 0 ? "" : ` · ${state.traffic.junk} no messages`}`
    ]
  ];
  return /* @__PURE__ */ a("section", { "aria-labelledby": "identity", children: [
    /* @__PURE__ */ a("h2", { id: "identity", children: "Server" }),
    /* @__PURE__ */ a("dl", { class: "facts", children: rows.map(([name, value]) => /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("dt", { children: name }),
      /* @__PURE__ */ a("dd", { class: name === "Place" ? "mono" : "", children: value === null || value === "" ? /* @__PURE__ */ a("span", { class: "muted", children: "not known yet" }) : visible(value) })
    ] }, name)) }),
    state.origin === "recording" ? null : /* @__PURE__ */ a("div", { class: "answer-line", children: [
      /* @__PURE__ */ a(Button, { onClick: () => act(command(state.id, "anew")), children: "Reconnect" }),
      /* @__PURE__ */ a(Button, { onClick: () => act(command(state.id, "stop")), children: "Disconnect" }),
      /* @__PURE__ */ a(Button, { onClick: () => act(refreshLists(state)), children: "Fetch the lists again" }),
      /* @__PURE__ */ a(Button, { onClick: () => act(close(state.id).then(() => go({ screen: "connect" }))), children: "Close" })
    ] })
  ] });
}
var NAMED_FRAMES = 5;
function Frames({ session: session2, rule, all }) {
  const more = all.length - NAMED_FRAMES;
  const filter = `kind:finding method:${rule}`;
  return /* @__PURE__ */ a($, { children: [
    all.slice(0, NAMED_FRAMES).map(({ seq, gone }, index) => /* @__PURE__ */ a($, { children: [
      index === 0 ? "" : ", ",
      /* @__PURE__ */ a("a", { href: formatRoute({ screen: "timeline", session: session2, seq, filter: "" }), children: [
        "frame ",
        seq
      ] }),
      gone === true ? /* @__PURE__ */ a("span", { class: "warn", children: " (no longer in the log)" }) : null
    ] })),
    more <= 0 ? null : /* @__PURE__ */ a($, { children: [
      " ",
      "and ",
      /* @__PURE__ */ a("a", { href: formatRoute({ screen: "timeline", session: session2, seq: null, filter }), children: count(more, "more frame") })
    ] })
  ] });
}
function Way({ session: session2, way: { finding, all } }) {
  return /* @__PURE__ */ a($, { children: [
    visible(finding.message),
    finding.pointer === void 0 ? null : /* @__PURE__ */ a("code", { class: "muted", children: [
      " ",
      visible(finding.pointer)
    ] }),
    " ",
    /* @__PURE__ */ a(Frames, { session: session2, rule: finding.rule, all })
  ] });
}
var MOST_WAYS = 200;
function BrokenLine({ session: session2, broken }) {
  const { rule, level, times, ways } = broken;
  const [first] = ways;
  const page = first?.finding.page ?? "";
  return /* @__PURE__ */ a("li", { children: [
    level === null ? null : /* @__PURE__ */ a("span", { class: `badge ${level === "must" ? "bad" : ""}`, children: level }),
    " ",
    /* @__PURE__ */ a("code", { children: rule }),
    " ",
    first === void 0 ? /* @__PURE__ */ a("span", { class: "muted", children: [
      "broken ",
      count(times, "time"),
      "; no frame is named for it"
    ] }) : ways.length === 1 ? /* @__PURE__ */ a(Way, { session: session2, way: first }) : visible(first.finding.message),
    /^https:\/\//.test(page) ? /* @__PURE__ */ a($, { children: [
      " · ",
      /* @__PURE__ */ a("a", { href: page, target: "_blank", rel: "noopener noreferrer", children: "rule" })
    ] }) : null,
    ways.length < 2 ? null : /* @__PURE__ */ a("details", { class: "fold", children: [
      /* @__PURE__ */ a("summary", { children: [
        count(times, "time"),
        ", in ",
        ways.length,
        " ways"
      ] }),
      /* @__PURE__ */ a("ul", { class: "finding-list", children: ways.slice(0, MOST_WAYS).map((way, index) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a(Way, { session: session2, way }) }, index)) })
    ] })
  ] });
}
function FindingList({ state, findings: findings2 }) {
  const broken = brokenRules(findings2);
  const listed = new Set(broken.map((one) => one.rule));
  const others = findings2.rules.filter((rule) => !listed.has(rule.rule));
  const kept = others.filter((rule) => rule.verdict === "kept").length;
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("p", { class: "muted", children: [
      kept,
      " rules kept, ",
      broken.length,
      " broken, ",
      others.length - kept,
      " not exercised so far.",
      news.value === null || news.value.dropped === 0 ? "" : " The log no longer has its oldest entries; what was found in them is listed as far as this tab has seen it."
    ] }),
    /* @__PURE__ */ a("ul", { class: "finding-list", children: broken.map((one) => /* @__PURE__ */ a(BrokenLine, { session: state.id, broken: one }, one.rule)) })
  ] });
}

// src/tests/acts.ts
async function send(id, method, path, body) {
  const changed = await api.send(method, sessionPath(id, path), body);
  if (currentId.peek() === id) script.value = changed;
}
function told2(what) {
  return (thrown) => say(`${what}: ${problemOf(thrown).message}`);
}
function runTests(id, number) {
  say("");
  const body = JSON.stringify(number === void 0 ? {} : { steps: [number] });
  send(id, "POST", "/tests", body).catch(told2("the tests were not run"));
}
function removeStep(id, number) {
  send(id, "DELETE", `/script/${number}`).catch(told2("the step was not removed"));
}
function goOn(id, on) {
  send(id, "PUT", "/script", JSON.stringify({ onError: on ? "continue" : "stop" })).catch(told2("not changed"));
}
function expectOf(id, number, texts) {
  return send(id, "PUT", `/script/${number}`, `{"expect":[${texts.join(",")}]}`);
}
function saveScript(state) {
  download(new Blob([script.peek().text], { type: "application/json" }), `${fileName(state.name)}-steps.json`);
}
function saveJunit(state) {
  request("GET", sessionPath(state.id, "/tests/junit"), { accept: "*/*" }).then(async (response) => download(await response.blob(), `${fileName(state.name)}-junit.xml`)).catch(told2("the report was not saved"));
}

// src/tests/assertion.ts
var KINDS3 = [
  { kind: "equals", label: "a path equals a value", path: true, value: "Value (JSON)" },
  { kind: "exists", label: "a path exists", path: true },
  { kind: "missing", label: "a path does not exist", path: true },
  { kind: "output", label: "the result fits the tool’s output schema", ofTools: true },
  { kind: "schema", label: "a path fits a JSON Schema", path: true, value: "JSON Schema" },
  { kind: "noError", label: "the tool reports no error", ofTools: true },
  { kind: "error", label: "the tool reports an error", ofTools: true },
  { kind: "maxMs", label: "it takes at most", value: "Milliseconds" }
];
function textsOf(step) {
  return step.expect.map((_2, index) => sliceAt(step.step, ["expect", index]) ?? "{}");
}
function assertionText(kind, path, value) {
  const place = `"path":${JSON.stringify(path)}`;
  switch (kind) {
    case "exists":
      return `{${place},"exists":true}`;
    case "missing":
      return `{${place},"exists":false}`;
    case "output":
      return '{"schema":"output"}';
    case "noError":
      return '{"isError":false}';
    case "error":
      return '{"isError":true}';
    default:
  }
  try {
    JSON.parse(value);
  } catch {
    return null;
  }
  if (kind === "maxMs") return `{"maxMs":${value.trim()}}`;
  return `{${place},"${kind}":${value.trim()}}`;
}
function inWords(text2) {
  const one = JSON.parse(text2);
  const place = one.path === void 0 || one.path === "" ? "the result" : one.path;
  if (one.maxMs !== void 0) return `takes at most ${one.maxMs} ms`;
  if (one.isError !== void 0) return one.isError ? "the tool reports an error" : "the tool reports no error";
  if (one.exists !== void 0) return `${place} ${one.exists ? "exists" : "does not exist"}`;
  if (one.schema === "output") return "fits the tool’s output schema";
  if (one.schema !== void 0) return `${place} fits ${sliceAt(text2, ["schema"]) ?? ""}`;
  return `${place} = ${sliceAt(text2, ["equals"]) ?? ""}`;
}

// src/tests/tests-pane.tsx
function TestsPane({ state }) {
  const { steps, running, onError, text: text2, trouble } = script.value;
  const readOnly = state.origin === "recording";
  if (steps.length === 0) {
    return /* @__PURE__ */ a("div", { class: "stats", role: "group", "aria-label": "Saved steps", tabIndex: 0, children: [
      /* @__PURE__ */ a(Trouble, { text: trouble }),
      /* @__PURE__ */ a("p", { class: "muted", children: [
        "No call was saved yet. “Save as test step” in the menu of a row (",
        /* @__PURE__ */ a("kbd", { children: "." }),
        ") of the Timeline puts it here; the steps together are a script for ",
        /* @__PURE__ */ a("code", { children: "mcp-inspector --cli --script FILE" }),
        "."
      ] }),
      /* @__PURE__ */ a(Recordings, {})
    ] });
  }
  const ended2 = steps.filter((step) => step.ran !== null && !["waiting", "running"].includes(step.ran.state));
  const how = (...states) => ended2.filter((step) => states.includes(step.ran?.state ?? "")).length;
  const passed = how("passed");
  const others = [["failed", how("failed", "broken")], ["stopped", how("stopped")], ["skipped", how("skipped")]].flatMap(
    ([word2, many]) => many === 0 ? [] : [`${many} ${word2}`]
  );
  return /* @__PURE__ */ a("div", { class: "stats", role: "group", "aria-label": "Saved steps", tabIndex: 0, children: [
    /* @__PURE__ */ a("div", { class: "steps-bar", children: [
      readOnly ? null : /* @__PURE__ */ a($, { children: [
        running ? /* @__PURE__ */ a(Button, { look: "primary", keys: "X", onClick: stopTests, children: "Stop" }) : /* @__PURE__ */ a(Button, { look: "primary", onClick: () => runTests(state.id), children: "Run all" }),
        /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a(
            "input",
            {
              type: "checkbox",
              checked: onError === "continue",
              onChange: (event) => goOn(state.id, event.currentTarget.checked)
            }
          ),
          " ",
          "Go on after a failure"
        ] })
      ] }),
      /* @__PURE__ */ a(Button, { onClick: () => saveScript(state), children: "Download script" }),
      /* @__PURE__ */ a(Button, { onClick: () => void copy(text2, "the script"), children: "Copy script" }),
      /* @__PURE__ */ a(Button, { onClick: () => saveJunit(state), children: "Download JUnit" }),
      /* @__PURE__ */ a("span", { role: "status", children: [
        running ? "Running… " : "",
        ended2.length === 0 ? "" : [`${passed} of ${steps.length} passed`, ...others].join(", ")
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { text: trouble }),
    /* @__PURE__ */ a("p", { class: "muted", children: [
      "In a pipeline: ",
      /* @__PURE__ */ a("code", { children: "mcp-inspector --cli --script FILE --junit report.xml" }),
      " and the server."
    ] }),
    /* @__PURE__ */ a(Recordings, {}),
    /* @__PURE__ */ a("ol", { class: "saved-steps", children: steps.map((step, index) => /* @__PURE__ */ a(Step2, { state, step, place: index + 1, readOnly }, step.number)) })
  ] });
}
function Trouble({ text: text2 }) {
  return text2 === null ? null : /* @__PURE__ */ a("p", { class: "warn-line", role: "status", children: text2 });
}
function Recordings() {
  return /* @__PURE__ */ a("p", { class: "muted", children: [
    "Calls of a recording can be saved as well: ",
    /* @__PURE__ */ a("a", { href: "#/", children: "open a recording" }),
    ", without a server, on Connect."
  ] });
}
function Step2({ state, step, place, readOnly }) {
  const [adding, setAdding] = d(false);
  const name = visible(`${step.method} ${step.target}`);
  const texts = textsOf(step);
  const addId = `add-assertion-${step.number}`;
  const closed = () => {
    setAdding(false);
    setTimeout(() => document.getElementById(addId)?.focus(), 0);
  };
  return /* @__PURE__ */ a("li", { children: [
    /* @__PURE__ */ a("div", { class: "step-head", children: [
      /* @__PURE__ */ a("span", { class: "muted", children: [
        place,
        "."
      ] }),
      " ",
      /* @__PURE__ */ a("strong", { class: "mono", children: step.method }),
      " ",
      /* @__PURE__ */ a("span", { class: "mono", children: visible(step.target) }),
      " ",
      /* @__PURE__ */ a(Outcome2, { step }),
      /* @__PURE__ */ a("span", { class: "step-acts", children: [
        readOnly ? null : /* @__PURE__ */ a(Button, { label: `Run step ${name}`, onClick: () => runTests(state.id, step.number), children: "Run" }),
        /* @__PURE__ */ a(RowLink, { step }),
        /* @__PURE__ */ a(Button, { label: `Remove step ${name}`, onClick: () => removeStep(state.id, step.number), children: "Remove" })
      ] })
    ] }),
    step.blanked ? /* @__PURE__ */ a("p", { class: "warn-line", children: "Something in it is a secret, which is not kept: it cannot be called again from here." }) : null,
    /* @__PURE__ */ a("ul", { class: "assertions", "aria-label": `What is expected of ${name}`, children: [
      texts.map((text2, index) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a(
        Assertion,
        {
          text: text2,
          verdict: step.ran?.verdicts[index],
          remove: () => {
            const others = texts.filter((_2, other) => other !== index);
            expectOf(state.id, step.number, others).then(closed, (thrown) => say(problemOf(thrown).message));
          }
        }
      ) }, `${index} ${text2}`)),
      /* @__PURE__ */ a("li", { children: adding ? /* @__PURE__ */ a(
        AssertionForm,
        {
          of: name,
          hasTool: step.method === "tools/call",
          close: closed,
          add: (text2) => expectOf(state.id, step.number, [...texts, text2])
        }
      ) : /* @__PURE__ */ a(Button, { look: "quiet", id: addId, label: `Add an assertion to ${name}`, onClick: () => setAdding(true), children: "+ Add an assertion" }) })
    ] }),
    /* @__PURE__ */ a(JsonText, { text: step.step, label: `Step ${name}` })
  ] });
}
function RowLink({ step }) {
  const ran = step.ran?.seq == null ? null : step.ran;
  const session2 = ran?.session ?? step.session;
  if (!(summaries.value ?? []).some((one) => one.id === session2)) return null;
  const seq = ran?.seq ?? step.seq;
  return /* @__PURE__ */ a("a", { class: "button plain", href: formatRoute({ screen: "timeline", session: session2, seq, filter: "" }), children: ran === null ? "Row it was made of" : "Row of the run" });
}
function Outcome2({ step }) {
  const { ran } = step;
  const took = ran?.durationMs == null ? "" : ` in ${duration(ran.durationMs * 1e6)}`;
  return /* @__PURE__ */ a("span", { role: "status", children: ran === null ? null : ran.state === "passed" ? /* @__PURE__ */ a("span", { class: "tl-status-ok", children: [
    "passed",
    took
  ] }) : ran.state === "failed" || ran.state === "broken" ? /* @__PURE__ */ a("span", { class: "tl-status-error", children: [
    "failed",
    took,
    ran.why === null ? "" : `: ${ran.why}`
  ] }) : /* @__PURE__ */ a("span", { class: "muted", children: ran.state === "skipped" || ran.state === "stopped" ? `${ran.state}: ${ran.why ?? ""}` : `${ran.state}…` }) });
}
function Assertion({ text: text2, verdict, remove }) {
  const words = inWords(text2);
  return /* @__PURE__ */ a($, { children: [
    verdict === void 0 ? null : verdict.passed ? /* @__PURE__ */ a("span", { class: "tl-status-ok", children: "holds: " }) : /* @__PURE__ */ a("span", { class: "tl-status-error", children: "fails: " }),
    /* @__PURE__ */ a("span", { class: "mono", children: words }),
    " ",
    verdict === void 0 || verdict.passed ? null : /* @__PURE__ */ a("span", { class: "assertion-came", children: [
      "expected ",
      /* @__PURE__ */ a("code", { children: verdict.expected }),
      ", got ",
      /* @__PURE__ */ a("code", { children: verdict.actual })
    ] }),
    " ",
    /* @__PURE__ */ a(Button, { look: "quiet", label: `Remove the assertion ${words}`, onClick: remove, children: "×" })
  ] });
}
function AssertionForm({ of, hasTool, close: close3, add }) {
  const [kind, setKind] = d("equals");
  const [path, setPath] = d(hasTool ? "/structuredContent" : "");
  const [value, setValue] = d("");
  const [problem, setProblem] = d(null);
  const offered = KINDS3.filter((one) => hasTool || one.ofTools !== true);
  const asks = KINDS3.find((one) => one.kind === kind);
  const submit = () => {
    const text2 = assertionText(kind, path, value);
    if (text2 === null) setProblem("the value is not JSON: a text has quotes around it");
    else add(text2).then(close3, (thrown) => setProblem(problemOf(thrown).message));
  };
  return /* @__PURE__ */ a(
    "form",
    {
      class: "assertion-form",
      "aria-label": `Assertion about ${of}`,
      onSubmit: (event) => {
        event.preventDefault();
        submit();
      },
      onKeyDown: (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close3();
      },
      children: [
        /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a("span", { children: "Expect that" }),
          /* @__PURE__ */ a(
            "select",
            {
              class: "input",
              value: kind,
              ref: (select) => {
                if (select !== null && document.activeElement?.closest(".assertion-form") == null) select.focus();
              },
              onChange: (event) => setKind(event.currentTarget.value),
              children: offered.map((one) => /* @__PURE__ */ a("option", { value: one.kind, children: one.label }, one.kind))
            }
          )
        ] }),
        asks?.path === true ? /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a("span", { children: "Path" }),
          /* @__PURE__ */ a("input", { class: "input mono", value: path, onInput: (event) => setPath(event.currentTarget.value) })
        ] }) : null,
        asks?.value === void 0 ? null : /* @__PURE__ */ a("label", { class: "line", children: [
          /* @__PURE__ */ a("span", { children: asks.value }),
          /* @__PURE__ */ a("input", { class: "input mono", value, onInput: (event) => setValue(event.currentTarget.value) })
        ] }),
        /* @__PURE__ */ a(Button, { look: "primary", children: "Add" }),
        /* @__PURE__ */ a(Button, { onClick: close3, children: "Cancel" }),
        problem === null ? null : /* @__PURE__ */ a("span", { class: "tl-status-error", role: "alert", children: problem })
      ]
    }
  );
}

// src/screens/tests.tsx
function Tests({ state }) {
  return /* @__PURE__ */ a("div", { class: "page tests-screen", children: [
    /* @__PURE__ */ a("h2", { children: "Tests" }),
    /* @__PURE__ */ a(TestsPane, { state })
  ] });
}

// src/shell/keys-table.tsx
var GROUPS2 = ["everywhere", "go to", "in lists", "runs", "in documents", "in fields"];
function OpenKeys() {
  const box = T(null);
  A(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const leave = (event) => {
    if (event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget) !== true)
      keysOpen.value = false;
  };
  return /* @__PURE__ */ a(
    "div",
    {
      class: "veil",
      onClick: () => {
        keysOpen.value = false;
      },
      children: /* @__PURE__ */ a(
        "div",
        {
          class: "keys-overlay",
          role: "dialog",
          "aria-labelledby": "keys-title",
          tabIndex: -1,
          ref: box,
          onClick: (event) => event.stopPropagation(),
          onFocusOut: leave,
          children: [
            /* @__PURE__ */ a("div", { class: "pane-head", children: [
              /* @__PURE__ */ a("h2", { class: "pane-title", id: "keys-title", children: "Keys" }),
              /* @__PURE__ */ a("span", { class: "spring" }),
              /* @__PURE__ */ a("label", { class: "line", children: [
                /* @__PURE__ */ a(
                  "input",
                  {
                    type: "checkbox",
                    checked: settings.value.singleKeys,
                    onChange: (event) => change({ singleKeys: event.currentTarget.checked })
                  }
                ),
                /* @__PURE__ */ a("span", { children: "single letters act" })
              ] }),
              /* @__PURE__ */ a(
                Button,
                {
                  look: "quiet",
                  label: "Close",
                  onClick: () => {
                    keysOpen.value = false;
                  },
                  children: "✕"
                }
              )
            ] }),
            /* @__PURE__ */ a("div", { class: "keys-columns", children: GROUPS2.map((group) => /* @__PURE__ */ a("section", { "aria-label": group, children: [
              /* @__PURE__ */ a("h3", { children: group }),
              /* @__PURE__ */ a("dl", { children: rowsOf(group).map((row) => /* @__PURE__ */ a("div", { class: "key-row", children: [
                /* @__PURE__ */ a("dt", { children: /* @__PURE__ */ a(Keys, { keys: row.keys }) }),
                /* @__PURE__ */ a("dd", { children: row.does })
              ] }, row.keys)) })
            ] }, group)) })
          ]
        }
      )
    }
  );
}
function rowsOf(group) {
  const rows = KEYS.filter((row) => row.group === group && !/^Alt\+[2-9]$/.test(row.keys));
  return rows.map(
    (row) => row.keys === "Alt+1" ? { ...row, keys: "Alt+1…9", does: "to the server of that number" } : row
  );
}

// src/shell/login-waits.tsx
function LoginWaits({ state }) {
  const { status } = useStatus(statusPlace(state), state);
  if (!waitsForUser(status)) return null;
  return /* @__PURE__ */ a("div", { class: "notice-bar quiet", role: "status", children: [
    "The server wants a login before it goes on. ",
    /* @__PURE__ */ a("a", { href: formatRoute({ screen: "auth", session: state.id }), children: "Log in" })
  ] });
}

// src/store/raw-sending.ts
var PATIENCE_MS2 = 5e3;
var PAUSE_MS = 60;
var NEAR = 50;
var given = 0;
function nextId() {
  given += 1;
  return `"raw-${Date.now().toString(36)}-${given}"`;
}
function asking(method, members, meta) {
  const params = meta === null ? members : [["_meta", meta], ...members];
  return objectText([
    ["jsonrpc", '"2.0"'],
    ["id", nextId()],
    ["method", JSON.stringify(method)],
    ["params", params.length === 0 ? null : objectText(params)]
  ]);
}
var NAMED = [
  ["name", '""'],
  ["arguments", "{}"]
];
var INITIALIZE = [
  ["protocolVersion", '"2025-11-25"'],
  ["capabilities", "{}"],
  ["clientInfo", '{"name":"raw","version":"0"}']
];
var TEMPLATES = [
  { name: "ping", make: (meta) => asking("ping", [], meta) },
  { name: "tools/list", make: (meta) => asking("tools/list", [], meta) },
  { name: "tools/call", make: (meta) => asking("tools/call", NAMED, meta) },
  { name: "resources/read", make: (meta) => asking("resources/read", [["uri", '""']], meta) },
  { name: "prompts/get", make: (meta) => asking("prompts/get", NAMED, meta) },
  { name: "initialize", make: () => asking("initialize", INITIALIZE, null) },
  {
    name: "notifications/cancelled",
    make: () => '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"changed my mind"}}'
  },
  { name: "a method that is not there", make: (meta) => asking("no/such/method", [], meta) },
  { name: "a batch", make: (meta) => `[${asking("ping", [], meta)},${asking("ping", [], meta)}]` },
  { name: "not JSON", make: () => '{"jsonrpc": "2.0", "id": 1, "method": ' }
];
async function usualMeta(id) {
  const page = await api.get(sessionPath(id, "/timeline?filter=kind:call%20dir:out&from=-1&limit=1"));
  const [row] = page.rows;
  if (row === void 0) return null;
  const detail = await api.get(sessionPath(id, `/timeline/${row.seq}`));
  const frame = detail.parts.find((part) => part.name === "request")?.text ?? null;
  return frame === null ? null : metaOf(frame);
}
function metaOf(frame) {
  const meta = valueOf(sliceAt(frame, ["params", "_meta"]) ?? "null");
  if (typeof meta !== "object" || meta === null) return null;
  const entries2 = Object.entries(meta).filter(([name]) => name.startsWith("io.modelcontextprotocol/"));
  return entries2.length === 0 ? null : JSON.stringify(Object.fromEntries(entries2));
}
function faultOf2(text2) {
  const fault = jsonFault(text2);
  if (fault !== null) return `not JSON: ${fault.message} (line ${fault.line}, column ${fault.column})`;
  const first = text2.trimStart()[0];
  if (first === "[") return null;
  if (first !== "{") return "JSON, but not a message: that would be an object";
  if (sliceAt(text2, ["jsonrpc"]) !== '"2.0"') return 'a message has "jsonrpc": "2.0"';
  const parts = ["method", "result", "error"].filter((name) => sliceAt(text2, [name]) !== null);
  return parts.length === 1 ? null : "a message has just one of method, result and error";
}
function frameOf(text2, isLine2) {
  return isLine2 ? text2.replace(/\s*[\r\n]+\s*/g, " ").trim() : text2;
}
function withNewId(text2) {
  const id = sliceAt(text2, ["id"]);
  if (id === null) return text2;
  const at = [...text2.matchAll(/"id"\s*:\s*/g)].map((one) => one.index + one[0].length);
  const place = at.reverse().find((from) => text2.startsWith(id, from));
  return place === void 0 ? text2 : text2.slice(0, place) + nextId() + text2.slice(place + id.length);
}
async function sendRaw(id, frame) {
  const before = await newest(id);
  await request("POST", sessionPath(id, "/raw"), { body: frame, type: "application/octet-stream" });
  const until = Date.now() + PATIENCE_MS2;
  while (Date.now() < until) {
    const found2 = await rowAfter(id, before, frame);
    if (found2 !== null) return found2;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return null;
}
async function newest(id) {
  return (await api.get(sessionPath(id, "/timeline?from=-1&limit=1"))).lastSeq;
}
async function rowAfter(id, after, frame) {
  const page = await api.get(sessionPath(id, `/timeline?filter=dir:out&from=-${NEAR}&limit=${NEAR}`));
  for (const row of page.rows) {
    if (row.seq <= after) continue;
    const detail = await api.get(sessionPath(id, `/timeline/${row.seq}`));
    if (detail.parts.some((part) => part.text === frame)) return row.seq;
  }
  return null;
}

// src/timeline/detail.tsx
var FAILED_PAUSE = 1e3;
function isBeyond(session2, seq) {
  const state = session.value;
  return seq < 1 || state?.id === session2 && seq > Math.max(state.lastSeq, news.value?.lastSeq ?? 0);
}
function RowDetail({ session: session2, seq, api: api2, tab: chosen = chosenTab }) {
  const detail = useSignal(null);
  const failure = useSignal(null);
  const prefix = P();
  A(() => {
    const abort2 = new AbortController();
    let timer = null;
    let isAsking = false;
    let isOld = false;
    let isWaiting = false;
    const isPending = () => detail.peek()?.row.status === "pending";
    const load2 = async () => {
      isAsking = true;
      do
        await read2();
      while (isOld && isPending() && !abort2.signal.aborted);
      isAsking = false;
    };
    const read2 = async () => {
      isOld = false;
      try {
        const body2 = await api2.get(`/api/sessions/${encodeURIComponent(session2)}/timeline/${seq}`, abort2.signal);
        if (abort2.signal.aborted) return;
        detail.value = body2;
        failure.value = null;
      } catch (reason) {
        if (abort2.signal.aborted) return;
        failure.value = reason instanceof Error ? reason.message : String(reason);
        if (!(reason instanceof Problem && reason.status === 404)) timer = setTimeout(load2, FAILED_PAUSE);
      }
    };
    if (!f(() => isBeyond(session2, seq))) void load2();
    else {
      isWaiting = true;
      timer = setTimeout(() => failure.value = "there is no such row", FAILED_PAUSE);
    }
    const stop = x2(() => {
      void togetherNews.value;
      void news.value;
      if (isWaiting) {
        if (isBeyond(session2, seq)) return;
        isWaiting = false;
        if (timer !== null) clearTimeout(timer);
        void f(load2);
      }
      if (session.value?.id === session2 && session.value.calls.some((call) => call.seq === seq)) return;
      if (isAsking) isOld = true;
      else if (isPending()) void f(load2);
    });
    return () => {
      stop();
      abort2.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [session2, seq, api2]);
  const body = detail.value;
  if (failure.value && body?.row.seq !== seq) {
    return /* @__PURE__ */ a("p", { class: "fault row-detail", role: "alert", children: [
      "Row ",
      seq,
      " could not be read: ",
      failure.value
    ] });
  }
  if (!body) return /* @__PURE__ */ a(Skeleton, { label: `Reading row ${seq}…` });
  const tab = chosen.value ?? firstTab(body);
  const idOf = (one) => `${prefix}-${one}`;
  const onKeyDown = (event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabBeside(tab, by);
    chosen.value = next;
    document.getElementById(idOf(next))?.focus();
  };
  return /* @__PURE__ */ a("div", { class: "row-detail", children: [
    /* @__PURE__ */ a("header", { class: "detail-head", children: [
      /* @__PURE__ */ a("h3", { class: "mono", children: visible(body.row.method) }),
      body.row.id !== null && /* @__PURE__ */ a("span", { class: "muted", children: [
        "id ",
        body.row.id
      ] }),
      /* @__PURE__ */ a("span", { class: `tl-status-${body.row.status ?? "none"}`, children: statusText(body.row) }),
      body.row.isResumed && /* @__PURE__ */ a("span", { class: "muted", children: "resumed by Last-Event-ID" }),
      body.ancestors.length > 0 && /* @__PURE__ */ a("span", { class: "muted", children: [
        "within ",
        visible(body.ancestors.map((one) => `${one.method} ${one.target}`.trim()).join(" › "))
      ] })
    ] }),
    /* @__PURE__ */ a("div", { class: "detail-tabs", role: "tablist", "aria-label": "Parts of the row", onKeyDown, children: DETAIL_TABS.map((one) => /* @__PURE__ */ a(
      "button",
      {
        id: idOf(one),
        type: "button",
        role: "tab",
        "aria-selected": one === tab,
        "aria-controls": one === tab ? `${prefix}-panel` : void 0,
        tabIndex: one === tab ? 0 : -1,
        onClick: () => chosen.value = one,
        children: [
          one,
          one === "checks" && (body.findings ?? []).length > 0 ? ` ${(body.findings ?? []).length}` : ""
        ]
      },
      one
    )) }),
    /* @__PURE__ */ a("div", { id: `${prefix}-panel`, class: "detail-panel", role: "tabpanel", "aria-labelledby": idOf(tab), tabIndex: 0, children: /* @__PURE__ */ a(Panel, { tab, body, session: session2, api: api2 }) })
  ] });
}
function firstTab(body) {
  if (body.parts.some((part) => part.name === "request")) return "request";
  if (body.gone.includes(body.row.seq) && TWO_SIDED.has(body.row.kind)) return "request";
  return body.parts.some((part) => part.name === "response") ? "response" : "raw";
}
function Panel({ tab, body, session: session2, api: api2 }) {
  if (tab === "timing") return /* @__PURE__ */ a(Timing, { body });
  if (tab === "checks") return /* @__PURE__ */ a(Checks, { findings: body.findings ?? [] });
  if (tab === "raw") {
    return /* @__PURE__ */ a($, { children: [
      body.gone.length === 0 ? null : /* @__PURE__ */ a(Gone, { what: body.parts.length === 0 ? "What this row was made of" : "Some of it" }),
      body.parts.map((part2) => /* @__PURE__ */ a("div", { class: "detail-part", children: [
        /* @__PURE__ */ a(PartHead, { part: part2 }),
        /* @__PURE__ */ a(PartText, { part: part2, session: session2, api: api2, isRaw: true })
      ] }, part2.seq)),
      body.http && /* @__PURE__ */ a(Http, { http: body.http })
    ] });
  }
  const part = tab === "response" ? body.parts.findLast((one) => one.name === tab) : body.parts.find((one) => one.name === tab);
  if (part) return /* @__PURE__ */ a(PartText, { part, session: session2, api: api2 });
  if (tab === "response" && body.row.status === "pending") return /* @__PURE__ */ a("p", { class: "muted", children: "Not answered yet." });
  const [first, last] = [body.row.seq, body.row.endSeq];
  const isGone = body.gone.includes(tab === "response" ? last ?? -1 : first);
  if (isGone && TWO_SIDED.has(body.row.kind)) return /* @__PURE__ */ a(Gone, { what: `The ${tab}` });
  return /* @__PURE__ */ a("p", { class: "muted", children: [
    "This row has no ",
    tab,
    "."
  ] });
}
var TWO_SIDED = /* @__PURE__ */ new Set(["call", "ask", "app"]);
function Gone({ what }) {
  return /* @__PURE__ */ a("p", { class: "warn", role: "status", children: [
    what,
    " is no longer kept: the log has room for the newest messages only. Save a recording in time to keep them."
  ] });
}
function PartHead({ part }) {
  return /* @__PURE__ */ a("p", { class: "detail-part-head muted", children: [
    part.name,
    " · entry ",
    part.seq,
    " · ",
    bytes(part.bytes),
    part.base64 ? " · not UTF-8, shown as base64" : "",
    framing(part)
  ] });
}
var META = /^ {4}"_meta": \{/;
function PartText({ part, session: session2, api: api2, isRaw = false }) {
  const label = `${part.name}, ${bytes(part.bytes)}`;
  if (part.text === null) return /* @__PURE__ */ a(BigDoc, { session: session2, seq: part.seq, path: "", api: api2, label, isRaw });
  if (isRaw || part.base64) return /* @__PURE__ */ a(JsonText, { text: part.text, label });
  return /* @__PURE__ */ a(PrettyJson, { text: part.text, label, folded: part.name === "request" ? META : void 0 });
}
var headNs = (http) => http.headUs === void 0 ? http.headMs * 1e6 : http.headUs * 1e3;
var wholeNs = (http, totalMs) => http.headUs === void 0 || http.bodyUs === void 0 ? totalMs * 1e6 : (http.headUs + http.bodyUs) * 1e3;
function Http({ http }) {
  const status = http.status === void 0 ? http.error ?? "no answer" : `${http.version ?? "HTTP"} ${http.status}`;
  return /* @__PURE__ */ a("div", { class: "detail-part", children: [
    /* @__PURE__ */ a("p", { class: "detail-part-head muted", children: [
      "HTTP exchange ",
      http.exchange,
      http.connectUs === void 0 ? "" : ` · connected in ${duration(http.connectUs * 1e3)}`,
      " · head after",
      " ",
      duration(headNs(http)),
      http.totalMs === void 0 ? "" : ` · whole after ${duration(wholeNs(http, http.totalMs))}`
    ] }),
    /* @__PURE__ */ a("pre", { class: "json", role: "group", "aria-label": "HTTP exchange", tabIndex: 0, children: [
      `${http.method} ${http.url}
${headerLines(http.requestHeaders)}

${status}
${headerLines(http.responseHeaders)}`,
      http.bodyHead === void 0 ? "" : `

${http.bodyHead}`
    ] })
  ] });
}
function headerLines(headers) {
  return headers.map(([name, value]) => `${name}: ${value}`).join("\n");
}
function Timing({ body }) {
  const whole = body.timing.reduce((sum, part) => sum + part.ns, 0);
  if (whole === 0) return /* @__PURE__ */ a("p", { class: "muted", children: "No time was measured for this row." });
  return /* @__PURE__ */ a("dl", { class: "timing", children: [
    body.timing.map((part) => /* @__PURE__ */ a("div", { class: "timing-part", children: [
      /* @__PURE__ */ a("dt", { children: part.name === "you" ? "you (waiting for a person)" : part.name }),
      /* @__PURE__ */ a("dd", { children: [
        /* @__PURE__ */ a("span", { class: "timing-number", children: duration(part.ns) }),
        /* @__PURE__ */ a("span", { class: "timing-track", children: /* @__PURE__ */ a("span", { class: `tone tone-${part.name}`, style: { width: `${part.ns / whole * 100}%` } }) })
      ] })
    ] }, part.name)),
    /* @__PURE__ */ a("div", { class: "timing-part", children: [
      /* @__PURE__ */ a("dt", { children: "together" }),
      /* @__PURE__ */ a("dd", { children: /* @__PURE__ */ a("span", { class: "timing-number", children: duration(whole) }) })
    ] })
  ] });
}
function RulePage({ page }) {
  if (!/^https:\/\//.test(page)) return /* @__PURE__ */ a($, { children: page });
  return /* @__PURE__ */ a("a", { href: page, target: "_blank", rel: "noopener noreferrer", children: page.replace(/^https:\/\/modelcontextprotocol\.io\//, "") });
}
function Checks({ findings: findings2 }) {
  if (findings2.length === 0) return /* @__PURE__ */ a("p", { class: "muted", children: "No rule of the protocol is broken here." });
  return /* @__PURE__ */ a("ul", { class: "findings", children: findings2.map((finding, index) => /* @__PURE__ */ a("li", { children: [
    /* @__PURE__ */ a("p", { children: [
      /* @__PURE__ */ a("strong", { class: `finding-${finding.level}`, children: finding.level }),
      " ",
      visible(finding.message)
    ] }),
    /* @__PURE__ */ a("p", { class: "muted", children: [
      "rule ",
      finding.rule,
      finding.pointer === void 0 ? "" : ` · at ${finding.pointer || "the top"}`,
      finding.header === void 0 ? "" : ` · header ${finding.header}`,
      " · ",
      /* @__PURE__ */ a(RulePage, { page: finding.page })
    ] })
  ] }, index)) });
}

// src/shell/raw-panel.tsx
var sent = y(null);
function isLine(state) {
  return state.transport === "stdio";
}
function RawPanel({ state }) {
  const field = T(null);
  const problem = useSignal(null);
  const isSending = useSignal(false);
  const tab = useSignal("response");
  F(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const text2 = rawText.value;
  const fault = text2.trim() === "" ? null : faultOf2(text2);
  const send2 = async () => {
    if (isSending.peek() || text2.trim() === "") return;
    isSending.value = true;
    problem.value = null;
    sent.value = null;
    try {
      const frame = frameOf(text2, isLine(state));
      sent.value = { session: state.id, seq: await sendRaw(state.id, frame) };
      tab.value = sliceAt(frame, ["id"]) === null ? "raw" : "response";
    } catch (thrown) {
      problem.value = problemOf(thrown);
    } finally {
      isSending.value = false;
    }
  };
  const begin = async (template) => {
    setRawText(template.make(await usualMeta(state.id).catch(() => null)));
  };
  const key = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      void send2();
    }
  };
  const result = sent.value?.session === state.id ? sent.value : null;
  return /* @__PURE__ */ a("div", { class: "raw-sender", role: "dialog", "aria-labelledby": "raw-title", onKeyDown: key, children: [
    /* @__PURE__ */ a("div", { class: "pane-head", children: [
      /* @__PURE__ */ a("h2", { class: "pane-title", id: "raw-title", children: [
        "Send a raw frame to ",
        state.name
      ] }),
      /* @__PURE__ */ a("span", { class: "spring" }),
      /* @__PURE__ */ a(Button, { look: "quiet", label: "Close", onClick: () => rawOpen.value = false, children: "✕" })
    ] }),
    /* @__PURE__ */ a("div", { class: "raw-body", children: [
      /* @__PURE__ */ a("label", { class: "line", children: [
        /* @__PURE__ */ a("span", { children: "Begin with" }),
        /* @__PURE__ */ a(
          "select",
          {
            class: "input",
            value: "",
            onChange: (event) => {
              const chosen = TEMPLATES[Number(event.currentTarget.value)];
              event.currentTarget.value = "";
              field.current?.focus();
              if (chosen !== void 0) void begin(chosen);
            },
            children: [
              /* @__PURE__ */ a("option", { value: "", children: "a template…" }),
              TEMPLATES.map((one, index) => /* @__PURE__ */ a("option", { value: index, children: one.name }, one.name))
            ]
          }
        )
      ] }),
      /* @__PURE__ */ a(
        "textarea",
        {
          ref: field,
          class: "input mono raw-text",
          "aria-label": "The frame",
          "aria-describedby": "raw-fault",
          spellcheck: false,
          value: text2,
          placeholder: '{"jsonrpc":"2.0","id":"raw-1","method":"ping"}',
          onInput: (event) => setRawText(event.currentTarget.value)
        }
      ),
      /* @__PURE__ */ a("p", { id: "raw-fault", class: fault === null ? "muted raw-told" : "warn raw-told", role: "status", children: fault ?? (isLine(state) ? "It goes out as one line: line breaks become blanks." : "It goes out byte for byte, as the body of a POST.") }),
      /* @__PURE__ */ a("p", { class: "raw-acts", children: [
        /* @__PURE__ */ a(Button, { look: "primary", keys: "Ctrl+Enter", onClick: () => void send2(), children: isSending.value ? "Sending…" : fault === null ? "Send" : "Send anyway" }),
        /* @__PURE__ */ a(Button, { onClick: () => setRawText(withNewId(rawText.peek())), children: "New id" }),
        /* @__PURE__ */ a(
          Button,
          {
            onClick: () => {
              if (jsonFault(rawText.peek()) === null) setRawText(prettyOf(rawText.peek()));
            },
            children: "Lay out"
          }
        )
      ] }),
      problem.value === null ? null : /* @__PURE__ */ a(ProblemBlock, { problem: problem.value, title: "It was not sent." }),
      result === null ? null : /* @__PURE__ */ a("section", { class: "raw-result", "aria-label": "What came of it", children: result.seq === null ? /* @__PURE__ */ a("p", { class: "muted", children: "It was sent; no row of it was found in the timeline yet." }) : /* @__PURE__ */ a(RowDetail, { session: state.id, seq: result.seq, api, tab }, result.seq) })
    ] })
  ] });
}

// src/timeline/comparison.tsx
var USUALLY_IGNORED = "/id /params/_meta/progressToken";
function Comparison3({ left, right, api: api2, close: close3 }) {
  const hasAnswers = left.row.endSeq !== null && right.row.endSeq !== null;
  const part = useSignal(hasAnswers ? "answer" : "request");
  const ignored = useSignal(USUALLY_IGNORED);
  const seqOf = (row) => part.value === "answer" ? row.endSeq ?? row.seq : row.seq;
  const question = JSON.stringify({
    left: { session: left.session, seq: seqOf(left.row) },
    right: { session: right.session, seq: seqOf(right.row) },
    ignore: ignored.value.split(/\s+/).filter((word2) => word2.startsWith("/"))
  });
  const compared = useCompared(api2, question);
  const { known, problem } = compared;
  const changes = known === null ? 0 : changeCount2(known);
  return /* @__PURE__ */ a("div", { class: "row-detail", children: [
    /* @__PURE__ */ a("header", { class: "detail-head", children: [
      /* @__PURE__ */ a("h3", { children: "Comparison" }),
      /* @__PURE__ */ a("span", { class: "muted detail-said", children: [
        "− ",
        described(left.row),
        " · + ",
        described(right.row)
      ] }),
      /* @__PURE__ */ a("button", { type: "button", "aria-label": "Close the comparison", onClick: close3, children: "✕" })
    ] }),
    /* @__PURE__ */ a("div", { class: "tl-compare-bar", children: [
      ["answer", "request"].map((one) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": part.value === one, onClick: () => part.value = one, children: one === "answer" ? "Answers" : "Requests" }, one)),
      /* @__PURE__ */ a("label", { class: "line", children: [
        /* @__PURE__ */ a("span", { children: "Ignore" }),
        /* @__PURE__ */ a(
          "input",
          {
            class: "input mono",
            type: "text",
            spellcheck: false,
            value: ignored.value,
            onChange: (event) => ignored.value = event.currentTarget.value
          }
        )
      ] })
    ] }),
    /* @__PURE__ */ a("div", { class: "detail-panel", role: "group", "aria-label": "What differs", tabIndex: 0, children: [
      problem !== null && /* @__PURE__ */ a(ProblemBlock, { problem, title: "They could not be compared." }),
      known === null && problem === null && /* @__PURE__ */ a("p", { class: "empty late", children: "Comparing…" }),
      known !== null && /* @__PURE__ */ a($, { children: [
        /* @__PURE__ */ a("p", { class: "muted", role: "status", children: [
          changes === 0 ? "The same" : count(changes, "change"),
          known.counts.more ? " and more" : "",
          ignored.value.trim() === "" ? "" : ", but for what is ignored"
        ] }),
        /* @__PURE__ */ a(DiffLines, { known, compared })
      ] })
    ] })
  ] });
}
function described(row) {
  return `${named(row)} at ${time(row.atNs, "start", void 0, null)}`;
}

// src/timeline/overview.tsx
var STRETCHES = 240;
var HEIGHT = 16;
var REFRESH_PAUSE = 1e3;
var LEAST_DRAG = 4;
var STEP2 = 0.01;
var LARGE_STEP = 0.1;
function OverviewStrip({ session: session2, api: api2, filter, feed, attempt }) {
  const overview = useSignal(null);
  const draft = useSignal(null);
  const track = T(null);
  const grabbed = T(null);
  const others = withoutTerms(filter.value, ["at"]);
  useFresh(session2, api2, others, feed, overview);
  const body = overview.value;
  const [first = 0, last = 0] = body?.spanNs ?? [];
  const length = last - first;
  if (body === null || length <= 0) return /* @__PURE__ */ a("div", { class: "tl-overview", ref: track });
  const chosen = draft.value ?? stretchOf(filter.value);
  const from = Math.max(first, chosen?.from ?? first);
  const to = Math.min(last, chosen?.to ?? last);
  const percent = (ns) => Math.min(100, Math.max(0, (ns - first) / length * 100));
  const use = (stretch) => {
    draft.value = stretch;
    void attempt(withStretch(filter.peek(), stretch)).finally(() => {
      if (draft.peek() === stretch) draft.value = null;
    });
  };
  const nsAt = (x3) => {
    const box = track.current?.getBoundingClientRect();
    const share = box === void 0 || box.width === 0 ? 0 : (x3 - box.left) / box.width;
    return first + Math.min(1, Math.max(0, share)) * length;
  };
  const between = (a2, b) => ({ from: Math.min(a2, b), to: Math.max(a2, b) });
  const onPointerDown = (event) => {
    if (event.button !== 0 || event.target.closest("[role=slider]") !== null) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, ns: nsAt(event.clientX) };
  };
  const onPointerMove = (event) => {
    const start = grabbed.current;
    if (start !== null && Math.abs(event.clientX - start.x) >= LEAST_DRAG) draft.value = between(start.ns, nsAt(event.clientX));
  };
  const onPointerUp = (event) => {
    const start = grabbed.current;
    grabbed.current = null;
    if (start === null) return;
    if (Math.abs(event.clientX - start.x) >= LEAST_DRAG) use(between(start.ns, nsAt(event.clientX)));
    else if (stretchOf(filter.peek()) !== null) use(null);
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
      "aria-valuetext": `${duration(at)} after the session opened`,
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
    const read2 = () => {
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
      read2();
    } else if (asked.current.seq !== seq && timer.current === null) timer.current = setTimeout(read2, REFRESH_PAUSE);
  }, [session2, api2, others, seq]);
  A(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    []
  );
}

// src/timeline/pins-bar.tsx
function PinsBar({ rows, selected, filter, select, unpin, attempt }) {
  if (rows.length === 0) return null;
  return /* @__PURE__ */ a("div", { class: "tl-pins", role: "group", "aria-label": "Pinned rows", children: [
    /* @__PURE__ */ a(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": hasTerm(filter, "pinned", "yes"),
        title: "Show only these",
        onClick: () => void attempt(toggleTerm(filter, "pinned", "yes")),
        children: [
          "Pinned ",
          rows.length
        ]
      }
    ),
    rows.map((row) => /* @__PURE__ */ a("span", { class: `tl-pin ${row.seq === selected ? "tl-selected" : ""}`, children: [
      /* @__PURE__ */ a("button", { type: "button", class: "tl-pin-go", title: visible(`${row.method} ${row.target}`), onClick: () => select(row), children: [
        /* @__PURE__ */ a("span", { class: "mono", children: visible(row.target === "" ? row.method : row.target) }),
        " ",
        /* @__PURE__ */ a("span", { class: `tl-status-${row.status ?? "none"}`, children: statusText(row) }),
        row.durationNs === null ? "" : ` ${duration(row.durationNs)}`
      ] }),
      /* @__PURE__ */ a("button", { type: "button", class: "tl-pin-off", "aria-label": visible(`Unpin ${row.method} ${row.target}`), onClick: () => unpin(row), children: "✕" })
    ] }, row.seq))
  ] });
}

// src/timeline/menu.tsx
function Menu2({ label, items, at, close: close3 }) {
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
      const found2 = after.find((entry) => entry.textContent?.toLowerCase().startsWith(letter));
      next = found2 ? all.indexOf(found2) : now;
    } else if (event.key === "Escape" || event.key === "Tab") close3(true);
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
        if (!(event.relatedTarget instanceof Node && element.current?.contains(event.relatedTarget))) close3(false);
      },
      children: items.map(
        (item, index) => item === null ? /* @__PURE__ */ a("div", { role: "separator", class: "tl-menu-line" }, index) : /* @__PURE__ */ a(
          "button",
          {
            type: "button",
            role: "menuitem",
            tabIndex: -1,
            onClick: () => {
              close3(true);
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

// src/timeline/row-menu.tsx
var COPY_KEYS = [
  ["cli", "y c"],
  ["curl", "y u"],
  ["json", "y j"],
  ["script", "y t"],
  ["report", "y b"]
];
var FRAMES = ["call", "ask", "notification", "answer", "junk"];
function RowMenu({ at, close: close3, ...menu }) {
  return /* @__PURE__ */ a(Menu2, { label: visible(`Row ${menu.row.method}`), items: menuOf(menu), at, close: close3 });
}
function menuOf(menu) {
  const { session: session2, row, filter, attempt, act: act2, say: say2, copy: copy2, isPinned, compared } = menu;
  const items = [];
  if (act2) {
    items.push({ label: "Open", keys: "Enter", act: () => act2("open", row) });
    if (row.kind === "call") {
      items.push({ label: "Run again", act: () => act2("again", row) });
      items.push({ label: "Edit and run", act: () => act2("edit", row) });
      items.push({ label: "Edit raw and send", act: () => act2("raw", row) });
      items.push({ label: "Save as test step", act: () => act2("step", row) });
    }
    const other = compared !== null && (compared.session !== session2 || compared.row.seq !== row.seq) ? compared.row : null;
    const name = other === null ? "…" : ` ${brief2(`${other.method} ${other.target}`.trim())}`;
    items.push({ label: `Compare with${name}`, act: () => act2("compare", row) });
    items.push({ label: isPinned ? "Unpin" : "Pin", keys: "p", act: () => act2("pin", row) });
    items.push({ label: "Zoom to its time", keys: "z", act: () => act2("zoom", row) });
    items.push(null);
  }
  for (const [as, keys] of COPY_KEYS) {
    if (as !== "report" && row.kind !== "call" && !(as === "json" && FRAMES.includes(row.kind))) continue;
    items.push({ label: `Copy as ${SHARE_NAMES[as]}`, keys, act: () => copy2(row, as) });
  }
  items.push({ label: "Copy link", act: () => void copyLink(session2, row).then(say2) });
  items.push(null);
  if (row.method !== "") {
    items.push({ label: `Filter by method ${brief2(row.method)}`, act: () => void attempt(setTerm(filter, "method", row.method)) });
  }
  if (row.target !== "") {
    items.push({ label: `Filter by target ${brief2(row.target)}`, act: () => void attempt(setTerm(filter, "target", firstLine(row.target))) });
  }
  return items;
}
function firstLine(text2) {
  return text2.replace(/[\r\n][^]*/, "*");
}
function brief2(text2) {
  return visible(text2.length > 30 ? `${text2.slice(0, 29)}…` : text2);
}

// src/timeline/together.tsx
function Together(props) {
  return /* @__PURE__ */ a(Pane, { ...props }, [...props.servers.keys()].join());
}
function Pane({ servers, places: places2, feed, filter, selected, api: api2, act: act2, compared, open, instead, ...how }) {
  const news2 = w(() => O(() => feed.value && { ...feed.value, tail: feed.value.rows }), [feed]);
  const marks = useMarks(feed);
  const chosen = rowOfName(selected.value);
  const name = chosen === null ? void 0 : servers.get(chosen.session);
  const rows = /* @__PURE__ */ a("section", { class: "pane", "aria-label": "Timeline of all servers", id: "pane-4", children: /* @__PURE__ */ a(
    TimelinePane,
    {
      session: null,
      feed: news2,
      ...{ filter, selected, api: api2, act: act2, compared, ...how },
      full: true,
      judged: marks,
      ...feed.value === null ? {} : { openedAt: feed.value.openedAt },
      serverOf: (row, inFull) => {
        const id = row.session ?? "";
        const name2 = servers.get(id) ?? "";
        return inFull === true ? [name2, places2?.get(id) ?? ""].filter(Boolean).join("\n") : name2;
      }
    }
  ) });
  const detail = chosen !== null && name !== void 0 && /* @__PURE__ */ a("section", { class: "pane detail", "aria-label": "Chosen row", id: "pane-5", tabIndex: -1, children: [
    /* @__PURE__ */ a("p", { class: "bar-line", children: [
      /* @__PURE__ */ a("strong", { children: name }),
      /* @__PURE__ */ a("span", { class: "spring" }),
      /* @__PURE__ */ a(Button, { onClick: () => open(chosen.session, chosen.seq), children: "Open in its timeline" })
    ] }),
    /* @__PURE__ */ a(RowDetail, { session: chosen.session, seq: chosen.seq, api: api2 })
  ] });
  return /* @__PURE__ */ a(Split, { name: "together-detail", way: "row", share: 0.64, label: "Width of the timeline's rows", first: rows, second: instead ?? (detail || null) });
}
function useMarks(feed) {
  const marks = w(() => y(null), []);
  A(() => {
    let known = null;
    return x2(() => {
      const now = feed.value?.marks ?? null;
      if (known !== null && now !== known) marks.value = now;
      known = now;
    });
  }, [feed]);
  return marks;
}

// src/timeline/stats.tsx
var REFRESH_PAUSE2 = 1e3;
function StatsPane({ session: session2, api: api2, feed, filter, selected, onPick }) {
  const stats = useSignal(null);
  const failure = useSignal(null);
  const asked = useSignal(0);
  A(() => {
    const abort2 = new AbortController();
    api2.get(`/api/sessions/${encodeURIComponent(session2)}/stats`, abort2.signal).then(
      (body2) => {
        stats.value = body2;
        failure.value = null;
      },
      (reason) => {
        if (!abort2.signal.aborted) failure.value = reason instanceof Error ? reason.message : String(reason);
      }
    );
    return () => abort2.abort();
  }, [session2, api2, asked.value]);
  useGrowth(feed, () => asked.value++);
  const body = stats.value;
  const pick = (change2) => {
    change2();
    onPick?.();
  };
  return /* @__PURE__ */ a("div", { class: "stats", role: "group", "aria-label": "Statistics", tabIndex: 0, children: [
    /* @__PURE__ */ a("p", { class: "stats-bar", children: [
      /* @__PURE__ */ a("button", { type: "button", onClick: () => asked.value++, children: "Read again" }),
      failure.value && /* @__PURE__ */ a("span", { class: "fault", role: "alert", children: [
        "The statistics could not be read: ",
        failure.value
      ] })
    ] }),
    body && body.methods.length === 0 && /* @__PURE__ */ a("p", { class: "muted", children: "No call has been made yet." }),
    body && body.methods.length > 0 && /* @__PURE__ */ a("table", { children: [
      /* @__PURE__ */ a("caption", { children: "By method" }),
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { scope: "col", children: "method" }),
        ["count", "errors", "p50", "p95", "max"].map((name) => /* @__PURE__ */ a("th", { scope: "col", class: "number", children: name }, name)),
        /* @__PURE__ */ a("th", { scope: "col", children: "durations" })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: body.methods.map((method) => /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { scope: "row", children: /* @__PURE__ */ a(Link2, { text: method.method, act: filter && (() => pick(() => filter.value = setTerm(filter.peek(), "method", method.method))) }) }),
        /* @__PURE__ */ a("td", { class: "number", children: count2(method.count) }),
        /* @__PURE__ */ a("td", { class: `number ${method.errors > 0 ? "bad" : ""}`, children: count2(method.errors) }),
        /* @__PURE__ */ a("td", { class: "number", children: maybe(method.p50Ns) }),
        /* @__PURE__ */ a("td", { class: "number", children: maybe(method.p95Ns) }),
        /* @__PURE__ */ a("td", { class: "number", children: maybe(method.maxNs) }),
        /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a(Histogram, { stats: method }) })
      ] }, method.method)) })
    ] }),
    body && body.slowest.length > 0 && /* @__PURE__ */ a("table", { children: [
      /* @__PURE__ */ a("caption", { children: "The slowest, without the time that a person took" }),
      /* @__PURE__ */ a("tbody", { children: body.slowest.map((row) => /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("td", { class: "number", children: maybe(row.durationNs === null ? null : Math.max(0, row.durationNs - row.humanNs)) }),
        /* @__PURE__ */ a("th", { scope: "row", children: /* @__PURE__ */ a(Link2, { text: visible(`${row.method} ${row.target}`), act: selected && (() => pick(() => selected.value = row.seq)) }) }),
        /* @__PURE__ */ a("td", { class: "muted", children: row.humanNs > 0 ? `and you ${duration(row.humanNs)}` : "" })
      ] }, row.seq)) })
    ] })
  ] });
}
function useGrowth(feed, grown) {
  const seq = feed?.value?.lastSeq ?? 0;
  const known = T(seq);
  const timer = T(null);
  A(() => {
    if (seq === known.current || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      known.current = feed?.peek()?.lastSeq ?? 0;
      grown();
    }, REFRESH_PAUSE2);
  }, [seq]);
  A(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    []
  );
}
function Link2({ text: text2, act: act2 }) {
  if (!act2) return /* @__PURE__ */ a($, { children: text2 });
  return /* @__PURE__ */ a("button", { type: "button", class: "link", onClick: act2, children: text2 });
}
var BAR = 6;
var TALL = 20;
function Histogram({ stats }) {
  const most = Math.max(1, ...stats.buckets);
  const text2 = stats.buckets.map((n, index) => n > 0 ? `${bucketName(index)}: ${n}` : "").filter(Boolean).join(", ");
  return /* @__PURE__ */ a("svg", { class: "histogram", width: Math.max(1, stats.buckets.length) * (BAR + 1), height: TALL, role: "img", "aria-label": text2 || "none", children: [
    /* @__PURE__ */ a("title", { children: text2 }),
    stats.buckets.map((n, index) => {
      const height = n === 0 ? 0 : Math.max(2, n / most * TALL);
      return /* @__PURE__ */ a("rect", { x: index * (BAR + 1), y: TALL - height, width: BAR, height }, index);
    })
  ] });
}
function bucketName(index) {
  return index === 0 ? "below 1 ms" : `${duration(2 ** (index - 1) * 1e6)} to ${duration(2 ** index * 1e6)}`;
}
function maybe(ns) {
  return ns === null ? "" : duration(ns);
}

// src/ui/doc-remote.ts
var PAGE2 = 200;
var KEPT = 40;
var RemoteDoc = class {
  /** `base` is where the document is, `path` a JSON pointer into it; its lines are laid out, as they came, or those of the
   * text that a string says. */
  constructor(api2, base, path, form) {
    this.api = api2;
    this.base = base;
    this.path = path;
    this.form = form;
    this.pretty = form === "pretty";
  }
  api;
  base;
  path;
  form;
  total = null;
  folds = NOTHING_FOLDED;
  pages = /* @__PURE__ */ new Map();
  underWay = /* @__PURE__ */ new Set();
  abort = new AbortController();
  pretty;
  get canFold() {
    return this.pretty;
  }
  line(place) {
    const page = this.pages.get(Math.floor(place / PAGE2));
    const text2 = page?.lines[place % PAGE2];
    if (page === void 0 || text2 === void 0) return void 0;
    return {
      number: page.numbers?.[place % PAGE2] ?? place,
      // What is not laid out has long lines, whose pieces would be too many to be coloured.
      tokens: this.pretty ? tokensOf(text2) : [{ kind: "space", text: text2 }],
      level: levelOf(text2),
      isBlock: (page.ends?.[place % PAGE2] ?? null) !== null,
      isFolded: page.folded?.[place % PAGE2] ?? false,
      isContinued: false
    };
  }
  stop() {
    this.abort.abort();
  }
  setFolds(folds) {
    this.folds = folds;
    this.pages = /* @__PURE__ */ new Map();
    this.underWay = /* @__PURE__ */ new Set();
    this.abort.abort();
    this.abort = new AbortController();
  }
  placeOf(number) {
    if (!this.pretty) return Promise.resolve({ around: [], at: number });
    return this.ask("/place", { line: String(number), ...foldQuery(this.folds) });
  }
  search(text2, from) {
    return this.ask("/search", { text: text2, from: String(from), ...this.formQuery() });
  }
  async load(first, last) {
    const wanted = [];
    for (let page = Math.floor(first / PAGE2); page <= Math.floor(last / PAGE2); page++) wanted.push(page);
    const news2 = await Promise.all(wanted.map((page) => this.loadPage(page)));
    return news2.includes(true);
  }
  async loadPage(page) {
    if (this.pages.has(page) || this.underWay.has(page)) return false;
    const { underWay, pages, abort: abort2 } = this;
    underWay.add(page);
    try {
      const query = {
        from: String(page * PAGE2),
        lines: String(PAGE2),
        ...this.formQuery(),
        ...foldQuery(this.folds)
      };
      const window2 = await this.ask("", query, abort2.signal);
      if (pages !== this.pages) return false;
      this.total = window2.total;
      pages.set(page, window2);
      const oldest = pages.keys().next().value;
      if (pages.size > KEPT && oldest !== void 0) pages.delete(oldest);
      return true;
    } catch (reason) {
      if (abort2.signal.aborted) return false;
      throw reason;
    } finally {
      underWay.delete(page);
    }
  }
  formQuery() {
    return { pretty: String(this.pretty), ...this.form === "text" ? { decoded: "true" } : {} };
  }
  ask(what, query, signal) {
    return this.api.get(`${this.base}${what}?${new URLSearchParams({ ...query, path: this.path })}`, signal);
  }
};

// src/ui/big-doc.tsx
function BigDoc2({ session: session2, seq, path, api: api2, label = "Document", isRaw = false, isText = false }) {
  const base = `/api/sessions/${encodeURIComponent(session2)}/doc/${seq}`;
  const form = isText ? "text" : isRaw ? "raw" : "pretty";
  const doc = w(() => new RemoteDoc(api2, base, path, form), [api2, base, path, form]);
  A(() => () => doc.stop(), [doc]);
  return /* @__PURE__ */ a(DocView, { doc, label });
}

// src/ui/doc-search.tsx
function DocSearch({ doc, label, found: found2, field, show, fail, status, foldAll, isFolded }) {
  const searches = T(0);
  const search = async (text2, from, before) => {
    const number = ++searches.current;
    if (text2 === "") return void (found2.value = null);
    try {
      const answer2 = await doc.search(text2, from);
      if (number !== searches.current) return;
      const lines2 = [...before, ...answer2.matches];
      goTo({ text: text2, lines: lines2, more: answer2.more, at: Math.min(before.length, Math.max(0, lines2.length - 1)) });
    } catch (reason) {
      if (number === searches.current) fail(reason);
    }
  };
  const goTo = (next) => {
    found2.value = next;
    const line = next.lines[next.at];
    if (line !== void 0) show(line);
  };
  const step = (by) => {
    const now = found2.value;
    if (!now || now.lines.length === 0) return;
    const next = now.at + by;
    if (next >= now.lines.length && now.more) void search(now.text, (now.lines.at(-1) ?? 0) + 1, now.lines);
    else goTo({ ...now, at: (next + now.lines.length) % now.lines.length });
  };
  const onKey = (event) => {
    const input = event.currentTarget;
    if (event.key === "Enter") {
      if (found2.value?.text === input.value) step(event.shiftKey ? -1 : 1);
      else void search(input.value, 0, []);
    } else if (event.key === "Escape" && found2.value) {
      event.stopPropagation();
      found2.value = null;
    }
  };
  return /* @__PURE__ */ a("div", { class: "big-doc-bar", children: [
    /* @__PURE__ */ a(
      "input",
      {
        ref: field,
        type: "search",
        "aria-label": `Search in ${label}`,
        placeholder: "Search, Enter for the next",
        onKeyDown: onKey
      }
    ),
    /* @__PURE__ */ a("button", { type: "button", "aria-label": "Previous match", onClick: () => step(-1), children: "↑" }),
    /* @__PURE__ */ a("button", { type: "button", "aria-label": "Next match", onClick: () => step(1), children: "↓" }),
    doc.canFold && /* @__PURE__ */ a("button", { type: "button", onClick: foldAll, children: isFolded ? "Unfold all" : "Fold all" }),
    /* @__PURE__ */ a("span", { class: "muted", role: "status", children: foundText(found2.value) ?? status })
  ] });
}
function foundText(found2) {
  if (!found2) return null;
  if (found2.lines.length === 0) return `nothing contains “${found2.text}”`;
  return `${found2.at + 1} of ${found2.lines.length}${found2.more ? "+" : ""}`;
}
export {
  AppView,
  Auth,
  BigDoc2 as BigDoc,
  Block,
  Cards,
  CardsFor,
  Comparison2 as Comparison,
  ConfigEditor,
  ConnectOptions,
  Diff,
  DocSearch,
  Doctor,
  DraftNote,
  ElicitationCard,
  FilledIn,
  FormPane,
  HeldBack,
  Judge,
  LogLevel,
  LoginWaits,
  OpenKeys,
  OpenSessions,
  Options,
  Outcome,
  OverviewStrip,
  PinsBar,
  Prose,
  RawPanel,
  ReadByItself,
  RootsCard2 as RootsCard,
  Comparison3 as RowComparison,
  RowDetail,
  RowMenu,
  RunList,
  SamplingCard2 as SamplingCard,
  Server,
  StatsPane,
  Subscribe,
  Tests,
  TestsPane,
  Together
};
