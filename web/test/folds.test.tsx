// Folding: where the blocks of a text are, which lines are left, and the keys that fold.
import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { fakeTimeline, row } from "./fake-timeline";
import { click, draw, press, settle } from "./parts-dom";
import type { Api, RowDetailBody } from "../src/contract";
import { marksOf } from "../src/form/json-editor";
import { settings } from "../src/store/settings";
import { RowDetail } from "../src/timeline/detail";
import { LocalDoc } from "../src/ui/doc-local";
import { foldOnScreen } from "../src/ui/doc-view";
import { ALL_FOLDED, blocksOf, foldQuery, NOTHING_FOLDED, unfolding, withFold } from "../src/ui/folds";
import { BigDoc, PrettyJson } from "../src/ui/json";
import { linesOf, prettyOf } from "../src/ui/json-tokens";

const SMALL = prettyOf('{"a":[1.0,{"b":"x, y: {"}],"c":{},"d":[[]]}');

function linesLeft(doc: LocalDoc): string[] {
  return Array.from({ length: doc.total }, (_, place) => (doc.line(place)?.tokens ?? []).map((token) => token.text).join(""));
}

test("blocks are those of the backend", () => {
  assert.deepEqual([...blocksOf(SMALL, linesOf(SMALL, 400))], [[0, 11], [1, 6], [3, 5], [8, 10]]);
  assert.equal(blocksOf("{}", linesOf("{}", 400)).size, 0);
  assert.equal(blocksOf("]}{[", linesOf("]}{[", 400)).size, 0);
  const cut = prettyOf(`["${"[{".repeat(50)}",[1]]`);
  assert.deepEqual([...blocksOf(cut, linesOf(cut, 10)).values()].length, 2, "brackets in a string that is cut are none");
});

test("folded blocks are one line, and the rest is left", () => {
  const doc = new LocalDoc(SMALL, 400);
  doc.setFolds({ all: false, folded: new Set([1, 3, 8]), open: new Set() });
  assert.deepEqual(linesLeft(doc), ["{", '  "a": […],', '  "c": {},', '  "d": […]', "}"]);
  assert.equal(doc.line(2)?.number, 7);
  doc.setFolds(ALL_FOLDED);
  assert.deepEqual(linesLeft(doc), ["{", '  "a": […],', '  "c": {},', '  "d": […]', "}"]);
  doc.setFolds(withFold(ALL_FOLDED, 1, false));
  assert.deepEqual(linesLeft(doc).slice(0, 5), ["{", '  "a": [', "    1.0,", "    {…}", "  ],"]);
  doc.setFolds(withFold(doc.folds, 0, true));
  assert.deepEqual(linesLeft(doc), ["{…}"]);
  doc.setFolds(NOTHING_FOLDED);
  assert.equal(doc.total, 12);
});

test("a line that is folded away is found again", async () => {
  const doc = new LocalDoc(SMALL, 400);
  doc.setFolds(ALL_FOLDED);
  const { around, at } = await doc.placeOf(4);
  assert.deepEqual(around, [0, 1, 3]);
  doc.setFolds(unfolding(doc.folds, around));
  assert.equal(doc.line(at)?.number, 4);
  assert.deepEqual(await doc.search("X, Y", 0), { matches: [4], more: false });
  assert.deepEqual((await doc.search("[", 2)).matches, [8, 9]);
  assert.deepEqual((await doc.search("nowhere", 0)).matches, []);
});

test("the backend is asked with the folds at hand", () => {
  assert.deepEqual(foldQuery(NOTHING_FOLDED), {});
  assert.deepEqual(foldQuery(withFold(NOTHING_FOLDED, 5, true)), { folded: "5" });
  assert.deepEqual(foldQuery(withFold(ALL_FOLDED, 5, false)), { all: "true", open: "5" });
  assert.deepEqual(foldQuery(withFold(withFold(ALL_FOLDED, 5, false), 5, true)), { all: "true", folded: "5" });
});

test("a small document folds by keys and by the mouse", async () => {
  const shown = await draw(<PrettyJson text={SMALL} />);
  const tree = shown.find('[role="tree"]');
  const count = () => shown.all('[role="treeitem"]').length;
  assert.equal(count(), 12);
  await press(tree, "ArrowDown");
  await press(tree, "ArrowLeft");
  assert.equal(count(), 7);
  assert.equal(shown.find('[aria-expanded="false"]').textContent, '  "a": […],');
  await press(tree, "ArrowRight");
  assert.equal(count(), 12);
  for (let line = 1; line < 4; line++) await press(tree, "ArrowDown");
  await press(tree, "ArrowLeft");
  await settle();
  assert.equal(shown.find(".json-at").textContent, "    {", "from inside, the key leads to the block around");
  await click(shown.find(".json-fold"));
  assert.equal(count(), 1);
  assert.ok(foldOnScreen());
  await settle();
  assert.equal(count(), 12);
  assert.ok(foldOnScreen());
  await settle();
  assert.equal(count(), 5);
  shown.remove();
  assert.ok(!foldOnScreen());
});

