// Owns the cards of what a server asks for: one per ask, under the run that caused it and in the drawer. A card
// covers nothing, and what ended meanwhile is greyed and says why. Who gets the focus is in `store/attention.ts`.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Ask, SessionState, StandingRule } from "../contract";
import { cardGoes } from "../store/attention";
import { draftsCame } from "../store/drafts";
import {
  answer,
  answerProblems,
  askKey,
  causes,
  drawerOpen,
  type Ended,
  ended,
  putAway,
  removeRule,
  ruleSays,
} from "../store/inbox";
import type { ItemRef } from "../store/route";
import { runs, runsOf } from "../store/runs";
import { sessionNow } from "../store/sessions";
import { count, elapsed } from "../text/measure";
import { brief, ONE_LINE } from "../text/told";
import { Button } from "../ui/button";
import { later } from "../ui/later";
import { ProblemBlock } from "../ui/problem";
import { useNow } from "../ui/ticking";
import { AskMisfit, AskParams } from "./ask-misfit";
import { goToAsk } from "./reach";

const ElicitationCard = later("ElicitationCard");
const SamplingCard = later("SamplingCard");
const RootsCard = later("RootsCard");

/** The cards that belong beside an item: of its runs, and those that nobody knows the cause of. */
export function CardsFor({ state, target }: { state: SessionState; target: ItemRef }): JSX.Element | null {
  const mine = new Set(runsOf(runs.value, state.id, target).map((run) => run.call));
  const causeOf = (ask: Ask): number | null => causes.value[askKey(state.id, ask.ask)] ?? null;
  const asks = state.asks.filter((ask) => causeOf(ask) === null || mine.has(causeOf(ask)));
  // What ended without a known cause is in the drawer; here it would stand beside every item.
  const over = ended.value.filter((one) => {
    const cause = causes.value[askKey(state.id, one.ask)] ?? null;
    return one.session === state.id && cause !== null && mine.has(cause);
  });
  // A card is in one place at a time: two forms over one draft would get in each other's way.
  if (drawerOpen.value) return <InInbox asks={asks} />;
  return asks.length + over.length + (target.kind === "tool" ? state.rules.length : 0) === 0 ? null : <Cards state={state} asks={asks} over={over} place="run" />;
}

/** Says where the cards of a run are while the Inbox has them. */
function InInbox({ asks: [first] }: { asks: readonly Ask[] }): JSX.Element | null {
  if (first === undefined) return null;
  return (
    <p class="answer-line">
      <span class="asks">Server asks: {first.method}.</span> <span>Its card is in the Inbox.</span>
      <Button onClick={() => goToAsk(first.ask)}>Go to it</Button>
    </p>
  );
}

export function Cards({
  state,
  asks,
  over,
  place,
}: {
  state: SessionState;
  asks: readonly Ask[];
  over: readonly Ended[];
  place: "run" | "drawer";
}): JSX.Element {
  return (
    <div class="cards">
      {state.rules.map((rule) => (
        <Standing key={rule.number} state={state} rule={rule} />
      ))}
      {asks.slice(0, AT_ONCE).map((ask) => (
        <Card key={ask.ask} state={state} ask={ask} place={place} />
      ))}
      {asks.length > AT_ONCE ? (
        <p class="answer-line">
          <span>and {count(asks.length - AT_ONCE, "more ask")}, which come as these are answered</span>
          <Button onClick={() => void declineAll(state, asks)}>Decline all {asks.length}</Button>
        </p>
      ) : null}
      {over.map((one) => (
        <article
          key={one.ask}
          class="card over"
          aria-label={`${one.method}, ended`}
          data-ended={one.ask}
          tabIndex={-1}
          onKeyDown={swallowSend}
        >
          <p class="card-head">
            <strong>{brief(one.method, ONE_LINE)}</strong> <span class="muted">{brief(one.how, ONE_LINE)}</span> <span class="spring" />
            <Button look="quiet" onClick={() => putAway(one)}>
              Dismiss
            </Button>
          </p>
        </article>
      ))}
    </div>
  );
}

/** Each card has a form of its own, and nobody fills in more than a few of them at a time. */
const AT_ONCE = 8;

async function declineAll(state: SessionState, asks: readonly Ask[]): Promise<void> {
  const left = [...asks];
  const lane = async (): Promise<void> => {
    for (let ask = left.shift(); ask !== undefined; ask = left.shift()) await answer(state.id, ask, refusalOf(ask));
  };
  // A browser has few connections, and a person may want something else meanwhile.
  await Promise.all([lane(), lane()]);
}

