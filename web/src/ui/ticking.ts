// Owns the clock of the page: a signal that moves while somebody looks at it, for waiting times that run.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const now = signal(Date.now());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | null = null;

/** The time now, moving once in a while as long as the component is on the screen and `moves`. */
export function useNow(moves = true): number {
  useEffect(() => {
    if (!moves) return undefined;
    watchers += 1;
    now.value = Date.now();
    timer ??= setInterval(() => {
      now.value = Date.now();
    }, 250);
    return () => {
      watchers -= 1;
      if (watchers === 0 && timer !== null) {
        clearInterval(timer);
        timer = null;
      }
    };
  }, [moves]);
  return moves ? now.value : now.peek();
}
