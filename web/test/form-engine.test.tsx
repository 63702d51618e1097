// The engine of forms: which questions are asked, which answers count, in whatever order they come.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { signal } from "@preact/signals";
import { settle } from "./parts-dom";
import { common, Refused } from "./fake-form";
import type { FormProblem, FormRequest, FormResponse } from "../src/contract";
import { FormEngine, TYPING_PAUSE, unfinishedOf } from "../src/form/engine";
import { keepSame } from "../src/form/same";

interface Question {
  request: FormRequest;
  answer(text: string): Promise<void>;
  refuse(reason: Error): Promise<void>;
}

function response(text: string): FormResponse {
  return { text, form: { ...common({}, "", null, true, text), kind: "raw", raw: text, reason: "" }, errors: [], unchecked: null, textError: null };
}

/** An engine whose questions are answered by the test, in whatever order. */
function engineWith(first: string) {
  const questions: Question[] = [];
  const api = (request: FormRequest) =>
    new Promise<FormResponse>((resolve, reject) => {
      questions.push({
        request,
        answer: async (text) => {
          resolve(response(text));
          await settle();
        },
        refuse: async (reason) => {
          reject(reason);
          await settle();
        },
      });
    });
  const text = signal(first);
  const problems = signal<FormProblem[]>([]);
  const engine = new FormEngine(api, "{}", text, problems);
  engine.start();
  const again = () => new FormEngine(api, "{}", text, problems);
  return { engine, text, problems, questions, again, question: (index: number) => questions[index] as Question };
}

const set = (pointer: string, json: string) => ({ op: "set", pointer, json }) as const;

test("no value yet asks for a first one", async () => {
  const { text, question } = engineWith("");
  assert.equal(question(0).request.text, null);
  await question(0).answer('{"a":1}');
  assert.equal(text.value, '{"a":1}');
});

test("typing is sent after a pause, as one edit, with the spelling it has", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { engine, questions, question } = engineWith("{}");
  await question(0).answer("{}");
  for (const typed of ["1", "1.", "1.0"]) engine.edit(set("/n", typed), true);
  assert.equal(questions.length, 1);
  t.mock.timers.tick(TYPING_PAUSE - 1);
  assert.equal(questions.length, 1);
  t.mock.timers.tick(1);
  assert.deepEqual(question(1).request.edits, [set("/n", "1.0")]);
  engine.leave();
});

test("a change of structure is sent at once, together with what was typed before", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { engine, question } = engineWith("{}");
  await question(0).answer("{}");
  engine.edit(set("/n", "1"), true);
  engine.edit({ op: "add", pointer: "/list" });
  assert.deepEqual(question(1).request.edits, [set("/n", "1"), { op: "add", pointer: "/list" }]);
  engine.leave();
});

test("an answer that is older than the one shown is dropped", async () => {
  const { engine, text, question } = engineWith("{}");
  await question(0).answer("{}");
  engine.edit(set("/a", "1"));
  engine.edit(set("/b", "2"));
  // Each question has everything since the last text that came back.
  assert.deepEqual(question(2).request.edits, [set("/a", "1"), set("/b", "2")]);
  await question(2).answer('{"a":1,"b":2}');
  await question(1).answer('{"a":1}');
  assert.equal(text.value, '{"a":1,"b":2}');
});

test("answers in order lose nothing that was typed between them", async () => {
  const { engine, text, question, questions } = engineWith("{}");
  await question(0).answer("{}");
  const first = engine.edit(set("/a", "1"));
  const second = engine.edit(set("/b", "2"));
  await question(1).answer('{"a":1}');
  assert.equal(engine.applied.value, first);
  engine.edit(set("/c", "3"));
  assert.deepEqual(question(3).request, { schema: "{}", text: '{"a":1}', edits: [set("/b", "2"), set("/c", "3")] });
  await question(2).answer('{"a":1,"b":2}');
  assert.equal(engine.applied.value, second);
  await question(3).answer('{"a":1,"b":2,"c":3}');
  assert.equal(text.value, '{"a":1,"b":2,"c":3}');
  assert.equal(questions.length, 4);
});

test("an answer about a text that was replaced since does not bring it back", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { engine, text, question } = engineWith("{}");
  await question(0).answer("{}");
  engine.edit(set("/a", "1"));
  engine.replaceText('{"typed": ');
  await question(1).answer('{"a":1}');
  assert.equal(text.value, '{"typed": ');
  t.mock.timers.tick(TYPING_PAUSE);
  assert.deepEqual(question(2).request, { schema: "{}", text: '{"typed": ', edits: [] });
  engine.leave();
});

test("an edit that is refused is given up, said so, and does not spoil the next", async () => {
  const { engine, text, question } = engineWith("{}");
  await question(0).answer("{}");
  engine.edit(set("/no/such", "1"));
  engine.edit(set("/b", "2"));
  await question(1).refuse(new Refused("there is no place /no/such"));
  assert.match(engine.failure.value ?? "", /no place/);
  assert.deepEqual(question(3).request.edits, [set("/b", "2")]);
  await question(3).answer('{"b":2}');
  await question(2).refuse(new Refused("there is no place /no/such"));
  assert.equal(text.value, '{"b":2}');
  assert.match(engine.failure.value ?? "", /no place/, "it is read until the next edit");
  engine.edit(set("/c", "3"));
  await question(4).answer('{"b":2,"c":3}');
  assert.equal(engine.failure.value, null);
});

