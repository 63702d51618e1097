// Owns large results in the page: there after a reload and in a second tab, and told as gone when nothing keeps them.
import assert from "node:assert/strict";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

async function choose(page, kind, key) {
  await page.evaluate(
    ([kind, key]) => {
      location.hash = `${location.hash.split("/").slice(0, 3).join("/")}/explore/${kind}/${encodeURIComponent(key)}`;
    },
    [kind, key],
  );
  await page.locator(".request .pane-title").waitFor();
}

/** Runs the tool that is chosen and waits for the answer; its number. */
async function run(page) {
  const before = await page.locator(".run-links a").count();
  await page.getByRole("button", { name: /^(Run|Read|Get)/ }).first().click();
  await page.locator(".run-links a").nth(before).waitFor({ timeout: 60_000 });
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor({ timeout: 60_000 });
  return Number(/#(\d+)/.exec(await page.locator(".result .verdict").textContent())[1]);
}

test("several large results are all there after a reload, with status, time and result", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("heavy")]);
  await choose(page, "tool", "large");
  await page.locator("#item-form").getByLabel("megabytes", { exact: false }).first().fill("5");
  const calls = [];
  for (let count = 0; count < 5; count += 1) calls.push(await run(page));
  const told = async (where) => {
    await where.locator(".run-links a").nth(4).waitFor();
    for (const call of calls) {
      await where.locator(".run-links a", { hasText: `#${call} ` }).click();
      const verdict = where.locator(".result .verdict", { hasText: `#${call} ` });
      await verdict.filter({ hasText: /^OK #\d+ · [\d.]+ m?s.* · \d+(\.\d+)? MB$/ }).waitFor();
      await where.locator("#result-panel .json-line", { hasText: '"content"' }).waitFor();
      await where.locator(".run-links a", { hasText: new RegExp(`#${call} [\\d.]+ m?s OK`) }).waitFor();
    }
  };
  await page.reload();
  await connected(page);
  await told(page);
  const second = await stage.page(backend, { context: page.context() });
  await connected(second);
  await choose(second, "tool", "large");
  await told(second);
  assert.equal(await second.getByText("not sent").count(), 0);
});

/** Opens what was recorded of the first session, in the same tab. */
async function openRecording(backend, page) {
  const [session] = await backend.sessions();
  const { text } = await backend.api(`/api/sessions/${session.id}/recording`);
  const headers = { "Content-Type": "application/x-ndjson" };
  const opened = (await backend.api("/api/recordings", { method: "POST", body: text, headers })).json();
  await page.evaluate((id) => {
    location.hash = `#/s/${id}/explore`;
  }, opened.id);
  await page.locator(".notice-bar", { hasText: "This is a recording" }).waitFor();
}

/** Opens an item, runs it if that can be done, and opens a tab of its result. */
async function result(page, kind, key, tab, runs) {
  await choose(page, kind, key);
  if (runs) await run(page);
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
  await page.locator(`#result-tab-${tab}`).click();
}

async function drawnPixels(page) {
  const picture = page.locator("#result-panel img.picture");
  await picture.waitFor();
  await page.waitForFunction(() => document.querySelector("#result-panel img.picture").naturalWidth > 0);
  return picture.evaluate((one) => [one.naturalWidth, one.naturalHeight]);
}

test("large pictures, texts and data are drawn as small ones are, also in a recording", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("bulky")]);
  const panel = page.locator("#result-panel");
  for (const runs of [true, false]) {
    await result(page, "tool", "picture", "content", runs);
    assert.deepEqual(await drawnPixels(page), [700, 700]);
    await panel.getByText("image · image/png · 1.5 MB").waitFor();
    if (runs) await stage.shot(page, "large-picture");
    await result(page, "tool", "poster", "content", runs);
    await panel.getByText("20000 × 20000 pixels").waitFor();
    assert.equal(await panel.locator("img").count(), 0, "it is unpacked when somebody wants that");
    for (const [kind, key] of [
      ["tool", "text"],
      ["resource", "bulky://text"],
      ["prompt", "story"],
    ]) {
      await result(page, kind, key, "content", runs);
      const text = panel.getByRole("tree", { name: "Text" });
      await text.locator(".json-line", { hasText: 'line 0 of a long text with "quotes" in it' }).waitFor();
      await text.focus();
      await page.keyboard.press("End");
      await text.locator(".json-line", { hasText: "the very end" }).waitFor();
      if (kind === "resource" && runs) {
        await stage.shot(page, "large-text");
        const [saved] = await Promise.all([
          page.waitForEvent("download"),
          panel.getByRole("button", { name: "Save as text", exact: true }).click(),
        ]);
        const chunks = [];
        for await (const chunk of await saved.createReadStream()) chunks.push(chunk);
        assert.ok(Buffer.concat(chunks).toString().endsWith("in it\nthe very end"));
      }
    }
    await result(page, "tool", "rows", "structured", runs);
    await panel.getByText("It fits the tool's output schema.").waitFor();
    await page.getByRole("tab", { name: "Structured ✓ schema" }).waitFor();
    await panel.locator(".json-line", { hasText: '"items"' }).waitFor();
    if (runs) {
      await stage.shot(page, "large-structured");
      await openRecording(backend, page);
    }
  }
});

