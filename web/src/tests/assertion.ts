// Owns assertions as the page handles them: as text, so that values keep their spelling, and in words for people.
import type { ScriptStep } from "../contract";
import { sliceAt } from "../text/json";

export type Kind = "equals" | "exists" | "missing" | "output" | "schema" | "noError" | "error" | "maxMs";

interface Offered {
  kind: Kind;
  label: string;
  /** Whether it is about a place. */
  path?: boolean;
  /** What its value is called, if it has one. */
  value?: string;
  /** Only results of tools have it. */
  ofTools?: boolean;
}

/** The kinds that the form offers, with what it asks for. */
export const KINDS: readonly Offered[] = [
  { kind: "equals", label: "a path equals a value", path: true, value: "Value (JSON)" },
  { kind: "exists", label: "a path exists", path: true },
  { kind: "missing", label: "a path does not exist", path: true },
  { kind: "output", label: "the result fits the tool’s output schema", ofTools: true },
  { kind: "schema", label: "a path fits a JSON Schema", path: true, value: "JSON Schema" },
  { kind: "noError", label: "the tool reports no error", ofTools: true },
  { kind: "error", label: "the tool reports an error", ofTools: true },
  { kind: "maxMs", label: "it takes at most", value: "Milliseconds" },
];

/** The assertions of a step as they stand in it. */
export function textsOf(step: ScriptStep): string[] {
  return step.expect.map((_, index) => sliceAt(step.step, ["expect", index]) ?? "{}");
}

/** An assertion as text; null when the value is no JSON, which is for the person to mend. */
export function assertionText(kind: Kind, path: string, value: string): string | null {
  const place = `"path":${JSON.stringify(path)}`;
  switch (kind) {
    case "exists":
      return `{${place},"exists":true}`;
    case "missing":
      return `{${place},"exists":false}`;
    case "output":
      return '{"schema":"output"}';
    case "noError":
      return '{"isError":false}';
    case "error":
      return '{"isError":true}';
    default:
  }
  try {
    JSON.parse(value);
  } catch {
    return null;
  }
  if (kind === "maxMs") return `{"maxMs":${value.trim()}}`;
  return `{${place},"${kind}":${value.trim()}}`;
}

/** An assertion in words. */
export function inWords(text: string): string {
  const one = JSON.parse(text) as ScriptStep["expect"][number];
  const place = one.path === undefined || one.path === "" ? "the result" : one.path;
  if (one.maxMs !== undefined) return `takes at most ${one.maxMs} ms`;
  if (one.isError !== undefined) return one.isError ? "the tool reports an error" : "the tool reports no error";
  if (one.exists !== undefined) return `${place} ${one.exists ? "exists" : "does not exist"}`;
  if (one.schema === "output") return "fits the tool’s output schema";
  if (one.schema !== undefined) return `${place} fits ${sliceAt(text, ["schema"]) ?? ""}`;
  return `${place} = ${sliceAt(text, ["equals"]) ?? ""}`;
}
