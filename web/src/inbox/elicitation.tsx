// Owns the card by which a server asks the user: a form of its schema, or a page to open. A page is never opened
// by itself, and its address is shown whole with the host marked.
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { formApi } from "../api";
import type { Ask, SessionState } from "../contract";
import { type FormHandle, FormPane } from "../form/form";
import { DraftNote } from "../form/draft-note";
import { draftNamed } from "../store/drafts";
import { addRule, answer, paramsText } from "../store/inbox";
import { serverTitle } from "../store/server-words";
import { objectText, sliceAt, valueOf } from "../text/json";
import { brief } from "../text/told";
import { Button } from "../ui/button";
import { copy } from "../ui/copy";
import { Menu } from "../ui/menu";
import { AskedText } from "./asked-text";

type Dict = Record<string, unknown>;

/** An address is shown whole, unless its parts have more letters than anyone reads; the host always is. */
const MOST_OF_ADDRESS = 5_000;

/** What a server asks for has to be of the formats that it names. */
const askedApi: typeof formApi = (asked) => formApi({ ...asked, formats: true });

function word(params: unknown, name: string): string | null {
  const value = typeof params === "object" && params !== null ? (params as Dict)[name] : null;
  return typeof value === "string" ? value : null;
}

export function ElicitationCard({ state, ask, place }: { state: SessionState; ask: Ask; place: string }): JSX.Element {
  const message = word(ask.params, "message");
  const url = word(ask.params, "mode") === "url" ? word(ask.params, "url") : null;
  return (
    <div>
      <AskedText
        session={state.id}
        ask={ask}
        path="/params/message"
        text={message ?? "(no message that can be read)"}
        lead={<span class="muted">{serverTitle(state)}:</span>}
      />
      {url === null ? (
        <AskedForm state={state} ask={ask} place={place} />
      ) : (
        <AskedPage state={state} ask={ask} place={place} url={url} />
      )}
    </div>
  );
}

