// Owns what comes in crowds: tabs, questions, and the parts of a schema.
import assert from "node:assert/strict";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

/** A browser gives all tabs of one address six connections. */
const TABS = 7;

async function run(page, tool, fields) {
  await page.evaluate((name) => {
    location.hash = `${location.hash.split("/").slice(0, 3).join("/")}/explore/tool/${name}`;
  }, tool);
  await page.locator(".request .pane-title", { hasText: tool }).waitFor();
  for (const [name, value] of Object.entries(fields)) {
    await page.locator("#item-form").getByLabel(name, { exact: false }).first().fill(value);
  }
  await page.getByRole("button", { name: /^Run/ }).click();
}

test("more tabs than a browser has connections all work", async (stage) => {
  const backend = await stage.backend(["--demo"]);
  const context = await stage.context([backend.origin]);
  const tabs = [];
  for (let number = 0; number < TABS; number += 1) {
    const page = await stage.page(backend, { context });
    await connected(page);
    tabs.push(page);
  }
  for (const [number, page] of tabs.entries()) {
    await run(page, "echo", { message: `from tab ${number}` });
    await page.locator("#result-panel").filter({ hasText: `from tab ${number}` }).waitFor();
  }
  // Those without a stream hear of what the others did all the same.
  for (const page of tabs) await page.locator(".tl-row", { hasText: "echo" }).nth(TABS - 1).waitFor();
});

test("a tab that is opened by the address alone gets the token from another one", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await connected(other);
  assert.equal(new URL(other.url()).origin, backend.origin);
  // Where there is no other tab there is no token either.
  stage.allow(/console: .*status of 401/);
  const stranger = await (await stage.context([backend.origin])).newPage();
  await stranger.goto(page.url());
  await stranger.locator(".notice-bar.bad", { hasText: "This tab has no token" }).waitFor();
});

test("hundreds of questions at once are a few cards, and can be declined together", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("crowd")]);
  await run(page, "ask", { count: "400" });
  await page.getByRole("button", { name: "Inbox 400" }).click();
  const drawer = page.locator("#inbox");
  await drawer.locator(".card:not(.over)").first().waitFor();
  assert.ok((await drawer.locator(".card:not(.over)").count()) <= 10);
  assert.ok((await page.evaluate(() => document.querySelectorAll("*").length)) < 3000);
  await drawer.getByRole("button", { name: "Decline all 400" }).click();
  await page.getByRole("button", { name: "Inbox", exact: true }).waitFor({ timeout: 90_000 });
  assert.equal(await page.locator("#item-form").getByLabel("count").first().inputValue(), "400", "it is still there");
});

test("a schema whose parts double at each level is opened, and its tool can be run", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("crowd")]);
  await run(page, "doubling", {});
  await page.getByRole("button", { name: "Send anyway" }).click();
  await page.locator("#result-panel").filter({ hasText: "taken" }).waitFor();
});

test("a tool that can only be a task is run as one", async (stage) => {
  const { page } = await stage.open(["--", ...stage.everything()]);
  await run(page, "simulate-research-query", { topic: "tides" });
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor({ timeout: 60_000 });
  const options = page.locator(".options summary");
  assert.match(await options.textContent(), /as a task/);
});
