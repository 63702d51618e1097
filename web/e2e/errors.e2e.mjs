// Owns what can be done where something went wrong: runs are retried from their errors, connected again first where that
// is needed, and a server that misses a variable is given it by the Doctor.
import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { violations } from "./stage/axe.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

async function toTool(page, name) {
  await page.getByRole("treeitem", { name: new RegExp(`^${name}\\b`) }).first().click();
  await page.locator(".request .pane-title", { hasText: name }).waitFor();
}

async function run(page) {
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
}

test("an error links to its frames and is retried with what was sent", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  for (const [tool, word] of [
    ["refuse", "error 1050"],
    ["fail", "tool error"],
  ]) {
    await toTool(page, tool);
    await run(page);
    await page.locator(".result .verdict", { hasText: word }).waitFor();
    await page.locator(".run-links a").first().waitFor();
    const panel = page.locator("#result-panel");
    await panel.getByRole("button", { name: "Retry" }).click();
    await page.locator(".run-links a").nth(1).waitFor();
    await page.locator(".result .verdict", { hasText: word }).waitFor();
    await panel.getByRole("link", { name: "Its frames" }).click();
    await page.getByRole("region", { name: "Chosen row" }).filter({ hasText: "tools/call" }).waitFor();
    await page.goBack();
    await connected(page);
  }
});

test("Run without a connection offers to connect again, and runs then", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("once")]);
  await toTool(page, "say");
  const field = page.locator("#item-form :is(input, textarea)").first();
  await field.fill("one");
  await run(page);
  await page.locator("#result-panel").filter({ hasText: "said one" }).waitFor();
  await writeFile(join(backend.work, "broken"), "");
  const server = backend.processes().find((one) => /once\.mjs/.test(one.command) && !/--no-open/.test(one.command));
  process.kill(server.pid, "SIGKILL");
  const bar = page.locator(".notice-bar.warn");
  await bar.getByRole("button", { name: "Stop" }).click();
  await bar.getByRole("button", { name: "Reconnect" }).waitFor();
  await rm(join(backend.work, "broken"));
  await field.fill("two");
  await run(page);
  const problem = page.locator("#result-panel .problem");
  await problem.filter({ hasText: "NOT_CONNECTED" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await problem.getByRole("button", { name: "Reconnect and run" }).click();
  await page.locator("#result-panel").filter({ hasText: "said two" }).waitFor();
  await page.locator(".health .status.connected").waitFor();
});

test("a variable that a server misses is added by the Doctor, also to the config file", async (stage) => {
  const backend = await stage.backend(["--", ...stage.scripted("wants")]);
  const page = await stage.page(backend);
  // A question about the session that was replaced may be on its way in that moment.
  stage.allow(/console: .*status of 404.*\/timeline\/overview/);
  const doctor = page.locator(".doctor");
  await doctor.filter({ hasText: "it looks as if it misses the variable `WANTED_FOR_TESTS`" }).waitFor();
  assert.deepEqual(await violations(page), []);
  const field = doctor.getByLabel("WANTED_FOR_TESTS", { exact: true });
  assert.equal(await field.getAttribute("type"), "password");
  await field.fill("here now");
  await doctor.getByRole("button", { name: "Show", exact: true }).click();
  assert.equal(await field.getAttribute("type"), "text");
  await doctor.getByRole("button", { name: "Add WANTED_FOR_TESTS and retry" }).click();
  await connected(page);
  await page.locator(".health", { hasText: /pid \d+/ }).waitFor();
  await toTool(page, "tell");
  await run(page);
  await page.locator("#result-panel").filter({ hasText: "it is here now" }).waitFor();
  assert.equal((await backend.sessions()).length, 1, "it took the place of the one that failed");

  const [command, ...args] = stage.scripted("wants");
  const added = { name: "kept", transport: "stdio", command, args, env: { OTHER: "1" } };
  await backend.api("/config", { method: "POST", body: JSON.stringify(added) });
  await page.evaluate(() => void (location.hash = "#/"));
  await page.getByRole("button", { name: "Connect to kept" }).click();
  await doctor.getByLabel("WANTED_FOR_TESTS", { exact: true }).fill("for good");
  await doctor.getByLabel("also in the config file").check();
  await doctor.getByRole("button", { name: "Add WANTED_FOR_TESTS and retry" }).click();
  await connected(page);
  const file = JSON.parse(await readFile(join(backend.work, "mcp.json"), "utf8"));
  assert.match(JSON.stringify(file), /"OTHER":"1","WANTED_FOR_TESTS":"for good"/);
});
