// A server that writes in colours to its standard error, has data to save, and asks for a model that may call tools.
import { notify, send, serve, textResult } from "./wire.mjs";

process.stderr.write("\u001b[33mwarn\u001b[0m the \u001b[1;31mred\u001b[0m line\n");

serve({
  name: "tinted",
  capabilities: { tools: {}, resources: {}, logging: {} },
  handlers: {
    "logging/setLevel": ({ level }) => {
      notify("notifications/message", { level, data: "as loud as that" });
      return {};
    },
    "resources/list": () => ({ resources: [{ uri: "tinted://data.bin", name: "data" }] }),
    "resources/read": ({ uri }) => ({
      contents: [{ uri, mimeType: "application/x-data", blob: Buffer.from("0123").toString("base64") }],
    }),
    "tools/list": () => ({ tools: [{ name: "think", inputSchema: { type: "object" } }] }),
    "tools/call": (_, id) => {
      send({
        id: "s1",
        method: "sampling/createMessage",
        params: {
          messages: [{ role: "user", content: { type: "text", text: "What now?" } }],
          maxTokens: 10,
          tools: [{ name: "measure", description: "Measures", inputSchema: { type: "object" } }],
        },
      });
      waiting.push(id);
      return undefined;
    },
  },
});

const waiting = [];
process.stdin.on("data", (bytes) => {
  for (const line of String(bytes).split("\n")) {
    if (!line.includes('"s1"')) continue;
    const { error } = JSON.parse(line);
    if (waiting.length > 0) send({ id: waiting.shift(), result: textResult(error?.message ?? "answered") });
  }
});
