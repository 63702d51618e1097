// Owns the room that cards take: their buttons are in sight, their heading is one line, and in narrow windows neither the
// card nor the Inbox takes away what is beside it.
import assert from "node:assert/strict";
import { violations } from "./stage/axe.mjs";
import { test } from "./stage/suite.mjs";

async function asked(stage, tool, options = {}) {
  const { page } = await stage.open(["--", ...stage.scripted("asks")], options);
  await page.getByRole("treeitem", { name: new RegExp(`^${tool}\\b`) }).first().click();
  await page.locator(".request .pane-title", { hasText: tool }).waitFor();
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
  await page.locator(".card:not(.over) .form input, .card:not(.over) textarea").first().waitFor();
  return page;
}

/** Whether each of these is what a click in its middle would meet. */
function reachable(page, selector) {
  return page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }),
  );
}

test("the buttons of a card with many fields are in sight, wherever it is scrolled to", async (stage) => {
  const page = await asked(stage, "survey");
  const buttons = ".card .form ~ .answer-foot > .answer-line > .button";
  for (const place of [".request .card", "#inbox .card"]) {
    if (place.startsWith("#")) {
      await page.getByRole("button", { name: /^Inbox/ }).click();
      await page.locator("#inbox .card .form input").first().waitFor();
    }
    for (const field of [0, 19, 8]) {
      await page.locator(`${place} .form input`).nth(field).focus();
      assert.deepEqual([...new Set(await reachable(page, buttons))], [true], `${place}, field ${field}`);
      assert.deepEqual(await reachable(page, `${place} .form input:focus`), [true], `${place}, field ${field} itself`);
    }
    await stage.shot(page, `card-survey-${place.startsWith("#") ? "inbox" : "run"}`);
  }
  const keys = await page.locator(`${buttons} kbd`).allTextContents();
  assert.deepEqual(keys, ["Ctrl ↵", "Alt D"]);
});

test("the heading of a card is one line", async (stage) => {
  const page = await asked(stage, "sample");
  const head = page.locator(".request .card .card-head");
  await head.getByText(/run #\d+ · waiting/).waitFor();
  const { height } = await head.boundingBox();
  assert.ok(height < 24, `${height} pixels`);
});

test("at 900 pixels the Inbox lies over the page, and the run can still be cancelled", async (stage) => {
  const page = await asked(stage, "survey", { viewport: { width: 900, height: 700 } });
  const cancel = ".running .button";
  assert.deepEqual(await reachable(page, cancel), [true], "the card lies over Cancel");
  await stage.shot(page, "card-900");
  // The row of the run is chosen when it is there, which makes room for what is in it.
  await page.getByRole("region", { name: "Chosen row" }).waitFor();
  const width = async (pane) => (await page.locator(pane).boundingBox()).width;
  const before = [await width("#pane-1"), await width("#pane-2"), await width("#pane-4")];
  await page.keyboard.press("Escape");
  await page.keyboard.press("i");
  await page.locator("#inbox .card .form input").first().waitFor();
  assert.deepEqual([await width("#pane-1"), await width("#pane-2"), await width("#pane-4")], before, "nothing is squeezed");
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "inbox-900");
  await page.keyboard.press("Escape");
  await page.locator("#inbox").waitFor({ state: "detached" });
  await page.evaluate(() => document.activeElement?.blur?.());
  await page.keyboard.press("i");
  await page.locator("#inbox").waitFor();
  await page.evaluate(() => document.activeElement?.blur?.());
  await page.keyboard.press("i");
  await page.locator("#inbox").waitFor({ state: "detached" });
  await page.locator(cancel).click();
  await page.locator(".running").waitFor({ state: "detached" });
});

test("where the Inbox lies over the page, it goes with the last answer", async (stage) => {
  const page = await asked(stage, "survey", { viewport: { width: 900, height: 700 } });
  await page.keyboard.press("Escape");
  await page.keyboard.press("i");
  await page.locator("#inbox .card .form input").first().waitFor();
  await page.locator("#inbox").getByRole("button", { name: /^Decline/ }).first().click();
  await page.locator("#inbox").waitFor({ state: "detached" });
});