function AskedForm({ state, ask, place }: { state: SessionState; ask: Ask; place: string }): JSX.Element {
  const draft = draftNamed(state.id, `answer:${ask.ask}`);
  const [held, setHeld] = useState(false);
  const params = paramsText(ask.ask);
  const schema = (params === null ? null : sliceAt(params, ["requestedSchema"])) ?? '{"type":"object","properties":{}}';
  const form = useRef<FormHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const isJson = valueOf(draft.text.value.trim() === "" ? "{}" : draft.text.value) !== undefined;
  /** Says what does not fit, and goes to the first field of it. */
  const holdBack = (): void => {
    setHeld(true);
    form.current?.showProblems();
    requestAnimationFrame(() => {
      const first = box.current?.querySelector<HTMLElement>('.form [aria-invalid="true"]');
      first?.focus();
      first?.scrollIntoView({ block: "nearest" });
      if (first == null) form.current?.focus(draft.errors.peek()[0]?.pointer ?? "");
    });
  };
  const accept = async (anyway: boolean): Promise<void> => {
    // What was typed in the last moment is part of the answer.
    if (!anyway) await form.current?.settled();
    const text = draft.text.peek().trim();
    if (valueOf(text === "" ? "{}" : text) === undefined || (!anyway && draft.errors.peek().length > 0)) {
      holdBack();
      return;
    }
    void answer(state.id, ask, {
      result: objectText([
        ["action", '"accept"'],
        ["content", text === "" ? "{}" : text],
      ]),
    });
  };
  const always = (says: [string, string]): void =>
    void addRule(state.id, ask, objectText([["kind", '"elicitation"'], ["mode", '"form"'], says]));
  const standing = [
    {
      label: "Accept every elicitation with this",
      act: async () => {
        await form.current?.settled();
        const text = draft.text.peek().trim();
        if (valueOf(text === "" ? "{}" : text) === undefined) holdBack();
        else always(["accept", text === "" ? "{}" : text]);
      },
    },
    { label: "Accept every elicitation with its defaults", act: () => always(["accept", '"defaults"']) },
    { label: "Decline every elicitation", act: () => always(["refuse", "true"]) },
  ];
  const key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    void accept(false);
  };
  return (
    <div ref={box} onKeyDown={key}>
      <FormPane
        schema={schema}
        text={draft.text}
        mode={draft.mode}
        errors={draft.errors}
        onRun={() => void accept(false)}
        api={askedApi}
        idPrefix={`${place}-ask-${ask.ask}`}
        handle={form}
      />
      <DraftNote session={state.id} name={`answer:${ask.ask}`} />
      <div class="answer-foot">
        {held && !isJson ? (
          <p class="bad" role="alert">
            This is not JSON, so it cannot be sent.
          </p>
        ) : null}
        {held && isJson && draft.errors.value.length > 0 ? (
          <div class="problem" role="alert">
            <p class="problem-line">
              It does not fit what was asked for: <Button onClick={() => void accept(true)}>Send anyway</Button>
            </p>
            <ul>
              {draft.errors.value.map((error) => (
                <li key={`${error.pointer} ${error.keyword}`}>
                  <button type="button" class="text-button mono" onClick={() => form.current?.focus(error.pointer)}>
                    {error.pointer === "" ? "the whole" : error.pointer}
                  </button>{" "}
                  {error.message}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <div class="answer-line">
          <Button look="primary" keys="Ctrl+Enter" onClick={() => void accept(false)}>
            Accept
          </Button>
          <Button keys="Alt+D" onClick={() => void answer(state.id, ask, { result: '{"action":"decline"}' })}>
            Decline
          </Button>
          <Button onClick={() => void answer(state.id, ask, { result: '{"action":"cancel"}' })}>Cancel</Button>
          <Menu label="Always: standing answers" id={`${place}-standing-${ask.ask}`} items={standing}>
            Always
          </Menu>
          <Button
            look="quiet"
            pressed={draft.mode.value === "json"}
            onClick={() => {
              draft.mode.value = draft.mode.value === "json" ? "form" : "json";
            }}
          >
            JSON
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The parts of an address around its host; null when it is none that a browser may open. */
export function hostParts(url: string): { before: string; host: string; after: string } | null {
  try {
    const parsed = new URL(url);
    if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return null;
    // Before the host may stand a name that looks like one, and deceives: `https://bank.example@other.example`.
    const rest = parsed.href.slice(`${parsed.protocol}//`.length);
    const end = rest.search(/[/?#]/);
    const user = rest.slice(0, end < 0 ? rest.length : end).lastIndexOf("@");
    const at = `${parsed.protocol}//`.length + user + 1;
    return { before: parsed.href.slice(0, at), host: parsed.host, after: parsed.href.slice(at + parsed.host.length) };
  } catch {
    return null;
  }
}

/** A warning where an address seems to lead elsewhere than it does. */
export function Misleading({ parts }: { parts: ReturnType<typeof hostParts> }): JSX.Element | null {
  return parts?.before.includes("@") ? (
    <p class="warn-line">What stands before the @ is no address: this leads to {parts.host}.</p>
  ) : null;
}

function AskedPage({ state, ask, place, url }: { state: SessionState; ask: Ask; place: string; url: string }): JSX.Element {
  const parts = hostParts(url);
  const always = (says: object): void => void addRule(state.id, ask, JSON.stringify({ kind: "elicitation", mode: "url", ...says }));
  const standing = [
    { label: "Done with every page, unopened", act: () => always({ accept: {} }) },
    { label: "Decline every page", act: () => always({ refuse: true }) },
  ];
  // It has no field to fill in, so the whole takes the keys: on a button, a stray Enter would answer.
  return (
    <div role="group" aria-label="A page to visit" data-takes-keys tabIndex={-1}>
      <p class="told mono address">
        {parts === null ? (
          brief(url, MOST_OF_ADDRESS)
        ) : (
          <>
            {brief(parts.before, MOST_OF_ADDRESS)}
            <mark>{parts.host}</mark>
            {brief(parts.after, MOST_OF_ADDRESS)}
          </>
        )}
      </p>
      <Misleading parts={parts} />
      {parts === null ? <p class="bad">This is no http or https address, so it is not offered to be opened.</p> : null}
      <div class="answer-line">
        <Button onClick={() => void copy(url, "the address")}>Copy</Button>
        {parts === null ? null : (
          <a class="button plain" href={url} target="_blank" rel="noopener noreferrer">
            Open
          </a>
        )}
        <Button look="primary" keys="Ctrl+Enter" onClick={() => void answer(state.id, ask, { result: '{"action":"accept"}' })}>
          Done
        </Button>
        <Button keys="Alt+D" onClick={() => void answer(state.id, ask, { result: '{"action":"decline"}' })}>
          Decline
        </Button>
        <Button onClick={() => void answer(state.id, ask, { result: '{"action":"cancel"}' })}>Cancel</Button>
        <Menu label="Always: standing answers" id={`${place}-standing-${ask.ask}`} items={standing}>
          Always
        </Menu>
      </div>
    </div>
  );
}
