// Owns the cards of what a server asks for: answers that are at hand, refusals, standing rules, pages to visit, the time
// that is left, and asks that the server takes back.
import assert from "node:assert/strict";
import { Trap } from "./stage/trap.mjs";
import { connected } from "./stage/stage.mjs";
import { withHttpDemo } from "./stage/demo-http.mjs";
import { test } from "./stage/suite.mjs";

async function toTool(page, tool) {
  await page.getByRole("treeitem", { name: new RegExp(`^${tool}\\b`) }).first().click();
  await page.locator(".request .pane-title", { hasText: tool }).waitFor();
}

async function run(page) {
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
}

/** Runs what is on the screen, and gives the card by which the server asks back. */
async function asked(page) {
  await run(page);
  const card = page.locator(".card:not(.over)");
  await card.waitFor();
  return card;
}

/** What the tool was told by the client, once the run with this number is over. */
async function told(page, text) {
  await page.locator("#result-panel").filter({ hasText: text }).waitFor();
  await page.locator(".card:not(.over)").waitFor({ state: "detached" });
}

test("a sampling is answered with what is at hand, or rejected, once and always", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  await toTool(page, "sample");
  const canned = async (card, label) => {
    await card.getByRole("button", { name: "Canned answers" }).click();
    await page.getByRole("menuitem", { name: label, exact: true }).click();
  };
  const answerIs = (text) => page.waitForFunction(
    (wanted) => document.querySelector('.card [aria-label="Answer as the model"]')?.value === wanted,
    text,
  );
  await page.locator("#arg-prompt").fill("Say it again");
  let card = await asked(page);
  await card.getByText("user: Say it again").waitFor();
  // Who does not see the card hears of it.
  await page.locator('.header [aria-live="polite"]', { hasText: "The server asks for something" }).waitFor({ state: "attached" });
  await canned(card, "Echo the last message");
  await answerIs("Say it again");
  await card.getByRole("button", { name: "Send" }).click();
  await told(page, String.raw`\"text\":\"Say it again\"`);

  card = await asked(page);
  await canned(card, "A fixed text");
  await answerIs("This is a canned answer.");
  await card.getByLabel("Answer as the model").fill("typed by hand");
  await card.locator("summary").click();
  await card.getByLabel("model", { exact: true }).fill("gpt-none");
  await card.getByLabel("stopReason").fill("maxTokens");
  await card.getByRole("button", { name: "Send" }).click();
  await told(page, "typed by hand");
  await told(page, String.raw`\"model\":\"gpt-none\",\"stopReason\":\"maxTokens\"`);

  card = await asked(page);
  await canned(card, "The last answer again");
  await answerIs("typed by hand");
  await canned(card, "Error -1");
  await told(page, String.raw`\"code\":-1`);

  card = await asked(page);
  await card.getByRole("button", { name: "Reject" }).click();
  await told(page, "the user rejected the request");
  card = await asked(page);
  await canned(card, "Reject every sampling");
  await told(page, "the user rejected the request");
  const rule = page.locator(".standing", { hasText: "rejected with error -1" });
  await rule.waitFor();
  await run(page);
  await rule.filter({ hasText: "2 answers so far" }).waitFor();
  await rule.getByRole("button").click();
  await rule.waitFor({ state: "detached" });
  await asked(page);
});

test("an elicitation is answered as typed, against its schema, and by a rule", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  await toTool(page, "elicit");
  let card = await asked(page);
  await card.getByText("Who are you?").waitFor();
  await card.getByRole("textbox", { name: "name (required)" }).fill("Ada");
  await card.getByLabel("age").fill("0");
  await card.getByRole("button", { name: /^Accept/ }).click();
  await card.getByText("It does not fit what was asked for:").waitFor();
  await card.getByRole("button", { name: "Send anyway" }).click();
  await told(page, String.raw`\"content\":{\"name\":\"Ada\",\"age\":0}`);

  card = await asked(page);
  await card.getByRole("button", { name: "Cancel" }).click();
  await told(page, String.raw`{\"action\":\"cancel\"}`);
  card = await asked(page);
  await card.getByRole("button", { name: /^Always/ }).click();
  await page.getByRole("menuitem", { name: "Accept every elicitation with its defaults" }).click();
  await told(page, String.raw`\"name\":\"Grace\"`);
  const rule = page.locator(".standing", { hasText: "accepted with the defaults" });
  await rule.waitFor();
  await run(page);
  await rule.filter({ hasText: "2 answers so far" }).waitFor();
  await rule.getByRole("button").click();
  await rule.waitFor({ state: "detached" });
});

