// Owns whether an app may have the whole page: after something that a person did in it, or by a yes. What has the whole
// page hides all that is true beside it, and can look like anything. So an app that was left there once asks anew
// each time, and one that was told no is not heard again.
import { signal } from "@preact/signals";

export class WholePage {
  /** Whether a person is asked. */
  readonly isAsked = signal(false);
  #wasLeft = false;
  #isRefused = false;

  /** The app wants the whole page; `used` says that a person just did something in it. Tells whether it may. */
  wish(used: boolean): boolean {
    if (used && !this.#wasLeft && !this.#isRefused) return true;
    this.isAsked.value = !this.#isRefused;
    return false;
  }

  /** There is nothing to ask: it has the whole page, whoever gave it, or does not want it any more. */
  settle(): void {
    this.isAsked.value = false;
  }

  /** A person took the whole page back. */
  left(): void {
    this.#wasLeft = true;
  }

  refuse(): void {
    this.#isRefused = true;
    this.isAsked.value = false;
  }
}