function refusalOf(ask: Ask): { result: string } | { decline: true } {
  return ask.method === "elicitation/create" ? { result: '{"action":"decline"}' } : { decline: true };
}

/** A rule that answers by itself, for every session with this server, until it is taken back. */
function Standing({ state, rule }: { state: SessionState; rule: StandingRule }): JSX.Element {
  const which = ["mode", "message", "contains", "tool"].flatMap((name) =>
    typeof rule.rule[name] === "string" ? [`${name} ${rule.rule[name]}`] : [],
  );
  return (
    <p class="standing">
      <span class="muted">rule {rule.number}</span> every <code>{rule.method}</code>
      {which.length === 0 ? "" : ` with ${which.join(", ")}`}: {ruleSays(rule.rule)}{" "}
      {rule.answered === 0 ? null : <span class="muted">{count(rule.answered, "answer")} so far</span>}{" "}
      <Button
        look="quiet"
        label={`No longer answer every ${rule.method} by rule ${rule.number}`}
        onClick={() => void removeRule(state.id, rule)}
      >
        ✕
      </Button>
    </p>
  );
}

function isSend(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && event.key === "Enter";
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Whoever was about to send an answer to what has just ended must not run something instead. */
function swallowSend(event: KeyboardEvent): void {
  if (isSend(event)) swallow(event);
}

function Card({ state, ask, place }: { state: SessionState; ask: Ask; place: "run" | "drawer" }): JSX.Element {
  const key = askKey(state.id, ask.ask);
  const problem = answerProblems.value[key];
  const heading = `${place}-ask-${ask.ask}`;
  const article = useRef<HTMLElement>(null);
  useLayoutEffect(() => () => cardGoes(article.current, ask.ask), []);
  const press = (event: KeyboardEvent): void => {
    if (isSend(event)) {
      // Wherever in the card the focus is, this is never for the tool behind it.
      swallow(event);
      article.current?.querySelector<HTMLElement>(".answer-line > .primary")?.click();
    } else if (event.altKey && event.key.toLowerCase() === "d") {
      swallow(event);
      void answer(state.id, ask, refusalOf(ask));
    }
  };
  return (
    <article ref={article} class="card" aria-labelledby={heading} data-ask={ask.ask} tabIndex={-1} onKeyDown={press}>
      <p class="card-head">
        <strong id={heading} class="asks">
          Server asks: {brief(ask.method, ONE_LINE)}
        </strong>{" "}
        <Waiting state={state} ask={ask} />
      </p>
      <AskMisfit ask={ask} />
      {draftsCame(state.id) ? <CardBody state={state} ask={ask} place={place} /> : null}
      {problem === undefined ? null : <ProblemBlock problem={problem} title="The answer was not taken." />}
    </article>
  );
}

function CardBody({ state, ask, place }: { state: SessionState; ask: Ask; place: "run" | "drawer" }): JSX.Element {
  switch (ask.method) {
    case "sampling/createMessage":
      return <SamplingCard state={state} ask={ask} place={place} />;
    case "elicitation/create":
      return <ElicitationCard state={state} ask={ask} place={place} />;
    case "roots/list":
      return <RootsCard state={state} ask={ask} />;
    default:
      return (
        <div role="group" aria-label="What it asks for" data-takes-keys tabIndex={-1}>
          <AskParams ask={ask} />
          <p>
            This page knows no form for it.{" "}
            <Button keys="Alt+D" onClick={() => void answer(state.id, ask, { decline: true })}>
              Decline
            </Button>
          </p>
        </div>
      );
  }
}

/** The time that is left is marked when there is no more of it than this. */
const LAST_MS = 60_000;

function Waiting({ state, ask }: { state: SessionState; ask: Ask }): JSX.Element {
  const now = sessionNow(state, useNow());
  const cause = causes.value[askKey(state.id, ask.ask)] ?? null;
  const left = (ask.expiresNs - now) / 1e6;
  return (
    <span class="muted">
      {cause === null ? "" : `run #${cause} · `}waiting {elapsed((now - ask.atNs) / 1e6)} ·{" "}
      <span class={left < LAST_MS ? "warn-line" : ""}>{elapsed(left)} left</span>
    </span>
  );
}
