// A server that asks for things of great length: texts of megabytes, very many messages, fields and options.
import { ask, serve, textResult } from "./wire.mjs";

const inputSchema = { type: "object", properties: {} };
const message = (text) => ({ role: "user", content: { type: "text", text } });
const properties = (count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, { type: "string" }]));
const LONG = `begins ${"and goes on ".repeat(200_000)} ends`;

const form = (count) => ({ message: LONG, requestedSchema: { type: "object", properties: properties(count) } });

const ASKS = {
  text: ["sampling/createMessage", { messages: [message(LONG)], systemPrompt: LONG, maxTokens: 5 }],
  messages: ["sampling/createMessage", { messages: Array.from({ length: 2000 }, (_, at) => message(`number ${at}`)), maxTokens: 5 }],
  fields: ["elicitation/create", form(1500)],
  "very-many-fields": ["elicitation/create", form(5000)],
  options: [
    "elicitation/create",
    {
      message: "one of many",
      requestedSchema: {
        type: "object",
        properties: { one: { type: "string", enum: Array.from({ length: 20_000 }, (_, at) => `option ${at}`) } },
      },
    },
  ],
};

serve({
  name: "lengthy-asks",
  handlers: {
    "tools/list": () => ({ tools: Object.keys(ASKS).map((name) => ({ name, inputSchema })) }),
    "tools/call": async ({ name }) => textResult(JSON.stringify(await ask(...ASKS[name]).answer)),
  },
});
