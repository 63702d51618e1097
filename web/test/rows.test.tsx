// Rows of the timeline that are there without being new, rows of apps, and a filter that is emptied and left.
import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { draw, input, press, settle } from "./parts-dom";
import { fakeTimeline, row } from "./fake-timeline";
import type { Row, TimelineNews } from "../src/contract";
import { TimelinePane } from "../src/timeline/timeline";

const calls = (number: number): Row[] => Array.from({ length: number }, (_, index) => row(index * 2 + 1));

async function paneOf(rows: Row[], wanted = "") {
  const fake = fakeTimeline(rows);
  const feed = signal<TimelineNews | null>(fake.news(wanted));
  const filter = signal(wanted);
  const judged = signal(0);
  const drawn = await draw(
    <TimelinePane session="s" feed={feed} filter={filter} selected={signal<number | null>(null)} api={fake.api} full judged={judged} />,
  );
  await settle();
  await settle();
  return { ...drawn, ...fake, feed, filter, judged, grid: drawn.find("[role=grid]") };
}

test("rows that appear while the log does not grow are not told as new", async () => {
  const rows = calls(500);
  const pane = await paneOf(rows);
  pane.grid.scrollTop = 100;
  pane.grid.dispatchEvent(new Event("scroll"));
  await settle();
  // Findings about rows that have been there all along.
  rows.splice(3, 0, ...[0, 1, 2].map((finding) => row(5, { kind: "finding", finding, depth: 1, parent: 5 })));
  pane.judged.value = 3;
  await settle();
  await settle();
  assert.equal(pane.grid.getAttribute("aria-rowcount"), "504");
  assert.equal(pane.all(".tl-new").length, 0);
  rows.push(row(2001));
  pane.feed.value = pane.news();
  await settle();
  assert.equal(pane.find(".tl-new").textContent, "1 new ↓");
  pane.remove();
});

test("what an app and the page say to each other is not told to go to the server", async () => {
  const said = (seq: number, direction: "in" | "out"): Row => row(seq, { kind: "app", direction, method: "ui/initialize" });
  const pane = await paneOf([said(1, "in"), said(3, "out"), row(5)]);
  const words = pane.all(".tl-direction .sr-only").map((one) => one.textContent);
  assert.deepEqual(words, ["direction", "from the app", "to the app", "to the server"]);
  pane.remove();
});

test("a filter that was emptied stays empty when its field is left at once", async () => {
  const pane = await paneOf(calls(20), "kind:stderr");
  const field = pane.find("input") as HTMLInputElement;
  field.focus();
  await input(field, "");
  await press(field, "Escape");
  await settle();
  assert.equal(pane.filter.value, "");
  assert.equal(field.value, "");
  assert.equal(pane.grid.getAttribute("aria-rowcount"), "21");
  assert.equal(document.activeElement, pane.grid);
  pane.remove();
});
