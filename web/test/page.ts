// A page for tests: happy-dom's window, made global before the code under test is loaded, and a fetch that the
// test answers.
/// <reference types="node" />
import { Window } from "happy-dom";
import { type ComponentChild, render } from "preact";
import { act } from "preact/test-utils";

const window = new Window({ url: "http://127.0.0.1/" });
const NAMES = [
  "window",
  "document",
  "navigator",
  "location",
  "history",
  "sessionStorage",
  "Node",
  "Element",
  "HTMLElement",
  "Event",
  "KeyboardEvent",
  "MouseEvent",
  "DOMException",
  "CSS",
  "matchMedia",
  "requestAnimationFrame",
  "cancelAnimationFrame",
  "addEventListener",
  "removeEventListener",
  "dispatchEvent",
];
for (const name of NAMES) {
  const value: unknown = name === "window" ? window : Reflect.get(window, name);
  const bound: unknown = typeof value === "function" && /^[a-z]/.test(name) ? value.bind(window) : value;
  Object.defineProperty(globalThis, name, { value: bound, configurable: true, writable: true });
}

export interface Asked {
  method: string;
  path: string;
  body: string | null;
}

/** Answers every request by `answer`: a string is a body with status 200. */
export function answering(answer: (asked: Asked) => string | Response | Promise<string | Response>): Asked[] {
  const all: Asked[] = [];
  Object.defineProperty(globalThis, "fetch", {
    configurable: true,
    writable: true,
    value: async (path: string, init: { method?: string; body?: string | null } = {}) => {
      const asked = { method: init.method ?? "GET", path, body: init.body ?? null };
      all.push(asked);
      const given = await answer(asked);
      return typeof given === "string" ? new Response(given) : given;
    },
  });
  return all;
}

export async function drawn(child: ComponentChild): Promise<HTMLElement> {
  const root = document.createElement("div");
  document.body.append(root);
  await act(() => render(child, root));
  return root;
}

/** Lets everything that is due be done. */
export async function settled(): Promise<void> {
  await act(async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  });
}
