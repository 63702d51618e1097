// Owns how the page looks when something is not as usual, in both themes and two widths, judged by axe: bars about
// connections, Doctors, comparisons, apps, logins, the large editor, and asks of other servers. Each is done once and
// then looked at in four ways.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Eye, LOOKS, view } from "./stage/eye.mjs";
import { withLoginServer } from "./stage/login-server.mjs";
import { binary } from "./stage/places.mjs";
import { test } from "./stage/suite.mjs";

/** Looks at what is on the screen in all four ways, without a reload. */
class Eyes {
  found = [];

  constructor(stage, page) {
    Object.assign(this, { stage, page });
  }

  async look(name) {
    for (const { theme, looks, options } of LOOKS) {
      await this.page.emulateMedia({ colorScheme: theme });
      await this.page.setViewportSize(options.viewport);
      // A frame for the page to take the size in.
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const eye = new Eye(this.stage, this.page, looks);
      await eye.look(name);
      this.found.push(...eye.found.map((one) => `${looks} ${one}`));
    }
  }

  verdict() {
    assert.deepEqual(this.found, []);
  }
}

async function toTool(page, name) {
  await page.getByRole("treeitem", { name: new RegExp(`^${name}\\b`) }).first().click();
  await page.locator(".request .pane-title", { hasText: name }).waitFor();
}

async function run(page) {
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
}

async function openOther(backend, target) {
  return (await backend.api("/api/sessions", { method: "POST", body: JSON.stringify({ target }) })).json();
}

test("bars about the server: reconnecting, disconnected, and errors with what can be done", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("once")]);
  const eyes = new Eyes(stage, page);
  await toTool(page, "say");
  await writeFile(join(backend.work, "broken"), "");
  const server = backend.processes().find((one) => /once\.mjs/.test(one.command) && !/--no-open/.test(one.command));
  process.kill(server.pid, "SIGKILL");
  const bar = page.locator(".notice-bar.warn");
  await bar.getByRole("button", { name: "Stop" }).waitFor();
  await eyes.look("bar-reconnecting");
  await bar.getByRole("button", { name: "Stop" }).click();
  await bar.getByRole("button", { name: "Reconnect" }).waitFor();
  await run(page);
  await page.getByRole("button", { name: "Reconnect and run" }).waitFor();
  await eyes.look("bar-disconnected");
  eyes.verdict();
});

test("bars about the backend: gone, and one that refuses the token", async (stage) => {
  stage.allow(/console: .*net::ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE|SOCKET|NETWORK)/);
  stage.allow(/console: .*status of (401|404)/);
  const { backend, page } = await stage.open(["--demo"]);
  const eyes = new Eyes(stage, page);
  const { port } = backend;
  await backend.stop("SIGKILL");
  await page.locator(".notice-bar.bad", { hasText: "does not answer" }).waitFor();
  await eyes.look("bar-backend-gone");
  backend.token = `${backend.token}-another`;
  await backend.start(["--demo"], port);
  await page.locator(".notice-bar.bad", { hasText: "The token of this tab" }).waitFor({ timeout: 40_000 });
  await eyes.look("bar-refused");
  eyes.verdict();
});

test("a server that came back by itself, and a session that was closed elsewhere", async (stage) => {
  stage.allow(/console: .*status of 404/);
  const { backend, page } = await stage.open(["--", ...stage.scripted("once")]);
  const eyes = new Eyes(stage, page);
  const server = backend.processes().find((one) => /once\.mjs/.test(one.command) && !/--no-open/.test(one.command));
  process.kill(server.pid, "SIGKILL");
  await page.locator(".notice-bar.back", { hasText: "It is connected again" }).waitFor();
  await eyes.look("bar-came-back");
  const [{ id }] = await backend.sessions();
  await backend.api(`/api/sessions/${id}`, { method: "DELETE" });
  await page.locator(".notice-bar.warn", { hasText: "This session is not open any more" }).waitFor();
  await eyes.look("bar-not-open");
  eyes.verdict();
});

test("a connection that is being made, above its screens and on Connect", async (stage) => {
  const backend = await stage.backend();
  await writeFile(join(backend.work, "silent"), "");
  const page = await stage.page(backend);
  const eyes = new Eyes(stage, page);
  await page.locator("#connect-field").fill(stage.scripted("silent").join(" "));
  await page.locator("#connect-field").press("Enter");
  await page.locator(".notice-bar.quiet .connect-steps span", { hasText: /^initialize .*…$/ }).waitFor();
  await eyes.look("bar-connecting");
  await page.evaluate(() => void (location.hash = "#/"));
  await page.locator("section[aria-labelledby=open-now] li").getByText(/initialize .*s…/).waitFor();
  await eyes.look("connect-steps");
  eyes.verdict();
});

test("a sampling that offers tools, with a call of one of them", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  const eyes = new Eyes(stage, page);
  await toTool(page, "sample-with-tools");
  await run(page);
  const card = page.locator(".card:not(.over)");
  await card.getByLabel("Answer as the model").fill("First line\nsecond line");
  await card.locator("summary", { hasText: "More" }).click();
  await card.getByRole("button", { name: "Call it" }).click();
  await card.getByLabel("Input of look_up, JSON").fill('{"what": "it"}');
  await eyes.look("sampling-with-tools");
  eyes.verdict();
});

