// Owns one run of the benchmark of the pages: the contestants take turns, measure by measure and round by round, so that a
// machine that slows down slows both. Started by `scripts/bench/page`, which has the options and installs the official one.
//
// Gives what was measured as JSON on stdout; what it is doing meanwhile goes to stderr.
import { bareCalls, endEarly, MEASURES } from "./measures.mjs";
import { official } from "./official.mjs";
import { ours } from "./ours.mjs";
import { Window } from "./window.mjs";

const { rounds, limit, only, officialCommand } = JSON.parse(process.argv[2]);
const contestants = officialCommand === null ? [ours] : [ours, official(officialCommand)];
const chosen = MEASURES.filter((one) => only.length === 0 || only.some((part) => one.name.includes(part)));
const ENOUGH_LATE = 2;
if (chosen.length === 0) {
  console.error(`no measure is called ${only.join(" or ")}; there are ${MEASURES.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

/** Samples by contestant, measure and row. */
const taken = Object.fromEntries(contestants.map(({ name }) => [name, {}]));
const failures = [];
let isStopped = false;

function say(text) {
  console.error(text);
}

function timesLate(name, measure) {
  return (taken[name][measure]?.shown ?? []).filter((one) => one.lateAfter !== undefined).length;
}

function isTooMuch(name, measure) {
  return timesLate(name, measure) > 0 || taken[name][measure]?.notTried === true;
}

async function takeTurn(measure, { name, ...contestant }) {
  if (isStopped) return new Promise(() => undefined);
  if (measure.oursOnly && name !== "ours") return;
  // What was too slow twice is not waited for a third time, and more of the same is not tried at all.
  if (timesLate(name, measure.name) >= ENOUGH_LATE) return;
  if (isTooMuch(name, measure.after)) {
    taken[name][measure.name] ??= { notTried: true };
    return;
  }
  const began = performance.now();
  try {
    const samples = await measure.take({ name, ...contestant }, limit * 1000);
    const rows = (taken[name][measure.name] ??= {});
    for (const [row, values] of Object.entries(samples)) (rows[row] ??= []).push(...values);
    say(`  ${measure.name}, ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  } catch (thrown) {
    failures.push({ measure: measure.name, contestant: name, message: String(thrown?.message ?? thrown) });
    say(`  ${measure.name}, ${name}: ${thrown?.stack ?? thrown}`);
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, async () => {
    isStopped = true;
    await endEarly();
    process.exit(130);
  });
}

for (let round = 1; round <= rounds; round += 1) {
  say(`round ${round} of ${rounds}`);
  const order = round % 2 === 1 ? contestants : contestants.toReversed();
  for (const measure of chosen) {
    for (const contestant of order) await takeTurn(measure, contestant);
  }
}
const bare = chosen.some((one) => one.name === "calls") ? await bareCalls() : [];
const window = await Window.open();
const browser = window.version;
await window.end();
process.stdout.write(JSON.stringify({ taken, bare, failures, browser }));
