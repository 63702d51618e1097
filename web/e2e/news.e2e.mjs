// Owns what a page hears of by itself: lists that change while one looks at them, and what happened while nobody looked.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { connected, until } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

test("a list that changes is drawn anew with its count and dots, without a reload", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("growing")]);
  const [{ id }] = await backend.sessions();
  await page.evaluate(() => void (window.isTheSamePage = true));
  const section = (count) => page.getByRole("treeitem", { name: `Tools · ${count}` });
  const item = (name) => page.getByRole("treeitem", { name: new RegExp(`^${name}\\b`) });
  const run = (name) => {
    const body = JSON.stringify({ method: "tools/call", params: { name } });
    return backend.api(`/api/sessions/${id}/calls?wait=true`, { method: "POST", body });
  };
  await section(3).waitFor();
  assert.equal(await page.locator(".news-dot").count(), 0, "what came first is no news");
  await run("grow");
  await section(4).waitFor();
  const dot = item("grown").locator(".news-dot");
  await dot.filter({ hasText: "new" }).waitFor();
  assert.equal(await page.locator(".news-dot").count(), 1);
  await item("grown").click();
  await page.locator(".description", { hasText: "as it came" }).waitFor();
  // What is open is drawn as it is now.
  await run("rename");
  await page.locator(".description", { hasText: "as it is now" }).waitFor();
  await run("drop");
  await section(3).waitFor();
  await item("grown").waitFor({ state: "detached" });
  assert.equal(await page.locator(".news-dot").count(), 0);
  assert.equal(await page.evaluate(() => window.isTheSamePage), true);
});

/** Makes a page think that it is hidden, or seen again. */
async function setHidden(page, isHidden) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: hidden ? "hidden" : "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

test("a tab that nobody looks at gives its stream back, looks in now and then, and streams when it is seen again", async (stage) => {
  const backend = await stage.backend(["--demo"]);
  const session = await backend.ready();
  const context = await stage.context([backend.origin]);
  await context.clock.install();
  const streams = { begun: 0, ended: 0 };
  const isStream = (request) => new URL(request.url()).pathname === "/api/watch";
  context.on("request", (one) => (streams.begun += Number(isStream(one))));
  for (const end of ["requestfailed", "requestfinished"]) context.on(end, (one) => (streams.ended += Number(isStream(one))));
  const page = await stage.page(backend, { context });
  await connected(page);
  const call = (message) => {
    const body = JSON.stringify({ method: "tools/call", params: { name: "echo", arguments: { message } } });
    return backend.api(`/api/sessions/${session.id}/calls?wait=true`, { method: "POST", body });
  };
  const calls = (count) =>
    page.waitForFunction((wanted) => [...document.querySelectorAll(".tl-row")].filter((row) => /echo/.test(row.textContent)).length === wanted, count);
  await call("seen");
  await calls(1);
  const open = () => streams.begun - streams.ended;
  assert.equal(open(), 1, JSON.stringify(streams));
  const { begun } = streams;

  // For a moment, as by a look at another tab, nothing changes.
  await setHidden(page, true);
  await context.clock.fastForward(15_000);
  await call("still streamed");
  await calls(2);
  assert.deepEqual([streams.begun, open()], [begun, 1], JSON.stringify(streams));
  await setHidden(page, false);
  await setHidden(page, true);
  await context.clock.fastForward(15_000);
  await call("streamed still");
  await calls(3);
  assert.deepEqual([streams.begun, open()], [begun, 1], "the time begins anew");

  // After a while it has none for longer than it has one.
  await context.clock.fastForward(10_000);
  await until(() => open() === 0, "the stream is given back");
  await call("nobody looked");
  await context.clock.fastForward(2000);
  await calls(4);
  await until(() => open() === 0, "a visit ends");
  assert.ok(streams.begun > begun, "it came by for the news");

  // Whoever comes back finds what happened, and a stream that stays.
  await call("just before");
  await setHidden(page, false);
  await calls(5);
  let made = 5;
  await until(async () => {
    const before = { ...streams };
    await context.clock.fastForward(10_000);
    await call("seen again");
    made += 1;
    await calls(made);
    return open() === 1 && isDeepStrictEqual(streams, before);
  }, "one stream is kept");
});
