// Owns one backend: the binary with a home, working directory, data and token of its own, from its ready line to
// its end. Afterwards nothing that it started may be running.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readlinkSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary } from "./places.mjs";

const READY_MS = 30_000;
const END_MS = 10_000;

export class Backend {
  folder = mkdtempSync(join(tmpdir(), "mcp-inspector-e2e-"));
  token = `e2e-${randomUUID()}`;
  origin = null;
  stderr = "";
  /** Whether the page is the one that is built in, also where MCPI_WEB_DIST names another. */
  #isBuiltIn;
  #child = null;
  #ended = null;

  constructor({ isBuiltIn = false } = {}) {
    this.#isBuiltIn = isBuiltIn;
  }

  get home() {
    return join(this.folder, "home");
  }

  get work() {
    return join(this.folder, "work");
  }

  get port() {
    return Number(new URL(this.origin).port);
  }

  /** The link that the binary printed. */
  get link() {
    return `${this.origin}/#token=${this.token}`;
  }

  /** Where it keeps its files: nowhere that it would by itself. */
  places() {
    return ["--data-dir", join(this.folder, "data")];
  }

  environment() {
    const { PATH, LANG, MCPI_WEB_DIST } = process.env;
    return {
      PATH,
      HOME: this.home,
      XDG_STATE_HOME: join(this.home, "state"),
      XDG_CONFIG_HOME: join(this.home, "config"),
      ...(LANG === undefined ? {} : { LANG }),
      ...(MCPI_WEB_DIST === undefined || this.#isBuiltIn ? {} : { MCPI_WEB_DIST }),
    };
  }

  /** Starts it and waits for the ready line. */
  async start(args = [], port = 0) {
    await mkdir(this.home, { recursive: true });
    await mkdir(this.work, { recursive: true });
    const flags = ["--no-open", "--port", String(port), ...this.places()];
    const child = spawn(binary, [...flags, ...args], {
      cwd: this.work,
      env: { ...this.environment(), MCPI_TOKEN: this.token },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
    child.stderr.setEncoding("utf8").on("data", (text) => {
      this.stderr = (this.stderr + text).slice(-20_000);
    });
    this.origin = await new Promise((resolve, reject) => {
      let told = "";
      const timer = setTimeout(() => reject(new Error(`no ready line within 30 s\n${this.stderr}`)), READY_MS);
      child.once("error", reject);
      child.once("exit", (code) => {
        clearTimeout(timer);
        reject(new Error(`the backend ended with code ${code} before it was ready\n${this.stderr}`));
      });
      child.stdout.setEncoding("utf8").on("data", (text) => {
        told += text;
        const ready = /ready at (http:\/\/[^/\s]+)\//.exec(told);
        if (ready === null) return;
        clearTimeout(timer);
        resolve(ready[1]);
      });
    });
    return this;
  }

  /** A request as the owner of the token makes it. */
  async api(path, init = {}) {
    const response = await fetch(this.origin + path, {
      ...init,
      headers: { "X-Session-Token": this.token, "Content-Type": "application/json", ...init.headers },
    });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) };
  }

  /** The origin on which apps of servers are shown, as the page's policy names it. */
  async appsOrigin() {
    const { headers } = await fetch(`${this.origin}/`);
    return /frame-src ([^;]+)/.exec(headers.get("content-security-policy"))[1];
  }

  async sessions() {
    const body = (await this.api("/api/sessions")).json();
    return Array.isArray(body) ? body : body.sessions;
  }

  /** The state of a session as pages are told it: the first that comes over the stream of a tab. */
  async state(id) {
    const abort = new AbortController();
    const path = `/api/watch?session=${encodeURIComponent(id)}`;
    const answer = await fetch(this.origin + path, { headers: { "X-Session-Token": this.token }, signal: abort.signal });
    let text = "";
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      text += piece;
      const found = /^event: ?session\ndata: ?(.*)\n/m.exec(text) ?? /^data: ?(.*)\nevent: ?session\n/m.exec(text);
      if (found === null) continue;
      abort.abort();
      return JSON.parse(found[1]);
    }
    throw new Error(`no state of ${id}:\n${text}`);
  }

  /** The first session, once it is connected and its lists are there. */
  async ready() {
    const until = performance.now() + READY_MS;
    for (;;) {
      const [session] = await this.sessions();
      const view = session?.phase === "ready" ? (await this.api(`/api/sessions/${session.id}/view`)).json() : null;
      const offered = Object.keys(view?.server?.capabilities ?? {});
      const lists = ["tools", "prompts", "resources"].filter((name) => offered.includes(name));
      if (view !== null && lists.every((name) => view.catalog[name]?.complete)) return session;
      if (performance.now() > until) throw new Error(`not connected within 30 s: ${JSON.stringify(session)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Ends it as a user would, or at once as a crash would. */
  async stop(signal = "SIGTERM") {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    child.kill(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), END_MS);
    const { code } = await this.#ended;
    clearTimeout(late);
    if (signal === "SIGTERM" && code !== 0) throw new Error(`the backend ended with code ${code}\n${this.stderr}`);
  }

  /** Processes that work below the folder of this test: servers, and what those started. */
  processes() {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const cwd = readlinkSync(`/proc/${pid}/cwd`);
          if (!cwd.startsWith(this.folder)) return [];
          const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
          return [{ pid: Number(pid), command }];
        } catch {
          return [];
        }
      });
  }

  /** Ends it and takes everything away; what is still running then is a mistake. */
  async end() {
    const stopped = await this.stop().then(
      () => null,
      (thrown) => thrown,
    );
    const until = performance.now() + END_MS;
    let left = this.processes();
    while (left.length > 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      left = this.processes();
    }
    for (const one of left) process.kill(one.pid, "SIGKILL");
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
    if (left.length > 0) throw new Error(`left running: ${left.map((one) => `${one.pid} ${one.command}`).join("; ")}`);
    if (stopped !== null) throw stopped;
  }
}
