// What stands around every screen: the era beside the revision, and what the log had to drop.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, drawn } from "./page";
import { state } from "./samples";
import type { TimelineNews } from "../src/contract";
import { Server } from "../src/screens/server";
import { Health } from "../src/shell/header";
import { StatusBar } from "../src/shell/status-bar";
import { news, session } from "../src/store/sessions";
import { withEra } from "../src/text/era";

test("the header and the Server screen say the era beside the revision", async () => {
  answering(() => new Response("{}", { status: 404 }));
  for (const [revision, words] of [
    ["2024-11-05", "2024-11-05 · legacy era"],
    ["2025-06-18", "2025-06-18 · legacy era"],
    ["2025-11-25", "2025-11-25 · legacy era"],
    ["2026-07-28", "2026-07-28 · modern era"],
  ] as const) {
    assert.equal(withEra(revision), words);
    const now = state({ revision });
    assert.ok((await drawn(<Health state={now} />)).textContent?.includes(words), words);
    const facts = [...(await drawn(<Server state={now} />)).querySelectorAll(".facts > div")];
    assert.deepEqual(facts.filter((one) => one.textContent?.startsWith("Revision")).map((one) => one.textContent), [`Revision${words}`]);
  }
  assert.equal(withEra(null), null);
  assert.doesNotMatch((await drawn(<Health state={state({ revision: null })} />)).textContent ?? "", /era/);
});

test("the status bar tells how many entries the log had to drop", async () => {
  session.value = state();
  const told = async (dropped: number) => {
    news.value = { dropped } as TimelineNews;
    const part = (await drawn(<StatusBar />)).querySelector('[title^="Entries of the log"]');
    return [part?.textContent, part?.className];
  };
  assert.deepEqual(await told(0), ["0 dropped", ""]);
  assert.deepEqual(await told(5), ["5 dropped", "warn"]);
  session.value = null;
  news.value = null;
});
