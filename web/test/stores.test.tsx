import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, drawn, settled } from "./page";
import type { Catalog, ItemList, SessionState } from "../src/contract";
import { Result } from "../src/explore/result";
import { RunList } from "../src/explore/run-list";
import { runWords } from "../src/explore/run-words";
import { moved, treeRows } from "../src/explore/tree-rows";
import { formatRoute, parseRoute, type Route } from "../src/store/route";
import { targetOf } from "../src/store/row-target";
import { abort, endOf, filterFor, findRun, givenBy, load, merge, type Run, runs, start } from "../src/store/runs";
import { missing, news, openFault, session, summaries, take, watchPath } from "../src/store/sessions";
import { change, keepSettings, readSettings, setSplit, settings } from "../src/store/settings";
import { item, row, state } from "./samples";

test("every address leads back to the view it was made from", () => {
  const routes: Route[] = [
    { screen: "connect" },
    { screen: "explore", session: "a1", item: null, run: null },
    { screen: "explore", session: "a1", item: { kind: "tool", key: "a/b?c#d %20 ü" }, run: 3 },
    { screen: "explore", session: "a1", item: { kind: "template", key: "demo://{x}/{?y}" }, run: null },
    { screen: "timeline", session: "a1", seq: 4711, filter: "method:tools/* status:error&x=1" },
    { screen: "timeline", session: "a1", seq: null, filter: "", view: "stats" },
    { screen: "timeline", session: "a1", seq: 3, filter: "kind:call", view: "steps" },
    { screen: "timeline", session: "a1", seq: null, filter: "kind:call", view: "all", row: "b2:17" },
    { screen: "explore", session: "a1", item: { kind: "tool", key: "echo" }, run: 3, tab: "raw" },
    { screen: "explore", session: "a1", item: { kind: "tool", key: "echo" }, run: null, tab: "diff" },
    { screen: "server", session: "a1" },
    { screen: "auth", session: "a1" },
    { screen: "tests", session: "a1" },
  ];
  for (const route of routes) assert.deepEqual(parseRoute(formatRoute(route)), route, formatRoute(route));
});

test("what is usual is not in an address", () => {
  const item = { kind: "tool", key: "echo" } as const;
  assert.equal(formatRoute({ screen: "explore", session: "a", item, run: 1 }), "#/s/a/explore/tool/echo?run=1");
  assert.equal(formatRoute({ screen: "timeline", session: "a", seq: 2, filter: "", view: "rows" }), "#/s/a/timeline/2");
  assert.deepEqual(parseRoute("#/s/a/timeline?view=x"), { screen: "timeline", session: "a", seq: null, filter: "" });
});

test("addresses that make no sense lead to the nearest view that does", () => {
  assert.deepEqual(parseRoute("#/nonsense"), { screen: "connect" });
  assert.deepEqual(parseRoute("#/s/a1/explore/gadget/x"), { screen: "explore", session: "a1", item: null, run: null });
  assert.deepEqual(parseRoute("#/s/a1/timeline/x?filter=%E0%A4%A"), {
    screen: "timeline",
    session: "a1",
    seq: null,
    filter: "\ufffd%A",
  });
  assert.deepEqual(parseRoute("#/s/a1/timeline?view=all&row=17"), { screen: "timeline", session: "a1", seq: null, filter: "", view: "all" });
  assert.deepEqual(parseRoute("#/s/a1/explore/tool/%E0%A4%A?run=-1"), {
    screen: "explore",
    session: "a1",
    item: { kind: "tool", key: "%E0%A4%A" },
    run: null,
  });
});

test("events of the stream become state, those of another session do not", () => {
  take({ event: "sessions", data: JSON.stringify({ sessions: [state()] }), id: null }, null);
  assert.equal(summaries.value?.length, 1);
  take({ event: "session", data: JSON.stringify(state()), id: null }, "s1");
  assert.equal(session.value?.id, "s1");
  take({ event: "session", data: JSON.stringify(state({ id: "other" })), id: null }, "s1");
  assert.equal(session.value?.id, "s1");
  take({ event: "timeline", data: '{"lastSeq":7}', id: null }, "s1");
  assert.equal(news.value?.lastSeq, 7);
  take({ event: "gone", data: "{}", id: null }, "s1");
  assert.equal(missing.value, "s1");
  take({ event: "something new", data: "?", id: null }, "s1");
});

