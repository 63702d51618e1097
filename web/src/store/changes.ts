// Owns what changed in the lists since the server was connected last: asked for whenever a list is new.
import { computed, effect, signal } from "@preact/signals";
import { api, sessionPath } from "../api";
import type { Kind, ListChanges } from "../contract";
import { KINDS, listsVersion } from "./catalog";
import { session } from "./sessions";

const fetched = signal<{ session: string; changes: ListChanges } | null>(null);

/** Null as long as nothing is known, or when there is nothing to compare with. */
export const listChanges = computed(() => {
  const known = fetched.value;
  return known === null || known.session !== session.value?.id || known.changes.since === null ? null : known.changes;
});

export function followChanges(): () => void {
  // Only when it is connected is it known that a list is gone for good. What ends brings no news.
  const version = computed(() => {
    const state = session.value;
    const isSettled = state !== null && (state.phase === "ready" || state.origin === "recording");
    return isSettled ? listsVersion(state) : "";
  });
  let newest = 0;
  return effect(() => {
    const wanted = version.value;
    const id = session.peek()?.id;
    if (wanted === "" || id === undefined) return;
    newest += 1;
    const mine = newest;
    api.get<ListChanges>(sessionPath(id, "/changes")).then(
      (changes) => {
        if (mine === newest) fetched.value = { session: id, changes };
      },
      // The next change of a list asks again.
      () => undefined,
    );
  });
}

/** Whether an item came or changed since the server was connected last. */
export function newsOf(changes: ListChanges | null, kind: Kind, key: string): "new" | "changed" | null {
  const list = changes?.[kind];
  if (list == null) return null;
  if (list.added.includes(key)) return "new";
  return list.changed.some((one) => one.name === key) ? "changed" : null;
}

/** How many items came, went or changed in all lists. */
export function changeCount(changes: ListChanges | null): number {
  if (changes === null) return 0;
  return KINDS.reduce((sum, kind) => {
    const list = changes[kind];
    return list === null ? sum : sum + list.added.length + list.removed.length + list.changed.length;
  }, 0);
}
