// Owns how a task of a person at the keyboard is done: by hands alone, with the palette, the form and the result of a
// tool; and the servers with which it is.
import { test } from "./suite.mjs";

/** A test of hands alone. */
export function task(name, work) {
  test(name, async (stage) => {
    await work(stage);
    await stage.checkHands();
  });
}

/** Waits until the element with the focus is in this place, so that typing goes there. */
export async function focusIn(page, place) {
  await page.waitForFunction((within) => document.activeElement?.closest(within) != null, place);
}

/** Opens the palette, waits until it has the focus, and finds something in it. */
export async function find(page, hands, text) {
  await hands.press("Control+K");
  await focusIn(page, ".palette");
  await hands.type(text);
  await page.locator("#palette-0").waitFor();
  await hands.press("Enter");
  await page.locator(".palette").waitFor({ state: "detached" });
}

export const FIELD = "#item-form :is(input, textarea, select)";

/** Opens an item with a form; the first field then has the focus by itself. */
export async function findWithForm(page, hands, text) {
  await find(page, hands, text);
  await page.locator(".request .pane-title").filter({ hasText: text }).waitFor();
  await focusIn(page, "#item-form");
}

export function verdict(page) {
  return page.locator(".result .verdict");
}

export async function resultHas(page, text) {
  await page.locator("#result-panel").filter({ hasText: text }).waitFor();
}

/** The servers with which the tasks are done: how each is named, what its echo answers, and a resource. */
export const SERVERS = [
  { which: "the demo", args: () => ["--demo"], said: (text) => text, resource: ["readme", "demo://readme"] },
  {
    which: "server-everything",
    args: (stage) => ["--", ...stage.everything()],
    said: (text) => `Echo: ${text}`,
    resource: ["architecture.md", "demo://resource/static/document/architecture.md"],
  },
];
export const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

export function clipboard(page) {
  return page.evaluate(() => navigator.clipboard.readText());
}
