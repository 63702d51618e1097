// Owns server-everything on HTTP, for what only servers on HTTP have.
import { spawn } from "node:child_process";
import { createServer } from "node:net";

/** A port that was free a moment ago: the server has to be told one. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs `work` with its address, and ends it. `command` is that of the server on stdio. */
export async function withHttpEverything([program, file], work) {
  const port = await freePort();
  const child = spawn(program, [file, "streamableHttp"], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    await new Promise((resolve, reject) => {
      let told = "";
      child.stderr.setEncoding("utf8").on("data", (text) => {
        told += text;
        if (told.includes("listening on port")) resolve();
      });
      child.once("exit", (code) => reject(new Error(`server-everything ended with code ${code}\n${told}`)));
    });
    await work(`http://127.0.0.1:${port}/mcp`);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}
