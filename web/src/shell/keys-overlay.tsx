// Owns whether the overlay of `?` is there; what is in it comes later.
import type { JSX } from "preact";
import { later } from "../ui/later";
import { keysOpen } from "./overlays";

const Open = later("OpenKeys", "overlay");

export function KeysOverlay(): JSX.Element | null {
  return keysOpen.value ? <Open /> : null;
}
