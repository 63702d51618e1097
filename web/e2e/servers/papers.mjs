// A server with documents: Markdown, good and hostile, nested JSON, and a tool that takes large arguments.
import { serve, textResult } from "./wire.mjs";

const REPORT = `# Report

All **three** checks passed, \`lint\` too. See [the docs](https://example.invalid/docs).

| check | result |
|---|---|
| lint | ok |
| test | ok |

1. first
2. second
   - inner

> quoted

\`\`\`sh
npm test
\`\`\`
`;

const HOSTILE = `# <img src=x onerror="window.owned=1">

[a](javascript:window.owned=1) <script>window.owned=1</script> **b**

![pixel](https://example.invalid/pixel.png) [c](data:text/html,<script>window.owned=1</script>)
`;

const nested = { outer: { inner: { list: [1, 2, { deep: "needle" }] }, other: [] }, last: true };

serve({
  name: "papers",
  handlers: {
    "tools/list": () => ({
      tools: [
        { name: "report", inputSchema: { type: "object" } },
        { name: "hostile", inputSchema: { type: "object" } },
        { name: "nested", inputSchema: { type: "object" } },
        {
          name: "store",
          inputSchema: {
            type: "object",
            properties: { items: { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } } },
            required: ["items"],
          },
        },
      ],
    }),
    "tools/call": ({ name, arguments: given = {} }) => {
      if (name === "report") return textResult(REPORT);
      if (name === "hostile") return textResult(HOSTILE);
      if (name === "nested") return { ...textResult("nested"), structuredContent: nested };
      return textResult(`stored ${given.items?.length} items, the last is ${JSON.stringify(given.items?.at(-1))}`);
    },
  },
});
