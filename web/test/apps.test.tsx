import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, settled } from "./page";
import { Bridge, type DisplayMode, type Host, isWebAddress, type Reply, type Told } from "../src/apps/bridge";
import { batch, Journal } from "../src/apps/journal";
import { leadsInto } from "../src/apps/keyboard";
import { WholePage } from "../src/apps/whole-page";
import { treeRows } from "../src/explore/tree-rows";
import { item, state } from "./samples";

interface Scene {
  bridge: Bridge;
  posted: string[];
  wrote: string[];
  told: Told[];
  called: string[];
}

function scene(answer: (method: string) => Promise<Reply> = async () => ({ result: '{"n":1.0}' })): Scene {
  const posted: string[] = [];
  const wrote: string[] = [];
  const told: Told[] = [];
  const called: string[] = [];
  let mode: DisplayMode = "inline";
  const host: Host = {
    post: (text) => void posted.push(text),
    wrote: (direction, text) => void wrote.push(`${direction} ${text}`),
    context: () => ({ theme: "dark" }),
    info: () => ({ hostInfo: { name: "h" }, hostCapabilities: {} }),
    mode: () => mode,
    mayCall: (tool) => tool !== "for-models",
    call: (method, params) => {
      called.push(`${method} ${params}`);
      return answer(method);
    },
    tell: (one) => {
      if (one.is === "mode") mode = one.mode;
      told.push(one);
    },
  };
  return { bridge: new Bridge(host), posted, wrote, told, called };
}

const say = (message: object): string => JSON.stringify({ jsonrpc: "2.0", ...message });
const error = (text: string | undefined): number =>
  (JSON.parse(text ?? "{}") as { error: { code: number } }).error.code;

function begin(one: Scene, appCapabilities: object = {}): void {
  one.bridge.receive(say({ id: 1, method: "ui/initialize", params: { appInfo: { name: "x" }, appCapabilities } }));
  one.bridge.receive(say({ method: "ui/notifications/initialized", params: {} }));
}

