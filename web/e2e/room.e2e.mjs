// Owns that nothing is cut off: what can be pressed is seen whole in panes of any width, and long names keep to theirs.
import assert from "node:assert/strict";
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
  assert.match(await long.getAttribute("title"), /^(long_){2000}$/);
  assert.equal(await tree.locator(".tree-item", { hasText: "(no name)" }).count(), 2);
  const notes = await tree
    .locator(".tree-note")
    .evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight + one.scrollWidth - one.clientWidth));
  assert.deepEqual(notes, [0, 0], "reasons are cut");
  await stage.shot(page, "room-names");
});
