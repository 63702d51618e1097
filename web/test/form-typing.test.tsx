// Typing into forms: drafts against late answers, JSON as text, suggestions, running.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { signal } from "@preact/signals";
import { click, draw, input, press, settle } from "./parts-dom";
import { fakeForm, Refused, SIXTEEN } from "./fake-form";
import { formFor, one } from "./form-driver";
import type { FormApi, FormProblem, FormResponse } from "../src/contract";
import { FormPane, ModeSwitch } from "../src/form/form";
import { loadLater } from "../src/ui/later";

test("a late answer does not overwrite what is being typed", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const waiting: (() => void)[] = [];
  const slow: FormApi = (request) => new Promise<FormResponse>((resolve) => waiting.push(() => void fakeForm(request).then(resolve)));
  const form = await formFor(one({ type: "string" }), { api: slow, text: '{"it":"a"}' });
  waiting[0]?.();
  await settle();
  form.control("/it").focus();
  await input(form.control("/it"), "ab");
  t.mock.timers.tick(80);
  await input(form.control("/it"), "abc");
  waiting[1]?.();
  await settle();
  assert.equal(form.control("/it").value, "abc");
  assert.deepEqual(form.value(), { it: "ab" });
  form.control("/it").blur();
  await settle();
  assert.equal(form.control("/it").value, "abc", "also after it was left, until the answer is here");
  waiting[2]?.();
  await settle();
  assert.equal(form.control("/it").value, "abc");
  assert.deepEqual(form.value(), { it: "abc" });
  form.remove();
});

test("an item that another one was moved to shows that one, and not what was typed there before", async () => {
  const form = await formFor(one({ type: "array", items: { type: "string" } }), { text: '{"it":["a","b"]}' });
  await form.type("/it/0", "first");
  await click(form.byLabel("Move it 1 up"));
  await settle();
  assert.deepEqual(form.value(), { it: ["b", "first"] });
  form.control("/it/0").focus();
  await settle();
  assert.equal(form.control("/it/0").value, "b");
  form.remove();
});

test("what is refused stays in its field with the reason beside it, also after a look at the JSON", async () => {
  const api: FormApi = (request) =>
    JSON.stringify(request).length > 5_000 ? Promise.reject(new Refused("the body has 5001 bytes, and may have 5000")) : fakeForm(request);
  const form = await formFor({ type: "object", properties: { it: { type: "string" }, other: { type: "string" } } }, { api, text: '{"it":"a"}' });
  const long = "long ".repeat(1_000);
  await form.type("/it", long);
  const isThere = () => {
    assert.equal(form.control("/it").value, long);
    assert.match(form.field("/it")?.querySelector(".field-problem")?.textContent ?? "", /^not taken.*: the body has 5001 bytes, and may/);
  };
  isThere();
  assert.deepEqual(form.errors.value.map((one) => one.pointer), ["/it"], "a run is held back by it");
  await form.type("/other", "b");
  assert.deepEqual(form.value(), { it: "a", other: "b" });
  isThere();
  form.mode.value = "json";
  await settle();
  form.mode.value = "form";
  await settle();
  isThere();
  await form.type("/it", "short");
  assert.deepEqual(form.value(), { it: "short", other: "b" });
  assert.deepEqual(form.errors.value, []);
  form.remove();
});

test("a recalled text replaces what was typed", async () => {
  const form = await formFor(one({ type: "string" }), { text: '{"it":"a"}' });
  form.control("/it").focus();
  await input(form.control("/it"), "abc");
  form.text.value = '{"it":"recalled"}';
  await settle();
  assert.equal(form.control("/it").value, "recalled");
  form.remove();
});

test("raw JSON is taken when it is JSON, and says where it is not", async () => {
  const form = await formFor(one({}));
  await form.type("/it", '{"a": [1.0,');
  assert.equal(form.edits.length, 0);
  assert.match(form.field("/it").textContent ?? "", /Line 1, column 12: expected a value/);
  await form.type("/it", '{"a": [1.0]}');
  assert.deepEqual(form.edits, [{ op: "set", pointer: "/it", json: '{"a": [1.0]}' }]);
  form.remove();
});

