// Owns answering as a model at length: several lines, and calls of the tools that the server offers.
import { Eye } from "./stage/eye.mjs";
import { test } from "./stage/suite.mjs";

test("a sampling is answered in several lines and with a call of an offered tool, by keys", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("asks")]);
  await page.getByRole("treeitem", { name: /^sample-with-tools/ }).click();
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
  const card = page.locator(".card:not(.over)");
  const field = card.getByLabel("Answer as the model");
  await field.focus();
  await page.keyboard.type("First line");
  const height = () => field.evaluate((one) => one.getBoundingClientRect().height);
  const before = await height();
  await page.keyboard.press("Enter");
  await page.keyboard.type("second line");
  await page.waitForFunction(([low]) => document.querySelector('.card [aria-label="Answer as the model"]').getBoundingClientRect().height > low, [before]);
  await card.locator("summary", { hasText: "More" }).click();
  await card.getByRole("button", { name: "Call it" }).click();
  await card.getByLabel("Input of look_up, JSON").fill('{"what": "it"}');
  const eye = new Eye(stage, page, "light-1400");
  await eye.look("sampling-tools");
  eye.verdict(1);
  await page.keyboard.press("Control+Enter");
  const told = page.locator("#result-panel");
  await told.filter({ hasText: String.raw`First line\\nsecond line` }).waitFor();
  await told.filter({ hasText: String.raw`\"name\":\"look_up\",\"input\":{\"what\":\"it\"}` }).waitFor();
  await told.filter({ hasText: String.raw`\"stopReason\":\"toolUse\"` }).waitFor();
});
