// Owns the demo server on HTTP, for what only servers on HTTP have: exchanges, headers, logins.
import { spawn } from "node:child_process";
import { binary } from "./places.mjs";

/** Runs `work` with the address of a demo server on a free port, and ends it. */
export async function withHttpDemo(work) {
  const child = spawn(binary, ["demo", "--http", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const url = await new Promise((resolve, reject) => {
      let told = "";
      const read = (text) => {
        told += text;
        const found = /(http:\/\/[^\s"]+\/mcp)/.exec(told);
        if (found !== null) resolve(found[1]);
      };
      child.stdout.setEncoding("utf8").on("data", read);
      child.stderr.setEncoding("utf8").on("data", read);
      child.once("exit", (code) => reject(new Error(`the demo server ended with code ${code}\n${told}`)));
    });
    await work(url);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
