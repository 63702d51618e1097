// Owns the wire of the scripted servers: JSON-RPC in lines on stdin and stdout, with the few
// methods every server has. A server gives the rest as functions by method.
import { createInterface } from "node:readline";

export function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

export function notify(method, params) {
  send({ method, params });
}

const asks = new Map();

/** Asks the client; `answer` is its result or error, and `give` ends the waiting without one. */
export function ask(method, params) {
  const id = `ask-${asks.size + 1}`;
  let give = () => undefined;
  const answer = new Promise((resolve) => {
    give = resolve;
  });
  asks.set(id, give);
  send({ id, method, params });
  return { id, answer, give };
}

/** Text that is a JSON object already goes out as it is; large results are not laid out twice. */
export function sendResultText(id, resultText) {
  process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultText}}\n`);
}

/** Serves until stdin ends. A handler gives the result, or undefined when it has sent an answer of its own. */
export function serve({ name, revision = "2025-06-18", capabilities = { tools: {} }, instructions, handlers }) {
  const all = {
    initialize: () => ({
      protocolVersion: revision,
      capabilities,
      serverInfo: { name, version: "1.0.0" },
      ...(instructions === undefined ? {} : { instructions }),
    }),
    ping: () => ({}),
    ...handlers,
  };
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on("line", async (line) => {
    const message = JSON.parse(line);
    if (message.method === undefined) asks.get(message.id)?.(message.result ?? { error: message.error });
    if (message.method === undefined || message.id === undefined) return;
    const handler = all[message.method];
    if (handler === undefined) {
      send({ id: message.id, error: { code: -32601, message: `no method ${message.method}` } });
      return;
    }
    try {
      const result = await handler(message.params ?? {}, message.id);
      if (result !== undefined) send({ id: message.id, result });
    } catch (thrown) {
      send({ id: message.id, error: { code: -32603, message: String(thrown) } });
    }
  });
  lines.on("close", () => process.exit(0));
}

export function textResult(text) {
  return { content: [{ type: "text", text }] };
}
