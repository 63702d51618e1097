import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, drawn, settled } from "./page";
import { row } from "./samples";
import type { DiffBody, ListChanges } from "../src/contract";
import { nothingOf, showsComparison, wantComparison } from "../src/explore/comparable";
import { Difference } from "../src/explore/difference";
import { pathWords, saidWords } from "../src/screens/capabilities";
import { rowWords } from "../src/screens/diff";
import { changeCount, newsOf } from "../src/store/changes";
import { counterpart, sideBody } from "../src/store/comparing";
import type { End, Run } from "../src/store/runs";
import { formatRoute, parseRoute, type Route, sideOf, sideText } from "../src/store/route";
import { amount, Comparison, places } from "../src/ui/comparison";
import { type DiffLine, opened } from "../src/ui/compared";

const line = (number: number, tag: DiffLine["tag"] = "=", folded = 0): DiffLine => ({ number, tag, text: `line ${number}`, folded });
const NOTHING: DiffBody = {
  counts: { changed: 0, added: 0, removed: 0, more: false },
  same: false,
  changes: [],
  lines: [],
  next: null,
  left: 0,
};
const body = (more: Partial<DiffBody>): DiffBody => ({ ...NOTHING, ...more });
const counts = (more: Partial<DiffBody["counts"]>): DiffBody => body({ counts: { ...NOTHING.counts, ...more } });

