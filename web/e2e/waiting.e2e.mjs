// Owns what is seen while something is on its way, or did not come: steps of connecting, rows that stand for others,
// and the Doctor of a server that keeps silent.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { Eye } from "./stage/eye.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

/** A port that takes connections and never says a word, while `work` runs. */
async function withSilence(work) {
  const open = new Set();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(server.address().port);
  } finally {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

const openNow = (page) => page.locator("section[aria-labelledby=open-now]");

test("Connect shows the steps of a server that takes its time, cancels it, and connects it again", (stage) =>
  withSilence(async (port) => {
    const backend = await stage.backend();
    const page = await stage.page(backend);
    await page.locator("#connect-field").fill(`http://127.0.0.1:${port}/mcp`);
    await page.locator("#connect-field").press("Enter");
    await page.locator(".notice-bar", { hasText: /Connecting\s*start/ }).waitFor();
    await page.evaluate(() => {
      location.hash = "#/";
    });
    const row = openNow(page).locator("li");
    await row.getByText(/initialize .*s…/).waitFor();
    const eye = new Eye(stage, page, "light-1400");
    await eye.look("connecting");
    await row.getByRole("button", { name: /^Cancel/ }).click();
    await row.getByRole("button", { name: /^Reconnect/ }).waitFor();
    await eye.look("disconnected");
    eye.verdict(2);
    await row.getByRole("button", { name: /^Reconnect/ }).click();
    await row.getByRole("button", { name: /^Cancel/ }).waitFor();
  }));

test("the Doctor of a server that keeps silent says at which step, and that of a process has its pid", (stage) =>
  withSilence(async (port) => {
    const backend = await stage.backend();
    const opened = async (target) => {
      const body = JSON.stringify({ target, options: { timeouts: { connection: 1500 } } });
      return (await backend.api("/api/sessions", { method: "POST", body })).json().id;
    };
    const page = await stage.page(backend);
    const steps = async (id) => {
      await page.evaluate((id) => {
        location.hash = `#/s/${id}/explore`;
      }, id);
      await page.locator(".doctor .steps li.bad").waitFor();
      return page.locator(".doctor .steps li").evaluateAll((rows) =>
        rows.map((row) => `${row.querySelector(".sign").textContent.trim()} ${row.querySelector(".step-name").firstChild.textContent.trim()}`),
      );
    };
    const plain = await steps(await opened({ url: `http://127.0.0.1:${port}/mcp` }));
    assert.deepEqual(plain, ["✓ name found", "✓ connected", "✗ answered", "· logged in", "· speaks MCP"]);
    const secret = await steps(await opened({ url: `https://127.0.0.1:${port}/mcp` }));
    assert.deepEqual(secret.slice(0, 2), ["✓ name found", "✗ connected, encrypted"]);
    await steps(await opened({ command: "sh", args: ["-c", "echo loading models... >&2; exec sleep 60"] }));
    await page.locator(".doctor .steps li", { hasText: /^✓\s*started.*pid \d+/ }).waitFor();
    // What it wrote until then is the best clue there is.
    await page.getByLabel("stderr", { exact: true }).filter({ hasText: "loading models..." }).waitFor();
    await stage.shot(page, "doctor-pid");
  }));

test("rows stand for a list that takes more than a moment, also where nothing moves", async (stage) => {
  const backend = await stage.backend(["--demo"]);
  const session = await backend.ready();
  const context = await stage.context([backend.origin]);
  let release = () => undefined;
  const held = new Promise((resolve) => (release = resolve));
  await context.route("**/catalog", async (route) => {
    await held;
    await route.continue();
  });
  const page = await stage.page(backend, { context });
  await page.locator(".tree-note .skeleton").first().waitFor();
  const delay = await page.locator(".tree-note.late").first().evaluate((one) => getComputedStyle(one).animationDuration);
  assert.equal(delay, "0.15s");
  await stage.shot(page, "skeleton");
  release();
  await connected(page);
  await page.locator(".tree-note .skeleton").first().waitFor({ state: "detached" });
  assert.ok(session.id);
});
