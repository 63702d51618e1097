// The timeline: its arithmetic and words, its keys, and what it shows of a stand-in for the backend.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { signal } from "@preact/signals";
import { click, draw, input, press, settle, until } from "./parts-dom";
import { fakeTimeline, mixedRow, row } from "./fake-timeline";
import type { Row, TimelineNews } from "../src/contract";
import { RowDetail } from "../src/timeline/detail";
import { chosenTab } from "../src/timeline/detail-tabs";
import { CHIPS, isOn } from "../src/timeline/filter-bar";
import { bytes as size, duration } from "../src/text/measure";
import { time } from "../src/timeline/format";
import { KeyReader } from "../src/timeline/keys";
import { TimelinePages } from "../src/timeline/pages";
import { StatsPane } from "../src/timeline/stats";
import { alternativesOf, hasTerm, setTerm, termsOf, toggleTerm, withoutTerms } from "../src/timeline/terms";
import { TimelinePane } from "../src/timeline/timeline";
import { placeOf, rangeOf, tonesOf, tonesText } from "../src/timeline/waterfall";

const many = (count: number) => Array.from({ length: count }, (_, index) => mixedRow(index));

async function paneOf(rows: Row[], options: { filter?: string; selected?: number; hasNews?: boolean } = {}) {
  const fake = fakeTimeline(rows);
  const feed = signal<TimelineNews | null>(options.hasNews === false ? null : fake.news(options.filter));
  const filter = signal(options.filter ?? "");
  const selected = signal<number | null>(options.selected ?? null);
  const act = mock.fn();
  const drawn = await draw(<TimelinePane session="s" feed={feed} filter={filter} selected={selected} api={fake.api} full act={act} />);
  await settle();
  await settle();
  return { ...drawn, ...fake, feed, filter, selected, act, grid: drawn.find("[role=grid]") };
}

test("terms are read with their quotes, and chips write them", () => {
  assert.deepEqual(termsOf('method:tools/*  text:"a b" -x "q\\" r"'), ["method:tools/*", 'text:"a b"', "-x", '"q\\" r"']);
  assert.equal(toggleTerm("foo", "kind", "call"), "foo kind:call");
  assert.equal(toggleTerm("kind:call foo", "kind", "stderr"), "kind:call|stderr foo");
  assert.equal(toggleTerm("kind:call|stderr foo", "kind", "call"), "kind:stderr foo");
  assert.equal(toggleTerm("kind:stderr foo", "kind", "stderr"), "foo");
  assert.equal(hasTerm("kind:call|ask", "kind", "ask"), true);
  assert.equal(hasTerm("-kind:ask", "kind", "ask"), false, "what is excluded is not chosen");
  assert.deepEqual(alternativesOf("xkind:a", "kind"), []);
  assert.equal(withoutTerms("a kind:x status:error b", ["kind", "status"]), "a b");
  assert.equal(setTerm("method:x a", "method", "tools/call"), "method:tools/call a");
  assert.equal(setTerm("", "target", 'say "hi" \\'), 'target:"say \\"hi\\" \\\\"');
});

test("toggling a chip twice leaves the filter as it was", () => {
  for (const filter of ["", "foo", 'text:"kind:call" bar', "kind:http", "status:pending x"]) {
    for (const chip of CHIPS) {
      if (!chip.term || isOn(chip, filter)) continue;
      const on = toggleTerm(filter, ...chip.term);
      assert.ok(isOn(chip, on));
      assert.equal(toggleTerm(on, ...chip.term), filter);
    }
  }
});

test("durations, sizes and times are short and exact enough", () => {
  const ms = 1_000_000;
  assert.deepEqual([850_000, ms, 2.34 * ms, 41 * ms, 999.6 * ms, 18_500 * ms, 59_960 * ms, 125_000 * ms].map(duration), [
    "850 µs", "1 ms", "2.3 ms", "41 ms", "1 s", "18.5 s", "1:00 min", "2:05 min",
  ]);
  assert.deepEqual([0, 999, 1000, 2140, 999_499, 5_250_000].map(size), ["0 B", "999 B", "1 kB", "2.1 kB", "999 kB", "5.3 MB"]);
  assert.equal(time(61_002 * ms, "start", undefined, null), "1:01.002");
  assert.equal(time(61_002 * ms, "clock", undefined, null), "1:01.002", "without the opening there is no clock");
  assert.match(time(2 * ms, "clock", "2026-11-15T09:30:00.000Z", null), /^\d\d:30:00\.002$/);
  assert.equal(time(5 * ms, "delta", undefined, 2 * ms), "+3 ms");
});

