// A server whose list of tools changes while one is connected: `grow` adds a tool, `rename` changes one, `drop` takes it away,
// and each says that the list is another now.
import { notify, serve, textResult } from "./wire.mjs";

const nothing = { type: "object", properties: {} };
const tools = ["grow", "rename", "drop"].map((name) => ({ name, description: name, inputSchema: nothing }));

const acts = {
  grow: () => tools.push({ name: "grown", description: "as it came", inputSchema: nothing }),
  rename: () => (tools.at(-1).description = "as it is now"),
  drop: () => tools.pop(),
};

serve({
  name: "growing",
  capabilities: { tools: { listChanged: true } },
  handlers: {
    "tools/list": () => ({ tools }),
    "tools/call": ({ name }) => {
      acts[name]?.();
      notify("notifications/tools/list_changed", {});
      return textResult(`${tools.length} tools`);
    },
  },
});
