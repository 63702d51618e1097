// Owns writing down what the page and an app say to each other: in the session's log, in order, a few at a time.
// What cannot be written, because an app says too much, is counted.
import { api, sessionPath } from "../api";

/** What one request may have, and how much may wait. */
const MOST_MESSAGES = 100;
const MOST_CHARACTERS = 1_000_000;
const MOST_WAITING = 1000;

interface Said {
  direction: "in" | "out";
  text: string;
}

/** The first of what waits, as much as fits in one request: at least one. */
export function batch(waiting: readonly Said[]): Said[] {
  let characters = 0;
  const fits = waiting.slice(0, MOST_MESSAGES).findIndex((said) => {
    characters += said.text.length;
    return characters > MOST_CHARACTERS;
  });
  return waiting.slice(0, fits === -1 ? MOST_MESSAGES : Math.max(1, fits));
}

export class Journal {
  #path: string;
  #resource: string;
  #call: number | null;
  #lost: (count: number) => void;
  #waiting: Said[] = [];
  #writing: Promise<void> | null = null;

  constructor(session: string, resource: string, call: number | null, lost: (count: number) => void) {
    this.#path = sessionPath(session, "/app-messages");
    this.#resource = resource;
    this.#call = call;
    this.#lost = lost;
  }

  write(direction: "in" | "out", text: string): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#lost(1);
      return;
    }
    this.#waiting.push({ direction, text });
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when everything that was said so far is written or lost. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // What is said in the same moment goes in the same request.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const messages = batch(this.#waiting);
      this.#waiting.splice(0, messages.length);
      const body = JSON.stringify({
        resource: this.#resource,
        ...(this.#call === null ? {} : { call: this.#call }),
        messages,
      });
      try {
        await api.send("POST", this.#path, body);
      } catch {
        this.#lost(messages.length);
      }
    }
    this.#writing = null;
  }
}
