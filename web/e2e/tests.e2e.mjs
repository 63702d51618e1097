// Owns saved calls as tests: saved from a row, given assertions, run, with what came told beside what was expected; the
// way to the row of a run, and the files for pipelines.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { violations } from "./stage/axe.mjs";
import { binary } from "./stage/places.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

/** Makes a call by the API, and saves its row by the menu of the timeline. */
async function saveCall(backend, page, name, args) {
  const { id } = await backend.ready();
  const body = JSON.stringify({ method: "tools/call", params: { name, arguments: args } });
  await backend.api(`/api/sessions/${id}/calls?wait=true`, { method: "POST", body });
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  const row = page.locator(".tl-row", { hasText: name }).last();
  await row.click();
  await page.locator('[role="grid"]').focus();
  await page.keyboard.press(".");
  await page.getByRole("menuitem", { name: "Save as test step" }).press("Enter");
}

/** Fills the form for an assertion about the first step, by keys, and waits until it is kept or refused. */
async function assertion(page, kind, path, value, refused = null) {
  await page.getByRole("button", { name: /^Add an assertion/ }).first().press("Enter");
  const form = page.getByRole("form", { name: /^Assertion about/ });
  await form.getByLabel("Expect that").selectOption({ label: kind });
  if (path !== null) await form.getByRole("textbox", { name: "Path" }).fill(path);
  if (value !== null) await form.getByRole("textbox", { name: /JSON|Milliseconds/ }).fill(value);
  await form.getByRole("button", { name: "Add", exact: true }).press("Enter");
  if (refused === null) return form.waitFor({ state: "detached" });
  await form.getByRole("alert").filter({ hasText: refused }).waitFor();
  await page.keyboard.press("Escape");
  return form.waitFor({ state: "detached" });
}

async function downloaded(page, name, file) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).press("Enter")]);
  await download.saveAs(file);
  return readFile(file, "utf8");
}

test("a call that was saved is given assertions and run, and what fails is told with its row", async (stage) => {
  const { backend, page } = await stage.open(["--demo"], { acceptDownloads: true });
  await connected(page);
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await page.getByRole("heading", { name: "Tests" }).waitFor();
  await page.getByText("No call was saved yet").waitFor();
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "tests-empty");

  await saveCall(backend, page, "add", { a: 1, b: 2 });
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await page.waitForURL(/\/tests$/);
  await page.getByRole("button", { name: "Run all" }).waitFor();
  await assertion(page, "a path equals a value", "/structuredContent/sum", "3");
  await page.getByText("/structuredContent/sum = 3").waitFor();
  await assertion(page, "the result fits the tool’s output schema", null, null);
  await assertion(page, "it takes at most", null, "60000");
  await page.getByRole("button", { name: "Run all" }).press("Enter");
  await page.getByText("1 of 1 passed").waitFor();
  assert.equal(await page.locator(".assertions .tl-status-ok").count(), 3);

  // What is no JSON, or no pointer, is told where it is typed.
  stage.allow(/status of 400 .*\/script\/1\)/);
  await assertion(page, "a path equals a value", "/structuredContent/sum", "four", "not JSON");
  await assertion(page, "a path equals a value", "sum", "4", "begin with");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label")?.startsWith("Add an assertion"));
  await assertion(page, "a path equals a value", "/structuredContent/sum", "4");
  await page.getByText("/structuredContent/sum = 4").waitFor();
  await page.getByRole("button", { name: /^Run step/ }).press("Enter");
  const failed = page.locator(".assertions li", { hasText: "/structuredContent/sum = 4" });
  await failed.getByText("expected 4, got 3.0").waitFor();
  await page.getByText("0 of 1 passed").waitFor();
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "tests");

  const xml = await downloaded(page, "Download JUnit", join(backend.folder, "report.xml"));
  const report = await page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, "application/xml");
    const failure = read.querySelector("testcase > failure");
    return {
      broken: read.querySelector("parsererror") !== null,
      failures: read.documentElement.getAttribute("failures"),
      name: read.querySelector("testcase")?.getAttribute("name"),
      message: failure?.getAttribute("message"),
    };
  }, xml);
  assert.deepEqual(report, {
    broken: false,
    failures: "1",
    name: "steps[0] add",
    message: "/structuredContent/sum: expected 4, got 3.0",
  });

  // The same file fails in a pipeline, and passes without what is wrong.
  const run = (file) =>
    promisify(execFile)(binary, ["--cli", "--demo", "--script", file, "--format", "json"], {
      cwd: backend.work,
      env: backend.environment(),
    });
  const script = join(backend.folder, "steps.json");
  await downloaded(page, "Download script", script);
  await assert.rejects(run(script), (error) => error.stdout.includes("EXPECTATION_FAILED"));
  await page.getByRole("button", { name: "Remove the assertion /structuredContent/sum = 4" }).press("Enter");
  await page.getByText("/structuredContent/sum = 4").waitFor({ state: "detached" });
  await downloaded(page, "Download script", script);
  assert.match((await run(script)).stdout, /"passed":true/);

  await page.getByRole("button", { name: "Run all" }).press("Enter");
  await page.getByText("1 of 1 passed").waitFor();
  await page.getByRole("link", { name: "Row of the run" }).press("Enter");
  await page.waitForURL(/\/timeline\/\d+/);
  await page.getByRole("region", { name: "Chosen row" }).filter({ hasText: "tools/call" }).waitFor();
  await page.reload();
  await page.getByRole("region", { name: "Chosen row" }).filter({ hasText: "tools/call" }).waitFor();
});

