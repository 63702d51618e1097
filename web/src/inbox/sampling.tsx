// Owns the card by which a person answers as the model: the messages as a talk, a field, canned answers, and a
// refusal. Everything else about the answer is under "more".
import type { JSX } from "preact";
import type { Ask, SessionState } from "../contract";
import { Block } from "../explore/content";
import { dict, type Dict } from "../explore/misfit";
import { Paged } from "../explore/paged";
import { DraftNote } from "../form/draft-note";
import { draftNamed } from "../store/drafts";
import { addRule, answer, samplingResult } from "../store/inbox";
import { objectText, valueOf } from "../text/json";
import { rowsFor } from "../text/measure";
import { brief, ONE_LINE } from "../text/told";
import { Button } from "../ui/button";
import { say } from "../ui/copy";
import { Menu } from "../ui/menu";
import { AskedText } from "./asked-text";
import { callBlock, callsOf, isBroken, OfferedTools, type ToolCall, ToolCalls, toolsOf } from "./tool-calls";

/** The name under which the last answer is kept, for the next time. */
const LAST = "last answer to a sampling";

/** What is said to a server whose request is rejected, unless somebody writes something else. */
const REFUSAL = "the user rejected the request";

/** How many letters fit into a line of the answer, and how many lines it grows to. */
const ANSWER_LETTERS = 36;
const ANSWER_ROWS = 12;

/** A message, or so much of it as is drawn at once. */
interface Told {
  role: string;
  content: unknown[];
  /** Where its content is among the messages. */
  path: string;
  /** Whether that is a list, and the number of the first of these blocks in it. */
  isList: boolean;
  first: number;
}

/** So many blocks of one message are drawn together. */
const BLOCKS = 20;

/** The messages of a sampling request; content is one block or, in newer revisions, several. */
export function messagesOf(params: unknown): Told[] {
  const all = typeof params === "object" && params !== null ? (params as Dict)["messages"] : null;
  if (!Array.isArray(all)) return [];
  return all.flatMap((one: unknown, at): Told[] => {
    const message = dict(one);
    // What is no message is shown as the content it may be.
    if (message === null) return [{ role: "?", content: [one], path: `${at}`, isList: false, first: 0 }];
    const { content, role } = message;
    const shared = { role: typeof role === "string" ? role : "?", path: `${at}/content` };
    if (!Array.isArray(content)) return [{ ...shared, content: [content], isList: false, first: 0 }];
    const parts = Math.max(1, Math.ceil(content.length / BLOCKS));
    return Array.from({ length: parts }, (_, part) => {
      const first = part * BLOCKS;
      return { ...shared, content: content.slice(first, first + BLOCKS), isList: true, first };
    });
  });
}

function Message({ session, ask, message }: { session: string; ask: Ask; message: Told }): JSX.Element {
  return (
    <div class="told">
      {message.content.map((block, at) => {
        const all = dict(block);
        const text = all?.["type"] === "text" ? all["text"] : null;
        return typeof text === "string" ? (
          <AskedText
            key={at}
            session={session}
            ask={ask}
            path={`/params/messages/${message.path}${message.isList ? `/${message.first + at}` : ""}/text`}
            text={text}
            lead={`${brief(message.role, ONE_LINE)}:`}
            class="mono"
          />
        ) : (
          <Block key={at} session={session} block={block} />
        );
      })}
    </div>
  );
}

export function lastText(told: readonly Told[]): string {
  const block = told.at(-1)?.content.at(-1);
  const text = typeof block === "object" && block !== null ? (block as Dict)["text"] : null;
  return typeof text === "string" ? text : "";
}

/** What else the request says, in one line. */
export function wishes(params: unknown): string {
  const all = typeof params === "object" && params !== null ? (params as Dict) : {};
  const preferences = (all["modelPreferences"] ?? {}) as Dict;
  const hints = preferences["hints"];
  const models = Array.isArray(hints)
    ? hints.map((hint: unknown) => String((hint as Dict | null)?.["name"] ?? "")).filter((name) => name !== "")
    : [];
  const tools = all["tools"];
  const priorities = ["cost", "speed", "intelligence"].flatMap((name) => {
    const weight = preferences[`${name}Priority`];
    return typeof weight === "number" ? [`${name} ${weight}`] : [];
  });
  return [
    ...(models.length === 0 ? [] : [`model: ${models.join(", ")}`]),
    ...(priorities.length === 0 ? [] : [`priorities: ${priorities.join(", ")}`]),
    ...(typeof all["maxTokens"] === "number" ? [`at most ${all["maxTokens"]} tokens`] : []),
    ...(typeof all["temperature"] === "number" ? [`temperature ${all["temperature"]}`] : []),
    ...(Array.isArray(tools) ? [`${tools.length} tools offered`] : []),
  ].join(" · ");
}

/** What is under More. */
interface More {
  model: string;
  /** Null when nobody said why the model stops: it follows from the answer then. */
  stopReason: string | null;
  refusal: string;
  calls: ToolCall[];
  /** The whole result as JSON text, once somebody writes it so. */
  raw: string | null;
}

/** What was written under More, from its draft; as usual where nothing was. */
export function moreOf(text: string): More {
  const value = valueOf(text);
  const all = typeof value === "object" && value !== null ? (value as Dict) : {};
  const word = (name: string, usual: string): string => (typeof all[name] === "string" ? all[name] : usual);
  return {
    model: word("model", "a person"),
    stopReason: typeof all["stopReason"] === "string" ? all["stopReason"] : null,
    refusal: word("refusal", ""),
    calls: callsOf(all["calls"]),
    raw: typeof all["raw"] === "string" ? all["raw"] : null,
  };
}

