// Owns where the panel is that sends a frame as it is. It lies over a corner of the page and blocks nothing; what was
// typed stays when it is closed.
import type { JSX } from "preact";
import { session } from "../store/sessions";
import { later } from "../ui/later";
import { rawOpen } from "./overlays";

const RawPanel = later("RawPanel", "overlay");

export function RawSender(): JSX.Element | null {
  const state = session.value;
  return rawOpen.value && state !== null ? <RawPanel key={state.id} state={state} /> : null;
}
