// Whether a button of the mouse, a finger or a pen is down. What appears meanwhile would move what is pressed away from
// under it, and the click would be lost.

let isDown = false;
let waiting: (() => void)[] = [];

function up(): void {
  isDown = false;
  const all = waiting;
  waiting = [];
  // The click comes after the release, and first.
  if (all.length > 0) setTimeout(() => all.forEach((go) => go()));
}

if (typeof addEventListener === "function") {
  addEventListener("pointerdown", () => (isDown = true), true);
  for (const type of ["pointerup", "pointercancel", "dragend"]) addEventListener(type, up, true);
}

/** Resolves when nothing is pressed (any more). */
export function released(): Promise<void> {
  return isDown ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
}
