// Owns what outlives what: a reload, a second tab, a server that dies, a backend that dies, and a recording that is
// opened without any server.
import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { violations } from "./stage/axe.mjs";
import { startHttpDemo } from "./stage/demo-http.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

async function toTool(page, name) {
  await page.getByRole("treeitem", { name: new RegExp(`^${name}\\b`) }).first().click();
  await page.locator(".request .pane-title", { hasText: name }).waitFor();
}

async function fillAndRun(page, value) {
  const field = page.locator("#item-form :is(input, textarea)").first();
  await field.fill(value);
  await field.press("Control+Enter");
}

async function resultHas(page, text) {
  await page.locator("#result-panel").filter({ hasText: text }).waitFor();
}

/** The numbers of the runs that the page lists, newest first. */
async function runNumbers(page) {
  const links = await page.locator(".run-links a").allTextContents();
  return links.map((one) => one.trim().split(" ")[0]);
}

test("a reload keeps session, runs, the chosen tool and the address", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await toTool(page, "echo");
  await fillAndRun(page, "one");
  await resultHas(page, '"one"');
  await fillAndRun(page, "two");
  await resultHas(page, '"two"');
  await page.locator(".run-links a").nth(1).waitFor();
  await page.locator(".run-links a").nth(1).click();
  await resultHas(page, '"one"');
  const [before] = await backend.sessions();
  const address = page.url();
  const calls = await runNumbers(page);
  await page.reload();
  await connected(page);
  await resultHas(page, '"one"');
  assert.equal(page.url(), address);
  await page.locator('[role="treeitem"][aria-selected="true"]', { hasText: "echo" }).waitFor();
  await page.locator(".run-links a").nth(1).waitFor();
  assert.deepEqual(await runNumbers(page), calls);
  const [after, ...others] = await backend.sessions();
  assert.equal(after.id, before.id);
  assert.deepEqual(others, [], "the reload opened no other session");
  assert.ok(!page.url().includes(backend.token), "the token is not in the address");

  // The timeline too: filter and chosen row are in the address.
  await page.keyboard.press("Escape");
  await page.locator("#result-panel").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.getByLabel("Filter the timeline").fill("method:tools/call");
  await page.waitForFunction(() => document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount") === "3");
  await page.locator(".tl-row", { hasText: "echo" }).first().click();
  await page.waitForFunction(() => /timeline\/\d+\?filter=/.test(location.hash));
  const there = page.url();
  await page.reload();
  await page.waitForFunction(() => document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount") === "3");
  await page.locator(".tl-row.tl-selected").waitFor();
  assert.equal(page.url(), there);
});

test("a call that runs while the page is reloaded is seen to its end", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await toTool(page, "slow");
  await page.getByLabel(/^seconds/).fill("3");
  await page.getByLabel(/^seconds/).press("Control+Enter");
  await page.locator(".running progress").waitFor();
  await page.reload();
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
});

test("two tabs see the same, and the first answer wins", async (stage) => {
  // The answer that came too late is refused, and browsers say so on the console.
  stage.allow(/console: .*status of (404|409|410)/);
  const { backend, page: one } = await stage.open(["--demo"]);
  const other = await stage.page(backend, { context: one.context() });
  await connected(other);
  await toTool(one, "sample");
  await toTool(other, "sample");
  await fillAndRun(one, "Which tab?");
  for (const tab of [one, other]) {
    await tab.locator(".card:not(.over)", { hasText: "Which tab?" }).waitFor();
    await tab.waitForFunction(() => document.title.startsWith("(1) "));
  }
  await one.getByLabel("Answer as the model").fill("from the first tab");
  await other.getByLabel("Answer as the model").fill("from the second tab");
  await other.getByLabel("Answer as the model").press("Control+Enter");
  for (const tab of [one, other]) await resultHas(tab, "from the second tab");
  await one.locator(".card.over", { hasText: "answered in another tab" }).waitFor();
  assert.equal(await one.locator(".card:not(.over)").count(), 0);
  assert.equal(await other.locator(".card:not(.over)").count(), 0);

  // Both at once: one of them counts, and both tabs see which.
  await one.locator("#item-form :is(input, textarea)").first().press("Control+Enter");
  for (const tab of [one, other]) await tab.locator(".card:not(.over)").waitFor();
  await one.getByLabel("Answer as the model").fill("left");
  await other.getByLabel("Answer as the model").fill("right");
  // Each has the focus in its field. Whoever is too late presses it where the card was, and runs nothing by it.
  await one.getByLabel("Answer as the model").focus();
  await Promise.all([one, other].map((tab) => tab.keyboard.press("Control+Enter")));
  for (const tab of [one, other]) await tab.locator("#result-panel").filter({ hasText: /left|right/ }).waitFor();
  const said = [];
  for (const tab of [one, other]) said.push(/left|right/.exec(await tab.locator("#result-panel").textContent())?.[0]);
  assert.equal(said[0], said[1], "both tabs show the answer that counted");
  assert.deepEqual(await runNumbers(one), ["#2", "#1"], "nothing else was run");
});

