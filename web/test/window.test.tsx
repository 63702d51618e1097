// The virtual list: its arithmetic for lists of any length, and what of a list is in the document.
import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { draw, settle } from "./parts-dom";
import { Windowed } from "../src/ui/window";
import {
  drawnHeight, type Extent, fullHeight, isAtEnd, isScaled, lastOffset, MARGIN_ROWS, offsetOf, offsetShowing, scrollOf, seenAt, TALLEST, windowAt,
} from "../src/ui/window-math";

const small: Extent = { count: 1000, rowHeight: 22, viewport: 220 };
const huge: Extent = { count: 10_000_000, rowHeight: 22, viewport: 660 };

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test("an unscaled list is drawn pixel by pixel", () => {
  assert.equal(isScaled(small), false);
  assert.equal(drawnHeight(small), 22_000);
  assert.equal(offsetOf(small, 330), 330);
  const window = windowAt(small, 330, 330);
  assert.deepEqual(window, { first: 15 - MARGIN_ROWS, end: 25 + MARGIN_ROWS, top: (15 - MARGIN_ROWS) * 22 });
});

test("the rows that are seen are told apart from those that are drawn beyond them", () => {
  assert.deepEqual(seenAt(small, 330), [15, 24]);
  assert.deepEqual(seenAt(small, 341), [15, 25], "a row that is seen in part is seen");
  assert.deepEqual(seenAt({ count: 3, rowHeight: 22, viewport: 200 }, 0), [0, 2]);
  assert.deepEqual(seenAt({ count: 0, rowHeight: 22, viewport: 200 }, 0), [0, -1]);
});

test("an empty list has no rows", () => {
  assert.deepEqual(windowAt({ count: 0, rowHeight: 22, viewport: 200 }, 0, 0), { first: 0, end: 0, top: 0 });
});

test("a list beyond the browser's limit is scaled, and both ends are reached", () => {
  assert.ok(fullHeight(huge) > 33_000_000);
  assert.equal(drawnHeight(huge), TALLEST);
  assert.equal(offsetOf(huge, 0), 0);
  assert.equal(offsetOf(huge, TALLEST - huge.viewport), lastOffset(huge));
  const end = windowAt(huge, lastOffset(huge), TALLEST - huge.viewport);
  assert.equal(end.end, huge.count);
  // The last row ends where the scrolled element ends.
  assert.ok(Math.abs(end.top + (end.end - end.first) * huge.rowHeight - TALLEST) < 1);
});

test("whatever the position, the rows that are seen are drawn, and drawn where they are seen", () => {
  const next = random(7);
  for (let round = 0; round < 2000; round++) {
    const extent: Extent = {
      count: 1 + Math.floor(next() * (round % 2 === 0 ? 5_000 : 50_000_000)),
      rowHeight: 18 + Math.floor(next() * 12),
      viewport: 50 + Math.floor(next() * 900),
    };
    const scroll = next() * Math.max(0, drawnHeight(extent) - extent.viewport);
    const offset = offsetOf(extent, scroll);
    const window = windowAt(extent, offset, scroll);
    assert.ok(window.first >= 0 && window.end <= extent.count && window.first < window.end);
    assert.ok(window.first * extent.rowHeight <= offset, "the first visible row is drawn");
    assert.ok(window.end * extent.rowHeight >= Math.min(offset + extent.viewport, fullHeight(extent)) - 0.001, "the last one, too");
    // A row at the top of the viewport is drawn at the scroll position.
    const atTop = window.top + (offset - window.first * extent.rowHeight);
    assert.ok(Math.abs(atTop - scroll) < 0.01, `${atTop} is not ${scroll}`);
    assert.ok(window.end - window.first <= extent.viewport / extent.rowHeight + 2 * MARGIN_ROWS + 3, "and not many more");
  }
});

test("scroll position and offset are inverse to each other", () => {
  const next = random(11);
  for (let round = 0; round < 500; round++) {
    const offset = next() * lastOffset(huge);
    assert.ok(Math.abs(offsetOf(huge, scrollOf(huge, offset)) - offset) < 0.001);
  }
});

test("a row is brought into view by the shortest way", () => {
  assert.equal(offsetShowing(small, 330, 16), 330, "it is seen already");
  assert.equal(offsetShowing(small, 330, 3), 66, "from above to the top");
  assert.equal(offsetShowing(small, 330, 40), 41 * 22 - 220, "from below to the bottom");
  assert.equal(offsetShowing(small, 330, 5000), lastOffset(small), "beyond the end is the end");
  assert.equal(isAtEnd(small, lastOffset(small) - 3), true);
  assert.equal(isAtEnd(small, lastOffset(small) - 30), false);
});

test("only the rows that are seen are in the document, and a wanted row comes into it", async () => {
  const scrollTo = signal<number | null>(null);
  const ranges: [number, number][] = [];
  const list = await draw(
    <Windowed
      count={100_000}
      rowHeight={20}
      row={(index) => <p key={index}>row {index}</p>}
      label="rows"
      scrollTo={scrollTo}
      onRange={(first, last) => ranges.push([first, last])}
    />,
  );
  assert.ok(list.all("p").length < 60, `${list.all("p").length} rows are drawn`);
  assert.equal(list.all("p")[0]?.textContent, "row 0");
  scrollTo.value = 70_000;
  await settle();
  assert.ok(list.text().includes("row 70000"));
  assert.equal(scrollTo.value, null);
  const last = ranges.at(-1) ?? [0, 0];
  assert.ok(last[0] <= 70_000 && last[1] >= 70_000);
  list.remove();
});

test("a list that follows its end shows new rows, and one that was left does not move", async () => {
  const tail = signal(true);
  const count = signal(1000);
  const List = () => <Windowed count={count.value} rowHeight={20} row={(index) => <p key={index}>row {index}.</p>} label="rows" tail={tail} />;
  const list = await draw(<List />);
  assert.ok(list.text().includes("row 999."));
  count.value = 1500;
  await settle();
  assert.ok(list.text().includes("row 1499."));
  list.find(".windowed").scrollTop = 200;
  list.find(".windowed").dispatchEvent(new Event("scroll"));
  await settle();
  assert.equal(tail.value, false);
  count.value = 2000;
  await settle();
  assert.ok(list.text().includes("row 10."));
  assert.ok(!list.text().includes("row 1999."));
  list.remove();
});

test("a list that follows its end goes on doing so when its room has grown and the browser moves it", async () => {
  const tail = signal(true);
  const list = await draw(<Windowed count={100} rowHeight={20} row={(index) => <p key={index}>row {index}.</p>} label="rows" tail={tail} />);
  const element = list.find(".windowed");
  // Drawn for 600 pixels; now there are 700, and the end is where the browser put the list.
  Object.defineProperty(element, "clientHeight", { value: 700, configurable: true });
  element.scrollTop = 1300;
  element.dispatchEvent(new Event("scroll"));
  await settle();
  assert.equal(tail.value, true);
  assert.equal(element.scrollTop, 1300);
  element.scrollTop = 200;
  element.dispatchEvent(new Event("scroll"));
  await settle();
  assert.equal(tail.value, false, "a person scrolled");
  list.remove();
});
