// What can be done about a run that went wrong, and what else is said about runs and rows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, drawn, settled } from "./page";
import { Judge, Structured } from "../src/explore/structured";
import { Remedies } from "../src/explore/remedies";
import { ShareMenu } from "../src/explore/share";
import { tabsFor } from "../src/explore/result";
import { levelIn } from "../src/screens/log-level";
import { loaded } from "../src/store/catalog";
import { endOf, type Run } from "../src/store/runs";
import { take } from "../src/store/sessions";
import { judgedOf, verdictMark } from "../src/store/verdicts";
import { menuOf } from "../src/timeline/row-menu";
import type { Row, SessionState } from "../src/contract";
import { item, row, state } from "./samples";

const target = { kind: "tool", key: "echo" } as const;
const made = (more: Partial<Run> = {}): Run => ({
  session: "s1",
  call: 3,
  ref: target,
  method: "tools/call",
  text: "{}",
  startedAt: 0,
  row: row({ seq: 7, call: 3 }),
  state: { is: "running" },
  ...more,
});
const button = (root: HTMLElement, name: string): HTMLElement => {
  const found = [...root.querySelectorAll("button")].find((one) => one.textContent === name);
  assert.ok(found, `a button ${name} in ${root.innerHTML}`);
  return found;
};
const hear = (now: SessionState): void => take({ event: "session", data: JSON.stringify(now), id: null }, now.id);

test("a run that went wrong links to its frames and is retried with the same arguments", async () => {
  const asked = answering(({ path }) =>
    path.endsWith("/timeline/7")
      ? '{"parts":[{"name":"request","text":"{\\"method\\":\\"tools/call\\",\\"params\\":{\\"name\\":\\"echo\\",\\"arguments\\":{\\"n\\":1.0}}}"}]}'
      : '{"call":4}',
  );
  const root = await drawn(<Remedies state={state()} target={target} run={made()} />);
  assert.equal(root.querySelector("a")?.getAttribute("href"), "#/s/s1/timeline/7");
  button(root, "Retry").click();
  await settled();
  assert.equal(asked.at(-1)?.path, "/api/sessions/s1/calls");
  assert.match(asked.at(-1)?.body ?? "", /"arguments":\{"n":1\.0\}/);
});

test("without a connection a run is offered together with connecting again, and runs once it is there", async () => {
  const asked = answering(({ path }) => (path.endsWith("/calls") ? '{"call":4}' : '{"parts":[{"name":"request","text":"{\\"method\\":\\"ping\\"}"}]}'));
  const closed = state({ phase: "closed" });
  hear(closed);
  const root = await drawn(<Remedies state={closed} target={target} run={made()} />);
  button(root, "Reconnect and run").click();
  await settled();
  assert.deepEqual(asked.map((one) => one.path), ["/api/sessions/s1/reconnect"], "nothing is sent before there is a connection");
  hear(state({ phase: "starting" }));
  hear(state({ phase: "ready" }));
  await settled();
  assert.equal(asked.at(-1)?.path, "/api/sessions/s1/calls");
  const failing = await drawn(<Remedies state={closed} target={target} run={made()} />);
  hear(closed);
  button(failing, "Reconnect and run").click();
  await settled();
  const before = asked.length;
  hear(state({ phase: "starting" }));
  hear(closed);
  await settled();
  assert.equal(asked.length, before, "an attempt that failed runs nothing");
  assert.equal((await drawn(<Remedies state={state({ origin: "recording" })} target={target} run={made()} />)).querySelector("button"), null);
});

