// Owns a difference as text: the lines that have come, stretches that are the same as one line each, and the way to more.
import type { JSX } from "preact";
import { Button } from "./button";
import type { Compared, DiffLine, Known } from "./compared";

const CLASSES = { "+": "added", "-": "removed", "=": "same" } as const;

export function DiffLines({ known, compared }: { known: Known; compared: Compared }): JSX.Element {
  return (
    <>
      <pre class="diff" tabIndex={0} aria-label="Both texts, line by line">
        {known.lines.map((line) =>
          line.folded > 0 ? (
            <Fold key={`fold ${line.number}`} line={line} open={() => compared.open(line)} />
          ) : (
            <span
              key={line.number}
              class={CLASSES[line.tag]}
            >{`${line.tag === "=" ? " " : line.tag} ${line.text}\n`}</span>
          ),
        )}
      </pre>
      {known.next === null ? null : (
        <Button onClick={compared.more}>{`Show more (${known.left.toLocaleString("en")} lines are left)`}</Button>
      )}
    </>
  );
}

function Fold({ line, open }: { line: DiffLine; open(): void }): JSX.Element {
  return (
    <button type="button" class="text-button diff-fold" onClick={open}>
      {`⋯ ${line.folded.toLocaleString("en")} lines that are the same`}
    </button>
  );
}
