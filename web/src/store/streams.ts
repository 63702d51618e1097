// Owns which tabs may hold a connection. A browser gives all tabs of one address six of them, so only a few tabs
// stream; the others, and those that nobody looks at, come by for the news every now and then. The same goes for
// requests that wait for a call to end.
import { effect, type ReadonlySignal, signal } from "@preact/signals";

/** So many tabs stream at once, and so many requests wait; what is left of the six is for what is quick. */
const STREAMS = 3;
const WAITS = 1;
/** How often a tab without a slot looks for one. */
const RETRY_MS = 2000;

/** Whether this tab has a slot. It is thought to have one until the browser says otherwise, so that nothing waits. */
export function streamSlot(isWanted: ReadonlySignal<boolean>): ReadonlySignal<boolean> {
  const held = signal(true);
  let release: (() => void) | null = null;
  let isTrying = false;
  const attempt = async (): Promise<void> => {
    if (release !== null || isTrying) return;
    isTrying = true;
    release = await takeSlot("stream", STREAMS);
    isTrying = false;
    held.value = release !== null;
    if (!isWanted.peek()) giveBack();
  };
  const giveBack = (): void => {
    release?.();
    release = null;
    held.value = false;
  };
  effect(() => {
    if (isWanted.value) void attempt();
    else giveBack();
  });
  setInterval(() => {
    if (isWanted.peek() && !held.peek()) void attempt();
  }, RETRY_MS);
  return held;
}

/** A place for a request that waits; null when there is none, so that the stream has to tell. */
export function waitSlot(): Promise<(() => void) | null> {
  return takeSlot("wait", WAITS);
}

/** Takes one of some slots, and gives what lets go of it. The browser lets go when the tab ends. */
async function takeSlot(name: string, count: number): Promise<(() => void) | null> {
  // Only pages that are served by a trusted place have them, and not in every browser.
  const locks = navigator.locks as LockManager | null | undefined;
  if (locks == null) return () => undefined;
  for (let slot = 0; slot < count; slot += 1) {
    const release = await take(locks, `mcp-inspector-${name}-${slot}`);
    if (release !== null) return release;
  }
  return null;
}

function take(locks: LockManager, name: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((done) => resolve(done));
      })
      .catch(() => resolve(null));
  });
}
