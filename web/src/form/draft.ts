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
 * `current` is the text by the backend, `send` sends what was typed and gives the number of the edit, or null
 * when it is not fit to be sent. `resets` counts what was done to the field by other means than typing.
 */
export function useDraft(
  engine: FormEngine,
  current: string,
  resets: number,
  send: (text: string) => number | null,
): Draft {
  const [kept, setKept] = useState<Kept | null>(null);
  const hasFocus = useRef(false);
  const [, redraw] = useState(0);
  const applied = engine.applied.value;
  const isCurrent = kept !== null && kept.generation === engine.generation.value && kept.resets === resets;
  const isPending = isCurrent && (kept.edit === null || kept.edit > applied);
  const isShown = isCurrent && (hasFocus.current || isPending);
  return {
    text: isShown ? kept.text : current,
    hasFocus: hasFocus.current,
    isRefused: isShown && kept.edit === null,
    onFocus: () => {
      hasFocus.current = true;
      // What was taken in long ago must not come back: the place may hold another value by now, moved there.
      setKept((old) => (old !== null && (old.edit === null || old.edit > engine.applied.peek()) ? old : null));
    },
    onBlur: () => {
      hasFocus.current = false;
      engine.flush();
      redraw((n) => n + 1);
    },
    type: (text) => setKept({ text, edit: send(text), generation: engine.generation.peek(), resets }),
  };
}
