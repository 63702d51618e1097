// Owns what a reload finds again besides the session: options of a run, the view of a form, runs of templates, the tab
// of a result, the views of tree and timeline, the field of Connect. And what is found by searching: rows, tasks,
// subscriptions. And that what is typed goes to what a key has just opened.
import assert from "node:assert/strict";
import { get } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { violations } from "./stage/axe.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

async function toItem(page, name) {
  await page.getByRole("treeitem", { name: new RegExp(`^${name}\\b`) }).first().click();
  await page.locator(".request .pane-title", { hasText: name }).waitFor();
}

test("a reload keeps the options of a run and whether the form is JSON", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await toItem(page, "echo");
  await page.locator(".options summary").click();
  // One after the other is kept; the last of them has all three.
  const all = { mode: "json", meta: '{"a":1}', timeoutMs: 7000 };
  const kept = page.waitForResponse((one) => {
    if (one.request().method() !== "PUT" || !one.url().endsWith("/drafts")) return false;
    const { name, text } = one.request().postDataJSON();
    return name === "options:tool:echo" && isDeepStrictEqual(JSON.parse(text), all);
  });
  await page.getByLabel("_meta, JSON").fill('{"a":1}');
  await page.getByLabel("Timeout, ms").fill("7000");
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await kept;
  await page.reload();
  await connected(page);
  await page.locator(".options summary").filter({ hasText: "timeout 7000 ms · with _meta" }).click();
  assert.equal(await page.getByLabel("_meta, JSON").inputValue(), '{"a":1}');
  assert.equal(await page.getByRole("button", { name: "JSON", exact: true }).getAttribute("aria-pressed"), "true");
});

test("a reload keeps the runs of a template, and the tab of their result", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.locator("#tree-filter").fill("notes/{id}");
  await page.keyboard.press("Enter");
  await page.locator("#tree-filter").fill("");
  const field = page.locator("#item-form :is(input, textarea)").first();
  await field.fill("7");
  await field.press("Control+Enter");
  await page.locator(".run-links a").first().waitFor();
  await page.locator("#result-tab-raw").click();
  await page.waitForURL(/tab=raw/);
  await page.reload();
  await connected(page);
  await page.locator(".run-links a").first().waitFor();
  await page.locator('#result-tab-raw[aria-selected="true"]').waitFor();
  await page.goBack();
});

test("every view of the timeline has an address", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.getByRole("link", { name: "Timeline" }).click();
  for (const [name, word] of [
    ["Statistics", "stats"],
    ["Steps", "steps"],
  ]) {
    await page.getByRole("tab", { name }).click();
    await page.waitForURL(new RegExp(`view=${word}`));
    await page.reload();
    await page.locator(`#timeline-tab-${word}[aria-selected="true"]`).waitFor();
  }
  await page.goBack();
  await page.locator('#timeline-tab-stats[aria-selected="true"]').waitFor();
});

