// Owns what a person has typed into the form of each item and not thrown away: one text per item and session,
// kept across reloads.
import { type Signal, effect, signal } from "@preact/signals";
import type { FormProblem } from "../contract";
import { keepText, keptText } from "./kept";
import type { ItemRef } from "./route";

export interface Draft {
  /** The form's value, JSON text; empty until the form has made a first value. */
  text: Signal<string>;
  mode: Signal<"form" | "json">;
  errors: Signal<FormProblem[]>;
  /** JSON text of `_meta`; empty for none. */
  meta: Signal<string>;
  timeoutMs: Signal<number | null>;
  forced: Signal<boolean>;
  detached: Signal<boolean>;
}

const drafts = new Map<string, Draft>();
const MOST = 300;

export function draftKey(id: string, ref: ItemRef): string {
  return `draft:${id}:${ref.kind}:${ref.key}`;
}

export function draftOf(id: string, ref: ItemRef): Draft {
  return draftNamed(draftKey(id, ref));
}

/** A draft by its name: of an item, or of the answer to an ask. */
export function draftNamed(name: string): Draft {
  const known = drafts.get(name);
  if (known !== undefined) return known;
  const draft: Draft = {
    text: signal(keptText(name) ?? ""),
    mode: signal<"form" | "json">("form"),
    errors: signal<FormProblem[]>([]),
    meta: signal(""),
    timeoutMs: signal<number | null>(null),
    forced: signal(false),
    detached: signal(false),
  };
  effect(() => keepText(name, draft.text.value === "" ? null : draft.text.value));
  if (drafts.size >= MOST) {
    const oldest = drafts.keys().next();
    if (oldest.done !== true) drafts.delete(oldest.value);
  }
  drafts.set(name, draft);
  return draft;
}
