// Owns what is sent for an item of the catalogue: the schema of its form, and the method and parameters for a
// filled-in form. Parameters are put together as text, so the spelling of what a person typed survives.
import { api, request, sessionPath } from "../api";
import type { ItemDetail, RowDetailBody } from "../contract";
import { objectText, oneLine, rangeAt, sliceAt, valueOf } from "../text/json";
import type { ItemRef } from "./route";

export interface Composed {
  method: string;
  /** The parameters, JSON text. */
  params: string;
}

const NO_ARGUMENTS = '{"type":"object","properties":{}}';

/** The schema by which an item's form is drawn. */
export function schemaOf(detail: ItemDetail): string {
  return detail.inputSchema ?? NO_ARGUMENTS;
}

/** A resource is read by its address alone. */
export function hasForm(ref: ItemRef): boolean {
  return ref.kind !== "resource";
}

/** What to send for an item, given the form's text. `meta` is the JSON text of `_meta`, if any. */
export function compose(ref: ItemRef, text: string, meta: string | null, asTask = false): Composed {
  const name = JSON.stringify(ref.key);
  const trimmed = text.trim();
  const extra = ["_meta", meta] as const;
  switch (ref.kind) {
    case "tool":
      return {
        method: "tools/call",
        params: objectText([
          ["name", name],
          ["arguments", trimmed === "" ? null : trimmed],
          ["task", asTask ? "{}" : null],
          extra,
        ]),
      };
    case "prompt":
      return {
        method: "prompts/get",
        params: objectText([["name", name], ["arguments", trimmed === "" || trimmed === "{}" ? null : trimmed], extra]),
      };
    // A template is read by the address it was filled in to, which is its key by then.
    case "resource":
    case "template":
      return { method: "resources/read", params: objectText([["uri", name], extra]) };
  }
}

/** The values of a template's variables in the form's text. What is no string is put in as it is spelled. */
export function templateValues(text: string): Record<string, string> {
  const value = valueOf(text);
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, one]) => [name, typeof one === "string" ? one : JSON.stringify(one)]));
}

/** The address a template gives with the values of the form. The backend knows how templates are filled in. */
export async function expanded(template: string, text: string): Promise<string> {
  return (
    await api.send<{ uri: string }>("POST", "/api/expand", JSON.stringify({ template, values: templateValues(text) }))
  ).uri;
}

export interface CallOptions {
  timeoutMs: number | null;
  forced: boolean;
  detached: boolean;
}

/** The body of `POST …/calls`. */
export function callBody(composed: Composed, options: CallOptions): string {
  return objectText([
    ["method", JSON.stringify(composed.method)],
    ["params", oneLine(composed.params)],
    ["progress", "true"],
    ["timeoutMs", options.timeoutMs === null ? null : String(options.timeoutMs)],
    ["forced", options.forced ? "true" : null],
    ["detached", options.detached ? "true" : null],
  ]);
}

/** The body of a call that asks for completions of one argument. */
export function completionBody(ref: ItemRef, name: string, value: string, text: string): string {
  const of = ref.kind === "prompt" ? { type: "ref/prompt", name: ref.key } : { type: "ref/resource", uri: ref.key };
  const others = valueOf(text);
  const known =
    typeof others === "object" && others !== null
      ? Object.entries(others).filter(([key, one]) => key !== name && typeof one === "string" && one !== "")
      : [];
  const params = {
    ref: of,
    argument: { name, value },
    ...(known.length === 0 ? {} : { context: { arguments: Object.fromEntries(known) } }),
  };
  return JSON.stringify({ method: "completion/complete", params, cached: true });
}

/** The parameters of a request to send again: its progress is told by a token of its own. */
export function paramsAgain(params: string): string {
  const place = rangeAt(params, ["_meta"]);
  const meta = sliceAt(params, ["_meta"]);
  const value = meta === null ? null : valueOf(meta);
  if (place === null || meta === null || typeof value !== "object" || value === null) return params;
  const others = Object.keys(value).filter((name) => name !== "progressToken");
  return params.slice(0, place[0]) + objectText(others.map((name) => [name, sliceAt(meta, [name])])) + params.slice(place[1]);
}

/** The form's text that made a request, cut out of the request as it was sent. */
export function textOfRequest(frame: string): string | null {
  return sliceAt(frame, ["params", "arguments"]);
}

/** The request of a row as it was sent, however long it is; null when the log no longer has it. */
export async function requestFrame(id: string, seq: number): Promise<string | null> {
  const detail = await api.get<RowDetailBody>(sessionPath(id, `/timeline/${seq}`));
  const part = detail.parts.find((one) => one.name === "request");
  if (part === undefined) return null;
  return part.text ?? (await request("GET", sessionPath(id, `/body/${part.seq}`), { accept: "*/*" })).text();
}
