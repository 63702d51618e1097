// The value of a form as JSON text, exactly as it will be sent. It may be wrong while it is being typed: then
// it says where, and keeps what was typed.
import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { indexOf } from "../ui/json-fault";
import type { FormEngine } from "./engine";

interface JsonEditorProps {
  idPrefix: string;
  text: Signal<string>;
  engine: FormEngine;
}

export function JsonEditor({ idPrefix, text, engine }: JsonEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const fault = engine.textFault.value;
  const faultId = `${idPrefix}--json-fault`;
  const goThere = () => {
    if (!fault || !area.current) return;
    const at = indexOf(text.peek(), fault.line, fault.column);
    area.current.focus();
    area.current.setSelectionRange(at, Math.min(at + 1, text.peek().length));
  };
  return (
    <div class="json-editor">
      <textarea
        ref={area}
        id={`${idPrefix}--json`}
        class="mono"
        aria-label="Value as JSON"
        aria-invalid={fault ? "true" : undefined}
        aria-describedby={fault ? faultId : undefined}
        rows={Math.min(30, Math.max(8, text.value.split("\n").length + 1))}
        value={text.value}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => engine.replaceText(event.currentTarget.value)}
        onBlur={() => engine.flush()}
      />
      {fault && (
        <p id={faultId} class="field-problem">
          <button type="button" class="quiet" onClick={goThere}>
            line {fault.line}, column {fault.column}
          </button>{" "}
          {fault.message}
        </p>
      )}
    </div>
  );
}
