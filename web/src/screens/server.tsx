// Owns the Server screen: who the server is, what both sides can do and did, what it is given and what changed,
// roots, log level, the rules it broke, and the Doctor when it is not connected.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { Capabilities, SessionState } from "../contract";
import { type Problem, problemOf } from "../problem";
import { refreshLists } from "../store/catalog";
import { type BrokenRule, brokenRules, type FindingGroup } from "../store/broken-rules";
import { checkRules, findings as checkedFindings, findingsProblem, type KeptFinding, type Report } from "../store/findings";
import { formatRoute, go } from "../store/route";
import { serverIdentity } from "../store/server-words";
import { close, command, news, openFault } from "../store/sessions";
import { withEra } from "../text/era";
import { visible } from "../text/signs";
import { bytes, count } from "../text/measure";
import { Prose } from "../explore/prose";
import { Button } from "../ui/button";
import { say } from "../ui/copy";
import { ProblemBlock } from "../ui/problem";
import { CapabilityMatrix } from "./capabilities";
import { Doctor } from "./doctor";
import { ListChangesView } from "./list-changes";
import { LogLevel } from "./log-level";
import { RootsEditor } from "./roots-editor";
import { Surroundings } from "./surroundings";
import { TermsEditor } from "./terms";

/** What is asked again when the session stands elsewhere, or somebody wants it checked again. */
function useAsked<T>(path: string, phase: string, again: number): { body: T | null; problem: Problem | null } {
  const [body, setBody] = useState<T | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    api
      .get<T>(path, stop.signal)
      .then((answer) => {
        setBody(answer);
        setProblem(null);
      })
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setProblem(problemOf(thrown));
      });
    return () => stop.abort();
  }, [path, phase, again]);
  return { body, problem };
}

export function Server({ state }: { state: SessionState }): JSX.Element {
  const [asked, setAsked] = useState(0);
  useEffect(() => void checkRules(state.id, news.peek()?.lastSeq ?? 0), [state.id, state.phase, asked]);
  const findings = checkedFindings.value;
  const problem = findingsProblem.value;
  const { body: capabilities, problem: unknown } = useAsked<Capabilities>(
    sessionPath(state.id, "/capabilities"),
    state.phase,
    asked,
  );
  return (
    <div class="page">
      {openFault.value === null ? null : <Doctor state={state} fault={openFault.value} dismissable={false} />}
      <Identity state={state} />
      {unknown === null ? null : <ProblemBlock problem={unknown} title="It is not known what was used." />}
      <CapabilityMatrix state={state} found={capabilities} />
      {state.origin === "face" ? <TermsEditor state={state} offered={capabilities?.offered} /> : null}
      <ListChangesView state={state} />
      {state.server?.instructions == null ? null : (
        <section aria-labelledby="instructions">
          <h2 id="instructions">Instructions</h2>
          <Prose text={visible(state.server.instructions, true)} />
        </section>
      )}
      <Surroundings state={state} />
      <section aria-labelledby="log-level">
        <h2 id="log-level">Log level</h2>
        <LogLevel state={state} label="The server should log from this severity on" />
      </section>
      <RootsEditor state={state} />
      <section aria-labelledby="findings">
        <h2 id="findings">
          Findings <span class="muted">{findings === null ? "" : count(findings.findings.length, "finding")}</span>{" "}
          <Button look="quiet" onClick={() => setAsked(asked + 1)}>
            Check again
          </Button>
        </h2>
        {problem === null ? null : <ProblemBlock problem={problem} title="The rules could not be checked." />}
        {findings === null ? null : <FindingList state={state} findings={findings} />}
      </section>
    </div>
  );
}

function act(promise: Promise<unknown>): void {
  promise.catch((thrown: unknown) => say(problemOf(thrown).message));
}

