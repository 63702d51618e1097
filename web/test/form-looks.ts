// What stands on the screen for a place of a form, and what its model wants there: two descriptions in the same words, so
// that an editor of the wrong kind, or one without its value, is seen.
import type { FormNode } from "../src/contract";
import { childrenOf } from "../src/form/context";
import { fieldId } from "../src/form/pointer";
import { visible } from "../src/text/signs";

/** The editor within an element, described by what can be seen of it. */
export function seen(within: Element): string {
  const editor = [...within.children].find((one) => !one.matches(".sr-only, .field-states, .fault, .field-problem"));
  if (editor === undefined) return "nothing";
  const parts = (selector: string, of: Element = editor) => [...of.children].filter((one) => one.matches(selector));
  const text = (element: Element | undefined) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const fields = (of: Element | undefined) => (of === undefined ? [] : parts(".field", of)).map((one) => one.id);
  const said = (name: string, ...about: (string | string[])[]) => [name, ...about.flat()].join(" | ");
  const is = (selector: string) => editor.matches(selector);
  const offers = (of: Element = editor) => parts("button.quiet:not(.add)", of).map(text);

  if (is(".completing")) return said("text", valueOf(editor.querySelector("input.field-text")));
  if (is(":is(input, textarea).field-text")) return said("text", valueOf(editor));
  if (is("input.field-number")) return said("number", valueOf(editor));
  if (is(".segmented")) return said("strip", segments(editor));
  if (is("select.field-select")) return said("list", options(editor as HTMLSelectElement));
  if (is(".many-of")) return said("checks", checks(editor));
  if (is("code.field-fixed")) return said("fixed", text(editor));
  if (is("button")) return said("button", text(editor));
  if (is(".raw-editor")) return said("raw", valueOf(editor.querySelector("textarea")));
  if (is(".object")) {
    const extra = parts(".extra").flatMap((one) => parts(".entries", one));
    return said("object", offers(), fields(editor), extra.flatMap(fields));
  }
  if (is(".map")) return said("map", fields(parts(".entries")[0]), offers());
  if (is(".items")) {
    const items = parts(".item");
    // Lists lie within lists.
    const movers = [...editor.querySelectorAll('[aria-label^="Move "]')].map((one) => one.closest(".item"));
    const moves = items.some((one) => movers.includes(one));
    const adds = parts("button.add").length > 0;
    return said("items", items.flatMap(fields), moves ? "can be moved" : [], adds ? "can be added" : [], offers());
  }
  if (is(".union")) {
    const choice = parts(".segmented")[0];
    const list = parts("select.field-select")[0] as HTMLSelectElement | undefined;
    return said("union", choice ? segments(choice) : list ? options(list) : "no choice");
  }
  return `something else: ${editor.outerHTML.slice(0, 200)}`;
}

/** The same description, by the model. */
export function meant(node: FormNode, prefix: string): string {
  const fields = (nodes: FormNode[]) => nodes.map((one) => fieldId(prefix, one.pointer, "field"));
  const said = (name: string, ...about: (string | string[])[]) => [name, ...about.flat()].join(" | ");
  const isUnset = node.state === "unset";
  switch (node.kind) {
    case "string":
      return said("text", node.value ?? "");
    case "number":
      return said("number", node.raw ?? "");
    case "bool":
      return said("strip", picked(["true", "false"], node.value === null ? [] : [node.value ? 0 : 1]));
    case "null":
      return isUnset ? "button | send null" : "fixed | null";
    case "const":
      return isUnset ? `button | send ${brief(node.json)}` : `fixed | ${brief(node.json)}`;
    case "enum": {
      const strings = node.options.every((one) => one.json.startsWith('"'));
      const plain = node.options.map((one) => one.title ?? (strings ? String(JSON.parse(one.json)) : one.json));
      // Options that differ in what nobody sees are told apart.
      const labels = plain.map((one) => brief(visible(one)));
      if (node.multi) return said("checks", picked(labels, node.chosen));
      // Few short ones are a strip, unless the value is none of them.
      const isStrip = labels.length <= 4 && labels.join("").length <= 48 && node.other === null;
      if (isStrip) return said("strip", picked(labels, node.chosen.slice(0, 1)));
      const none = node.state === "null" ? "null" : "not sent";
      const other = node.other === null ? [] : [`${brief(node.other)} (not one of the options)`];
      const at = node.chosen[0] === undefined ? (other.length > 0 ? 1 : 0) : node.chosen[0] + 1 + other.length;
      return said("list", picked([none, ...other, ...labels], [at]));
    }
    case "object":
      if (node.state === "null") return "nothing";
      if (isClosed(node)) return `object | + fill in ${nameOf(node)}`;
      return said("object", fields(node.fields), fields(node.extra));
    case "map":
      if (node.state === "null") return "nothing";
      return said("map", fields(node.entries), isUnset ? "send {}" : []);
    case "array":
    case "tuple": {
      const moves = node.kind === "array" && node.items.length > 1 ? "can be moved" : [];
      return said("items", fields(node.items), moves, node.canAdd ? "can be added" : [], isUnset ? "send []" : []);
    }
    case "union": {
      const labels = node.variants.map((one) => one.title).map(brief);
      if (labels.length <= 4 && labels.join("").length <= 48) return said("union", picked(labels, node.chosen === null ? [] : [node.chosen]));
      const none = node.chosen === null ? [isUnset ? "not sent" : "fits none"] : [];
      return said("union", picked([...none, ...labels], [node.chosen ?? 0]));
    }
    case "ref":
      return `button | Open ${brief(node.title ?? nameOf(node))}`;
    case "raw":
      return said("raw", node.raw ?? "");
  }
}

