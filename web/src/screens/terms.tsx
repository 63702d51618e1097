// Owns the terms of a session on the Server screen: what the server is offered and which revision is spoken, as
// switches that take effect when it is connected anew, and the offer as it was sent.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { Offered, SessionState, Terms, TermsNow } from "../contract";
import { type Problem, problemOf } from "../problem";
import { formatRoute } from "../store/route";
import { prettyOf } from "../ui/json-tokens";
import { Button } from "../ui/button";
import { JsonText } from "../ui/json";
import { ProblemBlock } from "../ui/problem";

type Switch = Exclude<keyof Terms, "era">;

const SWITCHES: readonly [Switch, string, string][] = [
  ["sampling", "Sampling", "the server may ask for what a model would say"],
  ["elicitationForm", "Elicitation by form", "it may ask you to fill in a form"],
  ["elicitationUrl", "Elicitation by URL", "it may ask you to visit a page"],
  ["roots", "Roots", "it may ask where it may work"],
  ["rootsOnDemand", "Ask me for roots", "a card in the Inbox each time, instead of the roots below"],
  ["tasks", "Tasks", "it may make a task of a call (2026-07-28)"],
  ["skills", "Skills", "skills are read (2026-07-28)"],
];

export const ERAS = [
  ["auto", "whatever it speaks"],
  ["legacy", "the older era"],
  ["2026-07-28", "2026-07-28, the newer era"],
  ["2025-11-25", "2025-11-25"],
  ["2025-06-18", "2025-06-18"],
  ["2025-03-26", "2025-03-26"],
  ["2024-11-05", "2024-11-05"],
] as const;

export function TermsEditor({ state, offered }: { state: SessionState; offered: Offered | null | undefined }): JSX.Element {
  const [terms, setTerms] = useState<TermsNow | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const path = sessionPath(state.id, "/terms");
  useEffect(() => {
    const stop = new AbortController();
    api.get<TermsNow>(path, stop.signal).then(setTerms, (thrown: unknown) => {
      if (!stop.signal.aborted) setProblem(problemOf(thrown));
    });
    return () => stop.abort();
  }, [path, state.phase]);
  const wish = (change: Partial<Terms>): void => {
    setProblem(null);
    const before = terms;
    // What is drawn meanwhile must not turn a switch back that somebody has just turned.
    setTerms((now) => (now === null ? null : { ...now, chosen: { ...now.chosen, ...change } }));
    api.send<TermsNow>("PUT", path, JSON.stringify(change)).then(setTerms, (thrown: unknown) => {
      setTerms(before);
      setProblem(problemOf(thrown));
    });
  };
  const anew = (): void => {
    setProblem(null);
    api.send("POST", sessionPath(state.id, "/anew")).catch((thrown: unknown) => setProblem(problemOf(thrown)));
  };
  return (
    <section aria-labelledby="terms">
      <h2 id="terms">Offered to the server</h2>
      {terms === null ? null : (
        <>
          <ul class="switches">
            {SWITCHES.map(([name, label, note]) => (
              <li key={name}>
                <label class="line">
                  <input
                    type="checkbox"
                    checked={terms.chosen[name]}
                    onChange={(event) => wish({ [name]: event.currentTarget.checked })}
                  />
                  <span>{label}</span>
                  <span class="muted">{note}</span>
                  {terms.chosen[name] === terms.inForce[name] ? null : <Pending name={name} now={terms.inForce[name]} />}
                </label>
              </li>
            ))}
          </ul>
          <label class="line">
            <span>Speak</span>
            <select
              class="input"
              aria-label="Which revision to speak"
              value={terms.chosen.era}
              onChange={(event) => wish({ era: event.currentTarget.value })}
            >
              {ERAS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <div class="answer-line">
            <Button look={terms.pending ? "primary" : "plain"} onClick={anew}>
              Connect anew
            </Button>
            <span class={terms.pending ? "warn" : "muted"} role="status">
              {terms.pending
                ? "What you chose takes effect when the server is connected anew."
                : "A change takes effect when the server is connected anew."}
            </span>
          </div>
        </>
      )}
      {problem === null ? null : <ProblemBlock problem={problem} title="The terms were not changed." />}
      {offered === undefined ? null : offered === null ? (
        <p class="muted">Nothing was offered yet.</p>
      ) : (
        <figure class="block offered">
          <figcaption class="muted">
            As it was sent{" "}
            <a href={formatRoute({ screen: "timeline", session: state.id, seq: offered.seq, filter: "" })}>
              frame {offered.seq}
            </a>
          </figcaption>
          <JsonText text={prettyOf(JSON.stringify(offered.capabilities))} />
        </figure>
      )}
    </section>
  );
}

function Pending({ name, now }: { name: Switch; now: boolean }): JSX.Element {
  const word = name === "rootsOnDemand" ? "asked" : "offered";
  return <span class="badge warn">{now ? `still ${word}` : `not ${word} yet`}</span>;
}
