// Owns the list of tests of this run: files call `test`, the runner takes them one after the other.
const registered = [];

/** Adds a test. `work` gets a stage of its own, which ends with it, however it ends. */
export function test(name, work, { minutes = 2 } = {}) {
  registered.push({ name, work, minutes });
}

/** The tests registered since the last call. */
export function takeTests() {
  return registered.splice(0);
}