test("JSON mode is the text itself, right or wrong", async () => {
  await loadLater();
  const spelled = '{"text":"ab", "big": 12345678901234567890, "x": 1e400}';
  const form = await formFor(SIXTEEN, { text: spelled });
  form.mode.value = "json";
  await settle();
  const area = form.find("textarea") as HTMLTextAreaElement;
  assert.equal(area.value, spelled);
  await input(area, '{\n  "a" 1}');
  area.dispatchEvent(new Event("blur"));
  await settle();
  assert.equal(form.text.value, '{\n  "a" 1}');
  assert.match(form.text.value && (form.find(".field-problem").textContent ?? ""), /line 2, column 7/);
  assert.equal(form.errors.value[0]?.keyword, "syntax");
  await click(form.find(".field-problem button"));
  assert.equal(area.selectionStart, 8);
  form.mode.value = "form";
  await settle();
  assert.match(form.text.value && form.root.textContent || "", /cannot be read/);
  form.remove();
});

test("Ctrl+Enter runs with what was typed in the last moment, once the form has settled", async () => {
  const form = await formFor(one({ type: "string" }));
  const seen: string[] = [];
  form.onRun.mock.mockImplementation(() => {
    void form.handle.current?.settled().then(() => seen.push(form.text.value));
  });
  form.control("/it").focus();
  await input(form.control("/it"), "last");
  await press(form.control("/it"), "Enter", { ctrlKey: true });
  await settle();
  assert.deepEqual(seen.map((text) => JSON.parse(text) as unknown), [{ it: "last" }]);
  form.remove();
});

test("suggestions come after a pause; Tab takes the marked one, Escape only closes the list", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const complete = mock.fn(async (_name: string, value: string) => [`${value}-one`, `${value}-two`]);
  const form = await formFor(one({ type: "string" }), { complete });
  const field = form.control("/it");
  field.focus();
  await input(field, "p");
  await input(field, "py");
  t.mock.timers.tick(149);
  assert.equal(complete.mock.callCount(), 0);
  t.mock.timers.tick(1);
  await settle();
  assert.deepEqual(complete.mock.calls.map((call) => call.arguments), [["it", "py"]]);
  assert.equal(field.getAttribute("role"), "combobox");
  assert.equal(field.getAttribute("aria-expanded"), "true");
  await press(field, "ArrowDown");
  const marked = document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
  assert.equal(marked?.textContent, "py-two");
  assert.equal(marked?.getAttribute("aria-selected"), "true");
  const tab = await press(field, "Tab");
  assert.ok(tab.defaultPrevented);
  assert.equal(field.value, "py-two");
  assert.equal(field.getAttribute("aria-expanded"), "false");
  await input(field, "x");
  t.mock.timers.tick(150);
  await settle();
  await press(field, "Escape");
  assert.equal(field.getAttribute("aria-expanded"), "false");
  assert.equal(field.value, "x");
  const free = await press(field, "Tab");
  assert.ok(!free.defaultPrevented, "without a list Tab leaves the field");
  await press(field, "ArrowDown");
  t.mock.timers.tick(150);
  await settle();
  await press(field, "Enter");
  assert.equal(field.value, "x-one", "whoever opened the list by hand takes what is marked");
  form.remove();
});

test("an array of names that are hostile is text", async () => {
  const evil = '<img src=x onerror="alert(1)">';
  const form = await formFor({ type: "object", properties: { [evil]: { type: "string", description: evil, title: evil } } });
  assert.equal(form.all("img").length, 0);
  assert.ok(form.root.textContent?.includes(evil));
  await form.type(`/${evil}`, "x");
  assert.deepEqual(form.value(), { [evil]: "x" });
  form.remove();
});

