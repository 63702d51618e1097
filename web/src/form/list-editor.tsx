// The editors of arrays and tuples: items that can be added, removed, moved, and pasted as a JSON array.
import type { ArrayNode, FormNode, TupleNode } from "../contract";
import { elementsOf } from "../ui/json-fault";
import { useEdit, useShared } from "./context";
import { type EditorProps, Field } from "./field";
import { childPointer, fieldId, sibling } from "./pointer";

export function ArrayEditor({ node, name }: EditorProps<ArrayNode>) {
  return <Items node={node} name={name} canMove canAdd={node.canAdd} />;
}

export function TupleEditor({ node, name }: EditorProps<TupleNode>) {
  return <Items node={node} name={name} canMove={false} canAdd={node.canAdd} />;
}

interface ItemsProps {
  node: ArrayNode | TupleNode;
  name: string;
  canMove: boolean;
  canAdd: boolean;
}

function Items({ node, name, canMove, canAdd }: ItemsProps) {
  const { idPrefix, focusNext } = useShared();
  const edit = useEdit();
  const { items, pointer } = node;
  const addId = fieldId(idPrefix, pointer, "add");

  const add = () => {
    focusNext.pointer = childPointer(pointer, String(items.length));
    focusNext.isNew = true;
    edit({ op: "add", pointer });
  };
  const remove = (index: number) => {
    focusNext.pointer = items.length > 1 ? childPointer(pointer, String(Math.min(index, items.length - 2))) : pointer;
    edit({ op: "remove", pointer: childPointer(pointer, String(index)) });
  };
  const move = (item: FormNode, index: number, by: -1 | 1) => {
    if (index + by < 0 || index + by >= items.length) return;
    focusNext.pointer = sibling(item.pointer, by);
    edit({ op: "move", pointer: item.pointer, by });
  };
  const onKeyDown = (event: KeyboardEvent, item: FormNode, index: number) => {
    if (!canMove || !event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    event.stopPropagation();
    move(item, index, by);
  };
  const onPaste = (event: ClipboardEvent) => {
    // Lists lie within lists: the innermost is meant.
    if (!(event.target instanceof Element) || event.target.closest(".items") !== event.currentTarget) return;
    // Into a field that has text already, an array is just more text.
    const target = event.target;
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isText && target.value !== "") return;
    const elements = elementsOf(event.clipboardData?.getData("text/plain") ?? "");
    if (elements === null) return;
    event.preventDefault();
    event.stopPropagation();
    const emptyAt = isText ? items.findIndex((item) => target.closest(`[id="${fieldId(idPrefix, item.pointer, "field")}"]`)) : -1;
    elements.forEach((json, index) => {
      if (index === 0 && emptyAt >= 0) edit({ op: "set", pointer: childPointer(pointer, String(emptyAt)), json });
      else edit({ op: "add", pointer, json });
    });
  };

  return (
    <div class="items" onPasteCapture={onPaste}>
      {items.map((item, index) => (
        <div key={item.pointer} class="item" onKeyDown={(event) => onKeyDown(event, item, index)}>
          <Field
            node={item}
            name={item.name ?? String(index)}
            dropBy="remove"
            actions={
              <ItemActions
                label={`${name} ${index}`}
                up={canMove && index > 0 ? () => move(item, index, -1) : null}
                down={canMove && index < items.length - 1 ? () => move(item, index, 1) : null}
                remove={item.state === "unset" ? null : () => remove(index)}
              />
            }
          />
        </div>
      ))}
      {canAdd && (
        <button
          id={addId}
          type="button"
          class="quiet add"
          title="Adds an item. A JSON array can be pasted here, too."
          onClick={add}
        >
          + add to {name}
        </button>
      )}
      {node.state === "unset" && (
        <>
          <button type="button" class="quiet" onClick={() => edit({ op: "set", pointer, json: "[]" })}>
            send []
          </button>
          <span class="field-state">not sent</span>
        </>
      )}
      {node.state === "value" && items.length === 0 && <code class="field-state">[]</code>}
    </div>
  );
}

interface ItemActionsProps {
  label: string;
  up: (() => void) | null;
  down: (() => void) | null;
  /** Null where there is nothing yet, as in a tuple whose end is not filled in. */
  remove: (() => void) | null;
}

function ItemActions({ label, up, down, remove }: ItemActionsProps) {
  return (
    <>
      {up && (
        <button type="button" class="quiet" aria-label={`Move ${label} up`} title="Move up (Alt+↑)" onClick={up}>
          ↑
        </button>
      )}
      {down && (
        <button type="button" class="quiet" aria-label={`Move ${label} down`} title="Move down (Alt+↓)" onClick={down}>
          ↓
        </button>
      )}
      {remove && (
        <button type="button" class="quiet" aria-label={`Remove ${label}`} title="Remove (Alt+Backspace)" onClick={remove}>
          ✕
        </button>
      )}
    </>
  );
}
