// The editor of values that no other editor fits: JSON as text, for one place of the form only.
import type { RawNode } from "../contract";
import { jsonFault } from "../ui/json-fault";
import { idsOf, useEdit, useShared } from "./context";
import { useDraft } from "./draft";
import type { EditorProps } from "./field";
import { typing } from "./text-editor";

export function RawEditor({ node, resets, described, isInvalid }: EditorProps<RawNode>) {
  const { engine, idPrefix } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const draft = useDraft(engine, node.pointer, node.raw ?? "", resets, (text) => {
    if (text.trim() === "") return edit({ op: "unset", pointer: node.pointer }, true);
    return jsonFault(text) === null ? edit({ op: "set", pointer: node.pointer, json: text.trim() }, true) : null;
  });
  const fault = draft.isRefused ? jsonFault(draft.text) : null;
  const faultId = `${ids.control}--fault`;
  const rows = Math.min(16, Math.max(2, draft.text.split("\n").length));
  return (
    <span class="raw-editor">
      <textarea
        {...typing(draft)}
        id={ids.control}
        class="field-text mono"
        rows={rows}
        value={draft.text}
        placeholder={node.state === "unset" ? "not sent; JSON" : "JSON"}
        aria-describedby={[described, fault ? faultId : ""].filter(Boolean).join(" ") || undefined}
        aria-invalid={isInvalid || fault ? "true" : undefined}
        spellcheck={false}
      />
      <span class="muted raw-reason">JSON, because {node.reason}</span>
      {fault && (
        <span id={faultId} class="field-problem">
          Line {fault.line}, column {fault.column}: {fault.message}. {node.raw === null ? "Nothing" : "The value before"} is
          {node.raw === null ? " sent" : " kept"} until this is JSON.
        </span>
      )}
    </span>
  );
}
