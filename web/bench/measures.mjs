// Owns what is measured: each measure starts one contestant and a browser of its own, and gives samples by the name of their row.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { ownServers } from "../e2e/stage/places.mjs";
import { time } from "./stopwatch.mjs";
import { Window } from "./window.mjs";

const TOOLS = 1500;
const CALLS = 20;
const FRAMES = 100_000;
const REPEATS = 3;
const LOADS = 3;
/** What is quick on any machine that works; a page that needs longer has not understood. */
const QUICK_MS = 30_000;

function server(name, ...args) {
  return [process.execPath, join(ownServers, `${name}.mjs`), ...args];
}

/** How to end what is running now. */
const running = new Set();
let isEnding = false;

/** Runs `work` with something, and ends that however the work ends. */
async function during(something, work) {
  const end = something.end.bind(something);
  running.add(end);
  // What is begun while all is ended would be left behind.
  if (isEnding) {
    await endEarly();
    throw new Error("ended early");
  }
  try {
    return await work(something);
  } finally {
    if (running.delete(end)) await end();
  }
}

/** Ends what is running, before its time. */
export async function endEarly() {
  isEnding = true;
  const ends = [...running];
  running.clear();
  await Promise.allSettled(ends.map((end) => end()));
}

/** Runs `work` with a contestant that is connected to a server, in a browser. */
async function withPage(contestant, command, work) {
  return during(contestant.backend(), async (backend) => {
    const url = await backend.start(command);
    return during(await Window.open(), async (window) => {
      const page = await window.freshPage();
      await page.goto(url);
      const face = new contestant.Page(page);
      await face.connect();
      return work({ window, page, face });
    });
  });
}

/**
 * The files of the first load, as they came and compressed: those that were asked for before the first content was painted,
 * and those of half a second more; when that was painted.
 */
async function load(contestant) {
  return during(contestant.backend(), async (backend) => {
    const began = performance.now();
    const url = await backend.start(server("heavy"));
    const samples = { start: [performance.now() - began], paint: [] };
    await during(await Window.open(), async (window) => {
      for (let number = 0; number < LOADS; number += 1) {
        const { paint, served, first, gzip } = await loadOnce(window, url);
        samples.paint.push(paint);
        Object.assign(samples, { served: [served], first: [first], gzip: [gzip] });
      }
    });
    return samples;
  });
}

async function loadOnce(window, url) {
  const page = await window.freshPage();
  const files = new Map();
  const lengths = new Map();
  await window.debugger.send("Network.enable");
  window.debugger.on("Network.responseReceived", ({ requestId, type, response }) => {
    const wanted = ["Document", "Script", "Stylesheet", "Image", "Font"].includes(type);
    if (wanted && response.url.startsWith(new URL(url).origin)) files.set(requestId, response.url);
  });
  window.debugger.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    lengths.set(requestId, encodedDataLength);
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  // Pictures that the page asks for itself come a little later.
  await page.waitForTimeout(500);
  const { paint, begun } = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    begun: Object.fromEntries(performance.getEntriesByType("resource").map((one) => [one.name, one.startTime])),
  }));
  // A picture may be asked for again and again; each file counts once.
  const once = new Map([...files].filter(([id]) => lengths.has(id)).map(([id, file]) => [file, id]));
  let [served, first, gzip] = [0, 0, 0];
  for (const [file, requestId] of once) {
    const { body, base64Encoded } = await window.debugger.send("Network.getResponseBody", { requestId });
    served += lengths.get(requestId);
    const bytes = gzipSync(Buffer.from(body, base64Encoded ? "base64" : "utf8"), { level: 9 }).length;
    gzip += bytes;
    // The document itself is no resource, and comes before all of them.
    if ((begun[file] ?? 0) < paint) first += bytes;
  }
  return { paint, served, first, gzip };
}

async function tools(contestant) {
  return withPage(contestant, server("many", String(TOOLS)), async ({ window, page, face }) => {
    const samples = { open: [], filter: [], clear: [], select: [], toolNodes: [] };
    const add = async (row, what) => {
      const seen = await time(window, { limit: QUICK_MS, ...what });
      if (seen.lateAfter !== undefined) throw new Error(`${contestant.name}, ${row}: not within ${QUICK_MS / 1000} s`);
      samples[row].push(seen.ms);
    };
    for (let number = 0; number < REPEATS; number += 1) {
      await face.leaveTools();
      await add("open", face.openTools());
    }
    samples.toolNodes.push(await window.nodes());
    for (let number = 0; number < REPEATS; number += 1) {
      await face.focusFilter();
      await add("filter", { ...face.filtered(10, TOOLS), act: () => page.keyboard.insertText("thing_077") });
      await page.keyboard.press("Control+A");
      await add("clear", { ...face.filtered(TOOLS, TOOLS), act: () => page.keyboard.press("Delete") });
    }
    const some = { write_thing_0001: 1, list_thing_0002: 2, drop_thing_0003: 3 };
    for (const [name, number] of Object.entries(some)) await add("select", face.chooseTool(name, number));
    return samples;
  });
}

