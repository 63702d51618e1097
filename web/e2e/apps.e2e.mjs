// Owns MCP Apps in the page: a tool's app is shown on an origin of its own, talks with the page in rows of the
// timeline, and does nothing that it was not allowed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { violations } from "./stage/axe.mjs";
import { test } from "./stage/suite.mjs";
import { Trap } from "./stage/trap.mjs";

/** Rows of the timeline that a filter lets through. */
async function timeline(backend, filter) {
  const [session] = await backend.sessions();
  const query = new URLSearchParams({ filter, limit: "500" });
  return (await backend.api(`/api/sessions/${session.id}/timeline?${query}`)).json();
}

async function rows(backend, filter) {
  return (await timeline(backend, filter)).rows;
}

/** Waits until something holds, and gives it. */
async function until(what, look) {
  const end = performance.now() + 10_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs a tool and opens the view of its app. */
async function openApp(backend, page, tool) {
  const [session] = await backend.sessions();
  await page.evaluate((hash) => void (location.hash = hash), `#/s/${session.id}/explore/tool/${tool}`);
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
  await page.getByRole("tab", { name: "App", exact: true }).click();
  return page.frameLocator(".app-frame iframe").frameLocator("iframe");
}

/** The pointer goes to the app. Of one that is moved by a script, the page that has the frame is told nothing. */
async function pointAt(page) {
  await page.locator(".app-frame iframe").dispatchEvent("pointerenter");
}

const [, HOVER_MS] = /const HOVER_MS = (\d+);/.exec(readFileSync(new URL("../src/apps/keyboard.ts", import.meta.url), "utf8"));

/**
 * The page has seen that an app has the keyboard, and has waited for a sign that a person gave it. Timers of a page run in
 * the order in which they are due: one as long as that of the page, set after it, is over after it.
 */
async function keyboardJudged(page) {
  await page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
  await page.evaluate((ms) => new Promise((done) => setTimeout(() => setTimeout(done, ms), 0)), Number(HOVER_MS));
}

async function withApps(stage, work) {
  const trap = await new Trap().open();
  try {
    const backend = await stage.backend();
    const command = stage.scripted("apps", trap.origin, backend.origin).join(" ");
    const page = await stage.page(backend, { apps: true });
    await page.locator(".connect input, .connect textarea").first().fill(command);
    await page.keyboard.press("Enter");
    await page.locator(".health .status.connected").waitFor();
    await page.locator('[role="treeitem"][aria-level="2"]').first().waitFor();
    await work({ backend, page, trap });
    assert.deepEqual(trap.asked, [], "nobody asked the attacker's server");
  } finally {
    await trap.close();
  }
}

test("the demo's app shows the result, asks for more, and everything it says is a row", async (stage) => {
  const { backend, page, hands } = await stage.open(["--demo"], { apps: true });
  const [session] = await backend.sessions();
  await page.evaluate((hash) => void (location.hash = hash), `#/s/${session.id}/explore/tool/weather`);
  await page.locator('[role="treeitem"]', { hasText: /^weather\s*app/ }).waitFor();
  await page.locator("#item-form input").first().fill("Bergen");
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
  await page.locator("#result-panel").focus();
  await hands.press("a");
  const app = page.frameLocator(".app-frame iframe").frameLocator("iframe");
  await app.locator("#place", { hasText: "Bergen" }).waitFor();
  await app.locator("#degrees", { hasText: "°C" }).waitFor();
  assert.equal(await app.locator("html").getAttribute("data-theme"), "light");
  await stage.shot(page, "app-light");
  await pointAt(page);
  await app.locator("#city").click();
  await app.locator("#city").fill("Tromsø");
  await app.getByRole("button", { name: "Look" }).click();
  await app.locator("#place", { hasText: "Tromsø" }).waitFor();
  await app.getByRole("button", { name: "Tell the model" }).click();
  await page.locator(".app-said", { hasText: "In Tromsø" }).waitFor();
  await page.locator("#result-panel").focus();
  await page.keyboard.press("t");
  await app.locator("html[data-theme=dark]").waitFor();
  await stage.shot(page, "app-dark");
  assert.deepEqual(await violations(page), []);

  const said = await until("the rows of the app", async () => {
    const all = await rows(backend, "kind:app");
    return all.some((row) => row.method === "ui/notifications/host-context-changed") ? all : null;
  });
  const told = said.map((row) => `${row.direction} ${row.method} ${row.status ?? ""}`.trim());
  for (const line of [
    "in ui/initialize ok",
    "in ui/notifications/initialized",
    "out ui/notifications/tool-input",
    "out ui/notifications/tool-result",
    "in tools/call ok",
    "in ui/update-model-context ok",
    "out ui/notifications/host-context-changed",
  ])
    assert.ok(told.includes(line), `${line} is not in ${told.join("; ")}`);
  const [run] = await rows(backend, "method:tools/call kind:call");
  assert.ok(said.every((row) => row.parent === run.seq), "they are nested in the call that the app shows");
  const calls = await rows(backend, "method:tools/call kind:call");
  assert.equal(calls.length, 2, "the app's call is a call like any other");

  // Leaving ends the app in good order, and a recording has all of it.
  await page.getByRole("tab", { name: "Raw", exact: true }).click();
  await until("the app's farewell", async () => {
    const [bye] = await rows(backend, "method:ui/resource-teardown");
    return bye?.status === "ok";
  });
  assert.equal(await page.locator("iframe").count(), 0);
  const recording = (await backend.api(`/api/sessions/${session.id}/recording`)).text;
  assert.match(recording, /"kind":"app","direction":"received"/);
  const opened = (await backend.api("/api/recordings", { method: "POST", body: recording })).json();
  const again = (await backend.api(`/api/sessions/${opened.id}/timeline?filter=kind:app`)).json();
  assert.equal(again.matched, (await rows(backend, "kind:app")).length);
});

test("an app is given a result of several megabytes", (stage) =>
  withApps(stage, async ({ backend, page }) => {
    const app = await openApp(backend, page, "lengthy");
    await app.locator("#came", { hasText: "ui/notifications/tool-result" }).waitFor();
    const length = await app.locator("html").evaluate(() => {
      const { params } = came.find((one) => one.method === "ui/notifications/tool-result");
      return params.content[0].text.length;
    });
    assert.equal(length, 2_000_000);
    await page.locator(".app-side", { hasText: "Tool result: 2 MB, too long to be edited here." }).waitFor();
  }));

test("an app's wishes are done, refused or put before a person", (stage) => {
  // Of the resource that is no app.
  stage.allow(/console: .* 502 .*\/apps/);
  return withApps(stage, async ({ backend, page }) => {
    const app = await openApp(backend, page, "polite");
    await pointAt(page);
    const press = async (name, answer) => {
      await app.getByRole("button", { name, exact: true }).click();
      await app.locator("#answer", { hasText: answer }).waitFor();
    };
    await app.locator("#came", { hasText: "tool-input ui/notifications/tool-result" }).waitFor();
    await page.waitForFunction(() => document.querySelector(".app-frame iframe").offsetHeight === 333);
    await press("echo", "from the app");
    await press("app", "for-apps");
    await press("model", "-32000");
    assert.equal((await rows(backend, "kind:call target:for-models")).length, 0, "the server was not asked");
    await press("read", "a note");
    await press("unknown", "-32601");
    await press("script", "-32602");
    await press("say", "say {}");
    await press("context", "context {}");
    await page.locator(".app-said", { hasText: "hello model" }).waitFor();
    await page.locator(".app-said", { hasText: "chosen: 3" }).waitFor();

    // A link is a card; nothing opens by itself.
    await app.getByRole("button", { name: "link", exact: true }).click();
    const card = page.getByRole("group", { name: "The app wants to open a page" });
    await card.waitFor();
    assert.equal(page.context().pages().length, 1);
    assert.equal(await card.getByRole("link", { name: "Open" }).getAttribute("rel"), "noopener noreferrer");
    await card.getByRole("button", { name: "Decline" }).click();
    await app.locator("#answer", { hasText: "link" }).filter({ hasText: "denied" }).waitFor();

    await app.getByRole("button", { name: "trick", exact: true }).click();
    await card.getByText("this leads to evil.example").waitFor();
    await card.getByRole("button", { name: "Decline" }).click();
    await card.waitFor({ state: "detached" });

    // What it is given can be changed and sent again.
    await page.locator("summary", { hasText: "Tool input" }).click();
    await page.getByRole("textbox", { name: "Tool input" }).fill('{"city":1.50}');
    await page.locator("details[open]", { hasText: "Tool input" }).getByRole("button", { name: "Send to the app" }).click();
    await until("the changed input", async () => {
      const sent = await rows(backend, 'method:ui/notifications/tool-input text:"1.50"');
      return sent.length === 1;
    });
    // The frame lies in a process of its own, which is told a frame later where it is: no click may come in between.
    await page.locator(".app-frame").scrollIntoViewIfNeeded();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // In the page something was done just now, so it may have been that what the browser tells of: a person is asked.
    await press("full", "inline");
    await page.getByRole("group", { name: "The app wants the whole page" }).getByRole("button", { name: "Allow" }).click();
    await page.locator(".app-view.full").waitFor();
    await stage.shot(page, "app-full");
    assert.deepEqual(await violations(page), []);
    await page.locator(".app-bar button").first().focus();
    await page.keyboard.press("Escape");
    await page.locator(".app-view:not(.full)").waitFor();
    // Older servers name their app in another place; what is no app is not shown.
    const flat = await openApp(backend, page, "flat");
    await flat.locator("#came", { hasText: "tool-result" }).waitFor();
    await openApp(backend, page, "broken");
    await page.locator(".app-view .problem", { hasText: "text/html;profile=mcp-app" }).waitFor();
    await page.setViewportSize({ width: 900, height: 700 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} px too wide`);
  });
});

test("a hostile app reads, reaches, opens and navigates nothing", (stage) => {
  // The browser tells of requests that it then refuses; whether one was made, the attacker's server knows.
  stage.allow(/console: |foreign request: \w+ (chrome-error:|.*\/(img|script|style)$)/);
  return withApps(stage, async ({ backend, page }) => {
    const address = page.url();
    await openApp(backend, page, "hostile");
    const line = await until("the report", async () => {
      const text = await page.locator(".app-log").first().textContent({ timeout: 5000 });
      return text.includes("tried") ? text : null;
    });
    const { tried } = JSON.parse(line.slice(line.indexOf("{")));
    const safe = /^(threw|refused|nothing)/;
    const reached = Object.entries(tried).filter(([, outcome]) => !safe.test(outcome));
    assert.deepEqual(reached, []);
    for (const name of ["parent", "top", "top location", "cookie", "storage", "eval", "navigate top", "calls to other machines", "calls from a frame"])
      assert.match(tried[name], /^threw/, name);
    assert.equal(tried.popup, "nothing");
    assert.equal(tried.api, "refused");
    // The page says what was declared and not granted.
    const security = page.locator("details", { hasText: "Security:" });
    await security.filter({ hasText: "script-src *" }).waitFor();
    await security.locator("summary", { hasText: "WebRTC is not stopped" }).waitFor();
    await security.filter({ hasText: "no policy stops it" }).waitFor();
    await security.filter({ hasText: "wants camera, which is not granted" }).waitFor();
    await page.locator(".app-notice", { hasText: "not for apps to send" }).waitFor();
    assert.equal((await rows(backend, "kind:call target:echo")).length, 0, "a forged message is not heard");
    const shown = page.frames().map((frame) => frame.url());
    assert.ok(shown.every((url) => !url.includes("/away") && !url.includes("/top")), shown.join(" "));
    assert.equal(new URL(page.url()).origin, new URL(address).origin);
    assert.equal(page.context().pages().length, 1);
    await stage.shot(page, "app-hostile");
  });
});

test("an app that takes the keyboard by itself has it taken back, and is closed when it goes on", (stage) =>
  withApps(stage, async ({ backend, page }) => {
    const app = await openApp(backend, page, "thief");
    const notice = page.locator(".app-notice", { hasText: "by itself" });
    await notice.filter({ hasText: "so it was closed" }).waitFor();
    await stage.shot(page, "app-thief");
    const field = page.locator("#item-form input").first();
    await field.click();
    await page.keyboard.type("what I type is mine", { delay: 30 });
    assert.equal(await field.inputValue(), "what I type is mine");
    assert.equal(await page.locator("iframe").count(), 0);
    assert.deepEqual(await violations(page), []);
    // By leave it may take it at any time.
    await notice.getByRole("button", { name: "Load it and let it have the keyboard" }).click();
    await notice.waitFor({ state: "detached" });
    await app.locator("#mine:focus").waitFor();
    await page.keyboard.type("by leave", { delay: 30 });
    assert.equal(await app.locator("#mine").inputValue(), "by leave");
  }));

test("an app that takes the keyboard once, as it starts, gets it by a click", (stage) =>
  withApps(stage, async ({ backend, page }) => {
    const app = await openApp(backend, page, "eager");
    await page.locator(".app-notice", { hasText: "it was given back" }).waitFor();
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "IFRAME");
    const mine = app.locator("#mine");
    await pointAt(page);
    await mine.click();
    await page.keyboard.type("by click", { delay: 30 });
    await page.mouse.move(5, 5);
    await page.keyboard.type(" and on", { delay: 30 });
    assert.equal(await mine.inputValue(), "by click and on");
  }));

test("a click with the mouse gives an app the keyboard, wherever the pointer comes from", async (stage) => {
  const { backend, page } = await stage.open(["--demo"], { apps: true });
  const [session] = await backend.sessions();
  await page.evaluate((hash) => void (location.hash = hash), `#/s/${session.id}/explore/tool/weather`);
  const form = page.locator("#item-form input").first();
  await form.fill("Bergen");
  await form.press("Control+Enter");
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
  await page.locator("#result-panel").focus();
  await page.keyboard.press("a");
  const app = page.frameLocator(".app-frame iframe").frameLocator("iframe");
  await app.locator("#place", { hasText: "Bergen" }).waitFor();
  const city = app.locator("#city");
  const box = await city.boundingBox();
  const panel = await page.locator("#result-panel").boundingBox();
  const below = { x: box.x + 60, y: panel.y + panel.height - 5 };
  for (const from of [{ x: 200, y: 300 }, below, { x: 900, y: 20 }]) {
    await page.locator("#result-panel").focus();
    await page.mouse.move(from.x, from.y);
    await page.mouse.move(box.x + 30, box.y + box.height / 2, { steps: 15 });
    await page.mouse.click(box.x + 30, box.y + box.height / 2, { delay: 90 });
    await app.locator("#city:focus").waitFor();
    await keyboardJudged(page);
    await page.keyboard.press("Control+A");
    const written = `From ${Math.round(from.x)}`;
    await page.keyboard.type(written, { delay: 20 });
    assert.equal(await city.inputValue(), written);
  }
  assert.equal(await form.inputValue(), "Bergen");
  assert.equal(await page.locator(".app-notice").count(), 0);
});

test("Tab leads into an app", (stage) =>
  withApps(stage, async ({ backend, page }) => {
    const app = await openApp(backend, page, "polite");
    await app.locator("#came", { hasText: "tool-result" }).waitFor();
    await page.locator(".app-bar button").last().focus();
    await page.keyboard.press("Tab");
    await app.locator("button:focus").first().waitFor();
    await keyboardJudged(page);
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "IFRAME");
    assert.equal(await page.locator(".app-notice").count(), 0);
  }));

test("a flood of an app is bounded, told, and the page stays quick", (stage) =>
  withApps(stage, async ({ backend, page }) => {
    const opened = Date.now();
    await openApp(backend, page, "flood");
    await page.locator(".app-notice", { hasText: "they came too fast" }).waitFor();
    await page.locator(".app-notice", { hasText: "longer than a million characters" }).waitFor();
    await page.locator(".app-log", { hasText: "still here" }).first().waitFor();
    const { matched: kept } = await timeline(backend, "kind:app");
    // So many at once and each second, and a few that the page says itself.
    const most = 300 + (60 * (Date.now() - opened)) / 1000;
    assert.ok(kept > 10 && kept < most, `${kept} rows of 20000 messages, at most ${most}`);
    const began = Date.now();
    await page.getByRole("tab", { name: "Pretty", exact: true }).click();
    await page.locator("#result-panel", { hasText: "content" }).waitFor();
    assert.ok(Date.now() - began < 2000, "the page answers");
  }));

test("an app that never ends a loop does not hold up the page", (stage) =>
  withApps(stage, async ({ backend, page }) => {
    await openApp(backend, page, "endless");
    await until("the app began", async () => (await rows(backend, "method:ui/initialize")).length > 0);
    const began = Date.now();
    await page.getByRole("tab", { name: "Pretty", exact: true }).click();
    await page.locator("#result-panel", { hasText: "content" }).waitFor();
    await until("the frame is gone", async () => (await page.locator("iframe").count()) === 0);
    assert.ok(Date.now() - began < 3000, `it took ${Date.now() - began} ms`);
  }));

test("the origin of apps has nothing but apps, under its one name", async (stage) => {
  const backend = await stage.backend(["--demo"]);
  const session = await backend.ready();
  const origin = await backend.appsOrigin();
  const shown = await backend.api(`/api/sessions/${session.id}/apps`, {
    method: "POST",
    body: JSON.stringify({ uri: "ui://demo/weather" }),
  });
  const { sandbox, policy } = shown.json();
  assert.ok(sandbox.startsWith(`${origin}/sandbox/`));
  const ask = async (path, headers = {}) => {
    const answer = await fetch(new URL(path, origin), { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const view = await ask(sandbox.replace("/sandbox/", "/view/"));
  assert.equal(view.headers.get("content-security-policy"), policy);
  assert.match(policy, /^default-src 'none';.*connect-src 'none';.*sandbox allow-scripts allow-forms$/);
  assert.match((await ask(sandbox)).headers.get("content-security-policy"), /frame-ancestors [^;]*localhost:\d+/);
  for (const path of ["/", "/api/sessions", "/config", "/mcp", "/health", "/view/x", "/sandbox/x", "/view/"])
    assert.equal((await ask(path, { "X-Session-Token": backend.token })).status, 404, path);
  for (const answer of [view, await ask("/sandbox.js"), await ask("/")]) {
    assert.equal(answer.headers.get("set-cookie"), null);
    assert.equal(answer.headers.get("access-control-allow-origin"), null);
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  }
  assert.equal((await ask(view ? sandbox.replace("/sandbox/", "/view/") : "", { "Sec-Fetch-Dest": "document" })).status, 404);
  const localhost = sandbox.replace("127.0.0.1", "localhost");
  const named = await fetch(localhost).then((answer) => answer.status, () => 0);
  assert.ok([0, 403].includes(named), `under another name: ${named}`);
});
