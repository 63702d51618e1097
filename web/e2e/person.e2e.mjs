// Owns what the page keeps for a person: in every tab, at once, and in every project.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Backend } from "./stage/backend.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

const density = (page) => page.evaluate(() => document.documentElement.dataset.density);

async function byPalette(page, words) {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
}

test("a setting is there in the other tab at once, and each tab changes only what it has to", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  const other = await stage.page(backend, { context: page.context() });
  await connected(other);
  await byPalette(page, "density");
  await other.waitForFunction(() => document.documentElement.dataset.density === "cozy");
  await other.keyboard.press("t");
  await page.waitForFunction(() => document.documentElement.style.colorScheme === "dark");
  const kept = (await backend.api("/api/settings")).json();
  assert.deepEqual([kept.density, kept.theme], ["cozy", "dark"]);
});

/** A backend of a person, in a directory of its own, that keeps its files where it usually does. */
class Project extends Backend {
  #person;

  constructor(person) {
    super();
    this.#person = person;
  }

  get home() {
    return this.#person;
  }

  places() {
    return [];
  }
}

test("a setting that was changed right before the page goes away is kept", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await byPalette(page, "density");
  assert.equal(await density(page), "cozy");
  await page.goto("about:blank");
  const until = performance.now() + 10_000;
  while ((await backend.api("/api/settings")).json().density !== "cozy") assert.ok(performance.now() < until, "it is not kept");
});

test("another project has the settings and the recent servers of the first", async (stage) => {
  const person = await mkdtemp(join(tmpdir(), "mcp-inspector-e2e-person-"));
  try {
    const one = await stage.page(await stage.backend([], {}, new Project(person)));
    await one.getByRole("heading", { name: "Connect to a server" }).waitFor();
    await one.keyboard.press("Alt+t");
    await one.waitForFunction(() => document.documentElement.style.colorScheme === "dark");
    await one.locator("#connect-field").fill(stage.scripted("crowd").map((word) => `'${word}'`).join(" "));
    await one.locator("#connect-field").press("Enter");
    await connected(one);
    await one.close();
    const two = await stage.page(await stage.backend([], {}, new Project(person)));
    await two.waitForFunction(() => document.documentElement.style.colorScheme === "dark");
    await two.locator("section[aria-labelledby=recent]").getByText("crowd.mjs").first().waitFor();
  } finally {
    await rm(person, { recursive: true, force: true });
  }
});
