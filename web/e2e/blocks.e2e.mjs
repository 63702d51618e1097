// Owns the parts of a result: very many of them cost no more than those that are seen, all are reached by keys, and what is
// not as it should be is shown with what is wrong.
import assert from "node:assert/strict";
import { test } from "./stage/suite.mjs";

/** Opens an item of the server, runs it, and opens what came as content. */
async function content(page, kind, key) {
  await page.evaluate(
    ([kind, key]) => {
      location.hash = `${location.hash.split("/").slice(0, 3).join("/")}/explore/${kind}/${encodeURIComponent(key)}`;
    },
    [kind, key],
  );
  await page.locator(".request .pane-title").waitFor();
  await page.getByRole("button", { name: /^(Run|Read|Get)/ }).first().click();
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
  await page.locator("#result-tab-content").click();
}

/** All that is drawn of a page that holds only what is near the view. */
const MOST_NODES = 3000;

test("twenty thousand blocks are drawn as they are seen, and keys reach the last of them", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("blocks")]);
  const panel = page.locator("#result-panel");
  for (const [kind, key, many, last] of [
    ["tool", "some", "4,000", "block 3999"],
    ["tool", "many", "20,000", "block 19999"],
    ["resource", "blocks://many", "3,000", "part 3000"],
    ["prompt", "talk", "3,000", "said 3000"],
  ]) {
    await page.evaluate(() => {
      window.longest = 0;
      new PerformanceObserver((list) => {
        for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
      }).observe({ entryTypes: ["longtask"] });
    });
    await content(page, kind, key);
    await panel.locator(".paged-count", { hasText: new RegExp(`^${many} blocks, 1 to \\d+ shown$`) }).waitFor();
    await panel.focus();
    await panel.press("End");
    await panel.getByText(last, { exact: true }).waitFor();
    await panel.locator(".paged-count", { hasText: new RegExp(` to ${many} shown$`) }).waitFor();
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    assert.ok(nodes < MOST_NODES, `${nodes} nodes`);
    // With all of them drawn it is five seconds; what is left is room for a busy machine.
    const longest = await page.evaluate(() => window.longest);
    assert.ok(longest < 600, `${key} held the page up for ${longest} ms`);
    if (key === "many") await stage.shot(page, "many-blocks");
    await panel.press("Home");
    await panel.locator(".paged-count", { hasText: `${many} blocks, 1 to ` }).waitFor();
  }
});

test("whoever tabs through the blocks comes to those that were not drawn at first", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("blocks")]);
  await content(page, "tool", "some");
  const panel = page.locator("#result-panel");
  await panel.locator(".paged-count").waitFor();
  await panel.focus();
  const first = await panel.locator(".paged-page").count();
  // Each second block has a button, and a page has twenty blocks.
  for (let at = 0; at < (first + 3) * 10; at += 1) await page.keyboard.press("Tab");
  const reached = await page.evaluate(() => Number(document.activeElement?.closest(".paged-page")?.dataset.page));
  assert.equal(reached, first + 2);
});

test("content that is not as it should be is shown as it came, with what is wrong", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("blocks")]);
  const panel = page.locator("#result-panel");
  await content(page, "tool", "wrong");
  for (const why of [
    "`text` is a number, not a string",
    "`text` is missing",
    "`data` is not base64",
    "`mimeType` is missing",
    "`resource` is missing",
    "`uri` is missing; `name` is missing",
    "`type` is missing",
    "it is null, not an object",
    "it is a list, not an object",
  ])
    await panel.getByText(`Not as it should be: ${why}. It came so:`).first().waitFor();
  await panel.locator(".json-line", { hasText: '"text": 5' }).waitFor();
  await stage.shot(page, "wrong-content");
  await content(page, "tool", "no_list");
  await panel.getByText("`content` is an object, not a list").waitFor();
  await panel.locator(".json-line", { hasText: '"alone"' }).waitFor();
  await content(page, "tool", "long_wrong");
  await panel.getByText("Not as it should be: `text` is not a string").first().waitFor();
  await panel.locator(".json-line", { hasText: '"text": 5' }).waitFor();
});