test("the palette finds rows of the timeline by number and by text", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("tools/list");
  const row = page.getByRole("option", { name: /^#\d+ tools\/list/ }).first();
  await row.waitFor();
  const number = /#(\d+)/.exec(await row.textContent())[1];
  await page.getByRole("combobox", { name: "Search or run" }).fill(`#${number}`);
  await page.getByRole("option", { name: `#${number} tools/list` }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/timeline/${number}$`));
  await page.locator(".detail").filter({ hasText: "tools/list" }).waitFor();
});

/** A file as it goes over the wire: nothing unpacks it on the way. */
function wire(url, encoding) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "Accept-Encoding": encoding } }, async (answer) => {
      const pieces = [];
      for await (const piece of answer) pieces.push(piece);
      resolve({ encoding: answer.headers["content-encoding"], vary: answer.headers.vary, body: Buffer.concat(pieces) });
    }).once("error", reject);
  });
}

test("what comes later is not asked for before the page is drawn", async (stage) => {
  const backend = await stage.backend(["--demo"]);
  await backend.ready();
  const context = await stage.context([backend.origin]);
  await context.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector(".app .status-bar") === null) return;
      watch.disconnect();
      // A frame with it has been painted when the next one is begun.
      requestAnimationFrame(() => requestAnimationFrame(() => void (window.drawnAt = performance.now())));
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  const page = await stage.page(backend, { context });
  await connected(page);
  await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/assets/later.js`).length > 0);
  const begun = await page.evaluate(() => {
    const files = performance.getEntriesByType("resource").map((one) => [new URL(one.name).pathname, one.startTime]);
    return { drawn: window.drawnAt, ...Object.fromEntries(files) };
  });
  for (const name of ["app.js", "shared.js", "app.css"]) assert.ok(begun[`/assets/${name}`] < begun.drawn, `${name} ${JSON.stringify(begun)}`);
  assert.ok(begun["/assets/later.js"] > begun.drawn, JSON.stringify(begun));
  assert.ok(!("/assets/editor.js" in begun), "the editor is for those who open it");
  assert.ok(!("/api/targets/found" in begun), "Connect is not gone to on the way to a server");
});

test("the page comes compressed, and is the same unpacked", async (stage) => {
  // What MCPI_WEB_DIST names is for those who change it, and goes out as it is.
  const backend = await stage.backend(["--demo"], { isBuiltIn: true });
  const context = await stage.context([backend.origin]);
  const heads = new Map();
  context.on("response", (one) => heads.set(new URL(one.url()).pathname, one.headers()));
  const later = context.waitForEvent("response", (one) => one.url().endsWith("/assets/later.js"));
  await connected(await stage.page(backend, { context }));
  await later;
  for (const name of ["app.js", "shared.js", "later.js", "app.css"]) {
    assert.equal(heads.get(`/assets/${name}`)["content-encoding"], "gzip", `${name}, as the browser got it`);
    const url = `${backend.origin}/assets/${name}`;
    const [plain, packed] = [await wire(url, "identity"), await wire(url, "gzip")];
    assert.deepEqual([plain.encoding, packed.encoding], [undefined, "gzip"], name);
    assert.match(packed.vary, /Accept-Encoding/i);
    assert.ok(gunzipSync(packed.body).equals(plain.body), `${name} is the same, unpacked`);
    assert.ok(packed.body.length < plain.body.length / 2, `${name}: ${packed.body.length} of ${plain.body.length} bytes`);
  }
});

for (const [what, spoil] of [
  [
    "full",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("no room", "QuotaExceededError");
      };
    },
  ],
  [
    "forbidden",
    () => {
      for (const name of ["sessionStorage", "localStorage"])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException("denied", "SecurityError");
          },
        });
    },
  ],
]) {
  test(`with a storage that is ${what} the page works, and the token leaves the address`, async (stage) => {
    const backend = await stage.backend(["--demo"]);
    const context = await stage.context([backend.origin]);
    await context.addInitScript(spoil);
    const page = await stage.page(backend, { context });
    await connected(page);
    assert.doesNotMatch(page.url(), /token/);
    await toItem(page, "add");
    await page.locator(".request").getByRole("button", { name: "JSON", exact: true }).click();
    await page.locator("#item-form textarea").first().fill('{"a":20,"b":22}');
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.locator("#result-panel", { hasText: "42" }).waitFor();
    await page.getByRole("link", { name: "Timeline" }).click();
    await page.locator(".tl-row", { hasText: "tools/call" }).waitFor();
    assert.doesNotMatch(page.url(), /token/);
  });
}

