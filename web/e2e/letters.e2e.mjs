// Owns letters as keys where they mean what is looked at: in documents, in the timeline and its statistics, in the palette.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { violations } from "./stage/axe.mjs";
import { view } from "./stage/eye.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

/** Calls a tool of the first session, without the page. */
async function call(backend, id, name, args) {
  const body = JSON.stringify({ method: "tools/call", params: { name, arguments: args } });
  const response = await backend.api(`/api/sessions/${id}/calls?wait=true`, { method: "POST", body });
  assert.ok(response.status < 300, response.text);
}

const rows = (page) => page.locator("#pane-4 .tl-row:not(.tl-head)");

test("on the timeline D puts a call beside the one before it, and T tells times in another way", async (stage) => {
  const { backend, page, hands } = await stage.open(["--demo"]);
  const id = await page.evaluate(() => location.hash.split("/")[2]);
  for (const message of ["first", "second"]) await call(backend, id, "echo", { message });
  await view(page, "timeline?filter=method:tools/call");
  await rows(page).nth(1).waitFor();
  await page.locator("#pane-4 [role=grid]").focus();
  await hands.press("End");
  await page.locator("#pane-5 .row-detail").waitFor();
  await hands.press("Shift+D");
  const pair = page.locator('#pane-5[aria-label="Comparison of two rows"]');
  await pair.locator(".removed", { hasText: "first" }).waitFor();
  await pair.locator(".added", { hasText: "second" }).waitFor();
  assert.match(page.url(), /timeline/, "it is compared right there");
  await hands.press("Escape");
  await pair.waitFor({ state: "detached" });
  await hands.press("k");
  await hands.press("Shift+D");
  await page.getByText("there is no run before this one").waitFor();

  const first = rows(page).first().locator(".tl-time");
  assert.match(await first.textContent(), /^\d\d:\d\d:\d\d\.\d{3}$/);
  await hands.press("Shift+T");
  await page.locator(".tl-head", { hasText: "since start" }).waitFor();
  await hands.press("Control+k");
  await hands.type("times by");
  await hands.press("Enter");
  await page.locator(".tl-head", { hasText: "since last" }).waitFor();
  assert.deepEqual(await violations(page), []);
});

test("statistics follow what happens while they are open", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  const id = await page.evaluate(() => location.hash.split("/")[2]);
  await view(page, "timeline?view=stats");
  const count = page.locator(".stats tr", { hasText: "tools/call" }).locator("td").first();
  await page.locator(".stats tr", { hasText: "tools/list" }).first().waitFor();
  assert.equal(await count.count(), 0);
  for (const message of ["one", "two"]) await call(backend, id, "echo", { message });
  await page.waitForFunction(() => [...document.querySelectorAll(".stats tr")].some((row) => /tools\/call\s*2/.test(row.textContent)));
});

test("j, k, gg and G move through a long answer that has the focus", async (stage) => {
  const { backend, page, hands } = await stage.open(["--demo"]);
  const id = await page.evaluate(() => location.hash.split("/")[2]);
  await call(backend, id, "echo", { message: Array.from({ length: 80 }, (_, line) => `line ${line}`).join("\n") });
  await view(page, "timeline?filter=method:tools/list");
  await rows(page).first().click();
  await page.locator("#pane-5 [role=tab]", { hasText: "response" }).click();
  const tree = page.locator("#pane-5 [role=tree]");
  await tree.focus();
  const at = () => page.locator("#pane-5 .json-at").evaluate((one) => Number(one.id.split("-").at(-1)));
  for (const key of ["j", "j", "k"]) await hands.press(key);
  assert.equal(await at(), 1);
  await hands.press("Shift+G");
  await page.waitForFunction(() => Number(document.querySelector("#pane-5 .json-at")?.id.split("-").at(-1)) > 50);
  await page.locator("#pane-5 .json-at").waitFor();
  await hands.press("g");
  await hands.press("g");
  await page.waitForFunction(() => Number(document.querySelector("#pane-5 .json-at")?.id.split("-").at(-1)) === 0);
  assert.match(page.url(), /timeline/, "nobody was led elsewhere");
});

