// A draft: what a user is typing into a field, which no answer of the backend may overwrite. It lives while
// the field has the focus, and after that until an answer has taken it in.
import { useRef, useState } from "preact/hooks";
import type { FormEngine } from "./engine";

interface Kept {
  text: string;
  /** The edit that carries it; null when it cannot be sent as it stands. */
  edit: number | null;
  generation: number;
  resets: number;
}

export interface Draft {
  text: string;
  hasFocus: boolean;
  /** What was typed cannot be sent. */
  isRefused: boolean;
  onFocus(): void;
  onBlur(): void;
  /** Something was typed. */
  type(text: string): void;
}

/**
 * `pointer` is the place of the field, `current` is the text by the backend, `send` sends what was typed and gives the number of the edit, or null
 * when it is not fit to be sent. `resets` counts what was done to the field by other means than typing. What the
 * backend refused stays, also when the field is drawn anew: `spelled` makes text of its JSON.
 */
export function useDraft(
  engine: FormEngine,
  pointer: string,
  current: string,
  resets: number,
  send: (text: string) => number | null,
  spelled: (json: string) => string = (json) => json,
): Draft {
  const refusal = engine.refused.value.get(pointer);
  const [kept, setKept] = useState<Kept | null>(
    refusal === undefined ? null : { text: spelled(refusal.json), edit: refusal.number, generation: engine.generation.peek(), resets },
  );
  const hasFocus = useRef(false);
  const [, redraw] = useState(0);
  const applied = engine.applied.value;
  const isCurrent = kept !== null && kept.generation === engine.generation.value && kept.resets === resets;
  const isPending = isCurrent && (kept.edit === null || kept.edit > applied || kept.edit === refusal?.number);
  const isShown = isCurrent && (hasFocus.current || isPending);
  return {
    text: isShown ? kept.text : current,
    hasFocus: hasFocus.current,
    isRefused: isShown && kept.edit === null,
    onFocus: () => {
      hasFocus.current = true;
      // What was taken in long ago must not come back: the place may hold another value by now, moved there.
      setKept((old) => (old !== null && (isPending || old.edit === null || old.edit > engine.applied.peek()) ? old : null));
    },
    onBlur: () => {
      hasFocus.current = false;
      engine.flush();
      redraw((n) => n + 1);
    },
    type: (text) => setKept({ text, edit: send(text), generation: engine.generation.peek(), resets }),
  };
}
