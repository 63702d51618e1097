// Owns how long the benchmark waits for something that may never come.

/** Gives what `work` gives, or fails after so many milliseconds. */
export async function within(ms, what, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Late(`${what}: not within ${Math.round(ms / 1000)} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Thrown when something took longer than it may. */
export class Late extends Error {}
