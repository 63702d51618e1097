// Owns what a server says of itself and of its errors in shapes, lengths and signs that it should not: every view goes on, the
// page stays quick, and what acts on text is shown by its number.
import assert from "node:assert/strict";
import { until } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

const SLOWEST_MS = 250;

/** Takes note of the longest time in which the page did nothing else. */
function watchTasks(page) {
  return page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
    }).observe({ entryTypes: ["longtask"] });
  });
}

async function connect(stage, backend, way) {
  const [command, ...args] = stage.scripted("rude", way);
  const opened = await backend.api("/api/sessions", { method: "POST", body: JSON.stringify({ target: { command, args } }) });
  const { id } = opened.json();
  await until(async () => {
    const { phase } = (await backend.sessions()).find((one) => one.id === id);
    return phase === "ready" || phase === "closed" || phase === "backoff";
  });
  return id;
}

const go = (page, path) => page.evaluate((hash) => void (location.hash = hash), path);

test("capabilities and a name of any shape break no view", async (stage) => {
  const backend = await stage.backend();
  const page = await stage.page(backend);
  const odd = [5, "", true, null, []].map((capabilities) => ({ capabilities }));
  const names = [5, [], {}, true].map((one) => ({ serverInfo: { name: one, title: one, version: one } }));
  for (const over of [...odd, ...names]) {
    const id = await connect(stage, backend, JSON.stringify(over));
    await go(page, `#/s/${id}/explore`);
    const title = page.locator(".overview-title");
    await title.waitFor();
    const name = over.serverInfo?.name;
    if (name !== undefined) assert.match(await title.textContent(), new RegExp(`^${JSON.stringify(name).replace(/\W/g, "\\$&")} `));
    await go(page, `#/s/${id}/server`);
    await page.locator("#identity").waitFor();
    const all = await page.locator("body").textContent();
    assert.ok(!/This view failed|\[object|undefined/.test(all), JSON.stringify(over));
    await go(page, `#/s/${id}/timeline`);
    await page.locator(".tl-row").first().waitFor();
  }
});

test("an error of megabytes is told by its beginning, and all of it is there to scroll", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("rude")]);
  const [{ id }] = await backend.sessions();
  await go(page, `#/s/${id}/explore/tool/refuse`);
  await watchTasks(page);
  await page.getByRole("button", { name: /^Run/ }).click();
  const panel = page.locator("#result-panel");
  await panel.locator(".quoted", { hasText: "refused because because" }).waitFor();
  assert.match(await panel.locator(".quoted").textContent(), /… \(4 MB in all\)$/);
  assert.ok((await panel.locator(".quoted").textContent()).length < 3000);
  await panel.locator(".json-line", { hasText: '"message": "refused' }).waitFor();
  const document = panel.getByRole("group", { name: "Error" }).or(panel.getByLabel("Error"));
  await document.first().click();
  await page.keyboard.press("G");
  await panel.locator(".json-line", { hasText: "the end of it" }).waitFor();
  const longest = await page.evaluate(() => window.longest);
  assert.ok(longest < SLOWEST_MS, `a task took ${longest} ms`);
});

test("what a tool takes that no list names is told as not known, and JSON is sent", async (stage) => {
  const backend = await stage.backend();
  const page = await stage.page(backend);
  const id = await connect(stage, backend, "dies");
  await backend.api(`/api/sessions/${id}/stop`, { method: "POST" });
  await go(page, `#/s/${id}/explore/tool/foo`);
  await page.getByText("It is not known what this tool takes.").waitFor();
  await page.locator("#item-form textarea").fill('{"a":1}');
  assert.equal(await page.getByText("Reading what it takes").count(), 0);
  // So it is where the list is there and does not name it.
  const listed = await connect(stage, backend, "{}");
  await go(page, `#/s/${listed}/explore/tool/foo`);
  await page.getByText("The server does not list this tool.").waitFor();
  await page.getByText("It is not known what this tool takes.").waitFor();
  await page.locator("#item-form textarea").waitFor();
});

test("a stray token in the address does not take the place of a good one", async (stage) => {
  stage.allow(/console: .*status of 401/);
  const { page } = await stage.open(["--", ...stage.scripted("rude")]);
  const before = page.url();
  await go(page, "#token=stray");
  await page.locator(".said", { hasText: "this tab goes on with its own" }).waitFor();
  await until(() => page.url() === before);
  await page.locator(".health .status.connected").waitFor();
  await page.reload();
  await page.locator(".health .status.connected").waitFor();
  assert.equal(page.url(), before);
});

test("signs that turn text around do so neither in errors nor in bars", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("rude")]);
  const [{ id }] = await backend.sessions();
  await go(page, `#/s/${id}/explore/tool/turned`);
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator("#result-panel .quoted", { hasText: "no⟨U+202E⟩oops⟨U+0000⟩" }).waitFor();
  const refused = await connect(stage, backend, "refuses");
  await go(page, `#/s/${refused}/explore`);
  const bar = page.locator(".notice-bar");
  await bar.filter({ hasText: "⟨U+202E⟩" }).waitFor();
  assert.ok(!(await page.locator("body").textContent()).includes("\u202e"));
});