/** Whatever of a form is on the screen, each place with the element that holds its editor. */
export function* placesOf(root: Element, form: FormNode, prefix: string): Generator<[FormNode, Element]> {
  const top = root.querySelector(".fields");
  if (top === null) throw new Error("no form is drawn");
  yield* form.kind === "object" ? placesAt(form, top, root, prefix) : placesOfField(form, root, prefix);
}

function* placesAt(node: FormNode, holder: Element, root: Element, prefix: string): Generator<[FormNode, Element]> {
  yield [node, holder];
  if (node.kind === "union" && node.node) {
    const inside = [...holder.querySelectorAll(".union-node")].find((one) => one.parentElement?.parentElement === holder);
    if (inside === undefined) throw new Error(`${node.pointer}: nothing is drawn of what was chosen`);
    yield* placesAt(node.node, inside, root, prefix);
  } else if (!(node.kind === "object" && (isClosed(node) || node.state === "null"))) {
    for (const child of childrenOf(node)) yield* placesOfField(child, root, prefix);
  }
}

function* placesOfField(node: FormNode, root: Element, prefix: string): Generator<[FormNode, Element]> {
  const id = fieldId(prefix, node.pointer, "field");
  const field = [...root.querySelectorAll(".field")].find((one) => one.id === id);
  const control = field?.querySelector(".field-control");
  if (control == null) throw new Error(`${node.pointer}: there is no field`);
  yield* placesAt(node, control, root, prefix);
}

/** What need not be sent is not spread out before it is wanted, nor are the depths of what must be. */
function isClosed(node: Extract<FormNode, { kind: "object" }>): boolean {
  if (node.pointer === "" || node.state !== "unset") return false;
  return !node.required || node.fields.length === 0 || node.pointer.split("/").length > 5;
}

function nameOf(node: FormNode): string {
  return brief(node.name ?? node.title ?? "value");
}

const brief = (text: string): string => text.replace(/\s+/g, " ").trim();
const valueOf = (control: Element | null): string => (control as HTMLInputElement | null)?.value ?? "no field";

/** Labels, with a star at what is chosen. */
function picked(labels: string[], chosen: number[]): string[] {
  return labels.map((label, index) => (chosen.includes(index) ? `*${label}` : label));
}

function choices(element: Element, selector: string): string[] {
  return [...element.children].filter((one) => one.matches(selector)).map((one) => {
    const isChosen = one.querySelector<HTMLInputElement>("input")?.checked === true;
    return `${isChosen ? "*" : ""}${brief(one.textContent ?? "")}`;
  });
}

const segments = (strip: Element): string[] => choices(strip, "label.segment");
const checks = (group: Element): string[] => choices(group, "label.check");

function options(list: HTMLSelectElement): string[] {
  return [...list.options].map((one) => `${one.value === list.value ? "*" : ""}${brief(one.textContent ?? "")}`);
}
