// A server that says a lot: bursts of notifications, and results of many megabytes, as data or (`wordy`) as one text. It
// writes the time of the last notification of a burst into the file that it is told of.
import { writeFileSync } from "node:fs";
import { notify, sendResultText, serve, textResult } from "./wire.mjs";

/** A result of about so many bytes whose lines are numbered; its last text is `the very end`. */
function large(megabytes) {
  const wanted = megabytes * 1_000_000;
  const parts = [];
  let length = 0;
  for (let index = 0; length < wanted; index += 1) {
    const part = `{"index":${index},"name":"item-${index}","words":["alpha","beta","gamma"],"value":${index * 1.5}}`;
    parts.push(part);
    length += part.length + 1;
  }
  const content = `[{"type":"text","text":"${parts.length} items"}]`;
  return `{"content":${content},"structuredContent":{"items":[${parts.join(",")}],"last":"the very end"}}`;
}

async function burst({ count = 10_000, slices = 1 }) {
  const each = Math.ceil(count / slices);
  let sent = 0;
  while (sent < count) {
    for (let index = 0; index < each && sent < count; index += 1) {
      sent += 1;
      notify("notifications/message", { level: "info", logger: "heavy", data: `message ${sent} of ${count}` });
    }
    await new Promise((resolve) => (slices > 1 ? setTimeout(resolve, 50) : setImmediate(resolve)));
  }
  if (process.argv[2] !== undefined) writeFileSync(process.argv[2], String(Date.now()));
  return textResult(`sent ${sent}`);
}

const integer = { type: "integer" };

serve({
  name: "heavy",
  capabilities: { tools: {}, logging: {} },
  handlers: {
    "tools/list": () => ({
      tools: [
        { name: "burst", inputSchema: { type: "object", properties: { count: integer, slices: integer } } },
        { name: "large", inputSchema: { type: "object", properties: { megabytes: { type: "number" } } } },
        { name: "wordy", inputSchema: { type: "object", properties: { megabytes: { type: "number" } } } },
        { name: "small", inputSchema: { type: "object" } },
      ],
    }),
    "tools/call": ({ name, arguments: given = {} }, id) => {
      if (name === "burst") return burst(given);
      if (name === "large") return void sendResultText(id, large(given.megabytes ?? 5));
      if (name === "wordy") return textResult(JSON.stringify(JSON.parse(large(given.megabytes ?? 5)).structuredContent));
      return textResult("small");
    },
    "logging/setLevel": () => ({}),
  },
});