test("a comparison has an address that leads back to it", () => {
  const route: Route = {
    screen: "diff",
    session: "a1",
    left: { session: "a1", what: "tools" },
    right: { session: "b2", what: 42 },
    ignore: ["/a/*", "/b c&d#é"],
    as: "tree",
  };
  assert.deepEqual(parseRoute(formatRoute(route)), route, formatRoute(route));
  assert.match(formatRoute(route), /^#\/diff\?left=a1\/tools&right=b2\/42&/);
  const bare = parseRoute("#/diff?left=a1/");
  assert.deepEqual(bare.screen === "diff" && [bare.left, bare.right], [{ session: "a1", what: null }, null]);
  assert.deepEqual(parseRoute("#/diff?right=a1/tools"), { screen: "connect" });
  assert.deepEqual(sideOf("a1/gadgets"), { session: "a1", what: null });
  assert.equal(sideText({ session: "a1", what: 7 }), "a1/7");
});

test("sides are asked for by list or by row, and the other side is the nearest that makes sense", () => {
  assert.equal(sideBody({ session: "a", what: "prompts" }), '{"session":"a","list":"prompts"}');
  assert.equal(sideBody({ session: "a", what: 3 }), '{"session":"a","row":3}');
  assert.equal(sideBody({ session: "a", what: null }), null);
  assert.deepEqual(counterpart({ session: "a", what: "tools" }, ["a", "b"]), { session: "b", what: "tools" });
  assert.deepEqual(counterpart({ session: "a", what: "tools" }, ["a"]), { session: "a", what: "tools" });
  assert.deepEqual(counterpart({ session: "a", what: 3 }, ["a", "b"]), { session: "a", what: null });
});

test("a stretch that is the same is opened piece by piece, and none of it is lost", () => {
  const fold = line(0, "=", 5);
  const lines = [fold, line(5, "-"), line(6, "+")];
  const first = opened(lines, fold, [line(0), line(1), line(2)]);
  assert.deepEqual(
    first.map((one) => [one.number, one.folded]),
    [[0, 0], [1, 0], [2, 0], [3, 2], [5, 0], [6, 0]],
  );
  const rest = first[3];
  assert.ok(rest !== undefined);
  const all = opened(first, rest, [line(3), line(4), line(5)]);
  assert.deepEqual(all.map((one) => one.number), [0, 1, 2, 3, 4, 5, 6]);
  assert.ok(all.every((one) => one.folded === 0));
});

test("a difference is fetched page by page, and only what somebody asks for is drawn", async () => {
  const asked = answering(({ body: text }) => {
    const { from, whole } = JSON.parse(text ?? "{}") as { from?: number; whole?: boolean };
    if (whole === true) return JSON.stringify(body({ lines: [line(0), line(1), line(2), line(3)] }));
    return JSON.stringify(
      from === undefined
        ? body({ lines: [line(0, "=", 4), line(4, "-")], next: 5, left: 1 })
        : body({ lines: [line(5, "+")] }),
    );
  });
  const nothing = (): void => undefined;
  const root = await drawn(
    <Comparison left='{"text":"1"}' right='{"text":"2"}' ignore={[]} setIgnore={nothing} as="text" setAs={nothing} />,
  );
  await settled();
  const texts = (): (string | null)[] => [...root.querySelectorAll(".diff > *")].map((one) => one.textContent);
  const press = async (words: string): Promise<void> => {
    const button = [...root.querySelectorAll("button")].find((one) => one.textContent?.includes(words) === true);
    assert.ok(button !== undefined, words);
    button.click();
    await settled();
    await settled();
  };
  assert.deepEqual(texts(), ["⋯ 4 lines that are the same", "- line 4\n"]);
  await press("Show more (1 lines are left)");
  assert.deepEqual(texts(), ["⋯ 4 lines that are the same", "- line 4\n", "+ line 5\n"]);
  await press("⋯ 4 lines");
  assert.deepEqual(texts().length, 6);
  assert.equal(asked.at(-1)?.body, '{"left":{"text":"1"},"right":{"text":"2"},"ignore":[],"from":0,"limit":4,"whole":true}');
});

test("what changed is counted, and nothing but the order is said to be so", () => {
  const change = (kind: "added" | "removed" | "changed", pointer: string): DiffBody["changes"][number] => ({
    kind,
    pointer,
    left: null,
    right: null,
  });
  assert.equal(amount(counts({ added: 1, changed: 1 })), "1 changed · 1 added");
  assert.equal(amount(counts({ removed: 1, more: true })), "1 removed · and more");
  assert.equal(amount(body({ same: true })), "the same");
  assert.match(amount(body({})), /but for the order/);
  const tree = places([change("changed", "/a~1b/c"), change("added", "/a~1b/d/0"), change("removed", "/e")]);
  assert.deepEqual(
    tree.map((place) => [place.name, place.inside.map((one) => one.name)]),
    [
      ["a/b", ["c", "d"]],
      ["e", []],
    ],
  );
  assert.equal(places([change("changed", "")]).length, 1, "the whole can change, too");
});

test("what is ignored is asked for anew, and hostile values are text", async () => {
  const hostile = '"<img src=x onerror=alert(1)>"';
  const asked = answering(() =>
    JSON.stringify(body({ changes: [{ kind: "changed", pointer: "/t", left: "1", right: hostile }] })),
  );
  let ignored: string[] = [];
  const root = await drawn(
    <Comparison
      left='{"text":"1"}'
      right='{"text":"2"}'
      ignore={["/x"]}
      setIgnore={(pointers) => {
        ignored = pointers;
      }}
      as="tree"
      setAs={() => undefined}
    />,
  );
  await settled();
  assert.equal(asked[0]?.body, '{"left":{"text":"1"},"right":{"text":"2"},"ignore":["/x"]}');
  assert.equal(root.querySelectorAll("img").length, 0);
  root.querySelector<HTMLElement>('[aria-label="Ignore /t"]')?.click();
  assert.deepEqual(ignored, ["/x", "/t"]);
});

test("capabilities, rows and changes are told in words", () => {
  assert.equal(saidWords("{ }"), "");
  assert.equal(saidWords('{"listChanged":true}'), '{"listChanged":true}');
  assert.equal(pathWords(["resources", "subscribe"]), "resources.subscribe");
  assert.equal(pathWords(["extensions", "com.example/x"]), "extensions com.example/x");
  assert.equal(
    rowWords({ seq: 4, method: "tools/call", target: "echo", status: "ok", durationNs: 3_000_000 }),
    "4 tools/call echo · ok · 3 ms",
  );
  const tools = { added: ["a"], removed: ["b"], changed: [{ name: "c", changes: [], more: false }], same: 1, reordered: false };
  const changes: ListChanges = { since: "connection", tools, resources: null, templates: null, prompts: null };
  assert.equal(changeCount(changes), 3);
  assert.deepEqual(
    ["a", "b", "c", "d"].map((key) => newsOf(changes, "tools", key)),
    ["new", null, "changed", null],
  );
  assert.equal(newsOf(changes, "prompts", "a"), null);
});

test("a run without anything to compare says why, and is not opened where the comparison would be", async () => {
  const end: End = { outcome: "answered", result: "{}", error: null, answer: null, toolError: false, reason: null, fault: null, gone: false, long: null, durationMs: 1 };
  const made = (call: number, change: Partial<Run>): Run => ({
    session: "s1",
    call,
    ref: { kind: "tool", key: "slow" },
    method: "tools/call",
    text: "{}",
    startedAt: 0,
    row: null,
    state: { is: "ended", end },
    ...change,
  });
  const cancelled = made(1, { state: { is: "ended", end: { ...end, outcome: "cancelled", result: null } } });
  const lost = made(2, { state: { is: "known" }, row: row({ status: "lost" }) });
  const answered = made(3, {});
  assert.deepEqual([cancelled, lost, answered, made(4, { state: { is: "running" } })].map(nothingOf), [
    "it was cancelled",
    "it was lost",
    null,
    "it is still running",
  ]);
  assert.equal(showsComparison(answered, null), false);
  assert.equal(showsComparison(answered, cancelled), false);
  assert.equal(showsComparison(answered, made(2, {})), true);
  wantComparison(answered);
  assert.equal(showsComparison(answered, cancelled), true, "somebody wants to know");
  answering(() => "{}");
  const root = await drawn(<Difference left={cancelled} right={answered} />);
  assert.equal(root.textContent, "Run #1 has nothing to compare: it was cancelled.");
});
