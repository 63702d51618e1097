// Owns what people do with the timeline beyond reading it: frames sent as they are, pins, stretches of time, comparing
// two rows, steps of a script, and the keys of a row's detail.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { violations } from "./stage/axe.mjs";
import { binary } from "./stage/places.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

async function say(page, text) {
  await page.evaluate(() => {
    location.hash = `${location.hash.split("/").slice(0, 3).join("/")}/explore/tool/echo`;
  });
  const field = page.locator("#item-form :is(input, textarea)").first();
  await field.fill(text);
  await field.press("Control+Enter");
  await page.locator("#result-panel").filter({ hasText: text }).waitFor();
}

async function toTimeline(page) {
  await page.evaluate(() => {
    location.hash = `${location.hash.split("/").slice(0, 3).join("/")}/timeline`;
  });
  await page.locator(".timeline-full").waitFor();
}

/** Chooses a row and an entry of its menu. */
async function menu(page, row, label) {
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: label }).click();
}

function rowCount(page, wanted) {
  return page.waitForFunction(
    (count) => document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount") === String(count + 1),
    wanted,
  );
}

test("a raw frame is sent by keys, right or wrong, and what came back is beside it", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.keyboard.press("Control+Shift+K");
  const panel = page.getByRole("dialog", { name: /^Send a raw frame/ });
  const field = panel.getByLabel("The frame");
  await field.waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "The frame");
  // Templates say about themselves what this server wants of every request.
  await panel.getByLabel("Begin with").selectOption({ label: "tools/call" });
  await page.waitForFunction(() => document.activeElement?.value?.includes("tools/call"));
  const template = await field.inputValue();
  const message = '"name":"echo",\n"arguments":{"message":"by hand"}';
  await field.fill(template.replace('"name":"","arguments":{}', message));
  await page.keyboard.press("Control+Enter");
  await panel.getByRole("tabpanel").filter({ hasText: "by hand" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "raw-sender");

  // What is no JSON is told, and goes out all the same.
  await field.fill("{not json");
  await panel.getByRole("status").filter({ hasText: "not JSON" }).waitFor();
  await panel.getByRole("button", { name: "Send anyway" }).click();
  await panel.locator(".detail-head", { hasText: "junk" }).waitFor();
  await page.locator(".tl-row", { hasText: "{not json" }).waitFor();

  // The text outlives the panel and a reload; the page behind it can be used meanwhile.
  await field.press("Escape");
  await panel.waitFor({ state: "detached" });
  await page.reload();
  await connected(page);
  await page.keyboard.press("Control+K");
  await page.keyboard.type("raw frame");
  await page.keyboard.press("Enter");
  assert.equal(await field.inputValue(), "{not json");
  await panel.getByLabel("Begin with").selectOption({ label: "a method that is not there" });
  await panel.getByRole("button", { name: /^Send/ }).click();
  await panel.getByRole("tabpanel").filter({ hasText: "-32601" }).waitFor();
});

test("a request of the log is edited as it was sent, with its _meta", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await say(page, "the first");
  await menu(page, page.locator(".tl-row", { hasText: "echo" }).last(), "Edit raw and send");
  const panel = page.getByRole("dialog", { name: /^Send a raw frame/ });
  const field = panel.getByLabel("The frame");
  const frame = await field.inputValue();
  assert.match(frame, /"_meta":\{.*"progressToken"/);
  assert.match(frame, /"the first"/);
  await panel.getByRole("button", { name: "New id" }).click();
  await field.fill((await field.inputValue()).replace("the first", "the second"));
  await panel.getByRole("button", { name: /^Send/ }).click();
  await panel.getByRole("tabpanel").filter({ hasText: "the second" }).waitFor();
});

test("pinned rows stay at hand, over a reload and in a second tab", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await say(page, "keep me");
  await toTimeline(page);
  await page.locator(".tl-row", { hasText: "echo" }).first().click();
  await page.keyboard.press("p");
  const chip = page.locator(".tl-pin", { hasText: "echo" });
  await chip.waitFor();
  assert.equal(await page.locator(".tl-row .tl-pinned").count(), 1);
  const other = await stage.page(backend, { context: page.context() });
  await connected(other);
  await other.locator(".tl-pin", { hasText: "echo" }).waitFor();
  await page.reload();
  await chip.waitFor();
  await page.getByRole("button", { name: "Pinned 1" }).click();
  await rowCount(page, 1);
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "pins");
  // Taken away in one tab, it goes in the other.
  await other.getByRole("button", { name: /^Unpin/ }).click();
  await chip.waitFor({ state: "detached" });
});

