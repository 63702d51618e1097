// What a reload finds again: addresses of comparisons and forms, what is kept of a form, and what was dismissed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, settled } from "./page";
import { state } from "./samples";
import { maskedNames } from "../src/screens/config-editor";
import { readRoot } from "../src/screens/roots-editor";
import { dismissLoss, lossOf, noteLoss } from "../src/store/came-back";
import { choose, isShown } from "../src/store/doctor-shown";
import { takeDrafts } from "../src/store/drafts";
import { dottedIn, type Fields, keepable, keepFields, keptFields, MASK, stillLeftOut } from "../src/store/edited-fields";
import type { Editing } from "../src/store/editing";
import { formatRoute, go, parseRoute, type Route, route } from "../src/store/route";
import { comparison, followPair } from "../src/store/row-pair";
import { typedForm } from "../src/store/typed-field";

test("two rows that are compared, and the form of a server, have addresses that lead back to them", () => {
  const pair = [{ session: "a1", seq: 12 }, { session: "b2", seq: 34 }] as const;
  const all: [Route, string][] = [
    [{ screen: "timeline", session: "a1", seq: 34, filter: "x", compared: pair }, "#/s/a1/timeline/34?filter=x&compare=12%2Cb2%3A34"],
    [{ screen: "explore", session: "a1", item: null, run: null, compared: pair }, "#/s/a1/explore?compare=12%2Cb2%3A34"],
    [{ screen: "connect", editing: { act: "add", server: null } }, "#/?act=add"],
    [{ screen: "connect", editing: { act: "edit", server: "my server" } }, "#/?act=edit&server=my%20server"],
  ];
  for (const [place, address] of all) {
    assert.equal(formatRoute(place), address);
    assert.deepEqual(parseRoute(address), place);
  }
  for (const wrong of ["12", "12,", "a,b", "1,2,3"])
    assert.equal("compared" in parseRoute(`#/s/a1/timeline?compare=${wrong}`), false, wrong);
  for (const wrong of ["#/?act=edit", "#/?act=add&server=x", "#/?act=drop&server=x"])
    assert.deepEqual(parseRoute(wrong), { screen: "connect" });
});

test("the rows of an address are fetched, and those that are gone leave the address", async () => {
  const asked = answering(({ path }) =>
    path.includes("/99") ? new Response("{}", { status: 404 }) : JSON.stringify({ row: { seq: Number(/\d+$/.exec(path)?.[0]) } }),
  );
  const there = (compare: string) => parseRoute(`#/s/p1/timeline/4?compare=${compare}`);
  go(there("3,4"));
  const stop = followPair();
  await settled();
  assert.deepEqual(asked.map((one) => one.path), ["/api/sessions/p1/timeline/3", "/api/sessions/p1/timeline/4"]);
  assert.deepEqual([comparison.value?.left.row.seq, comparison.value?.right.row.seq], [3, 4]);
  assert.deepEqual(route.value, there("3,4"), "the address stays");
  comparison.value = null;
  assert.deepEqual(route.value, parseRoute("#/s/p1/timeline/4"), "whoever closes it is where it was opened");
  go(there("99,4"));
  await settled();
  assert.equal(comparison.value, null);
  assert.deepEqual(route.value, parseRoute("#/s/p1/timeline/4"));
  stop();
});

const EMPTY: Fields = { name: "", transport: "stdio", command: "", args: "", url: "", env: "", headers: "" };

test("of a form all is kept but the values of headers and variables, wherever they were typed", () => {
  const typed: Fields = {
    name: "mine",
    transport: "stdio",
    command: `A=s3cret B="s3 cret" C='s3cret' npx`,
    args: "-y\nx=1",
    url: "http://x",
    env: "TOKEN=s3cret\nMODE=s3cret\nEMPTY=\ns3cret",
    headers: "X-Key:s3cret\nX-Empty:",
  };
  const { fields, leftOut } = keepable(typed, EMPTY);
  assert.doesNotMatch(JSON.stringify(fields), /s3|cret/);
  assert.deepEqual([fields.name, fields.args, fields.url], ["mine", "-y\nx=1", "http://x"]);
  assert.equal(fields.command, `A=${MASK} B=${MASK} C=${MASK} npx`);
  assert.deepEqual(dottedIn(fields.command), ["A", "B", "C"], "dots are never written");
  assert.equal(fields.env, `TOKEN=${MASK}\nMODE=${MASK}\nEMPTY=\n`);
  assert.equal(fields.headers, `X-Key: ${MASK}\nX-Empty:`);
  assert.deepEqual(leftOut, ["TOKEN", "MODE", "a line without a name", "X-Key", "A", "B", "C"]);
});

