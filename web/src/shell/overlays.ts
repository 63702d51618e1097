// Owns which overlay is open. None keeps a person from anything but itself.
import { signal } from "@preact/signals";

export const paletteOpen = signal(false);
/** The first of two keys that was just pressed, while the second is waited for. */
export const firstKey = signal<string | null>(null);
export const keysOpen = signal(false);
/** The panel that sends a frame as it is. */
export const rawOpen = signal(false);
