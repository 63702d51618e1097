// Owns the page under load: many tools, a burst of notifications, results of many megabytes. Counts and the size of
// the document are asserted; times are printed, since they depend on the machine.
import assert from "node:assert/strict";
import { test } from "./stage/suite.mjs";

/** A document that holds only what is seen stays below this, whatever the server said. */
const MOST_NODES = 3000;

function say(what, ms) {
  console.log(`      ${what}: ${Math.round(ms)} ms`);
}

async function timed(what, work) {
  const began = performance.now();
  const value = await work();
  say(what, performance.now() - began);
  return value;
}

async function nodes(page) {
  return page.evaluate(() => document.querySelectorAll("*").length);
}

/** Keeps the longest time in which the page could not answer; the answer is in milliseconds. */
async function watchTasks(page) {
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
    }).observe({ entryTypes: ["longtask"] });
  });
}

async function sayLongest(page) {
  const longest = await page.evaluate(() => window.longest);
  if (longest === 0) console.log("      longest task: below 50 ms");
  else say("longest task", longest);
}

/** Opens a tool, fills in its fields and runs it. */
async function run(page, tool, given) {
  await page.evaluate((name) => {
    location.hash = `${location.hash.split("/").slice(0, 3).join("/")}/explore/tool/${name}`;
  }, tool);
  await page.locator(".request .pane-title", { hasText: tool }).waitFor();
  for (const [name, value] of Object.entries(given)) {
    await page.locator("#item-form").getByLabel(name, { exact: false }).first().fill(String(value));
  }
  await page.getByRole("button", { name: /^Run/ }).click();
}

test("1500 tools are opened, filtered and chosen, and the document stays small", async (stage) => {
  const backend = await stage.backend(["--", ...stage.scripted("many", 1500)]);
  await backend.ready();
  const page = await timed("open the page", async () => {
    const opened = await stage.page(backend);
    await opened.getByRole("treeitem", { name: /Tools · 1500/ }).waitFor();
    await opened.getByRole("treeitem", { name: /thing_0000/ }).waitFor();
    return opened;
  });
  await watchTasks(page);
  assert.ok((await nodes(page)) < MOST_NODES, `${await nodes(page)} nodes`);
  assert.equal(await page.locator('[role="treeitem"][tabindex="0"]').count(), 1, "the list is one stop for Tab");

  await page.keyboard.press("/");
  await timed("filter", async () => {
    await page.keyboard.type("thing_077");
    await page.getByRole("treeitem", { name: /Tools · 10 of 1500/ }).waitFor();
  });
  assert.equal(await page.locator('[role="treeitem"][aria-level="2"]').count(), 10);
  await page.locator("#tree-filter, input[aria-label^='Filter tools']").first().fill("");
  await page.getByRole("treeitem", { name: /Tools · 1500/ }).waitFor();
  await page.getByRole("treeitem", { name: /thing_0003/ }).focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => /prompts/i.test(document.activeElement?.textContent ?? ""));
  await page.keyboard.press("Home");
  await page.waitForFunction(() => /tools/i.test(document.activeElement?.textContent ?? ""));
  await page.getByRole("treeitem", { name: /thing_0000/ }).focus();
  await timed("choose a tool", async () => {
    await page.getByRole("treeitem", { name: /thing_0005/ }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".request .pane-title", { hasText: "read_thing_0005" }).waitFor();
    await page.locator("#item-form input").first().waitFor();
  });
  await page.keyboard.press("Control+K");
  await page.waitForFunction(() => document.activeElement?.closest(".palette") != null);
  await timed("find in the palette", async () => {
    await page.keyboard.type("1499");
    await page.locator("#palette-0", { hasText: "thing_1499" }).waitFor();
  });
  await page.keyboard.press("Enter");
  await page.locator(".request .pane-title", { hasText: "thing_1499" }).waitFor();
  assert.ok((await nodes(page)) < MOST_NODES, `${await nodes(page)} nodes`);
  await sayLongest(page);
});

/** The number of rows that pass a filter, as the grid says it to screen readers. */
async function rowsOf(page, filter, wanted) {
  const field = page.getByLabel("Filter the timeline");
  await field.fill(filter);
  const grid = page.locator('[role="grid"]');
  const isThere = (count) => document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount") === String(count + 1);
  try {
    await page.waitForFunction(isThere, wanted);
  } catch (late) {
    const got = await grid.getAttribute("aria-rowcount");
    const bar = await page.locator(".status-bar").textContent();
    throw new Error(`${Number(got) - 1} rows instead of ${wanted}; status bar: ${bar}`, { cause: late });
  }
}

