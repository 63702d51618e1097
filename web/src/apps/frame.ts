// Owns the frame in which an app is shown: a page of another origin that embeds the app. Only what comes from that
// window and that origin is heard.
import type { ShownApp } from "../contract";
import { valueOf } from "../text/json";

/** Messages that are longer than the sandbox passes on come from something else. */
const LONGEST = 1_100_000;

export interface Dropped {
  often: number;
  long: number;
  odd: number;
}

export interface FrameEvents {
  /** The sandbox is there. */
  open(): void;
  message(text: string): void;
  dropped(counts: Dropped): void;
}

/** Elements that are moved as they are, so that a frame in them is not loaded again. */
type Movable = Element & { moveBefore?(node: Node, child: Node | null): void };

export class AppFrame {
  readonly element: HTMLIFrameElement;
  #origin: string;
  #events: FrameEvents;

  constructor(shown: ShownApp, title: string, events: FrameEvents) {
    this.#origin = shown.origin;
    this.#events = events;
    const element = document.createElement("iframe");
    element.title = title;
    // The origin is not ours, so the frame may keep it; the app inside has none. Forms are heard of and go nowhere.
    element.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
    element.setAttribute("allow", "");
    element.setAttribute("referrerpolicy", "no-referrer");
    element.src = `${shown.sandbox}#${encodeURIComponent(location.origin)}`;
    this.element = element;
    addEventListener("message", this.#heard);
  }

  post(text: string): void {
    this.element.contentWindow?.postMessage(text, this.#origin);
  }

  /** Takes the frame off the screen, lets the app come to its end, and takes it away. */
  async retire(end: () => Promise<void>): Promise<void> {
    // The pane is about to go; elsewhere in the page the app can still hear that it ends.
    const body: Movable = document.body;
    if (this.element.isConnected && body.moveBefore !== undefined) {
      this.element.hidden = true;
      body.moveBefore(this.element, null);
    }
    await end();
    removeEventListener("message", this.#heard);
    this.element.remove();
  }

  #heard = (event: MessageEvent): void => {
    if (event.source === null || event.source !== this.element.contentWindow || event.origin !== this.#origin) return;
    const text: unknown = event.data;
    if (typeof text !== "string" || text.length > LONGEST) return;
    const sandbox = /^\{"jsonrpc":"2.0","method":"ui\/notifications\/sandbox-([a-z-]+)"/.exec(text)?.[1];
    if (sandbox === undefined) this.#events.message(text);
    else if (sandbox === "proxy-ready") {
      this.#events.open();
      this.post('{"jsonrpc":"2.0","method":"ui/notifications/sandbox-resource-ready","params":{}}');
    } else if (sandbox === "dropped") this.#events.dropped((valueOf(text) as { params: Dropped }).params);
  };
}
