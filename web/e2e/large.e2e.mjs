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
