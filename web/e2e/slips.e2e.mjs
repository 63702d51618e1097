// Owns slips of a person's hand: what cannot be is told by the page itself, and the backend is not asked for it. A request that
// it refuses is an error in the browser's console, and would fail these tests.
import assert from "node:assert/strict";
import { until } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

const go = (page, path) => page.evaluate((hash) => void (location.hash = hash), path);

test("a quote that is never closed is told beside the field, with a page that explains it", async (stage) => {
  const backend = await stage.backend();
  const page = await stage.page(backend);
  const field = page.locator("#connect-field");
  await field.fill('node "server.js');
  await field.press("Enter");
  const problem = page.locator(".problem", { hasText: "a quote is opened and never closed" });
  await problem.waitFor();
  const help = await problem.getByRole("link", { name: "What this means" }).getAttribute("href");
  assert.equal((await fetch(new URL(help, backend.origin))).status, 200);
  assert.deepEqual(await backend.sessions(), []);
});

test("a row that there is not is told so, and shown once there is one", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  const [{ id }] = await backend.sessions();
  for (const row of [0, 999_999_999]) {
    await go(page, `#/s/${id}/timeline/${row}`);
    await page.getByText(`Row ${row} could not be read: there is no such row`).waitFor();
  }
  const { lastSeq } = (await backend.sessions())[0];
  await go(page, `#/s/${id}/timeline/${lastSeq + 1}`);
  await page.getByText(`Row ${lastSeq + 1} could not be read: there is no such row`).waitFor();
  await backend.api(`/api/sessions/${id}/calls?wait=true`, {
    method: "POST",
    body: JSON.stringify({ method: "ping", params: {} }),
  });
  await page.getByRole("region", { name: "Chosen row" }).filter({ hasText: "ping" }).waitFor();
});

test("a comparison with a row or a session that there is not says so", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  const [{ id }] = await backend.sessions();
  await go(page, `#/diff?left=${id}/tools&right=${id}/99999999`);
  await page.getByText("There is no row 99999999 in the log.").waitFor();
  await go(page, `#/diff?left=${id}/tools&right=nobody/5`);
  await page.getByText("A session of this comparison is not open any more.").waitFor();
  // One that is newer than what the page has heard of is compared.
  const call = () => backend.api(`/api/sessions/${id}/calls?wait=true`, {
    method: "POST",
    body: JSON.stringify({ method: "tools/list", params: {} }),
  });
  await call();
  await call();
  const rows = await until(async () => {
    const query = new URLSearchParams({ filter: "method:tools/list -status:pending" });
    const found = (await backend.api(`/api/sessions/${id}/timeline?${query}`)).json().rows;
    return found.length > 2 ? found : null;
  });
  await go(page, `#/diff?left=${id}/${rows.at(-2).seq}&right=${id}/${rows.at(-1).seq}`);
  await page.locator(".wide-section", { hasText: "same" }).waitFor();
});
