// Owns the Server screen: who the server is, which revision is spoken, what it can do and which rules it broke,
// roots, log level, and the Doctor when it is not connected.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { Finding, Findings, SessionState } from "../contract";
import { type Problem, problemOf } from "../problem";
import { loadPlaces, openSession, recent } from "../store/connecting";
import { refreshLists } from "../store/catalog";
import { formatRoute, go } from "../store/route";
import { close, command, openFault } from "../store/sessions";
import { bytes, count } from "../text/measure";
import { Button } from "../ui/button";
import { say } from "../ui/copy";
import { ProblemBlock } from "../ui/problem";
import { Doctor } from "./doctor";
import { RootsEditor } from "./roots-editor";

export function Server({ state }: { state: SessionState }): JSX.Element {
  const [findings, setFindings] = useState<Findings | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    api
      .get<Findings>(sessionPath(state.id, "/findings"), stop.signal)
      .then((answer) => {
        setFindings(answer);
        setProblem(null);
      })
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setProblem(problemOf(thrown));
      });
    return () => stop.abort();
  }, [state.id, state.phase, asked]);
  return (
    <div class="page">
      {openFault.value === null ? null : <Doctor state={state} fault={openFault.value} dismissable={false} />}
      <Identity state={state} />
      <Capabilities state={state} findings={findings?.findings ?? []} />
      {state.server?.instructions == null ? null : (
        <section aria-labelledby="instructions">
          <h2 id="instructions">Instructions</h2>
          <pre class="text-content">{state.server.instructions}</pre>
        </section>
      )}
      <LogLevel state={state} />
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

const ERAS = [
  ["auto", "whatever it speaks"],
  ["legacy", "the older era"],
  ["modern", "the newer era"],
  ["2025-11-25", "2025-11-25"],
  ["2025-06-18", "2025-06-18"],
  ["2025-03-26", "2025-03-26"],
  ["2024-11-05", "2024-11-05"],
] as const;

function Identity({ state }: { state: SessionState }): JSX.Element {
  const [era, setEra] = useState("auto");
  const info = state.server?.info;
  useEffect(() => {
    void loadPlaces();
  }, []);
  const rows: [string, string | null][] = [
    [
      "Name",
      info === null || info === undefined
        ? null
        : [info.title, info.name, info.version].filter((word) => word !== undefined).join(" · "),
    ],
    ["Place", state.place],
    ["Transport", state.transport],
    ["Revision", state.revision],
    [
      "Traffic",
      `${state.traffic.framesSent} frames out, ${bytes(state.traffic.bytesSent)} · ${state.traffic.framesReceived} in, ${bytes(state.traffic.bytesReceived)}${state.traffic.junk === 0 ? "" : ` · ${state.traffic.junk} no messages`}`,
    ],
  ];
  const reopen = (): void => {
    const known = (recent.value ?? []).find((one) => one.place === state.place && one.text !== null);
    if (state.serverId !== null) void openSession({ serverId: state.serverId }, era);
    else if (known?.text != null) void openSession({ target: { text: known.text } }, era);
    else say("how this server was started is no longer known here: connect to it again from the Connect screen");
  };
  return (
    <section aria-labelledby="identity">
      <h2 id="identity">Server</h2>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={name === "Place" ? "mono" : ""}>
              {value === null || value === "" ? <span class="muted">not known yet</span> : value}
            </dd>
          </div>
        ))}
      </dl>
      {state.origin === "recording" ? null : (
        <div class="answer-line">
          <Button onClick={() => act(command(state.id, "reconnect"))}>Reconnect</Button>
          <Button onClick={() => act(command(state.id, "stop"))}>Disconnect</Button>
          <Button onClick={() => act(refreshLists(state))}>Fetch the lists again</Button>
          <Button onClick={() => act(close(state.id).then(() => go({ screen: "connect" })))}>Close</Button>
          <label class="line">
            <span>or connect anew, speaking</span>
            <select class="input" value={era} onChange={(event) => setEra(event.currentTarget.value)}>
              {ERAS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <Button onClick={reopen}>Connect anew</Button>
        </div>
      )}
    </section>
  );
}

/** Capabilities the specification knows, with the family of rules about each. */
const KNOWN: readonly [string, string][] = [
  ["tools", "TOOL"],
  ["resources", "RES"],
  ["prompts", "PRM"],
  ["completions", "CMP"],
  ["logging", "LOG"],
  ["tasks", "TSKX"],
];

/** What a capability says beyond being there, such as `listChanged`. */
export function capabilityWords(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .map(([name, one]) =>
      one === true
        ? name
        : typeof one === "object" && one !== null && Object.keys(one).length === 0
          ? name
          : `${name}: ${JSON.stringify(one)}`,
    )
    .join(", ");
}

function Capabilities({ state, findings }: { state: SessionState; findings: readonly Finding[] }): JSX.Element {
  const all = state.server?.capabilities ?? {};
  const names = [
    ...KNOWN.map(([name]) => name),
    ...Object.keys(all).filter((name) => !KNOWN.some(([known]) => known === name)),
  ];
  return (
    <section aria-labelledby="capabilities">
      <h2 id="capabilities">Capabilities</h2>
      {state.server === null ? (
        <p class="muted">The server has not introduced itself yet.</p>
      ) : (
        <table class="table">
          <thead>
            <tr>
              <th scope="col">capability</th>
              <th scope="col">advertised</th>
              <th scope="col">details</th>
              <th scope="col">rules broken</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => {
              const family = KNOWN.find(([known]) => known === name)?.[1];
              const broken = findings.filter((finding) => finding.rule.split("-")[0] === family).length;
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{name in all ? <span class="ok">✓ yes</span> : <span class="muted">no</span>}</td>
                  <td class="mono">{capabilityWords(all[name])}</td>
                  <td>{broken === 0 ? "" : <span class="bad">{broken}</span>}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

function LogLevel({ state }: { state: SessionState }): JSX.Element {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [wanted, setWanted] = useState("");
  const set = (level: string): void => {
    setWanted(level);
    setProblem(null);
    if (level === "") return;
    api.send("PUT", sessionPath(state.id, "/level"), JSON.stringify({ level })).then(
      () => say(`the server was told to log from ${level} on`),
      (thrown: unknown) => setProblem(problemOf(thrown)),
    );
  };
  return (
    <section aria-labelledby="log-level">
      <h2 id="log-level">Log level</h2>
      <label class="line">
        <span>The server should log from this severity on</span>
        <select class="input" value={wanted} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">as it is</option>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {level}
            </option>
          ))}
        </select>
      </label>
      {problem === null ? null : <ProblemBlock problem={problem} title="The level was not set." />}
    </section>
  );
}

function FindingList({ state, findings }: { state: SessionState; findings: Findings }): JSX.Element {
  const kept = findings.rules.filter((rule) => rule.verdict === "kept").length;
  const idle = findings.rules.filter((rule) => rule.verdict === "not-exercised").length;
  return (
    <>
      <p class="muted">
        {kept} rules kept, {findings.rules.length - kept - idle} broken, {idle} not exercised so far.
      </p>
      <ul class="finding-list">
        {findings.findings.slice(0, 200).map((finding, index) => (
          <li key={index}>
            <span class={`badge ${finding.level === "must" ? "bad" : ""}`}>{finding.level}</span>{" "}
            <code>{finding.rule}</code> {finding.message}
            {finding.pointer === undefined ? null : <code class="muted"> {finding.pointer}</code>}{" "}
            <a href={formatRoute({ screen: "timeline", session: state.id, seq: finding.seq, filter: "" })}>
              frame {finding.seq}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