test("a big document is folded by the backend, and a match that is folded away is unfolded", async () => {
  const asked: URL[] = [];
  const get = async (path: string): Promise<unknown> => {
    const url = new URL(path, "http://x");
    asked.push(url);
    if (url.pathname.endsWith("/search")) return { matches: [4], more: false };
    if (url.pathname.endsWith("/place")) return { around: [0, 1, 3], at: 4 };
    const isFolded = url.searchParams.has("all") && !url.searchParams.has("open");
    const numbers = isFolded ? [0, 1, 7, 8, 11] : [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    return {
      lines: numbers.map((number) => `"line ${number}"`),
      numbers,
      ends: numbers.map((number) => (number < 2 ? 11 - number : null)),
      folded: numbers.map((number) => isFolded && number === 1),
      from: 0,
      total: numbers.length,
      bytes: 1,
    };
  };
  const api: Api = { get: get as Api["get"], send: () => Promise.reject(new Error("nothing is sent")) };
  const shown = await draw(<BigDoc session="s" seq={7} path="" api={api} />);
  await settle();
  await click(shown.all("button").find((one) => one.textContent === "Fold all") as HTMLElement);
  await settle();
  assert.equal(shown.all(".json-line").length, 5);
  const field = shown.find("input[type=search]") as HTMLInputElement;
  field.value = "x";
  await press(field, "Enter");
  await settle();
  await settle();
  assert.equal(asked.at(-1)?.searchParams.get("open"), "0,1,3");
  assert.equal(shown.find(".json-found").textContent, '"line 4"');
  shown.remove();
});

test("letters move through a document as arrows do, unless they are switched off", async () => {
  const shown = await draw(<PrettyJson text='{"a":[1,2,3],"b":2}' label="it" />);
  const tree = shown.find("[role=tree]");
  const at = (): number => shown.all(".json-line").findIndex((one) => one.classList.contains("json-at"));
  await press(tree, "j");
  await press(tree, "j");
  assert.equal(at(), 2);
  await press(tree, "k");
  assert.equal(at(), 1);
  await press(tree, "G", { shiftKey: true });
  assert.equal(at(), shown.all(".json-line").length - 1);
  const first = await press(tree, "g");
  assert.equal(first.defaultPrevented, false, "the first of two keys may be meant for others");
  await press(tree, "g");
  assert.equal(at(), 0);
  settings.value = { ...settings.value, singleKeys: false };
  await press(tree, "j");
  assert.equal(at(), 0);
  settings.value = { ...settings.value, singleKeys: true };
  shown.remove();
});

test("errors are marked where they are in the text", () => {
  const text = '{ "a/b": [1, {"c": "x"}], "n": 5 }';
  assert.deepEqual(marksOf(text, null, [{ pointer: "/a~1b/1/c", message: "no", keyword: "type" }]), [
    { from: text.indexOf('"x"'), to: text.indexOf('"x"') + 3, message: "no" },
  ]);
  assert.deepEqual(marksOf(text, null, [{ pointer: "/gone", message: "no", keyword: "required" }]), [{ from: 0, to: 0, message: "no" }]);
  assert.deepEqual(marksOf("[\n1 2]", { message: "m", line: 2, column: 3 }, []), [{ from: 4, to: 5, message: "m" }]);
});

test("the _meta of a request is folded at first, and only that of its parameters", async () => {
  const text = '{"method":"tools/call","params":{"_meta":{"a":{"b":1}},"name":"echo","arguments":{"_meta":{"mine":1}}}}';
  const fake = fakeTimeline([row(1)]);
  const get = async <T,>(path: string): Promise<T> => {
    const body = await fake.api.get<RowDetailBody>(path);
    return { ...body, parts: body.parts.map((part) => ({ ...part, text })) } as T;
  };
  const shown = await draw(<RowDetail session="s" seq={1} api={{ ...fake.api, get }} tab={signal("request")} />);
  await settle();
  const folded = shown.find('[aria-expanded="false"]');
  assert.equal(folded.textContent, '    "_meta": {…},');
  assert.match(shown.text(), /"name": "echo".*"mine": 1/s);
  await click(folded.querySelector(".json-fold") as HTMLElement);
  assert.match(shown.text(), /"b": 1/);
  shown.remove();
});
