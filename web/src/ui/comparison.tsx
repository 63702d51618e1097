// Owns how a difference is shown: how much changed, what does not matter, and the change as text with what is
// the same folded away, or as a tree of places. The backend compares and tells it in pages; this only draws.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api } from "../api";
import { objectText } from "../text/json";
import { Button } from "./button";
import { changeCount, type DiffChange, type Known, useCompared } from "./compared";
import { DiffLines } from "./diff-lines";
import { ProblemBlock } from "./problem";

/** `3 changed · 1 added`, or `the same`. */
export function amount({ counts, same }: Pick<Known, "counts" | "same">): string {
  const words = (["changed", "added", "removed"] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${kind}`);
  if (words.length > 0) return words.join(" · ") + (counts.more ? " · and more" : "");
  return same ? "the same" : "the same but for the order or the layout";
}

export interface ComparisonProps {
  /** The sides as the backend is asked for them; null while one is not known. */
  left: string | null;
  right: string | null;
  ignore: readonly string[];
  setIgnore(pointers: string[]): void;
  as: "text" | "tree";
  setAs(as: "text" | "tree"): void;
  /** What stands before the counts. */
  title?: string;
}

export function Comparison({ left, right, ignore, setIgnore, as, setAs, title }: ComparisonProps): JSX.Element {
  const question =
    left === null || right === null
      ? null
      : objectText([
          ["left", left],
          ["right", right],
          ["ignore", JSON.stringify(ignore)],
        ]);
  const compared = useCompared(api, question);
  const { known, problem } = compared;
  const disregard = (pointer: string): void => {
    if (!ignore.includes(pointer)) setIgnore([...ignore, pointer]);
  };
  return (
    <div class="comparison">
      <div class="comparison-head">
        <Ignoring ignore={ignore} setIgnore={setIgnore} add={disregard} />
        <span class="spring" />
        <p class="muted" role="status">
          {known === null ? "" : `${title === undefined ? "" : `${title}: `}${amount(known)}`}
        </p>
        <span class="choices" role="group" aria-label="Shown as">
          <Button pressed={as === "text"} onClick={() => setAs("text")}>
            Text
          </Button>
          <Button pressed={as === "tree"} onClick={() => setAs("tree")}>
            Tree
          </Button>
        </span>
      </div>
      {problem === null ? null : <ProblemBlock problem={problem} title="They could not be compared." />}
      {question !== null && known === null && problem === null ? <p class="empty late">Comparing…</p> : null}
      {known === null ? null : as === "text" ? (
        <DiffLines known={known} compared={compared} />
      ) : (
        <Places known={known} more={compared.moreChanges} disregard={disregard} />
      )}
    </div>
  );
}

function Ignoring({
  ignore,
  setIgnore,
  add,
}: {
  ignore: readonly string[];
  setIgnore(pointers: string[]): void;
  add(pointer: string): void;
}): JSX.Element {
  const [typed, setTyped] = useState("");
  return (
    <form
      class="ignoring"
      onSubmit={(event) => {
        event.preventDefault();
        for (const word of typed.split(/\s+/).filter((one) => one !== "")) add(word.startsWith("/") ? word : `/${word}`);
        setTyped("");
      }}
    >
      <span>Ignore</span>
      {ignore.map((pointer) => (
        <span key={pointer} class="badge">
          <code>{pointer}</code>{" "}
          <button
            type="button"
            class="text-button"
            aria-label={`Count ${pointer} again`}
            onClick={() => setIgnore(ignore.filter((one) => one !== pointer))}
          >
            ✕
          </button>
        </span>
      ))}
      <input
        class="input mono short"
        type="text"
        aria-label="A place to ignore"
        placeholder="/timestamp"
        spellcheck={false}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Button label="Ignore this place">+</Button>
    </form>
  );
}

export interface Place {
  name: string;
  change: DiffChange | null;
  inside: Place[];
}

/** Changes as a tree of the places where they are. */
export function places(changes: readonly DiffChange[]): Place[] {
  const root: Place = { name: "", change: null, inside: [] };
  for (const change of changes) {
    let at = root;
    for (const segment of change.pointer.split("/").slice(1)) {
      const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
      let next = at.inside.find((one) => one.name === name && one.change === null);
      if (next === undefined) {
        next = { name, change: null, inside: [] };
        at.inside.push(next);
      }
      at = next;
    }
    at.change = change;
  }
  return root.change === null ? root.inside : [root];
}

const SIGNS = { added: "+", removed: "-", changed: "~" } as const;

function Places({
  known,
  more,
  disregard,
}: {
  known: Known;
  more(): void;
  disregard(pointer: string): void;
}): JSX.Element {
  const left = changeCount(known) - known.changes.length;
  if (known.changes.length === 0) return <p class="empty">No place has another value.</p>;
  return (
    <>
      <PlaceList list={places(known.changes)} disregard={disregard} />
      {left <= 0 ? null : <Button onClick={more}>{`Show more (${left.toLocaleString("en")} places are left)`}</Button>}
    </>
  );
}

function PlaceList({ list, disregard }: { list: readonly Place[]; disregard(pointer: string): void }): JSX.Element {
  return (
    <ul class="diff diff-tree">
      {list.map((place, index) => (
        <li key={`${place.name} ${index}`}>
          {place.change === null ? (
            <span class="mono">{place.name}</span>
          ) : (
            <ChangeLine name={place.name} change={place.change} disregard={disregard} />
          )}
          {place.inside.length === 0 ? null : <PlaceList list={place.inside} disregard={disregard} />}
        </li>
      ))}
    </ul>
  );
}

function ChangeLine({
  name,
  change,
  disregard,
}: {
  name: string;
  change: DiffChange;
  disregard(pointer: string): void;
}): JSX.Element {
  return (
    <span class="change">
      <span class={`sign ${change.kind}`} aria-hidden="true">
        {SIGNS[change.kind]}
      </span>{" "}
      <span class="mono">{name}</span> <span class="sr-only">{change.kind}</span>{" "}
      {change.left === null ? null : <code class="removed">{change.left}</code>}
      {change.left === null || change.right === null ? null : " → "}
      {change.right === null ? null : <code class="added">{change.right}</code>}{" "}
      <button
        type="button"
        class="text-button"
        aria-label={`Ignore ${change.pointer}`}
        onClick={() => disregard(change.pointer)}
      >
        ignore
      </button>
    </span>
  );
}