test("a large result that does not fit its schema is told so, with the place", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("bulky")]);
  await choose(page, "tool", "rows");
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await page.getByLabel("Value as JSON").fill('{"megabytes":5,"wrong":true}');
  await run(page);
  await page.getByRole("tab", { name: "Structured ✗ schema" }).click();
  await page.locator("#result-panel .problem", { hasText: "/items/" }).filter({ hasText: "/index" }).waitFor();
});

/** A document that holds only what is seen stays below this, however long the answers are. */
const MOST_NODES = 3000;

test("two answers of five megabytes are compared in Explore, the timeline and Diff, and little of them is sent", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("bulky")]);
  await choose(page, "tool", "rows");
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  for (const given of ['{"megabytes":5}', '{"megabytes":5,"changed":true}']) {
    await page.getByLabel("Value as JSON").fill(given);
    await run(page);
  }
  let received = 0;
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  network.on("Network.dataReceived", (piece) => (received += piece.dataLength));
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  const nodes = () => page.evaluate(() => document.querySelectorAll("*").length);
  const shows = async (where) => {
    await where.locator(".diff .added", { hasText: '"another"' }).waitFor({ timeout: 60_000 });
    await where.locator(".diff .removed", { hasText: /"item-\d+"/ }).waitFor();
    await where.locator(".diff-fold", { hasText: /⋯ [\d,]{7} lines that are the same/ }).first().waitFor();
    assert.ok((await nodes()) < MOST_NODES, `${await nodes()} nodes`);
    assert.ok(received < 500_000, `${received} bytes were sent to the page`);
  };
  const panel = page.locator("#result-panel");
  await page.locator("#pane-3").focus();
  await page.keyboard.press("D");
  await shows(panel);
  await panel.getByText(/#\d+ against #\d+: 1 changed/).waitFor();
  await stage.shot(page, "large-diff");
  // Some of what is the same comes when somebody asks for it.
  await panel.locator(".diff-fold").first().click();
  await panel.locator(".diff .same", { hasText: '"item-3"' }).waitFor({ timeout: 60_000 });
  assert.ok((await nodes()) < MOST_NODES, `${await nodes()} nodes`);

  const [session] = await backend.sessions();
  const filter = new URLSearchParams({ filter: "method:tools/call" });
  const { rows } = (await backend.api(`/api/sessions/${session.id}/timeline?${filter}`)).json();
  const [left, right] = rows.map((row) => `${session.id}/${row.seq}`);
  await page.evaluate((hash) => void (location.hash = hash), `#/diff?left=${left}&right=${right}`);
  await shows(page.locator(".comparison"));

  await page.evaluate((hash) => void (location.hash = hash), `#/s/${session.id}/timeline?filter=method:tools/call`);
  for (const at of [0, 1]) {
    await page.locator(".tl-row", { hasText: "rows" }).nth(at).click();
    await page.keyboard.press(".");
    await page.getByRole("menuitem", { name: /^Compare with/ }).click();
  }
  await shows(page.getByRole("region", { name: "Comparison of two rows" }));
  const longest = await page.evaluate(() => window.longest);
  console.log(`      longest task: ${longest === 0 ? "below 50" : Math.round(longest)} ms; ${received} bytes`);
  assert.ok(longest < 500, `a task of ${longest} ms`);
});

test("a request of half a megabyte is run again, edited and run, and edited as raw text", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("bulky")]);
  const [session] = await backend.sessions();
  const params = { name: "count", arguments: { text: "x".repeat(500_000) } };
  const body = JSON.stringify({ method: "tools/call", params });
  assert.equal((await backend.api(`/api/sessions/${session.id}/calls?wait=true`, { method: "POST", body })).status, 200);
  await choose(page, "tool", "count");
  const counted = (runs) => page.locator(".run-links a").nth(runs - 1);
  const panel = page.locator("#result-panel");
  await counted(1).waitFor();
  const act = async (name) => {
    await page.locator(".tl-row", { hasText: "count" }).first().click();
    await page.keyboard.press(".");
    await page.getByRole("menuitem", { name }).click();
  };
  await act("Run again");
  await counted(2).waitFor();
  await panel.getByText("500000 letters").waitFor();
  await act("Edit and run");
  const field = page.locator("#item-form :is(input, textarea)").first();
  await page.waitForFunction(() => document.querySelector("#item-form :is(input, textarea)")?.value.length === 500_000);
  await field.focus();
  await page.keyboard.press("End");
  await page.keyboard.type("yz");
  await page.keyboard.press("Control+Enter");
  await counted(3).waitFor();
  await panel.getByText("500002 letters").waitFor();
  await act("Edit raw and send");
  await page.waitForFunction(() => [...document.querySelectorAll("textarea")].some((one) => /"method":"tools\/call"/.test(one.value)));
});
