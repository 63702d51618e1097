// Owns an MCP server on HTTP that ends the stream of one of its calls in the middle, and gives the rest to whoever asks for
// what comes after the last event (2025-06-18, resumability and redelivery).
import { createServer } from "node:http";

const tool = (name) => ({ name, inputSchema: { type: "object", properties: {} } });

export class BreakingServer {
  /** What was asked for by Last-Event-ID. */
  resumed = [];
  /** Answers that were not given yet, by the event after which they come. */
  #owed = new Map();
  #server = createServer((request, response) => void this.#answer(request, response));

  get url() {
    return `http://127.0.0.1:${this.#server.address().port}/mcp`;
  }

  async open() {
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method === "GET") return this.#rest(request, response);
    if (request.method !== "POST") return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    if (id === undefined) return response.writeHead(202).end();
    const say = (body) =>
      response.writeHead(200, { "content-type": "application/json", "mcp-session-id": "one" }).end(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
    switch (method) {
      case "initialize":
        return say({
          result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "breaking", version: "1" } },
        });
      case "ping":
        return say({ result: {} });
      case "tools/list":
        return say({ result: { tools: [tool("plain"), tool("broken")] } });
      case "tools/call":
        return this.#call(id, params.name, response);
      default:
        return say({ error: { code: -32601, message: "no such method" } });
    }
  }

  #call(id, name, response) {
    const event = (number, message) => `id: ${name}-${number}\nretry: 10\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;
    const result = event(2, { id, result: { content: [{ type: "text", text: `the end of ${name}` }] } });
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(event(1, { method: "notifications/message", params: { level: "info", data: `the beginning of ${name}` } }));
    if (name === "broken") this.#owed.set("broken-1", result);
    response.end(name === "broken" ? "" : result);
  }

  #rest(request, response) {
    const last = request.headers["last-event-id"];
    if (last === undefined) return response.writeHead(405).end();
    this.resumed.push(last);
    response.writeHead(200, { "content-type": "text/event-stream" }).end(this.#owed.get(last) ?? "");
  }
}

/** Runs `work` with such a server on a free port, and ends it. */
export async function withBreakingServer(work) {
  const server = await new BreakingServer().open();
  try {
    await work(server);
  } finally {
    await server.close();
  }
}
