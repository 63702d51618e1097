// Owns the timeline of all servers: rows of several, whose they are, filtered and opened where they belong.
import assert from "node:assert/strict";
import { Eye, LOOKS, view } from "./stage/eye.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

const rows = (page) => page.locator(".timeline-together .tl-row:not(.tl-head)");

/** A second server in the same backend, opened by the page. */
async function openAnother(page, line) {
  await page.evaluate(() => {
    location.hash = "#/";
  });
  const field = page.getByRole("textbox").first();
  await field.fill(line);
  await field.press("Enter");
  await connected(page);
}

test("with one server there is no timeline of all, with two it has a column of servers and follows both", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  const first = await page.evaluate(() => location.hash.split("/")[2]);
  await view(page, "timeline");
  await page.getByRole("tab", { name: "Rows" }).waitFor();
  assert.equal(await page.getByRole("tab", { name: "All servers" }).count(), 0);

  await openAnother(page, stage.scripted("crowd").map((word) => `'${word}'`).join(" "));
  const second = await page.evaluate(() => location.hash.split("/")[2]);
  assert.notEqual(first, second);
  await view(page, "timeline");
  await page.getByRole("tab", { name: "All servers" }).click();
  await rows(page).first().waitFor();
  assert.match(page.url(), /view=all/);
  const names = async () => new Set(await page.locator(".timeline-together .tl-server").allTextContents());
  assert.equal((await names()).size, 2);

  // What happens in either is told without being asked for.
  await page.evaluate((id) => {
    location.hash = `#/s/${id}/explore/tool/echo`;
  }, first);
  await page.locator("#item-form input, #item-form textarea").first().fill("heard by all");
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator("#result-panel", { hasText: "heard by all" }).waitFor();
  await page.evaluate((id) => {
    location.hash = `#/s/${id}/timeline?view=all`;
  }, second);
  const echo = rows(page).filter({ hasText: "tools/call" }).filter({ hasText: "echo" });
  await echo.first().waitFor();

  await page.locator(".timeline-together").getByLabel("Filter the timeline").fill("method:tools/call");
  await page.waitForFunction(() => document.querySelectorAll(".timeline-together .tl-row:not(.tl-head)").length === 1);
  // A row in detail is that of its own server, and opens there.
  await echo.first().click();
  await page.locator("#pane-5", { hasText: "heard by all" }).waitFor();
  await page.locator(".timeline-together [role=grid]").press("Enter");
  await page.waitForFunction((id) => location.hash.startsWith(`#/s/${id}/timeline/`), first);
  await page.locator(".row-detail", { hasText: "heard by all" }).waitFor();
  // The filter of the one timeline is not that of the others.
  assert.equal(await page.getByLabel("Filter the timeline").inputValue(), "");
});

test("keys, menu, copies and the address mean the row that is chosen among all servers", async (stage) => {
  const { backend, page } = await stage.open(["--demo"], { permissions: ["clipboard-read", "clipboard-write"] });
  const first = await page.evaluate(() => location.hash.split("/")[2]);
  await page.evaluate((id) => {
    location.hash = `#/s/${id}/explore/tool/echo`;
  }, first);
  await page.locator("#item-form input, #item-form textarea").first().fill("of the first");
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator("#result-panel", { hasText: "of the first" }).waitFor();
  await openAnother(page, stage.scripted("crowd").map((word) => `'${word}'`).join(" "));
  const second = await page.evaluate(() => location.hash.split("/")[2]);
  // A row of the second server's own timeline is chosen, and stays so.
  await view(page, "timeline");
  await page.locator(".tl-row", { hasText: "initialize" }).first().click();
  await page.waitForFunction(() => /timeline\/\d+/.test(location.hash));
  const own = await page.evaluate(() => Number(location.hash.split("/").at(-1)));
  await page.getByRole("tab", { name: "All servers" }).click();
  const echo = rows(page).filter({ hasText: "tools/call" }).filter({ hasText: "echo" });
  await echo.click();
  await page.waitForFunction((id) => location.hash.includes(`row=${id}%3A`), first);
  const seq = await page.evaluate(() => Number(/row=[^%]+%3A(\d+)/.exec(location.hash)[1]));

  // Copied from the detail of the row, it is the call of the first server.
  await page.locator("#pane-5 [role=tabpanel]").focus();
  await page.keyboard.press("y");
  await page.keyboard.press("j");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("of the first"));
  await page.keyboard.press("r");
  await page.locator('#pane-5 [role=tab][aria-selected="true"]', { hasText: "raw" }).waitFor();
  await page.keyboard.press("p");
  await echo.locator(".tl-pinned").waitFor();
  const pinned = async (id) => (await backend.api(`/api/sessions/${id}/pins`)).json().rows.map((row) => row.seq);
  assert.deepEqual([await pinned(first), await pinned(second)], [[seq], []]);

  // The menu opens by its key and by a right click, for this row.
  await page.locator(".timeline-together [role=grid]").focus();
  await page.keyboard.press(".");
  await page.getByRole("menuitem", { name: "Unpin" }).waitFor();
  await page.keyboard.press("Escape");
  await echo.click({ button: "right" });
  await page.getByRole("menuitem", { name: /^Zoom to its time/ }).click();
  await page.waitForFunction(() => /filter=at%3A/.test(location.hash));
  await echo.waitFor();
  await page.keyboard.press("Shift+Z");
  await page.waitForFunction(() => !location.hash.includes("filter="));

  // A reload finds the row again, and the other timeline has its own.
  await page.reload();
  await page.locator("#pane-5", { hasText: "tools/call" }).waitFor();
  await page.locator('.timeline-together [aria-selected="true"]', { hasText: "echo" }).waitFor();
  await page.goBack();
  await page.waitForFunction((own) => location.hash.endsWith(`/timeline/${own}`), own);
});

