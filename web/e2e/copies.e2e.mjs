// Owns what is handed to others by the clipboard, from a server on HTTP with a secret: curl that works, a step that a
// script runs, a bug report that tells no secret, and the address of a page to visit.
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
    const copied = async (letter, word) => {
      await page.keyboard.press("y");
      await page.keyboard.press(letter);
      await page.locator(".said", { hasText: word }).waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      assert.ok(!text.includes(SECRET), `${word} has the secret:\n${text}`);
      return text;
    };

    const curl = await copied("u", "curl");
    assert.match(curl, /^curl /);
    const environment = { ...backend.environment(), PATH: process.env.PATH };
    const where = { cwd: backend.work, env: environment };
    assert.ok(curl.includes(url) && curl.includes("tools/call"), curl);
    // Whoever runs it puts in a secret of their own; the demo takes any. Not every machine has curl.
    if (await run("curl", ["--version"]).then(() => true, () => false)) {
      const answer = await run("/bin/sh", ["-c", curl], where);
      assert.match(answer.stdout, /it's handed on/, `${curl}\n${answer.stdout}\n${answer.stderr}`);
    }

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

test("the address of a page to visit is copied, and not opened", async (stage) => {
  const { page } = await stage.open(["--demo"], { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("treeitem", { name: /^elicit_url/ }).click();
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
  await page.locator(".card:not(.over)").getByRole("button", { name: "Copy" }).click();
  await page.locator(".said", { hasText: "the address" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "https://example.com/mcp-inspector-demo");
  assert.equal(page.context().pages().length, 1);
});
