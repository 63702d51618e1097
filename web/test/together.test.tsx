// The timeline of all servers: whatever is done there is done with the row that is chosen there, in its own session.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Asked, answering, drawn, settled } from "./page";
import { row, state } from "./samples";
import type { Api, Row, TogetherNews } from "../src/contract";
import { signal } from "@preact/signals";
import { actOn, followTimelineAddress } from "../src/screens/timeline";
import { carryOut } from "../src/shell/commands";
import { rawOpen } from "../src/shell/overlays";
import { enterServer } from "../src/store/per-server";
import { pins } from "../src/store/marks";
import { go, route } from "../src/store/route";
import { chosenRow, selectedRow, timelineFilter, togetherFilter, togetherRow } from "../src/store/selection";
import { session, summaries, togetherNews } from "../src/store/sessions";
import { chosenTab } from "../src/timeline/detail-tabs";
import { Together } from "../src/timeline/together";

const OF_B = row({ seq: 7, endSeq: 8, atNs: 2e9, durationNs: 1e9, session: "b" });

function news(rows: Row[]): TogetherNews {
  const counts = { all: rows.length, calls: rows.length, notifications: 0, asks: 0, stderr: 0, http: 0, lifecycle: 0, auth: 0, apps: 0, notes: 0, errors: 0, findings: 0 };
  return { rows: rows as TogetherNews["rows"], from: 0, place: null, total: rows.length, matched: rows.length, lastSeq: 99, counts, openedAt: "2026-11-16T14:00:00.000Z", filter: "", filterError: null, marks: 0 };
}

/** Looks at all servers from the session `a`; its own timeline has a row chosen as well. */
function look(answer: (asked: Asked) => string = () => "{}"): Asked[] {
  const asked = answering(answer);
  session.value = state({ id: "a", transport: "http" });
  summaries.value = [state({ id: "a" }), state({ id: "b", openedAt: "2026-11-16T14:00:03.000Z" })];
  togetherNews.value = news([OF_B]);
  enterServer("a");
  selectedRow.value = 3;
  timelineFilter.value = "kind:call";
  togetherFilter.value = "";
  togetherRow.value = "b:7";
  chosenTab.value = null;
  go({ screen: "timeline", session: "a", seq: null, filter: "", view: "all", row: "b:7" });
  return asked;
}

test("keys act on the row that is chosen among all servers, and leave the other timeline alone", async () => {
  const asked = look(({ path }) => (path.endsWith("/pins") || path.includes("/pins/") ? '{"rows":[]}' : JSON.stringify({ row: { ...OF_B, atNs: 2e9 }, text: "copied" })));
  assert.deepEqual(chosenRow(), { session: "b", seq: 7 });
  carryOut("pin");
  await settled();
  assert.deepEqual(asked.map(({ method, path }) => `${method} ${path}`), ["GET /api/sessions/b/pins", "PUT /api/sessions/b/pins/7"]);
  carryOut("copyCli");
  await settled();
  assert.ok(asked.some(({ path }) => path === "/api/sessions/b/share/7?as=cli"), JSON.stringify(asked));
  carryOut("raw");
  assert.equal(chosenTab.value, "raw");
  // The row began two seconds after its session, and that three seconds after the first of all.
  carryOut("zoom");
  await settled();
  assert.equal(togetherFilter.value, "at:5s..6s");
  assert.equal(timelineFilter.value, "kind:call");
  carryOut("zoomOut");
  assert.equal(togetherFilter.value, "");
  assert.equal(timelineFilter.value, "kind:call");
});

test("the pin of a row of another server is taken off where it is", async () => {
  const asked = look(() => JSON.stringify({ rows: [OF_B] }));
  pins.value = [];
  carryOut("pin");
  await settled();
  assert.equal(asked.at(-1)?.method, "DELETE");
  assert.deepEqual(pins.value, [], "the pins of the server that is looked at are its own");
});

test("the chosen row of all servers is in the address, and comes from there", () => {
  look();
  const stop = followTimelineAddress();
  togetherRow.value = "a:5";
  assert.match(location.hash, /view=all&row=a%3A5$/);
  togetherRow.value = null;
  assert.ok(!location.hash.includes("row="), location.hash);
  go({ screen: "timeline", session: "a", seq: null, filter: "", view: "all", row: "b:9" });
  assert.equal(togetherRow.value, "b:9");
  assert.equal(selectedRow.value, 3);
  stop();
});

test("a frame that is edited is sent to the server whose row it was", async () => {
  look(() => JSON.stringify({ parts: [{ name: "request", text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }] }));
  actOn("b", "raw", OF_B);
  await settled();
  assert.equal(rawOpen.value, true);
  assert.equal(route.value.screen === "timeline" && route.value.session, "b");
  rawOpen.value = false;
});

test("a row of all servers is chosen by its session, marked when it is pinned there, and opened there", async () => {
  look();
  const rows = Array.from({ length: 30 }, (_, index) => row({ seq: index + 1, endSeq: index + 2, session: index % 2 === 0 ? "a" : "b", isPinned: index === 1 }));
  const feed = signal<TogetherNews | null>(news(rows));
  const api: Api = {
    // The detail of a row never comes: what is beside it is enough.
    get: <T,>(path: string) => (path.startsWith("/api/timeline?") ? Promise.resolve(news(rows) as T) : new Promise<T>(() => undefined)),
    send: () => Promise.reject(new Error("nothing is sent")),
  };
  const selected = signal<string | null>(null);
  const done: string[] = [];
  const page = await drawn(
    <Together
      servers={new Map([["a", "one"], ["b", "two"]])}
      feed={feed}
      filter={signal("")}
      selected={selected}
      api={api}
      act={(verb, of) => done.push(`${verb} ${of.session}:${of.seq}`)}
      compared={signal(null)}
      open={(of, seq) => done.push(`open ${of}:${seq}`)}
      instead={null}
    />,
  );
  await settled();
  const grid = page.querySelector<HTMLElement>("[role=grid]");
  assert.ok(grid !== null);
  assert.equal(grid.getAttribute("aria-colcount"), "9");
  const second = [...page.querySelectorAll<HTMLElement>(".tl-row:not(.tl-head)")].find((one) => one.textContent?.includes("two"));
  assert.match(second?.textContent ?? "", /pinned:/);
  second?.click();
  await settled();
  assert.equal(selected.value, "b:2");
  assert.match(page.querySelector("#pane-5")?.textContent ?? "", /two/);
  grid.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  assert.deepEqual(done, ["open b:2"]);
  page.remove();
});
