// Content of results: what is wrong with it is told, and of very much of it only what is near the view is drawn.
/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw } from "./parts-dom";
import { Content } from "../src/explore/content";
import { misfitOf, resourceMisfit } from "../src/explore/misfit";
import { Heights } from "../src/explore/paged";
import { TALLEST } from "../src/ui/window-math";

test("what is wrong with a block is said by the member that is wrong", () => {
  assert.equal(misfitOf({ type: "text", text: "" }), null);
  assert.equal(misfitOf({ type: "text", text: 5 }), "`text` is a number, not a string");
  assert.equal(misfitOf({ type: "text", text: null }), "`text` is null, not a string");
  assert.equal(misfitOf({ type: "image", data: "A A==" }), "`mimeType` is missing");
  assert.equal(misfitOf({ type: "image", data: "?", mimeType: "text/html" }), "`data` is not base64; `mimeType` is no type of image");
  assert.equal(misfitOf({ type: "resource", resource: "x" }), "`resource` is a string, not an object");
  assert.equal(misfitOf({ type: "resource", resource: { uri: "x", text: 1 } }), "`text` is a number, not a string");
  assert.equal(misfitOf({ type: "resource_link", uri: "x", name: "y" }), null);
  assert.equal(misfitOf({ type: 5 }), "`type` is a number, not a string");
  assert.equal(misfitOf({ type: "hologram" }), null, "newer kinds are none of our business");
  assert.equal(misfitOf([]), "it is a list, not an object");
  assert.equal(resourceMisfit({ uri: "x" }), "`text` and `blob` are missing");
});

test("a block that is not as it should be shows its JSON", async () => {
  const result = JSON.stringify({ content: [{ type: "text", text: 5 }], messages: [null] });
  const shown = await draw(<Content session="s1" result={result} />);
  assert.match(shown.text(), /`text` is a number, not a string.*"text": 5/s);
  assert.match(shown.text(), /it is null, not an object/);
  shown.remove();
});

test("of many blocks a few are drawn, and it is told how many there are", async () => {
  const content = Array.from({ length: 20_000 }, (_, at) => ({ type: "text", text: `block ${at}` }));
  const shown = await draw(<Content session="s1" result={JSON.stringify({ content })} />);
  assert.match(shown.text(), /20,000 blocks, 1 to \d+ shown/);
  assert.ok(shown.all(".block").length < 200);
  shown.remove();
  const few = await draw(<Content session="s1" result={JSON.stringify({ content: content.slice(0, 5) })} />);
  assert.equal(few.all(".block").length, 5);
  assert.doesNotMatch(few.text(), /shown/);
  few.remove();
});

test("pages that lie between two heights are found, by what is known of them", () => {
  const heights = new Heights(10);
  const none = { first: 0, end: 0 };
  heights.note(0, 100);
  assert.deepEqual(heights.between(0, 250, none), { first: 0, end: 3 });
  heights.note(1, 1000);
  assert.deepEqual(heights.between(150, 250, none), { first: 1, end: 2 });
  assert.equal(heights.room(0, 10), 1900);
  assert.deepEqual(heights.between(5000, 6000, none), { first: 9, end: 10 });
  const endless = new Heights(100_000);
  endless.note(0, 1000);
  assert.ok(endless.room(0, 100_000) <= TALLEST + 1, "a browser can still make it");
});
