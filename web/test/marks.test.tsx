// What people do with a timeline: stretches of time, pins, comparing, frames sent as they are.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { signal } from "@preact/signals";
import { click, draw, press, settle, until } from "./parts-dom";
import { fakeTimeline, mixedRow, row } from "./fake-timeline";
import { state } from "./samples";
import type { Row, RowDetailBody, TimelineNews } from "../src/contract";
import { Problem } from "../src/problem";
import { choose, comparison, remembered } from "../src/store/row-pair";
import { session } from "../src/store/sessions";
import { faultOf, frameOf, metaOf, TEMPLATES, withNewId } from "../src/store/raw-sending";
import { RowDetail } from "../src/timeline/detail";
import { chosenTab, stepDetailTab, toggleRaw } from "../src/timeline/detail-tabs";
import { barsOf, sliderStep } from "../src/timeline/overview";
import { stretchOf, withStretch } from "../src/timeline/terms";
import { TimelinePane } from "../src/timeline/timeline";
import { rangeIn } from "../src/timeline/waterfall";

test("a stretch of time is written into the filter, rounded outwards, and read back", () => {
  assert.equal(withStretch("kind:call", { from: 12_300_400_000, to: 15_000_000_000 }), "kind:call at:12.3s..15s");
  assert.equal(withStretch("at:1s..2s x", { from: 1_500_000, to: 2_000_100 }), "x at:0.0015s..0.002001s", "short ones are exact");
  assert.equal(withStretch("", { from: 0, to: null }), "at:0s..");
  assert.equal(withStretch("a at:1s..2s b", null), "a b");
  assert.deepEqual(stretchOf("x at:12.3s..15s"), { from: 12.3e9, to: 15e9 });
  assert.deepEqual(stretchOf("at:1..2ms"), { from: 1e6, to: 2e6 });
  assert.deepEqual(stretchOf("at:2m.."), { from: 12e10, to: null });
  assert.deepEqual(stretchOf("at:..500ms"), { from: null, to: 5e8 });
  for (const none of ["", "at:", "at:5s", "at:..", "at:1s..2s|4s..5s", "-at:1s..2s"]) assert.equal(stretchOf(none), null, none);
  assert.deepEqual(rangeIn({ from: 5, to: null }, { from: 1, to: 9 }), { from: 5, to: 9 });
  assert.deepEqual(rangeIn({ from: 20, to: null }, { from: 1, to: 9 }), { from: 1, to: 9 }, "a range is never turned round");
});

test("keys move the ends of a stretch within the whole, and Escape gives it up", () => {
  const span = { from: 1000, to: 2000 };
  assert.equal(sliderStep("ArrowRight", 1000, span), 1010);
  assert.equal(sliderStep("ArrowLeft", 1000, span), 1000);
  assert.equal(sliderStep("PageUp", 1950, span), 2000);
  assert.deepEqual([sliderStep("Home", 1500, span), sliderStep("End", 1500, span)], [1000, 2000]);
  assert.equal(sliderStep("Escape", 1500, span), "whole");
  assert.equal(sliderStep("x", 1500, span), null);
});

test("bars grow with what they count, and nothing draws nothing", () => {
  assert.equal(barsOf([0, 0], 5), "");
  const heights = [...barsOf([1, 10, 1000], 1000).matchAll(/v-([\d.]+)h/g)].map((one) => Number(one[1]));
  assert.ok(heights[0]! < heights[1]! && heights[1]! < heights[2]! && heights[2] === 16, heights.join(" "));
});

async function paneOf(rows: Row[], pinned: Row[] = []) {
  const fake = fakeTimeline(rows);
  const feed = signal<TimelineNews | null>(fake.news());
  const filter = signal("");
  const selected = signal<number | null>(null);
  const act = mock.fn();
  const pins = signal(pinned);
  const drawn = await draw(
    <TimelinePane session="s" feed={feed} filter={filter} selected={selected} api={fake.api} full act={act} pins={pins} />,
  );
  await settle();
  await settle();
  return { ...drawn, ...fake, filter, selected, act, pins };
}

test("the strip is stepped by keys, and the filter has the stretch", async () => {
  const pane = await paneOf([1, 2, 3].map((seq) => row(seq)));
  const [from, to] = pane.all("[role=slider]") as [HTMLElement, HTMLElement];
  assert.equal(from.getAttribute("aria-valuenow"), "0");
  assert.equal(to.getAttribute("aria-valuenow"), "1000");
  await press(from, "PageUp");
  await settle();
  assert.equal(pane.filter.value, "at:0.1s..1s");
  await press(to, "PageDown");
  await settle();
  assert.equal(pane.filter.value, "at:0.1s..0.9s");
  assert.equal(pane.all(".tl-overview-out").length, 2);
  await press(to, "Escape");
  await settle();
  assert.equal(pane.filter.value, "");
  assert.ok(pane.asked.filter((path) => path.includes("/overview")).every((path) => !path.includes("at%3A")), "the strip shows all the time");
  pane.remove();
});

test("pinned rows are marked, and their chips lead to them", async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => mixedRow(index));
  const pane = await paneOf(rows, [rows[6] as Row]);
  await click(pane.find(".tl-pin-go"));
  await until(() => pane.all("[aria-selected=true]").length > 0);
  assert.equal(pane.selected.value, 7);
  assert.match(pane.find("[aria-selected=true]").textContent ?? "", /pinned:/);
  await click(pane.find(".tl-pin-off"));
  assert.deepEqual(pane.act.mock.calls.at(-1)?.arguments.map((one: unknown) => (typeof one === "string" ? one : (one as Row).seq)), ["pin", 7]);
  await click(pane.find(".tl-pins .chip"));
  assert.equal(pane.filter.value, "pinned:yes");
  pane.pins.value = [];
  await settle();
  assert.equal(pane.all(".tl-pins").length, 0);
  pane.remove();
});