test("the time of a row divides into server, network and person as the backend says", () => {
  const one = row(1, { durationNs: 100, humanNs: 70, networkNs: 20 });
  assert.deepEqual(tonesOf(one), [{ tone: "network", ns: 20 }, { tone: "you", ns: 70 }, { tone: "server", ns: 10 }]);
  assert.deepEqual(tonesOf(row(1, { status: "pending", durationNs: null, networkNs: 20 })), [], "what lasts is not divided");
  assert.match(tonesText(row(1, { durationNs: 2e9, humanNs: 1e9 })), /^2 s: you 1 s · server 1 s$/);
  const range = rangeOf([row(1, { atNs: 0, durationNs: 50 }), row(2, { atNs: 100, durationNs: null })]);
  assert.deepEqual(placeOf(row(1, { atNs: 0, durationNs: 50 }), { from: 0, to: 100 }), { left: 0, width: 50 });
  assert.ok(range.from === 0 && range.to >= 100);
  assert.deepEqual(rangeOf([]), { from: 0, to: 1 });
  assert.equal(placeOf(row(9, { atNs: 900, durationNs: 5 }), { from: 0, to: 100 }).left, 100, "outside is at the edge");
});

test("keys mean moves and acts; some take two; modifiers belong to others", () => {
  const reader = new KeyReader();
  const read = (key: string, changes = {}) => reader.read({ key, altKey: false, ctrlKey: false, metaKey: false, ...changes });
  assert.deepEqual(read("j"), { act: "move", by: 1 });
  assert.deepEqual(read("ArrowUp"), { act: "move", by: -1 });
  assert.deepEqual([read("g"), read("g")], ["more", { act: "first" }]);
  assert.deepEqual([read("g"), read("t")], ["more", null], "another screen is not our business");
  assert.deepEqual([read("y"), read("c")], ["more", { act: "copy", as: "cli" }]);
  assert.deepEqual([read("y"), read("x"), read("c")], ["more", null, null]);
  assert.equal(read("j", { ctrlKey: true }), null);
  assert.equal(read("constructor"), null);
  assert.equal(reader.read({ key: "j", altKey: false, ctrlKey: false, metaKey: false }, false), null, "letters can be switched off");
  assert.deepEqual(reader.read({ key: "ArrowDown", altKey: false, ctrlKey: false, metaKey: false }, false), { act: "move", by: 1 });
});

test("a hundred thousand rows: the tail is shown, few rows are in the document, few are asked for", async () => {
  const pane = await paneOf(many(100_000));
  assert.ok(pane.all("[role=row]").length < 60);
  assert.equal(pane.grid.getAttribute("aria-rowcount"), "100001");
  assert.equal(pane.all("[role=row]").at(-1)?.getAttribute("aria-rowindex"), "100001");
  assert.ok(pane.asked.length <= 4, pane.asked.join("\n"));
  await press(pane.grid, "Home");
  await settle();
  assert.equal(pane.selected.value, 1);
  assert.ok(pane.find("[aria-selected=true]").textContent?.includes("trigger-sampling-request"));
  assert.equal(pane.grid.getAttribute("aria-activedescendant"), pane.find("[aria-selected=true]").id);
  pane.remove();
});

test("j, k, G and gg move the selection, Enter opens, what is not here yet is waited for", async () => {
  const pane = await paneOf(many(1000));
  await press(pane.grid, "g");
  await press(pane.grid, "g");
  assert.equal(pane.selected.value, 1);
  await press(pane.grid, "j");
  await press(pane.grid, "ArrowDown");
  await press(pane.grid, "k");
  assert.equal(pane.selected.value, 2);
  await press(pane.grid, "Enter");
  assert.deepEqual(pane.act.mock.calls.at(-1)?.arguments.map((one: unknown) => (typeof one === "string" ? one : (one as Row).seq)), ["open", 2]);
  await press(pane.grid, "G");
  await settle();
  assert.equal(pane.selected.value, 1000);
  await press(pane.grid, "j");
  assert.equal(pane.selected.value, 1000, "there is nothing after the last");
  pane.remove();
});