test("a recording, and comparisons of lists, trees and rows", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("shifting")]);
  const eyes = new Eyes(stage, page);
  await toTool(page, "say");
  await run(page);
  await page.locator(".run-links a").first().waitFor();
  await run(page);
  await page.locator(".run-links a").nth(1).waitFor();
  await page.getByRole("link", { name: "Timeline", exact: true }).click();
  const rows = page.locator(".tl-row", { hasText: "say" });
  for (const [at, entry] of [
    [0, "Compare with…"],
    [1, /^Compare with tools\/call/],
  ]) {
    await rows.nth(at).click({ button: "right" });
    await page.getByRole("menuitem", { name: entry }).click();
  }
  await page.getByRole("region", { name: "Comparison of two rows" }).locator(".diff").waitFor();
  await eyes.look("row-comparison");
  await writeFile(join(backend.work, "later"), "");
  const [command, ...args] = stage.scripted("shifting");
  const other = await openOther(backend, { name: "the other", command, args });
  await page.locator(".switcher option", { hasText: "the other" }).waitFor({ state: "attached" });
  const [first] = await backend.sessions();
  await page.evaluate((hash) => void (location.hash = hash), `#/diff?left=${first.id}/tools&right=${other.id}/tools`);
  await page.locator(".diff .removed").first().waitFor();
  await eyes.look("diff-text");
  await page.getByRole("button", { name: "Tree" }).click();
  await page.locator(".diff-tree").first().waitFor();
  await eyes.look("diff-tree");
  const recording = await backend.api(`/api/sessions/${first.id}/recording`);
  const opened = await backend.api("/api/recordings", {
    method: "POST",
    body: recording.text,
    headers: { "Content-Type": "application/x-ndjson" },
  });
  await page.evaluate((hash) => void (location.hash = hash), `#/s/${opened.json().id}/timeline`);
  await page.locator(".notice-bar.quiet", { hasText: "This is a recording" }).waitFor();
  await page.locator(".tl-row:not(.tl-head)").first().waitFor();
  await eyes.look("bar-recording");
  eyes.verdict();
}, { minutes: 3 });

test("a Server screen that is full of things, and asks of another server", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("asks")]);
  const eyes = new Eyes(stage, page);
  await view(page, "server");
  await page.getByText("Ask me to ask you.").waitFor();
  await page.getByLabel("The server should log from this severity on").selectOption("error");
  await page.locator(".said", { hasText: "log from error on" }).waitFor();
  await page.locator("#findings").waitFor();
  await eyes.look("server-full");
  const other = await openOther(backend, { name: "the other", command: binary, args: ["demo"] });
  const body = JSON.stringify({ method: "tools/call", params: { name: "sample", arguments: { prompt: "Here?" } } });
  for (;;) {
    const { status } = await backend.api(`/api/sessions/${other.id}/calls`, { method: "POST", body });
    if (status === 202) break;
    assert.ok(status === 409 || status === 503);
  }
  await page.getByRole("button", { name: "Inbox 1" }).click();
  await page.locator("#inbox .elsewhere a").waitFor();
  await eyes.look("inbox-elsewhere");
  eyes.verdict();
});

test("an app, and the editor for large arguments", async (stage) => {
  const { page } = await stage.open(["--demo"], { apps: true });
  const eyes = new Eyes(stage, page);
  await toTool(page, "weather");
  await page.locator("#item-form input").first().fill("Bergen");
  await run(page);
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
  await page.getByRole("tab", { name: "App", exact: true }).click();
  await page.locator(".app-frame iframe").waitFor();
  await eyes.look("app");
  await toTool(page, "echo");
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await page.getByRole("button", { name: /^Editor with search/ }).click();
  await page.locator(".cm-editor").waitFor();
  await eyes.look("editor");
  eyes.verdict();
});

test("a login: its stages, its tokens and what they say", async (stage) => {
  await withLoginServer(async (server) => {
    const backend = await stage.backend([server.url]);
    const context = await stage.context([backend.origin, server.origin]);
    const page = await stage.page(backend, { context });
    const eyes = new Eyes(stage, page);
    await page.waitForFunction(() => location.hash.includes("/s/"));
    await view(page, "auth");
    await page.locator(".stages").waitFor();
    await eyes.look("auth-stages");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    const [tab] = await Promise.all([context.waitForEvent("page"), page.locator(".page.auth a.address").click()]);
    await tab.waitForURL(/\/oauth\/callback/);
    await tab.close();
    await page.locator(".health .status.connected").waitFor();
    const said = page.locator("details", { hasText: "says about itself" });
    await said.locator("summary").click();
    await eyes.look("auth-tokens");
    eyes.verdict();
  });
});

/** Runs `work` with the port of a web server that answers everything with a status. */
async function answeringWith(status, work) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, status === 401 ? { "www-authenticate": 'Bearer realm="mcp"' } : {});
    response.end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(`127.0.0.1:${server.address().port}/mcp`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

for (const [name, status, scheme] of [
  ["a login that is not described", 401, "http"],
  ["no TLS", 200, "https"],
  ["a status that is none of MCP", 404, "http"],
])
  test(`the Doctor of a server on HTTP: ${name}`, (stage) =>
    answeringWith(status, async (place) => {
      const backend = await stage.backend([`${scheme}://${place}`]);
      const page = await stage.page(backend);
      const eyes = new Eyes(stage, page);
      await page.locator(".doctor .steps li.bad").waitFor();
      await eyes.look(`doctor-${status}-${scheme}`);
      eyes.verdict();
    }));

test("the Doctor of a server that misses a variable", async (stage) => {
  const backend = await stage.backend(["--", ...stage.scripted("wants")]);
  const page = await stage.page(backend);
  const eyes = new Eyes(stage, page);
  await page.getByRole("button", { name: "Add WANTED_FOR_TESTS and retry" }).waitFor();
  await eyes.look("doctor-variable");
  eyes.verdict();
});
