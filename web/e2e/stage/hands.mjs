// Owns the hands of a person without a mouse. Presses are counted, typed values are not; and the page itself tells of
// every key and pointer that reached it, so that nothing is pressed past the count.
const MODIFIERS = ["Control", "Shift", "Alt", "Meta"];

/** What pages of a context tell: the keys and pointers that they saw, by page. */
export class Witness {
  #seen = new WeakMap();

  of(page) {
    if (!this.#seen.has(page)) this.#seen.set(page, { keys: 0, pointers: 0 });
    return this.#seen.get(page);
  }

  /** Has every page of a context tell, from its first moment on. */
  async watch(context) {
    await context.exposeBinding("toldToTheWitness", ({ page }, kind) => {
      this.of(page)[kind] += 1;
    });
    await context.addInitScript((modifiers) => {
      const tell = (kind) => (event) => {
        if (event.isTrusted && !modifiers.includes(event.key)) globalThis.toldToTheWitness?.(kind);
      };
      addEventListener("keydown", tell("keys"), true);
      addEventListener("pointerdown", tell("pointers"), true);
    }, MODIFIERS);
  }
}

export class Hands {
  #page;
  #witness;
  #typed = 0;
  #pressedInAll = 0;
  pressed = [];

  constructor(page, witness) {
    this.#page = page;
    this.#witness = witness;
  }

  get count() {
    return this.pressed.length;
  }

  /** One key, or several held together: one press. */
  async press(key) {
    this.pressed.push(key);
    this.#pressedInAll += 1;
    await this.#page.keyboard.press(key);
  }

  /** A value: what anyone would have to type. */
  async type(text) {
    // Letters that no key has come without one.
    this.#typed += text.replace(/[^ -~]/g, "").length;
    await this.#page.keyboard.type(text);
  }

  /** A value that is pasted as a whole. */
  async paste(text) {
    await this.#page.keyboard.insertText(text);
  }

  /** The Tab that completes a value is a part of typing it. */
  async complete() {
    this.#typed += 1;
    await this.#page.keyboard.press("Tab");
  }

  /** What was pressed so far led to a task, and is no part of it. */
  forget() {
    this.pressed = [];
  }

  /** Fails when more keys were needed than the task may take, or others than these hands pressed; counts anew. */
  async atMost(keys, task) {
    const used = this.pressed;
    this.pressed = [];
    await this.check(task);
    if (used.length > keys)
      throw new Error(`${task}: ${used.length} keys (${used.join(" ")}), but at most ${keys} are meant`);
    return used.length;
  }

  /** Fails when the page saw a pointer, or a key that was not counted. */
  async check(task) {
    // What the page told before this answer has arrived with it.
    await this.#page.evaluate(() => undefined);
    const { keys, pointers } = this.#witness.of(this.#page);
    if (pointers > 0) throw new Error(`${task}: a pointer was used`);
    const known = this.#pressedInAll + this.#typed;
    if (keys !== known) throw new Error(`${task}: the page saw ${keys} keys, and ${known} were counted`);
  }
}
