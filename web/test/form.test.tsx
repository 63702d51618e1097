// The renderer of forms: every shape of schema has an editor, and what is done to it becomes the right edit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, input, nameOf, press, settle } from "./parts-dom";
import { fakeForm, SIXTEEN } from "./fake-form";
import { formFor, one } from "./form-driver";
import { fieldId } from "../src/form/pointer";

test("the sixteen shapes and more have fields of their own; only what has no type is raw JSON", async () => {
  const form = await formFor(SIXTEEN);
  const kinds: [string, string][] = [
    ["/text", "input[type=text].field-text"],
    ["/count", "input.field-number"],
    ["/maybe", "input.field-number"],
    ["/flag", "[role=radiogroup] input[type=radio]"],
    ["/fixed", "button"],
    ["/untyped", "[role=radiogroup]"],
    ["/colour", "select"],
    ["/many", "input[type=checkbox]"],
    ["/when", "input.field-text"],
    ["/names", ".items .add"],
    ["/point", ".items"],
    ["/shape", ".union [role=radiogroup]"],
    ["/either", ".union [role=radiogroup]"],
    ["/labels", ".new-entry input"],
    ["/tree", "button"],
    ["/address", ".object input"],
  ];
  for (const [pointer, selector] of kinds) {
    const field = form.field(pointer);
    assert.ok(field.querySelector(selector), `${pointer}: nothing fits ${selector} in ${field.innerHTML}`);
    assert.equal(field.querySelector(".raw-editor"), null, pointer);
  }
  assert.ok(form.field("/anything").querySelector(".raw-editor textarea"));
  assert.equal(form.control("/count").value, "10");
  assert.match(form.field("/count").textContent ?? "", /default 10/);
  form.remove();
});

test("every control has a name, and every id that is referred to exists once", async () => {
  const form = await formFor(SIXTEEN, {
    text: '{"text":"x","names":["a","b"],"point":[1,"x"],"shape":{"kind":"circle"},"either":3,"labels":{"a b":"c"},"tree":{"label":"l"},"more":[1]}',
  });
  form.handle.current?.showProblems();
  await settle();
  const ids = form.all("[id]").map((element) => element.id);
  assert.deepEqual(ids.filter((id, index) => ids.indexOf(id) !== index), [], "ids are used once");
  for (const element of form.all("[aria-describedby], [aria-labelledby]")) {
    const wanted = `${element.getAttribute("aria-describedby") ?? ""} ${element.getAttribute("aria-labelledby") ?? ""}`;
    for (const id of wanted.split(" ").filter(Boolean)) assert.ok(ids.includes(id), `${id} is missing`);
  }
  for (const control of form.all("input, textarea, select, button")) assert.notEqual(nameOf(form.root, control), "", control.outerHTML);
  form.remove();
});

test("what is typed becomes the value, byte for byte", async () => {
  const form = await formFor(one({ type: "number" }));
  await form.type("/it", "1.0");
  assert.deepEqual(form.edits.at(-1), { op: "set", pointer: "/it", json: "1.0" });
  form.remove();
  const words = await formFor(one({ type: "string" }));
  await words.type("/it", 'a "b" \\ ü');
  assert.equal(words.value()["it"], 'a "b" \\ ü');
  words.remove();
});

test("an optional field has three states: not sent, null, a value", async () => {
  const form = await formFor(one({ type: ["integer", "null"] }));
  assert.equal(form.control("/it").placeholder, "not sent");
  assert.equal(form.all("[aria-label='Do not send it']").length, 0);
  await form.type("/it", "5");
  assert.deepEqual(form.value(), { it: 5 });
  await click(form.byLabel("Set it to null"));
  assert.deepEqual(form.value(), { it: null });
  assert.equal(form.control("/it").placeholder, "null");
  await click(form.byLabel("Do not send it"));
  assert.deepEqual(form.value(), {});
  form.remove();
});

test("an empty string is a value, and Alt+Backspace takes it away while it is being typed", async () => {
  const form = await formFor(one({ type: "string" }));
  form.control("/it").focus();
  await form.type("/it", "x");
  await form.type("/it", "");
  assert.deepEqual(form.value(), { it: "" });
  form.control("/it").focus();
  await input(form.control("/it"), "typed");
  const event = await press(form.control("/it"), "Backspace", { altKey: true });
  assert.ok(event.defaultPrevented);
  assert.deepEqual(form.value(), {});
  assert.equal(form.control("/it").value, "");
  form.remove();
});

