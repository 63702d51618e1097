import assert from "node:assert/strict";
import { test } from "node:test";
import "./page";
import { item, row, state } from "./samples";
import type { Catalog, TimelinePage } from "../src/contract";
import { rowsOf } from "../src/shell/keys-table";
import { carryOut } from "../src/shell/commands";
import { commandEntries, elsewhereEntries, type Entry, found, itemEntries, rowEntries, rowsQuery } from "../src/shell/palette-entries";
import { KEYS, type Press, routeKey, spelled, takesText } from "../src/store/keys";
import { best, fit } from "../src/store/ranking";
import { shareAfterKey } from "../src/ui/split";

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrl: false,
  alt: false,
  typing: false,
  ...more,
});

test("no two rows of the table have the same keys", () => {
  const keys = KEYS.filter((row) => row.command !== undefined).map((row) => row.keys);
  assert.equal(new Set(keys).size, keys.length);
});

test("every row with a command is reached by pressing what it says", () => {
  for (const row of KEYS) {
    if (row.command === undefined) continue;
    const two = /^(.) (.)$/.exec(row.keys);
    const modified = /^(Ctrl|Alt)\+(?:(Shift)\+)?(.+)$/.exec(row.keys);
    const routed =
      two !== null
        ? routeKey(press(two[2] ?? ""), two[1] ?? "", true)
        : routeKey(
            press(modified?.[3] ?? row.keys, {
              ctrl: modified?.[1] === "Ctrl",
              alt: modified?.[1] === "Alt",
              shift: modified?.[2] === "Shift",
            }),
            null,
            true,
          );
    assert.deepEqual(routed, { is: "command", command: row.command }, row.keys);
  }
});

test("the shift key counts with Ctrl only where the table has it", () => {
  const held = (key: string, shift: boolean): Press => press(key, { ctrl: true, shift, typing: true });
  assert.deepEqual(routeKey(held("K", true), null, true), { is: "command", command: "rawFrame" });
  assert.deepEqual(routeKey(held("k", false), null, true), { is: "command", command: "palette" });
  assert.deepEqual(routeKey(held("Enter", true), null, true), { is: "command", command: "run" });
});

test("letters belong to the field while someone types", () => {
  for (const key of ["i", "g", "?", "/", "t", "D", "1"])
    assert.deepEqual(routeKey(press(key, { typing: true }), null, true), { is: "nothing" }, key);
  assert.deepEqual(routeKey(press("k", { typing: true, ctrl: true }), null, true), {
    is: "command",
    command: "palette",
  });
  assert.deepEqual(routeKey(press("Enter", { typing: true, ctrl: true }), null, true), {
    is: "command",
    command: "run",
  });
});

test("held with Alt, a letter acts in a field as well, and so does the second of two", () => {
  const held = (key: string): Press => press(key, { typing: true, alt: true });
  assert.deepEqual(routeKey(held("i"), null, true), { is: "command", command: "inbox" });
  assert.deepEqual(routeKey(held("D"), null, true), { is: "command", command: "diff" });
  assert.deepEqual(routeKey(held("y"), null, true), { is: "prefix", prefix: "y" });
  assert.deepEqual(routeKey(press("c", { typing: true }), "y", true), { is: "command", command: "copyCli" });
  assert.deepEqual(routeKey(held("1"), null, true), { is: "command", command: "server1" });
  assert.deepEqual(routeKey(held("i"), null, false), { is: "nothing" }, "switched off");
});

test("single letters can be switched off, keys with a modifier stay", () => {
  assert.deepEqual(routeKey(press("i"), null, false), { is: "nothing" });
  assert.deepEqual(routeKey(press("g"), null, false), { is: "nothing" });
  assert.deepEqual(routeKey(press("K", { ctrl: true }), null, false), { is: "command", command: "palette" });
  assert.deepEqual(routeKey(press("Escape"), null, false), { is: "command", command: "back" });
});

test("the first of two keys waits for the second, and a wrong second does nothing", () => {
  assert.deepEqual(routeKey(press("g"), null, true), { is: "prefix", prefix: "g" });
  assert.deepEqual(routeKey(press("t"), "g", true), { is: "command", command: "timeline" });
  assert.deepEqual(routeKey(press("q"), "g", true), { is: "nothing" });
  assert.deepEqual(routeKey(press("c"), "y", true), { is: "command", command: "copyCli" });
});

test("the overlay shows every key of the table", () => {
  const shown = (["everywhere", "go to", "in lists", "runs", "in documents", "in fields"] as const).flatMap(rowsOf);
  assert.equal(shown.length, KEYS.length - 8);
  assert.ok(shown.some((row) => row.keys === "Alt+1…9"));
});

test("keys are spelled as on the machine", () => {
  assert.equal(spelled("Ctrl+Enter", false), "Ctrl ↵");
  assert.equal(spelled("Ctrl+K", true), "⌘K");
});

test("fields that take text are told from those that do not", () => {
  const made = (html: string, type?: string): Element => {
    const element = document.createElement(html);
    if (type !== undefined) element.setAttribute("type", type);
    return element;
  };
  const host = made("div");
  host.setAttribute("data-takes-text", "");
  assert.ok(takesText(host));
  assert.ok(takesText(made("input")) && takesText(made("textarea")) && takesText(made("select")));
  assert.ok(!takesText(made("input", "checkbox")) && !takesText(made("button")) && !takesText(null));
});

