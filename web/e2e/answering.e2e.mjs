// Owns the way to a card and out of it by keys alone, and what is seen of it: menus whole, what does not fit at once, and
// beside a run that the server asks back.
import assert from "node:assert/strict";
import { withHttpDemo } from "./stage/demo-http.mjs";
import { test } from "./stage/suite.mjs";

async function toTool(page, tool) {
  await page.getByRole("treeitem", { name: new RegExp(`^${tool}\\b`) }).first().click();
  await page.locator(".request .pane-title", { hasText: new RegExp(`^${tool}$`) }).waitFor();
}

async function run(page) {
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
}

const runsMade = (page) => page.locator(".running, .run-links a").count();

/** Whether the focus is within what this selects. */
function focusIn(page, selector) {
  return page.waitForFunction((wanted) => document.activeElement?.closest(wanted) != null, selector);
}

/** Whether each of these is in the window, and is what a click near its ends would meet. */
function seenWhole(page, selector) {
  return page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const isThere = (x, y) => one.contains(document.elementFromPoint(x, y));
      return isThere(left + 3, top + 3) && isThere(right - 3, bottom - 3);
    }),
  );
}

test("a page to visit is answered by the keys of its card, and nothing is run by them", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  const ask = async () => {
    await page.keyboard.press("Control+K");
    await page.keyboard.type("elicit_url");
    await page.keyboard.press("Enter");
    await page.locator(".request .pane-title", { hasText: "elicit_url" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator(".card:not(.over)").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("i");
    await focusIn(page, "#inbox .card:not(.over)");
  };
  const answered = async (made) => {
    await page.locator(".card:not(.over)").waitFor({ state: "detached" });
    await page.locator(".running").waitFor({ state: "detached" });
    assert.equal(await runsMade(page), made, "only what was run was run");
    await page.locator("#inbox").getByRole("button", { name: "Close the Inbox" }).click();
  };
  await ask();
  assert.deepEqual(await page.locator("#inbox .card kbd").allTextContents(), ["Ctrl ↵", "Alt D"]);
  await page.keyboard.press("Control+Enter");
  await answered(1);
  await ask();
  await page.keyboard.press("Alt+D");
  await answered(2);
});

test("a card beside its run takes the focus of whoever ran it, also without a field", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  await toTool(page, "visit");
  await page.locator("#arg-url").fill("https://example.test/login");
  await page.keyboard.press("Control+Enter");
  await focusIn(page, ".request .card");
  await page.keyboard.press("Control+Enter");
  await page.locator("#result-panel", { hasText: String.raw`{\"action\":\"accept\"}` }).waitFor();
  assert.equal(await runsMade(page), 1);
});

test("Ctrl+Enter on any button of a card sends its answer, and never runs the tool", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.getByRole("checkbox", { name: /^Ask me for roots/ }).check();
  await page.getByRole("button", { name: "Connect anew" }).click();
  await page.getByText("A change takes effect when the server is connected anew.").waitFor();
  await page.locator(".health .status.connected").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await toTool(page, "roots");
  await run(page);
  await page.locator(".request .card textarea").waitFor();
  await page.locator(".request .card").getByRole("button", { name: /^Decline/ }).focus();
  await page.keyboard.press("Control+Enter");
  await page.locator("#result-panel", { hasText: "roots" }).waitFor();
  assert.equal(await runsMade(page), 1);
});

test("menus of cards and results are seen whole, whatever the size of their pane", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")], { viewport: { width: 1200, height: 620 } });
  const look = async (button, entries) => {
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("menuitem").nth(entries - 1).waitFor();
    const seen = await seenWhole(page, '[role="menuitem"]');
    assert.deepEqual(seen, seen.map(() => true), `${button}: ${seen}`);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  };
  await toTool(page, "sample");
  await run(page);
  await page.locator(".card textarea").waitFor();
  await look("Canned answers", 5);
  await stage.shot(page, "canned");
  await look("Copy this call", 5);
  await page.keyboard.press("Escape");
  await page.locator(".card").getByRole("button", { name: "Reject" }).click();
  await toTool(page, "quiz");
  await run(page);
  await page.locator(".card .form input").first().waitFor();
  await look(/^Always/, 3);
  await page.setViewportSize({ width: 900, height: 560 });
  await look(/^Always/, 3);
  await page.getByRole("button", { name: /^Inbox/ }).click();
  await page.locator("#inbox .card .form input").first().waitFor();
  await look(/^Always/, 3);
});

test("an answer that does not fit says so in sight, and the first field of it has the focus", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  await toTool(page, "quiz");
  await run(page);
  await page.locator(".card .form input").first().waitFor();
  for (const place of [".request .card", "#inbox .card"]) {
    if (place.startsWith("#")) {
      await page.getByRole("button", { name: /^Inbox/ }).click();
      await page.locator("#inbox .card .form input").first().waitFor();
    }
    await page.locator(`${place} .form input`).first().focus();
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(
      (box) => document.activeElement !== null && document.activeElement === document.querySelectorAll(`${box} .form input`)[3],
      place,
    );
    const summary = page.locator(`${place} .problem`, { hasText: "It does not fit what was asked for" });
    await summary.waitFor();
    const said = `${place} .problem-line, ${place} .problem .button, ${place} .form input:focus`;
    assert.deepEqual(await seenWhole(page, said), [true, true, true], place);
    await stage.shot(page, `misfit-${place.startsWith("#") ? "inbox" : "run"}`);
  }
});

test("a run that the server asks back about says so beside its result, and leads to the card", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  await toTool(page, "quiz");
  await page.locator("#item-form input").first().fill("x");
  await run(page);
  const result = page.locator("#result-panel", { hasText: "The server asks you for something" });
  await result.filter({ hasText: "elicitation/create" }).waitFor();
  const button = result.getByRole("button", { name: /^Answer it/ });
  assert.deepEqual(await button.locator("kbd").allTextContents(), ["i"]);
  await button.click();
  await focusIn(page, "#inbox .card .form");
  const note = page.locator(".request .answer-line", { hasText: "Its card is in the Inbox." });
  await note.waitFor();
  await page.locator("#pane-3").click();
  await note.getByRole("button", { name: "Go to it" }).click();
  await focusIn(page, "#inbox .card .form");
  await page.locator("#inbox .card").getByText(/run #\d+ · waiting/).waitFor();
});

test("cards name their runs also when several of one tool are under way", (stage) =>
  withHttpDemo(async (url) => {
    const { page } = await stage.open([url]);
    await toTool(page, "elicit");
    for (const number of [1, 2]) {
      await run(page);
      await page.locator(".card:not(.over)").nth(number - 1).waitFor();
    }
    await page.getByRole("button", { name: /^Inbox/ }).click();
    for (const number of [1, 2]) await page.locator("#inbox .card-head", { hasText: `run #${number} · waiting` }).waitFor();
  }));