test("what was typed and refused is told as long as it stands in its field", async () => {
  const { engine, problems, question } = engineWith("{}");
  await question(0).answer("{}");
  engine.edit(set("/a", "1"), true);
  engine.edit(set("/b", "2"), true);
  engine.flush();
  await question(1).refuse(new Refused("the body has 9 bytes, and may have 8"));
  assert.deepEqual(
    problems.value.map((one) => `${one.pointer} ${one.message}`),
    ["/a", "/b"].map((pointer) => `${pointer} not taken, so it would not be sent: the body has 9 bytes, and may have 8`),
  );
  engine.edit({ op: "add", pointer: "/list" });
  await question(2).answer('{"list":[1]}');
  assert.deepEqual(problems.value.map((one) => one.pointer), ["/a", "/b"], "another edit says nothing about them");
  engine.edit(set("/a", "3"), true);
  engine.flush();
  await question(3).answer('{"list":[1],"a":3}');
  assert.deepEqual(problems.value.map((one) => one.pointer), ["/b"]);
  engine.replaceText("{}");
  engine.flush();
  await question(4).answer("{}");
  assert.deepEqual(problems.value, []);
  engine.leave();
});

test("a backend that does not answer is asked again, with everything", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { engine, text, question } = engineWith("{}");
  await question(0).answer("{}");
  engine.edit(set("/a", "1"));
  await question(1).refuse(new Error("the backend is gone"));
  assert.equal(engine.failure.value, "the backend is gone");
  t.mock.timers.tick(1000);
  assert.deepEqual(question(2).request.edits, [set("/a", "1")]);
  await question(2).answer('{"a":1}');
  assert.equal(text.value, '{"a":1}');
  assert.equal(engine.failure.value, null);
  engine.leave();
});

test("settled waits for what was typed last", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { engine, question } = engineWith("{}");
  await question(0).answer("{}");
  engine.edit(set("/a", '"hi"'), true);
  const done = mock.fn();
  void engine.settled().then(done);
  await settle();
  assert.equal(done.mock.callCount(), 0);
  await question(1).answer('{"a":"hi"}');
  assert.equal(done.mock.callCount(), 1);
});

test("text that is not JSON is a problem of the whole", async () => {
  const { engine, problems, text } = await (async () => {
    const textNow = signal("{");
    const problemsNow = signal<FormProblem[]>([]);
    const api = async () => ({ ...response("{"), textError: { message: "expected a name", line: 1, column: 2 } });
    const made = new FormEngine(api, "{}", textNow, problemsNow);
    made.start();
    await settle();
    return { engine: made, problems: problemsNow, text: textNow };
  })();
  assert.equal(text.value, "{");
  assert.deepEqual(problems.value, [{ pointer: "", message: "not JSON: expected a name", keyword: "syntax" }]);
  assert.equal(engine.textFault.value?.column, 2);
});

test("what did not change stays the same object", () => {
  const before = { a: { x: [1, 2] }, b: { y: 1 } };
  const next = keepSame(before, { a: { x: [1, 2] }, b: { y: 2 } });
  assert.equal(next.a, before.a);
  assert.deepEqual(next, { a: { x: [1, 2] }, b: { y: 2 } });
  assert.equal(keepSame(before, structuredClone(before)), before);
  assert.notEqual(keepSame<unknown>(before, { a: before.a }), before);
  const hostile: unknown = JSON.parse('{"__proto__":{"x":1}}');
  assert.deepEqual(Object.keys(keepSame({ a: 1 }, hostile) as object), ["__proto__"]);
});

test("a form that is left puts what was typed last into its text, and the next form of that text waits for it", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { engine, text, questions, question, again } = engineWith("{}");
  await question(0).answer("{}");
  engine.edit(set("/a", '"the last letters"'), true);
  assert.deepEqual(unfinishedOf(text)?.edits, [set("/a", '"the last letters"')], "a page that goes sends them as they are");
  engine.leave();
  assert.deepEqual(question(1).request.edits, [set("/a", '"the last letters"')], "nobody waits for a pause");
  const next = again();
  next.start();
  assert.equal(questions.length, 2);
  await question(1).answer('{"a":"the last letters"}');
  assert.equal(text.value, '{"a":"the last letters"}');
  assert.equal(question(2).request.text, '{"a":"the last letters"}', "the next form begins with them");
  assert.equal(unfinishedOf(text), null);
  next.leave();
});

test("a form that is left does not overwrite what others wrote since", async () => {
  const { engine, text, question } = engineWith("{}");
  await question(0).answer("{}");
  engine.edit(set("/a", "1"));
  engine.leave();
  text.value = '{"recalled":true}';
  await question(1).answer('{"a":1}');
  assert.equal(text.value, '{"recalled":true}');
  assert.equal(unfinishedOf(text), null);
});

test("a form that is left asks again until the backend answers", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { engine, text, question } = engineWith("{}");
  await question(0).answer("{}");
  engine.edit(set("/a", "1"), true);
  engine.leave();
  await question(1).refuse(new Error("the backend is gone"));
  t.mock.timers.tick(1000);
  await question(2).answer('{"a":1}');
  assert.equal(text.value, '{"a":1}');
});