test("the palette puts the name before names that only contain its letters", () => {
  const names = ["get-structured-content", "trigger-elicitation-request", "echo", "the-choir", "reecho"];
  assert.deepEqual(
    best("echo", names, (name) => name, 10).map(({ one }) => one),
    ["echo", "reecho", "the-choir"],
  );
  assert.equal(
    best("tsr", ["first-result", "trigger-sampling-request"], (name) => name, 1)[0]?.one,
    "trigger-sampling-request",
  );
  assert.equal(fit("xyz", "echo"), null);
  assert.deepEqual(fit("", "echo"), { score: 0, places: [] });
});

test("marked letters are the letters of what was typed", () => {
  for (const [wanted, name] of [
    ["gsc", "get-structured-content"],
    ["elic", "trigger-elicitation-request"],
    ["aab", "banana-a-b"],
    ["tsr", "tools-resources"],
  ] as const) {
    const match = fit(wanted, name);
    assert.ok(match !== null, name);
    assert.equal(match.places.map((place) => name[place]).join(""), wanted);
    assert.deepEqual(
      [...match.places].sort((a, b) => a - b),
      match.places,
    );
  }
});

test("the palette finds one of 1500 tools and the commands", () => {
  const items = Array.from({ length: 1500 }, (_, index) => ({
    index,
    name: `tool-${index}`,
    title: null,
    description: null,
    uri: null,
    mimeType: null,
    badges: [],
    app: null,
    visibility: [],
    broken: null,
  }));
  const entries = [
    ...itemEntries({ tools: { seq: 1, complete: true, items }, resources: null, templates: null, prompts: null }),
    ...commandEntries(carryOut),
  ];
  const begun = performance.now();
  assert.equal(found("tool-1234", entries)[0]?.one.name, "tool-1234");
  assert.ok(performance.now() - begun < 1000);
  assert.equal(found("go to timeline", entries)[0]?.one.name, "Go to Timeline");
});

test("what would start a process comes last in the palette, and is found by words of its line", () => {
  const server = (name: string, place: string): Entry => ({ is: "server", name, note: `connect · ${place}`, open: () => undefined });
  const entries: Entry[] = [
    server("get-sum", "npx -y /srv/someone/very/long/path/of/modules/server-everything"),
    server("files", "Claude · https://files.example/mcp"),
    { is: "item", name: "slow_get_summary", note: "tool", ref: { kind: "tool", key: "slow_get_summary" } },
    ...commandEntries(carryOut),
  ];
  const names = (wanted: string): string[] => found(wanted, entries).map(({ one }) => one.name);
  assert.deepEqual(names("get sum"), ["slow_get_summary", "get-sum"]);
  assert.deepEqual(names("SERVER-every"), ["get-sum"]);
  assert.deepEqual(names("npx everything"), ["get-sum"]);
  assert.deepEqual(names("files.ex"), ["files"]);
  assert.ok(!names("hslm").includes("get-sum"), "letters that are scattered over a path are no match");
  assert.deepEqual(names("").slice(-2), ["get-sum", "files"]);
});

test("tools of other open servers are found with the names of those, as far as they were looked at", () => {
  const tools = (name: string): Catalog => ({
    tools: { seq: 1, complete: true, items: [item(name)] },
    resources: null,
    templates: null,
    prompts: null,
  });
  const open = [state({ id: "a", name: "here" }), state({ id: "b", name: "there" }), state({ id: "c", name: "unseen" })];
  const entries = elsewhereEntries({ a: tools("mine"), b: tools("theirs"), gone: tools("late") }, open, "a");
  assert.deepEqual(entries.map(({ name, note, ...one }) => [name, note, "session" in one ? one.session : null]), [
    ["theirs", "tool · at there", "b"],
  ]);
});

test("a split is moved by arrows and stays within its bounds", () => {
  assert.equal(shareAfterKey("ArrowRight", 0.5, 0.3), 0.52);
  assert.equal(shareAfterKey("ArrowUp", 0.11, 0.3), 0.1);
  assert.equal(shareAfterKey("End", 0.5, 0.3), 0.9);
  assert.equal(shareAfterKey("Enter", 0.5, 0.3), 0.3);
  assert.equal(shareAfterKey("x", 0.5, 0.3), null);
});

test("the palette asks the timeline for a row by its number, or for rows with a text", () => {
  assert.equal(rowsQuery("#42"), "filter=&around=42&limit=8");
  assert.equal(rowsQuery('no "such"'), `${new URLSearchParams({ filter: 'text:"no \\"such\\""', from: "-8", limit: "8" })}`);
  for (const little of ["", "a", "#", "#x"]) assert.equal(rowsQuery(little), null, little);
  const page = { rows: [row({ seq: 41 }), row({ seq: 42, endSeq: 44 })] } as TimelinePage;
  assert.deepEqual(
    rowEntries("s1", "#44", page).map((one) => one.is === "view" && one.route),
    [{ screen: "timeline", session: "s1", seq: 42, filter: "" }],
  );
  assert.deepEqual(
    rowEntries("s1", "echo", page).map((one) => one.name.split(" ")[0]),
    ["#42", "#41"],
  );
});
