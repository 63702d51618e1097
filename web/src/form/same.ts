// What did not change stays the same object, so that drawing can tell by a glance what to draw again: each
// answer brings a whole new model, most of which is as before.

/** `next`, with every part that equals its counterpart in `before` replaced by that counterpart. */
export function keepSame<T>(before: unknown, next: T): T {
  if (before === next) return next;
  if (!isContainer(before) || !isContainer(next) || Array.isArray(before) !== Array.isArray(next)) return next;
  let isSame = Object.keys(before).length === Object.keys(next).length;
  const merged: Record<string, unknown> | unknown[] = Array.isArray(next) ? [] : {};
  for (const key of Object.keys(next)) {
    const kept = keepSame(Reflect.get(before, key), Reflect.get(next, key));
    if (kept !== Reflect.get(before, key)) isSame = false;
    // Not by assignment: a member may be called __proto__.
    Object.defineProperty(merged, key, { value: kept, enumerable: true, configurable: true, writable: true });
  }
  return (isSame ? before : merged) as T;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