test("a reload keeps the filter and the folds of the tree, how times are told and the part of a row", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.getByRole("treeitem", { name: /^Resources/ }).click();
  await page.getByRole("button", { name: "time", exact: true }).click();
  await page.getByRole("button", { name: "since start", exact: true }).waitFor();
  await page.locator(".tl-row:not(.tl-head)").first().click();
  const detail = page.getByRole("region", { name: "Chosen row" });
  await detail.getByRole("tab", { name: "Raw" }).click();
  await page.reload();
  await connected(page);
  await page.locator('[role="treeitem"][aria-expanded="false"]', { hasText: "Resources" }).waitFor();
  await page.getByRole("button", { name: "since start", exact: true }).waitFor();
  await page.locator(".tl-row:not(.tl-head)").first().click();
  await detail.getByRole("tab", { name: "Raw", selected: true }).waitFor();
  await page.locator("#tree-filter").fill("ech");
  await page.getByRole("treeitem", { name: /^slow/ }).waitFor({ state: "detached" });
  await page.reload();
  await connected(page);
  assert.equal(await page.locator("#tree-filter").inputValue(), "ech");
  assert.equal(await page.getByRole("treeitem", { name: /^slow/ }).count(), 0);
});

test("a reload keeps the field of Connect, and the browser stores nothing of it", async (stage) => {
  const backend = await stage.backend();
  const page = await stage.page(backend);
  const kept = page.waitForResponse((one) => one.url().endsWith("/api/targets/typed"));
  await page.locator("#connect-field").fill("node server.js --key s3cret-of-mine");
  await kept;
  await page.reload();
  await page.waitForFunction(() => document.querySelector("#connect-field")?.value === "node server.js --key s3cret-of-mine");
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]));
  assert.doesNotMatch(stored, /s3cret/);
});

test("with --no-connect the server that was named is in the field, and Enter connects to it", async (stage) => {
  const backend = await stage.backend(["--no-connect", "--", ...stage.scripted("names"), "--token", "s3cret-of-mine"]);
  const page = await stage.page(backend);
  const field = page.locator("#connect-field");
  await page.getByText("was named on the command line").waitFor();
  assert.match(await field.inputValue(), /names\.mjs --token/);
  assert.doesNotMatch(await field.inputValue(), /s3cret/);
  assert.deepEqual(await backend.sessions(), [], "nothing was started");
  await field.press("Enter");
  await connected(page);
});

test("options of Connect go with what is pasted", async (stage) => {
  const backend = await stage.backend();
  const page = await stage.page(backend);
  await page.locator("#connect-field").fill(stage.scripted("wants").join(" "));
  await page.locator(".paste summary", { hasText: "Options" }).click();
  await page.getByLabel("Variables, NAME=value").fill("WANTED_FOR_TESTS=from the options");
  await page.getByLabel("Revision").selectOption("2025-06-18");
  assert.deepEqual(await violations(page), []);
  await page.locator("#connect-field").press("Enter");
  await connected(page);
  await page.locator(".health", { hasText: "2025-06-18" }).waitFor();
  await page.getByRole("treeitem", { name: /^tell/ }).click();
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
  await page.locator("#result-panel").filter({ hasText: "it is from the options" }).waitFor();
});

/** Keys as fast as they can be pressed: none waits for what the page made of the one before. */
async function hurry(page, presses) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await Promise.all(
    presses.flatMap(({ key, code = `Key${key.toUpperCase()}`, keyCode = key.toUpperCase().charCodeAt(0), modifiers = 0 }) => {
      const text = modifiers !== 0 ? undefined : key === "Enter" ? "\r" : key;
      const press = { key, code, windowsVirtualKeyCode: keyCode, modifiers };
      return [
        cdp.send("Input.dispatchKeyEvent", { ...press, type: text === undefined ? "rawKeyDown" : "keyDown", ...(text === undefined ? {} : { text }) }),
        cdp.send("Input.dispatchKeyEvent", { ...press, type: "keyUp" }),
      ];
    }),
  );
}

const CTRL = 2;
const SHIFT = 8;

