// Owns one browser with one page, fresh for each measurement, and what its debugger tells of it: the processor time of
// its renderer, its heap. A page that hangs must not hang the benchmark, so the browser is a process that can be killed.
import { chromium as playwright } from "playwright-core";
import { chromium } from "../e2e/stage/places.mjs";
import { within } from "./patience.mjs";
import { installStopwatch } from "./stopwatch.mjs";

const ARGS = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Whoever asks a foreign host is told at once that there is none, so no one waits for the network.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
/** The benchmark ends browsers itself, with everything else. */
const SIGNALS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
const CLOSE_MS = 3000;

export class Window {
  page = null;
  #server;
  #browser;
  #debugger = null;

  static async open() {
    const window = new Window();
    window.#server = await playwright.launchServer({ executablePath: chromium, args: ARGS, headless: true, ...SIGNALS });
    window.#browser = await playwright.connect(window.#server.wsEndpoint());
    window.version = window.#browser.version();
    return window;
  }

  /** A page without cookies, cache or anything else of the pages before it. */
  async freshPage() {
    await this.page?.context().close();
    const context = await this.#browser.newContext({
      viewport: { width: 1400, height: 900 },
      colorScheme: "light",
      reducedMotion: "reduce",
    });
    context.setDefaultTimeout(30_000);
    await context.addInitScript(installStopwatch);
    this.page = await context.newPage();
    this.#debugger = await context.newCDPSession(this.page);
    return this.page;
  }

  get debugger() {
    return this.#debugger;
  }

  /** Seconds of processor time that the renderers have used. */
  async rendererSeconds() {
    const session = await this.#browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    return processInfo.filter((one) => one.type === "renderer").reduce((sum, one) => sum + one.cpuTime, 0);
  }

  /** Bytes of JavaScript that are still in use. */
  async heap() {
    await this.#debugger.send("HeapProfiler.collectGarbage");
    return (await this.#debugger.send("Runtime.getHeapUsage")).usedSize;
  }

  async nodes() {
    return this.page.evaluate(() => document.querySelectorAll("*").length);
  }

  async end() {
    await within(CLOSE_MS, "closing", this.#browser.close()).catch(() => undefined);
    await within(CLOSE_MS, "closing", this.#server.close()).catch(() => this.#server.kill());
  }
}
