// What is shown while something is on its way: how far connecting has got, and rows that stand for those to come.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, drawn, settled } from "./page";
import { item, state } from "./samples";
import type { Catalog } from "../src/contract";
import { treeRows } from "../src/explore/tree-rows";
import { OpenSessions } from "../src/screens/open-sessions";
import { summaries } from "../src/store/sessions";

test("a session that connects shows its steps and can be cancelled, one that does not can be connected again", async () => {
  const asked = answering(() => "{}");
  const openedAt = new Date(Date.now() - 2500).toISOString();
  summaries.value = [
    state({
      id: "a",
      name: "slow",
      phase: "initializing",
      status: "connecting",
      openedAt,
      connecting: [
        { step: "start", sinceNs: 0, tookNs: 12e6 },
        { step: "initialize", sinceNs: 12e6, tookNs: null },
      ],
    }),
    state({ id: "b", name: "gone", phase: "closed", status: "error" }),
    state({ id: "c", name: "fine" }),
    state({ id: "d", name: "old", phase: "closed", status: "disconnected", origin: "recording" }),
  ];
  const root = await drawn(<OpenSessions />);
  const rows = [...root.querySelectorAll("li")];
  assert.match(rows[0]?.textContent ?? "", /start 12 ms\s*initialize 2\.\d s…/);
  const acts = rows.map((row) => [...row.querySelectorAll("button")].map((one) => one.textContent?.trim()));
  assert.deepEqual(acts, [["Cancel", "Close"], ["Reconnect", "Close"], ["Close"], ["Close"]]);
  for (const row of rows.slice(0, 2)) row.querySelector("button")?.click();
  await settled();
  assert.deepEqual(asked.map(({ method, path }) => `${method} ${path}`), ["POST /api/sessions/a/stop", "POST /api/sessions/b/reconnect"]);
  summaries.value = null;
  root.remove();
});

test("a list that is on its way has rows that stand for it, and an empty one says why it is empty", () => {
  const labels = (of: ReturnType<typeof state>, catalog: Catalog | null): string[] =>
    treeRows(of, catalog, "", new Set()).filter((row) => row.is === "coming" || row.is === "note").map((row) => `${row.is} ${row.section}`);
  const ready = state({ server: { info: null, capabilities: { tools: {} }, instructions: null } });
  assert.deepEqual(labels(ready, null), ["coming tools", "coming tools", "coming tools", "note resources", "note prompts"]);
  const lists = { tools: { items: [item("a")], complete: true, seq: 1 }, resources: null, templates: null, prompts: null } as unknown as Catalog;
  assert.deepEqual(labels(ready, lists), ["note resources", "note prompts"]);
  // The backend has the list, and the page is about to.
  const known = { ...ready, phase: "closed" as const, catalog: { ...ready.catalog, tools: { seq: 3, count: 2, complete: true, instead: null } } };
  assert.equal(labels(known, null)[0], "coming tools");
  assert.equal(labels({ ...ready, phase: "closed" }, null)[0], "note tools");
  assert.equal(labels(state({ phase: "starting", server: null }), null).filter((one) => one.startsWith("coming")).length, 9);
});
