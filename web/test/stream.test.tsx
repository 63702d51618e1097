import assert from "node:assert/strict";
import { test } from "node:test";
import "./page";
import { Problem } from "../src/problem";
import { EventCutter, type StreamEvent } from "../src/sse";
import { pauseAfter, type Reach, watch, type World } from "../src/watch";

const STREAM =
  'retry: 1000\n\n: still here\n\nid: 7\nevent: sessions\ndata: {"a":1}\n\nevent: session\r\ndata: one\r\ndata:two\r\n\r\ndata: bare\r\revent: empty\n\n';
const EVENTS: StreamEvent[] = [
  { event: "sessions", data: '{"a":1}', id: "7" },
  { event: "session", data: "one\ntwo", id: "7" },
  { event: "message", data: "bare", id: "7" },
];

test("events are the same wherever the stream is cut", () => {
  for (let size = 1; size <= STREAM.length; size += 1) {
    const cutter = new EventCutter();
    const events: StreamEvent[] = [];
    for (let at = 0; at < STREAM.length; at += size) events.push(...cutter.push(STREAM.slice(at, at + size)));
    assert.deepEqual(events, EVENTS, `in pieces of ${size}`);
  }
});

test("an event that has not ended is not told", () => {
  const cutter = new EventCutter();
  assert.deepEqual(cutter.push("event: a\ndata: 1\n"), []);
  assert.equal(cutter.push("\n").length, 1);
});

test("a body in a hundred thousand pieces is read in good time", () => {
  const cutter = new EventCutter();
  const begun = performance.now();
  cutter.push("data: ");
  for (let index = 0; index < 100_000; index += 1) cutter.push("0123456789");
  const [event] = cutter.push("\n\n");
  assert.equal(event?.data.length, 1_000_000);
  assert.ok(performance.now() - begun < 5000);
});

/** A world in which each opening of the stream is scripted, and sleeping takes no time. */
function scripted(openings: (string[] | Problem)[]): {
  world: World;
  slept: number[];
  finished: Promise<void>;
  end(): void;
} {
  const slept: number[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const world: World = {
    open: async (_path, signal) => {
      const next = openings.shift();
      if (next === undefined) {
        finish();
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
        return (async function* (): AsyncIterable<string> {})();
      }
      if (next instanceof Problem) throw next;
      return (async function* () {
        yield* next;
      })();
    },
    sleep: async (ms) => {
      slept.push(ms);
    },
    now: () => 1000,
  };
  return { world, slept, finished, end: () => finish() };
}

test("a broken stream is opened again with growing pauses, and a good one begins anew", async () => {
  const gone = new Problem({ code: "BACKEND_GONE", message: "gone" });
  const { world, slept, finished } = scripted([gone, gone, gone, ["data: x\n\n"], gone]);
  const reached: Reach["state"][] = [];
  const events: string[] = [];
  const stop = watch(
    "/api/watch",
    { event: (event) => events.push(event.data), reach: (reach) => reached.push(reach.state) },
    world,
  );
  await finished;
  stop();
  assert.deepEqual(slept, [250, 500, 1000, 250, 500]);
  assert.deepEqual(events, ["x"]);
  assert.deepEqual(reached, ["opening", "gone", "gone", "gone", "open", "gone", "gone"]);
});

test("a backend that refuses is not asked again", async () => {
  const refused = new Problem({ code: "SESSION_INVALID", message: "no", status: 401 });
  const { world, slept } = scripted([refused, ["data: never\n\n"]]);
  const reached = await new Promise<Reach>((resolve) => {
    watch(
      "/api/watch",
      {
        event: () => assert.fail("it must not be read"),
        reach: (reach) => {
          if (reach.state === "refused") resolve(reach);
        },
      },
      world,
    );
  });
  assert.equal(reached.state, "refused");
  assert.deepEqual(slept, []);
});

test("pauses have a limit", () => {
  assert.equal(pauseAfter(1), 250);
  assert.equal(pauseAfter(100), 5000);
});
