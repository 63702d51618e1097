// A server for what forms and results have to cope with: one tool with sixteen shapes of schema and a condition, which
// gives back what it got, results that do and do not fit their schema, and a tool that may be run as a task.
import { serve, textResult } from "./wire.mjs";

const person = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const shape = (kind, side) => ({
  type: "object",
  properties: { kind: { const: kind }, [side]: { type: "number" } },
  required: ["kind", side],
});
const SHAPES = {
  type: "object",
  $defs: {
    node: {
      type: "object",
      properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/node" } } },
      required: ["name"],
    },
  },
  properties: {
    text: { type: "string", minLength: 1 },
    whole: { type: "integer", minimum: 1, exclusiveMaximum: 9 },
    flag: { type: "boolean" },
    unit: { type: "string", enum: ["m", "km"] },
    untyped: { enum: ["a", 2, true] },
    maybe: { type: ["integer", "null"] },
    fixed: { const: "v1" },
    when: { type: "string", format: "date-time" },
    list: { type: "array", items: { type: "string" } },
    pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false },
    shape: { oneOf: [shape("circle", "r"), shape("square", "a")] },
    either: { anyOf: [{ type: "string" }, { type: "number" }] },
    labels: { type: "object", additionalProperties: { type: "string" } },
    tree: { $ref: "#/$defs/node" },
    person,
    tags: { type: "array", uniqueItems: true, items: { enum: ["a", "b", "c"] } },
    country: { type: "string", enum: ["uk", "us"] },
  },
  if: { properties: { country: { const: "us" } }, required: ["country"] },
  then: { properties: { zip: { type: "integer" } }, required: ["zip"] },
  else: { properties: { postcode: { type: "string" } } },
  required: ["text"],
};
const long = (letter) => `${letter}-` + "an-option-with-a-name-that-goes-on-".repeat(8);
const LONG_CHOICES = {
  type: "object",
  properties: {
    one: { enum: ["a", "b", "c", "d", "e"].map(long) },
    few: { enum: ["first of these four", "the second", "third", "fourth and last"] },
    single: { enum: [long("s"), "short"] },
    many: { type: "array", uniqueItems: true, items: { enum: Array.from({ length: 60 }, (_, at) => (at === 7 ? long("m") : `option ${at}`)) } },
    kind: { oneOf: ["x", "y", "z", "u", "v"].map((letter) => ({ title: long(letter), type: "object", properties: { [letter]: { enum: [long("in"), "b", "c", "d", "e"] } } })) },
    within: { type: "object", properties: { deep: { type: "object", properties: { one: { enum: ["a", "b", "c", "d", "e"].map(long) } } } } },
  },
};
const outputSchema = { type: "object", properties: { degrees: { type: "number" } }, required: ["degrees"] };
const nothing = { type: "object", properties: {} };

const tasks = new Map();
const taskOf = (id) => {
  const times = { createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z", ttl: 60_000 };
  return { taskId: id, status: tasks.get(id), pollInterval: 20, ...times };
};

serve({
  name: "shapes",
  revision: "2025-11-25",
  capabilities: { tools: {}, tasks: { cancel: {}, list: {}, requests: { tools: { call: {} } } } },
  handlers: {
    "tools/list": () => ({
      tools: [
        { name: "shapes", inputSchema: SHAPES },
        { name: "choices", inputSchema: LONG_CHOICES },
        { name: "numbers", inputSchema: { type: "object", properties: { counts: { type: "array", items: { type: "integer", minimum: 1 } } } } },
        { name: "fits", inputSchema: nothing, outputSchema },
        { name: "fits_not", inputSchema: nothing, outputSchema },
        { name: "job", inputSchema: nothing, execution: { taskSupport: "optional" } },
      ],
    }),
    "tools/call": ({ name, arguments: given, task }) => {
      if (name === "fits") return { ...textResult("20"), structuredContent: { degrees: 20 } };
      if (name === "fits_not") return { ...textResult("warm"), structuredContent: { degrees: "warm" } };
      if (name === "shapes") return textResult(JSON.stringify(given ?? null));
      if (task === undefined) return textResult("done at once");
      const id = `task-${tasks.size + 1}`;
      tasks.set(id, "working");
      return { task: taskOf(id) };
    },
    "tasks/get": ({ taskId }) => {
      const now = taskOf(taskId);
      // It is seen at work once.
      tasks.set(taskId, "completed");
      return now;
    },
    "tasks/result": ({ taskId }) => ({
      ...textResult(`done as ${taskId}`),
      _meta: { "io.modelcontextprotocol/related-task": { taskId } },
    }),
    "tasks/list": () => ({ tasks: [...tasks.keys()].map(taskOf) }),
    "tasks/cancel": ({ taskId }) => taskOf(taskId),
  },
});
