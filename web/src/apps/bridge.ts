// Owns the host's side of the talk with an app (MCP Apps, 2026-01-26): what it is told and when, what of its wishes
// is done, refused or put before a person. Pure: the frame, the backend and the screen are handed in.
//
// Messages are JSON text, and what came from a server is passed on as it is spelled.
import { objectText, sliceAt, valueOf } from "../text/json";

export const PROTOCOL = "2026-01-26";

/** Requests to the server that an app may have under way, and links it may have a person asked about. */
const MOST_CALLS = 8;
const MOST_LINKS = 5;
/** How long an app may take to say that it can be closed. */
const TEARDOWN_MS = 500;

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INVALID_REQUEST = -32600;
const REFUSED = -32000;

export type DisplayMode = "inline" | "fullscreen";
export const MODES: readonly DisplayMode[] = ["inline", "fullscreen"];

export type Reply = { result: string } | { error: { code: number; message: string } };

/** What a person is shown of what an app says. */
export type Told =
  | { is: "ready"; name: string }
  | { is: "link"; id: string; url: string }
  | { is: "message"; json: string }
  | { is: "context"; json: string }
  | { is: "log"; level: string; json: string }
  | { is: "size"; height: number | null }
  | { is: "mode"; mode: DisplayMode }
  | { is: "wants to close" };

export interface Host {
  /** Hands a message to the app. */
  post(text: string): void;
  /** Writes down what was said. */
  wrote(direction: "in" | "out", text: string): void;
  /** What the app is told about where it is shown. */
  context(): Record<string, unknown>;
  /** Who the host is, and what it does for apps. */
  info(): { hostInfo: Record<string, unknown>; hostCapabilities: Record<string, unknown> };
  mode(): DisplayMode;
  /** Whether apps may call a tool. */
  mayCall(tool: string): boolean;
  /** Asks the server. */
  call(method: string, params: string): Promise<Reply>;
  tell(told: Told): void;
}

type Dict = Record<string, unknown>;

function isDict(value: unknown): value is Dict {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether an address is one that a browser may be sent to. */
export function isWebAddress(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url).protocol);
  } catch {
    return false;
  }
}

export class Bridge {
  #host: Host;
  #isReady = false;
  #input: string | null = null;
  #end: { method: "tool-result" | "tool-cancelled"; params: string } | null = null;
  /** What the app says it can be shown as; null when it does not say. */
  #modes: readonly unknown[] | null = null;
  #calls = 0;
  #links = new Set<string>();
  #next = 1;
  #waiting = new Map<string, () => void>();

