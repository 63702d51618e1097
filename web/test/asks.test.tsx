import assert from "node:assert/strict";
import { test } from "node:test";
import { answering } from "./page";
import { diagnose, report } from "../src/store/doctor";
import {
  answer,
  answerBody,
  answerProblems,
  causeInFlight,
  endedIn,
  howEnded,
  paramsText,
  ruleSays,
  waitingElsewhere,
  waitingInAll,
  whatWaits,
} from "../src/store/inbox";
import { asksOf } from "../src/explore/asking";
import { placeOf } from "../src/ui/menu";
import { rootsOf, rootsText } from "../src/inbox/roots";
import type { EndedAsk } from "../src/contract";
import { type Run } from "../src/store/runs";
import { take } from "../src/store/sessions";
import { ask, state } from "./samples";

test("answers are sent as text, and a late one shows why it was not taken", async () => {
  assert.equal(
    answerBody({ result: '{"action":"accept","content":{"n":1.0}}' }),
    '{"result":{"action":"accept","content":{"n":1.0}}}',
  );
  assert.equal(answerBody({ decline: true }), '{"decline":true}');
  answering(() => new Response('{"error":{"code":"ASK_ENDED","message":"answered already"}}', { status: 409 }));
  assert.equal(await answer("s1", ask(1), { decline: true }), false);
  assert.equal(answerProblems.value["s1/1"]?.code, "ASK_ENDED");
});

test("the parameters of an ask keep their spelling", () => {
  const text = JSON.stringify(state({ asks: [ask(7)] })).replace(
    '"params":{}',
    '"params":{"requestedSchema":{"default":1.0}}',
  );
  take({ event: "session", data: text, id: null }, "s1");
  assert.equal(paramsText(7), '{"requestedSchema":{"default":1.0}}');
  assert.equal(paramsText(8), null);
});

const gone = (number: number, more: Partial<EndedAsk> = {}): EndedAsk => ({
  ask: number,
  seq: null,
  method: "sampling/createMessage",
  atNs: 5e9,
  how: "answered",
  by: null,
  rule: null,
  decision: null,
  ...more,
});

test("an ask that ended says how, and who answered unless it was this tab", () => {
  assert.equal(howEnded(gone(1, { how: "expired" }), "tab a"), "nobody answered in time");
  assert.equal(howEnded(gone(1, { how: "withdrawn" }), "tab a"), "the server took it back");
  assert.equal(howEnded(gone(1, { how: "lost" }), "tab a"), "the connection ended");
  assert.equal(howEnded(gone(1, { by: "tab a" }), "tab a"), null);
  assert.equal(howEnded(gone(1, { by: "tab b" }), "tab a"), "answered in another tab");
  assert.equal(howEnded(gone(1, { by: "a script" }), "tab a"), "answered by a script");
  assert.equal(howEnded(gone(1), "tab a"), "answered by another client");
  assert.equal(howEnded(gone(1, { rule: 2 }), "tab a"), "answered by rule 2");
  assert.equal(howEnded(gone(1, { rule: 2, decision: "refused by rule 2" }), "tab a"), "refused by rule 2");
});

test("what ended is shown once per rule, and only while the page was open and until it is put away", () => {
  const now = state({
    endedAsks: [gone(1, { rule: 7 }), gone(2, { by: "tab b" }), gone(3, { rule: 7 }), gone(4, { by: "tab a" })],
  });
  const opened = Date.parse(now.openedAt);
  const shown = (since: number, away: string[] = []) =>
    endedIn(now, "tab a", since, new Set(away)).map((one) => one.ask);
  assert.deepEqual(shown(opened), [2, 3]);
  assert.deepEqual(shown(opened, ["s1/2"]), [3]);
  assert.match(endedIn(now, "tab a", opened, new Set(), { "s1/2": "no more coffee" })[0]?.how ?? "", /: no more coffee$/);
  assert.deepEqual(shown(opened + 6000), []);
});

