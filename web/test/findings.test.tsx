// What the rules found stays told when the log drops the entries that show it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, drawn } from "./page";
import type { Finding } from "../src/contract";
import { foundWords } from "../src/screens/capabilities";
import { FindingList } from "../src/screens/server";
import { brokenRules } from "../src/store/broken-rules";
import { checkRules, findings, findingsCount, followFindings, withGone } from "../src/store/findings";
import { missing, news, session } from "../src/store/sessions";
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

test("findings are counted as findings, and the rules they are about as rules", () => {
  const of = (rule: string): Finding => ({ ...found(1), rule });
  assert.equal(foundWords({ broken: 3, findings: [of("a"), of("b"), of("a")] }), "3 findings, 2 rules broken");
  assert.equal(foundWords({ broken: 1, findings: [of("a")] }), "1 finding, 1 rule broken");
  assert.equal(foundWords({ broken: 39, findings: [of("a"), of("a")] }), "39 findings", "not all are listed");
});

test("what breaks a rule is one line, with the ways in which it is broken and a few frames of each", async () => {
  const same = (seq: number): Finding => ({ ...found(seq), message: "no name" });
  const all = [same(1), found(2), same(3), same(4), same(5), same(6), same(7)];
  const list = await drawn(<FindingList state={state({ id: "often" })} findings={{ findings: all, rules: [] }} />);
  assert.equal(list.querySelectorAll(".finding-list > li").length, 3);
  assert.equal(list.querySelectorAll(":scope > .finding-list > li").length, 1);
  assert.equal(list.querySelector("summary")?.textContent, "7 times, in 2 ways");
  const often = list.querySelector("details li");
  assert.match(often?.textContent ?? "", /frame 1, frame 3, frame 4, frame 5, frame 6 and 1 more frame/);
  const last = [...(often?.querySelectorAll("a") ?? [])].find((one) => one.textContent === "1 more frame");
  assert.match(decodeURIComponent(last?.getAttribute("href") ?? ""), /filter=kind:finding method:frames\/id/);
});

test("as many rules are listed as are counted as broken, also those without a finding", async () => {
  const rule = (name: string, verdict: "broken" | "kept" | "not-exercised", broken = 0) => ({ rule: name, verdict, judged: 9, broken });
  const rules = [rule("frames/id", "broken", 140), rule("LIFE-01", "broken", 3), rule("LIFE-02", "kept"), rule("LIFE-03", "not-exercised")];
  const report = { findings: [found(1), { ...found(2), level: "should" as const }], rules };
  assert.deepEqual(brokenRules(report).map(({ rule: name, level, times }) => [name, level, times]), [["frames/id", "must", 140], ["LIFE-01", null, 3]]);
  const list = await drawn(<FindingList state={state({ id: "counted" })} findings={report} />);
  assert.match(list.textContent ?? "", /1 rules kept, 2 broken, 1 not exercised so far/);
  assert.match(list.textContent ?? "", /LIFE-01 broken 3 times/);
});

test("a session that is gone is not asked for its findings", async () => {
  let asked = 0;
  answering(() => {
    asked += 1;
    return JSON.stringify({ findings: [], rules: [] });
  });
  missing.value = "gone";
  await checkRules("gone", 5);
  assert.equal(asked, 0);
  missing.value = null;
});

test("a server that never stops talking is checked all the same, and what came meanwhile after it", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const grows = (lastSeq: number) => {
    news.value = { dropped: 0, lastSeq } as NonNullable<typeof news.value>;
  };
  let asked = 0;
  answering(() => {
    asked += 1;
    if (asked === 1) grows(9_000);
    return JSON.stringify({ findings: [], rules: [] });
  });
  session.value = state({ id: "chatty" });
  grows(1);
  const stop = followFindings();
  for (let seq = 2; seq < 20; seq += 1) {
    context.mock.timers.tick(100);
    grows(seq);
  }
  assert.equal(asked, 1, "it waits for no silence, and does not ask beside a check that runs");
  while (findings.value === null) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  context.mock.timers.tick(60_000);
  assert.equal(asked, 2, "what came during the check is checked");
  stop();
});
