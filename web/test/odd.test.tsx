// What comes in a shape that it should not have is told with what is wrong, and a refused token is used no more.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answering } from "./page";
import { api, keepToken, keptToken, takeToken } from "../src/api";
import type { Catalog } from "../src/contract";
import { isSchema } from "../src/form/form";
import { askMisfits } from "../src/inbox/ask-misfit";
import { withSpelledNames } from "../src/store/catalog";

test("what is wrong with an ask is said by the member that is wrong", () => {
  const wrong = (method: string, params: unknown): string => askMisfits(method, params).join("; ");
  const requestedSchema = { type: "object" };
  assert.equal(wrong("elicitation/create", { message: "a", requestedSchema }), "");
  assert.equal(wrong("elicitation/create", { message: "a", mode: "url", url: "x:y" }), "");
  assert.equal(wrong("elicitation/create", { mode: "url", message: "a" }), "`url` is missing");
  assert.equal(wrong("elicitation/create", {}), "`message` is missing; `requestedSchema` is missing");
  assert.equal(wrong("elicitation/create", { message: 5, requestedSchema }), "`message` is a number, not a string");
  const messages = [{ role: "user", content: { type: "text", text: "a" } }];
  assert.equal(wrong("sampling/createMessage", { messages, maxTokens: 1 }), "");
  assert.equal(wrong("sampling/createMessage", { messages: "x", maxTokens: 1 }), "`messages` is a string, not a list");
  assert.equal(
    wrong("sampling/createMessage", { messages: [null, { role: "user" }], maxTokens: 1 }),
    "message 1 is null, not an object; message 2: `content` is missing",
  );
  assert.match(wrong("sampling/createMessage", { messages: Array(9).fill(7), maxTokens: 1 }), /and 4 more messages/);
  assert.equal(wrong("roots/list", []), "`params` is a list, not an object");
  assert.equal(wrong("roots/list", undefined), "");
});

test("objects and booleans are schemas, and nothing else is", () => {
  for (const text of ["{}", ' {"a":1}', "true", "false"]) assert.ok(isSchema(text), text);
  for (const text of ["null", '"x"', "[]", "5", ""]) assert.ok(!isSchema(text), text);
});

test("a token that was refused is not used again, another one is", async () => {
  const asked = answering(() => new Response('{"error":{"code":"SESSION_INVALID","message":"not ours"}}', { status: 401 }));
  keepToken("an old one");
  await assert.rejects(api.get("/api/sessions"), { code: "SESSION_INVALID" });
  await assert.rejects(api.get("/api/sessions"), { code: "SESSION_INVALID" });
  assert.equal(asked.length, 1);
  keepToken("a new one");
  await assert.rejects(api.get("/api/sessions"));
  assert.equal(asked.length, 2);
  keepToken("a third one");
});

test("a token in the address takes the place of a good one only when the backend takes it", async () => {
  keepToken("good");
  const asked = answering(() => new Response("{}", { status: 401 }));
  assert.equal(await takeToken("stray"), false);
  assert.equal(await takeToken("no\nheader"), false);
  assert.equal(keptToken(), "good");
  assert.equal(await takeToken("good"), true, "its own is not asked about");
  assert.equal(asked.length, 1);
  answering(() => new Response("[]"));
  assert.equal(await takeToken("newer"), true);
  assert.equal(keptToken(), "newer");
  answering(() => Promise.reject(new TypeError("nobody answers")));
  assert.equal(await takeToken("newest"), true);
  assert.equal(keptToken(), "newest");
});

test("a name that is no valid text is the one that the server spelled", async () => {
  const item = (index: number, broken: string | null) => ({
    index, name: "", title: null, description: null, uri: null, mimeType: null, badges: [], app: null, visibility: [], broken,
  });
  const raws = ["{}", '{"name":"lone\\ud800surrogate"}', '{"name":5}'];
  answering(({ path }) => JSON.stringify({ raw: raws[Number(/index=(\d)/.exec(path)?.[1])] }));
  const lists = { tools: { seq: 1, complete: true, items: [item(0, null), item(1, "hex"), item(2, "no string")] } };
  const { tools } = await withSpelledNames("s1", { ...lists, resources: null, templates: null, prompts: null } as Catalog);
  assert.deepEqual(tools?.items.map((one) => one.name), ["", "lone\\ud800surrogate", ""]);
  assert.equal(tools?.items[1]?.broken, "its name is no valid text (hex)");
});