test("findings are rows of their own within the row they are about, and show what the rules say about it", async () => {
  const about = (seq: number, finding: number) =>
    row(seq, { kind: "finding", direction: null, method: "a-rule", target: `finding ${finding}`, status: "warning", durationNs: null, endSeq: null, finding, parent: seq, depth: 1 });
  const pane = await paneOf([row(1, { findings: 2, children: 2 }), about(1, 0), about(1, 1), row(2)]);
  const chosen = () => pane.all("[aria-selected=true]").map((one) => one.id);
  chosenTab.value = "raw";
  await press(pane.grid, "g");
  await press(pane.grid, "g");
  await press(pane.grid, "j");
  assert.deepEqual(chosen(), ["timeline-row-1.0"], "one row is selected, not all of that entry");
  assert.equal(pane.grid.getAttribute("aria-activedescendant"), "timeline-row-1.0");
  assert.deepEqual([pane.selected.value, chosenTab.value], [1, "checks"], "the detail is that of its row");
  await press(pane.grid, "j");
  assert.deepEqual(chosen(), ["timeline-row-1.1"]);
  await press(pane.grid, "j");
  assert.deepEqual([chosen(), pane.selected.value, chosenTab.value], [["timeline-row-2"], 2, "raw"], "what was shown before is shown again");
  await press(pane.grid, "k");
  pane.selected.value = 2;
  await settle();
  assert.deepEqual(chosen(), ["timeline-row-2"], "a row that is chosen elsewhere is that row");
  chosenTab.value = null;
  pane.remove();
});

test("a row that an address names is found among many pages", async () => {
  const pane = await paneOf(many(20_000), { selected: 13_377, hasNews: false });
  await until(() => pane.all("[aria-selected=true]").length > 0);
  assert.ok(pane.find("[aria-selected=true]").id.endsWith("-13377"));
  assert.ok(pane.asked.length < 8, pane.asked.join("\n"));
  pane.remove();
});

test("news is shown at the end at once; after scrolling it is counted instead", async () => {
  const rows = many(500);
  const pane = await paneOf(rows);
  rows.push(...Array.from({ length: 5 }, (_, index) => row(501 + index, { target: `late-${index}` })));
  pane.feed.value = pane.news();
  await settle();
  assert.ok(pane.text().includes("late-4"));
  pane.grid.scrollTop = 100;
  pane.grid.dispatchEvent(new Event("scroll"));
  await settle();
  rows.push(...Array.from({ length: 37 }, (_, index) => row(506 + index, { target: `later-${index}` })));
  pane.feed.value = pane.news();
  await settle();
  assert.ok(!pane.text().includes("later-36"));
  const button = pane.find(".tl-new");
  assert.equal(button.textContent, "37 new ↓");
  await click(button);
  assert.ok(pane.text().includes("later-36"));
  assert.equal(pane.all(".tl-new").length, 0);
  pane.remove();
});

test("pausing freezes what is seen and counts what comes", async () => {
  const rows = many(100);
  const pane = await paneOf(rows);
  await press(pane.grid, " ");
  rows.push(row(101, { target: "unseen" }));
  pane.feed.value = pane.news();
  await settle();
  assert.ok(!pane.text().includes("unseen"));
  assert.ok(pane.text().includes("Resume (1 new)"));
  await press(pane.grid, " ");
  assert.ok(pane.text().includes("unseen"));
  pane.remove();
});

test("chips show counts and write into the filter", async () => {
  const pane = await paneOf(many(100));
  const chip = (label: string) => pane.all(".chip").find((one) => one.textContent?.startsWith(label)) as HTMLElement;
  assert.equal(chip("stderr").textContent, "stderr 10");
  assert.equal(chip("All").getAttribute("aria-pressed"), "true");
  await click(chip("stderr"));
  assert.equal(pane.filter.value, "kind:stderr");
  assert.equal(chip("stderr").getAttribute("aria-pressed"), "true");
  assert.equal(pane.grid.getAttribute("aria-rowcount"), "11");
  await click(chip("Notif"));
  assert.equal(pane.filter.value, "kind:stderr|notification");
  await click(chip("All"));
  assert.equal(pane.filter.value, "");
  assert.equal(pane.grid.getAttribute("aria-rowcount"), "101");
  pane.remove();
});

test("a filter that cannot be read is underlined, and the last good one stays", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const pane = await paneOf(many(100), { filter: "kind:stderr" });
  await press(pane.grid, "/");
  const field = pane.find("input") as HTMLInputElement;
  assert.equal(document.activeElement?.getAttribute("aria-label"), "Filter the timeline");
  await input(field, "kind:stderr dur:");
  t.mock.timers.tick(200);
  await settle();
  assert.equal(pane.filter.value, "kind:stderr");
  assert.equal(field.value, "kind:stderr dur:");
  assert.equal(pane.grid.getAttribute("aria-rowcount"), "11");
  assert.equal(pane.find(".tl-wrong").textContent, "dur:");
  const said = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  assert.match(said?.textContent ?? "", /expected a value after `dur:`/);
  await press(field, "Escape");
  assert.equal(field.value, "kind:stderr");
  assert.equal(pane.all(".tl-wrong").length, 0);
  assert.equal(document.activeElement, pane.grid);
  pane.remove();
});

