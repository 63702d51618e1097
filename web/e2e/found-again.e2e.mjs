// Owns what a reload and a second tab find again besides the session and what `kept.e2e.mjs` has: two rows that are
// compared, the form of a configured server without its secrets, a half-typed root, and what was dismissed.
import assert from "node:assert/strict";
import { connected, until } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

async function echo(page, words) {
  await page.getByRole("treeitem", { name: /^echo\b/ }).first().click();
  await page.locator(".request .pane-title", { hasText: "echo" }).waitFor();
  await page.locator("#item-form :is(input, textarea)").first().fill(words);
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator("#result-panel", { hasText: words }).waitFor();
}

/** The same address in another tab of the same browser. */
async function secondTab(page) {
  const other = await page.context().newPage();
  await other.goto(page.url());
  return other;
}

test("two rows that are compared have an address: after a reload, in another tab, and behind the back button", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await echo(page, "one thing");
  await echo(page, "another thing");
  await page.getByRole("link", { name: "Timeline", exact: true }).click();
  const rows = page.locator(".tl-row", { hasText: "echo" });
  const pane = page.getByRole("region", { name: "Comparison of two rows" });
  const isCompared = async (where = pane) => {
    await where.locator(".diff .removed", { hasText: "one thing" }).first().waitFor();
    await where.locator(".diff .added", { hasText: "another thing" }).waitFor();
  };
  await rows.nth(1).click();
  await page.keyboard.press("D");
  await isCompared();
  await page.waitForURL(/\/timeline\/\d+\?compare=\d+%2C\d+$/);
  await page.reload();
  await isCompared();
  const other = await secondTab(page);
  await isCompared(other.getByRole("region", { name: "Comparison of two rows" }));
  await other.close();
  await page.goBack();
  await pane.waitFor({ state: "detached" });
  await page.getByRole("region", { name: "Chosen row" }).waitFor();
  await page.goForward();
  await isCompared();
  await page.getByRole("button", { name: "Close the comparison" }).click();
  await pane.waitFor({ state: "detached" });
  await page.waitForURL(/\/timeline\/\d+$/);

  // By the menu as well, and on Explore.
  await page.getByRole("link", { name: "Explore", exact: true }).click();
  for (const [at, entry] of [
    [0, "Compare with…"],
    [1, /^Compare with tools\/call/],
  ]) {
    await rows.nth(at).click({ button: "right" });
    await page.getByRole("menuitem", { name: entry }).click();
  }
  await isCompared();
  await page.waitForURL(/\/explore\?compare=/);
  await page.reload();
  await isCompared();
});