test("a stretch of time is dragged, stepped and zoomed to", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await say(page, "zoom");
  await toTimeline(page);
  const field = page.getByLabel("Filter the timeline");
  const all = Number(await page.locator('[role="grid"]').getAttribute("aria-rowcount"));
  const strip = page.locator(".tl-overview");
  await strip.locator("path.overview-begun").waitFor({ state: "attached" });
  const box = await strip.boundingBox();
  assert.ok(box.height <= 17 && box.height >= 15, `${box.height} px`);
  await page.mouse.move(box.x + box.width * 0.5, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.75, box.y + 8, { steps: 4 });
  await page.mouse.move(box.x + box.width + 5, box.y + 8, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => /at%3A[\d.]+s\.\.[\d.]+s/.test(location.hash));
  assert.match(await field.inputValue(), /^at:[\d.]+s\.\.[\d.]+s$/);
  assert.ok(Number(await page.locator('[role="grid"]').getAttribute("aria-rowcount")) < all, "rows outside are left out");
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "stretch");
  // The same by keys: an end is moved, Escape gives the whole back.
  const before = await field.inputValue();
  await page.getByRole("slider", { name: /^Begin/ }).focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((text) => document.querySelector("#pane-4 input").value !== text, before);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector("#pane-4 input").value === "");

  await page.locator(".tl-row", { hasText: "echo" }).first().click();
  await page.keyboard.press("z");
  await page.waitForFunction(() => /^at:/.test(document.querySelector("#pane-4 input").value));
  await page.locator(".tl-row.tl-selected", { hasText: "echo" }).waitFor();
  await page.keyboard.press("Z");
  await page.waitForFunction(() => document.querySelector("#pane-4 input").value === "");
});

test("two rows are compared, and calls become a script that the command line runs", async (stage) => {
  const { backend, page } = await stage.open(["--demo"], { acceptDownloads: true });
  await say(page, "one thing");
  await say(page, "another thing");
  await toTimeline(page);
  const rows = page.locator(".tl-row", { hasText: "echo" });
  await menu(page, rows.nth(0), "Compare with…");
  await menu(page, rows.nth(1), /^Compare with tools\/call/);
  const pane = page.getByRole("region", { name: "Comparison of two rows" });
  await pane.locator(".diff .added", { hasText: "another thing" }).waitFor();
  await pane.locator(".diff .removed", { hasText: "one thing" }).first().waitFor();
  await pane.getByRole("button", { name: "Requests" }).click();
  await pane.locator(".diff .added", { hasText: "another thing" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "comparison");
  await page.keyboard.press("Escape");
  await pane.waitFor({ state: "detached" });

  for (const row of [rows.nth(0), rows.nth(1)]) await menu(page, row, "Save as test step");
  await page.getByRole("tab", { name: "Steps 2" }).click();
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator(".saved-steps .tl-status-ok").nth(1).waitFor();
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "steps");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download script" }).click(),
  ]);
  const file = join(backend.folder, "steps.json");
  await download.saveAs(file);
  const ran = await promisify(execFile)(binary, ["--cli", "--demo", "--script", file, "--format", "json"], {
    cwd: backend.work,
    env: backend.environment(),
  });
  assert.match(ran.stdout, /another thing/);
  await page.getByRole("button", { name: /^Remove step/ }).first().click();
  await page.getByRole("tab", { name: "Steps 1" }).waitFor();
});

test("900 pixels are enough for the parts of a row and for what the server asks", async (stage) => {
  const { page } = await stage.open(["--demo"], { viewport: { width: 900, height: 700 } });
  await page.evaluate(() => {
    location.hash = `${location.hash.split("/").slice(0, 3).join("/")}/explore/tool/sample`;
  });
  await page.locator("#item-form :is(input, textarea)").first().press("Control+Enter");
  const answer = page.getByLabel("Answer as the model");
  await answer.waitFor();
  const isWhole = async (locator) => {
    await locator.first().waitFor();
    const all = await locator.elementHandles();
    assert.ok(all.length > 0);
    await page.waitForFunction((elements) => {
      const isSeen = (one) => {
        const box = one.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return box.right <= innerWidth && box.bottom <= innerHeight && one.contains(top);
      };
      return elements.every(isSeen);
    }, all);
  };
  await isWhole(answer);
  await isWhole(page.locator(".request .card").getByRole("button", { name: /^Send/ }));
  await page.locator(".tl-row", { hasText: "sample" }).first().click();
  await isWhole(page.locator(".detail-tabs [role=tab]"));
  await answer.fill("seen");
  await answer.press("Control+Enter");
  await page.locator("#result-panel").filter({ hasText: "seen" }).waitFor();
});

