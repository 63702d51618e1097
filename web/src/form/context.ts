// What all parts of one form share: its engine, its problems by place, which fields were left already, and
// where the focus is to go after a change of structure.
import type { ReadonlySignal, Signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { FormEdit, FormNode, FormProblem } from "../contract";
import type { FormEngine } from "./engine";
import { fieldId, parentPointer } from "./pointer";

export type Complete = (name: string, value: string) => Promise<string[]>;

export interface FormShared {
  engine: FormEngine;
  idPrefix: string;
  complete: Complete | undefined;
  /** Problems by the pointer of the field that shows them. */
  problemsAt: ReadonlySignal<Map<string, FormProblem[]>>;
  /** Fields that were left: only those complain, unless `showAll`. */
  touched: Signal<ReadonlySet<string>>;
  showAll: Signal<boolean>;
  /** The field that gets the focus once it is there. */
  focusNext: { pointer: string | null; isNew?: boolean };
}

export const SharedContext = createContext<FormShared | null>(null);

export function useShared(): FormShared {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error("a field was drawn outside of a form");
  return shared;
}

/** Sends edits of a field; gives the number by which `applied` tells that the edit is in. */
export function useEdit(): (edit: FormEdit, isTyping?: boolean) => number {
  const { engine } = useShared();
  return (edit, isTyping) => engine.edit(edit, isTyping);
}

export interface FieldIds {
  control: string;
  label: string;
  hint: string;
  problem: string;
}

export function idsOf(prefix: string, pointer: string): FieldIds {
  return {
    control: fieldId(prefix, pointer),
    label: fieldId(prefix, pointer, "label"),
    hint: fieldId(prefix, pointer, "hint"),
    problem: fieldId(prefix, pointer, "problem"),
  };
}

/** Each problem with the field that shows it: its own, or the nearest around it that is on the screen. */
export function placeProblems(form: FormNode | null, problems: FormProblem[]): Map<string, FormProblem[]> {
  const places = new Set<string>();
  collect(form, places);
  const placed = new Map<string, FormProblem[]>();
  for (const problem of problems) {
    let pointer = problem.pointer;
    while (pointer !== "" && !places.has(pointer)) pointer = parentPointer(pointer);
    const there = placed.get(pointer);
    if (there === undefined) placed.set(pointer, [problem]);
    else there.push(problem);
  }
  return placed;
}

function collect(node: FormNode | null, places: Set<string>) {
  if (!node) return;
  places.add(node.pointer);
  for (const child of childrenOf(node)) collect(child, places);
}

/** The nodes drawn within a node. */
export function childrenOf(node: FormNode): FormNode[] {
  switch (node.kind) {
    case "object":
      return [...node.fields, ...node.extra];
    case "map":
      return node.entries;
    case "array":
    case "tuple":
      return node.items;
    case "union":
      return node.node ? [node.node] : [];
    default:
      return [];
  }
}
