// The editors of objects and maps: fields by name, members that the schema does not name, entries with keys of
// the user's own.
import { useSignal } from "@preact/signals";
import type { FormNode, MapNode, ObjectNode } from "../contract";
import { useEdit, useShared } from "./context";
import { type EditorProps, Field } from "./field";
import { childPointer, fieldId, parentPointer } from "./pointer";

/** So many levels of what must be sent are spread out at once. */
const SPREAD_LEVELS = 5;
/** So many fields of one object are drawn at once. */
const FIELDS_AT_ONCE = 150;

export function ObjectEditor({ node, name }: EditorProps<ObjectNode>) {
  const { idPrefix, focusNext } = useShared();
  const edit = useEdit();
  const most = useSignal(FIELDS_AT_ONCE);
  const isTop = node.pointer === "";
  const isUnset = node.state === "unset";
  // What need not be sent is not spread out before it is wanted; what must be sent is, but for the depths of a
  // schema whose parts are made of one another.
  const isDeep = node.pointer.split("/").length > SPREAD_LEVELS;
  if (!isTop && isUnset && (!node.required || isDeep || node.fields.length === 0)) {
    return (
      <div class="object">
        <button
          id={fieldId(idPrefix, node.pointer, "open")}
          type="button"
          class="quiet"
          onClick={() => {
            focusNext.pointer = node.pointer;
            edit({ op: "add", pointer: node.pointer });
          }}
        >
          + fill in {name}
        </button>
        <span class="field-state">not sent</span>
      </div>
    );
  }
  if (node.state === "null") return null;
  return (
    <div class={isTop ? "object object-top" : "object"}>
      {node.fields.slice(0, most.value).map((field) => (
        <Field key={field.pointer} node={field} />
      ))}
      {node.fields.length > most.value && (
        <button type="button" class="quiet" onClick={() => (most.value += FIELDS_AT_ONCE)}>
          {node.fields.length - most.value} more fields: show {Math.min(FIELDS_AT_ONCE, node.fields.length - most.value)}
        </button>
      )}
      {node.fields.length === 0 && node.extra.length === 0 && (isTop || !node.extraAllowed) && (
        <p class="muted">{isTop ? "Takes no arguments." : "Has no members."}</p>
      )}
      {node.extra.length > 0 && (
        <div class="extra" role="group" aria-label={`Members of ${isTop ? "the value" : name} that the schema does not name`}>
          <p class="muted extra-title">extra: not named by the schema</p>
          <Entries owner={node.pointer} entries={node.extra} ownerName={isTop ? "the value" : name} canAdd={node.extraAllowed} />
        </div>
      )}
      {node.extraAllowed && node.extra.length === 0 && (
        <details class="extra">
          <summary>Add a member that the schema does not name</summary>
          <Entries owner={node.pointer} entries={[]} ownerName={isTop ? "the value" : name} canAdd />
        </details>
      )}
    </div>
  );
}

export function MapEditor({ node, name }: EditorProps<MapNode>) {
  const edit = useEdit();
  if (node.state === "null") return null;
  return (
    <div class="map">
      <Entries owner={node.pointer} entries={node.entries} ownerName={name} canAdd />
      {node.state === "unset" && (
        <>
          <button type="button" class="quiet" onClick={() => edit({ op: "set", pointer: node.pointer, json: "{}" })}>
            send {"{}"}
          </button>
          <span class="field-state">not sent</span>
        </>
      )}
    </div>
  );
}

interface EntriesProps {
  owner: string;
  ownerName: string;
  entries: FormNode[];
  canAdd: boolean;
}