test("only what was changed is sent, at the latest when the page goes away, and what others changed is taken", async () => {
  let answer: (text: string) => void = () => undefined;
  const asked = answering(() => new Promise((resolve) => (answer = resolve)));
  const told = (kept: unknown): void => take({ event: "settings", data: JSON.stringify(kept), id: null }, null);
  told({ theme: "light", splits: { a: 0.3 } });
  assert.deepEqual(settings.value, { theme: "light", density: "compact", splits: { a: 0.3 }, singleKeys: true });
  keepSettings();
  setSplit("b", 0.6);
  change({ density: "cozy" });
  // What another tab changes meanwhile does not take back what was changed here.
  told({ theme: "dark", splits: { a: 0.4 } });
  assert.deepEqual(settings.value, { theme: "dark", density: "cozy", splits: { a: 0.4, b: 0.6 }, singleKeys: true });
  dispatchEvent(new Event("pagehide"));
  await settled();
  assert.deepEqual(asked.map(({ method, path, body }) => [method, path, JSON.parse(body ?? "")]), [
    ["PATCH", "/api/settings", { splits: { b: 0.6 }, density: "cozy" }],
  ]);
  told({ theme: "dark", splits: { a: 0.4 } });
  assert.equal(settings.value.splits["b"], 0.6, "it is on its way");
  answer("{}");
  await settled();
  told({ theme: "dark", splits: { a: 0.4 } });
  assert.equal(settings.value.splits["b"], undefined, "another tab took it back");
  dispatchEvent(new Event("pagehide"));
  assert.equal(asked.length, 1, "nothing is sent twice");
});

test("why a connection failed stays while the next attempt runs, and goes when it works", () => {
  const fault = { code: "PROCESS_CRASHED", message: "m", category: "transport", retryable: true, helpUrl: "" } as const;
  const told = (more: Partial<SessionState>): void =>
    take({ event: "session", data: JSON.stringify(state(more)), id: null }, "s1");
  told({ phase: "backoff", fault });
  told({ phase: "starting" });
  assert.equal(openFault.value?.code, "PROCESS_CRASHED");
  told({ phase: "ready" });
  assert.equal(openFault.value, null);
});

test("the stream is asked for the session and filter that are looked at", () => {
  assert.equal(watchPath(null, "x"), "/api/watch");
  assert.equal(watchPath("a b", ""), "/api/watch?session=a+b");
  assert.equal(watchPath("a", "dur:>5ms"), "/api/watch?session=a&filter=dur%3A%3E5ms");
});

test("settings that are none are replaced one by one", () => {
  assert.deepEqual(
    readSettings({ theme: "pink", density: "cozy", splits: { a: 0.4, b: 7, c: "x" }, singleKeys: false }),
    { theme: "system", density: "cozy", splits: { a: 0.4 }, singleKeys: false },
  );
  assert.equal(readSettings(null).singleKeys, true);
});

test("a result is kept as it came", () => {
  const end = endOf(
    '{"call":2,"method":"tools/call","outcome":"answered","result":{"n":1.0,"big":12345678901234567890,"isError":true},"durationMs":0.412}',
  );
  assert.equal(end?.result, '{"n":1.0,"big":12345678901234567890,"isError":true}');
  assert.equal(end?.toolError, true);
  assert.equal(end?.durationMs, 0.412);
  assert.equal(endOf('{"call":2,"method":"tools/call","durationMs":0.4}'), null);
  const refused = endOf('{"call":2,"outcome":"refused","error":{"code":-32602,"message":"x"},"durationMs":1}');
  assert.deepEqual([refused?.outcome, refused?.error], ["refused", '{"code":-32602,"message":"x"}']);
  const long = endOf(
    '{"call":1,"outcome":"answered","leftOut":{"bytes":50000000,"members":["content","isError"],"isError":true},"durationMs":1}',
  );
  const placed = endOf('{"call":1,"outcome":"answered","result":{},"answer":{"seq":9,"path":"/result"},"gone":false,"durationMs":1}');
  assert.deepEqual([placed?.answer, placed?.gone, end?.answer], [{ seq: 9, path: "/result" }, false, null]);
  assert.deepEqual([long?.result, long?.long?.members, long?.toolError], [null, ["content", "isError"], true]);
});

