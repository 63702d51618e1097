// Owns bringing the focus to a field that is not drawn yet: someone chose a tool in the palette, or opened the
// Inbox, and goes on typing. It gives up when the person has gone elsewhere meanwhile.
import { signal } from "@preact/signals";

/** Set when the next form that opens should take the focus. */
export const wantsFocus = signal(false);

const PATIENCE_MS = 2000;
/** A field, or where there is none to fill in, what is marked to take the keys in its place. */
const FIELD = ':is(:is(input, textarea, select):not([type="hidden"], [type="file"], [tabindex="-1"]), [data-takes-keys])';

/** Focuses the first field within a place as soon as there is one; `still` says whether that is still wanted. */
export function focusFirstField(within: string, still: () => boolean, instead: () => void = () => undefined): void {
  const until = performance.now() + PATIENCE_MS;
  const before = document.activeElement;
  const look = (): void => {
    const moved = document.activeElement !== before && document.activeElement !== document.body;
    if (!still() || moved) return;
    const field = document.querySelector<HTMLElement>(`${within} ${FIELD}`);
    if (field !== null) field.focus();
    else if (performance.now() > until) instead();
    else requestAnimationFrame(look);
  };
  look();
}