test("what was typed and not sent is there after a reload and in a second tab, and in no storage of the browser", async (stage) => {
  const { backend, page: one } = await stage.open(["--demo"]);
  const field = (tab) => tab.locator("#item-form :is(input, textarea)").first();
  const holds = (tab, text) =>
    tab.waitForFunction((wanted) => document.querySelector("#item-form :is(input, textarea)")?.value === wanted, text);
  await toTool(one, "echo");
  await field(one).fill("a draft of mine");
  const [session] = await backend.sessions();
  for (;;) {
    const kept = await backend.api(`/api/sessions/${session.id}/drafts`);
    if (kept.text.includes("a draft of mine")) break;
  }
  const other = await stage.page(backend, { context: one.context() });
  await connected(other);
  await toTool(other, "echo");
  await holds(other, "a draft of mine");
  // The tab that is open sees what the other one types, once nobody has typed there for a while.
  await one.clock.setFixedTime(Date.now() + 3100);
  await field(other).fill("changed elsewhere");
  await holds(one, "changed elsewhere");
  await one.reload();
  await connected(one);
  await holds(one, "changed elsewhere");
  const stored = await one.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  assert.ok(!stored.includes("elsewhere"), stored);
});

test("a server that dies leaves a bar, its history can be used, and it comes back", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("once")]);
  await toTool(page, "say");
  await fillAndRun(page, "hello");
  await resultHas(page, "said hello");
  const server = backend.processes().find((one) => /once\.mjs/.test(one.command) && !/--no-open/.test(one.command));
  assert.ok(server, JSON.stringify(backend.processes()));
  await writeFile(join(backend.work, "broken"), "");
  process.kill(server.pid, "SIGKILL");
  const bar = page.locator(".notice-bar.warn");
  await bar.waitFor();
  await page.locator(".health .status.connected").waitFor({ state: "detached" });
  // What came before can be read: the result, its rows, its frames.
  await resultHas(page, "said hello");
  await page.locator(".tl-row", { hasText: "say" }).first().click();
  await page.getByRole("region", { name: "Chosen row" }).filter({ hasText: "tools/call" }).waitFor();
  await page.getByLabel("Filter the timeline").fill("method:tools/*");
  await page.waitForFunction(() => Number(document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount")) >= 3);
  await stage.shot(page, "server-died");
  // Why it does not come back is told by the Doctor, on request.
  await page.getByRole("button", { name: "Doctor" }).click();
  await page.locator(".doctor").filter({ hasText: "the file called broken is in the way" }).waitFor();
  await stage.shot(page, "server-died-doctor");
  // It gives up after some attempts, and then only a person brings it back.
  const reconnect = bar.getByRole("button", { name: "Reconnect" });
  await reconnect.waitFor();
  await rm(join(backend.work, "broken"));
  await reconnect.click();
  await page.locator(".health .status.connected").waitFor();
  await bar.waitFor({ state: "detached" });
  await fillAndRun(page, "again");
  await resultHas(page, "said again");
});

test("a server that died and came back by itself leaves a word about it until it is read", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("once")]);
  await toTool(page, "say");
  const server = backend.processes().find((one) => /once\.mjs/.test(one.command) && !/--no-open/.test(one.command));
  process.kill(server.pid, "SIGKILL");
  const bar = page.locator(".notice-bar.back", { hasText: /SIGKILL|signal 9|signal: 9/ });
  await bar.filter({ hasText: "It is connected again" }).waitFor();
  await page.locator(".health .status.connected").waitFor();
  await bar.getByRole("button", { name: "Dismiss" }).click();
  await bar.waitFor({ state: "detached" });
});

test("a server on HTTP that dies is not shown as connected, its call is lost with the reason, and it comes back", async (stage) => {
  let demo = await startHttpDemo();
  try {
    const { page } = await stage.open([demo.url]);
    await toTool(page, "slow");
    await page.getByLabel(/^seconds/).fill("60");
    await page.getByLabel(/^seconds/).press("Control+Enter");
    await page.locator(".running progress").waitFor();
    await demo.stop("SIGKILL");
    await page.locator(".health .status.connected").waitFor({ state: "detached" });
    await page.locator(".result .verdict", { hasText: "lost" }).waitFor();
    await page.locator("#result-panel", { hasText: "No answer: the call was lost." }).waitFor();
    const bar = page.locator(".notice-bar.warn");
    await bar.filter({ hasText: /attempt \d/ }).waitFor();
    await stage.shot(page, "http-server-reconnecting");
    assert.deepEqual(await violations(page), []);
    await bar.getByRole("button", { name: "Reconnect" }).waitFor({ timeout: 40_000 });
    await stage.shot(page, "http-server-disconnected");
    assert.deepEqual(await violations(page), []);
    const filter = page.getByLabel("Filter the timeline");
    await filter.fill("target:slow");
    await page.locator(".tl-row", { hasText: "slow" }).first().filter({ hasText: "lost" }).waitFor();
    await filter.fill("");
    demo = await startHttpDemo(demo.port);
    await bar.getByRole("button", { name: "Reconnect" }).click();
    await page.locator(".health .status.connected").waitFor();
    await bar.waitFor({ state: "detached" });
    await toTool(page, "echo");
    await fillAndRun(page, "again");
    await resultHas(page, '"again"');
  } finally {
    await demo.stop("SIGKILL");
  }
});