test("what is typed right after Ctrl+K is the palette's, on a slow machine too", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await toItem(page, "echo");
  const message = page.locator("#item-form :is(input, textarea)").first();
  const kept = page.waitForResponse((one) => one.request().postData()?.includes("mine") === true && one.url().endsWith("/drafts"));
  await message.fill("mine");
  await kept;
  await message.focus();
  await hurry(page, [{ key: "k", modifiers: CTRL }, ...[..."elicit"].map((key) => ({ key })), { key: "Enter", code: "Enter", keyCode: 13 }]);
  await page.locator(".request .pane-title", { hasText: "elicit" }).waitFor();
  assert.equal(await page.locator(".palette").count(), 0);
  await toItem(page, "echo");
  // The form is drawn after its title.
  await page.getByLabel("message").waitFor();
  assert.equal(await page.getByLabel("message").inputValue(), "mine");
});

test("what is typed right after Ctrl+Shift+K is the raw frame's, on a slow machine too", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await toItem(page, "echo");
  const message = page.locator("#item-form :is(input, textarea)").first();
  // The panel is in the second bundle; its field is what this is about.
  await page.keyboard.press("Control+Shift+K");
  const frame = page.locator(".raw-text");
  await frame.fill("");
  await page.keyboard.press("Escape");
  await frame.waitFor({ state: "detached" });
  await message.fill("mine");
  await message.focus();
  await hurry(page, [{ key: "K", code: "KeyK", modifiers: CTRL | SHIFT }, ...[..."frame"].map((key) => ({ key }))]);
  await frame.waitFor();
  assert.equal(await frame.inputValue(), "frame");
  assert.equal(await message.inputValue(), "mine");
});

test("what was typed last is there again when a tool is left at once, and after a reload", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await toItem(page, "echo");
  const field = page.locator("#item-form :is(input, textarea)").first();
  await field.waitFor();
  // In one go in the page: no pause in which a form could take in what was typed.
  const typeAnd = (text, what) =>
    page.evaluate(
      ([text, what]) => {
        const input = document.querySelector("#item-form :is(input, textarea)");
        input.focus();
        input.value = text;
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        if (what === "reload") location.reload();
        else document.querySelector("a.screen-link[href$='/server']").click();
      },
      [text, what],
    );
  const holds = (text) =>
    page.waitForFunction((text) => document.querySelector("#item-form :is(input, textarea)")?.value === text, text);
  await typeAnd("the last letters", "leave");
  await page.waitForURL(/\/server$/);
  await page.goBack();
  await holds("the last letters");
  await typeAnd("more letters, and away", "reload");
  await connected(page);
  await holds("more letters, and away");
});

test("each server has its own filters and tabs", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  const first = page.url();
  await toItem(page, "echo");
  const field = page.locator("#item-form :is(input, textarea)").first();
  await field.fill("hi");
  await field.press("Control+Enter");
  await page.locator("#result-tab-raw").click();
  await page.locator("#tree-filter").fill("ec");
  await page.getByRole("link", { name: "Timeline" }).click();
  await page.getByRole("searchbox", { name: "Filter" }).or(page.getByLabel(/^Filter/)).first().fill("kind:call");
  await page.waitForURL(/filter=kind/);
  await page.getByRole("link", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: /demo server/ }).first().click();
  await connected(page);
  assert.notEqual(page.url(), first);
  assert.equal(await page.locator("#tree-filter").inputValue(), "");
  await toItem(page, "echo");
  await field.fill("hi");
  await field.press("Control+Enter");
  await page.locator('#result-tab-pretty[aria-selected="true"]').waitFor();
  await page.getByRole("link", { name: "Timeline" }).click();
  await page.waitForURL(/\/timeline(\/\d+)?$/);
  const switcher = page.locator("select.switcher");
  const twins = await switcher.locator("option").allTextContents();
  assert.equal(new Set(twins).size, 2, `twins are told apart: ${twins.join(" and ")}`);
  await switcher.selectOption({ index: 0 });
  await page.waitForURL(/filter=kind/);
  await page.getByRole("link", { name: "Explore" }).click();
  await page.locator('#result-tab-raw[aria-selected="true"]').waitFor();
  assert.equal(await page.locator("#tree-filter").inputValue(), "ec");
});
