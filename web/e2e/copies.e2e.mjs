// Owns what is handed to others by the clipboard, from servers with a secret: curl that works, a step that a script runs,
// a bug report that tells no secret, the address of a page to visit, and the link to a row.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { withHttpDemo } from "./stage/demo-http.mjs";
import { binary } from "./stage/places.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

const SECRET = "sk-never-to-be-handed-on";
const run = promisify(execFile);

/** What two keys copy; it never has the secret. */
async function copiedBy(page, letter, word) {
  await page.keyboard.press("y");
  await page.keyboard.press(letter);
  await page.locator(".said", { hasText: word }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(!text.includes(SECRET), `${word} has the secret:\n${text}`);
  return text;
}

test("curl, a script step and a bug report of a call do what they say, without its secret", (stage) =>
  withHttpDemo(async (url) => {
    const backend = await stage.backend();
    const headers = { Authorization: `Bearer ${SECRET}`, "X-Api-Key": SECRET };
    const target = { name: "behind http", url, headers };
    await backend.api("/api/sessions", { method: "POST", body: JSON.stringify({ target }) });
    const session = await backend.ready();
    const page = await stage.page(backend, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${backend.origin}/#/s/${session.id}/explore/tool/echo`);
    await connected(page);
    await page.locator("#arg-message").fill("it's handed on");
    await page.locator("#arg-message").press("Control+Enter");
    await page.locator("#result-panel", { hasText: "handed on" }).waitFor();
    await page.locator("#result-panel").focus();
    const copied = (letter, word) => copiedBy(page, letter, word);

    const curl = await copied("u", "curl");
    assert.match(curl, /^curl /);
    const environment = { ...backend.environment(), PATH: process.env.PATH };
    const where = { cwd: backend.work, env: environment };
    assert.ok(curl.includes(url) && curl.includes("tools/call"), curl);
    // Whoever runs it puts in a secret of their own; the demo takes any.
    const answer = await run("/bin/sh", ["-c", curl], where);
    assert.match(answer.stdout, /it's handed on/, `${curl}\n${answer.stdout}\n${answer.stderr}`);

    const step = await copied("t", "script step");
    const file = join(backend.folder, "script.json");
    // A script is an array of steps.
    await writeFile(file, `[${step}]`);
    const ran = await run(binary, ["--cli", url, "--script", file, "--format", "json"], where);
    assert.match(ran.stdout, /it's handed on/);

    const report = await copied("b", "bug report");
    for (const part of ["tools/call", "echo", "it's handed on", "2026-07-28"]) assert.ok(report.includes(part), report);
    assert.match(report, /mcp-inspector \d|mcp-inspector.*0\.1/);
    // All of it that is kept tells no secret either.
    assert.ok(!(await page.content()).includes(SECRET));
  }));

test("what a process was given in secret is in no report: not by its arguments, its answers or its stderr", async (stage) => {
  const backend = await stage.backend();
  const [command, ...args] = stage.scripted("leaks", "--api-key", SECRET);
  const target = { name: "leaks", command, args, env: { LEAKS_TOKEN: SECRET } };
  await backend.api("/api/sessions", { method: "POST", body: JSON.stringify({ target }) });
  const session = await backend.ready();
  const page = await stage.page(backend, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${backend.origin}/#/s/${session.id}/explore/tool/tell`);
  await connected(page);
  // Whoever pastes it into a form sends it; what is kept of that is another matter.
  await page.locator("#arg-key").fill(SECRET);
  await page.locator("#arg-key").press("Control+Enter");
  await page.locator("#result-panel", { hasText: "it was the right one" }).waitFor();
  await page.locator("#result-panel").focus();
  const report = await copiedBy(page, "b", "bug report");
  const parts = report.split(/^### /m);
  const part = (name) => parts.find((one) => one.startsWith(name)) ?? assert.fail(`no ${name} in\n${report}`);
  assert.match(part("sent at"), /"key": "\[REDACTED\]"/);
  assert.match(part("received at"), /it was the right one: \[REDACTED\], of \[REDACTED\] and \[REDACTED\]/);
  assert.match(part("stderr"), /began with \[REDACTED\] and \[REDACTED\]\n.*told \[REDACTED\]/);
  assert.match(report, /\| reached by \| .*leaks\.mjs.*REDACTED/);
  for (const [letter, word] of [["c", "command"], ["j", "JSON"], ["t", "script step"]]) await copiedBy(page, letter, word);
  const recording = (await backend.api(`/api/sessions/${session.id}/recording`)).text;
  assert.ok(recording.includes("it was the right one") && !recording.includes(SECRET), recording);
  await page.getByRole("link", { name: "Timeline" }).click();
  await page.locator(".tl-row", { hasText: "began with" }).waitFor();
  assert.ok(!(await page.content()).includes(SECRET));
});

test("the link to a row is copied from its menu, and leads to that row", async (stage) => {
  const { backend, page } = await stage.open(["--demo"], { permissions: ["clipboard-read", "clipboard-write"] });
  const [session] = await backend.sessions();
  for (const message of ["first", "second"]) {
    const body = JSON.stringify({ method: "tools/call", params: { name: "echo", arguments: { message } } });
    await backend.api(`/api/sessions/${session.id}/calls?wait=true`, { method: "POST", body });
  }
  const rows = page.locator(".tl-row", { hasText: "echo" });
  await rows.nth(1).waitFor();
  await rows.nth(0).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  await page.getByText("Copied the link.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${backend.origin}/#/s/${session.id}/timeline/`) && !link.includes(backend.token), link);
  const other = await page.context().newPage();
  await other.goto(link);
  await other.getByRole("region", { name: "Chosen row" }).filter({ hasText: '"first"' }).waitFor();
  const chosen = other.locator(".tl-row.tl-selected", { hasText: "echo" });
  await chosen.waitFor();
  const number = async (row) => /\d+$/.exec(await row.getAttribute("id"))[0];
  assert.equal(await number(chosen), await number(rows.nth(0)));
});

test("the address of a page to visit is copied, and not opened", async (stage) => {
  const { page } = await stage.open(["--demo"], { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("treeitem", { name: /^elicit_url/ }).click();
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
  await page.locator(".card:not(.over)").getByRole("button", { name: "Copy" }).click();
  await page.locator(".said", { hasText: "the address" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "https://example.com/mcp-inspector-demo");
  assert.equal(page.context().pages().length, 1);
});
