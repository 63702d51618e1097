// Owns which pane has all the room: one at a time, until the key is pressed again, somebody goes back or leaves the screen.
import { effect, signal, untracked } from "@preact/signals";
import { route } from "./route";

/** The id of the pane. */
export const maximised = signal<string | null>(null);

/** The pane that the focus is in, if it can have all the room. */
export function paneAt(element: Element | null): string | null {
  return element?.closest(".pane[id]")?.id ?? null;
}

/** Tells the styles, and gives the room back when another screen comes. */
export function followMaximised(): () => void {
  let screen = route.peek().screen;
  const stops = [
    effect(() => {
      const { value } = maximised;
      if (value === null) delete document.documentElement.dataset["max"];
      else document.documentElement.dataset["max"] = value;
    }),
    effect(() => {
      const next = route.value.screen;
      if (next !== screen) untracked(() => (maximised.value = null));
      screen = next;
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
