// Owns where things are: the binary, the browser, the servers of others, and where screenshots go.
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

const e2e = new URL("..", import.meta.url).pathname;
const repository = resolve(e2e, "../..");

function onPath(names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return null;
}

const target = process.env.CARGO_TARGET_DIR ?? join(repository, "target");

export const binary = resolve(process.env.MCPI_BIN ?? join(target, "debug/mcp-inspector"));
export const chromium =
  process.env.CHROMIUM ?? onPath(["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]);
/** Where the pictures of all screens go. */
export const shots = resolve(process.env.MCPI_SHOTS ?? join(repository, "target/shots"));
/** Where the pictures of the documentation go: beside the others in every run, and with MCPI_IMAGES to `docs/images` too. */
export const images = [join(shots, "images"), ...(process.env.MCPI_IMAGES ? [join(repository, "docs/images")] : [])];
export const ownServers = join(e2e, "servers");

const installed = resolve(process.env.MCPI_SERVERS ?? join(repository, ".servers"));
const everythingFile = join(installed, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
/** The file of server-everything; null when it is not installed. */
export const everything = existsSync(everythingFile) ? everythingFile : null;
const schemaFolder = join(installed, "json-schema");
/** The folder of the official tests of JSON Schema; null when they are not installed. */
export const schemaTests = existsSync(schemaFolder) ? schemaFolder : null;

/** What must be there and is not, in words. */
export function missingParts() {
  const missing = [];
  if (!existsSync(binary)) missing.push(`there is no binary at ${binary}: build it, or name another in MCPI_BIN`);
  if (chromium === null || !existsSync(chromium))
    missing.push("there is no Chromium on this machine: install it, or name one in CHROMIUM");
  if (everything === null && process.env.MCPI_E2E_ALL)
    missing.push(`there is no server-everything at ${everythingFile}: npm install it there, or set MCPI_SERVERS`);
  if (schemaTests === null && process.env.MCPI_E2E_ALL)
    missing.push(`there are no tests of JSON Schema at ${schemaFolder}: run scripts/servers/install, or set MCPI_SERVERS`);
  return missing;
}