test("the form of a server that is half typed is there after a reload, without values of headers and variables", async (stage) => {
  const backend = await stage.backend();
  const said = [];
  const page = await stage.page(backend);
  page.on("request", (request) => said.push(request.postData() ?? ""));
  const form = page.locator("form.card");
  const field = (label) => form.getByLabel(label, { exact: label === "Name" });
  await page.getByRole("button", { name: "Add a server" }).click();
  await page.waitForURL(/#\/\?act=add$/);
  await field("Name").fill("mine");
  await field("Command").fill("node");
  await field("Arguments").fill("one\ntwo");
  await field("Variables").fill("MODE=s3cret\nEMPTY=");
  await field("Transport").selectOption("streamableHttp");
  await field("URL").fill("http://127.0.0.1:9/mcp");
  await field("Headers").fill("Authorization: Bearer s3cret");
  // What goes out with the page is on its way beside the first question of the next one: it is kept before that.
  await until(async () => (await backend.api("/api/targets/recent")).json().typed?.includes("Authorization") === true);
  await page.reload();
  await form.getByText("which are not kept: MODE, Authorization.").waitFor();
  assert.equal(await field("Name").inputValue(), "mine");
  assert.equal(await field("Transport").inputValue(), "streamableHttp");
  assert.equal(await field("URL").inputValue(), "http://127.0.0.1:9/mcp");
  assert.match(await field("Headers").inputValue(), /^Authorization: •+$/);
  await field("Transport").selectOption("stdio");
  assert.equal(await field("Command").inputValue(), "node");
  assert.equal(await field("Arguments").inputValue(), "one\ntwo");
  assert.match(await field("Variables").inputValue(), /^MODE=•+\nEMPTY=$/);
  const { typed } = (await backend.api("/api/targets/recent")).json();
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  for (const text of [typed, kept, ...said]) assert.ok(!text.includes("s3cret"), text);
  assert.match(typed, /mine/);

  // Dots are not saved, and once the value is typed again nothing is missing.
  await form.getByRole("button", { name: "Save" }).click();
  await form.locator(".problem", { hasText: "type the value of MODE" }).waitFor();
  await field("Headers").waitFor({ state: "detached" });
  await field("Variables").fill("MODE=fast");
  await field("Transport").selectOption("streamableHttp");
  await field("Headers").fill("");
  await field("Transport").selectOption("stdio");
  await form.getByText("which are not kept").waitFor({ state: "detached" });
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  await page.waitForURL(/#\/$/);
  await until(async () => (await backend.api("/api/targets/recent")).json().typed === "");
  const { servers } = (await backend.api("/config")).json();
  assert.deepEqual(servers.map(({ name, env }) => [name, env]), [["mine", { MODE: "fast" }]]);

  // The form of a server that is there has an address, too; Back leaves it, and it is as it was left.
  await page.getByRole("button", { name: "Edit mine" }).click();
  await field("Command").fill("deno");
  await page.reload();
  await page.waitForFunction(() => document.activeElement?.closest("form.card") != null);
  assert.equal(await field("Command").inputValue(), "deno");
  assert.equal(await field("Variables").inputValue(), "MODE=fast", "what the file has is no secret of this form");
  assert.equal(await form.getByText("which are not kept").count(), 0);
  await page.goBack();
  await form.waitFor({ state: "detached" });
  await page.goForward();
  assert.equal(await field("Command").inputValue(), "deno");
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Edit mine" }).click();
  assert.equal(await field("Command").inputValue(), "node", "what was thrown away is gone");
});

test("a root that is half typed is there after a reload, and in a second tab", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: /^Server/ }).click();
  const uri = (on) => on.getByLabel("Address or path of a root");
  await uri(page).fill("file:///half/ty");
  await page.getByLabel("Name of the root").fill("mine");
  await page.reload();
  await until(async () => (await uri(page).inputValue().catch(() => "")) === "file:///half/ty");
  assert.equal(await page.getByLabel("Name of the root").inputValue(), "mine");
  const other = await secondTab(page);
  await until(async () => (await uri(other).inputValue().catch(() => "")) === "file:///half/ty");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Remove file:///half/ty" }).waitFor();
  await until(async () => (await uri(other).inputValue()) === "");
  await page.reload();
  await page.getByRole("button", { name: "Remove file:///half/ty" }).waitFor();
  assert.equal(await uri(page).inputValue(), "", "what was added is not typed any more");
});

test("that a server came back by itself is told after a reload and in a second tab, until one of them dismisses it", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("once")]);
  const told = (on) => on.locator(".notice-bar.back", { hasText: "It is connected again" });
  const kill = () => {
    const server = backend.processes().find((one) => /once\.mjs/.test(one.command) && !/--no-open/.test(one.command));
    process.kill(server.pid, "SIGKILL");
  };
  kill();
  await told(page).waitFor();
  const words = await told(page).textContent();
  await page.reload();
  await told(page).waitFor();
  assert.equal(await told(page).textContent(), words);
  const other = await secondTab(page);
  await told(other).waitFor();
  assert.equal(await told(other).textContent(), words);
  await other.getByRole("button", { name: "Dismiss" }).click();
  for (const one of [page, other]) await told(one).waitFor({ state: "detached" });
  await page.reload();
  await connected(page);
  assert.equal(await told(page).count(), 0, "it was read");
  // The next loss is told anew, in both.
  kill();
  for (const one of [page, other]) await told(one).waitFor();
});

test("a Doctor that is put away in one tab is away in all of them", async (stage) => {
  const backend = await stage.backend(["--", ...stage.scripted("dies")]);
  const page = await stage.page(backend);
  const doctor = (on) => on.locator(".doctor", { hasText: "code 3" });
  await doctor(page).waitFor();
  const other = await secondTab(page);
  await doctor(other).waitFor();
  await doctor(page).getByRole("button", { name: "Dismiss" }).click();
  for (const one of [page, other]) await doctor(one).waitFor({ state: "detached" });
  await other.reload();
  await other.locator(".notice-bar.warn").getByRole("button", { name: "Doctor" }).waitFor();
  assert.equal(await doctor(other).count(), 0);
  await other.getByRole("button", { name: "Doctor" }).click();
  await doctor(page).waitFor();
});