test("a rule says in a few words what it answers", () => {
  assert.equal(ruleSays({ kind: "sampling", text: "four" }), "“four”");
  assert.equal(ruleSays({ result: { content: { type: "text", text: "a".repeat(50) } } }), `“${"a".repeat(40)}…”`);
  assert.equal(ruleSays({ error: { code: -1, message: "no" } }), "rejected with error -1");
  assert.equal(ruleSays({ accept: "defaults" }), "accepted with the defaults");
  assert.equal(ruleSays({ accept: { n: 1 } }), 'accepted with “{"n":1}”');
  assert.equal(ruleSays({ refuse: true }), "refused");
});

test("one call in flight is the cause; with several it is not guessed", () => {
  const call = (number: number | null) => ({
    call: number,
    seq: 1,
    method: "tools/call",
    name: "x",
    sentAtNs: 0,
    progress: null,
  });
  const run: Run = {
    session: "s1",
    call: 3,
    ref: { kind: "tool", key: "x" },
    method: "tools/call",
    text: null,
    startedAt: 0,
    row: null,
    state: { is: "running" },
  };
  const asked = { ...ask(1), atNs: 5e9 };
  assert.equal(causeInFlight(state({ calls: [call(null), call(3)] }), asked, []), 3);
  assert.equal(causeInFlight(state({ calls: [call(3), call(4)] }), asked, []), null);
  assert.equal(causeInFlight(state(), asked, [run]), 3);
  assert.equal(causeInFlight(state({ calls: [call(3)] }), asked, [run, { ...run, session: "other", call: 9 }]), 3);
  assert.equal(causeInFlight(state({ calls: [call(null)] }), asked, []), null);
  assert.equal(causeInFlight(state({ calls: [call(3)] }), asked, [run, { ...run, call: null }]), null, "its handle may be on the way");
  const later = { ...run, call: 8, startedAt: Date.parse(state().openedAt) + 6000 };
  assert.equal(causeInFlight(state({ calls: [{ ...call(7), sentAtNs: 6e9 }] }), asked, [later]), null);
});

test("a run waits for what it caused, or else for what nobody knows the cause of", () => {
  const now = state({ asks: [ask(1), ask(2), ask(3)] });
  const known = { "s1/1": 7, "s1/2": null, "s1/3": 8 };
  const of = (call: number | null): number[] => asksOf(now, call, known).map((one) => one.ask);
  assert.deepEqual(of(8), [3]);
  assert.deepEqual(of(9), [2]);
  assert.deepEqual(of(null), [2]);
});

test("a menu goes below its button, above where there is no room, and never out of the window", () => {
  const room = { width: 1000, height: 600 };
  const button = (top: number, right: number): { top: number; bottom: number; right: number } => ({ top, bottom: top + 24, right });
  assert.deepEqual(placeOf(button(100, 500), { width: 200, height: 150 }, room), { left: 300, top: 128 });
  assert.deepEqual(placeOf(button(500, 120), { width: 200, height: 150 }, room), { left: 4, top: 346 });
  assert.deepEqual(placeOf(button(300, 500), { width: 200, height: 592 }, room), { left: 300, top: 4 });
});

