// Owns the diagnosis of a connection that failed: which steps were taken, which one broke, and what to do.
// It reads only facts the backend tells; it never guesses by the words of a message.
import type { Fault, FaultDetails, PostMortem } from "../contract";

export interface Step {
  name: string;
  verdict: "ok" | "bad" | "unknown";
  what: string;
}

export interface Diagnosis {
  title: string;
  steps: Step[];
  stderr: readonly string[];
  junk: string[];
  /** What came with an HTTP status that is none of success. */
  answer: { about: string; text: string } | null;
  hint: string | null;
  wantsLogin: boolean;
  /** Variables that could be what it lacks. */
  missing: string[];
}

/** How much of a body is shown. */
const MOST_BODY = 2000;

const HTTP_STEPS = ["name found", "connected", "encrypted", "answered", "logged in", "speaks MCP"] as const;
const LOGGED_IN = "logged in" satisfies HttpStep;
type HttpStep = (typeof HTTP_STEPS)[number];

/** At which step of an HTTP connection a fault of this code breaks it. */
const BREAKS_AT: Record<string, HttpStep> = {
  HOST_NOT_FOUND: "name found",
  CONNECTION_REFUSED: "connected",
  TLS_FAILED: "encrypted",
  HTTP_STATUS: "answered",
  SESSION_EXPIRED: "answered",
  REDIRECTED: "answered",
  RATE_LIMITED: "answered",
  AUTHENTICATION_FAILED: "logged in",
  PROTOCOL_ERROR: "speaks MCP",
  PROTOCOL_VERSION_MISMATCH: "speaks MCP",
  INVALID_RESPONSE: "speaks MCP",
  FRAME_TOO_LARGE: "speaks MCP",
  SERVER_ERROR: "speaks MCP",
};

/** At which step a request waited when time ran out, or when it broke for no other reason that is known. */
const WAITED_AT: Record<NonNullable<FaultDetails["httpStep"]>, HttpStep> = {
  name: "name found",
  connection: "connected",
  answer: "answered",
  message: "speaks MCP",
};

/** `worked` says that the server had been connected before the fault came. */
export function diagnose(name: string, place: string, fault: Fault, worked: boolean): Diagnosis {
  const dead = fault.details?.postMortem ?? null;
  const isHttp = /^https?:/i.test(place);
  return {
    title: worked ? `The connection to “${name}” ended` : `Could not connect to “${name}”`,
    steps:
      dead !== null
        ? processSteps(dead, fault, worked)
        : worked
          ? [
              { name: "connected", verdict: "ok", what: "" },
              { name: "stayed connected", verdict: "bad", what: fault.message },
            ]
          : isHttp
            ? httpSteps(place, fault)
            : fault.details?.isRunning === true
              ? [
                  { name: "command found", verdict: "ok", what: "" },
                  { name: "started", verdict: "ok", what: pidOf(fault) },
                  { name: "initialize", verdict: "bad", what: fault.message },
                ]
              : [{ name: "connect", verdict: "bad", what: fault.message }],
    stderr: dead?.stderr ?? [],
    junk: dead?.junk ?? [],
    answer: answerOf(fault),
    hint: fault.hint ?? null,
    wantsLogin: fault.code === "AUTHENTICATION_FAILED",
    missing: [...new Set([...(dead?.unsetVariables ?? []), ...(dead?.missingVariables ?? [])])],
  };
}

/** The answer of a server that is no MCP: status, media type and the beginning of the body, which may be anything. */
function answerOf({ details }: Fault): Diagnosis["answer"] {
  const { httpStatus, httpContentType, httpBody } = details ?? {};
  if (typeof httpBody !== "string" || httpBody.trim() === "") return null;
  const status = typeof httpStatus === "number" ? `HTTP ${httpStatus}` : "the answer";
  const text = httpBody.length > MOST_BODY ? `${httpBody.slice(0, MOST_BODY)}…` : httpBody;
  return { about: `${status}, ${httpContentType ?? "no content type"}; the body began with`, text };
}

function processSteps(dead: PostMortem, fault: Fault, worked: boolean): Step[] {
  const command = dead.argv[0] ?? "";
  if (dead.program === null) {
    return [
      { name: "command found", verdict: "bad", what: fault.message },
      { name: "started", verdict: "unknown", what: "" },
      { name: "initialize", verdict: "unknown", what: "" },
    ];
  }
  const found: Step = { name: "command found", verdict: "ok", what: dead.program };
  const everRan = dead.exitCode !== null || dead.signal !== null || dead.aliveMs > 0;
  if (!everRan) {
    return [
      found,
      { name: "started", verdict: "bad", what: fault.message },
      { name: "initialize", verdict: "unknown", what: "" },
    ];
  }
  return [
    found,
    { name: "started", verdict: "ok", what: [pidOf(fault), `${command} in ${dead.cwd}`].filter(Boolean).join(" · ") },
    ...(worked ? [{ name: "initialize", verdict: "ok", what: "" } as const] : []),
    { name: worked ? "stayed alive" : "initialize", verdict: "bad", what: fault.message },
    ...dead.unsetVariables.map((variable): Step => ({
      name: "variable",
      verdict: "bad",
      what: `${variable} is not set`,
    })),
  ];
}

function pidOf({ details }: Fault): string {
  return details?.pid === undefined ? "" : `pid ${details.pid}`;
}

function httpSteps(place: string, fault: Fault): Step[] {
  const waited = fault.details?.httpStep;
  const breaks = BREAKS_AT[fault.code] ?? (waited === undefined ? undefined : WAITED_AT[waited]);
  if (breaks === undefined) return [{ name: "connect", verdict: "bad", what: fault.message }];
  const secure = /^https:/i.test(place);
  // Who waits for an encrypted connection is not told whether for TCP or for TLS.
  const isEither = secure && BREAKS_AT[fault.code] === undefined && waited === "connection";
  const steps: string[] = HTTP_STEPS.filter((step) => step !== "encrypted" || (secure && !isEither));
  if (isEither) steps[steps.indexOf("connected")] = "connected, encrypted";
  // A server that answered wanted no login, or nobody was logged in then: what broke came after it.
  const wanted = breaks === "speaks MCP" ? steps.filter((step) => step !== LOGGED_IN) : steps;
  const at = wanted.findIndex((step) => step.startsWith(breaks));
  return wanted.map((name, index) => ({
    name,
    verdict: index === at ? "bad" : index < at ? "ok" : "unknown",
    what: index === at ? fault.message : "",
  }));
}

/** The diagnosis as text that can be handed to somebody. */
export function report(diagnosis: Diagnosis, place: string, fault: Fault): string {
  const marks = { ok: "✓", bad: "✗", unknown: "·" };
  return [
    diagnosis.title,
    `place: ${place}`,
    `fault: ${fault.code}: ${fault.message}`,
    ...diagnosis.steps.map((step) => `${marks[step.verdict]} ${step.name}${step.what === "" ? "" : `: ${step.what}`}`),
    ...(typeof fault.details?.originalError === "string" ? [`cause: ${fault.details.originalError}`] : []),
    ...(diagnosis.answer === null ? [] : [`${diagnosis.answer.about}: ${diagnosis.answer.text}`]),
    ...diagnosis.stderr.map((line) => `stderr: ${line}`),
    ...diagnosis.junk.map((line) => `stdout, not a message: ${line}`),
    ...(diagnosis.hint === null ? [] : [`hint: ${diagnosis.hint}`]),
  ].join("\n");
}
