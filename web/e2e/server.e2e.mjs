// Owns the Server and the Diff screens: what is advertised, used and violated, what is offered and changed by
// connecting anew, what the server is given, and what differs between lists and answers.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { violations } from "./stage/axe.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

/** The other theme, on a small screen. */
const NARROW = { colorScheme: "dark", viewport: { width: 900, height: 800 } };

async function toServer(page) {
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Server" }).click();
  await page.locator("#findings").waitFor();
}

async function run(page, tool, word) {
  await page.getByRole("treeitem", { name: new RegExp(`^${tool}\\b`) }).first().click();
  await page.locator(".request .pane-title", { hasText: tool }).waitFor();
  const field = page.locator("#item-form :is(input, textarea)").first();
  if (word !== undefined) await field.fill(word);
  await page.getByRole("button", { name: /^Run/ }).first().click();
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
}

function rowOf(page, name) {
  return page.locator(".matrix tr").filter({ has: page.locator("th[scope=row]", { hasText: new RegExp(`^${name}$`) }) });
}

test("an offer is switched off, the server is connected anew, and what it does all the same is a violation", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("shifting")]);
  await run(page, "say", "hello");
  await toServer(page);
  await rowOf(page, "tools").getByText("✓ yes").waitFor();
  await page.locator(".offered", { hasText: '"sampling"' }).waitFor();
  const sampling = page.getByRole("checkbox", { name: /^Sampling/ });
  await sampling.uncheck();
  await page.getByText("What you chose takes effect when the server is connected anew.").waitFor();
  await page.getByText("still offered").waitFor();
  await page.locator(".offered", { hasText: '"sampling"' }).waitFor();

  // It lives in the process, and not in this page.
  await page.reload();
  await page.getByText("still offered").waitFor();
  assert.equal(await sampling.isChecked(), false);
  await page.getByRole("combobox", { name: "Which revision to speak" }).selectOption("2025-03-26");
  await page.getByRole("button", { name: "Connect anew" }).click();
  await page.getByText("A change takes effect when the server is connected anew.").waitFor();
  await page.locator(".offered").filter({ hasNotText: '"sampling"' }).filter({ hasText: '"elicitation"' }).waitFor();
  const [session, ...others] = await backend.sessions();
  assert.deepEqual(others, [], "it is still the same session");
  const sent = (await backend.api(`/api/sessions/${session.id}/timeline?filter=method:initialize`)).json().rows;
  const frame = (await backend.api(`/api/sessions/${session.id}/timeline/${sent.at(-1).seq}`)).json().parts[0].text;
  assert.equal(JSON.parse(frame).params.protocolVersion, "2025-03-26");

  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await run(page, "ask");
  await toServer(page);
  const violated = rowOf(page, "sampling").getByRole("button", { name: /1× used though not advertised, 1 finding, 1 rule broken/ });
  await violated.click();
  await rowOf(page, "sampling").getByText("LIFE-06").waitFor();
  await stage.shot(page, "server-matrix");
  assert.deepEqual(await violations(page), []);
  await rowOf(page, "sampling").getByRole("link", { name: /^frame/ }).first().click();
  await page.locator(".tl-row.tl-selected", { hasText: "sampling/createMessage" }).waitFor();
  await page.goBack();
  await rowOf(page, "tools").getByRole("link", { name: /^\d+×$/ }).click();
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("filter=method:tools/list|tools/call"));
  await page.locator(".tl-row", { hasText: "tools/call" }).first().waitFor();
});

test("what changed since the last connect is told, in the tree too", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("shifting")]);
  await toServer(page);
  await page.getByText("This is the first connection with this server").waitFor();
  await writeFile(join(backend.work, "later"), "");
  await page.getByRole("button", { name: "Reconnect" }).click();
  const changes = page.locator("section").filter({ has: page.locator("#changes") });
  await changes.locator(".added", { hasText: "shout" }).waitFor();
  await changes.locator(".removed", { hasText: "whisper" }).waitFor();
  await changes.locator(".added", { hasText: "Says a word twice" }).waitFor();
  await changes.getByText("3 items").waitFor();
  await stage.shot(page, "server-changes");
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await page.getByRole("treeitem", { name: /shout.* new/ }).waitFor();
  await page.getByRole("treeitem", { name: /say.* changed/ }).waitFor();
  assert.equal(await page.locator(".news-dot").count(), 2, "what stayed has no dot");

  // A session of its own with the same server is compared with the last one, too. Nobody looks at the one that goes: what is
  // asked about it meanwhile would be refused.
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.locator("#connect-field").waitFor();
  const [session] = await backend.sessions();
  const { status } = await backend.api(`/api/sessions/${session.id}`, { method: "DELETE" });
  assert.equal(status, 204);
  const [command, ...args] = stage.scripted("shifting");
  const target = { command, args };
  const again = (await backend.api("/api/sessions", { method: "POST", body: JSON.stringify({ target }) })).json();
  await page.goto(`${backend.origin}/#/s/${again.id}/server`);
  await page.getByText("Compared with the last session with this server.").waitFor();
  await page.locator("#changes", { hasText: "nothing" }).waitFor();
});

