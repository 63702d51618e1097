// A server that offers something else while a file called `later` is in its working directory, and that asks for
// sampling whether or not it was offered.
import { existsSync } from "node:fs";
import { send, serve, textResult } from "./wire.mjs";

const later = existsSync("later");
const text = (description) => ({ type: "object", properties: { word: { type: "string", description } } });

serve({
  name: "shifting",
  capabilities: { tools: {} },
  handlers: {
    "tools/list": () => ({
      tools: later
        ? [
            { name: "say", description: "Says a word twice", inputSchema: text("what to say") },
            { name: "shout", inputSchema: text("what to shout") },
            { name: "ask", inputSchema: { type: "object" } },
          ]
        : [
            { name: "say", description: "Says a word", inputSchema: text("what to say") },
            { name: "whisper", inputSchema: text("what to whisper") },
            { name: "ask", inputSchema: { type: "object" } },
          ],
    }),
    "tools/call": ({ name, arguments: given = {} }) => {
      if (name === "ask")
        send({ id: 900, method: "sampling/createMessage", params: { maxTokens: 5, messages: [] } });
      return textResult(`${name} ${given.word ?? "nothing"} at ${process.hrtime.bigint()}`);
    },
  },
});
