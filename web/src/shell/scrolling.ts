// Owns letters in documents that have no keys of their own: what can be scrolled and has the focus is scrolled by them.

const STEP = 40;

/** Scrolls what has the focus; says whether the key meant that. Two `g` in a row lead to the beginning. */
export function scrollByLetter(target: Element | null, key: string, isSecondG: boolean): boolean {
  const way = isSecondG && key === "g" ? "first" : { j: STEP, k: -STEP, G: "last" as const }[key];
  const room = target === null || way === undefined ? null : scrollable(target);
  if (room === null || way === undefined) return false;
  if (typeof way === "number") room.scrollBy({ top: way });
  else room.scrollTo({ top: way === "first" ? 0 : room.scrollHeight });
  return true;
}

/** The element that scrolls what was focused to be read: it, or what is around it. Lists and buttons are not meant. */
function scrollable(target: Element): Element | null {
  if (!target.matches("[tabindex]:not(button, a, [role=row], [role=treeitem], [role=tab], [role=menuitem], [role=slider])")) return null;
  for (let one: Element | null = target; one !== null; one = one.parentElement) {
    if (one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return null;
}
