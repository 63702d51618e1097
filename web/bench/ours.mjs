// Owns our page as a contestant: how it is started, where on it things are, and when it shows them.
import { Backend } from "../e2e/stage/backend.mjs";

export const ours = {
  name: "ours",
  backend() {
    const backend = new Backend();
    return {
      start: async (server) => (await backend.start(["--", ...server])).link,
      end: () => backend.end(),
    };
  },
  Page: class {
    constructor(page) {
      this.page = page;
    }

    /** Until the server is connected and its tools can be reached. */
    async connect() {
      await this.page.locator(".health .status.connected").waitFor();
      await this.page.locator(".tree-item").first().waitFor();
    }

    async leaveTools() {
      await this.page.locator("a.screen-link", { hasText: "Server" }).click();
      await this.page.locator(".tree-item").first().waitFor({ state: "detached" });
    }

    openTools() {
      return {
        event: "click",
        act: () => this.page.locator("a.screen-link", { hasText: "Explore" }).click(),
        shown: () => document.querySelector(".tree-item") !== null,
      };
    }

    async focusFilter() {
      await this.page.locator("input[aria-label^='Filter tools']").first().focus();
    }

    filtered(some, all) {
      return {
        event: "input",
        shown: ([wanted]) => document.querySelector(".tree-section")?.textContent.includes(wanted),
        given: [some === all ? `Tools · ${all}` : `Tools · ${some} of ${all}`],
      };
    }

    chooseTool(name, number) {
      return {
        event: "click",
        act: () => this.page.locator(".tree-item", { hasText: name }).first().click(),
        shown: (wanted) =>
          document.querySelector(".request .description")?.textContent.includes(`thing number ${wanted} `) &&
          document.querySelector("#item-form input")?.value === String(wanted),
        given: number,
      };
    }

    async prepareRun(tool, fields) {
      await this.page.locator(".tree-item", { hasText: tool }).first().click();
      await this.page.locator(".request .pane-title", { hasText: tool }).waitFor();
      for (const [name, value] of Object.entries(fields)) {
        await this.page.locator("#item-form").getByLabel(name).first().fill(String(value));
      }
    }

    #run() {
      return { event: "click", act: () => this.page.getByRole("button", { name: /^Run/ }).click() };
    }

    /** A call whose answer has this text; the number tells it from the calls before it. */
    callAnswered(text, number) {
      return {
        ...this.#run(),
        shown: ([wanted, which]) =>
          document.querySelector(".result .verdict")?.textContent.includes(`#${which} `) &&
          document.querySelector("#result-panel")?.textContent.includes(wanted),
        given: [text, number],
      };
    }

    resultShown(text) {
      return {
        ...this.#run(),
        shown: (wanted) =>
          [...document.querySelectorAll("#result-panel .json-line")].some((line) => line.textContent.includes(wanted)),
        given: text,
      };
    }

    /** The answer is there, and the rows below it and their number are those of the whole burst. */
    burstShown(count) {
      return {
        ...this.#run(),
        shown: (least) =>
          document.querySelector(".result .verdict")?.textContent.includes("OK") &&
          Number(document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount")) > least &&
          document.querySelector(".tl-row .tl-method") !== null,
        given: count,
      };
    }

    async watchMessages() {}

    /** The milliseconds that the page says the last call took. */
    async toldLatency() {
      const text = await this.page.locator(".result .verdict").textContent();
      const [, value, unit] = /· ([\d.,]+)\s(µs|ms|s) ·/.exec(text);
      return Number(value.replace(",", "")) * { µs: 0.001, ms: 1, s: 1000 }[unit];
    }

    async openTimeline() {
      await this.page.locator("a.screen-link", { hasText: "Timeline" }).click();
      await this.page.locator('[role="grid"]').focus();
    }

    jumpTo(key, row) {
      return {
        event: "keydown",
        act: () => this.page.keyboard.press(key),
        shown: (wanted) => document.querySelector(`.tl-row[aria-rowindex="${wanted}"] .tl-method`) !== null,
        given: row,
      };
    }

    /** As by the scroll bar: so far down, in parts of the whole. */
    scrollTo(part, row) {
      return {
        event: "scroll",
        act: () => this.page.locator('[role="grid"]').evaluate((grid, to) => grid.scrollTo(0, grid.scrollHeight * to), part),
        shown: (wanted) => document.querySelector(`.tl-row[aria-rowindex="${wanted}"] .tl-method`) !== null,
        given: row,
      };
    }

    async rows() {
      return Number(await this.page.locator('[role="grid"]').getAttribute("aria-rowcount"));
    }
  },
};