test("children are folded by the arrow and by its key, and the backend is told", async () => {
  const pane = await paneOf(many(30));
  await press(pane.grid, "Home");
  await press(pane.grid, "ArrowLeft");
  await settle();
  assert.ok(pane.asked.some((path) => path.includes("folded=1")));
  assert.equal(pane.grid.getAttribute("aria-rowcount"), "30");
  assert.equal(pane.find(".tl-fold").getAttribute("aria-expanded"), "false");
  await click(pane.find(".tl-fold"));
  await settle();
  assert.equal(pane.grid.getAttribute("aria-rowcount"), "31");
  pane.remove();
});

test("the menu of a row acts, copies and filters, and gives the focus back", async () => {
  const written: string[] = [];
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text: string) => void written.push(text) }, configurable: true });
  const pane = await paneOf(many(30));
  await press(pane.grid, "Home");
  const open = async () => {
    await press(pane.grid, ".");
    return (label: string) => pane.all("[role=menuitem]").find((item) => item.textContent?.startsWith(label)) as HTMLElement;
  };
  let item = await open();
  assert.equal(document.activeElement, item("Open"));
  await click(item("Run again"));
  assert.equal(pane.act.mock.calls.at(-1)?.arguments[0], "again");
  assert.equal(pane.all("[role=menu]").length, 0);
  item = await open();
  await click(item("Copy as CLI"));
  await settle();
  assert.deepEqual(written, ["text of 1 as cli"]);
  assert.ok(pane.text().includes("Copied as CLI command."));
  await press(pane.grid, "y");
  await press(pane.grid, "u");
  assert.match(pane.find(".tl-said").textContent ?? "", /Not copied as curl command: curl needs HTTP/);
  item = await open();
  await press(document.activeElement as HTMLElement, "Escape");
  assert.equal(pane.all("[role=menu]").length, 0);
  assert.equal(document.activeElement, pane.grid);
  item = await open();
  await click(item("Filter by method"));
  await settle();
  assert.equal(pane.filter.value, "method:tools/call");
  pane.remove();
});

test("what happened reads the same without colours", async () => {
  const pane = await paneOf(many(10));
  const texts = pane.all("[role=row]").slice(1).map((one) => one.textContent ?? "");
  assert.match(texts[0] ?? "", /to the server.*tools\/call.*OK.*850 ms/s);
  assert.match(texts[1] ?? "", /from the server.*level 2: sampling\/createMessage/s);
  assert.match(texts[5] ?? "", /from standard error.*warning/s);
  assert.match(texts[6] ?? "", /-32602.*2 findings/s);
  assert.match(texts[8] ?? "", /tool error/);
  assert.match(texts[9] ?? "", /pending/);
  assert.equal(pane.all("img").length, 0);
  pane.remove();
});

test("rows that cannot be read say why, and can be asked for again", async () => {
  const fake = fakeTimeline(many(10));
  let isBroken = true;
  const api = { ...fake.api, get: <T,>(path: string) => (isBroken ? Promise.reject(new Error("the backend is gone")) : fake.api.get<T>(path)) };
  const pane = await draw(<TimelinePane session="s" feed={signal(null)} filter={signal("")} selected={signal(null)} api={api} full={false} />);
  await settle();
  assert.match(pane.find("[role=alert]").textContent ?? "", /the backend is gone/);
  isBroken = false;
  await click(pane.find("[role=alert] button"));
  await settle();
  assert.equal(pane.all("[role=alert]").length, 0);
  assert.ok(pane.text().includes("get-sum"));
  pane.remove();
});

test("pages behind the log stay until they are replaced, and news for another filter is not heard", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const rows = many(1000);
  const fake = fakeTimeline(rows);
  const pages = new TimelinePages(fake.api.get, "/api/sessions/s/timeline");
  await pages.setFilter("");
  pages.look(0, 40);
  await settle();
  const before = fake.asked.length;
  rows[9] = row(10, { target: "answered" });
  rows.push(row(1001));
  pages.hear(fake.news());
  assert.equal(pages.row(9)?.target, "slow", "the old page is still shown");
  t.mock.timers.tick(200);
  await settle();
  assert.equal(pages.row(9)?.target, "answered");
  assert.equal(fake.asked.length, before + 1, "only what is seen was asked for again");
  pages.hear({ ...fake.news("kind:stderr"), filter: "kind:stderr" });
  assert.equal(pages.matched.value, 1001);
  pages.stop();
});

