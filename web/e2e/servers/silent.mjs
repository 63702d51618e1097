// A server that says nothing while a file called `silent` is in its working directory; it reads all the same.
import { existsSync } from "node:fs";
import { serve, textResult } from "./wire.mjs";

if (existsSync("silent")) {
  process.stdin.resume().on("end", () => process.exit(0));
} else {
  serve({
    name: "silent",
    handlers: {
      "tools/list": () => ({ tools: [{ name: "speak", inputSchema: { type: "object" } }] }),
      "tools/call": () => textResult("spoken"),
    },
  });
}
