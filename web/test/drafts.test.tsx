import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { answering, drawn, settled } from "./page";
import type { FormApi, FormNode } from "../src/contract";
import { DraftNote } from "../src/form/draft-note";
import { FormEngine } from "../src/form/engine";
import { draftNamed, draftOf, draftsCame, takeDrafts } from "../src/store/drafts";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.parse("2026-01-01") }));
afterEach(() => mock.timers.reset());

/** Time passes in which nobody types, and what is due is done. */
async function rest(ms = 150): Promise<void> {
  mock.timers.tick(ms);
  await settled();
}

test("what is typed goes to the backend once it rests, and not what came from there", async () => {
  let revision = 0;
  const asked = answering(() => JSON.stringify({ revision: ++revision }));
  const draft = draftOf("d1", { kind: "tool", key: "echo" });
  draft.text.value = "{}";
  draft.text.value = '{"message":"h"}';
  draft.text.value = '{"message":"hi"}';
  await rest(149);
  assert.deepEqual(asked, [], "not before it rests");
  await rest(1);
  assert.deepEqual(asked, [
    { method: "PUT", path: "/api/sessions/d1/drafts", body: '{"name":"tool:echo","text":"{\\"message\\":\\"hi\\"}"}' },
  ]);
  takeDrafts("d1", { revision: 9, drafts: [{ name: "prompt:p", text: "theirs" }] });
  assert.equal(draftOf("d1", { kind: "prompt", key: "p" }).text.value, "theirs");
  assert.equal(draft.text.value, '{"message":"hi"}', "what was just typed here stays");
  await rest(3000);
  takeDrafts("d1", { revision: 11, drafts: [{ name: "tool:echo", text: "theirs, later" }] });
  assert.equal(draft.text.value, "theirs, later");
  await rest();
  assert.equal(asked.length, 1);
});

test("what another tab types while somebody types here is told, and taken when a person says so", async () => {
  let revision = 0;
  const asked = answering(() => JSON.stringify({ revision: ++revision }));
  const theirs = (text: string) => takeDrafts("t1", { revision, drafts: [{ name: "tool:echo", text }] });
  const draft = draftOf("t1", { kind: "tool", key: "echo" });
  const note = await drawn(<DraftNote session="t1" name="tool:echo" />);
  draft.text.value = "{}";
  await rest();
  theirs('{"message":"from the start"}');
  assert.equal(note.textContent, "", "what the form makes of nothing is nobody's");
  draft.text.value = '{"message":"mine"}';
  await rest();
  theirs('{"message":"theirs"}');
  await settled();
  assert.match(note.textContent ?? "", /in another tab/);
  await rest(60_000);
  theirs('{"message":"theirs, later"}');
  await settled();
  assert.equal(draft.text.value, '{"message":"mine"}', "nobody has said yet which is right");
  const [take, keep] = note.querySelectorAll("button");
  keep?.click();
  await settled();
  assert.equal(note.textContent, "");
  assert.match(asked.at(-1)?.body ?? "", /mine/, "the backend has it, so that a reload has");
  theirs('{"message":"theirs again"}');
  await settled();
  assert.notEqual(take, undefined);
  note.querySelector("button")?.click();
  await settled();
  assert.deepEqual([draft.text.value, note.textContent], ['{"message":"theirs again"}', ""]);
  await rest(3000);
  theirs('{"message":"and on"}');
  assert.equal(draft.text.value, '{"message":"and on"}', "whoever has what the other had follows it");
});