test("a run is made, followed to its end, and can be aborted", async () => {
  runs.value = [];
  let finish: (text: string) => void = () => undefined;
  const asked = answering(({ path, method }) => {
    if (method === "POST" && path.endsWith("/calls")) return '{"call":4}';
    if (path.endsWith("/abort")) return '{"aborted":true}';
    return new Promise<string>((resolve) => {
      finish = resolve;
    });
  });
  const options = { timeoutMs: null, forced: false, detached: false };
  const call = await start(
    "s1",
    { kind: "tool", key: "echo" },
    { method: "tools/call", params: '{"name":"echo","arguments":{"a":1.0}}' },
    '{"a":1.0}',
    options,
  );
  assert.equal(call, 4);
  assert.equal(
    asked[0]?.body,
    '{"method":"tools/call","params":{"name":"echo","arguments":{"a":1.0}},"progress":true}',
  );
  assert.equal(findRun("s1", 4)?.state.is, "running");
  const run = findRun("s1", 4);
  assert.ok(run !== null);
  await abort(run);
  assert.ok(asked.some((one) => one.path === "/api/sessions/s1/calls/4/abort"));
  await settled();
  finish('{"call":4,"method":"tools/call","outcome":"answered","result":{},"durationMs":1}');
  await settled();
  await settled();
  assert.equal(findRun("s1", 4)?.state.is, "ended");
});

test("an end is known as soon as it is told, though it was told before the call had a name, and nobody looks at a clock", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const locks = navigator.locks;
  // Another tab waits for a call: this one has to hear of the end.
  const none = { request: async (_: string, __: unknown, taken: (lock: null) => unknown) => taken(null) };
  Object.defineProperty(navigator, "locks", { configurable: true, value: none });
  runs.value = [];
  const flight = (call: number) => ({ call, seq: 9, method: "tools/call", name: "echo", sentAtNs: 1, progress: null });
  const hear = (calls: ReturnType<typeof flight>[]): void => {
    session.value = state({ id: "s1", calls });
  };
  let isOver = false;
  const report = (): string => (isOver ? '{"outcome":"answered","result":{},"durationMs":1}' : '{"durationMs":1}');
  let meanwhile: () => void = () => undefined;
  const asked = answering(({ method }) => {
    if (method === "POST") {
      // The call is over before its handle is known here.
      isOver = true;
      hear([]);
      return '{"call":4}';
    }
    const answer = report();
    meanwhile();
    return answer;
  });
  const make = () => start("s1", { kind: "tool", key: "echo" }, { method: "tools/call", params: "{}" }, "{}", { timeoutMs: null, forced: false, detached: false });
  const rest = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  try {
    hear([]);
    await make();
    await rest();
    assert.equal(findRun("s1", 4)?.state.is, "ended");
    assert.equal(asked.filter(({ method }) => method === "GET").length, 1);

    // It ends while the question whether it has is on its way.
    runs.value = [];
    answering(({ method }) => {
      if (method === "POST") return '{"call":5}';
      const answer = report();
      meanwhile();
      return answer;
    });
    isOver = false;
    meanwhile = () => {
      isOver = true;
      hear([]);
      meanwhile = () => undefined;
    };
    hear([flight(5)]);
    await make();
    await rest();
    assert.equal(findRun("s1", 5)?.state.is, "ended");

    // While the news have it in flight, nobody asks.
    runs.value = [];
    let questions = 0;
    answering(({ method }) => {
      if (method === "POST") return '{"call":6}';
      questions += 1;
      return report();
    });
    isOver = false;
    await make();
    await rest();
    hear([flight(6)]);
    hear([flight(6)]);
    await rest();
    assert.deepEqual([questions, findRun("s1", 6)?.state.is], [1, "running"]);
    isOver = true;
    hear([]);
    await rest();
    assert.deepEqual([questions, findRun("s1", 6)?.state.is], [2, "ended"]);
  } finally {
    Object.defineProperty(navigator, "locks", { configurable: true, value: locks });
    session.value = null;
  }
});

test("a call the backend refuses is a run that failed, with the reason", async () => {
  runs.value = [];
  answering(
    () =>
      new Response('{"error":{"code":"READ_ONLY","message":"a recording","hint":"open the server"}}', { status: 409 }),
  );
  const call = await start("s1", { kind: "tool", key: "echo" }, { method: "tools/call", params: "{}" }, "{}", {
    timeoutMs: null,
    forced: false,
    detached: false,
  });
  assert.equal(call, null);
  const failed = runs.value[0]?.state;
  assert.ok(
    failed?.is === "failed" && failed.problem.code === "READ_ONLY" && failed.problem.hint === "open the server",
  );
});