test("what is new in the timeline of all servers is told to whoever scrolled away from its end", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  const first = await page.evaluate(() => location.hash.split("/")[2]);
  await openAnother(page, stage.scripted("crowd").map((word) => `'${word}'`).join(" "));
  const ping = async () => {
    const body = JSON.stringify({ method: "tools/call", params: { name: "echo", arguments: { message: "x" } } });
    assert.equal((await backend.api(`/api/sessions/${first}/calls`, { method: "POST", body })).status, 202);
  };
  for (let number = 0; number < 60; number += 1) await ping();
  await view(page, "timeline");
  await page.getByRole("tab", { name: "All servers" }).click();
  await rows(page).first().waitFor();
  await page.locator(".timeline-together [role=grid]").focus();
  await page.keyboard.press("Home");
  await rows(page).filter({ hasText: "initialize" }).first().waitFor();
  await ping();
  const fresh = page.locator(".timeline-together .tl-new");
  await fresh.waitFor();
  await fresh.click();
  await fresh.waitFor({ state: "detached" });
});

for (const { theme, width, looks, options } of LOOKS) {
  test(`the timeline of all servers, ${theme}, ${width} pixels wide`, async (stage) => {
    const { page } = await stage.open(["--demo"], options);
    await openAnother(page, stage.scripted("crowd").map((word) => `'${word}'`).join(" "));
    await view(page, "timeline");
    await page.getByRole("tab", { name: "All servers" }).click();
    await rows(page).first().waitFor();
    const eye = new Eye(stage, page, looks);
    await eye.look("all-servers");
    await rows(page).filter({ hasText: "tools/list" }).first().click();
    await page.locator("#pane-5 .row-detail").waitFor();
    await eye.look("all-servers-row");
    eye.verdict(2);
  });
}

test("coming back to a server finds its open item, by the switcher and by its key", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  const first = await page.evaluate(() => location.hash.split("/")[2]);
  await openAnother(page, stage.scripted("crowd").map((word) => `'${word}'`).join(" "));
  const second = await page.evaluate(() => location.hash.split("/")[2]);
  await page.evaluate((id) => {
    location.hash = `#/s/${id}/explore/tool/echo`;
  }, first);
  await page.locator(".request .pane-title", { hasText: "echo" }).waitFor();
  const there = (id, item) => page.waitForFunction(([id, item]) => location.hash.startsWith(`#/s/${id}/explore${item}`), [id, item]);
  await page.getByLabel("Server", { exact: true }).selectOption(second);
  await there(second, "");
  await page.getByLabel("Server", { exact: true }).selectOption(first);
  await there(first, "/tool/echo");
  await page.keyboard.press("Alt+2");
  await there(second, "");
  await page.keyboard.press("Alt+1");
  await there(first, "/tool/echo");
});

test("the filter of all servers is in the address", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await openAnother(page, stage.scripted("crowd").map((word) => `'${word}'`).join(" "));
  await view(page, "timeline");
  await page.getByRole("tab", { name: "All servers" }).click();
  await rows(page).first().waitFor();
  const field = page.locator(".timeline-together").getByLabel("Filter the timeline");
  await field.fill("method:tools/list");
  await page.waitForFunction(() => /filter=method%3Atools%2Flist/.test(location.hash) && /view=all/.test(location.hash));
  await page.reload();
  await rows(page).first().waitFor();
  assert.equal(await field.inputValue(), "method:tools/list");
  const methods = await page.locator(".timeline-together .tl-row:not(.tl-head) .tl-method").allTextContents();
  assert.ok(methods.length > 0 && methods.every((one) => one.includes("tools/list")), methods.join());
  await page.getByRole("tab", { name: "Rows" }).click();
  await page.waitForFunction(() => !location.hash.includes("filter="));
});

test("twins are told apart by the part of their places that differs, and the header keeps to one line", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("crowd")], { viewport: { width: 900, height: 800 } });
  await openAnother(page, stage.scripted("crowd", 3).map((word) => `'${word}'`).join(" "));
  const options = await page.getByLabel("Server", { exact: true }).locator("option").allTextContents();
  assert.ok(options.length === 2 && options[0] !== options[1] && options.every((one) => one.length < 45), options.join());
  const box = await page.locator(".header").boundingBox();
  assert.ok(box.height < 60, `${box.height}`);
  const tops = await page.locator(".screens .screen-link").evaluateAll((links) => links.map((one) => Math.round(one.getBoundingClientRect().top)));
  assert.equal(new Set(tops).size, 1, tops.join());
  await stage.shot(page, "twins-narrow");
});