test("an app is told nothing before it is ready, then arguments and result in this order", () => {
  const one = scene();
  one.bridge.setResult('{"content":[],"n":1e400}');
  one.bridge.setInput('{"a":1.0}');
  one.bridge.contextChanged({ theme: "light" });
  assert.deepEqual(one.posted, []);
  one.bridge.receive(say({ id: "a", method: "ui/initialize", params: { appInfo: { name: "x" } } }));
  assert.equal(one.posted.length, 1);
  const { id, result } = JSON.parse(one.posted[0] ?? "") as { id: string; result: Record<string, unknown> };
  assert.equal(id, "a");
  assert.deepEqual([result["protocolVersion"], result["hostContext"]], ["2026-01-26", { theme: "dark" }]);
  one.bridge.receive(say({ method: "ui/notifications/initialized" }));
  assert.deepEqual(one.posted.slice(1), [
    '{"jsonrpc":"2.0","method":"ui/notifications/tool-input","params":{"arguments":{"a":1.0}}}',
    '{"jsonrpc":"2.0","method":"ui/notifications/tool-result","params":{"content":[],"n":1e400}}',
  ]);
  one.bridge.contextChanged({ theme: "light" });
  assert.match(one.posted.at(-1) ?? "", /host-context-changed","params":\{"theme":"light"\}/);
  // Everything that was said is written down, in order, with who said it.
  assert.deepEqual(
    one.wrote.map((line) => line.slice(0, 3).trim()),
    ["in", "out", "in", "out", "out", "out"],
  );
});

test("an app that is loaded again is told everything again", () => {
  const one = scene();
  one.bridge.setInput("{}");
  begin(one);
  begin(one);
  assert.equal(one.posted.filter((text) => text.includes("tool-input")).length, 2);
});

test("what a call came to besides a result is told as cancelled", () => {
  const one = scene();
  begin(one);
  one.bridge.setCancelled("it took too long");
  assert.equal(
    one.posted.at(-1),
    '{"jsonrpc":"2.0","method":"ui/notifications/tool-cancelled","params":{"reason":"it took too long"}}',
  );
});

test("tools and resources are asked for as spelled, and those that are not for apps are refused", async () => {
  const one = scene();
  begin(one);
  one.bridge.receive('{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"t","n":1.0}}');
  one.bridge.receive(say({ id: 3, method: "tools/call", params: { name: "for-models" } }));
  one.bridge.receive(say({ id: 4, method: "tools/call", params: {} }));
  one.bridge.receive(say({ id: 5, method: "resources/read", params: { uri: "a://b" } }));
  await settled();
  assert.deepEqual(one.called, ['tools/call {"name":"t","n":1.0}', 'resources/read {"uri":"a://b"}']);
  const replies = one.posted.slice(1);
  assert.ok(replies.includes('{"jsonrpc":"2.0","id":9007199254740993,"result":{"n":1.0}}'), replies.join("\n"));
  assert.equal(error(replies.find((text) => text.includes('"id":3'))), -32000);
  assert.equal(error(replies.find((text) => text.includes('"id":4'))), -32602);
});

test("an app has few requests under way at once", async () => {
  const ends: (() => void)[] = [];
  const one = scene(() => new Promise((resolve) => ends.push(() => resolve({ result: "{}" }))));
  begin(one);
  for (let id = 10; id < 30; id += 1) one.bridge.receive(say({ id, method: "tools/call", params: { name: "t" } }));
  assert.equal(one.called.length, 8);
  assert.equal(one.posted.filter((text) => text.includes("under way")).length, 12);
  for (const end of ends) end();
  await settled();
  one.bridge.receive(say({ id: 99, method: "tools/call", params: { name: "t" } }));
  assert.equal(one.called.length, 9);
});

test("unknown methods, pings, odd ids and what is no message are answered as they should be", () => {
  const one = scene();
  one.bridge.receive(say({ id: 1, method: "sampling/createMessage" }));
  assert.equal(error(one.posted[0]), -32601);
  one.bridge.receive(say({ id: 2, method: "ping" }));
  assert.equal(one.posted[1], '{"jsonrpc":"2.0","id":2,"result":{}}');
  one.bridge.receive(say({ id: { x: 1 }, method: "ping" }));
  assert.equal(error(one.posted[2]), -32600);
  for (const text of ["", "no json", "[]", "null", '"x"', "{}", say({ method: "unknown" }), say({ id: 7 })])
    one.bridge.receive(text);
  assert.equal(one.posted.length, 3);
  assert.equal(one.wrote.length, 14);
});

test("a link is opened by a person or not at all, and only one of the web", () => {
  const one = scene();
  begin(one);
  const link = (id: number, url: unknown): void =>
    one.bridge.receive(say({ id, method: "ui/open-link", params: { url } }));
  for (const [index, url] of ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "", 5].entries()) {
    link(100 + index, url);
    assert.equal(error(one.posted.at(-1)), -32602, String(url));
  }
  assert.ok(!isWebAddress("ui://x") && isWebAddress("https://example.com/?a=b#c"));
  const before = one.posted.length;
  for (let id = 1; id <= 6; id += 1) link(id + 1, "https://example.com/");
  assert.equal(one.told.filter((told) => told.is === "link").length, 5);
  assert.equal(one.posted.length, before + 1, "nothing is answered before someone decided, but too many are refused");
  one.bridge.answerLink("2", true);
  one.bridge.answerLink("3", false);
  one.bridge.answerLink("2", false);
  assert.equal(one.posted.at(-2), '{"jsonrpc":"2.0","id":2,"result":{}}');
  assert.equal(error(one.posted.at(-1)), -32000);
});

test("the display mode is changed only to one that both sides have", () => {
  const one = scene();
  begin(one, { availableDisplayModes: ["inline"] });
  const wish = (mode: string): string => {
    one.bridge.receive(say({ id: 8, method: "ui/request-display-mode", params: { mode } }));
    return one.posted.at(-1) ?? "";
  };
  assert.match(wish("fullscreen"), /"mode":"inline"/);
  begin(one, { availableDisplayModes: ["inline", "fullscreen", "pip"] });
  assert.match(wish("pip"), /"mode":"inline"/);
  assert.match(wish("fullscreen"), /"mode":"fullscreen"/);
});

