import assert from "node:assert/strict";
import { test } from "node:test";
import "./page";
import { expiry } from "../src/auth/tokens";
import { tokenInFragment } from "../src/api";
import { callBody, completionBody, compose, templateValues, textOfRequest } from "../src/store/request";
import { objectText, sliceAt } from "../src/text/json";
import { bytes, duration, elapsed } from "../src/text/measure";

const ODD = '{"a":1.0,"b":1e400,"c":12345678901234567890,"a":-0.0,"\\u0064":{"x":[1.50,"]}\\"",{}]}}';

test("what a person typed is sent byte for byte", () => {
  const composed = compose({ kind: "tool", key: "echo" }, ODD, null);
  assert.equal(composed.params, `{"name":"echo","arguments":${ODD}}`);
  const body = callBody(composed, { timeoutMs: 5, forced: true, detached: false });
  assert.equal(
    body,
    `{"method":"tools/call","params":{"name":"echo","arguments":${ODD}},"progress":true,"timeoutMs":5,"forced":true}`,
  );
  assert.equal(textOfRequest(`{"method":"tools/call","params":${composed.params}}`), ODD);
});

test("names with any sign in them are quoted", () => {
  const name = 'a"b\\\n</script>';
  const { params } = compose({ kind: "tool", key: name }, "{}", '{"k":1.0}');
  assert.equal(params, `{"name":${JSON.stringify(name)},"arguments":{},"_meta":{"k":1.0}}`);
  assert.equal((JSON.parse(params) as { name: string }).name, name);
});

test("each kind of item has its method", () => {
  assert.deepEqual(compose({ kind: "resource", key: "x://y" }, "", null), {
    method: "resources/read",
    params: '{"uri":"x://y"}',
  });
  assert.deepEqual(compose({ kind: "prompt", key: "p" }, "{}", null), {
    method: "prompts/get",
    params: '{"name":"p"}',
  });
  assert.deepEqual(compose({ kind: "prompt", key: "p" }, '{"a":"b"}', null), {
    method: "prompts/get",
    params: '{"name":"p","arguments":{"a":"b"}}',
  });
  assert.deepEqual(compose({ kind: "tool", key: "t" }, "  ", null), { method: "tools/call", params: '{"name":"t"}' });
});

test("completion tells the other arguments that are filled in", () => {
  const body = JSON.parse(
    completionBody({ kind: "prompt", key: "p" }, "post", "1", '{"name":"ada","post":"1","empty":""}'),
  ) as { params: unknown };
  assert.deepEqual(body.params, {
    ref: { type: "ref/prompt", name: "p" },
    argument: { name: "post", value: "1" },
    context: { arguments: { name: "ada" } },
  });
});

test("values of templates are strings as they are spelled", () => {
  assert.deepEqual(templateValues('{"a":"x y","n":5}'), { a: "x y", n: "5" });
  assert.deepEqual(templateValues("not json"), {});
});

test("a member is cut out as it stands, the last of doubles", () => {
  assert.equal(sliceAt(ODD, ["a"]), "-0.0");
  assert.equal(sliceAt(ODD, ["b"]), "1e400");
  assert.equal(sliceAt(ODD, ["d", "x", 0]), "1.50");
  assert.equal(sliceAt(ODD, ["d", "x", 2]), "{}");
  assert.equal(sliceAt(ODD, ["d", "x", 3]), null);
  assert.equal(sliceAt(ODD, ["nothing"]), null);
  assert.equal(sliceAt(" [ 1 , 2 ] ", [1]), "2");
  assert.equal(sliceAt("", ["a"]), null);
});

test("broken text is cut without an end of time or an error", () => {
  for (let end = 0; end < ODD.length; end += 1) {
    const part = ODD.slice(0, end);
    sliceAt(part, ["d", "x", 2]);
  }
});

test("members without a value are left out", () => {
  assert.equal(
    objectText([
      ["a", "1"],
      ["b", null],
      ["c", '"x"'],
    ]),
    '{"a":1,"c":"x"}',
  );
});

test("the token is taken from the fragment with its plus signs", () => {
  assert.equal(tokenInFragment("#token=a+b/c="), "a+b/c=");
  assert.equal(tokenInFragment("#/s/1/explore"), null);
  assert.equal(tokenInFragment(""), null);
});

test("quantities are short", () => {
  assert.deepEqual(
    [duration(900_000), duration(3_100_000), duration(61e6), duration(18.45e9), duration(125e9)],
    ["900 µs", "3.1 ms", "61 ms", "18.4 s", "2:05 min"],
  );
  assert.deepEqual([bytes(412), bytes(2100), bytes(15_400), bytes(5_000_000)], ["412 B", "2.1 kB", "15.4 kB", "5 MB"]);
  assert.equal(elapsed(78_900), "1:18");
});

test("when a token expires is told as the time that is left", () => {
  const now = Date.parse("2026-11-16T12:00:00Z");
  assert.equal(expiry("2026-11-16T12:01:30Z", now), "in 1:30");
  assert.equal(expiry("2026-11-19T12:00:00Z", now), "in 3 days");
  assert.equal(expiry("2026-11-16T11:59:59Z", now), "expired");
  assert.equal(expiry(undefined, now), "not said");
});

test("a call is one line however its arguments are laid out, and strings keep what they have", () => {
  const text = '{\n  "a": [\n    1.0,\r\n\t2\n  ],\n  "b": "x  \\n y"\n}';
  const composed = compose({ kind: "tool", key: "t" }, text, null);
  assert.equal(
    callBody(composed, { timeoutMs: null, forced: false, detached: false }),
    '{"method":"tools/call","params":{"name":"t","arguments":{"a": [1.0,2],"b": "x  \\n y"}},"progress":true}',
  );
});
