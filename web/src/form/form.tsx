// A form for a JSON Schema, and the same value as JSON: two views of one text. Rust reads schema and value and
// says what to draw; the form sends edits and shows what comes back.
import { effect, type Signal, untracked, useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { FormApi, FormProblem } from "../contract";
import { Segmented } from "./segmented";
import { type Complete, type FormShared, placeProblems, SharedContext } from "./context";
import { FormEngine } from "./engine";
import { Field } from "./field";
import { JsonEditor } from "./json-editor";
import { fieldId } from "./pointer";

export type { FormApi } from "../contract";

/** What whoever holds a form can ask of it. */
export interface FormHandle {
  /** When the text has everything that was typed. */
  settled(): Promise<void>;
  /** Shows the problems of all fields, also of those never visited. */
  showProblems(): void;
  /** Brings the field at a pointer into view and gives it the focus. */
  focus(pointer: string): void;
  focusFirst(): void;
}

export interface FormPaneProps {
  schema: string;
  /** JSON text of the value; "" until a first value has come. */
  text: Signal<string>;
  mode: Signal<"form" | "json">;
  errors: Signal<FormProblem[]>;
  complete?: Complete;
  /** Ctrl+Enter was pressed. What was typed last is in the text once `settled` says so. */
  onRun(): void;
  api: FormApi;
  idPrefix: string;
  /** Filled in while the form is on the screen. */
  handle?: { current: FormHandle | null };
}

/** The schema of what may be any JSON. */
const ANYTHING = "true";

/** Only objects and booleans are schemas. */
export function isSchema(text: string): boolean {
  return /^\s*(\{|true\b|false\b)/.test(text);
}

const FIELDS = ".field-body :is(input, textarea, select)";
const BUTTONS = ".field-body button, .field-head button";

export function FormPane(props: FormPaneProps) {
  const { schema, text, mode, errors, api, idPrefix, onRun, handle } = props;
  const root = useRef<HTMLDivElement>(null);
  const touched = useSignal<ReadonlySet<string>>(new Set());
  const showAll = useSignal(false);
  // Functions may be other ones at every drawing; what was typed must not be lost by that.
  const given = useRef({ api, complete: props.complete });
  given.current = { api, complete: props.complete };
  const engine = useMemo(
    () => new FormEngine((request) => given.current.api(request), isSchema(schema) ? schema : ANYTHING, text, errors),
    [schema, text, errors],
  );
  const completes = props.complete !== undefined;
  const problemsAt = useComputed(() => placeProblems(engine.form.value, errors.value));
  // Its parts are the same objects as long as the engine is, so that fields are not drawn again for nothing.
  const shared = useMemo<FormShared>(() => {
    const complete: Complete = async (name, value) => (await given.current.complete?.(name, value)) ?? [];
    return { engine, idPrefix, complete: completes ? complete : undefined, problemsAt, touched, showAll, focusNext: { pointer: null } };
  }, [engine, idPrefix, completes]);

  useLayoutEffect(() => {
    touched.value = new Set();
    showAll.value = false;
    engine.start();
    const stopWatching = effect(() => {
      // Somebody else changed the text: an earlier run was recalled, say.
      if (!engine.owns(text.value)) untracked(() => engine.start());
    });
    return () => {
      stopWatching();
      engine.leave();
    };
  }, [engine]);

  const focus = (pointer: string) => {
    const field = document.getElementById(fieldId(idPrefix, pointer, "field"));
    // Rather where something is typed than on a button that takes it away.
    const control =
      document.getElementById(fieldId(idPrefix, pointer)) ??
      field?.querySelector<HTMLElement>(FIELDS) ??
      field?.querySelector<HTMLElement>(BUTTONS);
    control?.focus();
    control?.scrollIntoView({ block: "nearest" });
    return control ?? null;
  };
  const form = engine.form.value;
  useLayoutEffect(() => {
    const { pointer, isNew } = shared.focusNext;
    const control = pointer === null ? null : focus(pointer);
    if (control === null) return;
    shared.focusNext.pointer = null;
    shared.focusNext.isNew = false;
    // What a new item begins with is a suggestion: typing takes its place.
    if (isNew && control instanceof HTMLInputElement) control.select();
  }, [form]);

  useEffect(() => {
    if (!handle) return;
    handle.current = {
      settled: () => engine.settled(),
      showProblems: () => (showAll.value = true),
      focus,
      focusFirst: () => root.current?.querySelector<HTMLElement>("input, textarea, select, [data-takes-text]")?.focus(),
    };
    return () => {
      handle.current = null;
    };
  }, [engine, handle]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    showAll.value = true;
    // At once, so that whoever is told knows when the key was pressed; who runs it waits until the form has settled.
    onRun();
  };

  return (
    <SharedContext.Provider value={shared}>
      <div ref={root} class="form" onKeyDown={onKeyDown}>
        {!isSchema(schema) && (
          <p class="warn-line">
            The schema is none, but <code>{schema.slice(0, 100)}</code>, so there is no form for it. What is written here goes out
            as it is.
          </p>
        )}
        {engine.failure.value && (
          <p class="fault" role="alert">
            The form could not take that: {engine.failure.value}
          </p>
        )}
        {engine.unchecked.value && (
          <p class="form-note" role="note">
            Not checked: {engine.unchecked.value}.
          </p>
        )}
        {mode.value === "json" ? <JsonEditor idPrefix={idPrefix} text={text} engine={engine} errors={errors.value} /> : <Fields shared={shared} />}
      </div>
    </SharedContext.Provider>
  );
}

function Fields({ shared }: { shared: FormShared }) {
  const form = shared.engine.form.value;
  const isBroken = shared.engine.textFault.value !== null;
  const atTop = shared.showAll.value ? (shared.problemsAt.value.get("") ?? []) : [];
  if (!form) return shared.engine.failure.value ? null : <p class="muted form-loading">Reading the schema…</p>;
  return (
    <div class="fields">
      {isBroken && (
        <p class="fault" role="alert">
          The JSON cannot be read, so the form shows the last value that could. Switch to JSON to mend it.
        </p>
      )}
      {form.kind === "object" ? <Field node={form} isBare /> : <Field node={form} name={form.title ?? "value"} />}
      {form.kind === "object" && atTop.map((problem, index) => (
        <p key={index} class="field-problem">
          {problem.message}
        </p>
      ))}
    </div>
  );
}

/** The switch between form and JSON, to be placed where it looks best. */
export function ModeSwitch({ mode, idPrefix }: { mode: Signal<"form" | "json">; idPrefix: string }) {
  return (
    <Segmented
      id={`${idPrefix}--mode`}
      label="Show arguments as"
      options={[{ label: "Form" }, { label: "JSON" }]}
      chosen={mode.value === "form" ? 0 : 1}
      pick={(index) => (mode.value = index === 0 ? "form" : "json")}
    />
  );
}
