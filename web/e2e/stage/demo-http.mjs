// Owns the demo server on HTTP, for what only servers on HTTP have: exchanges, headers, logins, and a way to die
// that nobody is told of.
import { spawn } from "node:child_process";
import { binary } from "./places.mjs";

/** Starts a demo server; on a free port unless one is named. `stop` ends it, by a signal if that matters. */
export async function startHttpDemo(port = 0) {
  const child = spawn(binary, ["demo", "--http", String(port)], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
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
  const stop = async (signal = "SIGTERM") => {
    child.kill(signal);
    await ended;
  };
  return { url, port: Number(new URL(url).port), stop };
}

/** Runs `work` with the address of a demo server on a free port, and ends it. */
export async function withHttpDemo(work) {
  const demo = await startHttpDemo();
  try {
    await work(demo.url);
  } finally {
    await demo.stop();
  }
}
