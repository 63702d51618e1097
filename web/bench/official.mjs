// Owns the official Inspector's page as a contestant: how it is started, where on it things are, and when it shows them.
// It was looked at in version 2.12.0; the places may be others in a later one.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readlinkSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const READY_MS = 60_000;
const END_MS = 5000;

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The processes that work below this folder: its own, and the MCP server it started. */
function processesIn(folder) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    })
    .map(Number);
}

class OfficialBackend {
  #command;
  #folder = mkdtempSync(join(tmpdir(), "mcp-inspector-bench-"));
  #child = null;

  constructor(command) {
    this.#command = command;
  }

  /** Starts it for this server, and gives the address that it tells. */
  async start(server) {
    const [home, work] = [join(this.#folder, "home"), join(this.#folder, "work")];
    await mkdir(home);
    await mkdir(work);
    const [program, ...args] = this.#command;
    const child = spawn(program, [...args, "--web", ...server], {
      cwd: work,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        CLIENT_PORT: String(await freePort()),
        MCP_SANDBOX_PORT: String(await freePort()),
        MCP_AUTO_OPEN_ENABLED: "false",
        MCP_INSPECTOR_SECRET_STORE: "memory",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    return new Promise((resolve, reject) => {
      let told = "";
      const timer = setTimeout(() => reject(new Error(`it told no address within 60 s\n${told}`)), READY_MS);
      const read = (text) => {
        told += text;
        const found = /(http:\/\/\S+TOKEN=\w+)/.exec(told);
        if (found === null) return;
        clearTimeout(timer);
        resolve(found[1]);
      };
      child.stdout.setEncoding("utf8").on("data", read);
      child.stderr.setEncoding("utf8").on("data", read);
      child.once("error", reject);
      child.once("exit", (code) => {
        clearTimeout(timer);
        reject(new Error(`the official Inspector ended with code ${code}\n${told}`));
      });
    });
  }

  async end() {
    this.#child?.kill("SIGTERM");
    const until = performance.now() + END_MS;
    while (processesIn(this.#folder).length > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 50));
    for (const pid of processesIn(this.#folder)) process.kill(pid, "SIGKILL");
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

class OfficialPage {
  constructor(page) {
    this.page = page;
  }

  #tab(name) {
    return this.page.locator("label", { hasText: new RegExp(`^${name}$`) }).first();
  }

  async connect() {
    await this.page.getByRole("switch", { name: /Connect or disconnect/ }).click({ force: true });
    await this.#tab("Tools").waitFor();
    await this.#tab("Tools").click();
    await this.page.locator("button.list-item").first().waitFor();
  }

  async leaveTools() {
    await this.#tab("Servers").click();
    await this.page.locator('[data-testid="tools-screen"]').waitFor({ state: "hidden" });
  }

  openTools() {
    return {
      event: "click",
      act: () => this.#tab("Tools").click(),
      shown: () => {
        const first = document.querySelector("button.list-item");
        return first !== null && first.getBoundingClientRect().height > 0;
      },
    };
  }

  async focusFilter() {
    await this.page.getByPlaceholder("Search tools...").focus();
  }

  filtered(some) {
    return {
      event: "input",
      shown: (wanted) => document.querySelectorAll("button.list-item").length === wanted,
      given: some,
    };
  }

  chooseTool(name, number) {
    return {
      event: "click",
      act: () => this.page.locator("button.list-item", { hasText: name }).first().click(),
      shown: (wanted) => {
        const detail = document.querySelector('[data-testid="tools-screen"]')?.lastElementChild;
        const field = detail?.querySelector("input[type=text]");
        return detail?.textContent.includes(`thing number ${wanted} `) && field?.value === String(wanted);
      },
      given: number,
    };
  }

  async prepareRun(tool, fields) {
    // The result of the call before stands where the form was.
    const close = this.page.getByRole("button", { name: "Close results" });
    if (await close.isVisible()) await close.click();
    else await this.page.locator("button.list-item", { hasText: tool }).first().click();
    await this.page.getByRole("button", { name: "Execute Tool" }).waitFor();
    for (const [name, value] of Object.entries(fields)) {
      await this.page.getByRole("textbox", { name }).first().fill(String(value));
    }
  }

  #run() {
    return { event: "click", act: () => this.page.getByRole("button", { name: "Execute Tool" }).click() };
  }

  callAnswered(text) {
    return {
      ...this.#run(),
      shown: (wanted) => {
        const result = document.querySelector('button[aria-label="Close results"]')?.closest('[data-variant="preview"]');
        return result?.textContent.includes(wanted);
      },
      given: text,
    };
  }

  resultShown(text) {
    return {
      ...this.#run(),
      shown: (wanted) => {
        let line = document.querySelector('[data-variant="preview"] .ace_text-layer')?.firstElementChild;
        for (let number = 0; line && number < 20; number += 1, line = line.nextElementSibling) {
          if (line.textContent.includes(wanted)) return true;
        }
        return false;
      },
      given: text,
    };
  }

  /** Its panel of log messages, newest first, is what it shows at the start. */
  burstShown(count) {
    return {
      ...this.#run(),
      shown: ([answer, last]) => {
        const result = document.querySelector('button[aria-label="Close results"]')?.closest('[data-variant="preview"]');
        if (!result?.textContent.includes(answer)) return false;
        const line = document.querySelector('[data-variant="panel"] p[data-variant="consoleLine"][data-size="sm"]');
        return line?.textContent === last;
      },
      given: [`sent ${count}`, `message ${count} of ${count}`],
    };
  }

  /** The panel that tells how long calls took. */
  async watchMessages() {
    await this.#tab("Protocol").click();
    await this.page.getByRole("heading", { name: "Messages" }).waitFor();
  }

  async toldLatency() {
    const text = await this.page
      .locator('[data-variant="panel"] [data-variant="inset"]', { hasText: "tools/call" })
      .first()
      .textContent();
    const [, value, unit] = /([\d.]+)\s?(ms|s)OK/.exec(text);
    return Number(value) * { ms: 1, s: 1000 }[unit];
  }
}

/** The contestant, started by this command. */
export function official(command) {
  return { name: "official", backend: () => new OfficialBackend(command), Page: OfficialPage };
}
