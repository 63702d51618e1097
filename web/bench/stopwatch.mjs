// Owns the time between what a person does and what is then on the screen, by the page's own clock: from the time stamp
// of the event until the frame has been painted in which the page shows what is waited for.
import { Late, within } from "./patience.mjs";

/** Runs in the page, before its own scripts. */
export function installStopwatch() {
  const CALM_FRAMES = 12;
  const CALM_MS = 50;
  const watch = { longest: 0, began: null, result: null };
  window.stopwatch = watch;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) watch.longest = Math.max(watch.longest, one.duration);
  }).observe({ entryTypes: ["longtask"] });

  const painted = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });

  /** Waits for an event of this type, then until `isShown`, then until frames come regularly again. */
  watch.arm = (type, isShown, given) => {
    watch.longest = 0;
    watch.began = null;
    watch.result = new Promise((resolve) => {
      addEventListener(
        type,
        (event) => {
          watch.began = event.timeStamp;
        },
        { capture: true, once: true },
      );
      const look = async () => {
        if (watch.began === null || !isShown(given)) return requestAnimationFrame(look);
        await painted();
        const shown = performance.now();
        const shownAt = Date.now();
        let calm = 0;
        let calmSince = { now: shown, at: shownAt };
        let before = shown;
        const settle = (now) => {
          calm = now - before < CALM_MS ? calm + 1 : 0;
          if (calm === 0) calmSince = { now: performance.now(), at: Date.now() };
          before = now;
          if (calm < CALM_FRAMES) return requestAnimationFrame(settle);
          resolve({
            ms: shown - watch.began,
            shownAt,
            settledMs: calmSince.now - watch.began,
            settledAt: calmSince.at,
            longest: watch.longest,
          });
        };
        requestAnimationFrame(settle);
      };
      requestAnimationFrame(look);
    });
  };
}

/**
 * How long it takes from `act`, which causes an event of this type, until the page shows it. Gives `{ ms, settledMs, longest,
 * cpu }` or, when that is not so within the limit, `{ lateAfter, cpu }`.
 */
export async function time(window, { event, act, shown, given = null, limit }) {
  const { page } = window;
  const before = await window.rendererSeconds();
  await page.evaluate(`window.stopwatch.arm(${JSON.stringify(event)}, ${shown}, ${JSON.stringify(given)})`);
  const cpu = async () => (await window.rendererSeconds()) - before;
  // A page that hangs also hangs what acts on it, so that this fails says nothing yet.
  let failed = null;
  const seen = act()
    .catch((thrown) => {
      failed = thrown;
    })
    .then(() => page.evaluate("window.stopwatch.began === null"))
    .then((isUntouched) => {
      if (failed !== null && isUntouched) throw failed;
      return page.evaluate("window.stopwatch.result");
    });
  seen.catch(() => undefined);
  try {
    const result = await within(limit, event, seen);
    return { ...result, cpu: await cpu() };
  } catch (thrown) {
    if (!(thrown instanceof Late)) throw thrown;
    return { lateAfter: limit, cpu: await cpu() };
  }
}
