// A server whose names are as long as it likes, or missing, and which offers nothing but tools.
import { serve, textResult } from "./wire.mjs";

const inputSchema = { type: "object", properties: {} };
export const LONG = "long_".repeat(2000);

serve({
  name: "names",
  capabilities: { tools: {} },
  handlers: {
    "tools/list": () => ({
      tools: [
        { name: "wipe", inputSchema, annotations: { destructiveHint: true, readOnlyHint: false } },
        { name: LONG, inputSchema, annotations: { destructiveHint: true, readOnlyHint: false } },
        { inputSchema },
        { name: "", inputSchema },
      ],
    }),
    "tools/call": ({ name }) => textResult(name),
  },
});
