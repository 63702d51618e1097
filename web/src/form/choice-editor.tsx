// The editors of values that are picked, not typed: booleans, enumerations, constants, null.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { BoolNode, ConstNode, EnumNode, NullNode } from "../contract";
import { Segmented } from "./segmented";
import { idsOf, useEdit, useShared } from "./context";
import type { EditorProps } from "./field";
import { brief, ONE_LINE } from "../text/told";
import { spoken } from "./text-editor";

/** More options than this become a list to open. */
export const MOST_SEGMENTS = 4;

/** Labels longer than this in all do not fit into a strip. */
const WIDEST_STRIP = 48;

export function fitsStrip(labels: string[]): boolean {
  return labels.length <= MOST_SEGMENTS && labels.join("").length <= WIDEST_STRIP;
}

export function BoolEditor({ node, described, isInvalid }: EditorProps<BoolNode>) {
  const { idPrefix } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  return (
    <Segmented
      id={ids.control}
      options={[{ label: "true" }, { label: "false" }]}
      chosen={node.value === null ? null : node.value ? 0 : 1}
      pick={(index) => edit({ op: "set", pointer: node.pointer, json: index === 0 ? "true" : "false" })}
      labelledBy={ids.label}
      describedBy={described}
      isInvalid={isInvalid}
    />
  );
}

export function EnumEditor(props: EditorProps<EnumNode>) {
  const { node } = props;
  const labels = optionLabels(node);
  if (node.multi) return <ManyOf {...props} labels={labels} />;
  return isStrip(node) ? (
    <OneOfFew {...props} labels={labels} />
  ) : (
    <OneOfMany {...props} labels={labels} />
  );
}

/** Whether the options are few and short enough to be seen all at once. */
export function isStrip(node: EnumNode): boolean {
  return fitsStrip(optionLabels(node)) && node.other === null;
}

interface EnumProps extends EditorProps<EnumNode> {
  labels: string[];
}

function OneOfFew({ node, described, isInvalid, labels }: EnumProps) {
  const { idPrefix } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  return (
    <Segmented
      id={ids.control}
      options={labels.map((label, index) => ({ label, title: node.options[index]?.json ?? "" }))}
      chosen={node.chosen[0] ?? null}
      pick={(index) => edit({ op: "set", pointer: node.pointer, json: node.options[index]?.json ?? "null" })}
      labelledBy={ids.label}
      describedBy={described}
      isInvalid={isInvalid}
    />
  );
}

/** So many options are drawn; of more, those that somebody looks for. */
const MOST_OPTIONS = 200;

/** The numbers of the options that are drawn, and the field by which others are found; null where all are drawn. */
function useFound(name: string, labels: readonly string[], chosen: readonly number[]): { shown: number[]; finder: JSX.Element | null } {
  const [wanted, setWanted] = useState("");
  if (labels.length <= MOST_OPTIONS) return { shown: labels.map((_, index) => index), finder: null };
  const needle = wanted.trim().toLowerCase();
  const found: number[] = [];
  let fitting = 0;
  labels.forEach((label, index) => {
    if (!label.toLowerCase().includes(needle)) return;
    fitting += 1;
    if (fitting <= MOST_OPTIONS) found.push(index);
  });
  const shown = [...new Set([...chosen.slice(0, MOST_OPTIONS), ...found])].sort((a, b) => a - b);
  const finder = (
    <>
      <input
        type="search"
        placeholder="find an option"
        aria-label={`Find an option of ${name}`}
        value={wanted}
        onInput={(event) => setWanted(event.currentTarget.value)}
      />
      <span class="muted" role="status">
        {fitting > MOST_OPTIONS ? `the first ${MOST_OPTIONS} of ${fitting.toLocaleString("en")} options` : `${fitting} options`}
      </span>
    </>
  );
  return { shown, finder };
}

const NOT_SENT = "unset";
const OTHER = "other";

function OneOfMany({ node, name, described, isInvalid, labels }: EnumProps) {
  const { idPrefix } = useShared();
  const { shown, finder } = useFound(name, labels, node.chosen);
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const chosen = node.chosen[0];
  const value = chosen !== undefined ? String(chosen) : node.other !== null ? OTHER : NOT_SENT;
  const onChange = (event: Event) => {
    const picked = (event.currentTarget as HTMLSelectElement).value;
    const option = node.options[Number(picked)];
    if (picked === NOT_SENT) edit({ op: "unset", pointer: node.pointer });
    else if (picked !== OTHER && option) edit({ op: "set", pointer: node.pointer, json: option.json });
  };
  const list = (
    <select
      id={ids.control}
      class="field-select"
      aria-labelledby={ids.label}
      value={value}
      onChange={onChange}
      aria-describedby={described}
      aria-invalid={isInvalid ? "true" : undefined}
      aria-required={node.required}
    >
      <option value={NOT_SENT}>{node.state === "null" ? "null" : "not sent"}</option>
      {node.other !== null && <option value={OTHER}>{node.other} (not one of the options)</option>}
      {shown.map((index) => (
        <option key={index} value={String(index)}>
          {labels[index]}
        </option>
      ))}
    </select>
  );
  return finder === null ? (
    list
  ) : (
    <span class="found-of">
      {list} {finder}
    </span>
  );
}

function ManyOf({ node, name, described, labels }: EnumProps) {
  const { idPrefix } = useShared();
  const { shown, finder } = useFound(name, labels, node.chosen);
  const edit = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const toggle = (index: number) => {
    const chosen = node.chosen.includes(index) ? node.chosen.filter((one) => one !== index) : [...node.chosen, index];
    const texts = chosen.map((one) => node.options[one]?.json ?? "null");
    edit({ op: "set", pointer: node.pointer, json: `[${texts.join(",")}]` });
  };
  return (
    <span class="many-of" role="group" aria-labelledby={ids.label} aria-describedby={described}>
      {finder}
      {shown.map((index, at) => (
        <label key={index} class="check">
          <input
            id={at === 0 ? ids.control : `${ids.control}--${index}`}
            type="checkbox"
            checked={node.chosen.includes(index)}
            onChange={() => toggle(index)}
          />
          <span>{labels[index]}</span>
        </label>
      ))}
      {node.other !== null && <span class="muted">and what is no option: {node.other}</span>}
    </span>
  );
}

/** Strings without quotes, unless that would make "1" look like 1. */
function optionLabels(node: EnumNode): string[] {
  const areStrings = node.options.every((option) => option.json.startsWith('"'));
  return node.options.map((option) => brief(option.title ?? (areStrings ? spoken(option.json) : option.json), ONE_LINE));
}

export function ConstEditor({ node }: EditorProps<ConstNode>) {
  return <Fixed pointer={node.pointer} json={node.json} isSet={node.state !== "unset"} />;
}

export function NullEditor({ node }: EditorProps<NullNode>) {
  return <Fixed pointer={node.pointer} json="null" isSet={node.state !== "unset"} />;
}

/** A value that can only be sent or not. */
function Fixed({ pointer, json, isSet }: { pointer: string; json: string; isSet: boolean }) {
  const { idPrefix } = useShared();
  const edit = useEdit();
  const ids = idsOf(idPrefix, pointer);
  if (isSet) return <code class="field-fixed">{json}</code>;
  return (
    <button
      id={ids.control}
      type="button"
      class="quiet"
      aria-describedby={ids.label}
      onClick={() => edit({ op: "set", pointer, json })}
    >
      send <code>{json}</code>
    </button>
  );
}
