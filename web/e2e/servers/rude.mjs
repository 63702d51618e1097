// A server that says things of the wrong shape and size. `argv[2]`, JSON, is put over the answer to `initialize`; with `dies` it
// dies at tools/list; with `refuses` it answers `initialize` by an error that turns text around.
import { send, serve, textResult } from "./wire.mjs";

const way = process.argv[2] ?? "{}";
const over = way.startsWith("{") ? JSON.parse(way) : {};
const inputSchema = { type: "object" };
const said = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "rude", version: "1" },
  ...over,
};

serve({
  name: "rude",
  handlers: {
    initialize: (_, id) => {
      if (way !== "refuses") return said;
      send({ id, error: { code: -1, message: "not \u202etoday\u0000" } });
      return undefined;
    },
    "tools/list": () => {
      if (way === "dies") process.exit(3);
      return { tools: [{ name: "refuse", inputSchema }, { name: "turned", inputSchema }, { name: "fine", inputSchema }] };
    },
    "tools/call": ({ name }, id) => {
      if (name === "fine") return textResult("fine");
      const message = name === "turned" ? "no\u202eoops\u0000" : `refused ${"because ".repeat(500_000)}`;
      send({ id, error: { code: -32000, message, data: { last: "the end of it" } } });
      return undefined;
    },
  },
});
