// Owns that the page stands still: panes scroll, the document never does, whatever lies far down in them.
import assert from "node:assert/strict";
import { withHttpDemo } from "./stage/demo-http.mjs";
import { documentOverflow, view } from "./stage/eye.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

const SCREENS = ["explore", "timeline", "server", "auth", "tests"];

/** Scrolls whatever the pointer is over, and everything else that a script could, to its end. */
async function scrollAll(page) {
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 5000);
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("*")) one.scrollTop = one.scrollHeight;
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function standsStill(page, name) {
  await scrollAll(page);
  assert.equal(await documentOverflow(page), 0, `${name}: the document can be scrolled`);
  const header = await page.locator(".header").boundingBox();
  assert.equal(header.y, 0, `${name}: the header is gone`);
}

test("no screen makes the document scroll, also at the end of its panes", async (stage) => {
  await withHttpDemo(async (url) => {
    const backend = await stage.backend([url]);
    const page = await stage.page(backend, { viewport: { width: 1000, height: 500 } });
    await connected(page);
    await view(page, "server");
    await page.getByText("Headers of the newest request").waitFor({ state: "attached" });
    await standsStill(page, "server, with headers");
    for (const screen of SCREENS) {
      await view(page, screen);
      await page.locator(".main > *").first().waitFor();
      await standsStill(page, screen);
    }
    await page.evaluate(() => void (location.hash = "#/"));
    await page.locator("#connect-field").waitFor();
    await standsStill(page, "connect");
  });
});

test("Connect scrolls wherever the pointer is", async (stage) => {
  const backend = await stage.backend();
  const page = await stage.page(backend, { viewport: { width: 1400, height: 300 } });
  await page.locator("#connect-field").waitFor();
  await page.mouse.move(1300, 200);
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => document.querySelector(".connect").scrollTop > 0);
  const { x, width } = await page.locator(".connect").boundingBox();
  assert.deepEqual([x, width], [0, 1400]);
});
