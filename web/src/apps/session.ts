// Owns one app that is on the screen: its frame, the talk with it, and what a person sees of that, as signals.
import { effect, signal } from "@preact/signals";
import { api, request, sessionPath } from "../api";
import type { ItemDetail, ShownApp } from "../contract";
import { type Problem, problemOf } from "../problem";
import { catalog, fetchDetail, findItem } from "../store/catalog";
import { requestFrame, textOfRequest } from "../store/request";
import type { ItemRef } from "../store/route";
import type { End, Run } from "../store/runs";
import { isDark, settings } from "../store/settings";
import { version } from "../store/version";
import { objectText, sliceAt, valueOf } from "../text/json";
import { Bridge, type DisplayMode, type Reply, type Told } from "./bridge";
import { hostContext, TALLEST } from "./context";
import { AppFrame, type Dropped } from "./frame";
import { Journal } from "./journal";
import { Keyboard, type Taken } from "./keyboard";
import { mode } from "./mode";
import { WholePage } from "./whole-page";

/** How long the sandbox may take to be there. */
const PATIENCE_MS = 5000;
/** What came of a request of an app, at most. */
const LONGEST_REPLY = 2_000_000;
/** How much of what an app says is listed; all of it is in the timeline. */
const MOST_SAID = 20;
/** The longest result that an app is given: as long as a message to it that is written into the log. */
const LONGEST_RESULT = 4_000_000;
const LEAST_HEIGHT = 80;

export type Theme = "page" | "light" | "dark";
export type Said = Extract<Told, { is: "link" | "message" | "context" | "log" }> & { key: number };

export const theme = signal<Theme>("page");

/** Apps that a person allowed to take the keyboard by themselves. */
const mayTakeKeyboard = new Set<string>();

export class ShowingApp {
  readonly uri: string;
  readonly shown = signal<ShownApp | null>(null);
  readonly problem = signal<Problem | null>(null);
  readonly phase = signal<"loading" | "waiting" | "ready" | "silent" | "closed">("loading");
  readonly name = signal("");
  readonly said = signal<Said[]>([]);
  readonly dropped = signal<Dropped>({ often: 0, long: 0, odd: 0 });
  readonly unwritten = signal(0);
  /** What came of it when the app took the keyboard by itself; null when it did not, or is allowed to. */
  readonly grabbed = signal<Taken | null>(null);
  readonly whole = new WholePage();
  readonly height = signal(240);
  readonly input = signal("{}");
  readonly result = signal("");
  /** How many bytes the result has that is too long to be given. */
  readonly tooLong = signal<number | null>(null);
  #session: string;
  #target: ItemRef;
  #journal: Journal;
  #bridge: Bridge;
  #frame: AppFrame | null = null;
  #keyboard: Keyboard | null = null;
  #tool: unknown = null;
  #systemDark = signal(false);
  #holder: HTMLElement;
  #undo: (() => void)[] = [];
  #keys = 1;
  /** Whether the app itself changes how it is shown, right now. */
  #isOwnWish = false;

