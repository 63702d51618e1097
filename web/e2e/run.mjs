// Runs the page in a real browser against the real binary: `npm run e2e -- [filter]`. Each `*.e2e.mjs` in turn, each
// test with a backend and a browser context of its own; the exit code is 1 when a test failed or something was left.
// Two tests run at a time, except where times are told, processes counted, or the clipboard is used.
//
// MCPI_BIN       the binary (default: target/debug/mcp-inspector)
// CHROMIUM       the browser (default: chromium, google-chrome and so on from PATH)
// MCPI_SERVERS   the folder with @modelcontextprotocol/server-everything (default: .servers); its tests are left out
//                when it is not there; with MCPI_E2E_ALL set that is an error
// MCPI_SHOTS     where screenshots go (default: target/shots); those of the documentation go to `images` in it
// MCPI_IMAGES    when set, the two pictures of the documentation are made anew in docs/images, too
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { closeBrowser } from "./stage/browser.mjs";
import { missingParts, shots } from "./stage/places.mjs";
import { Skipped, Stage } from "./stage/stage.mjs";
import { takeTests } from "./stage/suite.mjs";

const here = new URL(".", import.meta.url).pathname;
const filter = process.argv.slice(2).join(" ").toLowerCase();
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** The stages of the tests that run now. */
const stages = new Set();

/** Files whose tests run alone: they tell times, count processes, or share the one clipboard. */
const ALONE = ["watch", "load", "tasks", "copies", "rude", "lengthy-asks"];

async function stopEarly() {
  await Promise.allSettled([...stages].map((stage) => stage.end()));
  await closeBrowser();
  process.exit(130);
}
process.once("SIGINT", stopEarly);
process.once("SIGTERM", stopEarly);

/** Runs a test to its end or the end of its time, and ends its stage in any case. */
async function runOne(one) {
  const stage = new Stage(one.name);
  stages.add(stage);
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${one.minutes} minutes`)), one.minutes * 60_000);
  });
  let problem = null;
  try {
    await Promise.race([one.work(stage), late]);
    stage.checkPages();
  } catch (thrown) {
    problem = thrown;
    if (!(thrown instanceof Skipped)) await stage.explain().catch(() => undefined);
  } finally {
    clearTimeout(timer);
  }
  try {
    await stage.end();
  } catch (thrown) {
    problem ??= thrown;
  }
  stages.delete(stage);
  if (problem !== null) throw problem;
}

async function runFile(file) {
  await import(`./${file}`);
  const tests = takeTests().filter((one) => `${file} ${one.name}`.toLowerCase().includes(filter));
  const lane = async () => {
    for (let one = tests.shift(); one !== undefined; one = tests.shift()) await told(file, one);
  };
  await Promise.all(ALONE.includes(file.split(".")[0]) ? [lane()] : [lane(), lane()]);
}

/** Runs a test and says how it ended. */
async function told(file, one) {
  const began = performance.now();
  const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  try {
    await runOne(one);
    counts.passed += 1;
    console.log(`ok    ${file}: ${one.name} (${took()})`);
  } catch (thrown) {
    if (thrown instanceof Skipped) {
      counts.skipped += 1;
      console.log(`skip  ${file}: ${one.name}: ${thrown.message}`);
      return;
    }
    counts.failed += 1;
    failures.push(`${file}: ${one.name}`);
    console.log(`FAIL  ${file}: ${one.name} (${took()})\n${indented(thrown?.stack ?? String(thrown))}`);
  }
}

function indented(text) {
  return text.replace(/^/gm, "      ");
}

const missing = missingParts();
if (missing.length > 0) {
  for (const line of missing) console.error(line);
  process.exit(2);
}
// Pictures of an earlier run would be taken for those of this one.
if (filter === "") {
  const old = await readdir(shots).catch(() => []);
  for (const name of old.filter((one) => one.endsWith(".png"))) await rm(join(shots, name));
}
const order = ["watch", "tasks", "timeline", "apps", "crowd", "safety", "load", "life", "looks"];
const rank = (file) => order.indexOf(file.split(".")[0]);
const files = (await readdir(here)).filter((name) => name.endsWith(".e2e.mjs")).sort((a, b) => rank(a) - rank(b));
try {
  for (const file of files) await runFile(file);
} finally {
  await closeBrowser();
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} left out`);
for (const name of failures) console.log(`  failed: ${name}`);
if (counts.passed + counts.failed === 0) console.error(`no test is called “${filter}”`);
// A handle that a failed test left open must not keep the run from ending.
process.exit(counts.failed > 0 || counts.passed + counts.skipped === 0 ? 1 : 0);
