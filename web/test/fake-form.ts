// A stand-in for the backend's reading of schemas: enough of JSON Schema for one tool with every shape, on
// parsed values. It is here to make models and carry out edits; what the real one does beyond is tested there.
import type { FormEdit, FormNode, FormProblem, FormRequest, FormResponse, NodeCommon } from "../src/contract";
import { jsonFault } from "../src/ui/json-fault";
import fixture from "../../fixtures/forms/sixteen.json";

export type Schema = Record<string, unknown>;

export async function fakeForm(request: FormRequest): Promise<FormResponse> {
  const schema = JSON.parse(request.schema) as Schema;
  const fault = request.text === null ? null : jsonFault(request.text);
  let value: unknown = request.text === null || fault ? defaultsOf(schema) : JSON.parse(request.text);
  for (const edit of request.edits) value = applied(schema, value, edit);
  const errors: FormProblem[] = [];
  const form = nodeOf(schema, schema, value, "", null, true, errors);
  const text = fault ? (request.text ?? "") : request.text !== null && request.edits.length === 0 ? request.text : JSON.stringify(value, null, 2);
  return { text, form, errors, unchecked: null, textError: fault };
}

function defaultsOf(schema: Schema): unknown {
  const value: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(properties(schema))) if ("default" in child) value[name] = child["default"];
  return value;
}

function properties(schema: Schema): Record<string, Schema> {
  return (schema["properties"] ?? {}) as Record<string, Schema>;
}

function resolved(root: Schema, schema: Schema): Schema {
  const ref = schema["$ref"];
  if (typeof ref !== "string") return schema;
  return ref === "#" ? root : (((root["$defs"] as Record<string, Schema>) ?? {})[ref.split("/").pop() ?? ""] ?? {});
}

export function common(schema: Schema, pointer: string, name: string | null, required: boolean, value: unknown): NodeCommon {
  const fallback = schema["default"];
  const types = Array.isArray(schema["type"]) ? (schema["type"] as string[]) : [];
  return {
    pointer,
    name,
    required,
    title: (schema["title"] as string | undefined) ?? null,
    description: (schema["description"] as string | undefined) ?? null,
    nullable: types.includes("null"),
    state: value === undefined ? "unset" : value === null ? "null" : "value",
    isDefault: fallback !== undefined && JSON.stringify(value) === JSON.stringify(fallback),
    default: fallback === undefined ? null : JSON.stringify(fallback),
    examples: ((schema["examples"] as unknown[] | undefined) ?? []).map((one) => JSON.stringify(one)),
    readOnly: schema["readOnly"] === true,
    deprecated: schema["deprecated"] === true,
  };
}