test("the first row is remembered, the second is compared with it", () => {
  const [one, other] = [row(1), row(2)];
  assert.match(choose({ session: "s", row: one }), /choose/);
  assert.match(choose({ session: "s", row: one }), /choose/, "a row is not compared with itself");
  choose({ session: "t", row: other });
  assert.deepEqual([comparison.value?.left.row.seq, comparison.value?.right.session], [1, "t"]);
  assert.equal(remembered.value, null);
  comparison.value = null;
});

test("what is wrong with a frame is told, and templates are right but for those that are not", () => {
  const wrong = TEMPLATES.filter((one) => faultOf(one.make('{"io.modelcontextprotocol/x":1}')) !== null).map((one) => one.name);
  assert.deepEqual(wrong, ["not JSON"]);
  const call = TEMPLATES.find((one) => one.name === "tools/call");
  assert.match(call?.make(metaOf('{"params":{"_meta":{"progressToken":1,"io.modelcontextprotocol/v":"2"}}}')) ?? "", /"params":\{"_meta":\{"io\.modelcontextprotocol\/v":"2"\},"name":""/);
  assert.equal(metaOf('{"params":{"_meta":{"progressToken":1}}}'), null, "what belongs to one call is not passed on");
  assert.match(faultOf('{"a":') ?? "", /not JSON: .*line 1/);
  assert.match(faultOf("5") ?? "", /not a message/);
  assert.match(faultOf('{"id":1,"method":"ping"}') ?? "", /jsonrpc/);
  assert.match(faultOf('{"jsonrpc":"2.0","id":1}') ?? "", /just one of/);
  assert.equal(faultOf('{"jsonrpc":"2.0","id":1,"result":{}}'), null);
});

test("a frame keeps its spelling; only line breaks become blanks where a frame is a line", () => {
  const text = '{\n  "jsonrpc":"2.0","id":7,\n  "method":"x","params":{"id":7,"n":1.0}\n}\n';
  assert.equal(frameOf(text, false), text);
  assert.equal(frameOf(text, true), '{ "jsonrpc":"2.0","id":7, "method":"x","params":{"id":7,"n":1.0} }');
  const changed = withNewId('{"jsonrpc":"2.0","id":7,"method":"x","params":{"_meta":{"a":1.0}}}');
  assert.match(changed, /^\{"jsonrpc":"2\.0","id":"raw-[^"]+","method":"x","params":\{"_meta":\{"a":1\.0\}\}\}$/);
  assert.equal(withNewId('{"method":"x"}'), '{"method":"x"}', "a notification has none");
});

test("the tabs of a row are stepped from outside, and raw is there and back", () => {
  chosenTab.value = null;
  stepDetailTab(1);
  assert.equal(chosenTab.value, "response");
  stepDetailTab(-1);
  stepDetailTab(-1);
  assert.equal(chosenTab.value, "checks", "they go round");
  toggleRaw();
  assert.equal(chosenTab.value, "raw");
  toggleRaw();
  assert.equal(chosenTab.value, null);
});

test("of a call with several rounds the last answer is shown", async () => {
  const fake = fakeTimeline([row(1)]);
  const rounds = async <T,>(path: string): Promise<T> => {
    const body = await fake.api.get<RowDetailBody>(path);
    const again = body.parts.map((part) => ({ ...part, seq: part.seq + 10, text: '{"result":"the last"}' }));
    return { ...body, parts: [...body.parts, ...again] } as T;
  };
  const shown = await draw(<RowDetail session="s" seq={1} api={{ ...fake.api, get: rounds }} tab={signal("response")} />);
  await settle();
  assert.ok(shown.text().includes("the last"));
  shown.remove();
});

test("a row that waits for its answer is read again when there are news of it, and not by the clock", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const fake = fakeTimeline([row(1)]);
  let status: Row["status"] = "pending";
  let asked = 0;
  const get = async <T,>(path: string): Promise<T> => {
    asked += 1;
    const body = await fake.api.get<RowDetailBody>(path);
    return { ...body, row: { ...body.row, status } } as T;
  };
  const flight = { call: 4, seq: 1, method: "tools/call", name: "echo", sentAtNs: 1, progress: null };
  const shown = await draw(<RowDetail session="s1" seq={1} api={{ ...fake.api, get }} tab={signal("request")} />);
  await settle();
  session.value = state({ id: "s1", calls: [flight] });
  await settle();
  const before = asked;
  session.value = state({ id: "s1", calls: [flight] });
  await settle();
  assert.equal(asked, before, "it is known to be under way");
  assert.match(shown.text(), /pending/);
  status = "ok";
  session.value = state({ id: "s1", calls: [] });
  await settle();
  assert.match(shown.text(), /OK/);
  const all = asked;
  session.value = state({ id: "s1", calls: [] });
  await settle();
  assert.equal(asked, all, "nothing more comes of it");
  shown.remove();
  session.value = null;
});

test("a row that could not be read is read when the backend is back", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const fake = fakeTimeline([row(1)]);
  let asked = 0;
  const api = {
    ...fake.api,
    get: <T,>(path: string) => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Problem({ code: "BACKEND_GONE", message: "nobody answers" })) : fake.api.get<T>(path);
    },
  };
  const shown = await draw(<RowDetail session="s" seq={1} api={api} tab={signal("request")} />);
  await settle();
  assert.match(shown.text(), /could not be read: nobody answers/);
  t.mock.timers.tick(1100);
  await settle();
  assert.ok(shown.text().includes('"n": 1.0'), shown.text());
  shown.remove();
});
