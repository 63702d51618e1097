// A server that asks for things in ways that no method has, asks for several at once, and has a tool whose name is no text.
import { ask, serve, textResult } from "./wire.mjs";

const inputSchema = { type: "object", properties: {} };
const nameWanted = { type: "object", properties: { name: { type: "string" } } };

const BAD = [
  ["elicitation/create", { message: 5, requestedSchema: "x" }],
  ["sampling/createMessage", { messages: "x", maxTokens: "y" }],
  ["sampling/createMessage", { messages: [null, { role: "user", content: { type: "text", text: 7 } }], maxTokens: 1 }],
];

const SEVERAL = [
  ["elicitation/create", { message: "the first", requestedSchema: nameWanted }],
  ["sampling/createMessage", { messages: [{ role: "user", content: { type: "text", text: "the second" } }], maxTokens: 5 }],
  ["elicitation/create", { message: "the third", requestedSchema: nameWanted }],
];

async function answers(asks) {
  return textResult(JSON.stringify(await Promise.all(asks.map(([method, params]) => ask(method, params).answer))));
}

serve({
  name: "odd",
  revision: "2025-11-25",
  handlers: {
    "tools/list": () => ({
      tools: [
        { name: "bad", inputSchema },
        { name: "several", inputSchema },
        { name: "never", inputSchema },
        { name: "echo", inputSchema: null },
        { name: "", inputSchema },
        { name: "lone\ud800surrogate", inputSchema },
      ],
    }),
    "tools/call": ({ name, arguments: given }) => {
      if (name === "bad") return answers(BAD);
      if (name === "several") return answers(SEVERAL);
      return name === "never" ? undefined : textResult(`given ${JSON.stringify(given)}`);
    },
  },
});
