// Owns small things that are seen: colours of stderr, levels, data to save, the reason of a rejection, tasks in the
// tree, links to rules, and a page that stands still for those who want it to.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { violations } from "./stage/axe.mjs";
import { test } from "./stage/suite.mjs";

test("stderr has its colours, and the level of logs is set where they are read", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("tinted")]);
  await page.getByRole("link", { name: "Timeline" }).click();
  const line = page.locator(".tl-row", { hasText: "warn the red line" });
  await line.waitFor();
  assert.equal(await line.locator(".ansi-red.ansi-bold").textContent(), "red");
  assert.equal(await line.locator(".ansi-yellow").textContent(), "warn");
  await page.getByLabel("Log level").selectOption("error");
  await page.getByRole("button", { name: /^Warnings/ }).click();
  await page.locator(".tl-row", { hasText: "notifications/message" }).waitFor();
  await page.waitForURL(/level/);
  await stage.shot?.(page, "timeline-levels");
  assert.deepEqual(await violations(page), []);
});

test("data of a resource is saved, and a rejection says why", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("tinted")]);
  await page.getByRole("treeitem", { name: /^data/ }).click();
  await page.getByRole("button", { name: /^Read/ }).click();
  await page.locator("#result-tab-content").click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as data.bin" }).click();
  assert.equal(await readFile(await (await saved).path(), "utf8"), "0123");

  await page.getByRole("treeitem", { name: /^think/ }).click();
  await page.getByRole("button", { name: /^Run/ }).click();
  const card = page.locator(".request .card").first();
  await card.getByText("Tools the model may call: measure").click();
  await card.getByText("Measures").waitFor();
  await card.getByText("More", { exact: true }).click();
  await card.getByLabel("message when rejected").fill("not on my watch");
  assert.deepEqual(await violations(page), []);
  await card.getByRole("button", { name: "Reject", exact: true }).click();
  await page.locator("#result-panel").filter({ hasText: "not on my watch" }).waitFor();
});

test("a finding links to its rule, and nothing is fetched from there", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("names")]);
  await page.getByRole("link", { name: "Timeline" }).click();
  await page.locator(".tl-row", { has: page.locator(".tl-findings") }).first().click();
  await page.getByRole("tab", { name: /^checks/ }).click();
  const link = page.locator(".findings a").first();
  await link.waitFor();
  assert.match(await link.getAttribute("href"), /^https:\/\/modelcontextprotocol\.io\//);
  assert.equal(await link.getAttribute("target"), "_blank");
  assert.match(await link.getAttribute("rel"), /noopener/);
});

/** The classes of what would move on the screen, and whether anything does at this moment. What comes late only appears. */
function moving(page) {
  return page.evaluate(() => {
    const longest = (times) => Math.max(...times.split(",").map((time) => Number.parseFloat(time)));
    const moves = (one) => {
      const style = getComputedStyle(one);
      return (!["none", "late"].includes(style.animationName) && longest(style.animationDuration) > 0) || longest(style.transitionDuration) > 0;
    };
    const classes = [...document.querySelectorAll("*")].filter(moves).map((one) => one.className);
    return { classes, now: document.getAnimations().some((one) => one.animationName !== "late"), scrolls: getComputedStyle(document.documentElement).scrollBehavior };
  });
}

test("nothing moves on a page for people who do not want it", async (stage) => {
  const { backend, page } = await stage.open(["--demo"], { viewport: { width: 1400, height: 500 } });
  const still = { classes: [], now: false, scrolls: "auto" };
  const [{ id }] = await backend.sessions();
  const ping = () => backend.api(`/api/sessions/${id}/calls?wait=true`, { method: "POST", body: '{"method":"tools/list"}' });
  // Whoever has scrolled up is told of what came: the button for that may change its colour slowly.
  await page.getByRole("link", { name: "Timeline" }).click();
  for (let times = 0; times < 30; times += 1) await ping();
  await page.locator(".tl-row", { hasText: "tools/list" }).nth(5).waitFor();
  await page.locator('[role="grid"]').focus();
  await page.keyboard.press("Home");
  await page.locator('.tl-row[aria-rowindex="2"]').waitFor();
  await ping();
  await page.locator(".tl-new").waitFor();
  assert.deepEqual(await moving(page), still);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  assert.deepEqual((await moving(page)).classes, ["tl-new"]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  assert.deepEqual(await moving(page), still);

  // What takes long is told after a moment, by nothing but appearing.
  await page.route(/\/assets\/later\.js$/, () => undefined);
  await page.reload();
  await page.getByRole("link", { name: "Server" }).click();
  await page.locator(".late", { hasText: "Loading" }).waitFor();
  assert.deepEqual(await moving(page), still);
  const changed = await page.locator(".late").first().evaluate((one) =>
    one.getAnimations().flatMap((each) => each.effect.getKeyframes()).flatMap((frame) => Object.keys(frame)),
  );
  const own = new Set(changed.filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name)));
  assert.deepEqual([...own], ["visibility"]);
});

