// Commands that mean the view that is looked at, and say so when there is nothing for them to do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, settled } from "./page";
import { row } from "./samples";
import { carryOut } from "../src/shell/commands";
import { commandEntries, found } from "../src/shell/palette-entries";
import { resultTab } from "../src/explore/result";
import { comparison } from "../src/store/row-pair";
import { go } from "../src/store/route";
import { selectedRow } from "../src/store/selection";
import { timeMode } from "../src/timeline/timeline";
import { said } from "../src/ui/copy";

test("how times are told is changed by a command that the palette finds", () => {
  timeMode.value = "clock";
  const [entry] = found("times by the", commandEntries(carryOut));
  assert.equal(entry?.one.is, "command");
  const turns = [0, 1, 2].map(() => {
    if (entry?.one.is === "command") entry.one.act();
    return timeMode.value;
  });
  assert.deepEqual(turns, ["start", "delta", "clock"]);
});

test("on the timeline D compares the chosen call with the one before that asked the same, and says why it cannot", async () => {
  const calls = { 7: row({ seq: 7, endSeq: 8, target: "echo" }), 3: row({ seq: 3, endSeq: 4, target: "echo" }), 5: row({ seq: 5, kind: "notification" }) };
  const asked = answering(({ path }) => {
    const seq = Number(/timeline\/(\d+)/.exec(path)?.[1]) as keyof typeof calls;
    const filter = new URL(path, "http://x").searchParams.get("filter");
    return JSON.stringify({ row: calls[seq], previous: filter !== "" && seq === 7 ? 3 : null });
  });
  const tab = resultTab.value;
  const press = async (seq: number | null): Promise<void> => {
    comparison.value = null;
    go({ screen: "timeline", session: "s1", seq, filter: "" });
    selectedRow.value = seq;
    carryOut("diff");
    await settled();
  };
  await press(7);
  assert.deepEqual([comparison.value?.left.row.seq, comparison.value?.right.row.seq], [3, 7]);
  assert.ok(asked.some(({ path }) => decodeURIComponent(path).endsWith("filter=kind:call method:tools/call target:echo")), JSON.stringify(asked));
  await press(3);
  assert.equal(comparison.value, null);
  assert.match(said.value.text, /no run before/);
  await press(5);
  assert.match(said.value.text, /only a call/);
  await press(null);
  assert.match(said.value.text, /choose a row/);
  assert.equal(resultTab.value, tab, "the tab of results elsewhere is left alone");
});

test("where nothing was run D says so", () => {
  const tab = resultTab.value;
  go({ screen: "server", session: "s1" });
  carryOut("diff");
  assert.match(said.value.text, /run something twice/);
  assert.equal(resultTab.value, tab);
});
