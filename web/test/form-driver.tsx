// A form on the screen of a test: drawn with the stand-in for the backend, driven by pointers.
import { mock } from "node:test";
import { signal } from "@preact/signals";
import { draw, input, settle } from "./parts-dom";
import { fakeForm, type Schema } from "./fake-form";
import type { FormApi, FormEdit, FormProblem, FormRequest } from "../src/contract";
import { type FormHandle, FormPane } from "../src/form/form";
import { fieldId } from "../src/form/pointer";

interface Options {
  text?: string;
  api?: FormApi;
  complete?: (name: string, value: string) => Promise<string[]>;
}

export async function formFor(schema: Schema, options: Options = {}) {
  const text = signal(options.text ?? "");
  const mode = signal<"form" | "json">("form");
  const errors = signal<FormProblem[]>([]);
  const edits: FormEdit[] = [];
  const api: FormApi = (request: FormRequest) => {
    edits.push(...request.edits);
    return (options.api ?? fakeForm)(request);
  };
  const onRun = mock.fn();
  const handle: { current: FormHandle | null } = { current: null };
  const drawn = await draw(
    <FormPane
      schema={JSON.stringify(schema)}
      text={text}
      mode={mode}
      errors={errors}
      onRun={onRun}
      api={api}
      idPrefix="f"
      handle={handle}
      {...(options.complete ? { complete: options.complete } : {})}
    />,
  );
  await settle();
  const field = (pointer: string) => drawn.find(`[id="${fieldId("f", pointer, "field")}"]`);
  const control = (pointer: string) => drawn.find(`[id="${fieldId("f", pointer)}"]`) as HTMLInputElement;
  /** Types, and leaves the field so that nothing waits for a pause. */
  const type = async (pointer: string, typed: string) => {
    control(pointer).focus();
    await input(control(pointer), typed);
    control(pointer).blur();
    await settle();
  };
  return { ...drawn, text, mode, errors, edits, onRun, handle, field, control, type, value: () => JSON.parse(text.value) as Record<string, unknown> };
}

/** An object with one member. */
export const one = (schema: Schema): Schema => ({ type: "object", properties: { it: schema }, additionalProperties: false });