async function calls(contestant) {
  return withPage(contestant, server("heavy"), async ({ window, face }) => {
    const samples = { call: [], told: [] };
    await face.watchMessages();
    for (let number = 1; number <= CALLS; number += 1) {
      await face.prepareRun("small", {});
      const seen = await time(window, { limit: QUICK_MS, ...face.callAnswered("small", number) });
      if (seen.lateAfter !== undefined) throw new Error(`${contestant.name}: a call was not shown`);
      samples.call.push(seen.ms);
      samples.told.push(await face.toldLatency());
    }
    return samples;
  });
}

/** What the same calls take when nothing is between. */
export async function bareCalls() {
  const [program, ...args] = server("heavy");
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (message) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    return lines.next();
  };
  const samples = [];
  try {
    await ask({ id: 0, method: "initialize", params: {} });
    for (let id = 1; id <= CALLS; id += 1) {
      const began = performance.now();
      await ask({ id, method: "tools/call", params: { name: "small", arguments: {} } });
      samples.push(performance.now() - began);
    }
  } finally {
    child.stdin.end();
  }
  return samples;
}

/** A sample of something that may never be shown: the time, or that it was not shown in time. */
function outcome(seen) {
  return seen.lateAfter === undefined ? seen.ms : { lateAfter: seen.lateAfter };
}

function burst(count) {
  return async (contestant, limit) => during(new Folder(), async (folder) => {
    const mark = join(folder.path, "last");
    return withPage(contestant, server("heavy", mark), async ({ window, face }) => {
      await face.prepareRun("burst", { count });
      const seen = await time(window, { limit, ...face.burstShown(count) });
      const late = seen.lateAfter !== undefined;
      return {
        shown: [outcome(seen)],
        settled: late ? [] : [seen.settledAt - Number(readFileSync(mark, "utf8"))],
        longest: late ? [] : [seen.longest],
        cpu: [seen.cpu],
        nodes: late ? [] : [await window.nodes()],
      };
    });
  });
}

class Folder {
  path = mkdtempSync(join(tmpdir(), "mcp-inspector-bench-"));

  async end() {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function result(tool, megabytes) {
  return async (contestant, limit) =>
    withPage(contestant, server("heavy"), async ({ window, face }) => {
      await face.prepareRun(tool, { megabytes });
      const seen = await time(window, { limit, ...face.resultShown("item-0") });
      const late = seen.lateAfter !== undefined;
      return {
        shown: [outcome(seen)],
        longest: late ? [] : [seen.longest],
        cpu: [seen.cpu],
        nodes: late ? [] : [await window.nodes()],
      };
    });
}

/** Many frames, of which the page holds a window: the first, the last and the middle are jumped to. */
async function frames(contestant, limit) {
  return withPage(contestant, server("heavy"), async ({ window, page, face }) => {
    const empty = await window.heap();
    await face.prepareRun("burst", { count: FRAMES });
    const seen = await time(window, { limit, ...face.burstShown(FRAMES) });
    if (seen.lateAfter !== undefined) return { fill: [outcome(seen)] };
    await face.openTimeline();
    await page.waitForFunction((least) => Number(document.querySelector('[role="grid"]')?.ariaRowCount) > least, FRAMES);
    const rows = await face.rows();
    const samples = { fill: [seen.ms], jump: [], scroll: [], frameLongest: [seen.longest] };
    const jump = async (row, what) => {
      const seen = await time(window, { limit: QUICK_MS, ...what });
      if (seen.lateAfter !== undefined) throw new Error(`${row}: not within ${QUICK_MS / 1000} s`);
      samples[row].push(seen.ms);
    };
    for (let number = 0; number < REPEATS; number += 1) {
      await jump("jump", face.jumpTo("Home", 2));
      await jump("scroll", face.scrollTo((number + 1) / (REPEATS + 1), Math.round((rows * (number + 1)) / (REPEATS + 1)) + 3));
      await page.locator('[role="grid"]').focus();
      await jump("jump", face.jumpTo("End", rows));
    }
    return { ...samples, heap: [await window.heap()], heapEmpty: [empty], frameNodes: [await window.nodes()] };
  });
}

/** In the order in which they are taken. A measure with `after` is not tried by whom that one was too much for. */
export const MEASURES = [
  { name: "load", take: load },
  { name: "tools", take: tools },
  { name: "calls", take: calls },
  { name: "burst-100", take: burst(100) },
  { name: "burst-1000", take: burst(1000), after: "burst-100" },
  { name: "burst-10000", take: burst(10_000), after: "burst-1000" },
  { name: "data-0.2", take: result("large", 0.2) },
  { name: "data-1", take: result("large", 1), after: "data-0.2" },
  { name: "data-5", take: result("large", 5), after: "data-1" },
  { name: "text-0.2", take: result("wordy", 0.2) },
  { name: "text-1", take: result("wordy", 1), after: "text-0.2" },
  { name: "text-5", take: result("wordy", 5), after: "text-1" },
  { name: "frames", take: frames, oursOnly: true },
];
