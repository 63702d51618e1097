// Details of several screens: who was waited for, secrets in the config file, what cannot be told as curl, and errors
// beside which nothing waits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { draw, settle } from "./parts-dom";
import type { Api, FormProblem, Row, SessionState } from "../src/contract";
import { easiest } from "../src/explore/overview";
import { takers } from "../src/explore/result";
import { unshareable } from "../src/explore/share";
import { FormPane } from "../src/form/form";
import { bodyOf, maskedNames, pairs, splitLine } from "../src/screens/config-editor";
import { diagnose } from "../src/store/doctor";
import { waits } from "../src/timeline/row";
import { session } from "../src/store/sessions";
import { StatsPane } from "../src/timeline/stats";
import { item, row, state } from "./samples";

test("what a standing rule answered is the rule's time, and not yours", () => {
  assert.equal(waits({ humanNs: 0, ruleNs: 53_000 }), "rule 53 µs");
  assert.equal(waits({ humanNs: 13_000_000_000, ruleNs: 53_000 }), "you 13 s · rule 53 µs");
  assert.equal(waits({ humanNs: 0 }), "");
});

test("secrets of the config file are not shown, and stay unless they are typed anew", () => {
  const kept = { Authorization: "Bearer abc", "X-Plain": "1", API_KEY: "k" };
  const shown = pairs(kept, ": ");
  assert.ok(!shown.includes("abc") && shown.includes("X-Plain: 1"), shown);
  const fields = { name: "n", transport: "streamableHttp" as const, command: "", args: "", url: "http://x", env: "", headers: shown };
  const server = { id: "1", name: "n", transport: "streamableHttp", headers: kept } as never;
  assert.deepEqual(bodyOf(fields, server)["headers"], kept);
  const typed = { ...fields, headers: shown.replace(/^(Authorization: ).*/, "$1Bearer new") };
  assert.deepEqual(bodyOf(typed, server)["headers"], { ...kept, Authorization: "Bearer new" });
  assert.deepEqual(maskedNames(shown, ":", kept), []);
  assert.deepEqual(maskedNames(shown.replace("API_KEY", "OTHER_KEY"), ":", kept), ["OTHER_KEY"], "dots are never written");
});

test("nobody asks the backend for curl of a server on stdio", () => {
  session.value = state({ transport: "stdio" });
  const { id } = session.value;
  assert.match(unshareable("curl", id) ?? "", /stdio/);
  assert.equal(unshareable("cli", id), null);
  assert.equal(unshareable("curl", "another"), null, "of others it is not known here");
  session.value = state({ transport: "streamable-http" as SessionState["transport"] });
  assert.equal(unshareable("curl", id), null);
  session.value = null;
});

test("the slowest are told by the time of the server", async () => {
  const slow = { ...row({ durationNs: 12_000_000_000, humanNs: 10_000_000_000 }) };
  const api: Api = {
    get: async <T,>() => ({ methods: [], slowest: [slow] }) as T,
    send: () => Promise.reject(new Error("not asked")),
  };
  const shown = await draw(<StatsPane session="s" api={api} />);
  await settle();
  assert.match(shown.find("td.number").textContent ?? "", /^2/);
  assert.match(shown.find("td.muted").textContent ?? "", /and you 10/);
  shown.remove();
});

test("a result tells who took how much of its time, where that is not the server alone", () => {
  session.value = null;
  const timed = (more: Partial<Row>): Row => row({ networkNs: null, humanNs: 0, ...more });
  const waited = timed({ durationNs: 18.5e9, serverNs: 61e6, humanNs: 18.439e9 });
  assert.equal(takers(waited), " (server 61 ms · you 18.4 s)");
  const remote = timed({ durationNs: 90e6, serverNs: 30e6, networkNs: 60e6 });
  assert.equal(takers(remote), " (server 30 ms · network 60 ms)");
  const all = timed({ durationNs: 10e9, serverNs: 1e9, networkNs: 2e9, humanNs: 7e9 });
  assert.equal(takers(all), " (server 1 s · network 2 s · you 7 s)");
  assert.equal(takers(timed({ durationNs: 5e6, serverNs: 5e6 })), "", "without HTTP and without anybody it was the server");
  assert.equal(takers(timed({ durationNs: 5e9, serverNs: 4_999_999_000, networkNs: 1000 })), "", "nobody would see it");
  assert.equal(takers(timed({ durationNs: null, serverNs: null })), "");
});

test("a schema that cannot be read is not said to be read", async () => {
  const shown = await draw(
    <FormPane
      schema="{}"
      text={signal("")}
      mode={signal<"form" | "json">("form")}
      errors={signal<FormProblem[]>([])}
      onRun={() => undefined}
      api={() => Promise.reject(new Error("too deep"))}
      idPrefix="f"
    />,
  );
  await settle();
  assert.match(shown.text(), /too deep/);
  assert.doesNotMatch(shown.text(), /Reading the schema/);
  shown.remove();
});

test("what is offered to be tried needs no arguments and destroys nothing", async () => {
  const needs: Record<number, string> = {
    0: '{"required":["message"]}',
    1: "{}",
    2: '{"type":"object","required":[]}',
    3: '{"required":["x"]}',
  };
  const fetched = globalThis.fetch;
  globalThis.fetch = (async (path: string) => {
    const index = Number(new URL(path, "http://x").searchParams.get("index"));
    return new Response(JSON.stringify({ inputSchema: needs[index] }));
  }) as typeof fetch;
  const tools = [
    item("echo", { index: 0, badges: ["read-only"] }),
    item("wipe", { index: 1, badges: ["destructive"] }),
    item("list", { index: 2, badges: ["read-only"] }),
  ];
  const signal = new AbortController().signal;
  assert.equal((await easiest("s", tools, signal))?.name, "list");
  assert.equal((await easiest("s", [item("only", { index: 3 })], signal))?.name, "only");
  const many = [...Array.from({ length: 20 }, (_, n) => item(`read_${n}`, { index: 3 })), item("roots", { index: 2 })];
  assert.equal((await easiest("s", many, signal))?.name, "roots", "also one that many stand before");
  assert.equal(await easiest("s", [], signal), null);
  globalThis.fetch = fetched;
});

test("a command line is split as a shell does it, with the variables before the command", () => {
  assert.equal(splitLine("npx"), null);
  assert.equal(splitLine("A=1 B=2"), null);
  assert.deepEqual(splitLine("npx -y it"), { env: "", command: "npx", args: "-y\nit" });
  assert.deepEqual(splitLine(String.raw` A='x y' "/my files/it" a\ b --to="c \"d\"" '' `), {
    env: "A=x y",
    command: "/my files/it",
    args: 'a b\n--to=c "d"\n',
  });
});

test("a server that runs and never answers has found and started behind it", () => {
  const fault = { code: "CONNECTION_TIMEOUT", message: "the server did not answer", details: { isRunning: true } };
  const { steps } = diagnose("it", "node server.js", fault as never, false);
  assert.deepEqual(
    steps.map((step) => `${step.name}: ${step.verdict}`),
    ["command found: ok", "started: ok", "initialize: bad"],
  );
});
