// Owns tools in a sampling: those that the server offers to the model, and the calls by which a person answers as one.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { objectText, valueOf } from "../text/json";
import { count, rowsFor } from "../text/measure";
import { brief, ONE_LINE } from "../text/told";
import { Button } from "../ui/button";

type Dict = Record<string, unknown>;

/** A call of an offered tool; its input as it was typed. */
export interface ToolCall {
  name: string;
  input: string;
}

/** The calls of a draft; what is none is left out. */
export function callsOf(value: unknown): ToolCall[] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    const { name, input } = (typeof one === "object" && one !== null ? one : {}) as Dict;
    return typeof name === "string" && typeof input === "string" ? [{ name, input }] : [];
  });
}

export function isBroken(call: ToolCall): boolean {
  return valueOf(call.input) === undefined;
}

/** A block of the answer; what was typed as the input goes out as it is. */
export function callBlock(call: ToolCall, id: string): string {
  return objectText([
    ["type", '"tool_use"'],
    ["id", JSON.stringify(id)],
    ["name", JSON.stringify(call.name)],
    ["input", call.input],
  ]);
}

/** So many tools are listed; the parameters in the timeline have all of them. */
const MOST_LISTED = 100;
const LETTERS = 60;
const MOST_ROWS = 10;

interface ToolCallsProps {
  tools: readonly string[];
  calls: readonly ToolCall[];
  change(calls: ToolCall[]): void;
}

/** Chooses offered tools, and what they are called with. */
export function ToolCalls({ tools, calls, change }: ToolCallsProps): JSX.Element | null {
  const wanted = useSignal(tools[0] ?? "");
  if (tools.length === 0) return null;
  return (
    <div class="rows">
      {calls.map((call, index) => (
        <div key={index} class="answer-line">
          <code>{call.name}</code>
          <textarea
            class="input mono"
            aria-label={`Input of ${call.name}, JSON`}
            aria-invalid={isBroken(call) ? "true" : undefined}
            rows={rowsFor(call.input, LETTERS, MOST_ROWS)}
            spellcheck={false}
            value={call.input}
            onInput={(event) => {
              const input = event.currentTarget.value;
              change(calls.map((one, at) => (at === index ? { ...one, input } : one)));
            }}
          />
          <Button look="quiet" label={`Do not call ${call.name}`} onClick={() => change(calls.filter((_, at) => at !== index))}>
            ✕
          </Button>
        </div>
      ))}
      <div class="answer-line">
        <label class="line">
          <span>tool</span>
          <select class="input" value={wanted.value} onChange={(event) => (wanted.value = event.currentTarget.value)}>
            {tools.slice(0, MOST_LISTED).map((name, index) => (
              <option key={index} value={name}>
                {brief(name, ONE_LINE)}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={() => change([...calls, { name: wanted.value, input: "{}" }])}>Call it</Button>
      </div>
    </div>
  );
}

/** The tools of a sampling request, by name. */
export function toolsOf(params: unknown): { name: string; description: string | null; schema: string | null }[] {
  const tools = typeof params === "object" && params !== null ? (params as Dict)["tools"] : null;
  return (Array.isArray(tools) ? tools : []).map((tool: unknown) => {
    const all = typeof tool === "object" && tool !== null ? (tool as Dict) : {};
    return {
      name: typeof all["name"] === "string" ? all["name"] : "without a name",
      description: typeof all["description"] === "string" ? all["description"] : null,
      schema: all["inputSchema"] === undefined ? null : JSON.stringify(all["inputSchema"]),
    };
  });
}

export function OfferedTools({ params }: { params: unknown }): JSX.Element | null {
  const tools = toolsOf(params);
  if (tools.length === 0) return null;
  return (
    <details class="fold">
      <summary>Tools the model may call: {brief(tools.map((tool) => tool.name).join(", "))}</summary>
      <ul class="rows">
        {tools.slice(0, MOST_LISTED).map((tool, index) => (
          <li key={index}>
            <code>{brief(tool.name, ONE_LINE)}</code> {brief(tool.description ?? "")}
            {tool.schema === null ? null : <code class="muted address"> {brief(tool.schema)}</code>}
          </li>
        ))}
        {tools.length > MOST_LISTED ? <li class="muted">and {count(tools.length - MOST_LISTED, "more tool")}</li> : null}
      </ul>
    </details>
  );
}