test("two lists and two answers are compared, by keys, and what does not matter is left out", async (stage) => {
  const { backend, page, hands } = await stage.open(["--", ...stage.scripted("shifting")]);
  await run(page, "say", "one");
  await run(page, "say", "two");
  await writeFile(join(backend.work, "later"), "");
  const [first] = await backend.sessions();
  const [command, ...args] = stage.scripted("shifting");
  const opening = { target: { name: "the other", command, args } };
  const other = (await backend.api("/api/sessions", { method: "POST", body: JSON.stringify(opening) })).json();
  await page.locator(".switcher option", { hasText: "the other" }).waitFor({ state: "attached" });

  await page.keyboard.press("Control+K");
  await page.keyboard.type("compare lists");
  await page.keyboard.press("Enter");
  await page.waitForFunction((id) => location.hash.includes(`right=${id}/tools`), other.id);
  await page.getByRole("status").filter({ hasText: "1 changed · 1 added · 1 removed" }).waitFor();
  await page.locator(".diff .removed", { hasText: '"Says a word"' }).waitFor();
  await stage.shot(page, "diff-lists");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Tree" }).click();
  await page.locator(".diff-tree .added", { hasText: "Says a word twice" }).waitFor();
  await page.getByRole("button", { name: "Ignore /say/description" }).click();
  await page.getByRole("status").filter({ hasText: /^1 added · 1 removed$/ }).waitFor();
  await stage.shot(page, "diff-tree");
  assert.deepEqual(await violations(page), []);
  const address = page.url();
  assert.match(decodeURIComponent(address), /ignore=\/say\/description&as=tree/);
  await page.reload();
  await page.getByRole("status").filter({ hasText: /^1 added · 1 removed$/ }).waitFor();
  assert.equal(page.url(), address);
  const dark = await stage.page(backend, NARROW);
  await dark.goto(address);
  await dark.getByRole("status").filter({ hasText: /^1 added · 1 removed$/ }).waitFor();
  await stage.shot(dark, "diff-dark");
  assert.deepEqual(await violations(dark), []);

  // Two answers: the last run of the tool, and another one that is chosen.
  await page.goto(`${backend.origin}/#/s/${first.id}/explore/tool/say`);
  await connected(page);
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
  await page.locator("#result-panel").focus();
  await hands.press("g");
  await hands.press("d");
  await page.getByLabel("Right: call").waitFor();
  const calls = page.getByLabel("Right: call").locator("option", { hasText: "tools/call say" });
  await calls.nth(1).waitFor({ state: "attached" });
  await page.getByLabel("Right: call").selectOption(await calls.nth(1).getAttribute("value"));
  await page.getByRole("status").filter({ hasText: "1 changed" }).waitFor();
  await page.locator(".diff .added", { hasText: "say one" }).waitFor();
  await page.getByLabel("A place to ignore").fill("content/*/text");
  await page.getByLabel("A place to ignore").press("Enter");
  await page.getByRole("status").filter({ hasText: "the same" }).waitFor();
});

test("headers and environment are shown without secrets, and Alt with a digit goes to another server", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  const [command, ...args] = stage.scripted("shifting");
  const env = { API_TOKEN: "sk-never-to-be-seen", MODE: "fast" };
  const opening = { target: { name: "second", command, args, env } };
  const second = (await backend.api("/api/sessions", { method: "POST", body: JSON.stringify(opening) })).json();
  await page.locator(".switcher option", { hasText: "second" }).waitFor({ state: "attached" });
  await page.keyboard.press("Alt+2");
  await page.waitForFunction((id) => location.hash.includes(id), second.id);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.locator(".tl-row").first().waitFor();
  assert.equal(await page.locator(".switcher").evaluate((one) => one.selectedOptions[0].textContent), "second");
  await toServer(page);
  const section = page.locator("section").filter({ has: page.locator("#surroundings") });
  await section.getByText("MODE").waitFor();
  await section.locator("tr", { hasText: "MODE" }).filter({ hasText: "fast" }).filter({ hasText: "given" }).waitFor();
  await section.locator("tr", { hasText: "API_TOKEN" }).filter({ hasText: "••••••" }).waitFor();
  await section.locator("summary").click();
  await section.locator("tr", { hasText: /^PATH/ }).filter({ hasText: "inherited" }).waitFor();
  assert.ok(!(await page.content()).includes("sk-never-to-be-seen"));
  await stage.shot(page, "server-environment");
  assert.deepEqual(await violations(page), []);
  const dark = await stage.page(backend, NARROW);
  await dark.goto(page.url());
  await dark.locator("#surroundings").filter({ hasText: "Environment" }).waitFor();
  await dark.locator(".offered").waitFor();
  await stage.shot(dark, "server-dark");
  assert.deepEqual(await violations(dark), []);
  assert.ok(await dark.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
  await page.keyboard.press("Alt+1");
  await page.waitForFunction((id) => !location.hash.includes(id), second.id);
});

