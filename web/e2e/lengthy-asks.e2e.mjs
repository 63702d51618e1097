// Owns asks of great length: their cards draw beginnings and windows, the page goes on, and all of it can be read and answered.
import assert from "node:assert/strict";
import { test } from "./stage/suite.mjs";

const SLOWEST_MS = 500;
const MOST_NODES = 4_000;

/** Runs a tool whose ask has a card, and gives what the page was busy with since. */
async function asked(stage, tool) {
  const { page } = await stage.open(["--", ...stage.scripted("lengthy-asks")]);
  await page.getByRole("treeitem", { name: new RegExp(`^${tool}\\b`) }).first().click();
  await page.locator(".request .pane-title", { hasText: tool }).waitFor();
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
  const card = page.locator(".card:not(.over)");
  const stays = async () => {
    const { longest, nodes } = await page.evaluate(() => ({ longest: window.longest, nodes: document.querySelectorAll("*").length }));
    assert.ok(longest < SLOWEST_MS, `a task took ${longest} ms`);
    assert.ok(nodes < MOST_NODES, `${nodes} nodes`);
  };
  return { page, card, stays };
}

test("an ask with megabytes of text shows its beginning, all of it when wanted, and is answered", async (stage) => {
  const { page, card, stays } = await asked(stage, "text");
  await card.locator(".mono", { hasText: /^user: Show all 2.4 MB begins and goes on/ }).waitFor();
  await card.locator(".mono", { hasText: "(2.4 MB in all)" }).waitFor();
  assert.ok((await card.textContent()).length < 20_000);
  await card.getByRole("button", { name: "Show all 2.4 MB" }).last().click();
  await card.locator(".json-line", { hasText: "begins and goes on" }).first().waitFor();
  await stays();
  await stage.shot(page, "ask-of-megabytes");
  await card.getByLabel("Answer as the model").fill("enough");
  await card.getByRole("button", { name: /^Send/ }).click();
  await page.locator("#result-panel", { hasText: "enough" }).waitFor();
});

test("of two thousand messages those near the view are drawn", async (stage) => {
  const { card, stays } = await asked(stage, "messages");
  // The focus is in the answer, below them.
  await card.locator(".mono", { hasText: "number 1999" }).waitFor();
  await card.getByText("2,000 messages").waitFor();
  await stays();
});

test("an ask for more fields than a form is made of takes JSON", async (stage) => {
  const { page, card, stays } = await asked(stage, "very-many-fields");
  await card.getByText("the schema is too large for a check").waitFor();
  await card.locator("textarea").fill('{"field4999":"x"}');
  await stays();
  await card.getByRole("button", { name: /^Accept/ }).click();
  await page.locator("#result-panel", { hasText: "field4999" }).waitFor();
});

test("a form of very many fields draws some of them, and says how many there are", async (stage) => {
  const { page, card, stays } = await asked(stage, "fields");
  await card.getByLabel("field3", { exact: true }).waitFor();
  await card.getByRole("button", { name: /more fields: show/ }).waitFor();
  await card.getByText("(2.4 MB in all)").waitFor();
  await card.locator("input").first().fill("x");
  await stays();
  await card.getByRole("button", { name: /^Decline/ }).first().click();
  await page.locator("#result-panel", { hasText: "decline" }).waitFor();
});

test("one of twenty thousand options is found by its letters", async (stage) => {
  const { page, card, stays } = await asked(stage, "options");
  await card.getByText("the first 200 of 20,000 options").waitFor();
  await card.getByLabel("Find an option of one").fill("19876");
  await card.locator("select").selectOption({ label: "option 19876" });
  await stays();
  await card.getByRole("button", { name: /^Accept/ }).click();
  await page.locator("#result-panel", { hasText: "option 19876" }).waitFor();
});