test("keys turn the parts of a row, a link leads to a nested row, and a silent backend is waited for", async (stage) => {
  stage.allow(/console: .*net::ERR_/);
  const { backend, page } = await stage.open(["--demo"]);
  await callMany(backend, "slow", 1, { seconds: 0.2 });
  await say(page, "parts");
  await toTimeline(page);
  await page.locator(".tl-row", { hasText: "echo" }).first().click();
  const detail = page.getByRole("region", { name: "Chosen row" });
  const isOn = (name) => detail.locator(`[role=tab][aria-selected=true]`, { hasText: name }).waitFor();
  await isOn("request");
  await page.keyboard.press("]");
  await isOn("response");
  await page.keyboard.press("r");
  await isOn("raw");
  await page.keyboard.press("r");
  await isOn("request");
  await page.keyboard.press("[");
  await isOn("checks");
  await page.keyboard.press("]");

  // A row that is read while nobody answers is shown once somebody does.
  const path = (seq) => new RegExp(`/timeline/${seq}$`);
  const rows = await (await backend.api(`/api/sessions/${(await backend.sessions())[0].id}/timeline`)).json().rows;
  const slow = rows.find((row) => row.kind === "call" && row.target === "slow");
  const other = rows.find((row) => row.parent === slow.seq && row.finding === null).seq;
  await page.route(path(other), (route) => route.abort());
  await page.evaluate((seq) => {
    location.hash = `${location.hash.split("/").slice(0, 4).join("/")}/${seq}`;
  }, other);
  await detail.getByText(`Row ${other} could not be read`).waitFor();
  await page.unroute(path(other));
  await detail.locator(".detail-head", { hasText: "within tools/call slow" }).waitFor();
  await page.locator(`.tl-selected[id$="-row-${other}"]`).filter({ hasText: "level 2: notifications/progress" }).waitFor();
});

test("findings are rows of the timeline, within those they are about, and lead to what the rules say", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("names")]);
  await page.getByRole("link", { name: "Timeline" }).click();
  const found = page.locator(".tl-row.tl-finding").first();
  await found.click();
  await page.getByRole("tab", { name: /^checks/, selected: true }).waitFor();
  const rule = await found.locator(".tl-method").textContent();
  await page.locator(".findings", { hasText: rule.replace(/^level \d+: /, "").trim() }).waitFor();
  assert.equal(await page.locator(".tl-row.tl-selected").count(), 1);
  await page.getByLabel("Filter the timeline").fill("kind:finding");
  await page.waitForFunction(() => document.querySelectorAll(".tl-row:not(.tl-head):not(.tl-finding)").length === 0);
  assert.ok((await page.locator(".tl-row.tl-finding").count()) > 0);
});

/** Makes calls of a tool that all have ended when it returns. */
async function callMany(backend, tool, times, given = null) {
  const [session] = await backend.sessions();
  for (let number = 0; number < times; number += 1) {
    const params = { name: tool, arguments: given ?? { message: `m${number}` } };
    const body = JSON.stringify({ method: "tools/call", params, progress: true });
    const { status, text } = await backend.api(`/api/sessions/${session.id}/calls?wait=true`, { method: "POST", body });
    assert.equal(status, 200, text);
  }
}

/** How many rows the grid has, by what it tells everybody. */
async function rowsAre(page, count) {
  await page.waitForFunction(
    (wanted) => Number(document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount")) - 1 === wanted,
    count,
  );
}

test("Pause freezes what is seen and counts what comes, and 'n new' leads back to the end", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await page.getByRole("link", { name: "Timeline" }).click();
  await page.getByLabel("Filter the timeline").fill("method:tools/call");
  await callMany(backend, "echo", 60);
  await rowsAre(page, 60);
  await page.getByRole("button", { name: "Pause" }).click();
  await callMany(backend, "echo", 7);
  const resume = page.getByRole("button", { name: "Resume (7 new)" });
  await resume.waitFor();
  await rowsAre(page, 60);
  await resume.click();
  await rowsAre(page, 67);
  // Whoever has scrolled up stays there, and is told how much came below.
  await page.locator('[role="grid"]').focus();
  await page.keyboard.press("Home");
  await page.locator('.tl-row[aria-rowindex="2"]').waitFor();
  await callMany(backend, "echo", 5);
  const news = page.getByRole("button", { name: "5 new ↓" });
  await news.waitFor();
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.locator('.tl-row[aria-rowindex="73"]').count(), 0);
  await news.click();
  await page.locator('.tl-row[aria-rowindex="73"]').waitFor();
  await news.waitFor({ state: "detached" });
});

test("statistics count calls and errors by method, and density changes the height of rows", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await callMany(backend, "echo", 3);
  await callMany(backend, "refuse", 2);
  await page.getByRole("link", { name: "Timeline" }).click();
  const high = (pixels) =>
    page.waitForFunction(
      (wanted) => document.querySelector(".tl-row:not(.tl-head)")?.getBoundingClientRect().height === wanted,
      pixels,
    );
  await high(22);
  await page.keyboard.press("Control+K");
  await page.keyboard.type("density");
  await page.keyboard.press("Enter");
  await high(28);
  await page.getByRole("tab", { name: "Statistics" }).click();
  const cells = page.getByRole("row").filter({ hasText: "tools/call" }).first().getByRole("cell");
  await cells.first().waitFor();
  const told = await cells.allTextContents();
  assert.deepEqual(told.slice(0, 2).map((one) => one.trim()), ["5", "2"], `calls and errors: ${told.join(" | ")}`);
  for (const time of told.slice(2, 5)) assert.match(time, /^[\d.,]+ (µs|ms|s)$/, told.join(" | "));
});
