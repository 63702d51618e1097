// Owns the hands of a person without a mouse: presses are counted, typed values are not.
export class Hands {
  #page;
  pressed = [];

  constructor(page) {
    this.#page = page;
  }

  get count() {
    return this.pressed.length;
  }

  /** One key, or several held together: one press. */
  async press(key) {
    this.pressed.push(key);
    await this.#page.keyboard.press(key);
  }

  /** A value: what anyone would have to type. */
  async type(text) {
    await this.#page.keyboard.type(text);
  }

  /** A value that is pasted as a whole. */
  async paste(text) {
    await this.#page.keyboard.insertText(text);
  }

  /** Fails when more keys were needed than the task may take, and begins to count anew. */
  atMost(keys, task) {
    const used = this.pressed;
    this.pressed = [];
    if (used.length > keys)
      throw new Error(`${task}: ${used.length} keys (${used.join(" ")}), but at most ${keys} are meant`);
    return used.length;
  }
}
