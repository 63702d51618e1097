// A server that starts only with the variable that it wants, and says on stderr which one that is.
import { serve, textResult } from "./wire.mjs";

if ((process.env.WANTED_FOR_TESTS ?? "") === "") {
  process.stderr.write("boom: cannot find WANTED_FOR_TESTS\n", () => process.exit(3));
} else {
  serve({
    name: "wants",
    handlers: {
      "tools/list": () => ({ tools: [{ name: "tell", inputSchema: { type: "object", properties: {} } }] }),
      "tools/call": () => textResult(`it is ${process.env.WANTED_FOR_TESTS}`),
    },
  });
}
