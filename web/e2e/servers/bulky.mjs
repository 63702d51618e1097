// A server whose results are large: pictures, texts of a tool, a resource and a prompt, and data with a schema.
import { crc32 } from "./crc.mjs";
import { deflateSync } from "node:zlib";
import { serve, textResult } from "./wire.mjs";

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A picture of stripes whose data are not packed, so that it has three bytes for each pixel. */
function png(width, height, rows = height) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.alloc(1 + 3 * width);
  for (let at = 1; at < line.length; at += 1) line[at] = (at * 7) & 255;
  const pixels = deflateSync(Buffer.concat(Array(rows).fill(line)), { level: 0 });
  const sign = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([sign, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]).toString("base64");
}

/** A text of about so many megabytes whose lines are numbered; its last line is `the very end`. */
function lines(megabytes) {
  const all = [];
  for (let length = 0, index = 0; length < megabytes * 1_000_000; index += 1) {
    all.push(`line ${index} of a long text with "quotes" in it`);
    length += all.at(-1).length + 1;
  }
  return [...all, "the very end"].join("\n");
}

function rows(megabytes, wrong, changed) {
  const items = [];
  for (let length = 0, index = 0; length < megabytes * 1_000_000; index += 1) {
    const item = { index, name: `item-${index}`, words: ["alpha", "beta"] };
    items.push(item);
    length += 60;
  }
  if (wrong) items.at(-1).index = "no number";
  if (changed) items[Math.floor(items.length / 2)].name = "another";
  return { items };
}

const item = { type: "object", properties: { index: { type: "integer" }, name: { type: "string" } }, required: ["index"] };
const image = (data) => ({ content: [{ type: "image", mimeType: "image/png", data }] });

serve({
  name: "bulky",
  capabilities: { tools: {}, resources: {}, prompts: {} },
  handlers: {
    "tools/list": () => ({
      tools: [
        { name: "picture", inputSchema: { type: "object" } },
        { name: "poster", inputSchema: { type: "object" } },
        { name: "small-picture", inputSchema: { type: "object" } },
        {
          name: "rows",
          inputSchema: {
            type: "object",
            properties: { megabytes: { type: "number" }, wrong: { type: "boolean" }, changed: { type: "boolean" } },
          },
          outputSchema: { type: "object", properties: { items: { type: "array", items: item } }, required: ["items"] },
        },
        { name: "text", inputSchema: { type: "object", properties: { megabytes: { type: "number" } } } },
        { name: "count", inputSchema: { type: "object", properties: { text: { type: "string" } } } },
      ],
    }),
    "tools/call": ({ name, arguments: given = {} }) => {
      if (name === "picture") return image(png(700, 700));
      if (name === "poster") return image(png(20_000, 20_000, 25));
      if (name === "small-picture") return image(png(40, 40));
      if (name === "text") return textResult(lines(given.megabytes ?? 2));
      if (name === "count") return textResult(`${given.text?.length} letters`);
      const structuredContent = rows(given.megabytes ?? 5, given.wrong, given.changed);
      return { ...textResult(`${structuredContent.items.length} items`), structuredContent };
    },
    "resources/list": () => ({ resources: [{ uri: "bulky://text", name: "long text", mimeType: "text/plain" }] }),
    "resources/templates/list": () => ({ resourceTemplates: [] }),
    "resources/read": ({ uri }) => ({ contents: [{ uri, mimeType: "text/plain", text: lines(2) }] }),
    "prompts/list": () => ({ prompts: [{ name: "story" }] }),
    "prompts/get": () => ({ messages: [{ role: "user", content: { type: "text", text: lines(2) } }] }),
  },
});
