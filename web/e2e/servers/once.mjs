// A server that starts only while no file called `broken` is in its working directory.
import { existsSync } from "node:fs";
import { serve, textResult } from "./wire.mjs";

if (existsSync("broken")) {
  process.stderr.write("the file called broken is in the way\n", () => process.exit(7));
} else {
  serve({
    name: "once",
    handlers: {
      "tools/list": () => ({
        tools: [{ name: "say", inputSchema: { type: "object", properties: { word: { type: "string" } } } }],
      }),
      "tools/call": ({ arguments: given = {} }) => textResult(`said ${given.word ?? "nothing"}`),
    },
  });
}
