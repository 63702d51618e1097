// Owns how the page looks: each screen and overlay in both themes and two widths, judged by axe, with a picture of
// each. Two of the pictures are those of the documentation.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withHttpDemo } from "./stage/demo-http.mjs";
import { Eye, LOOKS, view } from "./stage/eye.mjs";
import { images } from "./stage/places.mjs";
import { test } from "./stage/suite.mjs";

async function focusOutside(page) {
  await page.evaluate(() => document.activeElement?.blur?.());
}

async function runHere(page) {
  await page.getByRole("button", { name: /^(Run|Get|Read)\b/ }).first().click();
}

async function ended(page, word = "OK") {
  await page.locator(".result .verdict", { hasText: word }).waitFor();
}

for (const theme of ["light", "dark"]) {
  for (const { width, looks, options } of LOOKS.filter((one) => one.theme === theme)) {

    test(`every screen and overlay, ${theme}, ${width} pixels wide`, async (stage) => {
      const { page } = await stage.open(["--demo"], options);
      const eye = new Eye(stage, page, looks);
      assert.equal(
        await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches),
        theme === "dark",
      );
      await page.locator(".overview-title").waitFor();
      await eye.look("overview");

      await view(page, "explore/tool/weather");
      await page.locator("#item-form input").first().waitFor();
      await eye.look("form");
      await runHere(page);
      await page.getByText("Not sent yet").waitFor();
      await eye.look("form-errors");
      await page.locator("#item-form input").first().fill("Lisbon");
      await runHere(page);
      await ended(page);
      await eye.look("result");
      for (const tab of ["Content", "Structured", "Raw"]) {
        await page.locator(`#result-tab-${tab.toLowerCase()}`).click();
        await page.locator("#result-panel").filter({ hasText: "isbon" }).waitFor();
        await eye.look(`result-${tab.toLowerCase()}`);
      }
      await page.getByRole("tab", { name: "Pretty", exact: true }).click();
      await page.getByRole("button", { name: /^JSON/ }).first().click();
      await page.locator("#item-form textarea").first().waitFor();
      await eye.look("form-json");
      await page.getByRole("button", { name: /^Form/ }).first().click();
      await page.locator("#item-form input").first().fill("Porto");
      await runHere(page);
      await page.locator("#result-panel", { hasText: "Porto" }).waitFor();
      await focusOutside(page);
      await page.keyboard.press("D");
      await page.locator("#result-panel .diff .added").first().waitFor();
      await eye.look("diff");
      await page.keyboard.press("D");

      await page.getByRole("button", { name: /^Copy/ }).first().click();
      await page.getByRole("menuitem").first().waitFor();
      await eye.look("copy-menu");
      await page.keyboard.press("Escape");

      await view(page, "explore/tool/all_content");
      await page.locator(".request .pane-title", { hasText: "all_content" }).waitFor();
      await runHere(page);
      await ended(page);
      await page.getByRole("tab", { name: "Content", exact: true }).click();
      await page.locator("#result-panel img").waitFor();
      await eye.look("content");
      await page.getByRole("tab", { name: "Pretty", exact: true }).click();

      for (const [tool, word, name] of [
        ["fail", "tool error", "tool-error"],
        ["refuse", "error 1050", "refused"],
      ]) {
        await view(page, `explore/tool/${tool}`);
        await page.locator(".request .pane-title", { hasText: tool }).waitFor();
        await runHere(page);
        await ended(page, word);
        await eye.look(name);
      }

      await view(page, "explore/tool/slow");
      await page.getByLabel(/^seconds/).fill("60");
      await runHere(page);
      await page.locator(".running progress").waitFor();
      await eye.look("running");
      await page.locator(".running").getByRole("button", { name: "Cancel" }).click();
      await ended(page, "cancelled");

      await view(page, "explore/resource/demo%3A%2F%2Freadme");
      await runHere(page);
      await ended(page);
      await eye.look("resource");
      await view(page, "explore/prompt/greet");
      await page.locator("#item-form input").first().fill("A");
      await page.locator('[role="listbox"][aria-label="Suggestions"]').waitFor();
      await eye.look("completion");

      // Roots are shown without a card unless somebody wants to be asked.
      await view(page, "server");
      await page.getByRole("checkbox", { name: /^Ask me for roots/ }).check();
      await page.getByRole("button", { name: "Connect anew" }).click();
      await page.getByText("A change takes effect when the server is connected anew.").waitFor();
      await page.locator(".health .status.connected").waitFor();
      for (const [tool, name] of [
        ["sample", "sampling"],
        ["elicit", "elicitation"],
        ["elicit_url", "elicitation-url"],
        ["roots", "roots"],
      ]) {
        await view(page, `explore/tool/${tool}`);
        await page.locator(".request .pane-title", { hasText: tool }).waitFor();
        await runHere(page);
        await page.locator(".card:not(.over)").waitFor();
        await eye.look(`ask-${name}`);
        await focusOutside(page);
        await page.keyboard.press("i");
        await page.locator("#inbox .card").waitFor();
        await eye.look(`inbox-${name}`);
        await page.locator("#inbox .card").getByRole("button", { name: /^(Reject|Decline)/ }).first().click();
        await page.locator("#inbox .card:not(.over)").waitFor({ state: "detached" });
        await page.keyboard.press("Escape");
        await page.locator("#inbox").waitFor({ state: "detached" });
      }

      await focusOutside(page);
      await view(page, "timeline");
      await page.locator('.tl-row:not(.tl-head)').first().waitFor();
      await eye.look("timeline");
      // The first of many rows: the last ones are seen unless somebody goes up.
      await page.locator('[role="grid"]').focus();
      await page.keyboard.press("Home");
      await page.locator(".tl-row", { hasText: "weather" }).first().click();
      const detail = page.getByRole("region", { name: "Chosen row" });
      for (const tab of ["request", "response", "raw", "timing", "checks"]) {
        await detail.getByRole("tab", { name: new RegExp(`^${tab}`, "i") }).click();
        await eye.look(`detail-${tab}`);
      }
      await page.locator('[role="grid"]').focus();
      await page.keyboard.press(".");
      await page.getByRole("menu").waitFor();
      await eye.look("row-menu");
      await page.getByRole("menuitem", { name: "Save as test step" }).click();
      await page.keyboard.press("p");
      await page.locator(".tl-pin").waitFor();
      await page.keyboard.press("z");
      await page.locator(".tl-overview-in").waitFor();
      await eye.look("pinned-and-zoomed");
      await page.keyboard.press("Z");
      await page.locator(".tl-overview-in").waitFor({ state: "detached" });
      await page.keyboard.press("Control+Shift+K");
      await page.getByLabel("The frame").fill("{not json");
      await page.getByRole("button", { name: "Send anyway" }).click();
      await page.locator(".raw-result .detail-head").waitFor();
      await eye.look("raw-frame");
      await page.keyboard.press("Escape");
      await page.getByLabel("Filter the timeline").fill("method:tools/* nonsense:");
      await page.locator(".tl-filter-error").waitFor();
      await eye.look("filter-error");
      await page.getByLabel("Filter the timeline").fill("");
      await page.locator(".tl-filter-error").waitFor({ state: "detached" });
      await page.getByRole("tab", { name: "Statistics" }).click();
      await page.locator("#timeline-panel").filter({ hasText: "tools/call" }).waitFor();
      await eye.look("statistics");
      await page.getByRole("tab", { name: "Steps 1" }).click();
      await page.getByRole("button", { name: "Run all" }).waitFor();
      await eye.look("steps");
      await view(page, "tests");
      await page.getByRole("button", { name: "Run all" }).click();
      await page.getByText("1 of 1 passed").waitFor();
      await eye.look("tests");

      await view(page, "server");
      await page.locator("#findings").waitFor();
      await eye.look("server");
      await view(page, "auth");
      await page.getByText("logins are for servers on HTTP").waitFor();
      await eye.look("auth-stdio");

      await focusOutside(page);
      await page.keyboard.press("Control+K");
      await page.locator("#palette-0").waitFor();
      await eye.look("palette");
      await page.keyboard.type("zzzzzz");
      await page.getByText("Nothing is called").waitFor();
      await eye.look("palette-empty");
      await page.keyboard.press("Escape");
      await focusOutside(page);
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      await eye.look("keys");
      await page.keyboard.press("Escape");

      await page.evaluate(() => void (location.hash = "#/"));
      await page.locator(".connect").waitFor();
      await eye.look("connect");
      await page.getByRole("button", { name: "Add a server" }).click();
      await eye.look("connect-editor");
      eye.verdict(30);
    }, { minutes: 4 });

    test(`the doctor and a server on HTTP, ${theme}, ${width} pixels wide`, async (stage) => {
      await withHttpDemo(async (url) => {
        const backend = await stage.backend(["--", ...stage.scripted("dies")]);
        const page = await stage.page(backend, options);
        const eye = new Eye(stage, page, looks);
        await page.locator(".doctor", { hasText: "code 3" }).waitFor();
        await eye.look("doctor");
        await view(page, "server");
        await page.locator(".doctor").waitFor();
        await eye.look("doctor-server");
        await page.evaluate(() => void (location.hash = "#/"));
        await page.locator("#connect-field").fill(url);
        await page.locator("#connect-field").press("Enter");
        await page.locator(".health .status.connected").waitFor();
        await page.locator('[role="treeitem"][aria-level="2"]').first().waitFor();
        await eye.look("http-overview");
        await view(page, "auth");
        await page.getByRole("button", { name: "Log in" }).waitFor();
        await eye.look("auth-http");
        await view(page, "timeline");
        await page.getByLabel("Filter the timeline").fill("kind:http");
        await page.locator(".tl-row.tl-http").first().click();
        await page.getByRole("region", { name: "Chosen row" }).filter({ hasText: /POST|GET/ }).waitFor();
        await eye.look("timeline-http");
        eye.verdict(5);
      });
    });
  }

  test(`the picture of Explore in the documentation, ${theme}`, async (stage) => {
    const { page } = await stage.open(["--demo"], { colorScheme: theme });
    await view(page, "explore/tool/add");
    const fields = page.locator("#item-form input");
    await fields.nth(0).fill("2");
    await fields.nth(1).fill("3");
    await runHere(page);
    await ended(page);
    await view(page, "explore/tool/sample");
    await page.locator("#item-form :is(input, textarea)").first().fill("What is 2+2?");
    await runHere(page);
    await page.getByLabel("Answer as the model").fill("4");
    await page.getByLabel("Answer as the model").press("Control+Enter");
    await ended(page);
    await view(page, "explore/tool/weather");
    await page.locator("#item-form input").first().fill("Lisbon");
    await runHere(page);
    await ended(page);
    await page.locator("#result-panel", { hasText: "Lisbon" }).waitFor();
    await page.getByRole("region", { name: "Chosen row" }).filter({ hasText: "weather" }).waitFor();
    await focusOutside(page);
    const picture = await page.screenshot();
    for (const folder of images) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `explore-${theme}.png`), picture);
    }
  });
}