test("an app has the whole page after an act in it, else by a yes, and never again by itself once it was left", () => {
  const one = new WholePage();
  assert.equal(one.wish(false), false);
  assert.equal(one.isAsked.value, true);
  assert.equal(one.wish(true), true);
  one.settle();
  assert.equal(one.isAsked.value, false);
  one.left();
  assert.equal(one.wish(true), false, "an act is not enough any more");
  assert.equal(one.isAsked.value, true);
  one.refuse();
  assert.equal(one.wish(true), false);
  assert.equal(one.isAsked.value, false, "a no is not asked again");
});

test("closing waits for the app to agree, for a moment", async () => {
  const one = scene();
  await one.bridge.close("never begun");
  assert.equal(one.posted.length, 0);
  begin(one);
  const closing = one.bridge.close("bye");
  const { id, method } = JSON.parse(one.posted.at(-1) ?? "") as { id: string; method: string };
  assert.equal(method, "ui/resource-teardown");
  one.bridge.receive(say({ id, result: {} }));
  await closing;
  begin(one);
  const began = performance.now();
  await one.bridge.close("bye");
  assert.ok(performance.now() - began > 400, "an app that says nothing is closed all the same");
});

test("what is said is written in order, a few at a time, and what cannot be is counted", async () => {
  const many = Array.from({ length: 250 }, (_, n) => ({ direction: "in" as const, text: String(n) }));
  assert.equal(batch(many).length, 100);
  const long = { direction: "in" as const, text: "x".repeat(900_000) };
  assert.equal(batch([long, long]).length, 1);
  assert.equal(batch([{ ...long, text: "x".repeat(3_000_000) }]).length, 1);

  let lost = 0;
  let status = 204;
  const asked = answering(() => new Response(null, { status }));
  const journal = new Journal("s1", "ui://x", 7, (count) => {
    lost += count;
  });
  for (const one of many) journal.write(one.direction, one.text);
  await journal.written();
  const bodies = asked.map((one) => JSON.parse(one.body ?? "") as { call: number; messages: { text: string }[] });
  assert.deepEqual(
    bodies.flatMap((body) => body.messages.map((message) => message.text)),
    many.map((one) => one.text),
  );
  assert.deepEqual([asked[0]?.path, bodies[0]?.call, bodies.length], ["/api/sessions/s1/app-messages", 7, 3]);
  status = 503;
  for (let n = 0; n < 1200; n += 1) journal.write("in", "x");
  await journal.written();
  assert.equal(lost, 1200);
});

test("tools with an app have a section of their own", () => {
  const tools = { seq: 1, complete: true, items: [item("plain"), item("clock", { app: "ui://clock", title: "Clock" })] };
  const catalog = { tools, resources: null, templates: null, prompts: null };
  const rows = treeRows(state(), catalog, "", new Set()).filter((row) => row.is === "item" && row.section === "apps");
  assert.deepEqual(
    rows.map((row) => [row.label, row.is === "item" && row.ref.key]),
    [["Clock", "clock"]],
  );
});

test("a pointer that was last seen going to a frame is taken to be in it, and one that goes past it is not", () => {
  const frame = { left: 100, right: 200, top: 50, bottom: 90 };
  const leads = (x: number, y: number, right: number, down: number): boolean =>
    leadsInto(frame, { x, y }, { x: right, y: down });
  assert.ok(leads(90, 60, 20, 0), "from the left");
  assert.ok(leads(150, 40, 0, 12), "from above");
  assert.ok(leads(210, 100, -30, -30), "across the corner");
  assert.ok(leads(90, 60, 500, 10), "in one leap, and further");
  assert.ok(!leads(90, 60, 9, 0), "it stops short of it");
  assert.ok(!leads(90, 60, -20, 0), "it goes away");
  assert.ok(!leads(90, 40, 200, 0), "it goes past it");
  assert.ok(!leads(90, 40, 15, 100), "it goes round the corner");
});