  constructor(host: Host) {
    this.#host = host;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Something came from the app. */
  receive(text: string): void {
    this.#host.wrote("in", text);
    const message = valueOf(text);
    if (!isDict(message)) return;
    const id = sliceAt(text, ["id"]);
    const { method } = message;
    if (typeof method !== "string") {
      if (id !== null && ("result" in message || "error" in message)) this.#answered(id);
      return;
    }
    const params = isDict(message["params"]) ? message["params"] : {};
    if (id === null) {
      this.#notified(method, params, text);
      return;
    }
    // An id is a text or a number; anything else could not be told from no id.
    if (!/^["\-\d]/.test(id)) {
      this.#say(objectText([["jsonrpc", '"2.0"'], ["id", "null"], ["error", refusal(INVALID_REQUEST, "no such id")]]));
      return;
    }
    this.#asked(id, method, params, text);
  }

  /** The arguments of the call that the app shows, JSON text. */
  setInput(text: string): void {
    this.#input = text;
    if (this.#isReady) this.#tellInput();
  }

  /** The result of the call that the app shows, JSON text. */
  setResult(text: string): void {
    this.#end = { method: "tool-result", params: text };
    if (this.#isReady) this.#tellEnd();
  }

  /** The call that the app shows gave no result. */
  setCancelled(reason: string): void {
    this.#end = { method: "tool-cancelled", params: JSON.stringify({ reason }) };
    if (this.#isReady) this.#tellEnd();
  }

  /** What is different about where the app is shown. */
  contextChanged(part: Dict): void {
    if (this.#isReady) this.#notify("ui/notifications/host-context-changed", JSON.stringify(part));
  }

  /** Whether the app can be shown so, as far as it says. */
  allows(mode: string): boolean {
    return MODES.some((one) => one === mode) && (this.#modes === null || this.#modes.includes(mode));
  }

  /** A person decided about a link. */
  answerLink(id: string, opened: boolean): void {
    if (!this.#links.delete(id)) return;
    this.#reply(id, opened ? { result: "{}" } : { error: { code: REFUSED, message: "Link opening denied by user" } });
  }

  /** Tells the app that it will be closed, and waits until it agrees, for a moment. */
  async close(reason: string): Promise<void> {
    for (const id of [...this.#links]) this.answerLink(id, false);
    if (!this.#isReady) return;
    this.#isReady = false;
    const id = JSON.stringify(`host-${this.#next++}`);
    const answered = new Promise<void>((resolve) => this.#waiting.set(id, resolve));
    const params = JSON.stringify({ reason });
    this.#say(objectText([["jsonrpc", '"2.0"'], ["id", id], ["method", '"ui/resource-teardown"'], ["params", params]]));
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, TEARDOWN_MS))]);
    this.#waiting.delete(id);
  }

  #answered(id: string): void {
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }

  #notified(method: string, params: Dict, text: string): void {
    const json = sliceAt(text, ["params"]) ?? "{}";
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

  #asked(id: string, method: string, params: Dict, text: string): void {
    const json = sliceAt(text, ["params"]) ?? "{}";
    const wrong = (message: string): void => this.#reply(id, { error: { code: INVALID_PARAMS, message } });
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
          this.#reply(id, { error: { code: REFUSED, message: `the tool ${name} is not for apps (visibility)` } });
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
          this.#reply(id, { error: { code: REFUSED, message: "other links wait to be decided about" } });
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
        const { mode } = params;
        if (typeof mode === "string" && this.allows(mode)) this.#host.tell({ is: "mode", mode: mode as DisplayMode });
        this.#reply(id, { result: JSON.stringify({ mode: this.#host.mode() }) });
        return;
      }
      default:
        this.#reply(id, { error: { code: METHOD_NOT_FOUND, message: `there is no method ${method} for apps` } });
    }
  }

  #initialize(id: string, params: Dict): void {
    // An app that was loaded again begins anew.
    this.#isReady = false;
    const can = isDict(params["appCapabilities"]) ? params["appCapabilities"] : {};
    this.#modes = Array.isArray(can["availableDisplayModes"]) ? can["availableDisplayModes"] : null;
    const app = isDict(params["appInfo"]) ? params["appInfo"] : {};
    this.#host.tell({ is: "ready", name: typeof app["name"] === "string" ? app["name"] : "" });
    const result = { protocolVersion: PROTOCOL, ...this.#host.info(), hostContext: this.#host.context() };
    this.#reply(id, { result: JSON.stringify(result) });
  }

  async #pass(id: string, method: string, params: string): Promise<void> {
    if (this.#calls >= MOST_CALLS) {
      this.#reply(id, { error: { code: REFUSED, message: `${MOST_CALLS} requests are under way already` } });
      return;
    }
    this.#calls += 1;
    const reply = await this.#host.call(method, params);
    this.#calls -= 1;
    this.#reply(id, reply);
  }

  #tellInput(): void {
    if (this.#input !== null) this.#notify("ui/notifications/tool-input", objectText([["arguments", this.#input]]));
  }

  #tellEnd(): void {
    if (this.#end !== null) this.#notify(`ui/notifications/${this.#end.method}`, this.#end.params);
  }

  #notify(method: string, params: string): void {
    this.#say(objectText([["jsonrpc", '"2.0"'], ["method", JSON.stringify(method)], ["params", params]]));
  }

  #reply(id: string, reply: Reply): void {
    const said = "result" in reply ? reply.result : refusal(reply.error.code, reply.error.message);
    this.#say(objectText([["jsonrpc", '"2.0"'], ["id", id], ["result" in reply ? "result" : "error", said]]));
  }

  #say(text: string): void {
    this.#host.wrote("out", text);
    this.#host.post(text);
  }
}

function refusal(code: number, message: string): string {
  return JSON.stringify({ code, message });
}
