// JSON as text: tokens, lines, faults, and what is drawn of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, draw, input, press, settle } from "./parts-dom";
import type { Api } from "../src/contract";
import { BigDoc, JsonText, PrettyJson } from "../src/ui/json";
import { elementsOf, indexOf, isJsonNumber, jsonFault } from "../src/ui/json-fault";
import { linesOf, prettyOf, tokensOf } from "../src/ui/json-tokens";

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const PIECES = ['"', "\\", '\\"', "{", "}", "[", "]", ",", ":", " ", "\n", "true", "null", "nul", "-1.5e+9", "12", "abc", "é", "😀", "\ud800", "\t", "'", "\u0000"];

function scraps(next: (below: number) => number, most: number): string {
  return Array.from({ length: next(most) }, () => PIECES[next(PIECES.length)]).join("");
}

function value(next: (below: number) => number, depth: number): string {
  const kind = next(depth > 3 ? 4 : 6);
  const space = () => [" ", "", "\n", "  "][next(4)];
  if (kind === 0) return ["1.0", "-0", "12345678901234567890", "1e400"][next(4)] ?? "";
  if (kind === 1) return JSON.stringify(scraps(next, 6));
  if (kind === 2) return ["true", "false", "null"][next(3)] ?? "";
  if (kind === 3) return ["[]", "{}"][next(2)] ?? "";
  const parts = Array.from({ length: 1 + next(4) }, () => (kind === 4 ? "" : `${JSON.stringify(scraps(next, 3))}${space()}:${space()}`) + value(next, depth + 1));
  return kind === 4 ? `[${space()}${parts.join(`${space()},${space()}`)}${space()}]` : `{${space()}${parts.join(`,${space()}`)}${space()}}`;
}

test("the tokens of any text are the text", () => {
  const next = random(3);
  for (let round = 0; round < 3000; round++) {
    const text = round % 2 === 0 ? scraps(next, 40) : value(next, 0);
    assert.equal(tokensOf(text).map((token) => token.text).join(""), text);
  }
});

test("the lines of any text are the text, also when they are cut, and their tokens as well", () => {
  const next = random(5);
  for (let round = 0; round < 2000; round++) {
    const text = scraps(next, 60);
    const lines = linesOf(text, 7);
    let joined = "";
    for (const [index, line] of lines.entries()) {
      if (index > 0 && !line.continued) joined += "\n";
      const tokens = tokensOf(text, line.start, line.end, line.inString).map((token) => token.text).join("");
      assert.equal(tokens, text.slice(line.start, line.end));
      joined += tokens;
    }
    assert.equal(joined, text);
  }
});

test("a string that is cut over lines stays a string", () => {
  const text = `{"a":"${"{x}".repeat(20)}","b":1}`;
  const kinds = linesOf(text, 10).flatMap((line) => tokensOf(text, line.start, line.end, line.inString));
  const inside = kinds.filter((token) => token.text.includes("x"));
  assert.ok(inside.length > 3);
  assert.ok(inside.every((token) => token.kind === "string"));
  assert.equal(kinds.at(-2)?.kind, "number");
});

test("tokens have their kinds", () => {
  assert.deepEqual(
    tokensOf('{"a" : [1.0, "b", true, nulll]}').filter((token) => token.kind !== "space").map((token) => [token.kind, token.text]),
    [
      ["punctuation", "{"], ["key", '"a"'], ["punctuation", ":"], ["punctuation", "["], ["number", "1.0"], ["punctuation", ","], ["string", '"b"'],
      ["punctuation", ","], ["literal", "true"], ["punctuation", ","], ["other", "nulll"], ["punctuation", "]"], ["punctuation", "}"],
    ],
  );
});

test("tokens take time in proportion to the text", () => {
  const hostile = ['"'.repeat(200_000), "\\".repeat(200_000), "[".repeat(200_000), '"a" '.repeat(100_000), " ".repeat(300_000), "1".repeat(300_000)];
  const started = performance.now();
  for (const text of hostile) {
    tokensOf(text);
    linesOf(text, 100);
    jsonFault(text);
  }
  // Anything quadratic takes minutes here.
  assert.ok(performance.now() - started < 5000);
});

test("a text is laid out without being changed, as the backend lays it out", () => {
  assert.equal(prettyOf('{"n":1.10,"list":[],"n":{"a":true}}'), '{\n  "n": 1.10,\n  "list": [],\n  "n": {\n    "a": true\n  }\n}');
  const next = random(9);
  for (let round = 0; round < 500; round++) {
    const text = value(next, 0);
    const solid = (of: string) => tokensOf(of).filter((token) => token.kind !== "space").map((token) => token.text).join("");
    assert.equal(solid(prettyOf(text)), solid(text));
    assert.equal(jsonFault(prettyOf(text)), null);
  }
});

