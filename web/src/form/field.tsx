// One field of a form: its label, its three states (not sent, null, a value), what is known about it, what is
// wrong with it, and around all that the editor of its kind.
import { useComputed } from "@preact/signals";
import { Component, type ComponentChildren } from "preact";
import { useReducer } from "preact/hooks";
import type { FormNode } from "../contract";
import { count } from "../text/measure";
import { brief, ONE_LINE, SOME_LINES } from "../text/told";
import { BoolEditor, ConstEditor, EnumEditor, isStrip, NullEditor } from "./choice-editor";
import { idsOf, useEdit, useShared } from "./context";
import { REFUSED } from "./engine";
import { MapEditor, ObjectEditor } from "./group-editor";
import { ArrayEditor, TupleEditor } from "./list-editor";
import { fieldId } from "./pointer";
import { released } from "./press";
import { RawEditor } from "./raw-editor";
import { NumberEditor, spoken, StringEditor } from "./text-editor";
import { RefEditor, UnionEditor } from "./union-editor";

export interface EditorProps<N extends FormNode> {
  node: N;
  /** What the field is called, for labels of buttons. */
  name: string;
  /** Counts what was done to the field by other means than typing: drafts end with it. */
  resets: number;
  /** Ids of what describes the control. */
  described: string | undefined;
  isInvalid: boolean;
}

interface FieldProps {
  node: FormNode;
  /** Called by this instead of its own name. */
  name?: string;
  /** Buttons of whatever holds the field. */
  actions?: ComponentChildren;
  /** How it goes away: items and entries are removed, members unset. */
  dropBy?: "unset" | "remove";
  /** Stands where the label would. */
  label?: ComponentChildren;
  /** Neither label nor states to be seen: what is around it shows them already. */
  isBare?: boolean;
  /** Resets of what is around it. */
  resets?: number;
}

/** Draws a field again only when something about it changed. */
export class Field extends Component<FieldProps> {
  override shouldComponentUpdate(next: FieldProps): boolean {
    const now = this.props;
    return (
      next.node !== now.node || next.name !== now.name || next.dropBy !== now.dropBy || next.isBare !== now.isBare ||
      next.resets !== now.resets ||
      next.actions !== undefined || next.label !== undefined
    );
  }

  override render(props: FieldProps) {
    return <FieldNow {...props} />;
  }
}

/** Kinds that hold other fields: their label stands above, not beside. */
const GROUPS: ReadonlySet<FormNode["kind"]> = new Set(["object", "map", "array", "tuple", "union"]);

