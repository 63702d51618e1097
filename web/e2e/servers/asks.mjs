// A server that asks the client back: for a model's answer, for a form, for a visit of a page and for its roots. Each tool
// gives back what it was told, or why it was told nothing; `withdraw` takes back what is asked at the moment.
import { ask, notify, serve, textResult } from "./wire.mjs";

const text = { type: "object", properties: { prompt: { type: "string" } } };
const nothing = { type: "object", properties: {} };
const requestedSchema = {
  type: "object",
  properties: { name: { type: "string", default: "Grace" }, age: { type: "integer", minimum: 1 } },
  required: ["name"],
};
/** More fields than a pane has room for. */
const manyFields = {
  type: "object",
  properties: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`answer_${n}`, { type: "string", description: "Whatever comes to mind." }])),
};
let asked = null;

async function told(method, params) {
  asked = ask(method, params);
  return textResult(JSON.stringify(await asked.answer));
}

serve({
  name: "asks",
  revision: "2025-11-25",
  capabilities: { tools: {}, logging: {} },
  instructions: "Ask me to ask you.\nTwice, if you like.",
  handlers: {
    "tools/list": () => ({
      tools: [
        { name: "sample", inputSchema: text },
        { name: "sample-with-tools", inputSchema: nothing },
        { name: "elicit", inputSchema: nothing },
        { name: "survey", inputSchema: nothing },
        { name: "quiz", inputSchema: manyFields },
        { name: "visit", inputSchema: { type: "object", properties: { url: { type: "string" } } } },
        { name: "roots", inputSchema: nothing },
        { name: "withdraw", inputSchema: nothing },
      ],
    }),
    "tools/call": ({ name, arguments: given = {} }) => {
      switch (name) {
        case "sample": {
          const content = { type: "text", text: given.prompt ?? "anything" };
          return told("sampling/createMessage", { maxTokens: 5, messages: [{ role: "user", content }] });
        }
        case "sample-with-tools": {
          const tools = [{ name: "look_up", description: "Looks something up.", inputSchema: nothing }];
          const messages = [{ role: "user", content: { type: "text", text: "Look it up." } }];
          return told("sampling/createMessage", { maxTokens: 5, messages, tools });
        }
        case "elicit":
          return told("elicitation/create", { message: "Who are you?", requestedSchema });
        case "survey":
          return told("elicitation/create", { message: "What do you think?", requestedSchema: manyFields });
        case "quiz":
          return told("elicitation/create", { message: "Which ones?", requestedSchema: { ...manyFields, required: ["answer_3", "answer_17"] } });
        case "visit":
          return told("elicitation/create", { mode: "url", message: "Please log in.", url: given.url, elicitationId: "e1" });
        case "roots":
          return told("roots/list", {});
        default:
          notify("notifications/cancelled", { requestId: asked.id, reason: "the coffee is ready" });
          asked.give({ takenBack: true });
          return textResult("taken back");
      }
    },
    "logging/setLevel": ({ level }) => {
      notify("notifications/message", { level: "emergency", data: `from ${level} on` });
      return {};
    },
  },
});
