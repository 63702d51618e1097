// What a server says in a shape or of a length that nobody expects is told in a few words, and nothing of it fails.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./page";
import { isComing, whyEmpty } from "../src/store/catalog";
import { capabilitiesOf, hasCapability, serverIdentity, serverTitle, serverVersion } from "../src/store/server-words";
import { sliceAt } from "../src/text/json";
import { brief, briefJson, told } from "../src/text/told";
import { said, say } from "../src/ui/copy";
import { state } from "./samples";

const of = (info: unknown, capabilities: unknown = {}): ReturnType<typeof state> =>
  state({ server: { info, capabilities, instructions: null } });

test("what is no text is told as JSON, and nothing as nothing", () => {
  assert.deepEqual([5, [], {}, true, "x", null, undefined].map((one) => told(one)), ["5", "[]", "{}", "true", "x", "", ""]);
  assert.match(told(["y".repeat(500)]), /^\["y{298}… \(504 B in all\)$/);
  let deep: unknown = [];
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  assert.match(told(deep), /^\[/);
});

test("a server is called by what it says, whatever shape that has", () => {
  for (const odd of [5, [], {}, true]) {
    const text = JSON.stringify(odd);
    assert.equal(serverTitle(of({ name: odd })), text);
    assert.equal(serverTitle(of({ title: odd, name: "n" })), text);
    assert.equal(serverVersion(of({ name: "n", version: odd })), text);
    assert.equal(serverIdentity(of({ title: "t", name: "n", version: odd })), `t · n · ${text}`);
  }
  for (const odd of [5, "x", true, null, [], {}, { name: null }]) assert.equal(serverTitle(of(odd)), "demo");
  assert.equal(serverTitle(state({ server: null })), "demo");
  assert.equal(serverTitle(of({ name: "a\u202eb" })), "a⟨U+202E⟩b");
});

test("capabilities that are no object are none", () => {
  for (const odd of [5, "", "tools", true, []]) {
    const now = of({}, odd);
    assert.deepEqual(capabilitiesOf(now), {});
    assert.equal(hasCapability(now, "tools"), false);
    assert.equal(hasCapability(now, "length"), false);
    assert.equal(isComing(now, null, "tools"), false);
    assert.equal(whyEmpty(now, "templates"), "the server did not advertise `resources`");
  }
  assert.equal(whyEmpty(of({}, null), "tools"), "the server has not said what it offers");
  assert.equal(hasCapability(of({}, {}), "constructor"), false);
  assert.equal(isComing(of({}, { tools: 5 }), null, "tools"), true);
});

test("of a long text the beginning is told, with how long it is and without half a sign", () => {
  assert.equal(brief("short\u0000"), "short⟨U+0000⟩");
  assert.equal(brief("x".repeat(3_000_000), 3), "xxx… (3 MB in all)");
  assert.equal(brief("ab😀cd", 3), "ab… (6 B in all)");
  assert.equal(brief("a\nb", 9, true), "a\nb");
});

test("of the JSON of a long text only the beginning is read", () => {
  assert.equal(briefJson('"a\\nb\\u202e"'), "a\nb⟨U+202E⟩");
  assert.equal(briefJson('{"a":1}'), '{"a":1}');
  for (const end of ["\\", "\\u", "\\u0", "\\u00e", "\\ud83d"]) {
    const json = `"${"x".repeat(9)}${end}`;
    assert.match(briefJson(`${json}${"y".repeat(100)}"`, json.length), /^x{9}… /, end);
  }
  const long = `"${"z".repeat(20_000_000)}"`;
  const began = performance.now();
  assert.match(briefJson(long), /^z+… \(20 MB in all\)$/);
  assert.ok(performance.now() - began < 1000);
});

test("members behind megabytes of text, quotes and backslashes are found, and soon", () => {
  const tricky = JSON.stringify('\\"'.repeat(1_000_000) + "\\");
  const text = `{"error":{"message":${tricky},"code":-5},"outcome":"refused"}`;
  const began = performance.now();
  assert.equal(sliceAt(text, ["outcome"]), '"refused"');
  assert.equal(sliceAt(text, ["error", "code"]), "-5");
  assert.equal(sliceAt(text, ["error", "message"]), tricky);
  assert.ok(performance.now() - began < 1000);
});

test("what is said in the status bar has no signs that turn it around, and is short", () => {
  say(`no: \u202e${"x".repeat(1_000_000)}`);
  assert.match(said.value.text, /^no: ⟨U\+202E⟩x+… \(1 MB in all\)$/);
  assert.ok(said.value.text.length < 400);
});
