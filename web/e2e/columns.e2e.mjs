// Owns the columns of the timeline: what a row is about has room, the rest stays as long as it fits, and the waterfall
// has the time of the rows that are seen.
import assert from "node:assert/strict";
import { withHttpDemo } from "./stage/demo-http.mjs";
import { view } from "./stage/eye.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

/** How wide the cells of a column are; 0 where it is not shown. */
function widthOf(page, column) {
  return page.locator(`.tl-row:not(.tl-head) .${column}`).first().evaluate((cell) => cell.getBoundingClientRect().width);
}

test("the target has the room that the others leave, and narrow rows lose the size first", async (stage) => {
  await withHttpDemo(async (url) => {
    const backend = await stage.backend([url]);
    const page = await stage.page(backend);
    await connected(page);
    await view(page, "timeline");
    await page.locator(".tl-row", { hasText: "tools/list" }).first().click();
    await page.getByRole("region", { name: "Chosen row" }).waitFor();
    const columns = async (width) => {
      await page.setViewportSize({ width, height: 700 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await stage.shot(page, `columns-${width}`);
      const [method, target, status, size, waterfall] = await Promise.all(
        ["tl-method", "tl-target", "tl-status", "tl-size", "tl-waterfall"].map((one) => widthOf(page, one)),
      );
      return { method, target, status, size, waterfall };
    };
    const wide = await columns(1400);
    assert.ok(wide.target >= 160 && wide.status <= 90 && wide.waterfall >= 90, JSON.stringify(wide));
    const narrow = await columns(900);
    assert.ok(narrow.target >= 90 && narrow.waterfall >= 40 && narrow.size === 0, JSON.stringify(narrow));
    await page.keyboard.press("Escape");
    const alone = await columns(700);
    assert.ok(alone.size > 0 && alone.waterfall >= 40, JSON.stringify(alone));
    await page.setViewportSize({ width: 640, height: 700 });
    const wider = await page.locator(".tl-grid").evaluate((grid) => grid.scrollWidth - grid.clientWidth);
    assert.equal(wider, 0, "rows are scrolled sideways");
  });
});

test("the waterfall zooms to the rows that are seen", async (stage) => {
  const { backend, page } = await stage.open(["--demo"], { viewport: { width: 1400, height: 480 } });
  const [{ id }] = await backend.sessions();
  const call = (name, args = {}) =>
    backend.api(`/api/sessions/${id}/calls?wait=true`, {
      method: "POST",
      body: JSON.stringify({ method: "tools/call", params: { name, arguments: args } }),
    });
  // Time passes between connecting and the rows that are looked at.
  await call("slow", { seconds: 2 });
  for (let n = 0; n < 30; n += 1) await call("echo", { message: "hi" });
  await view(page, "timeline");
  await page.locator(".tl-row", { hasText: "echo" }).first().waitFor();
  const seen = () =>
    page.locator(".tl-grid").evaluate((grid) => {
      const box = grid.getBoundingClientRect();
      const head = grid.querySelector(".tl-head").getBoundingClientRect();
      const rows = [...grid.querySelectorAll(".tl-row:not(.tl-head)")].filter((row) => {
        const at = row.getBoundingClientRect();
        return at.bottom > head.bottom + 1 && at.top < box.bottom - 1;
      });
      return rows.map((row) => Number.parseFloat(row.querySelector(".bar").style.left));
    });
  await page.waitForFunction(() => [...document.querySelectorAll(".tl-row")].at(-1)?.textContent.includes("echo"));
  const bars = await seen();
  assert.ok(bars.length > 4 && bars.length < 20, `${bars.length} rows are seen`);
  assert.equal(bars[0], 0, "the first row that is seen begins at the left");
  const gaps = bars.slice(1).map((left, at) => left - bars[at]);
  assert.ok(Math.max(...gaps) < 60, `nothing that is not seen takes the room: ${bars}`);
  await stage.shot(page, "waterfall-zoom");
});