test("a row in detail has its parts, and none of them is markup", async () => {
  const fake = fakeTimeline(many(30));
  const shown = await draw(<RowDetail session="s" seq={7} api={fake.api} />);
  await settle();
  assert.ok(shown.text().includes('"n": 1.0'), "laid out, with the spelling it had");
  const tab = (name: string) => shown.all("[role=tab]").find((one) => one.textContent?.startsWith(name)) as HTMLElement;
  await click(tab("response"));
  assert.equal(shown.all("script").length, 0);
  assert.ok(shown.text().includes("</pre><script>"));
  await press(tab("response"), "ArrowRight");
  assert.equal(tab("raw").getAttribute("aria-selected"), "true");
  assert.ok(shown.text().includes('{"jsonrpc":"2.0","id":7,'));
  assert.match(shown.text(), /response · entry 8 · [^·]* · SSE event · id: 7 · retry: 100/, "with what carried it");
  await click(tab("timing"));
  const whole = duration(fake.rows[6]?.durationNs ?? 0);
  assert.equal(shown.all(".timing-part").at(-1)?.textContent, `together${whole}`, "the parts are the whole");
  assert.equal(tab("checks").textContent, "checks 1");
  await click(tab("checks"));
  assert.match(shown.text(), /must the error has no message.*error-shape/s);
  shown.remove();
});

test("a body that is too long comes as a document in windows", async () => {
  const fake = fakeTimeline(many(30));
  const shown = await draw(<RowDetail session="s" seq={13} api={fake.api} />);
  await settle();
  await click(shown.all("[role=tab]")[1] as HTMLElement);
  await settle();
  assert.ok(fake.asked.some((path) => path.includes("/doc/14?")));
  assert.ok(shown.text().includes("800,000 lines"));
  shown.remove();
});

test("a row that is not there says so", async () => {
  const shown = await draw(<RowDetail session="s" seq={99} api={fakeTimeline([]).api} />);
  await settle();
  assert.match(shown.text(), /Row 99 could not be read: there is no row 99/);
  shown.remove();
});

test("statistics lead to filters and rows", async () => {
  const fake = fakeTimeline(many(30));
  const filter = signal("x");
  const selected = signal<number | null>(null);
  const shown = await draw(<StatsPane session="s" api={fake.api} filter={filter} selected={selected} />);
  await settle();
  assert.equal(shown.all("b").length, 0);
  await click(shown.all("button.link")[1] as HTMLElement);
  assert.equal(filter.value, 'x method:"<b>odd method</b>"');
  await click(shown.all("button.link")[2] as HTMLElement);
  assert.equal(selected.value, 1);
  shown.remove();
});

test("statistics follow the log, and not more often than once in a while", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const fake = fakeTimeline(many(30));
  const feed = signal({ lastSeq: 1 });
  const shown = await draw(<StatsPane session="s" api={fake.api} feed={feed} />);
  await settle();
  const reads = (): number => fake.asked.filter((path) => path.endsWith("/stats")).length;
  assert.equal(reads(), 1);
  for (let seq = 2; seq < 30; seq++) {
    feed.value = { lastSeq: seq };
    await settle();
  }
  assert.equal(reads(), 1);
  t.mock.timers.tick(1000);
  await settle();
  assert.equal(reads(), 2);
  t.mock.timers.tick(5000);
  await settle();
  assert.equal(reads(), 2, "nothing happened");
  shown.remove();
});

test("a list that follows its end is not led away by a row that nobody chose", async () => {
  const fake = fakeTimeline(many(1000));
  const selected = signal<number | null>(null);
  const followed = signal<number | null>(null);
  const feed = signal<TimelineNews | null>(fake.news());
  const pane = await draw(
    <TimelinePane session="s" feed={feed} filter={signal("")} selected={selected} followed={followed} api={fake.api} full={false} />,
  );
  await settle();
  await settle();
  const last = () => Number(pane.all("[role=row][aria-rowindex]").at(-1)?.getAttribute("aria-rowindex"));
  const end = last();
  followed.value = 10;
  selected.value = 10;
  await settle();
  await settle();
  assert.equal(last(), end);
  followed.value = null;
  selected.value = 11;
  await settle();
  await settle();
  assert.ok(last() < 200, `row ${last()}`);
  pane.remove();
});
