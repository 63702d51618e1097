// Owns the cards of what a server asks for: one per ask, under the run that caused it and in the drawer. A card
// never takes the focus and never covers anything; what ended meanwhile is greyed and says why.
import type { JSX } from "preact";
import type { Ask, SessionState } from "../contract";
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
  rules,
} from "../store/inbox";
import type { ItemRef } from "../store/route";
import { runs, runsOf } from "../store/runs";
import { sessionNow } from "../store/sessions";
import { elapsed } from "../text/measure";
import { Button } from "../ui/button";
import { ProblemBlock } from "../ui/problem";
import { useNow } from "../ui/ticking";
import { ElicitationCard } from "./elicitation";
import { RootsCard } from "./roots";
import { SamplingCard } from "./sampling";

/** The cards that belong beside an item: of its runs, and those that nobody knows the cause of. */
export function CardsFor({ state, target }: { state: SessionState; target: ItemRef }): JSX.Element | null {
  const mine = new Set(runsOf(runs.value, state.id, target).map((run) => run.call));
  const causeOf = (ask: Ask): number | null => causes.value[askKey(state.id, ask.ask)] ?? null;
  const asks = state.asks.filter((ask) => causeOf(ask) === null || mine.has(causeOf(ask)));
  // What ended without a known cause is in the drawer; here it would stand beside every item.
  const over = ended.value.filter(
    (one) => one.session === state.id && causeOf(one.ask) !== null && mine.has(causeOf(one.ask)),
  );
  // A card is in one place at a time: two forms over one draft would get in each other's way.
  if (drawerOpen.value) return null;
  return asks.length + over.length === 0 ? null : <Cards state={state} asks={asks} over={over} place="run" />;
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
  const standing = rules.value.filter((rule) => rule.session === state.id);
  return (
    <div class="cards">
      {standing.map((rule) => (
        <p key={rule.method} class="standing">
          every <code>{rule.method}</code>: {rule.label}{" "}
          <Button look="quiet" label={`No longer answer every ${rule.method}`} onClick={() => removeRule(rule)}>
            ✕
          </Button>
        </p>
      ))}
      {asks.map((ask) => (
        <Card key={ask.ask} state={state} ask={ask} place={place} />
      ))}
      {over.map((one) => (
        <article key={one.ask.ask} class="card over" aria-label={`${one.ask.method}, ended`}>
          <p class="card-head">
            <strong>{one.ask.method}</strong> <span class="muted">{one.how}</span> <span class="spring" />
            <Button look="quiet" onClick={() => putAway(one)}>
              Put away
            </Button>
          </p>
        </article>
      ))}
    </div>
  );
}

function Card({ state, ask, place }: { state: SessionState; ask: Ask; place: "run" | "drawer" }): JSX.Element {
  const key = askKey(state.id, ask.ask);
  const problem = answerProblems.value[key];
  const heading = `${place}-ask-${ask.ask}`;
  const decline = (event: KeyboardEvent): void => {
    if (!event.altKey || event.key.toLowerCase() !== "d") return;
    event.preventDefault();
    event.stopPropagation();
    const refusal =
      ask.method === "elicitation/create" ? { result: '{"action":"decline"}' } : { decline: true as const };
    void answer(state.id, ask, refusal);
  };
  return (
    <article class="card" aria-labelledby={heading} data-ask={ask.ask} onKeyDown={decline}>
      <p class="card-head">
        <strong id={heading} class="asks">
          Server asks: {ask.method}
        </strong>{" "}
        <Waiting state={state} ask={ask} />
      </p>
      <CardBody state={state} ask={ask} place={place} />
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
        <p>
          This page knows no form for it.{" "}
          <Button onClick={() => void answer(state.id, ask, { decline: true })}>Decline</Button>
        </p>
      );
  }
}

function Waiting({ state, ask }: { state: SessionState; ask: Ask }): JSX.Element {
  const now = sessionNow(state, useNow());
  const cause = causes.value[askKey(state.id, ask.ask)] ?? null;
  const left = (ask.expiresNs - now) / 1e6;
  return (
    <span class="muted">
      {cause === null ? "" : `from run #${cause} · `}waiting {elapsed((now - ask.atNs) / 1e6)}
      {left < 60_000 ? ` · ${elapsed(left)} left` : ""}
    </span>
  );
}
