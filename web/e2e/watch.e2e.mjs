// Owns the proof that the tests can fail: what they watch for is provoked, and must be noticed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { violations } from "./stage/axe.mjs";
import { Backend } from "./stage/backend.mjs";
import { test } from "./stage/suite.mjs";
import { Trap } from "./stage/trap.mjs";

/** Waits until a page has complained like this, and takes the complaint away. */
async function complained(stage, page, pattern) {
  const until = performance.now() + 10_000;
  for (;;) {
    const at = stage.complaints.findIndex((one) => pattern.test(one));
    if (at >= 0) return void stage.complaints.splice(at, 1);
    assert.ok(performance.now() < until, `nobody noticed ${pattern}: ${stage.complaints.join("\n")}`);
    // A round trip to the page gives its events time to arrive.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

test("an error on the console, an exception and a foreign request are noticed", async (stage) => {
  const trap = await new Trap().open();
  try {
    const { page } = await stage.open(["--demo"]);
    await page.evaluate(() => console.error("provoked"));
    await complained(stage, page, /console: provoked/);
    await page.evaluate(() =>
      queueMicrotask(() => {
        throw new Error("thrown on purpose");
      }),
    );
    await complained(stage, page, /page error: .*thrown on purpose/);
    await page.evaluate((url) => void new Image().setAttribute("src", url), `${trap.origin}/picture`);
    await complained(stage, page, /violates the content security policy: img-src/);
    assert.deepEqual(trap.asked, [], "the policy stopped the picture");
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
    });
    await complained(stage, page, /violates the content security policy: script-src/);
    assert.equal(await page.evaluate(() => window.ran), undefined, "no inline script runs");
    const other = await page.context().newPage();
    await other.goto(trap.page("/", "<!doctype html><title>elsewhere</title>"));
    await complained(stage, other, /foreign request: GET/);
    // What the browser says about the same, in its own words.
    stage.complaints = stage.complaints.filter((one) => !/Content Security Policy|foreign request|404/i.test(one));
  } finally {
    await trap.close();
  }
});

test("axe finds what is wrong", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  assert.deepEqual(await violations(page), []);
  await page.evaluate(() => {
    const faint = document.createElement("p");
    faint.textContent = "hardly to be read";
    faint.style.color = "#c8c8c8";
    const nameless = document.createElement("button");
    document.querySelector("main")?.prepend(faint, nameless);
  });
  const found = (await violations(page)).join("\n");
  assert.match(found, /color-contrast/);
  assert.match(found, /button-name/);
});

test("too many keys, keys past the count, pointers and processes that stay are noticed", async (stage) => {
  const { page, hands } = await stage.open(["--demo"]);
  await hands.press("Escape");
  await hands.press("Control+Escape");
  await assert.rejects(hands.atMost(1, "provoked"), /2 keys/);
  await hands.type("0 + ü");
  await hands.atMost(0, "typing");
  await page.keyboard.press("Escape");
  await assert.rejects(hands.atMost(1, "provoked"), /the page saw 7 keys, and 6 were counted/);
  await page.locator(".status-bar, footer").first().click();
  await assert.rejects(stage.checkHands(), /a pointer was used/);

  const backend = await new Backend().start();
  const left = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { cwd: backend.work, stdio: "ignore" });
  await once(left, "spawn");
  const ended = once(left, "exit");
  await assert.rejects(backend.end(), /left running/);
  await ended;
});