test("a draft that is too long to be kept says so for as long as it is, and no other tab's takes its place", async () => {
  let revision = 0;
  const asked = answering(() => JSON.stringify({ revision: ++revision }));
  const draft = draftOf("l1", { kind: "tool", key: "echo" });
  const note = await drawn(<DraftNote session="l1" name="tool:echo" also={["options:tool:echo"]} />);
  draft.text.value = "{}";
  await rest();
  draft.text.value = JSON.stringify({ message: "x".repeat(300_000) });
  await rest();
  assert.match(note.textContent ?? "", /has 300 kB, and no more than 262 kB are kept/);
  assert.equal(asked.length, 1);
  await rest(60_000);
  takeDrafts("l1", { revision: 1, drafts: [{ name: "tool:echo", text: '{"message":"theirs"}' }] });
  assert.equal(draft.text.value.length, 300_014);
  draft.text.value = '{"message":"short"}';
  await rest();
  await settled();
  assert.equal(note.textContent, "");
  assert.equal(asked.length, 2);
  draft.meta.value = JSON.stringify({ a: "x".repeat(300_000) });
  await rest();
  assert.match(note.textContent ?? "", /300 kB/, "options are typed as well");
});

test("drafts of another tab are taken where nobody types, and answers never", async () => {
  answering(() => '{"revision":1}');
  assert.equal(draftsCame("d2"), false);
  const form = draftNamed("d2", "tool:a");
  const answer = draftNamed("d2", "answer:1");
  const drafts = [
    { name: "tool:a", text: "typed there" },
    { name: "answer:1", text: "an answer of somebody else" },
  ];
  takeDrafts("d2", { revision: 3, drafts });
  assert.equal(draftsCame("d2"), true);
  assert.equal(form.text.value, "typed there");
  assert.equal(answer.text.value, "");
  takeDrafts("d2", { revision: 4, drafts: [] });
  assert.equal(form.text.value, "typed there", "what the backend had to drop is not taken away here");
  await settled();
});

test("what is typed and not in the text yet is no less typed: no other tab takes its place", async () => {
  answering(() => '{"revision":1}');
  const draft = draftOf("d5", { kind: "tool", key: "echo" });
  takeDrafts("d5", { revision: 1, drafts: [{ name: "tool:echo", text: '{"message":"old"}' }] });
  const mine = '{"message":"mine"}';
  const api: FormApi = ({ text, edits }) =>
    Promise.resolve({ text: edits.length === 0 ? (text ?? "") : mine, form: {} as FormNode, errors: [], unchecked: null, textError: null });
  const form = new FormEngine(api, "{}", draft.text, draft.errors);
  form.start();
  await settled();
  form.edit({ op: "set", pointer: "/message", json: '"mine"' }, true);
  takeDrafts("d5", { revision: 2, drafts: [{ name: "tool:echo", text: '{"message":"theirs"}' }] });
  assert.equal(draft.text.value, '{"message":"old"}', "the form has not asked yet");
  await rest();
  assert.equal(draft.text.value, mine);
  form.leave();
});

test("the options of a run and the view of a form are kept like its text", async () => {
  let revision = 0;
  const asked = answering(() => JSON.stringify({ revision: ++revision }));
  const tool = { kind: "tool", key: "echo" } as const;
  const draft = draftOf("d3", tool);
  draft.meta.value = '{"a":1}';
  draft.timeoutMs.value = 5000;
  draft.mode.value = "json";
  draft.asTask.value = false;
  await rest();
  const kept = JSON.parse(asked[0]?.body ?? "") as { name: string; text: string };
  assert.equal(asked.length, 1);
  assert.equal(kept.name, "options:tool:echo");
  takeDrafts("d4", { revision: 1, drafts: [kept] });
  const back = draftOf("d4", tool);
  assert.deepEqual(
    [back.mode, back.meta, back.timeoutMs, back.forced, back.detached, back.asTask].map((one) => one.value),
    ["json", '{"a":1}', 5000, false, false, false],
  );
  takeDrafts("d4", { revision: 2, drafts: [{ name: "options:tool:echo", text: '{"forced":true}' }] });
  assert.deepEqual([back.mode.value, back.meta.value, back.forced.value], ["form", "", true]);
  await rest();
  assert.equal(asked.length, 1, "what came from there does not go back");
});