test("a rule accepts every elicitation with what was typed, or declines all", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  await toTool(page, "elicit");
  const always = async (card, label) => {
    await card.getByRole("button", { name: /^Always/ }).click();
    await page.getByRole("menuitem", { name: label, exact: true }).click();
  };
  /** A rule answers the one that waits and the next one, which nobody is asked about, until it is taken back. */
  const stands = async (words, answer) => {
    await told(page, answer);
    const rule = page.locator(".standing", { hasText: words });
    await rule.filter({ hasText: "1 answer so far" }).waitFor();
    await run(page);
    await rule.filter({ hasText: "2 answers so far" }).waitFor();
    await page.locator(".run-links a").nth(1).waitFor();
    await told(page, answer);
    await rule.getByRole("button").click();
    await rule.waitFor({ state: "detached" });
  };
  let card = await asked(page);
  await card.getByRole("textbox", { name: "name (required)" }).fill("Ada");
  // What was typed last is part of the rule, also when the form has not taken it in yet.
  let release = () => undefined;
  const isChosen = new Promise((resolve) => (release = resolve));
  await page.route(/\/api\/form$/, async (route) => {
    await isChosen;
    await route.continue();
  });
  await card.getByLabel("age").fill("36");
  await always(card, "Accept every elicitation with this");
  release();
  await stands("accepted with “{", String.raw`\"action\":\"accept\",\"content\":{\"name\":\"Ada\",\"age\":36}`);

  card = await asked(page);
  await always(card, "Decline every elicitation");
  await stands("refused", String.raw`{\"action\":\"decline\"}`);
  await asked(page);
});

test("a page is shown with its host marked, opened by hand alone, and done with", async (stage) => {
  const trap = await new Trap().open();
  try {
    const url = trap.page("/login", '<!doctype html><title>login</title><link rel="icon" href="data:,">');
    const backend = await stage.backend(["--", ...stage.scripted("asks")]);
    const context = await stage.context([backend.origin, trap.origin]);
    const page = await stage.page(backend, { context });
    await toTool(page, "visit");
    await page.locator("#arg-url").fill(url);
    let card = await asked(page);
    await card.locator(".address", { hasText: url }).locator("mark", { hasText: new URL(url).host }).waitFor();
    assert.equal(context.pages().length, 1, "nothing was opened by itself");
    assert.deepEqual(trap.asked, []);
    const [popup] = await Promise.all([
      context.waitForEvent("page"),
      card.getByRole("link", { name: "Open" }).click(),
    ]);
    await popup.waitForLoadState();
    assert.equal(popup.url(), url);
    assert.equal(await popup.evaluate(() => window.opener), null);
    assert.equal(await card.count(), 1, "having been there is no answer yet");
    await popup.close();
    await card.getByRole("button", { name: "Done" }).click();
    await told(page, String.raw`{\"action\":\"accept\"}`);

    await page.locator("#arg-url").fill(`http://bank.example@${new URL(url).host}/`);
    card = await asked(page);
    await card.getByText("What stands before the @ is no address").waitFor();
    await card.getByRole("button", { name: /^Decline/ }).click();
    await told(page, String.raw`{\"action\":\"decline\"}`);
    await page.locator("#arg-url").fill("javascript:alert(1)");
    card = await asked(page);
    await card.getByText("so it is not offered to be opened").waitFor();
    assert.equal(await card.getByRole("link").count(), 0);
    await card.getByRole("button", { name: "Cancel" }).click();
    await told(page, String.raw`{\"action\":\"cancel\"}`);
    assert.deepEqual(trap.asked, ["GET /login"]);
  } finally {
    await trap.close();
  }
});

