// Runs the unit tests: each `*.test.tsx` is bundled with what it imports and handed to `node --test`.
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const here = new URL(".", import.meta.url).pathname;
const names = (await readdir(here)).filter((name) => /\.test\.tsx?$/.test(name));
if (names.length === 0) throw new Error("there is no test below web/test");
const out = await mkdtemp(join(tmpdir(), "mcp-inspector-web-"));
try {
  await build({
    absWorkingDir: join(here, ".."),
    entryPoints: names.map((name) => `test/${name}`),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    jsx: "automatic",
    jsxImportSource: "preact",
    external: ["happy-dom"],
    nodePaths: [join(here, "../node_modules")],
    sourcemap: "inline",
    logLevel: "warning",
  });
  // Bundles leave happy-dom out, so they must find it: by a link to what is installed.
  const { symlink } = await import("node:fs/promises");
  await symlink(join(here, "../node_modules"), join(out, "node_modules"));
  const files = (await readdir(out)).filter((name) => name.endsWith(".mjs")).map((name) => join(out, name));
  const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], { stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} finally {
  await rm(out, { recursive: true, force: true });
}
