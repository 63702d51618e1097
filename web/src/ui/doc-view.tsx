// A document on the screen: the lines that are seen, a line that keys move, blocks that fold, and a search.
// What a server sent is never markup here: every piece is a text node.
import { useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import type { Doc, DocLine } from "./doc";
import type { Found } from "./doc-search";
import { later } from "./later";
import { ALL_FOLDED, isAnythingFolded, NOTHING_FOLDED, unfolding, withFold } from "./folds";
import { LINE_HEIGHT, Tokens } from "./json-line";
import { settings } from "../store/settings";
import { Windowed } from "./window";

const DocSearch = later("DocSearch", "overlay");

interface DocViewProps {
  doc: Doc;
  label: string;
  /** It is short: all lines are drawn, as high as they are, and there is no search. */
  isShort?: boolean;
  head?: ComponentChildren;
}

/** How each document that is drawn is folded as a whole, or unfolded. */
const FOLDERS = new WeakMap<Element, () => void>();
const DOCUMENTS = ".big-doc, .json-short";

/** Folds or unfolds the document where the focus is, or else the result; false when there is none. */
export function foldOnScreen(): boolean {
  const panes = [document.activeElement?.closest('[id^="pane-"]'), document.querySelector("#pane-3"), document];
  const drawn = panes.map((pane) => pane?.querySelector(DOCUMENTS)).find((one) => one != null);
  const fold = drawn == null ? undefined : FOLDERS.get(drawn);
  fold?.();
  return fold !== undefined;
}

/** Lines that Page Up and Page Down go. */
const PAGE = 20;

/** Letters that move as other keys do, unless they are switched off. */
const LETTERS: Record<string, string> = { j: "ArrowDown", k: "ArrowUp", G: "End" };

function letterMoves(key: string): string {
  return (settings.peek().singleKeys ? LETTERS[key] : undefined) ?? key;
}

export function DocView({ doc, label, isShort = false, head }: DocViewProps) {
  const version = useSignal(0);
  const fault = useSignal<string | null>(null);
  const scrollTo = useSignal<number | null>(null);
  const found = useSignal<Found | null>(null);
  const match = useComputed(() => found.value?.lines[found.value.at] ?? null);
  /** The place of the line that keys move. */
  const cursor = useSignal(0);
  const searchField = useRef<HTMLInputElement>(null);
  /** The key before was a `g`: another one leads to the beginning. */
  const lastG = useRef(false);
  const id = useId();

  const fail = (reason: unknown) => (fault.value = reason instanceof Error ? reason.message : String(reason));
  const load = (first: number, last: number) => {
    doc.load(first, last).then((isNew) => {
      if (isNew) version.value++;
    }, fail);
  };
  const refold = (folds: Doc["folds"]) => {
    doc.setFolds(folds);
    version.value++;
    load(cursor.peek(), cursor.peek());
  };
  const foldAll = () => {
    cursor.value = 0;
    scrollTo.value = 0;
    refold(isAnythingFolded(doc.folds) ? NOTHING_FOLDED : ALL_FOLDED);
  };
  const latest = useRef(foldAll);
  latest.current = foldAll;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    fault.value = null;
    found.value = null;
    cursor.value = 0;
    version.value++;
    load(0, 0);
  }, [doc]);
  // Before it is painted: whoever sees it can fold it.
  useLayoutEffect(() => {
    if (root.current) FOLDERS.set(root.current, () => latest.current());
  }, [doc]);

  const move = (place: number) => {
    cursor.value = Math.min(Math.max(place, 0), Math.max(0, (doc.total ?? 1) - 1));
    scrollTo.value = cursor.value;
    // All lines of a short one are there, and what scrolls is around it.
    if (isShort) document.getElementById(`${id}-${cursor.value}`)?.scrollIntoView({ block: "nearest" });
  };
  const fold = (line: DocLine, isWanted: boolean) => refold(withFold(doc.folds, line.number, isWanted));

  /** Brings a line into view, and unfolds what hides it. */
  const show = async (number: number) => {
    const { around, at } = await doc.placeOf(number);
    const folds = unfolding(doc.folds, around);
    if (isAnythingFolded(doc.folds)) refold(folds);
    await doc.load(at, at);
    version.value++;
    move(at);
  };
  const toBlockAround = async (number: number) => {
    const opener = (await doc.placeOf(number)).around.at(-1);
    if (opener !== undefined) move((await doc.placeOf(opener)).at);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key.toLowerCase() === "f" && searchField.current) {
      event.preventDefault();
      searchField.current.focus();
      searchField.current.select();
      return;
    }
    // A capital letter comes with the shift key.
    if (ctrl || event.altKey || (event.shiftKey && event.key !== "G")) return;
    const line = doc.line(cursor.peek());
    const isDoubleG = event.key === "g" && lastG.current;
    lastG.current = event.key === "g" && !isDoubleG;
    const moves: Record<string, number> = {
      ArrowDown: cursor.peek() + 1,
      ArrowUp: cursor.peek() - 1,
      PageDown: cursor.peek() + PAGE,
      PageUp: cursor.peek() - PAGE,
      Home: 0,
      End: (doc.total ?? 1) - 1,
    };
    const to = isDoubleG && settings.peek().singleKeys ? 0 : moves[letterMoves(event.key)];
    if (to !== undefined) move(to);
    else if (event.key === "ArrowLeft" && line?.isBlock === true && !line.isFolded) fold(line, true);
    else if (event.key === "ArrowLeft" && line !== undefined) toBlockAround(line.number).catch(fail);
    else if (event.key === "ArrowRight" && line?.isFolded === true) fold(line, false);
    else if ((event.key === "Enter" || event.key === " ") && line?.isBlock === true) fold(line, !line.isFolded);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  version.value;
  const row = (place: number) => {
    const line = doc.line(place);
    const isMatch = line !== undefined && line.number === match.value;
    const classes = ["json-line"];
    if (place === cursor.value) classes.push("json-at");
    if (isMatch) classes.push("json-found");
    if (line?.isContinued === true) classes.push("json-continued");
    return (
      <div
        key={place}
        id={`${id}-${place}`}
        class={classes.join(" ")}
        role="treeitem"
        aria-level={line?.level ?? 1}
        aria-expanded={line?.isBlock === true ? !line.isFolded : undefined}
        aria-current={isMatch ? "true" : undefined}
        onClick={() => (cursor.value = place)}
      >
        {line?.isBlock === true && (
          <span
            class={line.isFolded ? "json-fold json-folded" : "json-fold"}
            title={line.isFolded ? "Unfold" : "Fold"}
            aria-hidden="true"
            onClick={() => fold(line, !line.isFolded)}
          />
        )}
        {line === undefined ? <span class="json-loading">…</span> : <Tokens tokens={line.tokens} />}
      </div>
    );
  };

  const total = doc.total ?? 0;
  const tree = {
    tabIndex: 0,
    "aria-activedescendant": total > 0 ? `${id}-${cursor.value}` : undefined,
    onKeyDown,
  };
  // A tree has items; a document that has not come yet is none.
  const role = total > 0 ? "tree" : "group";
  if (isShort) {
    const rows: ComponentChildren[] = [];
    for (let place = 0; place < total; place++) rows.push(row(place));
    return (
      <div {...tree} ref={root} class="json json-short" role={role} aria-label={label}>
        {rows}
      </div>
    );
  }
  return (
    <div ref={root} class="big-doc">
      <DocSearch
        doc={doc}
        label={label}
        found={found}
        field={searchField}
        show={(number) => show(number).catch(fail)}
        fail={fail}
        status={doc.total === null ? "" : `${doc.total.toLocaleString("en")} lines`}
        foldAll={foldAll}
        isFolded={isAnythingFolded(doc.folds)}
      />
      {fault.value && (
        <p class="fault" role="alert">
          {fault.value}{" "}
          <button
            type="button"
            onClick={() => {
              fault.value = null;
              load(0, 0);
            }}
          >
            Try again
          </button>
        </p>
      )}
      <Windowed
        count={total}
        rowHeight={LINE_HEIGHT}
        row={row}
        label={label}
        role={role}
        scrollTo={scrollTo}
        onRange={load}
        className="json json-long"
        attributes={tree}
        head={head}
      />
    </div>
  );
}
