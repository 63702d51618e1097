// A server that repeats the secrets it was given, by its command line and by its environment: on stderr and in results. Its
// tool wants to be told the same again.
import { serve, textResult } from "./wire.mjs";

const secrets = [process.argv.at(-1), process.env["LEAKS_TOKEN"]];
process.stderr.write(`began with ${secrets.join(" and ")}\n`);

serve({
  name: "leaks",
  handlers: {
    "tools/list": () => ({
      tools: [{ name: "tell", inputSchema: { type: "object", properties: { key: { type: "string" } } } }],
    }),
    "tools/call": ({ arguments: given = {} }) => {
      process.stderr.write(`told ${given.key}\n`);
      const word = secrets.every((one) => one === given.key) ? "right" : "wrong";
      return textResult(`it was the ${word} one: ${given.key}, of ${secrets.join(" and ")}`);
    },
  },
});
