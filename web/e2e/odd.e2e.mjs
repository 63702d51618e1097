// Owns what a server does that it should not: asks of the wrong shape, schemas that are none, and names that are no text.
// It is shown as it came, with what is wrong. And what is not known once the backend is gone is told so.
import assert from "node:assert/strict";
import { connected, until } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

async function toTool(page, tool) {
  await page.getByRole("treeitem", { name: new RegExp(`^${tool}\\b`) }).first().click();
  await page.locator(".request .pane-title", { hasText: tool }).waitFor();
}

async function run(page) {
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
}

test("asks that are not as they should be show what came and what is wrong, and are answered", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("odd")]);
  await toTool(page, "bad");
  await run(page);
  const card = (number) => page.locator(".card:not(.over)").nth(number);
  const says = (number, words) => card(number).locator(".warn-line", { hasText: words }).first().waitFor();
  await says(0, "`message` is a number, not a string; `requestedSchema` is a string, not an object");
  await card(0).locator(".json-line", { hasText: '"message": 5' }).waitFor();
  await says(0, 'The schema is none, but "x"');
  await says(1, "`messages` is a string, not a list; `maxTokens` is a string, not a number");
  await card(1).locator(".json-line", { hasText: '"messages": "x"' }).waitFor();
  await says(2, "message 1 is null, not an object");
  await says(2, "`text` is a number, not a string");
  await stage.shot(page, "bad-asks");
  // The page itself has no trouble with any of it, and each can be answered.
  await card(0).locator("textarea").fill('{"any":1}');
  await card(0).getByRole("button", { name: /^Accept/ }).click();
  await page.locator(".card:not(.over)").nth(2).waitFor({ state: "detached" });
  for (const left of [1, 0]) {
    await card(0).getByRole("button", { name: "Reject" }).click();
    await page.locator(".card:not(.over)").nth(left).waitFor({ state: "detached" });
  }
  await page.locator("#result-panel").filter({ hasText: '{\\"any\\":1}' }).waitFor();
});

test("of several asks at once the first has the focus and is seen", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("odd")]);
  await toTool(page, "several");
  await page.locator(".request .pane-title").click();
  await run(page);
  const cards = page.locator(".card:not(.over)");
  await cards.nth(2).getByLabel("name", { exact: true }).waitFor();
  await cards.first().locator("input:focus").waitFor();
  await until(() => page.evaluate(() => {
    const card = document.querySelector(".card:not(.over)").getBoundingClientRect();
    const pane = document.querySelector(".request .pane-body").getBoundingClientRect();
    return card.top >= pane.top && card.top < pane.bottom;
  }), "the first card is in the pane");
});

test("a tool whose schema is none takes JSON, and the backend is asked for no form of it", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("odd")]);
  await toTool(page, "echo");
  await page.locator("#item-form .warn-line", { hasText: "The schema is none, but null" }).waitFor();
  await page.locator("#item-form textarea").fill('{"a":[1.0]}');
  await run(page);
  await page.locator("#result-panel").filter({ hasText: 'given {\\"a\\":[1]}' }).waitFor();
});

test("a name that is no valid text is shown as the server spelled it", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("odd")]);
  await page.getByRole("treeitem", { name: /^lone\\ud800surrogate/ }).click();
  await page.locator(".request .pane-title", { hasText: "lone\\ud800surrogate" }).waitFor();
  await page.locator(".request .warn-line", { hasText: "its name is no valid text" }).waitFor();
  await page.getByText("Definition as the server sent it").click();
  await page.locator(".request .json-line", { hasText: "lone\\ud800surrogate" }).waitFor();
});

test("what became of a run is told as unknown once its backend is gone, and a refused token is used no more", async (stage) => {
  stage.allow(/console: .*net::ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE|SOCKET|NETWORK)/);
  stage.allow(/console: .*status of 401/);
  const { backend, page } = await stage.open(["--", ...stage.scripted("odd")]);
  await toTool(page, "never");
  await run(page);
  // Made, not just being sent: it has a number.
  await page.locator(".running-line", { hasText: /#\d+ running/ }).waitFor();
  const port = backend.port;
  await backend.stop("SIGKILL");
  await page.locator(".notice-bar", { hasText: "mcp-inspector does not answer." }).waitFor();
  await page.locator("#result-panel", { hasText: "What became of this call is not known" }).waitFor();
  await page.locator(".running-line", { hasText: "unknown" }).waitFor();
  let refused = 0;
  page.on("response", (response) => {
    if (response.status() === 401) refused += 1;
  });
  backend.token = `${backend.token}-another`;
  await backend.start(["--", ...stage.scripted("odd")], port);
  await page.locator(".notice-bar", { hasText: "The token of this tab is not that" }).waitFor();
  const before = refused;
  await page.locator("#result-panel", { hasText: "What became of this call is not known" }).waitFor();
  await toTool(page, "several");
  await page.locator(".tl-row").first().click();
  await toTool(page, "never");
  assert.equal(refused, before, "nothing is asked with a token that was refused");
  const again = await stage.page(backend, { context: page.context() });
  await connected(again);
});