function Entries({ owner, ownerName, entries, canAdd }: EntriesProps) {
  const { focusNext } = useShared();
  const edit = useEdit();
  const names = entries.map((entry) => entry.name ?? "");
  const remove = (entry: FormNode, index: number) => {
    const next = entries[index + 1] ?? entries[index - 1];
    focusNext.pointer = next?.pointer ?? owner;
    edit({ op: "remove", pointer: entry.pointer });
  };
  return (
    <div class="entries">
      {entries.map((entry, index) => (
        <Field
          key={entry.pointer}
          node={entry}
          dropBy="remove"
          label={<KeyEditor entry={entry} taken={names} />}
          actions={
            <button
              type="button"
              class="quiet"
              aria-label={`Remove ${entry.name ?? "entry"} from ${ownerName}`}
              title="Remove (Alt+Backspace)"
              onClick={() => remove(entry, index)}
            >
              ✕
            </button>
          }
        />
      ))}
      {canAdd && <NewEntry owner={owner} ownerName={ownerName} taken={names} />}
    </div>
  );
}

/** The key of an entry, changed when the field is left or Enter is pressed. */
function KeyEditor({ entry, taken }: { entry: FormNode; taken: string[] }) {
  const { idPrefix, focusNext } = useShared();
  const edit = useEdit();
  const typed = useSignal<string | null>(null);
  const name = entry.name ?? "";
  const isTaken = typed.value !== null && typed.value !== name && taken.includes(typed.value);
  const problemId = fieldId(idPrefix, entry.pointer, "key-problem");
  const rename = () => {
    const key = typed.peek();
    if (key === null || key === name) typed.value = null;
    else if (!isTaken) {
      edit({ op: "key", pointer: entry.pointer, key });
      typed.value = null;
    }
  };
  return (
    <span class="field-name entry-key">
      <label id={fieldId(idPrefix, entry.pointer, "label")} class="sr-only" for={fieldId(idPrefix, entry.pointer)}>
        {name}
      </label>
      <input
        type="text"
        class="mono"
        aria-label={`Name of ${name}`}
        aria-invalid={isTaken ? "true" : undefined}
        aria-describedby={isTaken ? problemId : undefined}
        value={typed.value ?? name}
        onInput={(event) => (typed.value = event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            focusNext.pointer = childPointer(parentPointer(entry.pointer), typed.peek() ?? name);
            rename();
          } else if (event.key === "Escape" && typed.peek() !== null) {
            event.stopPropagation();
            typed.value = null;
          }
        }}
      />
      {isTaken && (
        <span id={problemId} class="field-problem">
          There is another “{typed.value}” already.
        </span>
      )}
    </span>
  );
}

function NewEntry({ owner, ownerName, taken }: { owner: string; ownerName: string; taken: string[] }) {
  const { idPrefix, focusNext } = useShared();
  const edit = useEdit();
  const key = useSignal("");
  const isTaken = key.value !== "" && taken.includes(key.value);
  /** Somebody wanted to add one and has not named it yet. */
  const isNameless = useSignal(false);
  const add = () => {
    isNameless.value = key.peek() === "";
    if (isNameless.peek()) document.getElementById(fieldId(idPrefix, owner, "new"))?.focus();
    if (key.peek() === "" || isTaken) return;
    focusNext.pointer = childPointer(owner, key.peek());
    focusNext.isNew = true;
    edit({ op: "addKey", pointer: owner, key: key.peek() });
    key.value = "";
  };
  const problemId = fieldId(idPrefix, owner, "new-problem");
  const problem = isTaken ? `There is “${key.value}” already.` : isNameless.value ? "Give it a name first." : null;
  return (
    <div class="new-entry">
      <input
        id={fieldId(idPrefix, owner, "new")}
        type="text"
        class="mono"
        placeholder="name"
        aria-label={`Name of a new member of ${ownerName}`}
        aria-invalid={problem === null ? undefined : "true"}
        aria-describedby={problem === null ? undefined : problemId}
        value={key.value}
        onInput={(event) => {
          key.value = event.currentTarget.value;
          isNameless.value = false;
        }}
        onBlur={() => (isNameless.value = false)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      <button type="button" class="quiet add" onClick={add}>
        + add to {ownerName}
      </button>
      {problem !== null && (
        <span id={problemId} class="field-problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
