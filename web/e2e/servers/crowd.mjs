// A server that wants much at once: many elicitations, and a tool whose schema has parts that double at each level.
import { send, serve, textResult } from "./wire.mjs";

const LEVELS = 30;

/** Each part has two members that must be there and are the next part: two to the power of thirty leaves. */
function doubling() {
  const $defs = { [`p${LEVELS}`]: { type: "string" } };
  for (let level = 0; level < LEVELS; level += 1) {
    const next = { $ref: `#/$defs/p${level + 1}` };
    $defs[`p${level}`] = { type: "object", properties: { left: next, right: next }, required: ["left", "right"] };
  }
  return { type: "object", properties: { all: { $ref: "#/$defs/p0" } }, required: ["all"], $defs };
}

serve({
  name: "crowd",
  handlers: {
    "tools/list": () => ({
      tools: [
        { name: "ask", inputSchema: { type: "object", properties: { count: { type: "integer" } } } },
        { name: "doubling", inputSchema: doubling() },
      ],
    }),
    "tools/call": ({ name, arguments: given = {} }) => {
      if (name === "doubling") return textResult("taken");
      const requestedSchema = { type: "object", properties: { word: { type: "string" } } };
      for (let number = 1; number <= given.count; number += 1) {
        send({ id: `ask-${number}`, method: "elicitation/create", params: { message: `ask ${number}`, requestedSchema } });
      }
      return textResult(`asked ${given.count} times`);
    },
  },
});
