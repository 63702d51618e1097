// The editors of values that may be one of several kinds, and of values whose kind is known only by going in.
import { useId } from "preact/hooks";
import type { RefNode, UnionNode } from "../contract";
import { Segmented } from "./segmented";
import { fitsStrip } from "./choice-editor";
import { useEdit, useShared } from "./context";
import { type EditorProps, Field } from "./field";
import { fieldId } from "./pointer";

const NONE = "none";

export function UnionEditor({ node, name, resets, described, isInvalid }: EditorProps<UnionNode>) {
  const edit = useEdit();
  const labels = node.variants.map((variant) => variant.title);
  // Unions may lie within unions, at the same place.
  const id = useId();
  const pick = (variant: number) => edit({ op: "variant", pointer: node.pointer, variant });
  const label = `Kind of ${name}`;
  return (
    <div class="union">
      {fitsStrip(labels) ? (
        <Segmented
          id={id}
          label={label}
          options={node.variants.map((variant) => ({ label: variant.title, title: variant.kind }))}
          chosen={node.chosen}
          pick={pick}
          describedBy={described}
          isInvalid={isInvalid}
        />
      ) : (
        <select
          id={id}
          class="field-select"
          aria-label={label}
          aria-describedby={described}
          aria-invalid={isInvalid ? "true" : undefined}
          value={node.chosen === null ? NONE : String(node.chosen)}
          onChange={(event) => {
            const variant = Number(event.currentTarget.value);
            if (Number.isInteger(variant)) pick(variant);
          }}
        >
          {node.chosen === null && <option value={NONE}>{node.state === "unset" ? "not sent" : "fits none"}</option>}
          {labels.map((title, index) => (
            <option key={index} value={String(index)}>
              {title}
            </option>
          ))}
        </select>
      )}
      {node.state === "unset" && <span class="field-state">not sent</span>}
      {node.node && (
        <div class="union-node">
          {/* It lies at the same place as the union, whose label and states are its own. */}
          <Field key={node.chosen} node={node.node} name={titleOf(node, name)} resets={resets} isBare />
        </div>
      )}
    </div>
  );
}

function titleOf(node: UnionNode, name: string): string {
  const title = node.chosen === null ? undefined : node.variants[node.chosen]?.title;
  return title === undefined ? name : `${name}: ${title}`;
}

export function RefEditor({ node, name }: EditorProps<RefNode>) {
  const { idPrefix, focusNext } = useShared();
  const edit = useEdit();
  return (
    <button
      id={fieldId(idPrefix, node.pointer)}
      type="button"
      class="quiet"
      onClick={() => {
        focusNext.pointer = node.pointer;
        edit({ op: "add", pointer: node.pointer });
      }}
    >
      Open {node.title ?? name}
    </button>
  );
}
