// Owns forms against the official tests of JSON Schema (draft 2020-12, installed beside the servers): for each schema and instance the
// backend makes the model and judges, and the page's renderer draws it, in a real browser.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { schemaTests } from "./stage/places.mjs";
import { Skipped } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

const web = new URL("..", import.meta.url).pathname;
// The schemas that the backend says it cannot judge by, and why; it must name all of them and no other.
const exceptions = new URL("../test/schemas-unchecked.json", import.meta.url);

test("every schema of the official suite is drawn as it is, and its instances are judged as the suite judges them", async (stage) => {
  if (schemaTests === null) throw new Skipped("the tests of JSON Schema are not installed (MCPI_SERVERS)");
  const backend = await stage.backend();
  const page = await stage.page(backend);
  const made = await build({
    absWorkingDir: web,
    entryPoints: ["test/form-suite.tsx"],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2023",
    jsx: "automatic",
    jsxImportSource: "preact",
    // Where the large editor is loaded from; no value here is large.
    define: { "import.meta.url": '"http://127.0.0.1/"' },
    logLevel: "warning",
  });
  // By the debugger, which no content security policy stops.
  await page.evaluate(made.outputFiles[0].text);
  let [instances, places] = [0, 0];
  const wrong = [];
  const unchecked = new Set();
  for (const name of (await readdir(schemaTests)).sort()) {
    const told = await page.evaluate((file) => window.drawFile(file), await readFile(join(schemaTests, name), "utf8"));
    for (const { group, test: instance, valid, fits, trouble, places: drawn } of told) {
      const label = `${name}: ${group}`;
      places += drawn;
      wrong.push(...trouble.map((one) => `${label}: ${instance ?? "as it begins"}: ${one}`));
      // What a schema begins with has no verdict in the suite.
      if (instance === null) continue;
      instances += 1;
      if (fits === null) unchecked.add(label);
      else if (fits !== valid) wrong.push(`${label}: ${instance}: the suite says ${valid ? "valid" : "not valid"}`);
    }
  }
  console.log(`      ${instances} instances, ${places} places`);
  assert.deepEqual(wrong, []);
  const known = Object.values(JSON.parse(await readFile(exceptions, "utf8"))).flat();
  assert.deepEqual([...unchecked].sort(), known.sort(), "the schemas that nothing can be judged by");
  assert.ok(instances > 1200 && places > 3000, "all of it was looked at");
});
