// JSON on the screen, as text: highlighted as a whole when it is short, line by line as they come into view
// when it is long. What a server sent is never markup here: every piece is a text node.
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { jsonFault } from "./json-fault";
import { type Line, linesOf, prettyOf, type Token, tokensOf } from "./json-tokens";
import { Windowed } from "./window";

export { BigDoc } from "./big-doc";

/** Up to here a text is drawn as a whole. */
const SHORT = 8 * 1024;

/** Longer lines are cut, since a browser draws one very long line slowly; narrow panes cut earlier. */
const MOST_COLUMNS = 400;
const LEAST_COLUMNS = 24;

/** Room beside the lines, as in json.css. */
const SIDE = 10;

/** Height of a line, the same as `--json-line` in json.css. */
export const LINE_HEIGHT = 18;

/** The text as it is. */
export function JsonText({ text, label = "JSON" }: { text: string; label?: string }) {
  return text.length <= SHORT ? <ShortText text={text} label={label} /> : <LongText text={text} label={label} />;
}

/** The text laid out for reading, or as it is when it is not JSON. */
export function PrettyJson({ text, label }: { text: string; label?: string }) {
  const laidOut = useMemo(() => (jsonFault(text) === null ? prettyOf(text) : text), [text]);
  return <JsonText text={laidOut} label={label} />;
}

export function Tokens({ tokens }: { tokens: Token[] }) {
  return (
    <>
      {tokens.map((token) =>
        token.kind === "space" || token.kind === "punctuation" ? (
          token.text
        ) : (
          <span class={`json-${token.kind}`}>{token.text}</span>
        ),
      )}
    </>
  );
}

function ShortText({ text, label }: { text: string; label: string }) {
  const tokens = useMemo(() => tokensOf(text), [text]);
  return (
    // Focusable, so that it can be scrolled by keys.
    <pre class="json" role="group" aria-label={label} tabIndex={0}>
      <Tokens tokens={tokens} />
    </pre>
  );
}

function LongText({ text, label }: { text: string; label: string }) {
  const [columns, ruler] = useColumns();
  const lines = useMemo(() => linesOf(text, columns), [text, columns]);
  const row = (index: number) => <TextLine key={index} text={text} line={lines[index]} />;
  return (
    <Windowed
      count={lines.length}
      rowHeight={LINE_HEIGHT}
      row={row}
      label={label}
      role="group"
      className="json json-long"
      attributes={{ tabIndex: 0 }}
      head={<span ref={ruler} class="json-ruler" aria-hidden="true" />}
    />
  );
}

/** How many letters fit into a line where the ruler is: it is a hundred letters wide. */
function useColumns(): [number, RefObject<HTMLSpanElement | null>] {
  const ruler = useRef<HTMLSpanElement>(null);
  const [columns, setColumns] = useState(MOST_COLUMNS);
  useLayoutEffect(() => {
    const around = ruler.current?.parentElement;
    if (!around) return;
    const measure = () => {
      const letter = (ruler.current?.getBoundingClientRect().width ?? 0) / 100;
      const room = around.clientWidth - 2 * SIDE - letter;
      if (letter > 0 && room > 0) setColumns(Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, Math.floor(room / letter) - 1)));
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    return () => observer.disconnect();
  }, []);
  return [columns, ruler];
}

function TextLine({ text, line }: { text: string; line: Line | undefined }) {
  const tokens = useMemo(() => (line ? tokensOf(text, line.start, line.end, line.inString) : []), [text, line]);
  return (
    <div class={line?.continued ? "json-line json-continued" : "json-line"}>
      <Tokens tokens={tokens} />
    </div>
  );
}