test("what was left out is named until it is typed again, and what the file has is read from there", async () => {
  answering(() => "{}");
  const now = { act: "edit", server: { id: "s", env: { MODE: "fast", KEY: "k" } } } as unknown as Editing;
  const first: Fields = { ...EMPTY, name: "old", env: `MODE=fast\nKEY=${MASK}` };
  keepFields(now, { ...first, name: "new", env: `MODE=fast\nKEY=${MASK}\nMORE=typed` }, first);
  assert.doesNotMatch(typedForm(), /fast|typed/, "not even what the file has");
  const back = keptFields(now, first);
  assert.equal(back.name, "new");
  assert.equal(back.env, `MODE=fast\nKEY=${MASK}\nMORE=${MASK}`);
  assert.deepEqual(stillLeftOut(back), ["MORE"]);
  assert.deepEqual(maskedNames(back.env, "=", now.server?.env), ["MORE"], "it is not saved as dots");
  assert.deepEqual(stillLeftOut({ ...back, env: "MORE=again" }), []);
  assert.deepEqual(keptFields({ ...now, act: "clone" }, first), first, "another form has nothing of it");
  keepFields(now, first, first);
  assert.equal(typedForm(), "", "what is as it was is not kept");
  await settled();
});

test("a half-typed root is read as it was kept", () => {
  assert.deepEqual(readRoot('{"uri":"file:///a","name":"b"}'), { uri: "file:///a", name: "b" });
  for (const none of ["", "null", '{"uri":1}', "no"]) assert.deepEqual(readRoot(none), { uri: "", name: "" });
});

test("a loss is told until it is read in some tab, and the next one anew", () => {
  answering(() => '{"revision":1}');
  const lost = (phaseSinceNs: number) =>
    state({ id: "l1", phase: "backoff", phaseSinceNs, fault: { code: "X", message: `gone at ${phaseSinceNs}` } as never });
  assert.equal(lossOf("l1"), null);
  noteLoss(lost(5));
  assert.match(lossOf("l1") ?? "", /gone at 5\.$/);
  dismissLoss("l1");
  noteLoss(lost(5));
  assert.equal(lossOf("l1"), null, "a tab that sees the same does not tell it again");
  noteLoss(lost(6));
  assert.match(lossOf("l1") ?? "", /gone at 6\.$/);
  noteLoss(state({ id: "l1", phase: "closed" }));
  assert.equal(lossOf("l1"), null, "somebody ended it");
});

test("a Doctor that was put away in another tab is away here, at once", async () => {
  answering(() => '{"revision":1}');
  const never = state({ id: "n1", phase: "closed", server: null });
  const fault = { code: "PROCESS_EXITED" } as never;
  assert.equal(isShown(never, fault), false, "nothing is shown before it is known");
  takeDrafts("n1", { revision: 0, drafts: [] });
  assert.equal(isShown(never, fault), true);
  takeDrafts("n1", { revision: 1, drafts: [{ name: "doctor:PROCESS_EXITED", text: "away" }] });
  assert.equal(isShown(never, fault), false);
  choose(never, fault, "shown");
  assert.equal(isShown(never, fault), true);
  await settled();
  await new Promise((resolve) => setTimeout(resolve, 200));
  takeDrafts("n1", { revision: 3, drafts: [{ name: "doctor:PROCESS_EXITED", text: "away" }] });
  assert.equal(isShown(never, fault), false, "the newest word counts, however soon it comes");
});