test("a server on HTTP that dies while nobody calls it is not shown as connected for long", async (stage) => {
  const demo = await startHttpDemo();
  const { page } = await stage.open([demo.url]);
  await demo.stop("SIGKILL");
  await page.locator(".health .status.connected").waitFor({ state: "detached" });
  await page.locator(".notice-bar.warn").waitFor();
});

test("a backend that comes back with another token refuses the page, which says what to do", async (stage) => {
  stage.allow(/console: .*net::ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE|SOCKET|NETWORK)/);
  stage.allow(/console: .*status of (401|404)/);
  const { backend, page } = await stage.open(["--demo"]);
  await toTool(page, "echo");
  await fillAndRun(page, "kept");
  await resultHas(page, '"kept"');
  const { port } = backend;
  await backend.stop("SIGKILL");
  await page.locator(".notice-bar.bad", { hasText: "does not answer" }).waitFor();
  backend.token = `${backend.token}-another`;
  await backend.start(["--demo"], port);
  const bar = page.locator(".notice-bar.bad", { hasText: "The token of this tab is not that of the mcp-inspector" });
  await bar.waitFor({ timeout: 40_000 });
  await bar.filter({ hasText: "Open the link it printed last" }).waitFor();
  await page.locator(".health .status.connected").waitFor({ state: "detached" });
  await resultHas(page, '"kept"');
  await stage.shot(page, "token-refused");
  assert.deepEqual(await violations(page), []);
  await page.goto(backend.link);
  await connected(page);
  await bar.waitFor({ state: "detached" });
});

test("a backend that dies leaves a page that can be read, and works again when it is back", async (stage) => {
  // Requests fail while nobody answers, and those about the lost session afterwards; browsers tell both.
  stage.allow(/console: .*net::ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE|SOCKET|NETWORK)/);
  stage.allow(/console: .*status of 404/);
  const { backend, page } = await stage.open(["--demo"]);
  await toTool(page, "echo");
  await fillAndRun(page, "kept");
  await resultHas(page, '"kept"');
  const { port } = backend;
  await backend.stop("SIGKILL");
  const bar = page.locator(".notice-bar.bad");
  await bar.filter({ hasText: "does not answer" }).waitFor();
  await resultHas(page, '"kept"');
  assert.ok((await page.locator(".tl-row").count()) > 3, "the rows that were seen stay");
  await page.locator("#item-form :is(input, textarea)").first().press("Control+Enter");
  await page.locator(".said", { hasText: "not sent" }).waitFor();
  await stage.shot(page, "backend-died");
  assert.deepEqual(await violations(page), []);
  await backend.start(["--demo"], port);
  await bar.waitFor({ state: "detached", timeout: 40_000 });
  // Sessions lived in the process that died: the page says so and leads to the new one.
  await page.getByText("This session is not open any more").waitFor();
  await stage.shot(page, "session-not-open");
  assert.deepEqual(await violations(page), []);
  await page.locator(".health .status.connected").waitFor({ state: "detached" });
  await resultHas(page, '"kept"');
  await page.getByRole("link", { name: "Connect to a server" }).click();
  await page.locator(".connect .server-rows a", { hasText: "demo" }).click();
  await connected(page);
  await toTool(page, "echo");
  await fillAndRun(page, "after");
  await resultHas(page, '"after"');
});

test("a recording is downloaded and opened without a server, read only", async (stage) => {
  const { backend, page } = await stage.open(["--demo"], { acceptDownloads: true });
  await toTool(page, "echo");
  await fillAndRun(page, "recorded");
  await resultHas(page, '"recorded"');
  await page.locator("#result-panel").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save recording" }).click(),
  ]);
  const file = join(backend.folder, "session.ndjson");
  await download.saveAs(file);
  const text = await readFile(file, "utf8");
  assert.ok(text.includes("recorded"));
  assert.ok(!text.includes(backend.token), "no token in a recording");
  for (const line of text.trimEnd().split("\n")) JSON.parse(line);

  // Another backend, which never had a server.
  const later = await stage.backend();
  const reader = await stage.page(later);
  await reader.locator(".connect").waitFor();
  await reader.locator('input[type="file"]').setInputFiles(file);
  await reader.locator(".notice-bar", { hasText: "This is a recording" }).waitFor();
  await reader.locator(".tl-row", { hasText: "echo" }).click();
  await reader.getByRole("region", { name: "Chosen row" }).filter({ hasText: "recorded" }).waitFor();
  await stage.shot(reader, "recording");
  assert.deepEqual(await violations(reader), []);
  await reader.keyboard.press("g");
  await reader.keyboard.press("e");
  await toTool(reader, "echo");
  await resultHas(reader, '"recorded"');
  await reader.getByRole("button", { name: /^Run/ }).click();
  await reader.locator(".said", { hasText: "this is a recording" }).waitFor();
  const servers = later.processes().filter((one) => !one.command.includes("--no-open"));
  assert.deepEqual(servers, [], "no server was started");
});
