// The editors of strings and numbers: text fields whose value the backend reads.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { NumberNode, StringNode } from "../contract";
import { isJsonNumber } from "../ui/json-fault";
import { CompletingInput } from "./completing";
import { idsOf, useEdit, useShared } from "./context";
import { type Draft, useDraft } from "./draft";
import type { EditorProps } from "./field";

/** Longer strings get a field of several lines. */
const LONG = 120;

export function StringEditor({ node, resets, described, isInvalid }: EditorProps<StringNode>) {
  const { engine, idPrefix, complete } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const set = (text: string, isTyping = true) =>
    edit({ op: "set", pointer: node.pointer, json: JSON.stringify(text) }, isTyping);
  const draft = useDraft(engine, node.pointer, node.value ?? "", resets, (text) => set(text), spoken);
  const attributes = {
    id: ids.control,
    placeholder: ghostOf(node, node.default === null ? null : spoken(node.default)),
    "aria-describedby": described,
    "aria-invalid": isInvalid ? ("true" as const) : undefined,
    "aria-required": node.required,
    spellcheck: false,
    autocomplete: "off" as const,
  };
  const isArea = useIsArea(node, draft);
  const area = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  if (isArea) {
    const rows = Math.min(12, Math.max(node.multiline ? 3 : 2, draft.text.split("\n").length));
    return <textarea ref={area} {...attributes} {...typing(draft)} class="field-text" rows={rows} value={draft.text} />;
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\r\n]/.test(pasted) || event.defaultPrevented) return;
    event.preventDefault();
    const input = event.currentTarget as HTMLInputElement;
    const before = input.value.slice(0, input.selectionStart ?? 0);
    const after = input.value.slice(input.selectionEnd ?? 0);
    const lines = pasted.replaceAll("\r\n", "\n");
    caret.current = before.length + lines.length;
    draft.type(before + lines + after);
  };
  const { name } = node;
  const isCompleted = complete && name !== null && node.pointer.lastIndexOf("/") === 0;
  return (
    <>
      {isCompleted ? (
        <CompletingInput draft={draft} attributes={{ ...attributes, onPaste }} complete={(value) => complete(name, value)} />
      ) : (
        <input {...attributes} {...typing(draft)} class="field-text" type="text" value={draft.text} onPaste={onPaste} />
      )}
      {node.format === "date-time" && (
        <button
          type="button"
          class="quiet"
          aria-label={`Set ${node.name ?? "this"} to the time now`}
          onClick={() => set(new Date().toISOString(), false)}
        >
          now
        </button>
      )}
    </>
  );
}

/**
 * Whether a string needs several lines. Under the cursor the field stays what it is, since another one would not
 * have the focus, unless there are line breaks, which a field of one line would drop without a word.
 */
function useIsArea(node: StringNode, draft: Draft): boolean {
  const isArea = useRef(false);
  const hasBreaks = draft.text.includes("\n");
  if (!draft.hasFocus || hasBreaks) isArea.current = node.multiline || hasBreaks || draft.text.length > LONG;
  return isArea.current;
}

export function NumberEditor({ node, resets, described, isInvalid, name }: EditorProps<NumberNode>) {
  const { engine, idPrefix } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const refusal = `${ids.control}--refusal`;
  const draft = useDraft(engine, node.pointer, node.raw ?? "", resets, (text) => {
    const spelled = text.trim();
    if (spelled === "") return edit({ op: "unset", pointer: node.pointer }, true);
    // The spelling goes out as it is: 1.0 stays 1.0.
    return isJsonNumber(spelled) ? edit({ op: "set", pointer: node.pointer, json: spelled }, true) : null;
  });
  return (
    <>
      <input
        {...typing(draft)}
        id={ids.control}
        class="field-number"
        type="text"
        inputMode={node.integer ? "numeric" : "decimal"}
        value={draft.text}
        placeholder={ghostOf(node, node.default)}
        aria-describedby={[described, draft.isRefused ? refusal : ""].filter(Boolean).join(" ") || undefined}
        aria-invalid={isInvalid || draft.isRefused ? "true" : undefined}
        aria-required={node.required}
        autocomplete="off"
      />
      {draft.isRefused && (
        <span id={refusal} class="field-problem">
          {name}: “{draft.text}” is no JSON number, so {node.raw === null ? "nothing is sent" : `${node.raw} is kept`}.
          Switch to JSON to send other things.
        </span>
      )}
    </>
  );
}

export function typing(draft: Draft) {
  return {
    onFocus: draft.onFocus,
    onBlur: draft.onBlur,
    onInput: (event: Event) => draft.type((event.currentTarget as HTMLInputElement | HTMLTextAreaElement).value),
  };
}

/** What an empty field says about itself. */
export function ghostOf(node: StringNode | NumberNode, fallback: string | null): string {
  if (node.state === "null") return "null";
  if (node.state === "value") return "empty";
  if (fallback !== null) return `not sent (default ${fallback})`;
  if (node.examples[0] !== undefined) return `such as ${spoken(node.examples[0])}`;
  return node.required ? "required" : "not sent";
}

/** JSON text as a person would say it: strings without quotes. For looking at only. */
export function spoken(json: string): string {
  if (!json.startsWith('"')) return json;
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}