test("the tab of structured content tells the verdict of the schema before it is opened", async () => {
  const list = { seq: 1, count: 1, complete: true, items: [item("echo")] };
  hear(state());
  loaded.value = { session: "s1", catalog: { tools: list, resources: null, templates: null, prompts: null } as never };
  const misfit = { pointer: "/n", keyword: "type", message: "no number" };
  for (const [call, errors, mark] of [
    [11, [], " ✓ schema"],
    [12, [misfit], " ✗ schema"],
  ] as const) {
    const asked = answering(() => JSON.stringify({ hasSchema: true, errors, unchecked: null }));
    const run = made({ call });
    const result = '{"content":[],"structuredContent":{"n":1}}';
    const ended = endOf(`{"outcome":"answered","result":${result}}`);
    assert.ok(ended !== null);
    await drawn(<Judge id="s1" target={target} run={run} end={ended} />);
    await settled();
    assert.equal(asked[0]?.path, `/api/sessions/s1/calls/${call}/verdict`);
    const judged = judgedOf(run);
    assert.equal(verdictMark(judged), mark, JSON.stringify(judged));
    const end = endOf(`{"outcome":"answered","result":${result}}`);
    assert.ok(tabsFor(end, false, false, verdictMark(judged)).some((tab) => tab.label === `Structured${mark}`));
  }
});

test("a structured result that cannot be checked is not said to fit, and a long one is judged too", async () => {
  const lines = { lines: ["{}"], numbers: [0], ends: [null], folded: [false], from: 0, total: 1, bytes: 2 };
  answering(({ path }) =>
    path.includes("/doc/")
      ? JSON.stringify(lines)
      : JSON.stringify({ hasSchema: true, errors: [], unchecked: "the value is too large for a check" }),
  );
  const run = made({ call: 13 });
  const long = endOf(
    '{"outcome":"answered","leftOut":{"bytes":9000000,"members":["content","structuredContent"],"isError":false},"answer":{"seq":4,"path":"/result"}}',
  );
  assert.ok(long !== null);
  await drawn(<Judge id="s1" target={target} run={run} end={long} />);
  await settled();
  assert.equal(verdictMark(judgedOf(run)), "");
  const page = await drawn(<Structured run={run} end={long} />);
  assert.match(page.textContent ?? "", /It cannot be told whether it fits.*too large for a check/);
});

test("the level in force is that of the last row that set it since the server was connected", () => {
  const set = (atNs: number, more: Partial<Row>): Row => row({ atNs, method: "logging/setLevel", ...more });
  assert.equal(levelIn([set(5, { target: "debug" }), set(9, { target: "warning" })], 4), "warning");
  assert.equal(levelIn([set(5, { target: "debug" })], 6), null, "another connection begins anew");
  const note = set(9, { kind: "note", method: "log-level", target: "requests ask for log messages from `error` on" });
  assert.equal(levelIn([note], 0), "error");
});

test("every row that begins with a frame can be copied as JSON-RPC, and only calls as commands", () => {
  const labels = (kind: Row["kind"]): string[] => {
    const nothing = (): void => undefined;
    const api = { get: () => Promise.reject(new Error()), send: () => Promise.reject(new Error()) } as never;
    const menu = menuOf({ api, session: "s1", row: row({ kind }), filter: "", attempt: async () => true, act: undefined, say: nothing, copy: nothing, isPinned: false, compared: null });
    return menu.flatMap((one) => (one === null ? [] : [one.label])).filter((label) => label.startsWith("Copy as"));
  };
  assert.equal(labels("call").length, 5);
  for (const kind of ["notification", "ask", "junk"] as const) assert.deepEqual(labels(kind), ["Copy as JSON-RPC", "Copy as bug report"]);
  assert.deepEqual(labels("stderr"), ["Copy as bug report"]);
});

test("a run has a link that can be copied, whatever the address says at the moment", async () => {
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  const root = await drawn(<ShareMenu run={made({ ref: { kind: "tool", key: "a/b c" } })} />);
  root.querySelector("button")?.click();
  await settled();
  const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((one) => one.textContent === "A link to this run");
  assert.ok(entry, document.body.innerHTML.slice(-500));
  entry.click();
  await settled();
  assert.deepEqual(copied, ["http://127.0.0.1/#/s/s1/explore/tool/a%2Fb%20c?run=3"]);
});
