// Owns the one listener for keys: it asks the table what a press means and carries it out, unless the pane
// that has the focus took it.
import { routeKey, takesText } from "../store/keys";
import { settings } from "../store/settings";
import { isMac } from "../ui/button";
import { back, carryOut } from "./commands";
import { firstKey } from "./overlays";
import { scrollByLetter } from "./scrolling";

const PREFIX_MS = 1500;

/** How many keys were pressed so far, also those that a pane took for itself. */
let presses = 0;
/** The first of two keys; it counts only for the very next press. */
let prefix: { key: string; until: number; press: number; held: boolean } | null = null;

export function listenToKeys(): void {
  addEventListener(
    "keydown",
    () => {
      presses += 1;
      firstKey.value = null;
    },
    { capture: true },
  );
  addEventListener("keydown", pressed);
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const target = event.target instanceof Element ? event.target : null;
  const ctrl = isMac ? event.metaKey : event.ctrlKey;
  // The other of the two modifiers belongs to the system or the field.
  if (isMac ? event.ctrlKey : event.metaKey) return;
  const typing = takesText(target);
  const waiting =
    prefix !== null &&
    prefix.until > event.timeStamp &&
    prefix.press === presses - 1 &&
    // In a field the second key is text, unless the first was held with Alt and so was not.
    (prefix.held || !typing)
      ? prefix.key
      : null;
  prefix = null;
  const key = event.altKey ? meant(event) : event.key;
  const routed = routeKey(
    { key, ctrl, alt: event.altKey, shift: event.shiftKey, typing },
    waiting,
    settings.peek().singleKeys,
  );
  switch (routed.is) {
    case "nothing": {
      const isPlain = !ctrl && !event.altKey && !typing && settings.peek().singleKeys;
      if (isPlain && scrollByLetter(target, key, waiting === "g")) event.preventDefault();
      return;
    }
    case "prefix":
      prefix = { key: routed.prefix, until: event.timeStamp + PREFIX_MS, press: presses, held: event.altKey };
      if (event.altKey) event.preventDefault();
      firstKey.value = routed.prefix;
      forget(presses);
      return;
    case "command":
      if (routed.command === "back") {
        if (back()) event.preventDefault();
        else if (typing) leave(target);
        return;
      }
      event.preventDefault();
      carryOut(routed.command);
  }
}

/** After a while the second key is no longer waited for. */
function forget(press: number): void {
  setTimeout(() => {
    if (press === presses) firstKey.value = null;
  }, PREFIX_MS);
}

/** Out of a field, to the pane that it is in: from there letters act. */
function leave(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const pane = field.closest<HTMLElement>('.pane[tabindex="-1"]');
  if (pane === null) field.blur();
  else pane.focus();
}

/** With Alt some layouts write other signs; the digit or letter is what was meant. */
function meant(event: KeyboardEvent): string {
  if (/^[ -~]$/.test(event.key) && !/^Digit/.test(event.code)) return event.key;
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(event.code) ?? [];
  return digit ?? (event.shiftKey ? letter : letter?.toLowerCase()) ?? event.key;
}