  constructor(session: string, target: ItemRef, uri: string, call: number | null, holder: HTMLElement) {
    this.uri = uri;
    this.#session = session;
    this.#target = target;
    this.#holder = holder;
    this.#journal = new Journal(session, uri, call, (count) => {
      this.unwritten.value += count;
    });
    this.#bridge = new Bridge({
      post: (text) => this.#frame?.post(text),
      wrote: (direction, text) => this.#journal.write(direction, text),
      context: () => this.context(),
      info: () => ({
        hostInfo: { name: "mcp-inspector", version: version.peek() },
        hostCapabilities: {
          openLinks: {},
          serverTools: {},
          serverResources: {},
          logging: {},
          sandbox: { permissions: {}, csp: this.shown.peek()?.domains ?? {} },
        },
      }),
      mode: () => mode.peek(),
      mayCall: (tool) => {
        const known = catalog.peek()?.tools?.items.find((one) => one.name === tool);
        return known === undefined || known.visibility.includes("app");
      },
      call: (method, params) => this.#call(method, params),
      tell: (told) => this.#told(told),
    });
  }

  /** Has the app made ready and loads it. */
  async open(signal: AbortSignal): Promise<void> {
    try {
      const [shown, detail] = await Promise.all([
        api.send<ShownApp>("POST", sessionPath(this.#session, "/apps"), JSON.stringify({ uri: this.uri })),
        this.#detail(signal),
      ]);
      if (signal.aborted) return;
      this.#tool = detail === null ? null : (valueOf(detail.raw) ?? null);
      this.shown.value = shown;
      this.#load(shown);
    } catch (thrown) {
      if (!signal.aborted) this.problem.value = problemOf(thrown);
    }
  }

  async #detail(signal: AbortSignal): Promise<ItemDetail | null> {
    const item = findItem(catalog.peek(), this.#target);
    return item === null ? null : fetchDetail(this.#session, this.#target, item, signal).catch(() => null);
  }

  #load(shown: ShownApp): void {
    const late = setTimeout(() => {
      if (this.phase.peek() === "loading") this.phase.value = "silent";
    }, PATIENCE_MS);
    this.#frame = new AppFrame(shown, `App of ${this.#target.key}`, {
      open: () => {
        clearTimeout(late);
        this.phase.value = "waiting";
      },
      message: (text) => this.#bridge.receive(text),
      dropped: (counts) => {
        const before = this.dropped.peek();
        this.dropped.value = {
          often: before.often + counts.often,
          long: before.long + counts.long,
          odd: before.odd + counts.odd,
        };
      },
    });
    const { element } = this.#frame;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const changed = (): void => {
      this.#systemDark.value = system.matches;
    };
    system.addEventListener("change", changed);
    this.#undo.push(
      () => system.removeEventListener("change", changed),
      () => clearTimeout(late),
      effect(() => {
        element.style.height = mode.value === "fullscreen" ? "100%" : `${this.height.value}px`;
      }),
      this.#follow(
        () => this.#isDark(),
        () => ({ theme: this.#isDark() ? "dark" : "light" }),
      ),
      this.#follow(
        () => mode.value,
        () => ({ displayMode: mode.peek(), containerDimensions: this.context()["containerDimensions"] }),
      ),
    );
    let before = mode.peek();
    this.#undo.push(
      mode.subscribe((now) => {
        if (now === "fullscreen") this.whole.settle();
        else if (before === "fullscreen" && !this.#isOwnWish) this.whole.left();
        before = now;
      }),
    );
    const keyboard = new Keyboard(element, mayTakeKeyboard.has(this.uri), (then) => {
      this.grabbed.value = then;
      if (then === "back") return;
      // It is not waited for: it would go on while it comes to its end.
      element.remove();
      void this.close("it takes the keyboard by itself");
    });
    this.#keyboard = keyboard;
    this.#undo.push(() => keyboard.end());
    this.#holder.append(element);
  }

  /** Tells the app what changed whenever `look` sees something else. */
  #follow(look: () => unknown, part: () => Record<string, unknown>): () => void {
    let before: { seen: unknown } | null = null;
    return effect(() => {
      const seen = look();
      if (before !== null && before.seen !== seen) this.#bridge.contextChanged(part());
      before = { seen };
    });
  }

  #isDark(): boolean {
    // Read, so that a change of the page's theme or the system's is followed.
    void settings.value.theme;
    void this.#systemDark.value;
    return theme.value === "page" ? isDark() : theme.value === "dark";
  }

  context(): Record<string, unknown> {
    return hostContext({
      theme: this.#isDark() ? "dark" : "light",
      mode: mode.peek(),
      width: this.#holder.clientWidth,
      tool: this.#tool,
    });
  }

  /** The arguments of the run that is shown. */
  async takeInput(run: Run): Promise<void> {
    const text = run.text === null ? await loggedInput(run).catch(() => null) : run.text.trim();
    this.sendInput(text === null || text === "" ? "{}" : text);
  }

  sendInput(text: string): void {
    this.input.value = text;
    this.#bridge.setInput(text);
  }

  /** What came of the run that is shown. A result that stays in the backend is fetched, as far as it can be given. */
  async takeEnd(end: End): Promise<void> {
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

  sendResult(text: string): void {
    this.result.value = text;
    this.#bridge.setResult(text);
  }

  sendContext(part: Record<string, unknown>): void {
    this.#bridge.contextChanged(part);
  }

  allows(wanted: DisplayMode): boolean {
    return this.#bridge.allows(wanted);
  }

  answerLink(said: Said & { is: "link" }, opened: boolean): void {
    this.said.value = this.said.value.filter((one) => one.key !== said.key);
    this.#bridge.answerLink(said.id, opened);
  }

  /** Lets the app have the keyboard whenever it likes. */
  allowKeyboard(): void {
    mayTakeKeyboard.add(this.uri);
    this.grabbed.value = null;
    this.#keyboard?.allow();
  }

  /** Ends the talk and takes the frame away. */
  async close(reason: string): Promise<void> {
    this.phase.value = "closed";
    mode.value = "inline";
    for (const undo of this.#undo.splice(0)) undo();
    await this.#frame?.retire(() => this.#bridge.close(reason));
    await this.#journal.written();
  }

  #told(told: Told): void {
    switch (told.is) {
      case "ready":
        this.phase.value = "ready";
        this.name.value = told.name;
        return;
      case "size":
        if (told.height !== null) this.height.value = Math.min(TALLEST, Math.max(LEAST_HEIGHT, Math.ceil(told.height)));
        return;
      case "mode":
        this.#wishes(told.mode);
        return;
      case "wants to close":
        void this.close("the app asked for it");
        return;
      default: {
        // Of the model's context only the newest counts.
        const others = told.is === "context" ? this.said.value.filter((one) => one.is !== "context") : this.said.value;
        const waiting = others.filter((one) => one.is === "link");
        const rest = [...others.filter((one) => one.is !== "link"), { ...told, key: this.#keys++ }];
        this.said.value = [...waiting, ...rest.slice(-MOST_SAID)].sort((a, b) => a.key - b.key);
      }
    }
  }

  #wishes(wanted: DisplayMode): void {
    if (wanted === "inline") this.whole.settle();
    if (wanted === mode.peek() || (wanted === "fullscreen" && !this.whole.wish(this.#keyboard?.isUsed() === true))) return;
    this.#isOwnWish = true;
    mode.value = wanted;
    this.#isOwnWish = false;
  }

  /** Asks the server on behalf of the app: a call like any other. */
  async #call(method: string, params: string): Promise<Reply> {
    // What the app asked for comes before the call in the log.
    await this.#journal.written();
    try {
      const body = objectText([
        ["method", JSON.stringify(method)],
        ["params", params],
      ]);
      const answer = await request("POST", sessionPath(this.#session, "/calls?wait=true"), { body });
      const report = await answer.text();
      const result = sliceAt(report, ["result"]);
      if (result !== null && result.length <= LONGEST_REPLY) return { result };
      const error = valueOf(sliceAt(report, ["error"]) ?? sliceAt(report, ["fault"]) ?? "null") as {
        code?: unknown;
        message?: unknown;
      } | null;
      const message = typeof error?.message === "string" ? error.message : "the result is too long for an app";
      return { error: { code: typeof error?.code === "number" ? error.code : -32000, message } };
    } catch (thrown) {
      return { error: { code: -32000, message: problemOf(thrown).message } };
    }
  }
}

/** The arguments of a run that another tab made, out of the log. */
async function loggedInput(run: Run): Promise<string | null> {
  if (run.row === null) return null;
  const frame = await requestFrame(run.session, run.row.seq);
  return frame === null ? null : textOfRequest(frame);
}
