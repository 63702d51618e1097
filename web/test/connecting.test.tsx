// The field of Connect: what it is given besides, the server of the command line, and what a reload finds in it.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { answering, settled } from "./page";
import type { RecentServer } from "../src/contract";
import { connectables } from "../src/screens/connect";
import { told } from "../src/screens/connect-options";
import {
  connectAgain,
  connectPasted,
  connectProblem,
  extras,
  fitsIn,
  found,
  hasOpenQuote,
  keepField,
  loadPlaces,
  named,
  NO_EXTRAS,
  pasted,
} from "../src/store/connecting";
import { keepForm } from "../src/store/typed-field";
import { recalled, rememberTyped, typedFor } from "../src/store/typed-lines";

const understood = '{"kind":"command","servers":[{"name":"x","place":"x","problem":null}]}';
const opened = (asked: { path: string; body: string | null }[]): unknown =>
  JSON.parse(asked.findLast((one) => one.path === "/api/sessions")?.body ?? "null");

test("arrows lead through the lines that were typed, the newest first, and leave a changed one alone", () => {
  const used = (text: string | null) => ({ text }) as RecentServer;
  const recent = [used("node b.js"), used(null), used("npx old")];
  rememberTyped("s1", { text: "node a.js", extras: NO_EXTRAS });
  rememberTyped("s2", { text: "node b.js", extras: NO_EXTRAS });
  const up = (now: string) => recalled(now, "older", recent);
  const down = (now: string) => recalled(now, "newer", recent);
  assert.deepEqual([up(""), up("node b.js"), up("node a.js"), up("npx old")], ["node b.js", "node a.js", "npx old", null]);
  assert.deepEqual([down("npx old"), down("node b.js"), down("")], ["node a.js", "", null]);
  assert.deepEqual([up("node c.js"), down("node c.js")], [null, null]);
  assert.equal(typedFor("s1")?.text, "node a.js");
  assert.equal(typedFor("s3"), null);
});

test("a quote that is never closed is told without asking the backend, as a shell reads it", async () => {
  for (const line of ["'", '"a b', "run 'a", "a 'b\"c\"", 'a "b\\"', "''\"", "a#'"]) assert.ok(hasOpenQuote(line), line);
  for (const line of ["", "a b", "a 'b'", 'a "it\'s"', "a \\' b", 'a "b\\"c"', "a # it's", "a\\", '{"a":"\'"}', `"${"x".repeat(20_000)}`])
    assert.ok(!hasOpenQuote(line), line);
  const asked = answering(() => understood);
  pasted.value = 'node "server.js';
  await connectPasted();
  assert.equal(asked.length, 0);
  assert.equal(connectProblem.value?.message, "a quote is opened and never closed");
  connectProblem.value = null;
});

test("options go with what is pasted, as far as they fit it, and only once", async () => {
  const asked = answering(({ path }) => (path === "/api/sessions" ? '{"id":"new"}' : understood));
  const given = { era: "2025-06-18", env: { A: "1" }, cwd: "/srv", headers: { "X-Key": "k" } };
  const usual = { concurrency: 16, apps: true };
  extras.value = given;
  assert.equal(told(given), "2025-06-18 · in /srv · with A, X-Key");
  pasted.value = "node server.js";
  await connectPasted();
  assert.deepEqual(opened(asked), {
    target: { text: "node server.js", env: { A: "1" }, cwd: "/srv" },
    options: { ...usual, era: "2025-06-18" },
  });
  assert.equal(extras.value, NO_EXTRAS);
  extras.value = given;
  pasted.value = "https://example.test/mcp";
  await connectPasted();
  assert.deepEqual(opened(asked), {
    target: { text: "https://example.test/mcp", headers: { "X-Key": "k" } },
    options: { ...usual, era: "2025-06-18" },
  });
  pasted.value = "npx x";
  await connectPasted();
  assert.deepEqual(opened(asked), { target: { text: "npx x" }, options: usual });
  assert.deepEqual(fitsIn('{"mcpServers":{}}'), { process: true, address: true });
});

test("the server of the command line is in the field, and the backend knows what is left out of it", async () => {
  const asked = answering(({ path }) => {
    if (path === "/api/targets/recent")
      return '{"recent":[],"typed":"","named":{"name":"x","place":"x --key [REDACTED]","problem":null}}';
    return path === "/api/sessions" ? '{"id":"new"}' : path === "/config" ? '{"servers":[]}' : '{"places":[]}';
  });
  pasted.value = "";
  await loadPlaces();
  assert.equal(named.value?.name, "x");
  assert.equal(pasted.value, "x --key [REDACTED]");
  await connectPasted();
  assert.deepEqual(opened(asked), { target: { named: true }, options: { concurrency: 16, apps: true } });
  assert.equal(pasted.value, "");
});

test("a recent server is opened by the backend, and one whose secret was not kept is put into the field", async () => {
  const asked = answering(() => '{"id":"new"}');
  const server = { id: "r1", name: "x", place: "x --key [REDACTED]", text: null, from: null, cwd: null, lastUsed: "2026-11-16T14:00:00.000Z" };
  await connectAgain(server);
  assert.equal(pasted.value, server.place);
  assert.equal(asked.length, 0);
  await connectAgain({ ...server, from: { file: "/srv/mcp.json", server: "x" } });
  assert.deepEqual(opened(asked), { target: { recent: "r1" }, options: { concurrency: 16, apps: true } });
  pasted.value = "";
});

test("servers of other clients are among those that the palette can connect to", async () => {
  const asked = answering(() => '{"id":"new"}');
  const servers = [
    { name: "mine", place: "node a.js", problem: null },
    { name: "broken", place: "", problem: { message: "no command", hint: null } },
  ];
  found.value = [{ client: "Claude Code", path: "/srv/me/.claude.json", servers, problem: null }];
  const all = connectables();
  assert.deepEqual(all.map((one) => one.name).filter((name) => name === "mine" || name === "broken"), ["mine"]);
  const mine = all.find((one) => one.name === "mine");
  assert.equal(mine?.place, "Claude Code · node a.js");
  mine?.open();
  await settled();
  const target = { found: "/srv/me/.claude.json", server: "mine" };
  assert.deepEqual(opened(asked), { target, options: { concurrency: 16, apps: true } });
  found.value = null;
});

test("what is typed is kept by the backend once it rests", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const asked = answering(() => '{"recent":[],"typed":"of another tab"}');
    const puts = (): string[] =>
      asked.flatMap((one) => (one.method === "PUT" ? [(JSON.parse(one.body ?? "") as { text: string }).text] : []));
    const stop = keepField();
    pasted.value = "no";
    mock.timers.tick(299);
    pasted.value = "node a";
    mock.timers.tick(299);
    await settled();
    assert.deepEqual(asked, [], "nothing is sent while somebody types");
    mock.timers.tick(1);
    await settled();
    assert.deepEqual(puts(), ["node a"]);
    // The form beside it is kept in the same text, and neither takes the place of the other.
    keepForm('{"of":"add "}');
    mock.timers.tick(300);
    await settled();
    assert.deepEqual(puts(), ["node a", 'of another tab\u001e{"of":"add "}']);
    keepForm("");
    mock.timers.tick(300);
    await settled();
    assert.equal(puts().at(-1), "of another tab");
    stop();
  } finally {
    mock.timers.reset();
  }
});
