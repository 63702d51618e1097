// Owns what one test stands on: backends, browser contexts and pages, and the watch over them. A console error, a
// page error, a violation of the content security policy or a request to anyone but the backend fails the test.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Backend } from "./backend.mjs";
import { openBrowser } from "./browser.mjs";
import { Hands, Witness } from "./hands.mjs";
import { everything, ownServers, shots } from "./places.mjs";

/** Thrown by a test that cannot run here. */
export class Skipped extends Error {}

const DEFAULT_MS = 20_000;

export class Stage {
  name;
  /** What went wrong on any page. */
  complaints = [];
  #backends = [];
  #contexts = [];
  #allowed = [];
  #witness = new Witness();
  #hands = [];

  constructor(name) {
    this.name = name;
  }

  /** A backend, started with these arguments. */
  async backend(args = [], options = {}, backend = new Backend(options)) {
    this.#backends.push(backend);
    return backend.start(args);
  }

  /** The command line of server-everything. */
  everything() {
    if (everything === null) throw new Skipped("server-everything is not installed (MCPI_SERVERS)");
    return [process.execPath, everything, "stdio"];
  }

  /** The command line of a scripted server of these tests. */
  scripted(name, ...args) {
    return [process.execPath, join(ownServers, `${name}.mjs`), ...args.map(String)];
  }

  /** Complaints of this form are part of what the test provokes. */
  allow(pattern) {
    this.#allowed.push(pattern);
  }

  /** A fresh browser context whose pages may talk to these origins only. */
  async context(origins, options = {}) {
    const browser = await openBrowser();
    const context = await browser.newContext({
      viewport: { width: 1400, height: 900 },
      colorScheme: "light",
      reducedMotion: "reduce",
      ...options,
    });
    context.setDefaultTimeout(DEFAULT_MS);
    this.#contexts.push(context);
    context.on("request", (request) => {
      const url = request.url();
      if (/^(data|blob):/.test(url)) return;
      if (!origins.includes(new URL(url).origin)) this.#complain(`foreign request: ${request.method()} ${url}`);
    });
    context.on("console", (message) => {
      if (message.type() === "error") this.#complain(`console: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.#complain(`page error: ${error.error().stack ?? error.error()}`));
    await this.#witness.watch(context);
    await context.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => {
        console.error(`violates the content security policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    return context;
  }

  /** The page of a backend, opened by its link, in a context of its own unless one is given; `apps` may be shown. */
  async page(backend, { context, apps = false, ...options } = {}) {
    const origins = [backend.origin, ...(apps ? [await backend.appsOrigin()] : [])];
    const within = context ?? (await this.context(origins, options));
    const page = await within.newPage();
    await page.goto(backend.link);
    await page.waitForFunction(() => !location.hash.includes("token"));
    return page;
  }

  /** A backend that is connected to a server, and the page that shows it. */
  async open(args, options = {}) {
    const backend = await this.backend(args);
    const page = await this.page(backend, options);
    await connected(page);
    return { backend, page, hands: this.hands(page) };
  }

  /** The hands of somebody who has this page and no mouse. */
  hands(page) {
    const hands = new Hands(page, this.#witness);
    this.#hands.push(hands);
    return hands;
  }

  /** Fails when anything was done past the hands of this test. */
  async checkHands() {
    for (const hands of this.#hands) await hands.check(this.name);
  }

  async shot(page, name) {
    await mkdir(shots, { recursive: true });
    await page.screenshot({ path: join(shots, `${name}.png`) });
  }

  #complain(text) {
    if (!this.#allowed.some((pattern) => pattern.test(text))) this.complaints.push(text);
  }

  /** Fails when any page complained. */
  checkPages() {
    if (this.complaints.length === 0) return;
    const shown = this.complaints.slice(0, 10).map((one) => `\n  ${one}`);
    throw new Error(`${this.complaints.length} complaints of pages:${shown.join("")}`);
  }

  /** Leaves pictures of what was on the screen when the test failed, and says what pages complained about. */
  async explain() {
    let number = 0;
    for (const page of this.#contexts.flatMap((context) => context.pages())) {
      number += 1;
      await this.shot(page, `failed-${this.name.replace(/\W+/g, "-").slice(0, 60)}-${number}`);
    }
    for (const line of this.complaints.slice(0, 10)) console.log(`      page: ${line}`);
  }

  /** Ends all of it; fails when something cannot be ended. */
  async end() {
    const ends = [...this.#contexts.map((one) => one.close()), ...this.#backends.map((one) => one.end())];
    const failed = (await Promise.allSettled(ends)).find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }
}

/** Waits until the page shows a connected server and its lists. */
export async function connected(page) {
  await page.locator(".health .status.connected").waitFor();
  await page.locator('[role="treeitem"][aria-level="2"]').first().waitFor();
}

/** Waits until something that no page shows holds, and gives it. */
export async function until(look, what = look.toString()) {
  const end = performance.now() + DEFAULT_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
