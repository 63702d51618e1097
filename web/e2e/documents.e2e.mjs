// Owns documents on the screen: blocks that fold, Markdown that is drawn, and the editor for large arguments, each
// by keys and without anything that the policy of the page would have to allow.
import assert from "node:assert/strict";
import { violations } from "./stage/axe.mjs";
import { test } from "./stage/suite.mjs";

async function choose(page, tool) {
  await page.evaluate((name) => {
    location.hash = `${location.hash.split("/").slice(0, 3).join("/")}/explore/tool/${name}`;
  }, tool);
  await page.locator(".request .pane-title", { hasText: tool }).waitFor();
}

async function run(page, tool) {
  await choose(page, tool);
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
}

test("a result is folded and unfolded by keys", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("papers")]);
  await run(page, "nested");
  const doc = page.locator("#result-panel").getByRole("tree");
  const lines = doc.locator(".json-line");
  const whole = await lines.count();
  await page.locator("#pane-3").focus();
  await page.keyboard.press("f");
  await doc.locator(".json-line", { hasText: '"structuredContent": {…}' }).waitFor();
  assert.equal(await lines.count(), 4, "content, structured content, and what is around them");
  await doc.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await doc.locator(".json-line", { hasText: '"outer": {…}' }).waitFor();
  await stage.shot(page, "folded");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("f");
  await doc.locator(".json-line", { hasText: "needle" }).waitFor();
  assert.equal(await lines.count(), whole);
});

test("Markdown is drawn, can be read as text, and hostile Markdown does nothing", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("papers")]);
  await run(page, "report");
  await page.getByRole("tab", { name: "Content" }).click();
  const content = page.locator("#result-panel .content");
  await content.locator("strong", { hasText: "three" }).waitFor();
  assert.equal(await content.locator("td").count(), 4);
  assert.equal(await content.locator("a").getAttribute("rel"), "noopener noreferrer");
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "markdown");
  await content.getByRole("button", { name: "as text" }).click();
  await content.locator("pre", { hasText: "| check | result |" }).waitFor();
  await run(page, "hostile");
  await content.locator("strong", { hasText: "b" }).waitFor();
  assert.equal(await content.locator("img, script, a").count(), 0);
  assert.equal(await page.evaluate(() => window.owned), undefined);
});

test("instructions are drawn as the Markdown they are, and can be read as they came", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  for (const [name, part] of [["Explore", ".overview"], ["Server", 'section[aria-labelledby="instructions"]']]) {
    await page.getByRole("link", { name, exact: true }).click();
    const drawn = page.locator(part);
    await drawn.locator(".markdown li").nth(2).waitFor();
    assert.deepEqual(await drawn.locator(".markdown li code").allTextContents(), ["weather", "demo://clock", "touch", "slow"]);
    await drawn.getByRole("button", { name: "as text" }).click();
    await drawn.locator("pre", { hasText: "1. Call the tool `weather` with a city" }).waitFor();
  }
});

test("a picture is seen at once, and the tab that was chosen wins", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  const run = async (tool) => {
    await page.getByRole("treeitem", { name: new RegExp(`^${tool}\\b`) }).first().click();
    await page.locator(".request .pane-title", { hasText: tool }).waitFor();
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
  };
  const chosen = page.locator('.result [role="tab"][aria-selected="true"]');
  await run("picture");
  await page.locator("#result-panel img").waitFor();
  assert.equal(await chosen.textContent(), "Content");
  assert.doesNotMatch(new URL(page.url()).hash, /tab=/);
  await run("touch");
  assert.equal(await chosen.textContent(), "Pretty");
  await run("picture");
  await page.getByRole("tab", { name: "Pretty", exact: true }).click();
  await page.waitForFunction(() => location.hash.includes("tab=pretty"));
  await page.reload();
  await page.locator("#result-panel .json").waitFor();
  assert.equal(await chosen.textContent(), "Pretty");
});

test("large arguments have an editor that is loaded only for them", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("papers")]);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await choose(page, "store");
  await page.getByRole("radio", { name: "JSON" }).or(page.getByRole("button", { name: "JSON" })).first().click();
  await page.locator("textarea[aria-label='Value as JSON']").waitFor();
  assert.ok(!asked.includes("/assets/editor.js"), "small arguments need no editor");
  await page.getByRole("button", { name: /^Editor with search/ }).click();
  const editor = page.getByRole("textbox", { name: "Value as JSON" });
  await editor.click();
  assert.ok(asked.includes("/assets/editor.js"));
  await page.keyboard.press("Control+A");
  const items = Array.from({ length: 2000 }, (_, id) => ({ id }));
  await page.keyboard.insertText(JSON.stringify({ items: [...items, { id: "wrong" }] }));
  // What does not fit the schema is marked where it stands.
  await page.locator(".cm-lint-marker-error").waitFor();
  await page.keyboard.press("Control+F");
  await page.getByRole("textbox", { name: "Find" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.type('"wrong"');
  await page.keyboard.press("Enter");
  await stage.shot(page, "editor");
  await page.keyboard.press("Escape");
  await page.keyboard.insertText("7");
  await page.locator(".cm-lint-marker-error").waitFor({ state: "detached" });
  await page.keyboard.press("Control+Enter");
  await page.locator("#result-panel", { hasText: "stored 2001 items" }).waitFor();
  await page.locator("#result-panel", { hasText: 'the last is {\\"id\\":7}' }).waitFor();
});