function Identity({ state }: { state: SessionState }): JSX.Element {
  const rows: [string, string | null][] = [
    ["Name", serverIdentity(state)],
    ["Place", state.place],
    ["Transport", state.transport],
    ...(state.pid === null ? [] : [["Process", `pid ${state.pid}`] as [string, string]]),
    ["Revision", withEra(state.revision)],
    [
      "Traffic",
      `${state.traffic.framesSent} frames out, ${bytes(state.traffic.bytesSent)} · ${state.traffic.framesReceived} in, ${bytes(state.traffic.bytesReceived)}${state.traffic.junk === 0 ? "" : ` · ${state.traffic.junk} no messages`}`,
    ],
  ];
  return (
    <section aria-labelledby="identity">
      <h2 id="identity">Server</h2>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={name === "Place" ? "mono" : ""}>
              {value === null || value === "" ? <span class="muted">not known yet</span> : visible(value)}
            </dd>
          </div>
        ))}
      </dl>
      {state.origin === "recording" ? null : (
        <div class="answer-line">
          <Button onClick={() => act(command(state.id, "anew"))}>Reconnect</Button>
          <Button onClick={() => act(command(state.id, "stop"))}>Disconnect</Button>
          <Button onClick={() => act(refreshLists(state))}>Fetch the lists again</Button>
          <Button onClick={() => act(close(state.id).then(() => go({ screen: "connect" })))}>Close</Button>
        </div>
      )}
    </section>
  );
}

/** How many frames are named that show the same. */
const NAMED_FRAMES = 5;

function Frames({ session, rule, all }: { session: string; rule: string; all: readonly KeptFinding[] }): JSX.Element {
  const more = all.length - NAMED_FRAMES;
  const filter = `kind:finding method:${rule}`;
  return (
    <>
      {all.slice(0, NAMED_FRAMES).map(({ seq, gone }, index) => (
        <>
          {index === 0 ? "" : ", "}
          <a href={formatRoute({ screen: "timeline", session, seq, filter: "" })}>frame {seq}</a>
          {gone === true ? <span class="warn"> (no longer in the log)</span> : null}
        </>
      ))}
      {more <= 0 ? null : (
        <>
          {" "}
          and <a href={formatRoute({ screen: "timeline", session, seq: null, filter })}>{count(more, "more frame")}</a>
        </>
      )}
    </>
  );
}

/** One way in which a rule is broken, with the frames that show it. */
function Way({ session, way: { finding, all } }: { session: string; way: FindingGroup }): JSX.Element {
  return (
    <>
      {visible(finding.message)}
      {finding.pointer === undefined ? null : <code class="muted"> {visible(finding.pointer)}</code>}{" "}
      <Frames session={session} rule={finding.rule} all={all} />
    </>
  );
}

/** How many ways of breaking one rule are listed. */
const MOST_WAYS = 200;

function BrokenLine({ session, broken }: { session: string; broken: BrokenRule }): JSX.Element {
  const { rule, level, times, ways } = broken;
  const [first] = ways;
  const page = first?.finding.page ?? "";
  return (
    <li>
      {level === null ? null : <span class={`badge ${level === "must" ? "bad" : ""}`}>{level}</span>} <code>{rule}</code>{" "}
      {first === undefined ? (
        <span class="muted">broken {count(times, "time")}; no frame is named for it</span>
      ) : ways.length === 1 ? (
        <Way session={session} way={first} />
      ) : (
        visible(first.finding.message)
      )}
      {/^https:\/\//.test(page) ? (
        <>
          {" · "}
          <a href={page} target="_blank" rel="noopener noreferrer">
            rule
          </a>
        </>
      ) : null}
      {ways.length < 2 ? null : (
        <details class="fold">
          <summary>
            {count(times, "time")}, in {ways.length} ways
          </summary>
          <ul class="finding-list">
            {ways.slice(0, MOST_WAYS).map((way, index) => (
              <li key={index}>
                <Way session={session} way={way} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

export function FindingList({ state, findings }: { state: SessionState; findings: Report }): JSX.Element {
  const broken = brokenRules(findings);
  const listed = new Set(broken.map((one) => one.rule));
  const others = findings.rules.filter((rule) => !listed.has(rule.rule));
  const kept = others.filter((rule) => rule.verdict === "kept").length;
  return (
    <>
      <p class="muted">
        {kept} rules kept, {broken.length} broken, {others.length - kept} not exercised so far.
        {news.value === null || news.value.dropped === 0
          ? ""
          : " The log no longer has its oldest entries; what was found in them is listed as far as this tab has seen it."}
      </p>
      <ul class="finding-list">
        {broken.map((one) => (
          <BrokenLine key={one.rule} session={state.id} broken={one} />
        ))}
      </ul>
    </>
  );
}
