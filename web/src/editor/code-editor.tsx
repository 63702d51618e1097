// The editor as a part of the page: its bundle is loaded when the first one is drawn.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Editor, EditorModule, Mark } from "./contract";

let loading: Promise<EditorModule> | null = null;

function loaded(): Promise<EditorModule> {
  // The place is made here, so that the bundler does not take the editor into the page.
  const place = new URL("editor.js", import.meta.url).href;
  loading ??= (import(place) as Promise<EditorModule>).catch((thrown: unknown) => {
    loading = null;
    throw thrown;
  });
  return loading;
}

interface CodeEditorProps {
  id: string;
  text: string;
  label: string;
  marks: readonly Mark[];
  onChange(text: string): void;
  onBlur(): void;
  /** It could not be loaded. */
  onFailure(): void;
  /** Given the way to a place in the text. */
  goTo?: { current: ((at: number) => void) | null };
}

export function CodeEditor({ id, text, label, marks, onChange, onBlur, onFailure, goTo }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [isThere, setIsThere] = useState(false);
  const act = useRef({ onChange, onBlur, text });
  act.current = { onChange, onBlur, text };
  useEffect(() => {
    let isGone = false;
    loaded().then(
      (module) => {
        if (isGone || host.current === null) return;
        editor.current = module.openEditor(host.current, {
          text: act.current.text,
          label,
          onChange: (typed) => act.current.onChange(typed),
          onBlur: () => act.current.onBlur(),
        });
        if (goTo) goTo.current = (at) => editor.current?.goTo(at);
        setIsThere(true);
      },
      () => {
        if (!isGone) onFailure();
      },
    );
    return () => {
      isGone = true;
      if (goTo) goTo.current = null;
      editor.current?.destroy();
      editor.current = null;
    };
  }, []);
  useEffect(() => editor.current?.setText(text), [text, isThere]);
  useEffect(() => editor.current?.setMarks(marks), [marks, isThere]);
  return (
    <div class="code-editor">
      {!isThere && <p class="muted">Loading the editor…</p>}
      <div id={id} ref={host} class="code-editor-host" data-takes-text="" />
    </div>
  );
}
