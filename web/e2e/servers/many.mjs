// A server with many tools, 1500 unless told, in one page; each says its own name.
import { serve, textResult } from "./wire.mjs";

const count = Number(process.argv[2] ?? 1500);
const KINDS = ["read", "write", "list", "drop", "find"];

const tools = Array.from({ length: count }, (_, index) => ({
  name: `${KINDS[index % KINDS.length]}_thing_${String(index).padStart(4, "0")}`,
  title: `Thing ${index}`,
  description: `Does what thing number ${index} does, and says so at some length, as tools do.`,
  inputSchema: { type: "object", properties: { amount: { type: "integer", default: index } } },
}));

serve({
  name: "many",
  handlers: {
    "tools/list": () => ({ tools }),
    "tools/call": ({ name, arguments: given }) => textResult(`${name} ${JSON.stringify(given ?? {})}`),
  },
});