test("a number that is none is not sent, and says so", async () => {
  const form = await formFor(one({ type: "integer" }), { text: '{"it":7}' });
  await form.type("/it", "7x");
  assert.deepEqual(form.value(), { it: 7 });
  assert.equal(form.control("/it").value, "7x", "what was typed stays");
  assert.equal(form.control("/it").getAttribute("aria-invalid"), "true");
  const described = form.control("/it").getAttribute("aria-describedby")?.split(" ") ?? [];
  assert.ok(described.some((id) => /“7x” is no JSON number, so 7 is kept/.test(document.getElementById(id)?.textContent ?? "")));
  await form.type("/it", "");
  assert.deepEqual(form.value(), {});
  form.remove();
});

test("problems are shown once a field was left, tied to it, and all of them when asked for", async () => {
  const form = await formFor(SIXTEEN);
  assert.equal(form.all("p.field-problem").length, 0, "nothing complains before it was visited");
  await form.type("/text", "x");
  const problem = form.field("/text").querySelector("p.field-problem");
  assert.equal(problem?.textContent, "is shorter than 2");
  assert.ok(form.control("/text").getAttribute("aria-describedby")?.split(" ").includes(problem?.id ?? "none"));
  assert.equal(form.control("/text").getAttribute("aria-invalid"), "true");
  assert.equal(form.field("/address").querySelector("p.field-problem"), null);
  form.handle.current?.showProblems();
  await settle();
  assert.match(form.field("/address").textContent ?? "", /is required/);
  form.remove();
});

test("an object that need not be sent is opened when it is wanted", async () => {
  const form = await formFor(one({ type: "object", properties: { kind: { const: "k" }, name: { type: "string" } } }));
  await click(form.byLabel("+ fill in it"));
  assert.deepEqual(form.edits.at(-1), { op: "add", pointer: "/it" });
  assert.ok(form.field("/it").contains(document.activeElement), "and has the focus");
  await form.type("/it/name", "n");
  assert.deepEqual(form.value(), { it: { kind: "k", name: "n" } });
  form.remove();
});

test("an object that must be sent shows its fields before it is there", async () => {
  const form = await formFor(SIXTEEN);
  await form.type("/address/street", "Elm");
  await form.type("/address/zip", "1");
  assert.deepEqual(form.value()["address"], { street: "Elm", zip: "1" });
  form.remove();
});

test("booleans and enumerations are picked", async () => {
  const form = await formFor(SIXTEEN);
  await click(form.byLabel("true"));
  assert.equal(form.value()["flag"], true);
  assert.ok(form.control("/because"), "what depends on it appears");
  const select = form.field("/colour").querySelector("select") as HTMLSelectElement;
  select.value = "2";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
  assert.equal(form.value()["colour"], "blue");
  await click(form.byLabel("y"));
  await click(form.byLabel("z"));
  await click(form.byLabel("y"));
  assert.deepEqual(form.value()["many"], ["z"]);
  await click(form.field("/untyped").querySelectorAll("input")[1] as HTMLElement);
  assert.equal(form.value()["untyped"], 1);
  form.remove();
});

test("a choice of a union is sent, and its fields appear", async () => {
  const form = await formFor(SIXTEEN);
  await click(form.byLabel("square"));
  assert.deepEqual(form.value()["shape"], { kind: "square" });
  await form.type("/shape/side", "2");
  assert.deepEqual(form.value()["shape"], { kind: "square", side: 2 });
  form.remove();
});

test("more than four kinds of a union are a list to open", async () => {
  const form = await formFor(one({ anyOf: ["string", "number", "boolean", "array", "null"].map((type) => ({ type })) }));
  const select = form.field("/it").querySelector("select") as HTMLSelectElement;
  select.value = "2";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
  assert.deepEqual(form.edits.at(-1), { op: "variant", pointer: "/it", variant: 2 });
  form.remove();
});

test("items are added, moved by Alt and arrows, removed, and the focus goes with them", async () => {
  const form = await formFor(SIXTEEN);
  await click(form.find(`[id="${fieldId("f", "/names", "add")}"]`));
  assert.equal(document.activeElement?.id, form.control("/names/0").id);
  await form.type("/names/0", "a");
  await click(form.find(`[id="${fieldId("f", "/names", "add")}"]`));
  await form.type("/names/1", "b");
  form.control("/names/1").focus();
  await press(form.control("/names/1"), "ArrowUp", { altKey: true });
  assert.deepEqual(form.value()["names"], ["b", "a"]);
  assert.equal(document.activeElement?.id, form.control("/names/0").id);
  await click(form.byLabel("Move names 0 down"));
  assert.deepEqual(form.value()["names"], ["a", "b"]);
  await press(form.control("/names/0"), "Backspace", { altKey: true });
  assert.deepEqual(form.value()["names"], ["b"]);
  await click(form.byLabel("Remove names 0"));
  assert.deepEqual(form.value()["names"], []);
  form.remove();
});

