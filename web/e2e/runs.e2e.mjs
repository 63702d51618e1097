// Owns runs beside each other: which of them can be compared, and what is shown of one that cannot.
import assert from "node:assert/strict";
import { test } from "./stage/suite.mjs";

test("a run that was cancelled is told to have nothing to compare, and the next is not opened there", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.getByRole("treeitem", { name: /^slow/ }).first().click();
  await page.locator(".request .pane-title", { hasText: "slow" }).waitFor();
  const run = async () => page.locator(".request").getByRole("button", { name: /^Run/ }).click();
  const cancelled = async (number) => {
    await page.locator(".running").getByRole("button", { name: "Cancel" }).click();
    await page.locator(".result .verdict", { hasText: `#${number}` }).filter({ hasText: "cancelled" }).waitFor();
  };
  await page.locator("#item-form input").first().fill("30");
  await run();
  await cancelled(1);
  await page.locator("#item-form input").first().fill("0");
  await run();
  await page.locator(".result .verdict", { hasText: "#2" }).filter({ hasText: "OK" }).waitFor();
  await page.getByRole("button", { name: "Diff with #1" }).click();
  await page.locator("#result-panel", { hasText: "Run #1 has nothing to compare: it was cancelled." }).waitFor();
  await page.waitForFunction(() => location.hash.includes("tab=diff"));
  await stage.shot(page, "nothing-to-compare");

  await page.locator("#item-form input").first().fill("30");
  await run();
  await cancelled(3);
  await page.locator("#result-panel", { hasText: "The call was cancelled" }).waitFor();
  assert.equal(await page.getByRole("tab", { name: "Pretty" }).getAttribute("aria-selected"), "true");
  await page.waitForFunction(() => !location.hash.includes("tab="));
});

test("in a recording nothing is told as new when a run is opened", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("names")]);
  const [session] = await backend.sessions();
  // Its lists break rules, and findings are rows that appear when they are known.
  for (let number = 0; number < 40; number += 1) {
    const body = JSON.stringify({ method: "tools/call", params: { name: "wipe", arguments: {} } });
    await backend.api(`/api/sessions/${session.id}/calls?wait=true`, { method: "POST", body });
  }
  const recording = (await backend.api(`/api/sessions/${session.id}/recording`)).text;
  const { id } = (await backend.api("/api/recordings", { method: "POST", body: recording })).json();
  await page.evaluate((to) => {
    location.hash = `#/s/${to}/explore/tool/wipe`;
  }, id);
  await page.locator(".notice-bar", { hasText: "This is a recording" }).waitFor();
  await page.locator(".run-links a").last().click();
  await page.locator(".tl-row[aria-selected=true]").waitFor();
  await page.waitForTimeout(1000);
  assert.equal(await page.locator(".tl-new").count(), 0);
});
