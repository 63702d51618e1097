// The editor for large JSON, a bundle of its own that is loaded when someone needs it.
//
// It lives in a shadow tree: there CodeMirror hands its styles over as constructed style sheets, which the page's
// policy allows, and not as elements, which it does not.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Editor, EditorOptions, Mark } from "./contract";

const LOOKS = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--field)", fontSize: "12px", height: "100%" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "18px" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--head)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selected)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selected)", outline: "1px solid var(--accent)" },
  ".cm-panels": { backgroundColor: "var(--head)", color: "var(--text)" },
  ".cm-panel input, .cm-panel button": {
    backgroundColor: "var(--field)",
    backgroundImage: "none",
    color: "var(--text)",
    border: "1px solid var(--line-strong)",
  },
  ".cm-panel label": { fontSize: "12px" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-ground)", outline: "1px solid var(--warn)" },
  ".cm-foldPlaceholder": { backgroundColor: "transparent", border: "0", color: "var(--muted)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--line-strong)" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--error)" },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--accent)" },
  { tag: tags.string, color: "var(--ok)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--json-number, light-dark(#953800, #ffb077))" },
]);

function diagnostics(marks: readonly Mark[], length: number): Diagnostic[] {
  return marks.map(({ from, to, message }) => ({
    from: Math.min(from, length),
    to: Math.min(Math.max(to, from), length),
    severity: "error",
    message,
  }));
}

/** Puts an editor into `host`. */
export function openEditor(host: HTMLElement, options: EditorOptions): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open", delegatesFocus: true });
  root.replaceChildren();
  /** Set while the text is replaced from outside, which is no typing. */
  let isReplacing = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        // The page runs the tool; a new line would be typed besides.
        Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => true }])),
        lineNumbers(),
        codeFolding(),
        foldGutter(),
        history(),
        drawSelection(),
        EditorState.allowMultipleSelections.of(true),
        EditorState.tabSize.of(2),
        highlightActiveLine(),
        highlightSelectionMatches(),
        bracketMatching(),
        json(),
        syntaxHighlighting(COLOURS),
        search({ top: true }),
        lintGutter(),
        keymap.of([...searchKeymap, ...foldKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({
          "aria-label": options.label,
          tabindex: "0",
          spellcheck: "false",
          autocorrect: "off",
          autocapitalize: "off",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isReplacing) options.onChange(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({ blur: () => options.onBlur() }),
        LOOKS,
      ],
    }),
  });
  return {
    setText(text) {
      if (view.state.doc.length === text.length && view.state.doc.toString() === text) return;
      isReplacing = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      isReplacing = false;
    },
    setMarks(marks) {
      view.dispatch(setDiagnostics(view.state, diagnostics(marks, view.state.doc.length)));
    },
    goTo(at) {
      const place = Math.min(at, view.state.doc.length);
      view.dispatch({ selection: { anchor: place }, effects: EditorView.scrollIntoView(place, { y: "center" }) });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