test("a pasted JSON array becomes items with their spelling", async () => {
  const form = await formFor(one({ type: "array", items: { type: "number" } }));
  const paste = new Event("paste", { bubbles: true, cancelable: true });
  Object.defineProperty(paste, "clipboardData", { value: { getData: () => "[1.0, 2e1]" } });
  form.find(`[id="${fieldId("f", "/it", "add")}"]`).dispatchEvent(paste);
  await settle();
  assert.deepEqual(form.edits.slice(-2), [{ op: "add", pointer: "/it", json: "1.0" }, { op: "add", pointer: "/it", json: "2e1" }]);
  assert.deepEqual(form.value(), { it: [1, 20] });
  form.remove();
});

test("an array over several lines, pasted into an empty item, begins there", async () => {
  const form = await formFor(SIXTEEN, { text: '{"text":"ab","names":["x",""]}' });
  const paste = new Event("paste", { bubbles: true, cancelable: true });
  Object.defineProperty(paste, "clipboardData", { value: { getData: () => '[\n  "a",\n  "b"\n]' } });
  form.control("/names/1").dispatchEvent(paste);
  await settle();
  assert.deepEqual(form.value()["names"], ["x", "a", "b"]);
  form.remove();
});

test("entries of a map get keys, keep them apart, and are renamed", async () => {
  const form = await formFor(SIXTEEN);
  const fresh = form.byLabel("Name of a new member of labels");
  await input(fresh, "a/b");
  await press(fresh, "Enter");
  assert.deepEqual(form.value()["labels"], { "a/b": "" });
  assert.equal(document.activeElement?.id, form.control("/labels/a~1b").id);
  await input(form.byLabel("Name of a new member of labels"), "a/b");
  assert.match(form.field("/labels").textContent ?? "", /There is “a\/b” already/);
  const key = form.byLabel("Name of a/b");
  await input(key, "c");
  await press(key, "Enter");
  assert.deepEqual(form.value()["labels"], { c: "" });
  await click(form.byLabel("Remove c from labels"));
  assert.deepEqual(form.value()["labels"], {});
  form.remove();
});

test("members that the schema does not name are shown as extra, and can be removed", async () => {
  const form = await formFor(SIXTEEN, { text: '{"text":"ab","surprise":{"deep":[1]}}' });
  assert.match(form.find(".extra-title").textContent ?? "", /not named by the schema/);
  await click(form.byLabel("Remove surprise from the value"));
  assert.deepEqual(form.value(), { text: "ab" });
  form.remove();
});

test("what refers to itself opens step by step", async () => {
  const form = await formFor(SIXTEEN);
  await click(form.control("/tree"));
  await click(form.find(`[id="${fieldId("f", "/tree/children", "add")}"]`));
  await form.type("/tree/children/0/label", "leaf");
  assert.deepEqual(form.value()["tree"], { children: [{ label: "leaf" }] });
  form.remove();
});

test("what is wrong with the schema itself is told above the form, beside what can be checked", async () => {
  const unchecked = "the schema is not valid at `/properties/a/type`: why; the rest is checked";
  const form = await formFor(one({ type: "number" }), { api: async (request) => ({ ...(await fakeForm(request)), unchecked }) });
  assert.match(form.find(".form-note").textContent ?? "", /^Not checked: the schema is not valid at `\/properties\/a\/type`/);
  form.mode.value = "json";
  await settle();
  assert.ok(form.find(".form-note"), "as JSON too");
  form.remove();
  const well = await formFor(one({ type: "number" }));
  assert.deepEqual(well.all(".form-note"), []);
  well.remove();
});

test("a new member without a name says why it is not added", async () => {
  const form = await formFor(one({ type: "object", additionalProperties: { type: "string" } }));
  const field = form.field("/it");
  const add = field.querySelector<HTMLElement>(".new-entry .add");
  const name = field.querySelector<HTMLInputElement>(".new-entry input");
  assert.ok(add !== null && name !== null);
  await click(add);
  assert.equal(field.querySelector(".new-entry .field-problem")?.textContent, "Give it a name first.");
  assert.equal(name.getAttribute("aria-invalid"), "true");
  assert.equal(document.activeElement, name);
  assert.equal(form.edits.length, 0);
  await input(name, "a");
  assert.equal(field.querySelector(".new-entry .field-problem"), null);
  await press(name, "Enter");
  assert.deepEqual(form.edits.at(-1), { op: "addKey", pointer: "/it", key: "a" });
  form.remove();
});