test("pages are declined or done with by a rule of their own, and forms are still asked for", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  const always = async (card, label) => {
    await card.getByRole("button", { name: /^Always/ }).click();
    await page.getByRole("menuitem", { name: label }).click();
  };
  await toTool(page, "visit");
  await page.locator("#arg-url").fill("https://example.test/login");
  await always(await asked(page), "Decline every page");
  await told(page, String.raw`{\"action\":\"decline\"}`);
  const rule = page.locator(".standing", { hasText: "with mode url: refused" });
  await rule.waitFor();
  await run(page);
  await rule.filter({ hasText: "2 answers so far" }).waitFor();
  await toTool(page, "elicit");
  const form = await asked(page);
  await form.getByText("Who are you?").waitFor();
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".standing").getByRole("button").click();
  await rule.waitFor({ state: "detached" });
  await toTool(page, "visit");
  await always(await asked(page), "Done with every page");
  await told(page, String.raw`{\"action\":\"accept\"}`);
  await page.locator(".standing", { hasText: "with mode url: done with, unopened" }).waitFor();
});

test("the time that is left is told, and what the server takes back is greyed with its reason", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  await toTool(page, "sample");
  const card = await asked(page);
  await card.getByText(/waiting 0:\d\d · [45]:\d\d left$/).waitFor();
  assert.equal(await card.locator(".warn-line").count(), 0, "there is time enough");
  await page.clock.setFixedTime(Date.now() + 270_000);
  await card.getByText(/waiting 4:\d\d · 0:[0-3]\d left/).waitFor();
  await card.locator(".warn-line", { hasText: "left" }).waitFor();
  await card.getByLabel("Answer as the model").fill("too late");

  await toTool(page, "withdraw");
  await run(page);
  await page.locator("#result-panel", { hasText: "taken back" }).waitFor();
  await toTool(page, "sample");
  const over = page.locator(".card.over");
  await over.filter({ hasText: "the server took it back: the coffee is ready" }).waitFor();
  assert.equal(await over.getByLabel("Answer as the model").count(), 0, "it can no longer be answered");
  await stage.shot(page, "ask-taken-back");
  await over.getByRole("button", { name: "Dismiss" }).click();
  await over.waitFor({ state: "detached" });
});

test("a rule answers while no page is open, and is there to be taken back in the next one", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await toTool(page, "sample");
  const card = await asked(page);
  // With nothing to answer it is a click too many, and no rule.
  await card.getByRole("button", { name: "Canned answers" }).click();
  await page.getByRole("menuitem", { name: "Answer every sampling like this" }).click();
  await page.locator(".said", { hasText: "write the answer first" }).waitFor();
  await card.getByLabel("Answer as the model").fill("by rule");
  await card.getByRole("button", { name: "Canned answers" }).click();
  await page.getByRole("menuitem", { name: "Answer every sampling like this" }).click();
  await told(page, "by rule");
  await page.close();
  const [session] = await backend.sessions();
  const call = await backend.api(`/api/sessions/${session.id}/calls?wait=true`, {
    method: "POST",
    body: JSON.stringify({ method: "tools/call", params: { name: "sample", arguments: { prompt: "nobody looks" } } }),
  });
  assert.match(call.text, /by rule/);
  const other = await stage.page(backend);
  await connected(other);
  await toTool(other, "sample");
  const chip = other.locator(".standing", { hasText: "by rule" });
  await chip.filter({ hasText: "2 answers so far" }).waitFor();
  await chip.getByRole("button").click();
  await chip.waitFor({ state: "detached" });
});

test("a result says how much of its time the server took, the network, and whoever was asked", (stage) =>
  withHttpDemo(async (url) => {
    const { page } = await stage.open([url]);
    await page.evaluate(() => {
      location.hash = `${location.hash.split("/").slice(0, 3).join("/")}/explore/tool/elicit`;
    });
    await page.locator(".request .pane-title", { hasText: "elicit" }).waitFor();
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByRole("button", { name: "Decline" }).first().click();
    const time = "[\\d.]+ [µm]?s";
    const shares = new RegExp(`${time} \\(server ${time} · network ${time} · you ${time}\\)`);
    await page.locator(".result .verdict", { hasText: shares }).waitFor();
  }));

test("an answer is held against the formats that were asked for", async (stage) => {
  const { page } = await stage.open(["--", ...stage.everything()]);
  await connected(page);
  await toTool(page, "trigger-elicitation-request");
  await page.getByRole("button", { name: /^Run/ }).click();
  const card = page.locator(".card").first();
  await card.getByLabel(/^email/i).fill("nomail");
  await page.keyboard.press("Control+Enter");
  await card.getByText(/expected an e-mail address/).first().waitFor();
  await card.getByLabel(/^email/i).fill("ada@example.com");
  await card.getByText(/expected an e-mail address/).first().waitFor({ state: "detached" });
});