for (const [how, slices] of [
  ["at once", 1],
  ["within a second", 20],
]) {
  test(`10,000 notifications ${how}: the page answers meanwhile and the counts are right`, async (stage) => {
    const { page } = await stage.open(["--", ...stage.scripted("heavy")]);
    await watchTasks(page);
    await page.evaluate(() => {
      // When a key was handled, and when the answer to the burst was seen, by the page's own clock.
      window.seen = { keys: [], end: null };
      addEventListener("keydown", (event) => {
        const began = event.timeStamp;
        requestAnimationFrame(() => window.seen.keys.push({ at: performance.now(), took: performance.now() - began }));
      });
      new MutationObserver(() => {
        if (window.seen.end === null && document.querySelector(".result .verdict")?.textContent.includes("OK"))
          window.seen.end = performance.now();
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const began = performance.now();
    await run(page, "burst", { count: 10_000, slices });
    if (slices > 1) {
      // Keys act while it goes on: another screen is opened and left again.
      await page.locator(".running").waitFor();
      await page.locator("#pane-2").focus();
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      assert.equal(await page.evaluate(() => window.seen.end), null, "the keys were handled before the burst ended");
    }
    await page.locator(".result .verdict", { hasText: "OK" }).waitFor({ timeout: 60_000 });
    say("until the answer was shown", performance.now() - began);
    await timed("counts after it", () => rowsOf(page, "method:notifications/message", 10_000));
    const seen = await page.evaluate(() => window.seen);
    say("slowest key", Math.max(0, ...seen.keys.map((one) => one.took)));
    await sayLongest(page);
    await page.locator(".status-bar", { hasText: "0 dropped" }).waitFor();
    assert.ok((await nodes(page)) < MOST_NODES, `${await nodes(page)} nodes`);
    // The first and the last can be reached.
    await page.locator('[role="grid"]').focus();
    await page.keyboard.press("End");
    await page.locator(".tl-row", { hasText: "message 10000 of 10000" }).waitFor();
    await page.keyboard.press("Home");
    await page.locator(".tl-row", { hasText: "message 1 of 10000" }).waitFor();
    assert.ok((await nodes(page)) < MOST_NODES);
  });
}

for (const megabytes of [5, 50]) {
  test(`a result of ${megabytes} MB is shown, its end reached, and searched`, async (stage) => {
    const { page } = await stage.open(["--", ...stage.scripted("heavy")]);
    let received = 0;
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    network.on("Network.dataReceived", (piece) => (received += piece.dataLength));
    await watchTasks(page);
    await timed("first lines shown", async () => {
      await run(page, "large", { megabytes });
      await page.locator(".result .verdict", { hasText: "OK" }).waitFor({ timeout: 120_000 });
      await page.locator("#result-panel .json-line", { hasText: '"content"' }).waitFor({ timeout: 120_000 });
    });
    assert.ok(received < 1_000_000, `${received} bytes were sent to the page`);
    const doc = page.locator("#result-panel .json-long");
    assert.ok((await nodes(page)) < MOST_NODES, `${await nodes(page)} nodes`);
    await timed("end reached", async () => {
      await doc.focus();
      await page.keyboard.press("End");
      await doc.locator(".json-line", { hasText: "the very end" }).waitFor();
    });
    const search = page.locator("#result-panel").getByRole("searchbox");
    await timed("found", async () => {
      await search.fill('"item-31234"');
      await search.press("Enter");
      await doc.locator(".json-found", { hasText: "item-31234" }).waitFor();
    });
    await timed("all folded", async () => {
      await doc.focus();
      await page.keyboard.press("f");
      await doc.locator(".json-line", { hasText: '"structuredContent": {…}' }).waitFor();
    });
    await timed("found again in what was folded", async () => {
      await search.press("Enter");
      await doc.locator(".json-found", { hasText: "item-31234" }).waitFor();
    });
    await timed("as it came", async () => {
      await page.locator("#result-tab-raw").click();
      await page.locator("#result-panel .json-line", { hasText: '{"jsonrpc":"2.0"' }).first().waitFor();
    });
    assert.ok((await nodes(page)) < MOST_NODES, `${await nodes(page)} nodes`);
    await sayLongest(page);
    const heap = await page.evaluate(() => performance.memory.usedJSHeapSize / 1e6);
    console.log(`      heap: ${Math.round(heap)} MB`);
    await stage.shot(page, `large-${megabytes}`);
  });
}

test("a result beyond the limit is told with its size, the limit and the flag, and the session goes on", async (stage) => {
  const { page } = await stage.open(["--max-message-size", "16MiB", "--", ...stage.scripted("heavy")]);
  await run(page, "large", { megabytes: 20 });
  const told = page.locator("#result-panel .problem");
  await told.filter({ hasText: "FRAME_TOO_LARGE" }).filter({ hasText: /\b200\d{5} bytes.* 16777216\b/ }).waitFor();
  await told.filter({ hasText: "--max-message-size" }).waitFor();
  await page.locator(".health .status.connected").waitFor();
  await run(page, "small", {});
  await page.locator("#result-panel", { hasText: '"small"' }).waitFor();
});
