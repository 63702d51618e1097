// Owns that nothing is cut off: what can be pressed is seen whole in panes of any width, and long names keep to theirs.
import assert from "node:assert/strict";
import { violations } from "./stage/axe.mjs";
import { test } from "./stage/suite.mjs";

/** What of these elements is outside of a pane, by what they say. */
async function cut(page, pane, parts) {
  return page.locator(pane).evaluate((box, selector) => {
    const { left, right } = box.getBoundingClientRect();
    return [...box.querySelectorAll(selector)]
      .map((one) => ({ text: one.textContent.slice(0, 40), at: one.getBoundingClientRect() }))
      .filter(({ at }) => at.left < left - 0.5 || at.right > right + 0.5)
      .map(({ text, at }) => `${text}: ${Math.round(at.left)}..${Math.round(at.right)} in ${left}..${right}`);
  }, parts);
}

test("Run and the tabs of a result are seen whole in narrow panes", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.getByRole("treeitem", { name: /^weather/ }).first().click();
  await page.locator("#item-form input").first().fill("Bergen");
  for (const _ of [1, 2]) {
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
  }
  await page.getByRole("tab", { name: "Diff", exact: true }).waitFor();
  const look = async (name) => {
    assert.deepEqual(await cut(page, ".request", ".pane-head *"), [], `request, ${name}`);
    assert.deepEqual(await cut(page, ".row-detail", ".detail-tabs button"), [], `row, ${name}`);
    assert.deepEqual(await cut(page, ".result", ".tab, .pane-acts *"), [], `result, ${name}`);
  };
  for (const width of [1400, 1280, 1200, 1150, 1110, 1000, 900]) {
    await page.setViewportSize({ width, height: 900 });
    await look(`${width} px`);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Inbox/ }).click();
  await page.locator(".drawer").waitFor();
  for (const width of [1400, 1280, 1110]) {
    await page.setViewportSize({ width, height: 900 });
    await look(`${width} px with the Inbox`);
    await stage.shot(page, `room-inbox-${width}`);
  }
});

test("a long name makes no row wider, one without a name says so, and reasons are read whole", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("names")]);
  const tree = page.locator(".tree");
  assert.equal(await tree.locator(".tree-item .badge", { hasText: "destr" }).count(), 2);
  assert.deepEqual(await cut(page, ".tree", ".tree-item, .badge, .tree-note"), []);
  const long = tree.locator(".tree-item", { hasText: "long_" });
  // Enough of it to know it; all of it is in the definition.
  assert.match(await long.getAttribute("title"), /^(long_){50}.*… \(10 kB in all\)$/);
  assert.equal(await tree.locator(".tree-item", { hasText: "(no name)" }).count(), 2);
  const notes = await tree
    .locator(".tree-note")
    .evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight + one.scrollWidth - one.clientWidth));
  assert.deepEqual(notes, [0, 0], "reasons are cut");
  await stage.shot(page, "room-names");
});

test("options that are long or many stay within the form", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("shapes")]);
  await page.getByRole("treeitem", { name: /^choices/ }).click();
  await page.locator("#item-form select").first().waitFor();
  await page.getByLabel("Kind of kind").selectOption({ index: 1 });
  await page.locator("#item-form .union-node select").waitFor();
  for (const width of [1400, 1150, 900]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await cut(page, "#item-form", "select, .segmented, .segment, .many-of, .check, .check span"), [], `${width} px`);
    const wide = await page.locator(".request .pane-body").evaluate((one) => one.scrollWidth - one.clientWidth);
    assert.equal(wide, 0, `${width} px: the form is scrolled sideways`);
    await stage.shot(page, `room-choices-${width}`);
  }
});

test("rows of all servers are seen whole beside the chosen one", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("shapes")]);
  await page.evaluate(() => void (location.hash = "#/"));
  await page.getByRole("button", { name: /built-in demo/ }).click();
  await page.locator('[role="treeitem"][aria-level="2"]').first().waitFor();
  await page.getByRole("link", { name: "Timeline" }).click();
  await page.getByRole("tab", { name: "All servers" }).click();
  await page.locator(".tl-row:not(.tl-head)", { hasText: "initialize" }).first().click();
  await page.locator(".row-detail").waitFor();
  for (const width of [1400, 1150, 900]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await cut(page, "#pane-4", ".tl-row > span"), [], `${width} px`);
  }
});

test("m gives any pane all the room, and Escape or m takes it back", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.getByRole("treeitem", { name: /^echo/ }).click();
  await page.locator("#item-form :is(input, textarea)").first().fill("hi");
  await page.keyboard.press("Control+Enter");
  await page.locator("#result-panel").filter({ hasText: "hi" }).waitFor();
  const room = await page.locator(".main").boundingBox();
  const fills = async (pane) => {
    const box = await page.locator(pane).boundingBox();
    return Math.abs(box.width - room.width) < 2 && Math.abs(box.height - room.height) < 2;
  };
  for (const [digit, pane] of [
    ["3", "#pane-3"],
    ["1", "#pane-1"],
  ]) {
    await page.locator("#result-panel").focus();
    await page.keyboard.press(digit);
    await page.keyboard.press("m");
    await page.waitForFunction((id) => document.documentElement.dataset.max === id, pane.slice(1));
    assert.ok(await fills(pane), pane);
    assert.equal(await page.locator("#item-form").isVisible(), false, "what is behind it cannot be reached");
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press(digit === "3" ? "m" : "Escape");
    await page.waitForFunction(() => document.documentElement.dataset.max === undefined);
    assert.ok(!(await fills(pane)), pane);
  }
  await page.getByRole("link", { name: "Maximise" }).click();
  await page.locator(".timeline-screen").waitFor();
});

test("below 1100 pixels the result stands below the request, and beside it above that", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.getByRole("treeitem", { name: /^echo/ }).first().click();
  await page.getByRole("button", { name: /^Run/ }).waitFor();
  const box = (place) => page.locator(place).evaluate((one) => one.getBoundingClientRect().toJSON());
  for (const [width, isBelow] of [
    [1400, false],
    [1110, false],
    [1090, true],
    [900, true],
  ]) {
    await page.setViewportSize({ width, height: 900 });
    const [request, result] = [await box(".request"), await box(".result")];
    const told = `${width} px: ${JSON.stringify({ request, result })}`;
    assert.ok(result.width > 100 && result.height > 50, told);
    assert.equal(result.top >= request.bottom - 1 && Math.abs(result.left - request.left) < 2, isBelow, told);
    assert.equal(result.left >= request.right - 1 && Math.abs(result.top - request.top) < 2, !isBelow, told);
  }
});

test("below 800 pixels the timeline takes turns with what is above it", async (stage) => {
  const { page } = await stage.open(["--demo"], { viewport: { width: 760, height: 800 } });
  const [tree, rows] = [page.locator("#pane-1"), page.locator("#pane-4")];
  assert.deepEqual([await tree.isVisible(), await rows.isVisible()], [true, false]);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("group", { name: "Show" }).getByRole("button", { name: "Timeline" }).click();
  assert.deepEqual([await tree.isVisible(), await rows.isVisible()], [false, true]);
  await page.locator(".tl-row", { hasText: "tools/list" }).first().waitFor();
  assert.deepEqual(await violations(page), []);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  await page.setViewportSize({ width: 1000, height: 800 });
  assert.deepEqual([await tree.isVisible(), await rows.isVisible()], [true, true]);
  assert.equal(await page.getByRole("group", { name: "Show" }).isVisible(), false);
});
