// The bar above a document: a search that goes from match to match, and folding everything.
import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { Doc } from "./doc";

export interface Found {
  text: string;
  /** The numbers of the lines. */
  lines: number[];
  more: boolean;
  /** Which of them is shown. */
  at: number;
}

interface DocSearchProps {
  doc: Doc;
  label: string;
  found: Signal<Found | null>;
  field: RefObject<HTMLInputElement | null>;
  show(number: number): unknown;
  fail(reason: unknown): unknown;
  /** What is told while nothing is searched. */
  status: string;
  foldAll(): void;
  isFolded: boolean;
}

export function DocSearch({ doc, label, found, field, show, fail, status, foldAll, isFolded }: DocSearchProps) {
  const searches = useRef(0);

  const search = async (text: string, from: number, before: number[]) => {
    const number = ++searches.current;
    if (text === "") return void (found.value = null);
    try {
      const answer = await doc.search(text, from);
      if (number !== searches.current) return;
      const lines = [...before, ...answer.matches];
      goTo({ text, lines, more: answer.more, at: Math.min(before.length, Math.max(0, lines.length - 1)) });
    } catch (reason) {
      if (number === searches.current) fail(reason);
    }
  };
  const goTo = (next: Found) => {
    found.value = next;
    const line = next.lines[next.at];
    if (line !== undefined) show(line);
  };
  const step = (by: number) => {
    const now = found.value;
    if (!now || now.lines.length === 0) return;
    const next = now.at + by;
    if (next >= now.lines.length && now.more) void search(now.text, (now.lines.at(-1) ?? 0) + 1, now.lines);
    else goTo({ ...now, at: (next + now.lines.length) % now.lines.length });
  };
  const onKey = (event: KeyboardEvent) => {
    const input = event.currentTarget as HTMLInputElement;
    if (event.key === "Enter") {
      if (found.value?.text === input.value) step(event.shiftKey ? -1 : 1);
      else void search(input.value, 0, []);
    } else if (event.key === "Escape" && found.value) {
      event.stopPropagation();
      found.value = null;
    }
  };
  return (
    <div class="big-doc-bar">
      <input
        ref={field}
        type="search"
        aria-label={`Search in ${label}`}
        placeholder="Search, Enter for the next"
        onKeyDown={onKey}
      />
      <button type="button" aria-label="Previous match" onClick={() => step(-1)}>
        ↑
      </button>
      <button type="button" aria-label="Next match" onClick={() => step(1)}>
        ↓
      </button>
      {doc.canFold && (
        <button type="button" onClick={foldAll}>
          {isFolded ? "Unfold all" : "Fold all"}
        </button>
      )}
      <span class="muted" role="status">
        {foundText(found.value) ?? status}
      </span>
    </div>
  );
}

function foundText(found: Found | null): string | null {
  if (!found) return null;
  if (found.lines.length === 0) return `nothing contains “${found.text}”`;
  return `${found.at + 1} of ${found.lines.length}${found.more ? "+" : ""}`;
}
