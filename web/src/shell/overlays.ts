// Owns which overlay is open. There are two, and neither keeps a person from anything but themselves.
import { signal } from "@preact/signals";

export const paletteOpen = signal(false);
export const keysOpen = signal(false);
