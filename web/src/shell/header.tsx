// Owns the header: which server, how it is doing, the screens, the palette, the Inbox and the theme.
import type { JSX } from "preact";
import type { Kind, SessionState } from "../contract";
import { findings } from "../store/findings";
import { drawerOpen, waiting, waitingElsewhere, waitingInAll, whatWaits } from "../store/inbox";
import { labelsOf } from "../store/labels";
import { formatRoute, go, route, type Screen } from "../store/route";
import { otherServer, routeTo } from "../store/selection";
import { backendGone, missing, session, summaries, summary } from "../store/sessions";
import { isDark, nextTheme } from "../store/settings";
import { withEra } from "../text/era";
import { visible } from "../text/signs";
import { count, duration } from "../text/measure";
import { Button, Keys } from "../ui/button";
import { carryOut } from "./commands";

const SCREENS: readonly [Screen, string][] = [
  ["explore", "Explore"],
  ["timeline", "Timeline"],
  ["server", "Server"],
  ["auth", "Auth"],
  ["tests", "Tests"],
];

export function Header(): JSX.Element {
  const state = session.value;
  const now = route.value;
  const asks = waitingInAll.value;
  return (
    <header class="header">
      {now.screen === "connect" ? (
        <a class="brand" href="#/">
          mcp-inspector
        </a>
      ) : (
        <Switcher />
      )}
      {state === null ? null : <Health state={state} />}
      <nav class="screens" aria-label="Screens">
        {now.screen === "connect" ? null : (
          <a href="#/" class="screen-link">
            Connect
          </a>
        )}
        {now.screen === "connect"
          ? null
          : SCREENS.map(([screen, label]) => (
              <a
                key={screen}
                class={`screen-link${now.screen === screen ? " chosen" : ""}`}
                href={formatRoute(routeTo(screen, now.session))}
                {...(now.screen === screen ? { "aria-current": "page" as const } : {})}
              >
                {label}
                {screen === "server" ? <FindingsMark /> : null}
              </a>
            ))}
      </nav>
      <span class="spring" />
      <Button onClick={() => carryOut("palette")}>
        <span class="wide">Search or run…</span>
        <span class="narrow">Find</span> <Keys keys="Ctrl+K" />
      </Button>
      <Button pressed={drawerOpen.value} onClick={() => carryOut("inbox")}>
        Inbox{asks === 0 ? "" : ` ${asks}`}
      </Button>
      <Button label={isDark() ? "Light theme" : "Dark theme"} onClick={() => nextTheme(isDark())}>
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5" />
          <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
        </svg>
      </Button>
      <p class="sr-only" aria-live="polite">
        {whatWaits(waiting.value.length, waitingElsewhere.value)}
      </p>
    </header>
  );
}

/** How much was found, beside the screen that tells what. */
function FindingsMark(): JSX.Element | null {
  const all = findings.value?.findings ?? [];
  if (all.length === 0) return null;
  const rules = new Set(all.map((one) => one.rule)).size;
  const words = count(all.length, "finding");
  return (
    <span class="mark warn" title={`${words} about ${count(rules, "rule")} of the protocol`}>
      {" "}
      {all.length}
      <span class="sr-only">{words.replace(/^\d+/, "")}</span>
    </span>
  );
}

/** The name of the server; a choice when several are open. */
function Switcher(): JSX.Element {
  const all = summaries.value ?? [];
  const now = route.value;
  const id = now.screen === "connect" ? null : now.session;
  const name = visible(summary.value?.name ?? session.value?.name ?? "…");
  if (all.length < 2) return <h1 class="brand">{name}</h1>;
  const labels = labelsOf(all);
  return (
    <h1 class="brand">
      <span class="sr-only">{labels.get(id ?? "") ?? name}</span>
      <select
        class="switcher"
        aria-label="Server"
        title={visible(`${name} · ${summary.value?.place ?? ""}`)}
        value={id ?? ""}
        onChange={(event) =>
          go(otherServer(now, event.currentTarget.value))
        }
      >
        {all.some((one) => one.id === id) ? null : <option value={id ?? ""}>{name}</option>}
        {all.map((one) => (
          <option key={one.id} value={one.id} title={visible(one.place)}>
            {labels.get(one.id)}
            {one.id !== id && waitingElsewhere.value.includes(one) ? ` (${one.waitingAsks} waiting)` : ""}
          </option>
        ))}
      </select>
      {waitingElsewhere.value.length === 0 ? null : (
        <span class="mark asks" title={whatWaits(0, waitingElsewhere.value)}>
          <span aria-hidden="true"> ● {waitingElsewhere.value.reduce((sum, one) => sum + one.waitingAsks, 0)}</span>
          <span class="sr-only">another server asks for something</span>
        </span>
      )}
    </h1>
  );
}

const WORDS: Record<SessionState["phase"], string> = {
  starting: "starting",
  initializing: "initializing",
  ready: "connected",
  backoff: "reconnecting",
  closing: "closing",
  closed: "disconnected",
};

/** Which list is on its way while none of that kind has come yet: part of connecting, as far as a person sees. */
export function listing(state: SessionState): string | null {
  if (state.phase !== "ready") return null;
  const list = state.calls.find(({ method }) => /^(tools|resources|prompts)\/(templates\/)?list$/.test(method))?.method;
  if (list === undefined) return null;
  const kind = list === "resources/templates/list" ? "templates" : (list.split("/")[0] as Kind);
  return state.catalog[kind] === null ? `listing ${kind}` : null;
}

export function Health({ state }: { state: SessionState }): JSX.Element {
  const facts = [
    state.transport,
    withEra(state.revision),
    state.pid === null ? null : `pid ${state.pid}`,
    state.p50Ns === null ? null : `p50 ${duration(state.p50Ns)}`,
  ].filter((word) => word !== null);
  const isGone = backendGone.value || missing.value === state.id;
  const word =
    missing.value === state.id
      ? "closed"
      : state.origin === "recording"
        ? "recording"
        : isGone
          ? "not known"
          : (listing(state) ?? WORDS[state.phase]);
  const look = isGone || state.origin === "recording" ? "disconnected" : state.status;
  return (
    <p class="health">
      <span class={`status ${look}`} role="status">
        <span class="dot" aria-hidden="true" /> {word}
      </span>
      <span class="muted facts-line">{facts.join(" · ")}</span>
    </p>
  );
}