test("runs of other tabs are found in the timeline, each once", () => {
  runs.value = [];
  const ref = { kind: "tool", key: "echo" } as const;
  const rows = [
    row({ call: 1 }),
    row({ call: 2, seq: 3 }),
    row({ call: null, seq: 5 }),
    row({ call: 3, seq: 7, target: "other" }),
    row({ call: 4, seq: 9, method: "resources/read" }),
  ];
  merge("s1", ref, rows);
  merge("s1", ref, rows);
  assert.deepEqual(
    runs.value.map((run) => run.call),
    [1, 2],
  );
  assert.equal(runs.value[0]?.state.is, "known");
  merge("s1", ref, [row({ call: 2, seq: 30, depth: 1 })]);
  assert.equal(runs.value[1]?.row?.seq, 3);
});

test("runs of an item with a long name are found by its beginning, without the whole name in the address", () => {
  runs.value = [];
  const ref = { kind: "tool", key: "long_".repeat(2000) } as const;
  assert.equal(filterFor(ref), `kind:call method:tools/call target:${ref.key.slice(0, 197)}*`);
  merge("s1", ref, [row({ call: 1, target: `${ref.key.slice(0, 197)}…` }), row({ call: 2, seq: 3, target: "long_" }), row({ call: 3, seq: 5, target: "other…" })]);
  assert.deepEqual(runs.value.map((run) => run.call), [1]);
});

test("a run of which nothing can be told is not one that was not sent, and an answer that is gone is told so", async () => {
  const ref = { kind: "tool", key: "echo" } as const;
  runs.value = [];
  merge("s1", ref, [row({ call: 1, status: "ok" }), row({ call: 2, seq: 3, status: "tool-error" })]);
  answering(({ path }) =>
    path.includes("/calls/1?")
      ? new Response('{"error":{"code":"NOT_FOUND","message":"session `s1` knows no call 1"}}', { status: 404 })
      : '{"call":2,"outcome":"answered","gone":true,"durationMs":3}',
  );
  for (const run of [...runs.value]) await load(run);
  const [unread, gone] = runs.value;
  assert.ok(unread?.state.is === "unread" && unread.state.problem.code === "NOT_FOUND");
  assert.doesNotMatch(runWords(unread), /not sent/);
  assert.ok(gone?.state.is === "ended" && gone.state.end.gone && gone.state.end.toolError);
  answering(() => '{"call":1,"outcome":"lost","reason":"it was too late","gone":false,"durationMs":3}');
  await load(unread);
  const now = findRun("s1", 1)?.state;
  assert.ok(now?.is === "ended" && now.end.reason === "it was too late", "it can be tried again");
});

test("a name with signs of the filter language is not put into a filter", () => {
  assert.equal(filterFor({ kind: "tool", key: "get-sum" }), "kind:call method:tools/call target:get-sum");
  const long = "x".repeat(200_000);
  assert.equal(filterFor({ kind: "tool", key: long }), `kind:call method:tools/call target:${"x".repeat(197)}*`, "as rows cut it");
  assert.equal(targetOf(`\n${"é".repeat(101)}\nmore`), `${"é".repeat(98)}…`);
  assert.equal(targetOf("\na\nb\n"), "a\nb");
  assert.equal(targetOf("é".repeat(100)), "é".repeat(100));
  assert.equal(filterFor({ kind: "tool", key: 'a|b "c"' }), "kind:call method:tools/call");
});

test("the tree has sections with counts and reasons, and a filter finds by every text", () => {
  const lists: Catalog = {
    tools: {
      seq: 1,
      complete: false,
      items: [item("echo"), item("get-sum", { title: "Adds", badges: ["read-only"] })],
    },
    resources: null,
    templates: null,
    prompts: null,
  };
  const rows = treeRows(state(), lists, "", new Set());
  assert.deepEqual(
    rows.map((one) => one.label),
    [
      "Tools",
      "echo",
      "get-sum",
      "Resources",
      "the server did not advertise `resources`",
      "Prompts",
      "the server did not advertise `prompts`",
    ],
  );
  assert.equal(rows[0]?.is === "section" ? rows[0].count : "", "2+");
  assert.deepEqual(
    treeRows(state(), lists, "ADDS", new Set(["tools"])).map((one) => one.label),
    ["Tools", "get-sum"],
  );
  assert.deepEqual(treeRows(state(), lists, "", new Set(["tools"]))[1]?.label, "Resources");
  assert.deepEqual(treeRows(state(), lists, "nothing like it", new Set()), []);
});

