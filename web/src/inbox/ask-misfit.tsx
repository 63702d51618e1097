// Owns what is wrong with what a server asks for: members that are missing or of another kind than the method wants. Its
// card says so above the parameters as they came, since a form over them would be empty.
import type { JSX } from "preact";
import { api } from "../api";
import type { Ask } from "../contract";
import { dict, type Dict, kindOf, mayHave, needs } from "../explore/misfit";
import { paramsText } from "../store/inbox";
import { WHOLE_RESULT_BYTES } from "../store/runs";
import { session } from "../store/sessions";
import { BigDoc, PrettyJson } from "../ui/json";

/** What is wrong with the parameters of an ask. */
export function askMisfits(method: string, params: unknown): string[] {
  const all = dict(params ?? {});
  if (all === null) return [`\`params\` is ${kindOf(params)}, not an object`];
  switch (method) {
    case "elicitation/create":
      return found([
        needs(all, "message"),
        mayHave(all, "mode"),
        all["mode"] === "url" ? needs(all, "url") : needs(all, "requestedSchema", "an object"),
      ]);
    case "sampling/createMessage":
      return found([
        needs(all, "messages", "a list"),
        ...messageMisfits(all),
        needs(all, "maxTokens", "a number"),
        mayHave(all, "systemPrompt"),
        mayHave(all, "temperature", "a number"),
        mayHave(all, "modelPreferences", "an object"),
        mayHave(all, "tools", "a list"),
      ]);
    default:
      return [];
  }
}

/** So many messages are named that are not as they should be. */
const MOST_NAMED = 5;

function messageMisfits(all: Dict): string[] {
  const messages: unknown[] = Array.isArray(all["messages"]) ? all["messages"] : [];
  const wrong = messages.flatMap((message, at) => {
    const one = dict(message);
    const faults =
      one === null
        ? [`is ${kindOf(message)}, not an object`]
        : found([needs(one, "role"), one["content"] === undefined ? "`content` is missing" : null]).map((fault) => `: ${fault}`);
    return faults.map((fault) => `message ${at + 1}${fault.startsWith(":") ? "" : " "}${fault}`);
  });
  const left = wrong.length - MOST_NAMED;
  return left > 0 ? [...wrong.slice(0, MOST_NAMED), `and ${left} more messages`] : wrong;
}

function found(faults: readonly (string | null)[]): string[] {
  return faults.filter((fault) => fault !== null);
}

/** Says what is wrong with an ask, above its parameters as they came; nothing when nothing is. */
export function AskMisfit({ ask }: { ask: Ask }): JSX.Element | null {
  const wrong = askMisfits(ask.method, ask.params);
  if (wrong.length === 0) return null;
  return (
    <>
      <p class="warn-line">Not as it should be: {wrong.join("; ")}. It came so:</p>
      <AskParams ask={ask} />
    </>
  );
}

export function AskParams({ ask }: { ask: Ask }): JSX.Element {
  const text = paramsText(ask.ask) ?? JSON.stringify(ask.params) ?? "null";
  const id = session.value?.id;
  return text.length <= WHOLE_RESULT_BYTES || ask.seq === null || id === undefined ? (
    <PrettyJson text={text} label="Parameters" />
  ) : (
    <BigDoc session={id} seq={ask.seq} path="/params" api={api} label="Parameters" />
  );
}
