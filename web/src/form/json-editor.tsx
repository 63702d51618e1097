// The value of a form as JSON text, exactly as it will be sent. It may be wrong while it is being typed: then
// it says where, and keeps what was typed. Large values have the editor, small ones a plain field.
import type { Signal } from "@preact/signals";
import { useMemo, useRef, useState } from "preact/hooks";
import type { FormProblem, TextFault } from "../contract";
import { CodeEditor } from "../editor/code-editor";
import type { Mark } from "../editor/contract";
import { rangeAt } from "../text/json";
import { indexOf } from "../ui/json-fault";
import type { FormEngine } from "./engine";
import { pathOf } from "./pointer";

/** From here on a plain field is no longer comfortable. */
const LARGE = 10_000;

/** How many errors are marked in the text. */
const MOST_MARKS = 100;

interface JsonEditorProps {
  idPrefix: string;
  text: Signal<string>;
  engine: FormEngine;
  errors: readonly FormProblem[];
}

export function JsonEditor({ idPrefix, text, engine, errors }: JsonEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const goTo = useRef<((at: number) => void) | null>(null);
  const [isRich, setIsRich] = useState(() => text.peek().length > LARGE);
  const [hasFailed, setHasFailed] = useState(false);
  const fault = engine.textFault.value;
  const faultId = `${idPrefix}--json-fault`;
  const marks = useMemo(() => (isRich ? marksOf(text.value, fault, errors) : []), [isRich, text.value, fault, errors]);
  const goThere = () => {
    if (!fault) return;
    const at = indexOf(text.peek(), fault.line, fault.column);
    goTo.current?.(at);
    area.current?.focus();
    area.current?.setSelectionRange(at, Math.min(at + 1, text.peek().length));
  };
  return (
    <div class="json-editor">
      {isRich ? (
        <CodeEditor
          id={`${idPrefix}--json`}
          text={text.value}
          label="Value as JSON"
          marks={marks}
          onChange={(typed) => engine.replaceText(typed)}
          onBlur={() => engine.flush()}
          onFailure={() => {
            setIsRich(false);
            setHasFailed(true);
          }}
          goTo={goTo}
        />
      ) : (
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
      )}
      <p class="json-editor-foot">
        <button type="button" class="quiet" aria-pressed={isRich} onClick={() => setIsRich(!isRich)}>
          Editor with search and folds
        </button>
        {hasFailed && <span class="muted"> The editor could not be loaded.</span>}
      </p>
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

/** What is wrong, by places in the text: where it is no JSON, or else which values do not fit. */
export function marksOf(text: string, fault: TextFault | null, errors: readonly FormProblem[]): Mark[] {
  if (fault) {
    const from = indexOf(text, fault.line, fault.column);
    return [{ from, to: from + 1, message: fault.message }];
  }
  return errors.slice(0, MOST_MARKS).map(({ pointer, message }) => {
    const [from, to] = rangeAt(text, pathOf(pointer)) ?? [0, 0];
    return { from, to: Math.min(to, from + 200), message };
  });
}
