// Owns frames that are sent as they are: what they can begin as, what is wrong with them, and the row that one became.
import { api, request, sessionPath } from "../api";
import type { RowDetailBody, TimelinePage } from "../contract";
import { jsonFault } from "../ui/json-fault";
import { objectText, sliceAt, valueOf } from "../text/json";

/** How long the row of a frame is looked for, and how often. */
const PATIENCE_MS = 5000;
const PAUSE_MS = 60;
/** Frames that go out at the same time as ours; more are not looked through. */
const NEAR = 50;

let given = 0;

/** An id that no call of the session has: those are numbers. */
export function nextId(): string {
  given += 1;
  return `"raw-${Date.now().toString(36)}-${given}"`;
}

/** A request. `meta` is what every request of this session has to say about itself, or null. */
function asking(method: string, members: readonly (readonly [string, string])[], meta: string | null): string {
  const params = meta === null ? members : [["_meta", meta] as const, ...members];
  return objectText([
    ["jsonrpc", '"2.0"'],
    ["id", nextId()],
    ["method", JSON.stringify(method)],
    ["params", params.length === 0 ? null : objectText(params)],
  ]);
}

export interface Template {
  name: string;
  make(meta: string | null): string;
}

const NAMED = [
  ["name", '""'],
  ["arguments", "{}"],
] as const;

const INITIALIZE = [
  ["protocolVersion", '"2025-11-25"'],
  ["capabilities", "{}"],
  ["clientInfo", '{"name":"raw","version":"0"}'],
] as const;

export const TEMPLATES: readonly Template[] = [
  { name: "ping", make: (meta) => asking("ping", [], meta) },
  { name: "tools/list", make: (meta) => asking("tools/list", [], meta) },
  { name: "tools/call", make: (meta) => asking("tools/call", NAMED, meta) },
  { name: "resources/read", make: (meta) => asking("resources/read", [["uri", '""']], meta) },
  { name: "prompts/get", make: (meta) => asking("prompts/get", NAMED, meta) },
  { name: "initialize", make: () => asking("initialize", INITIALIZE, null) },
  {
    name: "notifications/cancelled",
    make: () =>
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"changed my mind"}}',
  },
  { name: "a method that is not there", make: (meta) => asking("no/such/method", [], meta) },
  { name: "a batch", make: (meta) => `[${asking("ping", [], meta)},${asking("ping", [], meta)}]` },
  { name: "not JSON", make: () => '{"jsonrpc": "2.0", "id": 1, "method": ' },
];

/** What requests of a session have to say about themselves, read from the last one that was sent; null for nothing. */
export async function usualMeta(id: string): Promise<string | null> {
  const page = await api.get<TimelinePage>(sessionPath(id, "/timeline?filter=kind:call%20dir:out&from=-1&limit=1"));
  const [row] = page.rows;
  if (row === undefined) return null;
  const detail = await api.get<RowDetailBody>(sessionPath(id, `/timeline/${row.seq}`));
  const frame = detail.parts.find((part) => part.name === "request")?.text ?? null;
  return frame === null ? null : metaOf(frame);
}

/** The envelope in a request: what `_meta` has but for what belongs to that one call. */
export function metaOf(frame: string): string | null {
  const meta = valueOf(sliceAt(frame, ["params", "_meta"]) ?? "null");
  if (typeof meta !== "object" || meta === null) return null;
  const entries = Object.entries(meta).filter(([name]) => name.startsWith("io.modelcontextprotocol/"));
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries));
}

/** What is wrong with the text as JSON-RPC, in words; null when it is a message or a batch. */
export function faultOf(text: string): string | null {
  const fault = jsonFault(text);
  if (fault !== null) return `not JSON: ${fault.message} (line ${fault.line}, column ${fault.column})`;
  const first = text.trimStart()[0];
  if (first === "[") return null;
  if (first !== "{") return "JSON, but not a message: that would be an object";
  if (sliceAt(text, ["jsonrpc"]) !== '"2.0"') return 'a message has "jsonrpc": "2.0"';
  const parts = ["method", "result", "error"].filter((name) => sliceAt(text, [name]) !== null);
  return parts.length === 1 ? null : "a message has just one of method, result and error";
}

/** The frame that goes out: where a frame is a line, its line breaks are blanks. */
export function frameOf(text: string, isLine: boolean): string {
  return isLine ? text.replace(/\s*[\r\n]+\s*/g, " ").trim() : text;
}

/** Gives the message another id, so that its answer is told from that of the first. */
export function withNewId(text: string): string {
  const id = sliceAt(text, ["id"]);
  if (id === null) return text;
  // The last of doubles counts, and it is the one that `sliceAt` finds; before it stands its name.
  const at = [...text.matchAll(/"id"\s*:\s*/g)].map((one) => one.index + one[0].length);
  const place = at.reverse().find((from) => text.startsWith(id, from));
  return place === undefined ? text : text.slice(0, place) + nextId() + text.slice(place + id.length);
}

/** Sends the frame; gives the place of its row in the log, or null when it did not show up there. */
export async function sendRaw(id: string, frame: string): Promise<number | null> {
  const before = await newest(id);
  await request("POST", sessionPath(id, "/raw"), { body: frame, type: "application/octet-stream" });
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const found = await rowAfter(id, before, frame);
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return null;
}

async function newest(id: string): Promise<number> {
  return (await api.get<TimelinePage>(sessionPath(id, "/timeline?from=-1&limit=1"))).lastSeq;
}

/** The row that began after an entry with exactly this frame. */
async function rowAfter(id: string, after: number, frame: string): Promise<number | null> {
  const page = await api.get<TimelinePage>(sessionPath(id, `/timeline?filter=dir:out&from=-${NEAR}&limit=${NEAR}`));
  for (const row of page.rows) {
    if (row.seq <= after) continue;
    const detail = await api.get<RowDetailBody>(sessionPath(id, `/timeline/${row.seq}`));
    if (detail.parts.some((part) => part.text === frame)) return row.seq;
  }
  return null;
}