function nodeOf(
  root: Schema, given: Schema, value: unknown, pointer: string, name: string | null, required: boolean, errors: FormProblem[],
): FormNode {
  const schema = resolved(root, given);
  const base = common(schema, pointer, name, required, value);
  const child = (of: Schema, key: string, must = false) =>
    nodeOf(root, of, memberOf(value, key), `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, key, must, errors);
  const complain = (message: string, keyword: string) => errors.push({ pointer, message, keyword });
  if (required && value === undefined) complain("is required", "required");
  if (given["$ref"] !== undefined && value === undefined) return { ...base, kind: "ref", of: "node" };
  if ("const" in schema) return { ...base, kind: "const", json: JSON.stringify(schema["const"]) };
  const multi = schema["type"] === "array" && Array.isArray((schema["items"] as Schema | undefined)?.["enum"]);
  const values = (multi ? (schema["items"] as Schema)["enum"] : schema["enum"]) as unknown[] | undefined;
  if (values) {
    const options = values.map((one) => ({ json: JSON.stringify(one), title: null }));
    const indexOf = (one: unknown) => options.findIndex((option) => option.json === JSON.stringify(one));
    const chosen = (multi ? ((value as unknown[] | undefined) ?? []) : value === undefined ? [] : [value]).map(indexOf);
    const known = chosen.filter((index) => index >= 0);
    return { ...base, kind: "enum", options, multi, chosen: known, other: known.length < chosen.length ? JSON.stringify(value) : null };
  }
  const variants = (schema["oneOf"] ?? schema["anyOf"]) as Schema[] | undefined;
  if (variants) {
    const chosen = value === undefined ? -1 : variants.findIndex((one) => fits(resolved(root, one), value));
    const picked = variants[chosen];
    return {
      ...base, kind: "union", discriminator: null, chosen: chosen < 0 ? null : chosen,
      variants: variants.map((one) => ({ title: String(one["title"] ?? one["type"]), kind: String(one["type"]) })),
      node: picked ? nodeOf(root, picked, value, pointer, name, required, []) : null,
    };
  }
  const types = [schema["type"]].flat().filter((one) => one !== "null");
  const has = value !== undefined && value !== null;
  switch (types[0]) {
    case "string":
      if (has && typeof value !== "string") break;
      if (typeof value === "string" && value.length < Number(schema["minLength"] ?? 0)) complain(`is shorter than ${schema["minLength"]}`, "minLength");
      return {
        ...base, kind: "string", value: has ? (value as string) : null, format: (schema["format"] as string) ?? null,
        multiline: schema["format"] === "textarea", pattern: (schema["pattern"] as string) ?? null,
        minLength: (schema["minLength"] as number) ?? null, maxLength: (schema["maxLength"] as number) ?? null, mediaType: null,
      };
    case "number":
    case "integer":
      if (has && typeof value !== "number") break;
      if (typeof value === "number" && value > Number(schema["maximum"] ?? Infinity)) complain(`is greater than ${schema["maximum"]}`, "maximum");
      return {
        ...base, kind: "number", raw: has ? String(value) : null, integer: types[0] === "integer",
        min: text(schema["minimum"]), max: text(schema["maximum"]), exclusiveMin: false, exclusiveMax: false, step: text(schema["multipleOf"]),
      };
    case "boolean":
      return { ...base, kind: "bool", value: has ? (value as boolean) : null };
    case "array": {
      const items = (value as unknown[] | undefined | null) ?? [];
      const prefix = schema["prefixItems"] as Schema[] | undefined;
      if (prefix) return { ...base, kind: "tuple", canAdd: false, items: prefix.map((of, index) => child(of, String(index), true)) };
      const of = (schema["items"] ?? {}) as Schema;
      return { ...base, kind: "array", canAdd: true, min: null, max: null, unique: false, items: items.map((_, index) => child(of, String(index))) };
    }
    case "object": {
      const here = (value ?? {}) as object;
      const more = schema["additionalProperties"];
      if (typeof more === "object" && !schema["properties"]) {
        return {
          ...base, kind: "map", keyPattern: null, minEntries: null, maxEntries: null,
          entries: Object.keys(here).map((key) => child(more as Schema, key)),
        };
      }
      const then = Object.entries({ ...properties(schema), ...consequences(schema, here) });
      const must = (schema["required"] as string[] | undefined) ?? [];
      return {
        ...base, kind: "object", extraAllowed: more !== false,
        fields: then.map(([key, of]) => child(of, key, must.includes(key) && (base.required || has))),
        extra: Object.keys(here).filter((key) => !then.some(([known]) => known === key)).map((key) => child({}, key)),
      };
    }
  }
  return { ...base, kind: "raw", raw: has || value === null ? JSON.stringify(value) : null, reason: "its schema says nothing about its type" };
}

/** `if`/`then` for one property with a constant. */
function consequences(schema: Schema, value: object): Record<string, Schema> {
  const condition = schema["if"] as Schema | undefined;
  if (!condition) return {};
  const holds = Object.entries(properties(condition)).every(([key, of]) => memberOf(value, key) === of["const"]);
  return properties(((holds ? schema["then"] : schema["else"]) ?? {}) as Schema);
}

function fits(schema: Schema, value: unknown): boolean {
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  if (schema["type"] !== type && !(schema["type"] === "integer" && type === "number")) return false;
  return Object.entries(properties(schema)).every(([key, of]) => !("const" in of) || memberOf(value, key) === of["const"]);
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function text(value: unknown): string | null {
  return value === undefined ? null : String(value);
}

function schemaAt(root: Schema, path: string[]): Schema {
  let now = root;
  for (const key of path) {
    now = resolved(root, now);
    const prefix = now["prefixItems"] as Schema[] | undefined;
    now = properties(now)[key] ?? properties((now["then"] ?? {}) as Schema)[key] ?? prefix?.[Number(key)] ?? ((now["items"] ?? now["additionalProperties"] ?? {}) as Schema);
  }
  return resolved(root, now);
}

function sample(root: Schema, schema: Schema): unknown {
  const known = resolved(root, schema);
  if ("const" in known) return known["const"];
  const samples: Record<string, unknown> = { string: "", number: 0, integer: 0, boolean: false, array: [], null: null };
  if (known["type"] !== "object") return samples[String([known["type"]].flat()[0])] ?? null;
  return Object.fromEntries(Object.entries(properties(known)).filter(([, of]) => "const" in of).map(([key, of]) => [key, of["const"]]));
}

function applied(root: Schema, value: unknown, edit: FormEdit): unknown {
  const path = edit.pointer === "" ? [] : edit.pointer.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const whole: Record<string, unknown> = { value };
  let holder: object = whole;
  let key = "value";
  for (const step of path) {
    // Objects around a field are made as they are needed.
    if (Reflect.get(holder, key) === undefined && edit.op === "set") Reflect.set(holder, key, {});
    if (typeof Reflect.get(holder, key) !== "object") throw new Refused(`there is no place ${edit.pointer}`);
    holder = Reflect.get(holder, key) as object;
    key = step;
  }
  const here: unknown = Reflect.get(holder, key);
  const put = (next: unknown) => Reflect.set(holder, key, next);
  if (edit.op === "set") put(JSON.parse(edit.json));
  else if (edit.op === "unset") Reflect.deleteProperty(holder, key);
  else if (edit.op === "remove") Array.isArray(holder) ? holder.splice(Number(key), 1) : Reflect.deleteProperty(holder, key);
  else if (edit.op === "add") {
    const schema = schemaAt(root, path);
    if (schema["type"] === "array") {
      const item = edit.json == null ? sample(root, (schema["items"] ?? {}) as Schema) : JSON.parse(edit.json);
      put([...((here as unknown[]) ?? []), item]);
    } else put(sample(root, schema));
  } else if (edit.op === "move") {
    const list = holder as unknown[];
    const [moved] = list.splice(Number(key), 1);
    list.splice(Number(key) + edit.by, 0, moved);
  } else if (edit.op === "key") {
    const renamed = Object.entries(holder).map(([name, one]) => [name === key ? edit.key : name, one] as const);
    for (const name of Object.keys(holder)) Reflect.deleteProperty(holder, name);
    Object.assign(holder, Object.fromEntries(renamed));
  } else if (edit.op === "addKey") {
    put({ ...((here as object) ?? {}), [edit.key]: sample(root, (schemaAt(root, path)["additionalProperties"] ?? {}) as Schema) });
  } else {
    const schema = schemaAt(root, path);
    const variants = (schema["oneOf"] ?? schema["anyOf"]) as Schema[];
    put(sample(root, variants[edit.variant] ?? {}));
  }
  return whole["value"];
}

/** As the page's own errors look: with the status of the answer. */
export class Refused extends Error {
  readonly status = 400;
}

export const SIXTEEN = fixture.schema as Schema;
