// Bundles the page into `dist`, which is committed and built into the binary. Not minified, so that a change
// can be read, and the same input gives the same bytes anywhere: run it after every change below `src`.
import { copyFile, mkdir } from "node:fs/promises";
import { build } from "esbuild";

const here = new URL(".", import.meta.url).pathname;

await mkdir(`${here}dist`, { recursive: true });
const options = {
  absWorkingDir: here,
  outdir: "dist",
  bundle: true,
  format: "esm",
  target: "es2023",
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
};
await build({
  ...options,
  entryPoints: [
    { in: "src/app.tsx", out: "app" },
    { in: "src/later.ts", out: "later" },
    { in: "src/styles/app.css", out: "app" },
  ],
  // What both bundles need is in one file of its own: with two of them there is no other.
  splitting: true,
  chunkNames: "shared",
});
// The editor is loaded when it is needed. Nearly all of it is the work of others, which nobody reads here.
await build({ ...options, entryPoints: [{ in: "src/editor/editor.ts", out: "editor" }], minify: true });
await copyFile(`${here}src/index.html`, `${here}dist/index.html`);