test("faults are found exactly where JSON.parse finds some", () => {
  const next = random(13);
  let wrong = 0;
  for (let round = 0; round < 4000; round++) {
    let text = round % 2 === 0 ? scraps(next, 8) : value(next, 0);
    if (round % 4 === 3) text = text.slice(0, next(text.length + 1)) + text.slice(next(text.length + 1));
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
      wrong++;
    }
    assert.equal(jsonFault(text) === null, isJson, text);
  }
  assert.ok(wrong > 500);
});

test("a fault says what was expected, and where", () => {
  assert.deepEqual(jsonFault('{\n  "a": 1,\n  b: 2\n}'), { message: "expected a name in double quotes, found `b`", line: 3, column: 3 });
  assert.deepEqual(jsonFault("[1 2]"), { message: "expected `,` or `]`, found `2`", line: 1, column: 4 });
  assert.deepEqual(jsonFault("[1,"), { message: "expected a value, found the end of the text", line: 1, column: 4 });
  assert.deepEqual(jsonFault(""), { message: "expected a value, found the end of the text", line: 1, column: 1 });
  assert.equal(jsonFault("{} {}")?.message, "expected the end, found `{`");
  assert.equal(indexOf("ab\ncd\nef", 2, 2), 4);
  assert.equal(indexOf("ab", 9, 9), 2);
});

test("the elements of an array keep their spelling", () => {
  assert.deepEqual(elementsOf(' [1.0, {"a":[1,2]} , "x,]", 1e400, []] '), ["1.0", '{"a":[1,2]}', '"x,]"', "1e400", "[]"]);
  assert.deepEqual(elementsOf("[]"), []);
  for (const other of ["{}", "1", "[1", "[1],", "a"]) assert.equal(elementsOf(other), null, other);
});

test("numbers are told from other text", () => {
  for (const yes of ["0", "-1.50", "1e400", "12345678901234567890"]) assert.ok(isJsonNumber(yes), yes);
  for (const no of ["", "-", "1.", ".5", "+1", "01", "0x1", "NaN", "1 "]) assert.ok(!isJsonNumber(no), no);
});

test("what a server sent is text and never markup", async () => {
  const hostile = '{"<img src=x onerror=alert(1)>":"</span><script>alert(1)</script>"}';
  const shown = await draw(<JsonText text={hostile} />);
  assert.equal(shown.all("img, script").length, 0);
  assert.equal(shown.text(), hostile);
  shown.remove();
});

test("text that is not JSON is shown as it is", async () => {
  const shown = await draw(<PrettyJson text="two  words, {not json" />);
  assert.equal(shown.text(), "two  words, {not json");
  shown.remove();
});

test("of a long text only the lines that are seen are drawn", async () => {
  const text = prettyOf(JSON.stringify(Array.from({ length: 9000 }, (_, index) => ({ index }))));
  const shown = await draw(<JsonText text={text} />);
  assert.ok(shown.all(".json-line").length < 70);
  shown.remove();
});

test("a big document comes in windows, and its search leads to lines", async () => {
  const asked: string[] = [];
  const get = async (path: string): Promise<unknown> => {
    asked.push(path);
    const query = new URL(path, "http://x").searchParams;
    if (path.includes("/search")) {
      const from = Number(query.get("from"));
      return from === 0 ? { matches: [50_000, 60_000], more: true } : { matches: [70_000], more: false };
    }
    if (path.includes("/place")) return { around: [], at: Number(query.get("line")) };
    const from = Number(query.get("from"));
    return { lines: Array.from({ length: 200 }, (_, index) => `"line ${from + index}"`), from, total: 90_000, bytes: 1 };
  };
  const api: Api = { get: get as Api["get"], send: () => Promise.reject(new Error("nothing is sent")) };
  const shown = await draw(<BigDoc session="a/b" seq={7} path="/result" api={api} />);
  await settle();
  assert.ok(asked[0]?.startsWith("/api/sessions/a%2Fb/doc/7?"));
  assert.ok(shown.text().includes("line 3"));
  const field = shown.find("input[type=search]");
  await input(field, "x y");
  await press(field, "Enter");
  assert.ok(asked.some((path) => path.includes("search?text=x+y&from=0") && path.includes("path=%2Fresult")));
  await settle();
  assert.equal(shown.find(".json-found").textContent, '"line 50000"');
  await press(field, "Enter");
  await press(field, "Enter");
  await settle();
  await settle();
  assert.ok(asked.some((path) => path.includes("from=60001")));
  assert.equal(shown.find(".json-found").textContent, '"line 70000"');
  assert.ok(shown.text().includes("3 of 3"));
  await click(shown.byLabel("Previous match"));
  await settle();
  assert.equal(shown.find(".json-found").textContent, '"line 60000"');
  assert.ok(asked.length < 20);
  shown.remove();
});