test("the switch between form and JSON writes the mode", async () => {
  const mode = signal<"form" | "json">("form");
  const drawn = await draw(<ModeSwitch mode={mode} idPrefix="f" />);
  await click(drawn.byLabel("JSON"));
  assert.equal(mode.value, "json");
  drawn.remove();
});

test("a field that gets long keeps the cursor, and has more lines once it was left", async () => {
  const form = await formFor(one({ type: "string" }));
  const before = form.control("/it");
  before.focus();
  await input(before, "x".repeat(500));
  assert.ok(form.control("/it") === before, "under the cursor it is the same element");
  assert.equal(document.activeElement?.id, before.id);
  before.blur();
  await settle();
  assert.equal(form.control("/it").tagName, "TEXTAREA");
  form.remove();
});

test("pasted line breaks are kept, and the cursor stands after them", async () => {
  const form = await formFor(one({ type: "string" }), { text: '{"it":"ad"}' });
  const field = form.control("/it");
  field.focus();
  field.setSelectionRange(1, 1);
  const paste = new Event("paste", { bubbles: true, cancelable: true });
  Object.defineProperty(paste, "clipboardData", { value: { getData: () => "b\r\nc" } });
  field.dispatchEvent(paste);
  await settle();
  const area = form.control("/it");
  assert.equal(area.tagName, "TEXTAREA");
  assert.equal(area.value, "ab\ncd");
  assert.equal(document.activeElement?.id, area.id);
  assert.equal(area.selectionStart, 4);
  area.blur();
  await settle();
  assert.deepEqual(form.value(), { it: "ab\ncd" });
  form.remove();
});

test("another function at every drawing loses nothing", async () => {
  const text = signal('{"it":"a"}');
  const errors = signal<FormProblem[]>([]);
  const mode = signal<"form" | "json">("form");
  const turn = signal(0);
  let asked = 0;
  const Holder = () => {
    turn.value;
    const api: FormApi = (request) => {
      asked++;
      return fakeForm(request);
    };
    return <FormPane schema={JSON.stringify(one({ type: "string" }))} text={text} mode={mode} errors={errors} onRun={() => {}} api={api} idPrefix="f" />;
  };
  const drawn = await draw(<Holder />);
  await settle();
  const field = drawn.find("#f-it") as HTMLInputElement;
  field.focus();
  await input(field, "typed");
  turn.value++;
  await settle();
  assert.equal(field.value, "typed");
  assert.equal(asked, 1, "the schema was read once");
  drawn.remove();
});

test("a field under the cursor keeps what was typed, even where the backend would spell it otherwise", async () => {
  const loud: FormApi = (request) => {
    const edits = request.edits.map((edit) => (edit.op === "set" ? { ...edit, json: edit.json.toUpperCase() } : edit));
    return fakeForm({ ...request, edits });
  };
  const form = await formFor(one({ type: "string" }), { api: loud });
  form.control("/it").focus();
  await input(form.control("/it"), "quiet");
  await form.handle.current?.settled();
  await settle();
  assert.deepEqual(form.value(), { it: "QUIET" });
  assert.equal(form.control("/it").value, "quiet");
  form.control("/it").blur();
  await settle();
  assert.equal(form.control("/it").value, "QUIET");
  form.remove();
});

test("suggestions for what was typed earlier are dropped", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const answers: ((found: string[]) => void)[] = [];
  const complete = () => new Promise<string[]>((resolve) => answers.push(resolve));
  const form = await formFor(one({ type: "string" }), { complete });
  const field = form.control("/it");
  field.focus();
  await input(field, "a");
  t.mock.timers.tick(150);
  await input(field, "ab");
  t.mock.timers.tick(150);
  answers[1]?.(["abc"]);
  await settle();
  answers[0]?.(["azure"]);
  await settle();
  assert.deepEqual(form.all("[role=option]").map((option) => option.textContent), ["abc"]);
  form.remove();
});
