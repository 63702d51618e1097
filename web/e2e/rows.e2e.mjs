// Owns what rows of the timeline tell and what is made of them: the filter by their target, how durations spread, a recording
// from the strip, and a call whose stream broke and was taken up again.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { violations } from "./stage/axe.mjs";
import { withBreakingServer } from "./stage/breaking-server.mjs";
import { test } from "./stage/suite.mjs";

async function call(backend, name, given) {
  const [session] = await backend.sessions();
  const body = JSON.stringify({ method: "tools/call", params: { name, arguments: given } });
  const { status, text } = await backend.api(`/api/sessions/${session.id}/calls?wait=true`, { method: "POST", body });
  assert.equal(status, 200, text);
}

async function filterBecomes(page, text) {
  await page.waitForFunction((wanted) => document.querySelector("#pane-4 input").value === wanted, text);
}

test("the menu of a row filters by its target, beside what is filtered already", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await call(backend, "echo", { message: "one" });
  await call(backend, "add", { a: 1, b: 2 });
  await call(backend, "echo", { message: "two" });
  const rows = page.locator(".tl-row:not(.tl-head)");
  const field = page.getByLabel("Filter the timeline");
  await field.fill("kind:call");
  await rows.filter({ hasText: "echo" }).nth(1).waitFor();
  await rows.filter({ hasText: "add" }).first().waitFor();
  await rows.filter({ hasText: "echo" }).first().click({ button: "right" });
  await page.getByRole("menuitem", { name: "Filter by target echo" }).click();
  await filterBecomes(page, "kind:call target:echo");
  await page.waitForFunction(() => document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount") === "3");
  assert.deepEqual(await rows.locator(".tl-target").allTextContents(), ["echo", "echo"]);
  // The same for the method.
  await field.fill("target:add");
  await rows.filter({ hasText: "add" }).first().click({ button: "right" });
  await page.getByRole("menuitem", { name: "Filter by method tools/call" }).click();
  await filterBecomes(page, "target:add method:tools/call");
});

test("keys mean the row that the address names, wherever the focus is", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await call(backend, "echo", { message: "one" });
  const [session] = await backend.sessions();
  const { text } = await backend.api(`/api/sessions/${session.id}/timeline?filter=target:echo`);
  const { seq } = JSON.parse(text).rows[0];
  const menu = page.getByRole("menu", { name: "Row tools/call" });
  await page.evaluate((hash) => {
    location.hash = hash;
    location.reload();
  }, `#/s/${session.id}/timeline/${seq}`);
  await page.locator(".tl-selected", { hasText: "echo" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true, "nothing has the focus");
  await page.keyboard.press(".");
  await menu.waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.locator(".tl-selected", { hasText: "echo" }).waitFor();
  await page.keyboard.press("k");
  await page.waitForFunction((last) => !location.hash.includes(`/timeline/${last}`), seq);
  await page.keyboard.press("j");
  await page.locator(".tl-selected", { hasText: "echo" }).waitFor();
  // The same with the focus in the detail of the row, and where the rows are below something else.
  await page.getByRole("tab", { name: "response" }).focus();
  await page.keyboard.press(".");
  await menu.waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Explore" }).click();
  await page.getByRole("treeitem", { name: /^echo/ }).first().click();
  await page.locator(".tl-selected", { hasText: "echo" }).waitFor();
  await page.locator(".tree [role=treeitem][tabindex='0']").focus();
  await page.keyboard.press(".");
  await menu.waitFor();
});

test("the strip below Explore exports a recording", async (stage) => {
  const { backend, page } = await stage.open(["--demo"], { acceptDownloads: true });
  await call(backend, "echo", { message: "exported" });
  const [{ id }] = await backend.sessions();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("region", { name: "Timeline" }).getByRole("button", { name: "Export" }).click(),
  ]);
  assert.match(download.suggestedFilename(), new RegExp(`^demo.*-${id}\\.ndjson$`));
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.ok(lines.length > 5);
  assert.ok(lines.some((line) => JSON.stringify(line).includes("exported")), "the call is in it");
});

test("statistics draw how durations spread: a bar for each power of two, as high as its share", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  for (let times = 0; times < 6; times += 1) await call(backend, "echo", { message: "quick" });
  await call(backend, "slow", { seconds: 0.3 });
  await page.getByRole("link", { name: "Timeline" }).click();
  await page.getByRole("tab", { name: "Statistics" }).click();
  const drawn = page.getByRole("row").filter({ hasText: "tools/call" }).first().locator("svg.histogram");
  await drawn.waitFor();
  const [{ id }] = await backend.sessions();
  const stats = (await backend.api(`/api/sessions/${id}/stats`)).json();
  const { buckets, count } = stats.methods.find((one) => one.method === "tools/call");
  assert.equal(count, 7);
  assert.equal(buckets.reduce((sum, one) => sum + one, 0), 7);
  // The first is for less than a millisecond, each other one for twice the time; 0.3 s cannot be before the tenth.
  assert.ok(buckets.length >= 10 && buckets.at(-1) > 0, String(buckets));
  const bars = await drawn.locator("rect").evaluateAll((all) =>
    all.map((one) => ({ ...one.getBoundingClientRect().toJSON(), fill: getComputedStyle(one).fill })),
  );
  const box = await drawn.boundingBox();
  const most = Math.max(...buckets);
  assert.deepEqual(
    bars.map((bar) => Math.round(bar.height)),
    buckets.map((one) => (one === 0 ? 0 : Math.round(Math.max(2, (one / most) * box.height)))),
  );
  for (const [index, bar] of bars.entries()) {
    assert.ok(Math.abs(bar.bottom - (box.y + box.height)) < 1, "they stand on one line");
    assert.ok(index === 0 || bar.left >= bars[index - 1].right, "beside each other");
    assert.ok(bar.right <= box.x + box.width + 1, "within the picture");
    assert.notEqual(bar.fill, "none");
  }
  // And in words, for those who do not see it.
  const words = await drawn.getAttribute("aria-label");
  assert.deepEqual(words.split(", ").map((one) => Number(one.split(": ")[1])), buckets.filter((one) => one > 0));
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "histogram");
});

test("a call whose stream broke is taken up again, and its row and detail say so", (stage) =>
  withBreakingServer(async (server) => {
    const { page } = await stage.open([server.url]);
    for (const tool of ["plain", "broken"]) {
      await page.getByRole("treeitem", { name: new RegExp(`^${tool}`) }).click();
      await page.locator(".request .pane-title", { hasText: tool }).waitFor();
      await page.getByRole("button", { name: /^Run/ }).click();
      await page.locator("#result-panel", { hasText: `the end of ${tool}` }).waitFor();
    }
    assert.deepEqual(server.resumed, ["broken-1"], "it was asked for what comes after the last event");
    await page.getByRole("link", { name: "Timeline" }).click();
    const row = (tool) => page.locator(".tl-row.tl-call", { hasText: tool });
    const detail = page.getByRole("region", { name: "Chosen row" });
    await row("broken").locator(".tl-status", { hasText: "OK resumed" }).click();
    await detail.locator(".detail-head", { hasText: "resumed by Last-Event-ID" }).waitFor();
    await stage.shot(page, "resumed");
    assert.deepEqual(await violations(page), []);
    await row("plain").click();
    await detail.filter({ hasText: '"plain"' }).waitFor();
    for (const place of [row("plain"), detail]) assert.doesNotMatch(await place.textContent(), /resumed/);
  }));