test("letters scroll whatever else can be read and has the focus", async (stage) => {
  const { page, hands } = await stage.open(["--demo"], { viewport: { width: 1400, height: 300 } });
  await view(page, "timeline?view=stats");
  await page.locator(".stats table").first().waitFor();
  await page.locator(".stats").focus();
  const moved = (how) => page.waitForFunction(how);
  await hands.press("j");
  await moved(() => document.querySelector(".stats").scrollTop > 0);
  await hands.press("Shift+G");
  await moved(() => {
    const { scrollTop, clientHeight, scrollHeight } = document.querySelector(".stats");
    return scrollTop + clientHeight >= scrollHeight - 2;
  });
  await hands.press("k");
  await moved(() => {
    const { scrollTop, clientHeight, scrollHeight } = document.querySelector(".stats");
    return scrollTop + clientHeight < scrollHeight - 2;
  });
  await hands.press("g");
  await hands.press("g");
  await moved(() => document.querySelector(".stats").scrollTop === 0);
});

test("the palette connects to a server of another client, wherever it is opened", async (stage) => {
  const backend = await stage.backend(["--demo"]);
  await mkdir(backend.home, { recursive: true });
  const [command, ...args] = stage.scripted("shifting");
  await writeFile(join(backend.home, ".claude.json"), JSON.stringify({ mcpServers: { "from-claude": { command, args } } }));
  const page = await stage.page(backend);
  await connected(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("from-cl");
  await page.getByRole("option", { name: /from-claude.*Claude Code/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("treeitem", { name: /^whisper/ }).waitFor();
});

test("after the first of two keys the status bar names the second ones", async (stage) => {
  const { page, hands } = await stage.open(["--demo"]);
  const hint = page.locator(".status-bar .second-keys");
  await hands.press("y");
  await hint.waitFor();
  const words = await hint.locator("span").allTextContents();
  assert.deepEqual(words, ["c command line", "u curl", "j JSON-RPC", "t script step", "b bug report"]);
  await stage.shot(page, "second-keys");
  await hands.press("x");
  await hint.waitFor({ state: "detached" });
  await hands.press("g");
  await hint.filter({ hasText: /Connect.*Timeline.*Diff$/ }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  // It is gone after a while, when nothing follows.
  await hint.waitFor({ state: "detached" });
  await hands.press("y");
  await hands.press("c");
  await page.locator(".said", { hasText: "there is nothing to copy yet" }).waitFor();
});

test("the key beside Diff works in the field where a run leaves the focus, and elsewhere", async (stage) => {
  const { page, hands } = await stage.open(["--demo"]);
  await page.getByRole("treeitem", { name: /^echo/ }).focus();
  await hands.press("Enter");
  const field = page.locator("#item-form :is(input, textarea)").first();
  for (const text of ["one", "two"]) {
    await field.fill(text);
    await field.press("Control+Enter");
    await page.locator("#result-panel").filter({ hasText: text }).waitFor();
  }
  const button = page.locator(".result").getByRole("button", { name: /^Diff with/ });
  assert.equal(await button.locator("kbd").textContent(), "Alt D");
  const shown = page.locator("#result-panel .diff .added").first();
  await field.press("Alt+d");
  await shown.waitFor();
  assert.equal(await field.inputValue(), "two", "no letter was typed");
  await page.locator("#result-panel").press("Alt+d");
  await shown.waitFor({ state: "detached" });
  await page.locator("#result-panel").press("Shift+D");
  await shown.waitFor();
  await stage.shot(page, "diff-key");
});

test("on a Mac Cmd+K opens the palette, and Ctrl+K is left to the field", async (stage) => {
  const backend = await stage.backend(["--demo"]);
  const context = await stage.context([backend.origin]);
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, "platform", { get: () => "MacIntel" }));
  const page = await stage.page(backend, { context });
  await connected(page);
  const palette = page.getByRole("combobox", { name: "Search or run" });
  await page.keyboard.press("Control+k");
  assert.equal(await palette.count(), 0);
  await page.keyboard.press("Meta+k");
  await palette.waitFor();
  await page.waitForFunction(() => document.activeElement?.closest(".palette") != null);
  await page.keyboard.press("Meta+k");
  await palette.waitFor({ state: "detached" });
});