test("saved calls are there in the next session with the server, and a failure stops the run unless it goes on", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await connected(page);
  await saveCall(backend, page, "fail", {});
  await saveCall(backend, page, "echo", { message: "hi" });
  await page.keyboard.press("Control+K");
  await page.keyboard.type("Tests");
  await page.locator("#palette-0", { hasText: "Tests" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Run all" }).click();
  await page.getByText("failed in").filter({ hasText: "the tool reports an error" }).waitFor();
  await page.getByText("skipped: a step before it did not pass").waitFor();
  await page.getByLabel("Go on after a failure").check();
  await page.getByRole("button", { name: "Run all" }).click();
  await page.getByText("1 of 2 passed").waitFor();

  const before = (await backend.sessions())[0].id;
  const opened = await backend.api("/api/sessions", {
    method: "POST",
    body: JSON.stringify({ target: { demo: true }, options: {} }),
  });
  const { id } = opened.json();
  await backend.api(`/api/sessions/${before}`, { method: "DELETE" });
  await page.evaluate((next) => {
    location.hash = `#/s/${next}/tests`;
  }, id);
  await page.getByText("1 of 2 passed").waitFor();
  assert.equal(await page.getByRole("link", { name: /^Row/ }).count(), 0, "the rows are gone with their session");
});

test("a run of tests is stopped by its button and by its key, and what was not run says so", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  const { id } = await backend.ready();
  const path = `/api/sessions/${id}`;
  const params = { name: "slow", arguments: { seconds: 600 } };
  const post = (where, body) => backend.api(`${path}${where}`, { method: "POST", body: JSON.stringify(body) });
  const { call } = (await post("/calls", { method: "tools/call", params })).json();
  await post(`/calls/${call}/abort`, {});
  const { rows } = (await backend.api(`${path}/timeline?filter=target:slow`)).json();
  for (let step = 0; step < 2; step += 1) assert.equal((await post("/script", { seq: rows[0].seq })).status, 200);
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  const stop = page.getByRole("button", { name: /^Stop/ });
  for (const how of ["button", "key"]) {
    await page.getByRole("button", { name: "Run all" }).click();
    await page.getByText("running…").first().waitFor();
    if (how === "button") await stop.click();
    else await page.keyboard.press("X");
    await page.getByText("stopped: the run was stopped, and the call cancelled").waitFor();
    await page.getByText("stopped: the run was stopped before it").waitFor();
    await page.getByRole("button", { name: "Run all" }).waitFor();
    await stop.waitFor({ state: "detached" });
  }
  assert.deepEqual(await violations(page), []);
});

test("saved calls are there again when mcp-inspector was started anew, and a broken file is told", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await connected(page);
  await saveCall(backend, page, "add", { a: 1, b: 2 });
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await assertion(page, "a path equals a value", "/structuredContent/sum", "3");
  const again = async (before) => {
    // A page whose backend is gone would complain.
    await before.close();
    await backend.stop();
    await backend.start(["--demo"]);
    const next = await stage.page(backend);
    await connected(next);
    await next.keyboard.press("g");
    await next.keyboard.press("x");
    return next;
  };
  const next = await again(page);
  await next.getByText("/structuredContent/sum = 3").waitFor();
  await next.getByRole("button", { name: "Run all" }).press("Enter");
  await next.getByText("1 of 1 passed").waitFor();
  const folder = join(backend.folder, "data", "tests");
  const [file] = await readdir(folder);
  await writeFile(join(folder, file), "{");
  const last = await again(next);
  await last.locator(".warn-line", { hasText: join(folder, file) }).waitFor();
  assert.equal(await readFile(join(folder, file), "utf8"), "{", "it stays as it is");
  assert.deepEqual(await violations(last), []);
});
