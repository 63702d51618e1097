// What servers call things may have any length: what lists draw of it does not.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { answering, drawn, settled } from "./page";
import { ask, item, state } from "./samples";
import { meanwhile, UnderWay } from "../src/explore/asking";
import { Overview } from "../src/explore/overview";
import { paletteOpen } from "../src/shell/overlays";
import { Palette } from "../src/shell/palette";
import { loaded, whyEmpty } from "../src/store/catalog";
import { fit, fitWords } from "../src/store/ranking";
import { session } from "../src/store/sessions";

const LONG = "word-".repeat(40_000);

beforeEach(() => {
  answering(() => '{"places":[],"recent":[],"named":null,"typed":"","servers":[]}');
  const items = Array.from({ length: 20 }, (_, index) => item(`tool-${index}-${LONG}`, { index, title: LONG, description: LONG, uri: LONG }));
  session.value = state({ server: { info: { name: LONG, version: LONG }, capabilities: { tools: {} }, instructions: null }, place: LONG });
  loaded.value = { session: session.value.id, catalog: { tools: { seq: 1, complete: true, items }, resources: null, templates: null, prompts: null } };
});
afterEach(() => {
  paletteOpen.value = false;
  session.value = null;
  loaded.value = null;
});

test("the palette draws the beginning of names and notes, and finds by that", async () => {
  paletteOpen.value = true;
  const root = await drawn(<Palette />);
  const options = Array.from(root.querySelectorAll('[role="option"]'), (one) => one.textContent ?? "");
  const tools = options.filter((text) => text.startsWith("tool-"));
  assert.equal(tools.length, 20);
  for (const text of tools) assert.ok(text.length < 800, `${text.length} letters`);
  assert.match(tools[0] ?? "", /… \(200 kB in all\)tool · word-word/);
  assert.deepEqual(fit("tool7", `tool-7-${LONG}`)?.places, [0, 1, 2, 3, 5]);
  assert.equal(fit("z", `${LONG}z`), null, "nobody looks that far");
  assert.equal(fitWords("z", `${LONG}z`), null);
  paletteOpen.value = false;
  await settled();
});

test("the overview of a server tells the beginnings of its name, its place and the tool to try", async () => {
  const root = await drawn(<Overview state={session.value ?? state({})} />);
  await settled();
  assert.ok((root.querySelector(".overview-title")?.textContent?.length ?? 0) < 800);
  const text = root.textContent ?? "";
  assert.match(text, /Try tool-0-word/);
  assert.ok(text.length < 4_000, `${text.length} letters`);
});

test("an answer that has no list is told from an empty list, with its frame", async () => {
  const tools = { seq: 7, count: 0, complete: true };
  const now = (instead: string | null) => state({ phase: "ready", catalog: { tools: { ...tools, instead }, resources: null, templates: null, prompts: null } });
  assert.equal(whyEmpty(now(null), "tools"), "the server's list is empty");
  assert.equal(whyEmpty(now("an object"), "tools"), "the answer has no list: its `tools` is an object");
  const root = await drawn(<Overview state={now("null")} />);
  const link = Array.from(root.querySelectorAll("a")).find((one) => one.textContent === "its frame");
  assert.match(link?.getAttribute("href") ?? "", /timeline.*7/);
});

test("what can be done while a call is under way is what this session does", async () => {
  const now = (concurrency: number, inProgress: number) =>
    state({ asks: [ask(1)], queue: { pending: 0, inProgress, concurrency, completed: 0, failed: 0, cancelled: 0 } });
  assert.match(meanwhile(now(16, 1)), /Other tools can be used meanwhile/);
  assert.match(meanwhile(now(1, 1)), /one call at a time: others wait/);
  assert.match(meanwhile(now(2, 2)), /2 calls at a time: others wait/);
  assert.equal(meanwhile(state({ queue: null })), "");
  const run = { session: "s1", call: 1, ref: { kind: "tool", key: "a" }, method: "tools/call", text: null, startedAt: null, row: null, state: { is: "running" } } as const;
  const root = await drawn(<UnderWay state={now(1, 1)} run={run} />);
  assert.match(root.textContent ?? "", /asks you for something.*one call at a time/);
});