test("the doctor names the step that broke and nothing it does not know", () => {
  const fault = {
    code: "PROCESS_CRASHED",
    message: "exited with code 3",
    category: "transport",
    retryable: true,
    helpUrl: "",
    hint: "read stderr",
  } as const;
  const postMortem = {
    argv: ["sh"],
    program: "/bin/sh",
    cwd: "/",
    exitCode: 3,
    signal: null,
    aliveMs: 27,
    stderr: ["boom"],
    junk: [],
    unsetVariables: ["DATABASE_URL"],
  };
  const died = diagnose("sh", "sh", { ...fault, details: { postMortem } }, false);
  assert.deepEqual(
    died.steps.map((step) => `${step.verdict} ${step.name}`),
    ["ok command found", "ok started", "bad initialize", "bad variable"],
  );
  assert.deepEqual(died.stderr, ["boom"]);
  const absent = diagnose(
    "x",
    "x",
    {
      ...fault,
      code: "SPAWN_FAILED",
      details: { postMortem: { ...postMortem, program: null, aliveMs: 0, exitCode: null } },
    },
    false,
  );
  assert.deepEqual(
    absent.steps.map((step) => step.verdict),
    ["bad", "unknown", "unknown"],
  );
  const tls = diagnose("x", "https://x/mcp", { ...fault, code: "TLS_FAILED" }, false);
  assert.deepEqual(
    tls.steps.map((step) => step.verdict),
    ["ok", "ok", "bad", "unknown", "unknown", "unknown"],
  );
  const slow = diagnose("x", "https://x/mcp", { ...fault, code: "CONNECTION_TIMEOUT" }, false);
  assert.deepEqual(
    slow.steps.map((step) => step.name),
    ["connect"],
    "nothing is guessed about a fault that does not tell how far it got",
  );
  const late = (place: string, httpStep: "name" | "connection" | "answer" | "message"): string => {
    const { steps } = diagnose("x", place, { ...fault, code: "CONNECTION_TIMEOUT", details: { httpStep } }, false);
    return steps.map((step) => `${{ ok: "✓", bad: "✗", unknown: "·" }[step.verdict]} ${step.name}`).join(" ");
  };
  assert.equal(late("http://x/mcp", "name"), "✗ name found · connected · answered · logged in · speaks MCP");
  assert.equal(late("http://x/mcp", "connection"), "✓ name found ✗ connected · answered · logged in · speaks MCP");
  assert.equal(late("https://x/mcp", "connection"), "✓ name found ✗ connected, encrypted · answered · logged in · speaks MCP");
  assert.equal(late("https://x/mcp", "answer"), "✓ name found ✓ connected ✓ encrypted ✗ answered · logged in · speaks MCP");
  assert.equal(late("http://x/mcp", "message"), "✓ name found ✓ connected ✓ answered ✗ speaks MCP");
  const withPid = diagnose("sh", "sh", { ...fault, details: { postMortem, pid: 5512 } }, false);
  assert.match(withPid.steps[1]?.what ?? "", /^pid 5512 · /);
  const silent = diagnose("sh", "sh", { ...fault, code: "CONNECTION_TIMEOUT", details: { isRunning: true, pid: 7 } }, false);
  assert.equal(silent.steps[1]?.what, "pid 7");
  const later = diagnose("sh", "sh", { ...fault, details: { postMortem } }, true);
  assert.deepEqual(later.steps.map((step) => `${step.verdict} ${step.name}`).slice(2, 4), [
    "ok initialize",
    "bad stayed alive",
  ]);
  assert.match(report(died, "sh", { ...fault, details: { postMortem } }), /stderr: boom\nhint: read stderr/);
});

test("roots are lines: an address and a name, or a path of this machine", () => {
  const roots = [{ uri: "file:///a", name: "the first" }, { uri: "file:///b" }];
  assert.deepEqual(rootsOf(rootsText(roots)), roots);
  assert.deepEqual(rootsOf("/my folder\n\n  file:///c  see  \n"), [
    { uri: "file:///my%20folder" },
    { uri: "file:///c", name: "see" },
  ]);
  assert.deepEqual(rootsOf(""), []);
});

test("what waits is told by the name of each server but the one that is looked at", () => {
  const other = (name: string, waitingAsks: number) => ({ ...state({ id: name }), name, waitingAsks });
  assert.equal(whatWaits(0, []), "");
  assert.equal(whatWaits(1, []), "The server asks for something. Press i for the Inbox.");
  assert.equal(
    whatWaits(2, [other("files", 1), other("mail", 3)]),
    "The server asks for 2 things. files asks for something. mail asks for 3 things. Press i for the Inbox.",
  );
});

test("asks of other servers count, those of recordings and of clients of the proxy do not", () => {
  const sessions = [
    state({ id: "s1", waitingAsks: 1 }),
    state({ id: "s2", waitingAsks: 2 }),
    state({ id: "s3", waitingAsks: 4, origin: "proxy" }),
    state({ id: "s4", waitingAsks: 0 }),
  ];
  take({ event: "sessions", data: JSON.stringify({ sessions }), id: null }, "s1");
  take({ event: "session", data: JSON.stringify(state({ asks: [ask(7)] })), id: null }, "s1");
  assert.deepEqual(waitingElsewhere.value.map((one) => one.id), ["s2"]);
  assert.equal(waitingInAll.value, 3);
});
