// Owns what a person sets for good: theme, density, the sizes of panes, and whether single letters act. Each is changed in
// the page, and found again after a reload, in a tab that is opened later, and on another port.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { violations } from "./stage/axe.mjs";
import { connected, until } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

/** Waits until the backend has what was set; a page sends it after a pause. */
async function kept(backend, isIt) {
  await until(async () => isIt((await backend.api("/api/settings")).json()));
}

/** What a person sees of the settings. */
function seen(page) {
  return page.evaluate(() => {
    const bars = [...document.querySelectorAll(".split-bar")];
    const light = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    return {
      dark: Math.max(...light) < 128,
      rowHeight: document.querySelector(".tl-row:not(.tl-head)")?.getBoundingClientRect().height,
      splits: Object.fromEntries(
        bars.map((bar) => {
          const [first, whole] = [bar.previousElementSibling, bar.parentElement].map((one) => one.getBoundingClientRect());
          const isRow = getComputedStyle(bar.parentElement).flexDirection === "row";
          return [bar.ariaLabel, Math.round((isRow ? first.width / whole.width : first.height / whole.height) * 100)];
        }),
      ),
    };
  });
}

/** Waits until a page shows settings that way; a page has its own before the backend has told. */
async function shows(page, wanted) {
  let now = null;
  try {
    await until(async () => isDeepStrictEqual((now = await seen(page)), wanted));
  } catch {
    assert.deepEqual(now, wanted);
  }
}

async function toEcho(page) {
  await page.getByRole("treeitem", { name: /^echo\b/ }).click();
  await page.locator(".request .pane-title", { hasText: "echo" }).waitFor();
  await page.locator(".tl-row:not(.tl-head)").first().waitFor();
}

/** The command of the palette with these words. */
async function command(page, words) {
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: "Search or run" }).fill(words);
  await page.locator("#palette-0").waitFor();
  await page.keyboard.press("Enter");
}

/** The page again in other ways than the one in which something was set. */
async function everywhere(stage, backend, page, check) {
  await page.reload();
  await connected(page);
  await check(page, "after a reload");
  const tab = await stage.page(backend, { context: page.context() });
  await connected(tab);
  await check(tab, "in a tab that was opened later");
  const { port } = backend;
  await page.context().close();
  await backend.stop();
  await backend.start(["--demo"]);
  assert.notEqual(backend.port, port);
  const other = await stage.page(backend);
  await connected(other);
  await check(other, "on another port");
}

test("theme and density are found again after a reload, in another tab and on another port", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await toEcho(page);
  const { splits } = await seen(page);
  await shows(page, { dark: false, rowHeight: 22, splits });
  await page.locator("#pane-2").focus();
  await page.keyboard.press("t");
  await command(page, "density");
  const wanted = { dark: true, rowHeight: 28, splits };
  await shows(page, wanted);
  await kept(backend, (all) => all.theme === "dark" && all.density === "cozy");
  assert.deepEqual(await violations(page), []);
  await everywhere(stage, backend, page, async (other) => {
    await toEcho(other);
    await shows(other, wanted);
  });
});

test("panes are sized by pointer and by keys, and keep their size", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await toEcho(page);
  const first = await seen(page);
  const bar = (label) => page.getByRole("separator", { name: label });
  const share = async (label) => Number(await bar(label).getAttribute("aria-valuenow"));
  const shareIs = (label, percent) =>
    page.locator(`[role="separator"][aria-label="${label}"][aria-valuenow="${percent}"]`).waitFor();
  const before = { list: await share("Width of the list"), timeline: await share("Size of the timeline") };
  assert.deepEqual([first.splits["Width of the list"], first.splits["Size of the timeline"]], [before.list, before.timeline]);

  // By pointer: the bar follows it, and stays where it is let go.
  const box = await bar("Width of the list").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(300, box.y + 120, { steps: 3 });
  await page.mouse.move(420, box.y + 120, { steps: 3 });
  await page.mouse.up();
  await page.mouse.move(700, box.y + 120);
  await shareIs("Width of the list", 30);
  const { x } = await bar("Width of the list").boundingBox();
  assert.ok(Math.abs(x - 420) < 8, `the bar is at ${x}`);

  // By keys: a step, to both ends, and Enter for how it was.
  await bar("Size of the timeline").focus();
  await page.keyboard.press("ArrowUp");
  await shareIs("Size of the timeline", before.timeline - 2);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await shareIs("Size of the timeline", before.timeline + 2);
  await page.keyboard.press("Home");
  await shareIs("Size of the timeline", 10);
  await page.keyboard.press("End");
  await shareIs("Size of the timeline", 90);
  await page.keyboard.press("Enter");
  await shareIs("Size of the timeline", before.timeline);
  for (let times = 0; times < 5; times += 1) await page.keyboard.press("ArrowUp");
  const splits = { ...first.splits, "Width of the list": 30, "Size of the timeline": before.timeline - 10 };
  await shows(page, { ...first, splits });
  await kept(backend, (all) => all.splits?.tree === 0.3 && Math.round(all.splits.timeline * 100) === before.timeline - 10);
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "splits");
  await everywhere(stage, backend, page, async (other) => {
    await toEcho(other);
    await shows(other, { ...first, splits });
  });
});

test("single letters that are switched off do nothing, and other keys go on", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await toEcho(page);
  await page.locator("#pane-2").focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.getByLabel("single letters act").uncheck();
  await kept(backend, (all) => all.singleKeys === false);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const { dark } = await seen(page);
  const check = async (other, where) => {
    await toEcho(other);
    const address = other.url();
    // In the request, in the list and in the timeline, where letters move, too.
    for (const place of [other.locator("#pane-2"), other.getByRole("treeitem", { name: /^echo\b/ }), other.locator('#pane-4 [role="grid"]')]) {
      await place.focus();
      const focused = () => other.evaluate(() => document.activeElement.id || document.activeElement.className);
      const at = await focused();
      for (const letter of ["t", "?", "i", "g", "t", "g", "s", "j", "k", "/", "1", "m", "p"]) {
        await other.keyboard.press(letter);
        assert.equal(await focused(), at, `${letter} moves the focus, ${where}`);
      }
      // Rows get the focus when they are drawn.
      await other.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))));
      assert.equal(await focused(), at, `a letter moves the focus, ${where}`);
    }
    assert.equal(other.url(), address, `no letter leads elsewhere, ${where}`);
    assert.equal((await seen(other)).dark, dark, `no letter changes the theme, ${where}`);
    assert.equal(await other.locator("[role=dialog], #inbox").count(), 0, `no letter opens anything, ${where}`);
    // Keys that are no letters act as before.
    await other.getByRole("treeitem", { name: /^echo\b/ }).focus();
    await other.keyboard.press("ArrowDown");
    await other.waitForFunction(() => !/^echo\b/.test(document.activeElement.textContent));
    await other.keyboard.press("Control+K");
    await other.getByRole("combobox", { name: "Search or run" }).waitFor();
    await other.keyboard.press("Escape");
  };
  await check(page, "at once");
  await everywhere(stage, backend, page, check);
  // Whoever cannot press the key for it finds them in the palette.
  const last = await stage.page(backend);
  await connected(last);
  await toEcho(last);
  await command(last, "single letters");
  await last.getByText("single letters act again").waitFor();
  await last.locator("#pane-2").focus();
  await last.keyboard.press("t");
  await until(async () => (await seen(last)).dark !== dark);
  await kept(backend, (all) => all.singleKeys === true);
});