test("a filter of the tree takes subscriptions and tasks like everything else, and opens what is folded", () => {
  const now = state({
    subscriptions: ["demo://clock", "demo://notes"],
    tasks: { "task-7": "working", "task-9": "completed" },
  });
  const labels = (filter: string): string[] => treeRows(now, null, filter, new Set(["tasks"])).map((one) => one.label);
  assert.deepEqual(labels("CLOCK"), ["Subscriptions", "demo://clock"]);
  assert.deepEqual(labels("task-7"), ["Tasks", "task-7"]);
  assert.deepEqual(labels("completed"), ["Tasks", "task-9"]);
  assert.deepEqual(labels("").slice(-4), ["Tasks", "Subscriptions", "demo://clock", "demo://notes"]);
});

test("the runs of a template are found by the addresses it gives", () => {
  for (const [template, yes, no] of [
    ["demo://notes/{id}", ["demo://notes/1", "demo://notes/"], ["demo://notes/1/2", "demo://note/1", "x demo://notes/1"]],
    ["file:///{+path}", ["file:///a/b.txt"], ["http:///a"]],
    ["a.b://x{?q,n}", ["a.b://x?q=1&n=2", "a.b://x"], ["aXb://x"]],
  ] as const) {
    for (const uri of yes) assert.ok(givenBy(template).test(uri), `${template} ${uri}`);
    for (const uri of no) assert.ok(!givenBy(template).test(uri), `${template} ${uri}`);
  }
  runs.value = [];
  const read = { method: "resources/read" } as const;
  merge("s1", { kind: "template", key: "demo://notes/{id}" }, [
    row({ ...read, call: 1, target: "demo://notes/7" }),
    row({ ...read, call: 2, seq: 3, target: "demo://clock" }),
  ]);
  assert.deepEqual(
    runs.value.map((run) => [run.call, run.ref.kind]),
    [[1, "template"]],
  );
});

test("a resource that was read through a template is a run of the template, also after a reload", async () => {
  runs.value = [];
  const template = { kind: "template", key: "demo://notes/{id}" } as const;
  const resource = { kind: "resource", key: "demo://notes/7" } as const;
  const lines = (uri: string): ItemList => ({ seq: 1, complete: true, items: [item(uri, { uri })] });
  const lists: Catalog = { tools: null, resources: lines(resource.key), templates: lines(template.key), prompts: null };
  answering(({ path }) => (path.endsWith("/calls") ? '{"call":1}' : '{"call":1,"outcome":"answered","revision":1}'));
  await start("t1", template, { method: "resources/read", params: "{}" }, "{}", {
    timeoutMs: null,
    forced: false,
    detached: false,
  });
  runs.value = [];
  const rows = [1, 2].map((call) => row({ call, seq: call, method: "resources/read", target: resource.key }));
  merge("t1", resource, rows, lists);
  merge("t1", template, rows, lists);
  assert.deepEqual(
    runs.value.map((run) => [run.call, run.ref.kind]),
    [
      [1, "template"],
      [2, "resource"],
    ],
  );
});

test("moving in the tree stays within it", () => {
  const rows = treeRows(state(), null, "", new Set());
  assert.equal(moved("j", rows.length - 1, rows), rows.length - 1);
  assert.equal(moved("k", 0, rows), 0);
  assert.equal(moved("G", 0, rows), rows.length - 1);
});

test("the list of runs and the result tell the same time, that of the log as soon as it is known", async () => {
  const end = endOf('{"call":4,"outcome":"answered","result":{},"durationMs":3.4}');
  assert.ok(end !== null);
  const ref = { kind: "tool", key: "echo" } as const;
  const made = { session: "s1", call: 4, ref, method: "tools/call", text: "{}", startedAt: 0, state: { is: "ended", end } } as const;
  const pending = row({ call: 4, status: "pending", durationNs: null });
  for (const [known, took] of [
    [null, "3.4 ms"],
    [pending, "3.4 ms"],
    [row({ call: 4, durationNs: 2.9e6 }), "2.9 ms"],
  ] as const) {
    const run: Run = { ...made, row: known };
    runs.value = [run];
    const root = await drawn(
      <>
        <RunList state={state()} target={ref} shown={4} />
        <Result state={state()} target={ref} run={run} />
      </>,
    );
    assert.match(root.querySelector(".run-links")?.textContent ?? "", new RegExp(`#4 ${took} OK`));
    assert.match(root.querySelector(".verdict")?.textContent ?? "", new RegExp(`#4 · ${took}`));
    root.remove();
  }
  runs.value = [];
});
