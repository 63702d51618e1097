// Owns looking at a screen: a picture of it, what axe says about it, and whether it is wider or higher than the window; in
// both themes and two widths.
import assert from "node:assert/strict";
import { violations } from "./axe.mjs";

const HEIGHT = 900;

/** The ways in which every screen is looked at: the name of each, and the options of its browser context. */
export const LOOKS = ["light", "dark"].flatMap((theme) =>
  [1400, 900].map((width) => ({
    theme,
    width,
    looks: `${theme}-${width}`,
    options: { colorScheme: theme, viewport: { width, height: HEIGHT } },
  })),
);

/** Judges what is on the screen and takes its picture; goes on when something was found, so that all is told. */
export class Eye {
  found = [];
  seen = 0;

  constructor(stage, page, looks) {
    Object.assign(this, { stage, page, looks });
  }

  async look(name) {
    this.seen += 1;
    await this.stage.shot(this.page, `${name}-${this.looks}`);
    for (const line of await violations(this.page)) this.found.push(`${name}: ${line}`);
    const wide = await this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) this.found.push(`${name}: ${wide} pixels too wide`);
    const high = await documentOverflow(this.page);
    if (high !== 0) this.found.push(`${name}: the document scrolls by ${high} pixels`);
  }

  verdict(atLeast) {
    assert.deepEqual(this.found, []);
    assert.ok(this.seen >= atLeast, `${this.seen} screens were looked at`);
  }
}

/** How far the document itself could be scrolled: only panes should. */
export function documentOverflow(page) {
  return page.evaluate(() => document.scrollingElement.scrollHeight - innerHeight);
}

/** Goes to a place of the session that is on the screen. */
export async function view(page, path) {
  await page.evaluate((rest) => {
    location.hash = `${location.hash.split("/").slice(0, 3).join("/")}/${rest}`;
  }, path);
  await page.waitForFunction((rest) => location.hash.includes(rest), path);
}
