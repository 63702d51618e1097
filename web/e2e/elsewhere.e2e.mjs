// Owns the Inbox beyond one card: roots that a person wants to be asked for, and asks of servers that nobody looks at.
import assert from "node:assert/strict";
import { violations } from "./stage/axe.mjs";
import { binary } from "./stage/places.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

async function toTool(page, name) {
  await page.getByRole("treeitem", { name: new RegExp(`^${name}\\b`) }).first().click();
  await page.locator(".request .pane-title", { hasText: name }).waitFor();
}

async function run(page) {
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
}

test("roots are shown at once, and asked for by a card when a person wants that", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await toTool(page, "roots");
  await run(page);
  await page.locator("#result-panel", { hasText: "no roots" }).waitFor();
  assert.equal(await page.locator(".card").count(), 0);

  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.getByLabel("Address or path of a root").fill("/srv/project");
  await page.getByLabel("Name of the root").fill("the project");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("checkbox", { name: /^Ask me for roots/ }).check();
  await page.getByText("not asked yet").waitFor();
  await stage.shot(page, "terms-ask-for-roots");
  await page.getByRole("button", { name: "Connect anew" }).click();
  await page.getByText("A change takes effect when the server is connected anew.").waitFor();
  await connectedAgain(page);

  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await toTool(page, "roots");
  await run(page);
  const card = page.locator(".card:not(.over)", { hasText: "roots/list" });
  const field = card.getByLabel(/^Where it may work/);
  await field.waitFor();
  assert.equal(await field.inputValue(), "file:///srv/project the project");
  await page.waitForFunction(() => document.title.startsWith("(1) "));
  await stage.shot(page, "ask-for-roots");
  assert.deepEqual(await violations(page), []);
  // For this answer only; whoever ran it types on without a click.
  await field.fill("file:///only/this\n/and that");
  await field.press("Control+Enter");
  await page.locator("#result-panel", { hasText: "file:///only/this" }).waitFor();
  await page.locator("#result-panel", { hasText: "file:///and%20that" }).waitFor();
  await card.waitFor({ state: "detached" });
  await run(page);
  await field.waitFor();
  assert.equal(await field.inputValue(), "file:///srv/project the project", "what is set stays as it was");
  await card.getByRole("button", { name: /^Decline/ }).click();
  await card.waitFor({ state: "detached" });
});

async function connectedAgain(page) {
  await page.locator(".health .status.connected").waitFor();
}

test("asks of a server that nobody looks at are counted, marked and one link away", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  const [first] = await backend.sessions();
  const opening = { target: { name: "the other", command: binary, args: ["demo"] } };
  const other = (await backend.api("/api/sessions", { method: "POST", body: JSON.stringify(opening) })).json();
  assert.ok(other.id, JSON.stringify(other));
  await page.locator(".switcher option", { hasText: other.name }).first().waitFor({ state: "attached" });
  const begin = async () => {
    for (;;) {
      const body = JSON.stringify({ method: "tools/call", params: { name: "sample", arguments: { prompt: "Here?" } } });
      const { status, text } = await backend.api(`/api/sessions/${other.id}/calls`, { method: "POST", body });
      if (status === 202) return;
      assert.ok(status === 409 || status === 503, text);
    }
  };
  await begin();
  const inbox = page.getByRole("button", { name: "Inbox 1" });
  await inbox.waitFor();
  await page.waitForFunction(() => document.title.startsWith("(1) "));
  await page.locator(`.switcher option[value="${other.id}"]`, { hasText: "1 waiting" }).waitFor({ state: "attached" });
  await page.locator(".header .mark.asks").waitFor();
  await page.locator('.header [aria-live="polite"]', { hasText: `${other.name} asks for something` }).waitFor({ state: "attached" });
  assert.equal(await page.locator(".card").count(), 0, "what it asks is not mixed with what is looked at");

  // On Connect, where no server is looked at, all of them count.
  await page.getByRole("link", { name: "Connect", exact: true }).click();
  await page.locator(".connect").waitFor();
  await inbox.waitFor();
  await page.goBack();
  await connected(page);
  await page.locator("body").press("i");
  const link = page.locator("#inbox .elsewhere a", { hasText: `1 at ${other.name}` });
  await link.waitFor();
  await stage.shot(page, "inbox-elsewhere");
  assert.deepEqual(await violations(page), []);
  await page.waitForFunction(() => document.activeElement?.closest(".elsewhere") != null);
  await page.keyboard.press("Enter");
  await page.waitForFunction((id) => location.hash.includes(id), other.id);
  const card = page.locator("#inbox .card:not(.over)", { hasText: "Here?" });
  await card.waitFor();
  assert.equal(await link.count(), 0);
  await card.getByRole("button", { name: /^Reject/ }).first().click();
  await card.waitFor({ state: "detached" });
  await page.waitForFunction(() => !document.title.startsWith("("));
  await page.getByRole("button", { name: "Inbox", exact: true }).waitFor();
  assert.ok(first.id !== other.id);
});