function FieldNow({ node, actions, label, isBare, dropBy = "unset", ...props }: FieldProps) {
  const { engine, idPrefix, problemsAt, touched, showAll } = useShared();
  const edit = useEdit();
  const [ownResets, reset] = useReducer<number, void>((n) => n + 1, 0);
  const resets = ownResets + (props.resets ?? 0);
  const ids = idsOf(idPrefix, node.pointer);
  const { pointer } = node;
  // What a union holds lies at the same place and has a label as well.
  const labelId = node.kind === "union" ? fieldId(idPrefix, pointer, "union") : ids.label;
  const name = brief(props.name ?? node.name ?? node.title ?? "value", ONE_LINE);
  const problem = useComputed(() => {
    if (isBare) return "";
    const all = showAll.value || touched.value.has(pointer);
    // What was not taken is said at once: the field holds what would not be sent.
    return (problemsAt.value.get(pointer) ?? []).filter((one) => all || one.keyword === REFUSED).map((one) => one.message).join("; ");
  }).value;

  const drop = () => {
    reset();
    edit({ op: dropBy, pointer });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isUnset = event.altKey && !event.ctrlKey && !event.metaKey && event.key === "Backspace";
    if (!isUnset || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (node.state !== "unset") drop();
  };
  const onFocusOut = (event: FocusEvent) => {
    const field = event.currentTarget as HTMLElement;
    if (event.relatedTarget instanceof Node && field.contains(event.relatedTarget)) return;
    if (touched.peek().has(pointer)) return;
    // What was typed last is judged first, and a click that is under way must find what it aims at.
    void engine
      .settled()
      .then(released)
      .then(() => {
        touched.value = new Set([...touched.peek(), pointer]);
      });
  };

  const hints = isBare ? [] : hintsOf(node);
  const described = [hints.length > 0 ? ids.hint : "", problem ? ids.problem : ""].filter(Boolean).join(" ") || undefined;
  const editor = <Editor node={node} name={name} resets={resets} described={described} isInvalid={problem !== ""} />;
  const isGroup = GROUPS.has(node.kind) || (node.kind === "enum" && node.multi);
  const isChoice = node.kind === "bool" || node.kind === "enum" || node.kind === "const" || node.kind === "null";
  if (isBare) {
    return (
      <>
        {GROUPS.has(node.kind) ? null : isGroup || isChoice ? (
          <span id={ids.label} class="sr-only">
            {name}
          </span>
        ) : (
          <label id={ids.label} class="sr-only" for={ids.control}>
            {name}
          </label>
        )}
        {editor}
      </>
    );
  }
  const caption = (
    <>
      {name}
      {node.required && (
        <span class="field-required" aria-hidden="true">
          {" *"}
        </span>
      )}
      {node.required && <span class="sr-only"> (required)</span>}
    </>
  );
  const states = (
    <>
      {node.nullable && node.state !== "null" && node.kind !== "null" && (
        <button
          type="button"
          class="quiet"
          aria-label={`Set ${name} to null`}
          onClick={() => {
            reset();
            edit({ op: "set", pointer, json: "null" });
          }}
        >
          null
        </button>
      )}
      {node.state === "null" && node.kind !== "null" && <code class="field-state">null</code>}
      {node.state !== "unset" && !node.required && dropBy === "unset" && pointer !== "" && (
        <button type="button" class="quiet" aria-label={`Do not send ${name}`} title="Do not send (Alt+Backspace)" onClick={drop}>
          ✕
        </button>
      )}
      {node.state === "unset" && isChoice && !saysState(node) && <span class="field-state">not sent</span>}
      {actions}
    </>
  );
  // About what holds other fields one reads before those.
  const hint = hints.length > 0 && (
    <p id={ids.hint} class="field-hint">
      {brief(hints.join(" · "), SOME_LINES, true)}
    </p>
  );
  return (
    <div
      id={fieldId(idPrefix, pointer, "field")}
      class={`field ${isGroup ? "field-group" : "field-line"} field-${node.state}`}
      role={isGroup ? "group" : undefined}
      aria-labelledby={isGroup ? labelId : undefined}
      onKeyDown={onKeyDown}
      onFocusOut={onFocusOut}
    >
      <div class="field-head">
        {label ??
          (isGroup || isChoice ? (
            <span id={labelId} class="field-name">
              {caption}
            </span>
          ) : (
            <label id={ids.label} class="field-name" for={ids.control}>
              {caption}
            </label>
          ))}
        {isGroup && <span class="field-states">{states}</span>}
      </div>
      <div class="field-body">
        {isGroup && hint}
        <div class="field-control">
          {editor}
          {!isGroup && <span class="field-states">{states}</span>}
        </div>
        {!isGroup && hint}
        {problem && (
          <p id={ids.problem} class="field-problem">
            {brief(problem, SOME_LINES, true)}
          </p>
        )}
      </div>
    </div>
  );
}

/** Whether the editor itself shows that nothing is sent. */
function saysState(node: FormNode): boolean {
  return node.kind === "enum" && !node.multi && !isStrip(node);
}

function Editor(props: EditorProps<FormNode>) {
  const { node, ...rest } = props;
  switch (node.kind) {
    case "string":
      return <StringEditor node={node} {...rest} />;
    case "number":
      return <NumberEditor node={node} {...rest} />;
    case "bool":
      return <BoolEditor node={node} {...rest} />;
    case "null":
      return <NullEditor node={node} {...rest} />;
    case "const":
      return <ConstEditor node={node} {...rest} />;
    case "enum":
      return <EnumEditor node={node} {...rest} />;
    case "object":
      return <ObjectEditor node={node} {...rest} />;
    case "map":
      return <MapEditor node={node} {...rest} />;
    case "array":
      return <ArrayEditor node={node} {...rest} />;
    case "tuple":
      return <TupleEditor node={node} {...rest} />;
    case "union":
      return <UnionEditor node={node} {...rest} />;
    case "ref":
      return <RefEditor node={node} {...rest} />;
    case "raw":
      return <RawEditor node={node} {...rest} />;
  }
}

/** What is known about a field, in the order in which it helps. */
function hintsOf(node: FormNode): string[] {
  const hints: string[] = [];
  if (node.deprecated) hints.push("deprecated");
  if (node.readOnly) hints.push("read-only by its schema");
  if (node.title !== null && node.title !== node.name) hints.push(node.title);
  if (node.description !== null) hints.push(node.description);
  if (node.isDefault) hints.push(`default ${node.default === null ? "" : spoken(node.default)}`.trim());
  else if (node.default !== null && node.state !== "unset") hints.push(`changed from default ${spoken(node.default)}`);
  if (node.kind === "string") {
    if (node.format !== null) hints.push(node.format);
    if (node.pattern !== null) hints.push(`matches ${node.pattern}`);
    if (node.mediaType !== null) hints.push(node.mediaType);
    const length = rangeOf(node.minLength, node.maxLength, "character");
    if (length) hints.push(length);
  } else if (node.kind === "number") {
    if (node.integer) hints.push("whole number");
    const low = node.min === null ? "" : `${node.exclusiveMin ? ">" : "≥"} ${node.min}`;
    const high = node.max === null ? "" : `${node.exclusiveMax ? "<" : "≤"} ${node.max}`;
    if (low || high) hints.push([low, high].filter(Boolean).join(", "));
    if (node.step !== null) hints.push(`multiple of ${node.step}`);
  } else if (node.kind === "array") {
    const items = rangeOf(node.min, node.max, "item");
    if (items) hints.push(items);
    if (node.unique) hints.push("no two alike");
  } else if (node.kind === "map") {
    const entries = rangeOf(node.minEntries, node.maxEntries, "entry", "entries");
    if (entries) hints.push(entries);
    if (node.keyPattern !== null) hints.push(`names match ${node.keyPattern}`);
  }
  return hints;
}

function rangeOf(low: number | null, high: number | null, one: string, many?: string): string | null {
  if (low !== null && high !== null) return `${low === high ? "" : `${low} to `}${count(high, one, many)}`;
  if (low !== null && low > 0) return `at least ${count(low, one, many)}`;
  return high !== null ? `at most ${count(high, one, many)}` : null;
}