test("instructions, log level and roots are shown and set, and the server sees them", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  await toServer(page);
  const instructions = page.locator("section").filter({ has: page.locator("h2#instructions") });
  await instructions.getByText("Ask me to ask you.").waitFor();
  assert.match(await instructions.locator("pre").textContent(), /you\.\nTwice/);
  await page.getByLabel("The server should log from this severity on").selectOption("warning");
  await page.locator(".said", { hasText: "the server was told to log from warning on" }).waitFor();

  const roots = page.locator("section").filter({ has: page.locator("h2#roots") });
  await roots.getByLabel("Address or path of a root").fill("/tmp/my project");
  await roots.getByLabel("Name of the root").fill("mine");
  await roots.getByRole("button", { name: "Add" }).click();
  await roots.locator("li", { hasText: "file:///tmp/my%20project" }).filter({ hasText: "mine" }).waitFor();
  await roots.getByLabel("Address or path of a root").fill("file:///srv");
  await roots.getByLabel("Address or path of a root").press("Enter");
  await roots.locator("li", { hasText: "file:///srv" }).waitFor();
  const screen = (name) => page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name }).click();
  const sees = async (...wanted) => {
    await screen("Explore");
    await run(page, "roots");
    const text = JSON.stringify({ roots: wanted }).replaceAll('"', '\\"');
    await page.locator("#result-panel").filter({ hasText: text }).waitFor();
    await page.locator(".tl-row", { hasText: "notifications/roots/list_changed" }).first().waitFor();
    await toServer(page);
  };
  await sees({ uri: "file:///tmp/my%20project", name: "mine" }, { uri: "file:///srv" });
  await roots.getByRole("button", { name: "Remove file:///tmp/my%20project" }).click();
  await roots.locator("li").nth(1).waitFor({ state: "detached" });
  await sees({ uri: "file:///srv" });
  await screen("Timeline");
  await page.locator(".tl-row", { hasText: "logging/setLevel" }).first().waitFor();
  await page.locator(".tl-row", { hasText: "from warning on" }).first().waitFor();
});

test("findings lead to their frames, and a Doctor that is put away stays away until it is asked for", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("names")]);
  await toServer(page);
  const finding = page.locator(".finding-list li").filter({ hasText: "TOOL-02" });
  await finding.waitFor();
  // As many rules are listed as are said to be broken.
  const said = await page.getByText(/\d+ rules kept, \d+ broken/).textContent();
  assert.equal(await page.locator("section:has(#findings) > .finding-list > li").count(), Number(/(\d+) broken/.exec(said)[1]));
  const rule = await finding.locator("code").first().textContent();
  await finding.getByRole("link", { name: /^frame/ }).click();
  await page.locator(".tl-row.tl-selected").waitFor();
  const detail = page.getByRole("region", { name: "Chosen row" });
  await detail.getByRole("tab", { name: /^checks/i }).click();
  await detail.getByText(rule).first().waitFor();

  const backend = await stage.backend(["--", ...stage.scripted("dies")]);
  const broken = await stage.page(backend);
  const doctor = broken.locator(".doctor");
  await doctor.filter({ hasText: "code 3" }).waitFor();
  await doctor.getByRole("button", { name: "Dismiss" }).click();
  await doctor.waitFor({ state: "detached" });
  await broken.reload();
  await broken.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Timeline" }).click();
  await broken.locator(".tl-row", { hasText: "DATABASE_URL" }).first().waitFor();
  assert.equal(await doctor.count(), 0, "it stays away, also after a reload");
  await broken.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Server" }).click();
  await doctor.filter({ hasText: "code 3" }).waitFor();
});