export function SamplingCard({ state, ask, place }: { state: SessionState; ask: Ask; place: string }): JSX.Element {
  const draft = draftNamed(state.id, `answer:${ask.ask}`).text;
  const last = draftNamed(state.id, LAST).text;
  // Beside the answer, and like it: the drawer draws the card anew, and so does a reload.
  const rest = draftNamed(state.id, `answer:${ask.ask}:more`).text;
  const { model, refusal, raw, calls, ...said } = moreOf(rest.value);
  const stopReason = said.stopReason ?? (calls.length > 0 ? "toolUse" : "endTurn");
  const change = (part: Partial<More>): void => {
    rest.value = JSON.stringify({ ...moreOf(rest.peek()), ...part });
  };
  const told = messagesOf(ask.params);
  const system = typeof ask.params === "object" && ask.params !== null ? (ask.params as Dict)["systemPrompt"] : null;
  const rawBroken = raw !== null && valueOf(raw) === undefined;
  const broken = raw === null ? calls.find(isBroken) : undefined;
  const cannotGo = rawBroken || broken !== undefined;

  const made = (): string => {
    const blocks = calls.map((call, index) => callBlock(call, `call_${ask.ask}_${index + 1}`));
    return samplingResult(draft.value, model, stopReason, blocks);
  };
  const result = (): string => raw ?? made();
  const send = (): void => {
    if (cannotGo) return;
    last.value = draft.value;
    void answer(state.id, ask, { result: result() });
  };
  const reject = { error: { code: -1, message: refusal.trim() === "" ? REFUSAL : refusal } };
  const canned = [
    {
      label: "Echo the last message",
      act: () => {
        draft.value = lastText(told);
      },
    },
    {
      label: "A fixed text",
      act: () => {
        draft.value = "This is a canned answer.";
      },
    },
    ...(last.value === ""
      ? []
      : [
          {
            label: "The last answer again",
            act: () => {
              draft.value = last.value;
            },
          },
        ]),
    { label: "Error -1", act: () => void answer(state.id, ask, reject) },
    {
      label: "Answer every sampling like this",
      act: () => {
        if (cannotGo) return;
        // Nobody means to answer everything from now on with nothing: that is a click too many.
        if (raw === null && calls.length === 0 && draft.value.trim() === "") {
          say("write the answer first: every sampling is answered like it");
          return;
        }
        last.value = draft.value;
        void addRule(state.id, ask, objectText([["kind", '"sampling"'], ["result", result()]]));
      },
    },
    {
      label: "Reject every sampling",
      act: () => {
        void addRule(state.id, ask, JSON.stringify({ kind: "sampling", ...reject }));
      },
    },
  ];
  const key = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    send();
  };
  return (
    <div onKeyDown={key}>
      {typeof system === "string" ? (
        <AskedText
          session={state.id}
          ask={ask}
          path="/params/systemPrompt"
          text={system}
          lead={<span class="muted">system:</span>}
        />
      ) : null}
      {told.length === 0 ? null : (
        <Paged
          of={ask.ask}
          count={told.length}
          noun="messages"
          draw={(index) => {
            const message = told[index];
            return message === undefined ? null : <Message key={index} session={state.id} ask={ask} message={message} />;
          }}
        />
      )}
      {wishes(ask.params) === "" ? null : <p class="muted">{brief(wishes(ask.params))}</p>}
      <OfferedTools params={ask.params} />
      <div class="answer-line">
        <textarea
          class="input"
          rows={rowsFor(draft.value, ANSWER_LETTERS, ANSWER_ROWS)}
          aria-label="Answer as the model"
          placeholder="Answer as the model…"
          value={draft.value}
          aria-describedby={`${place}-ask-${ask.ask}`}
          data-first={place}
          onInput={(event) => {
            draft.value = event.currentTarget.value;
          }}
        />
        <Button look="primary" keys="Ctrl+Enter" onClick={send}>
          Send
        </Button>
        <Menu label="Canned answers" id={`${place}-canned-${ask.ask}`} items={canned}>
          Canned
        </Menu>
        <Button onClick={() => void answer(state.id, ask, reject)}>Reject</Button>
      </div>
      <DraftNote session={state.id} name={`answer:${ask.ask}`} also={[`answer:${ask.ask}:more`]} />
      <details class="fold" open={rest.value !== ""}>
        <summary>More</summary>
        <div class="rows">
          {raw === null ? <ToolCalls tools={toolsOf(ask.params).map((tool) => tool.name)} calls={calls} change={(next) => change({ calls: next })} /> : null}
          <label class="line">
            <span>model</span>
            <input class="input" type="text" value={model} onInput={(event) => change({ model: event.currentTarget.value })} />
          </label>
          <label class="line">
            <span>stopReason</span>
            <input
              class="input"
              type="text"
              value={stopReason}
              onInput={(event) => change({ stopReason: event.currentTarget.value })}
            />
          </label>
          <label class="line">
            <span>message when rejected</span>
            <input
              class="input"
              type="text"
              placeholder={REFUSAL}
              value={refusal}
              onInput={(event) => change({ refusal: event.currentTarget.value })}
            />
          </label>
          <label class="line">
            <input
              type="checkbox"
              checked={raw !== null}
              onChange={(event) =>
                change({ raw: event.currentTarget.checked ? made() : null })
              }
            />
            <span>write the result as JSON</span>
          </label>
          {raw === null ? null : (
            <textarea
              class="input mono"
              aria-label="The result, JSON"
              rows={5}
              spellcheck={false}
              value={raw}
              onInput={(event) => change({ raw: event.currentTarget.value })}
            />
          )}
          {cannotGo ? (
            <p class="bad" role="alert">
              {broken === undefined ? "This" : `The input of ${broken.name}`} is not JSON, so it cannot be sent.
            </p>
          ) : null}
        </div>
      </details>
    </div>
  );
}
