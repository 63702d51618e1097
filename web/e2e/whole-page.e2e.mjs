// Owns apps that want the whole page: it is theirs by something that a person does in them or by a yes, and a person
// who took it back keeps it.
import assert from "node:assert/strict";
import { test } from "./stage/suite.mjs";

/** Longer than a browser remembers an act in the page. */
const FORGOTTEN_MS = 6_000;

async function openApp(stage, tool) {
  const backend = await stage.backend();
  const page = await stage.page(backend, { apps: true });
  await page.locator(".connect input, .connect textarea").first().fill(stage.scripted("apps").join(" "));
  await page.keyboard.press("Enter");
  await page.locator(".health .status.connected").waitFor();
  const [session] = await backend.sessions();
  await page.evaluate((hash) => void (location.hash = hash), `#/s/${session.id}/explore/tool/${tool}`);
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
  await page.getByRole("tab", { name: "App", exact: true }).click();
  const app = page.frameLocator(".app-frame iframe").frameLocator("iframe");
  const asked = page.getByRole("group", { name: "The app wants the whole page" });
  return { page, app, asked };
}

/** The app has asked so often once more. */
async function askedAgain(app, times) {
  const count = async () => Number((await app.locator("body").getAttribute("data-asked")) ?? 0);
  const end = (await count()) + times;
  while ((await count()) < end) await new Promise((resolve) => setTimeout(resolve, 50));
}

test("an app that wants the whole page by itself does not get it, and once it was left it stays left", async (stage) => {
  const { page, app, asked } = await openApp(stage, "grasping");
  const full = page.locator(".app-view.full");
  await asked.waitFor();
  await askedAgain(app, 5);
  assert.equal(await full.count(), 0);
  assert.equal(await app.locator("body").getAttribute("data-mode"), "inline");
  // By a yes it has it, and is told so.
  await asked.getByRole("button", { name: "Allow" }).click();
  await full.waitFor();
  await app.locator('body[data-mode="fullscreen"]').waitFor();
  await page.locator(".app-bar button").first().focus();
  await page.keyboard.press("Escape");
  await full.waitFor({ state: "detached" });
  await asked.waitFor();
  await askedAgain(app, 5);
  assert.equal(await full.count(), 0);
  await asked.getByRole("button", { name: "No" }).click();
  await askedAgain(app, 5);
  assert.equal(await asked.count(), 0, "a no is not asked again");
  assert.equal(await full.count(), 0);
  // A person still may.
  await page.getByRole("button", { name: "Full screen" }).click();
  await full.waitFor();
});

test("a press in an app gives it the whole page without a question", async (stage) => {
  const { page, app, asked } = await openApp(stage, "polite");
  const button = app.getByRole("button", { name: "full", exact: true });
  await button.waitFor();
  await page.waitForTimeout(FORGOTTEN_MS);
  await page.locator(".app-frame iframe").dispatchEvent("pointerenter");
  await button.click();
  await page.locator(".app-view.full").waitFor();
  await app.locator("#answer", { hasText: '"fullscreen"' }).waitFor();
  assert.equal(await asked.count(), 0);
});
