// The renderer of forms against the real engine: models that the engine made (`fixtures/forms/sixteen.json`, kept
// fresh by a test of the backend) are drawn, and what is done to them asks what the fixture has an answer to.
import assert from "node:assert/strict";
import { test } from "node:test";
import fixture from "../../fixtures/forms/sixteen.json";
import type { FormApi, FormEdit, FormNode, FormResponse } from "../src/contract";
import { childrenOf } from "../src/form/context";
import { fieldId } from "../src/form/pointer";
import { fakeForm, type Schema } from "./fake-form";
import { formFor } from "./form-driver";
import { meant, placesOf, seen } from "./form-looks";
import { click, input, nameOf, press, settle } from "./parts-dom";

interface Case {
  says: string;
  text: string | null;
  edits: FormEdit[];
  made: FormResponse;
}

const cases = fixture.cases as unknown as Case[];
const schema = fixture.schema as Schema;

/** The engine, as far as the fixture knows it. Whatever else is asked fails the test. */
const engine: FormApi = async ({ text, edits }) => {
  const same = cases.find((one) => one.text === text && JSON.stringify(one.edits) === JSON.stringify(edits));
  // What the engine has put into the text is what it would be given next.
  const again = edits.length === 0 ? cases.find((one) => one.made.text === text) : undefined;
  const found = same ?? again;
  if (found === undefined) throw new Error(`the fixture has no answer to ${JSON.stringify({ text, edits })}`);
  return found.made;
};

function caseOf(says: string): Case {
  const found = cases.find((one) => one.says === says);
  if (found === undefined) throw new Error(`the fixture has no case “${says}”`);
  return found;
}

const drawn = (one: Case) => formFor(schema, { text: one.made.text, api: engine });

for (const one of cases) {
  test(`the model of the engine is drawn: ${one.says}`, async () => {
    const form = await drawn(one);
    assert.ok(childrenOf(one.made.form).length >= 17, "all fields are there");
    for (const [node, holder] of placesOf(form.root, one.made.form, "f"))
      assert.equal(seen(holder), meant(node, "f"), `${node.pointer} is ${node.kind}`);
    assert.equal(form.text.value, one.made.text, "drawing changes nothing");
    const ids = form.all("[id]").map((element) => element.id);
    assert.deepEqual(ids.filter((id, index) => ids.indexOf(id) !== index), [], "ids are used once");
    for (const control of form.all("input, textarea, select, button")) assert.notEqual(nameOf(form.root, control), "", control.outerHTML);
    assert.deepEqual(form.errors.value, one.made.errors);
    form.remove();
  });
}

type Form = Awaited<ReturnType<typeof formFor>>;

async function choose(form: Form, pointer: string, value: string): Promise<void> {
  const select = form.field(pointer).querySelector("select") as HTMLSelectElement;
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
}

const within = (form: Form, pointer: string, selector: string, at = 0): HTMLElement =>
  form.field(pointer).querySelectorAll<HTMLElement>(selector)[at] as HTMLElement;

const DOINGS: Record<string, (form: Form) => Promise<unknown>> = {
  "a word is typed": (form) => form.type("/text", "other"),
  "a number is typed": (form) => form.type("/count", "7"),
  "what was null becomes a number": (form) => form.type("/maybe", "5"),
  "null is not sent any more": (form) => click(form.byLabel("Do not send maybe")),
  "a flag is switched": (form) => click(form.byLabel("false")),
  "one of some is chosen": (form) => choose(form, "/colour", "0"),
  "one of some without a type is chosen": (form) => click(within(form, "/untyped", "input")),
  "one more of many is chosen": (form) => click(form.byLabel("y")),
  "an item is added": (form) => click(form.find(`[id="${fieldId("f", "/names", "add")}"]`)),
  "an item is moved": (form) => press(form.control("/names/1"), "ArrowUp", { altKey: true }),
  "an item is removed": (form) => click(form.byLabel("Remove names 0")),
  "a place of a tuple is filled in": (form) => form.type("/point/0", "2"),
  "another alternative is chosen": (form) => click(form.byLabel("circle")),
  "another type is chosen": (form) => click(form.byLabel("string")),
  "a member is added": async (form) => {
    await input(form.byLabel("Name of a new member of labels"), "d/e");
    await press(form.byLabel("Name of a new member of labels"), "Enter");
  },
  "a member is renamed": async (form) => {
    await input(form.byLabel("Name of a b"), "f");
    await press(form.byLabel("Name of a b"), "Enter");
  },
  "a member is removed": (form) => click(form.byLabel("Remove a b from labels")),
  "what refers to itself grows": (form) => click(form.find(`[id="${fieldId("f", "/tree/children", "add")}"]`)),
  "a field of an object is filled in": (form) => form.type("/address/zip", "1"),
  "what the schema does not name is removed": (form) => click(form.byLabel("Remove more from the value")),
};

for (const [says, act] of Object.entries(DOINGS)) {
  test(`the engine is asked for what was done: ${says}`, async () => {
    const wanted = caseOf(says);
    const form = await drawn(caseOf("everything is there"));
    await act(form);
    await settle();
    assert.deepEqual(form.edits, wanted.edits);
    assert.equal(form.text.value, wanted.made.text);
    form.remove();
  });
}

test("every request of the fixture is one that something on the screen makes", () => {
  const made = cases.filter((one) => one.edits.length > 0).map((one) => one.says);
  assert.deepEqual(made.toSorted(), Object.keys(DOINGS).toSorted());
});

test("the stand-in of the other tests makes the same kinds of the sixteen shapes as the engine", async () => {
  const one = caseOf("everything is there");
  const kinds = (node: FormNode) => childrenOf(node).map(({ pointer, kind, state }) => ({ pointer, kind, state }));
  const fake = await fakeForm({ schema: JSON.stringify(schema), text: one.made.text, edits: [] });
  assert.deepEqual(kinds(fake.form), kinds(one.made.form));
});
