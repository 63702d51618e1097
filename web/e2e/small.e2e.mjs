// Owns small things that are seen: colours of stderr, levels, data to save, the reason of a rejection, tasks in the
// tree, links to rules, and a page that stands still for those who want it to.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { violations } from "./stage/axe.mjs";
import { test } from "./stage/suite.mjs";

test("stderr has its colours, and the level of logs is set where they are read", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("tinted")]);
  await page.getByRole("link", { name: "Timeline" }).click();
  const line = page.locator(".tl-row", { hasText: "warn the red line" });
  await line.waitFor();
  assert.equal(await line.locator(".ansi-red.ansi-bold").textContent(), "red");
  assert.equal(await line.locator(".ansi-yellow").textContent(), "warn");
  await page.getByLabel("Log level").selectOption("error");
  await page.getByRole("button", { name: /^Warnings/ }).click();
  await page.locator(".tl-row", { hasText: "notifications/message" }).waitFor();
  await page.waitForURL(/level/);
  await stage.shot?.(page, "timeline-levels");
  assert.deepEqual(await violations(page), []);
});

test("data of a resource is saved, and a rejection says why", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("tinted")]);
  await page.getByRole("treeitem", { name: /^data/ }).click();
  await page.getByRole("button", { name: /^Read/ }).click();
  await page.locator("#result-tab-content").click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as data.bin" }).click();
  assert.equal(await readFile(await (await saved).path(), "utf8"), "0123");

  await page.getByRole("treeitem", { name: /^think/ }).click();
  await page.getByRole("button", { name: /^Run/ }).click();
  const card = page.locator(".request .card").first();
  await card.getByText("Tools the model may call: measure").click();
  await card.getByText("Measures").waitFor();
  await card.getByText("More", { exact: true }).click();
  await card.getByLabel("message when rejected").fill("not on my watch");
  assert.deepEqual(await violations(page), []);
  await card.getByRole("button", { name: "Reject", exact: true }).click();
  await page.locator("#result-panel").filter({ hasText: "not on my watch" }).waitFor();
});

test("a finding links to its rule, and nothing is fetched from there", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.getByRole("link", { name: "Timeline" }).click();
  await page.locator(".tl-row", { has: page.locator(".tl-findings") }).first().click();
  await page.getByRole("tab", { name: /^checks/ }).click();
  const link = page.locator(".findings a").first();
  await link.waitFor();
  assert.match(await link.getAttribute("href"), /^https:\/\/modelcontextprotocol\.io\//);
  assert.equal(await link.getAttribute("target"), "_blank");
  assert.match(await link.getAttribute("rel"), /noopener/);
});

test("nothing moves on a page for people who do not want it", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  const moving = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll("*")].filter((one) => {
          const style = getComputedStyle(one);
          const longest = (times) => Math.max(...times.split(",").map((time) => Number.parseFloat(time)));
          return (style.animationName !== "none" && longest(style.animationDuration) > 0.01) || longest(style.transitionDuration) > 0.01;
        }).length,
    );
  assert.equal(await moving(), 0);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), "auto");
});

test("a task is found in the tree, and opens what was said about it", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await page.getByRole("treeitem", { name: /^bake/ }).click();
  await page.locator(".request .pane-title", { hasText: "bake" }).waitFor();
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator(".tl-row", { hasText: "tasks/" }).first().waitFor();
  await page.locator("#tree-filter").fill("e");
  const section = page.getByRole("treeitem", { name: /^Tasks · 1/ });
  await page.getByRole("treeitem").first().focus();
  await page.keyboard.press("End");
  await section.waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/timeline\?filter=text%3A/);
  await page.locator(".tl-row", { hasText: "tools/call" }).first().waitFor();
  await page.locator(".tl-row", { hasText: "tasks/" }).first().waitFor();
});
