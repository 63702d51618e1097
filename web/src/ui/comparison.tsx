// Owns how a difference is shown: how much changed, what does not matter, and the change as text with what is
// the same folded away, or as a tree of places. The backend compares; this only draws.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import type { DiffBody } from "../contract";
import { type Problem, problemOf } from "../problem";
import { objectText } from "../text/json";
import { Button } from "./button";
import { ProblemBlock } from "./problem";

type Line = DiffBody["lines"][number];
type Change = DiffBody["changes"][number];

/** How many lines that are the same stand around one that is not. */
const CONTEXT = 3;
/** How many lines or places are drawn before somebody asks for more. */
const STEP = 1000;

export type Piece = { is: "lines"; lines: Line[] } | { is: "same"; lines: Line[] };

/** The lines in pieces: those around changes, and those between, which are folded away. */
export function pieces(lines: readonly Line[], context = CONTEXT): Piece[] {
  const near = new Array<boolean>(lines.length).fill(false);
  lines.forEach((line, at) => {
    if (line.tag === "=") return;
    for (let by = Math.max(0, at - context); by <= Math.min(lines.length - 1, at + context); by += 1) near[by] = true;
  });
  const found: Piece[] = [];
  lines.forEach((line, at) => {
    const is = near[at] === true ? "lines" : "same";
    const last = found.at(-1);
    if (last?.is === is) last.lines.push(line);
    else found.push({ is, lines: [line] });
  });
  // Folding two lines away saves nothing.
  return found.map((piece) => (piece.is === "same" && piece.lines.length < 4 ? { ...piece, is: "lines" } : piece));
}

/** `3 changed · 1 added`, or `the same`. */
export function amount(body: DiffBody): string {
  const words = (["changed", "added", "removed"] as const)
    .map((kind): [number, string] => [body.changes.filter((change) => change.kind === kind).length, kind])
    .filter(([number]) => number > 0)
    .map(([number, kind]) => `${number} ${kind}`);
  if (words.length > 0) return words.join(" · ") + (body.more ? " · and more" : "");
  return body.lines.every((line) => line.tag === "=") ? "the same" : "the same but for the order or the layout";
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
  const [body, setBody] = useState<DiffBody | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const pointers = JSON.stringify(ignore);
  useEffect(() => {
    if (left === null || right === null) {
      setBody(null);
      setProblem(null);
      return undefined;
    }
    let wanted = true;
    const question = objectText([
      ["left", left],
      ["right", right],
      ["ignore", pointers],
    ]);
    api.send<DiffBody>("POST", "/api/diff", question).then(
      (answer) => {
        if (!wanted) return;
        setBody(answer);
        setProblem(null);
      },
      (thrown: unknown) => {
        if (!wanted) return;
        setBody(null);
        setProblem(problemOf(thrown));
      },
    );
    return () => {
      wanted = false;
    };
  }, [left, right, pointers]);
  const disregard = (pointer: string): void => {
    if (!ignore.includes(pointer)) setIgnore([...ignore, pointer]);
  };
  return (
    <div class="comparison">
      <div class="comparison-head">
        <Ignoring ignore={ignore} setIgnore={setIgnore} add={disregard} />
        <span class="spring" />
        <p class="muted" role="status">
          {body === null ? "" : `${title === undefined ? "" : `${title}: `}${amount(body)}`}
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
      {body === null ? null : as === "text" ? (
        <Lines body={body} />
      ) : (
        <Places body={body} disregard={disregard} />
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

function Lines({ body }: { body: DiffBody }): JSX.Element {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [most, setMost] = useState(STEP);
  let drawn = 0;
  const parts: JSX.Element[] = [];
  let left = 0;
  pieces(body.lines).forEach((piece, at) => {
    if (drawn >= most) {
      left += piece.lines.length;
      return;
    }
    if (piece.is === "same" && !open.has(at)) {
      parts.push(
        <button
          key={at}
          type="button"
          class="text-button diff-fold"
          onClick={() => setOpen(new Set([...open, at]))}
        >{`⋯ ${piece.lines.length} lines that are the same`}</button>,
      );
      return;
    }
    const shown = piece.lines.slice(0, most - drawn);
    drawn += shown.length;
    left += piece.lines.length - shown.length;
    parts.push(
      <span key={at}>
        {shown.map((line, index) => (
          <span
            key={index}
            class={line.tag === "+" ? "added" : line.tag === "-" ? "removed" : "same"}
          >{`${line.tag === "=" ? " " : line.tag} ${line.text}\n`}</span>
        ))}
      </span>,
    );
  });
  return (
    <>
      <pre class="diff" tabIndex={0} aria-label="Both texts, line by line">
        {parts}
      </pre>
      {left === 0 ? null : <Button onClick={() => setMost(most + STEP)}>{`Show more (${left} lines are left)`}</Button>}
    </>
  );
}

export interface Place {
  name: string;
  change: Change | null;
  inside: Place[];
}

/** Changes as a tree of the places where they are. */
export function places(changes: readonly Change[]): Place[] {
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

function Places({ body, disregard }: { body: DiffBody; disregard(pointer: string): void }): JSX.Element {
  const [most, setMost] = useState(STEP);
  const left = body.changes.length - most;
  if (body.changes.length === 0) return <p class="empty">No place has another value.</p>;
  return (
    <>
      <PlaceList list={places(body.changes.slice(0, most))} disregard={disregard} />
      {left <= 0 ? null : <Button onClick={() => setMost(most + STEP)}>{`Show more (${left} places are left)`}</Button>}
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
  change: Change;
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
