// Owns the one stream of a tab: it is opened again when it breaks, with growing pauses, and says whether the
// backend is there. What the events mean is up to whoever listens.
import { request } from "./api";
import { BACKEND_GONE, Problem, problemOf } from "./problem";
import { EventCutter, type StreamEvent } from "./sse";

export type Reach =
  | { state: "opening" }
  | { state: "open" }
  /** The stream broke or nobody answered; it is tried again at that time. */
  | { state: "gone"; since: number; retryAt: number }
  /** The backend is there and refuses us: trying again would not help. */
  | { state: "refused"; problem: Problem };

export interface Listener {
  event(event: StreamEvent): void;
  reach(reach: Reach): void;
}

/** What of the world the stream needs, so that tests can give it another one. */
export interface World {
  open(path: string, signal: AbortSignal): Promise<AsyncIterable<string>>;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  now(): number;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
}

/** Watches `path` until the returned function is called. */
export function watch(path: string, listener: Listener, world: World = browser): () => void {
  const stop = new AbortController();
  void loop(path, listener, world, stop.signal);
  return () => stop.abort();
}

async function loop(path: string, listener: Listener, world: World, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let goneSince: number | null = null;
  while (!signal.aborted) {
    if (failures === 0) listener.reach({ state: "opening" });
    try {
      const pieces = await world.open(path, signal);
      const cutter = new EventCutter();
      for await (const piece of pieces) {
        if (signal.aborted) return;
        if (failures > 0 || goneSince === null) {
          listener.reach({ state: "open" });
          failures = 0;
          goneSince = 0;
        }
        for (const event of cutter.push(piece)) listener.event(event);
      }
    } catch (thrown) {
      if (signal.aborted) return;
      const problem = problemOf(thrown);
      const refused = problem.status === 401 || problem.status === 403 || problem.status === 404;
      if (refused && problem.code !== BACKEND_GONE) {
        listener.reach({ state: "refused", problem });
        return;
      }
    }
    if (signal.aborted) return;
    failures += 1;
    if (goneSince === null || goneSince === 0) goneSince = world.now();
    const pause = pauseAfter(failures);
    listener.reach({ state: "gone", since: goneSince, retryAt: world.now() + pause });
    await world.sleep(pause, signal);
  }
}

async function* pieces(response: Response): AsyncIterable<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") return;
    throw new Problem({ code: BACKEND_GONE, message: "the stream of the backend broke off" });
  }
}

const browser: World = {
  open: async (path, signal) => pieces(await request("GET", path, { signal, accept: "text/event-stream" })),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  now: () => Date.now(),
};
