// A document for tests of what is drawn: happy-dom's, made global before anything is rendered.
/// <reference types="node" />
import { Window } from "happy-dom";
import { type ComponentChild, render } from "preact";
import { act } from "preact/test-utils";

const window = new Window({ url: "http://127.0.0.1/" });
const names = [
  "window", "document", "navigator", "location", "Node", "Element", "HTMLElement", "HTMLInputElement", "HTMLTextAreaElement",
  "HTMLSelectElement", "Event", "KeyboardEvent", "MouseEvent", "FocusEvent", "InputEvent", "WheelEvent", "innerHeight",
  "innerWidth", "SVGElement",
];
for (const name of names) {
  const value: unknown = name === "window" ? window : Reflect.get(window, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

export interface Drawn {
  root: HTMLElement;
  find(selector: string): HTMLElement;
  all(selector: string): HTMLElement[];
  byLabel(label: string): HTMLElement;
  text(): string;
  remove(): void;
}

/** Draws into a document of its own; effects have run when it returns. */
export async function draw(child: ComponentChild): Promise<Drawn> {
  const root = document.createElement("div");
  // What a failed test left behind must not make the next one fail.
  document.body.replaceChildren(root);
  await act(() => render(child, root));
  const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
  return {
    root,
    all,
    find: (selector) => {
      const found = root.querySelector<HTMLElement>(selector);
      if (!found) throw new Error(`nothing fits ${selector} in ${root.innerHTML.slice(0, 2000)}`);
      return found;
    },
    byLabel: (label) => {
      const found = all("input, textarea, select, button").find((one) => nameOf(root, one) === label);
      if (!found) throw new Error(`nothing is labelled ${label} in ${root.innerHTML.slice(0, 2000)}`);
      return found;
    },
    text: () => root.textContent ?? "",
    remove: () => {
      render(null, root);
      root.remove();
    },
  };
}

/** The accessible name of a control, as far as these parts give names. */
export function nameOf(root: HTMLElement, control: HTMLElement): string {
  const label = control.getAttribute("aria-label");
  if (label !== null) return label;
  const labelledBy = control.getAttribute("aria-labelledby");
  if (labelledBy !== null) return document.getElementById(labelledBy)?.textContent?.trim() ?? "";
  const own = control.id === "" ? null : root.querySelector(`label[for="${control.id}"]`);
  // Only a button is named by what is in it.
  const named = own ?? control.closest("label") ?? (control.tagName === "BUTTON" ? control : null);
  return named?.textContent?.trim() ?? "";
}

/** Lets promises and effects run. */
export async function settle(): Promise<void> {
  await act(async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  });
}

/** Lets them run until something holds; a chain of answers takes an unknown number of turns. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !holds(); turn++) await settle();
}

export async function input(element: HTMLElement, value: string): Promise<void> {
  await act(() => {
    (element as HTMLInputElement).value = value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

export async function press(element: HTMLElement, key: string, modifiers: KeyboardEventInit = {}): Promise<KeyboardEvent> {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...modifiers });
  await act(() => void element.dispatchEvent(event));
  await settle();
  return event;
}

export async function click(element: HTMLElement): Promise<void> {
  await act(() => element.click());
  await settle();
}
