// How much has to come before the page is drawn: what `index.html` names, and what its scripts import, compressed.
/// <reference types="node" />
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const MOST_BYTES = 120_000;
const dist = join(process.cwd(), "dist");

function read(name: string): string {
  return readFileSync(join(dist, name), "utf8");
}

/** The files of the first look: those that a file names, and so on. */
function needed(): Set<string> {
  const names = new Set(["index.html"]);
  for (const name of names) {
    const text = read(name);
    const named =
      name === "index.html"
        ? text.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.(?:js|css))"/g)
        : text.matchAll(/^(?:import|\}) (?:.* )?(?:from )?"\.\/([\w.-]+\.js)";$/gm);
    for (const [, other] of named) if (other !== undefined) names.add(other);
  }
  return names;
}

test("the first look weighs at most 120 kB compressed, and waits for nothing that comes later", () => {
  const names = needed();
  assert.deepEqual([...names].sort(), ["app.css", "app.js", "index.html", "shared.js"]);
  const bytes = [...names].reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  assert.match(read("app.js") + read("shared.js"), /import\("\.\/later\.js"\)/);
});
