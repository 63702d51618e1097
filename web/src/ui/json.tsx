// JSON on the screen, as text: as a whole when it is short, line by line as they come into view when it is long.
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { LocalDoc } from "./doc-local";
import { DocView } from "./doc-view";
import { jsonFault } from "./json-fault";
import { Tokens } from "./json-line";
import { prettyOf, tokensOf } from "./json-tokens";
import { later } from "./later";

/** A body that is not here as a whole. */
export const BigDoc = later("BigDoc");

/** Up to here a text is drawn as a whole. */
const SHORT = 8 * 1024;

/** Longer lines are cut, since a browser draws one very long line slowly; narrow panes cut earlier. */
const MOST_COLUMNS = 400;
const LEAST_COLUMNS = 24;

/** Room beside the lines, and where folds are shown, as in json.css. */
const SIDE = 10;
const GUTTER = 14;

interface JsonProps {
  text: string;
  label?: string | undefined;
  /** Blocks that begin with such a line are folded at first. */
  folded?: RegExp | undefined;
}

/** The text as it is. */
export function JsonText({ text, label = "JSON", folded }: JsonProps) {
  return text.length <= SHORT ? <ShortText {...{ text, label, folded }} /> : <LongText {...{ text, label, folded }} />;
}

function docOf(text: string, columns: number, folded: RegExp | undefined): LocalDoc {
  const doc = new LocalDoc(text, columns);
  return folded === undefined ? doc : doc.foldLike(folded);
}

/** The text laid out for reading, or as it is when it is not JSON. */
export function PrettyJson({ text, ...others }: JsonProps) {
  const laidOut = useMemo(() => (jsonFault(text) === null ? prettyOf(text) : text), [text]);
  return <JsonText text={laidOut} {...others} />;
}

function ShortText({ text, label = "", folded }: JsonProps) {
  const doc = useMemo(() => docOf(text, Number.POSITIVE_INFINITY, folded), [text, folded]);
  const tokens = useMemo(() => tokensOf(text), [text]);
  if (doc.canFold) return <DocView doc={doc} label={label} isShort />;
  return (
    // Focusable, so that it can be scrolled by keys.
    <pre class="json" role="group" aria-label={label} tabIndex={0}>
      <Tokens tokens={tokens} />
    </pre>
  );
}

function LongText({ text, label = "", folded }: JsonProps) {
  const [columns, ruler] = useColumns();
  const doc = useMemo(() => docOf(text, columns, folded), [text, columns, folded]);
  const head = <span ref={ruler} class="json-ruler" aria-hidden="true" />;
  return <DocView doc={doc} label={label} head={head} />;
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
      const room = around.clientWidth - 2 * SIDE - GUTTER - letter;
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
