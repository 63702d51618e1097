// Owns what is in the panel that sends a frame as it is: any text, right or wrong, and beside it the row that it became.
import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { api } from "../api";
import type { SessionState } from "../contract";
import { type Problem, problemOf } from "../problem";
import { rawText, setRawText } from "../store/raw-frame";
import { faultOf, frameOf, sendRaw, type Template, TEMPLATES, usualMeta, withNewId } from "../store/raw-sending";
import { sliceAt } from "../text/json";
import { prettyOf } from "../ui/json-tokens";
import { RowDetail } from "../timeline/detail";
import type { DetailTab } from "../timeline/detail-tabs";
import { Button } from "../ui/button";
import { jsonFault } from "../ui/json-fault";
import { ProblemBlock } from "../ui/problem";
import { rawOpen } from "./overlays";

/** What became of the frame that was sent last, by session. */
const sent = signal<{ session: string; seq: number | null } | null>(null);

function isLine(state: SessionState): boolean {
  return state.transport === "stdio";
}

export function RawPanel({ state }: { state: SessionState }): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  const problem = useSignal<Problem | null>(null);
  const isSending = useSignal(false);
  const tab = useSignal<DetailTab | null>("response");
  // What is typed next is meant for here, and must not wait for a picture of it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const text = rawText.value;
  const fault = text.trim() === "" ? null : faultOf(text);
  const send = async (): Promise<void> => {
    if (isSending.peek() || text.trim() === "") return;
    isSending.value = true;
    problem.value = null;
    sent.value = null;
    try {
      const frame = frameOf(text, isLine(state));
      sent.value = { session: state.id, seq: await sendRaw(state.id, frame) };
      // What nobody answers is shown as it went out.
      tab.value = sliceAt(frame, ["id"]) === null ? "raw" : "response";
    } catch (thrown) {
      problem.value = problemOf(thrown);
    } finally {
      isSending.value = false;
    }
  };
  const begin = async (template: Template): Promise<void> => {
    // Without the log the template is as good as it can be.
    setRawText(template.make(await usualMeta(state.id).catch(() => null)));
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      void send();
    }
  };
  const result = sent.value?.session === state.id ? sent.value : null;
  return (
    <div class="raw-sender" role="dialog" aria-labelledby="raw-title" onKeyDown={key}>
      <div class="pane-head">
        <h2 class="pane-title" id="raw-title">
          Send a raw frame to {state.name}
        </h2>
        <span class="spring" />
        <Button look="quiet" label="Close" onClick={() => (rawOpen.value = false)}>
          ✕
        </Button>
      </div>
      <div class="raw-body">
        <label class="line">
          <span>Begin with</span>
          <select
            class="input"
            value=""
            onChange={(event) => {
              const chosen = TEMPLATES[Number(event.currentTarget.value)];
              event.currentTarget.value = "";
              field.current?.focus();
              if (chosen !== undefined) void begin(chosen);
            }}
          >
            <option value="">a template…</option>
            {TEMPLATES.map((one, index) => (
              <option key={one.name} value={index}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <textarea
          ref={field}
          class="input mono raw-text"
          aria-label="The frame"
          aria-describedby="raw-fault"
          spellcheck={false}
          value={text}
          placeholder='{"jsonrpc":"2.0","id":"raw-1","method":"ping"}'
          onInput={(event) => setRawText(event.currentTarget.value)}
        />
        <p id="raw-fault" class={fault === null ? "muted raw-told" : "warn raw-told"} role="status">
          {fault ??
            (isLine(state) ? "It goes out as one line: line breaks become blanks." : "It goes out byte for byte, as the body of a POST.")}
        </p>
        <p class="raw-acts">
          <Button look="primary" keys="Ctrl+Enter" onClick={() => void send()}>
            {isSending.value ? "Sending…" : fault === null ? "Send" : "Send anyway"}
          </Button>
          <Button onClick={() => setRawText(withNewId(rawText.peek()))}>New id</Button>
          <Button
            onClick={() => {
              if (jsonFault(rawText.peek()) === null) setRawText(prettyOf(rawText.peek()));
            }}
          >
            Lay out
          </Button>
        </p>
        {problem.value === null ? null : <ProblemBlock problem={problem.value} title="It was not sent." />}
        {result === null ? null : (
          <section class="raw-result" aria-label="What came of it">
            {result.seq === null ? (
              <p class="muted">It was sent; no row of it was found in the timeline yet.</p>
            ) : (
              <RowDetail key={result.seq} session={state.id} seq={result.seq} api={api} tab={tab} />
            )}
          </section>
        )}
      </div>
    </div>
  );
}