test("a task is found in the tree, and opens what was said about it", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.getByRole("treeitem", { name: /^bake/ }).click();
  await page.locator(".request .pane-title", { hasText: "bake" }).waitFor();
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator(".tl-row", { hasText: "tasks/" }).first().waitFor();
  await page.locator("#tree-filter").fill("e");
  const section = page.getByRole("treeitem", { name: /^Tasks · 1/ });
  await page.getByRole("treeitem").first().focus();
  // The session tells of the task a moment after the timeline has its rows.
  const isSeen = () => section.waitFor({ timeout: 500 }).then(() => true, () => false);
  do await page.keyboard.press("End");
  while (!(await isSeen()));
  await page.keyboard.press("End");
  await page.locator('[role="treeitem"]:focus', { hasText: /^[0-9a-f]{8}-/ }).waitFor();
  await page.keyboard.press("Enter");
  // The row of the run is chosen by then, or not yet.
  await page.waitForURL(/timeline(\/\d+)?\?filter=text%3A/);
  await page.locator(".tl-row", { hasText: "tools/call" }).first().waitFor();
  await page.locator(".tl-row", { hasText: "tasks/" }).first().waitFor();
});

test("without a token the page says so, and waits for nothing", async (stage) => {
  stage.allow(/console: .*401/);
  const backend = await stage.backend(["--demo"]);
  const context = await stage.context([backend.origin]);
  const page = await context.newPage();
  await page.goto(`${backend.origin}/#/s/x/explore`);
  await page.getByText("This tab has no token").waitFor();
  await page.locator(".main").filter({ hasNotText: "Loading" }).waitFor();
});

test("a form says what an object is for before its fields, all keys are seen, and curl is not asked for on stdio", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.getByRole("treeitem", { name: /^weather/ }).first().click();
  const [hint, field] = [page.locator(".field-hint", { hasText: "Where to look." }), page.locator('[id="arg-place-city"]')];
  assert.ok((await hint.boundingBox()).y < (await field.boundingBox()).y);
  await field.fill("Bergen");
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
  await page.locator("#result-panel").focus();
  await page.keyboard.press("y");
  await page.keyboard.press("u");
  await page.getByText("not copied: curl speaks HTTP").waitFor();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.waitFor();
  assert.ok(await keys.evaluate((box) => box.scrollHeight <= box.clientHeight), "the keys have to be scrolled");
  await stage.shot(page, "keys");
  const input = page.getByPlaceholder("method:tools/*");
  assert.ok(
    await input.evaluate((one) => {
      const style = getComputedStyle(one);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = style.font;
      return pen.measureText(one.placeholder).width <= one.clientWidth - parseFloat(style.paddingLeft) * 2;
    }),
    "the example of a filter is cut",
  );
});

test("a resource that was read anew after an update says where that is", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.locator("#tree-filter").fill("clock");
  await page.getByRole("treeitem", { name: /^clock/ }).first().click();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByRole("button", { name: "Subscribed" }).waitFor();
  await page.locator("#tree-filter").fill("touch");
  await page.getByRole("treeitem", { name: /^touch/ }).first().click();
  await page.locator(".request .pane-title", { hasText: "touch" }).waitFor();
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator(".tl-row", { hasText: "resources/read" }).waitFor();
  await page.locator("#tree-filter").fill("clock");
  await page.getByRole("treeitem", { name: /^clock/ }).first().click();
  await page.getByText("The server said that it changed").getByRole("link").click();
  await page.locator(".tl-row", { hasText: "resources/read" }).waitFor();
});

test("adding a server begins in its first field", async (stage) => {
  const backend = await stage.backend();
  const page = await stage.page(backend);
  await page.getByRole("button", { name: "Add a server" }).click();
  await page.getByLabel("Name", { exact: true }).and(page.locator(":focus")).waitFor();
});
