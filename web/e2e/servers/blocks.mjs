// A server whose answers have very many parts, and parts that are not as they should be.
import { serve, textResult } from "./wire.mjs";

const inputSchema = { type: "object", properties: {} };

/** Texts and pictures in turn; the pictures are of no size that anybody knows, so each has a button. */
function blocks(count) {
  return Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? { type: "text", text: `block ${at + 1}` } : { type: "image", data: "AAAA", mimeType: "image/png" },
  );
}

const WRONG = [
  { type: "text", text: 5 },
  { type: "text" },
  { type: "image", data: "not base64!!", mimeType: "image/png" },
  { type: "image", data: "AAAA" },
  { type: "resource" },
  { type: "resource", resource: { uri: "x:y", text: 1 } },
  { type: "resource_link" },
  { x: 1 },
  null,
  [7],
];

const RESULTS = {
  some: () => ({ content: blocks(4000) }),
  many: () => ({ content: blocks(20_000) }),
  wrong: () => ({ content: WRONG }),
  // Long enough that the page fetches it block by block.
  long_wrong: () => ({ content: [...WRONG, { type: "text", text: "x".repeat(500_000) }] }),
  no_list: () => ({ content: { type: "text", text: "alone" } }),
};

serve({
  name: "blocks",
  capabilities: { tools: {}, resources: {}, prompts: {} },
  handlers: {
    "tools/list": () => ({
      tools: [
        ...Object.keys(RESULTS).map((name) => ({ name, inputSchema })),
        { name: "no_schema", inputSchema: null },
        { name: "word_schema", inputSchema: "x" },
      ],
    }),
    "tools/call": ({ name, arguments: given }) => RESULTS[name]?.() ?? textResult(JSON.stringify(given)),
    "resources/list": () => ({ resources: [{ uri: "blocks://many", name: "many" }] }),
    "resources/templates/list": () => ({ resourceTemplates: [] }),
    "resources/read": ({ uri }) => ({
      contents: Array.from({ length: 3000 }, (_, at) => ({ uri: `${uri}/${at + 1}`, text: `part ${at + 1}` })),
    }),
    "prompts/list": () => ({ prompts: [{ name: "talk" }] }),
    "prompts/get": () => ({
      messages: Array.from({ length: 3000 }, (_, at) => ({ role: "user", content: { type: "text", text: `said ${at + 1}` } })),
    }),
  },
});
