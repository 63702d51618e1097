// Owns what is wrong with content that a server sent: a member that is missing or of another kind than its type wants. What
// is wrong is said, and the content is shown as it is: nothing of it is dropped.
import type { JSX } from "preact";
import { PrettyJson } from "../ui/json";

export type Dict = Record<string, unknown>;

export function dict(value: unknown): Dict | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Dict) : null;
}

type Wanted = "a string" | "a number" | "an object" | "a list";

/** What a JSON value is, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** What is wrong with a member that has to be there; null when nothing is. */
export function needs(all: Dict, name: string, wanted: Wanted = "a string"): string | null {
  return all[name] === undefined ? `\`${name}\` is missing` : mayHave(all, name, wanted);
}

/** What is wrong with a member, if it is there at all. */
export function mayHave(all: Dict, name: string, wanted: Wanted = "a string"): string | null {
  const value = all[name];
  return value === undefined || kindOf(value) === wanted ? null : `\`${name}\` is ${kindOf(value)}, not ${wanted}`;
}

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

export function isBase64(text: string): boolean {
  return BASE64.test(text);
}

function encoded(all: Dict, name: string): string | null {
  const value = all[name];
  return typeof value === "string" && !isBase64(value) ? `\`${name}\` is not base64` : null;
}

function typed(all: Dict, family: "image" | "audio"): string | null {
  const type = all["mimeType"];
  return typeof type !== "string" || type.toLowerCase().startsWith(`${family}/`) ? null : `\`mimeType\` is no type of ${family}`;
}

/** What is wrong with a block of content, all of it in one line; null when nothing is, or its kind is not known. */
export function misfitOf(block: unknown): string | null {
  const all = dict(block);
  if (all === null) return `it is ${kindOf(block)}, not an object`;
  switch (all["type"]) {
    case "text":
      return joined([needs(all, "text")]);
    case "image":
    case "audio":
      return joined([needs(all, "data"), encoded(all, "data"), needs(all, "mimeType"), typed(all, all["type"])]);
    case "resource_link":
      return joined([needs(all, "uri"), needs(all, "name"), ...["title", "description", "mimeType"].map((name) => mayHave(all, name))]);
    case "resource":
      return dict(all["resource"]) === null ? needs(all, "resource", "an object") : resourceMisfit(all["resource"]);
    default:
      return needs(all, "type");
  }
}

/** What is wrong with a resource that was read, or that stands in a result. */
export function resourceMisfit(resource: unknown): string | null {
  const all = dict(resource);
  if (all === null) return `it is ${kindOf(resource)}, not an object`;
  const hasNone = all["text"] === undefined && all["blob"] === undefined;
  return joined([
    needs(all, "uri"),
    hasNone ? "`text` and `blob` are missing" : null,
    mayHave(all, "text"),
    mayHave(all, "blob"),
    encoded(all, "blob"),
    mayHave(all, "mimeType"),
  ]);
}

/** What is wrong with a message of a prompt, without its content. */
export function messageMisfit(message: unknown): string | null {
  const all = dict(message);
  if (all === null) return `it is ${kindOf(message)}, not an object`;
  return joined([needs(all, "role"), all["content"] === undefined ? "`content` is missing" : null]);
}

export function joined(faults: readonly (string | null)[]): string | null {
  const all = faults.filter((fault) => fault !== null);
  return all.length === 0 ? null : all.join("; ");
}

/** Says what is wrong, above what came; nothing when nothing is. */
export function Misfit({ why, value }: { why: string | null; value: unknown }): JSX.Element | null {
  if (why === null) return null;
  return (
    <>
      <p class="warn-line">Not as it should be: {why}. It came so:</p>
      <PrettyJson text={JSON.stringify(value) ?? "null"} />
    </>
  );
}
