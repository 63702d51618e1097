// What the rules found stays told when the log drops the entries that show it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, drawn } from "./page";
import type { Finding } from "../src/contract";
import { FindingList } from "../src/screens/server";
import { checkRules, findings, findingsCount, withGone } from "../src/store/findings";
import { news, session } from "../src/store/sessions";
import { state } from "./samples";

const found = (seq: number): Finding => ({ rule: "frames/id", level: "must", message: `odd ${seq}`, seq, page: "https://x" });

test("findings are kept when their entries were dropped, and replaced when nothing was", () => {
  assert.deepEqual(withGone([found(1), found(2)], [found(2), found(9)], true), [{ ...found(1), gone: true }, found(2), found(9)]);
  assert.deepEqual(withGone([found(1)], [found(2)], false), [found(2)]);
  const many = Array.from({ length: 2000 }, (_, seq) => found(seq));
  assert.equal(withGone(many, [], true).length, 500, "not without end");
});

test("a flood does not make findings vanish, and the Server screen says that their frames are gone", async () => {
  let now = [found(3), found(4)];
  answering(({ path }) => (path.endsWith("/findings") ? JSON.stringify({ findings: now, rules: [] }) : "{}"));
  session.value = state({ id: "flooded" });
  news.value = { dropped: 0, lastSeq: 10 } as NonNullable<typeof news.value>;
  await checkRules("flooded", 10);
  assert.equal(findingsCount.value, 2);
  now = [];
  news.value = { dropped: 70_000, lastSeq: 99_000 } as NonNullable<typeof news.value>;
  await checkRules("flooded", 99_000);
  assert.equal(findingsCount.value, 2);
  assert.ok(findings.value?.findings.every((one) => one.gone));
  const report = findings.value;
  assert.ok(report !== null);
  const list = await drawn(<FindingList state={state({ id: "flooded" })} findings={report} />);
  assert.match(list.textContent ?? "", /frame 3 \(no longer in the log\)/);
  assert.match(list.textContent ?? "", /no longer has its oldest entries/);
  session.value = null;
  news.value = null;
});

test("what breaks the same rule in the same way is told once, with a few of its frames and a link to all", async () => {
  const same = (seq: number): Finding => ({ ...found(seq), message: "no name" });
  const all = [same(1), found(2), same(3), same(4), same(5), same(6), same(7)];
  const list = await drawn(<FindingList state={state({ id: "often" })} findings={{ findings: all, rules: [] }} />);
  assert.equal(list.querySelectorAll("li").length, 2);
  const often = list.querySelector("li");
  assert.match(often?.textContent ?? "", /frame 1, frame 3, frame 4, frame 5, frame 6 and 1 more frame/);
  const last = [...(often?.querySelectorAll("a") ?? [])].find((one) => one.textContent === "1 more frame");
  assert.match(decodeURIComponent(last?.getAttribute("href") ?? ""), /filter=kind:finding method:frames\/id/);
});
