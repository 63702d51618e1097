// Owns where a person was on each screen, so that coming back finds it as it was left: the timeline's filter and
// chosen row, and the item of each session's Explore.
import { effect, signal } from "@preact/signals";
import { perServer, valueFor } from "./per-server";
import { type Route, route, type Screen, screenRoute, sessionOf } from "./route";

/** The place in the log of the chosen row. */
export const selectedRow = signal<number | null>(null);
/** The chosen row when nobody chose it: that of the newest run of the item that is shown. */
export const followedRow = signal<number | null>(null);
/** What the timeline is filtered by; the stream counts and sends the rows that match. */
export const timelineFilter = perServer("timeline-filter", "", (kept) => (typeof kept === "string" ? kept : null));

const lastExplored = new Map<string, Route>();

export function rememberExplored(): () => void {
  return effect(() => {
    const now = route.value;
    if (now.screen === "explore") lastExplored.set(now.session, now);
  });
}

/** The same screen of another server, as it was left there. */
export function otherServer(now: Route, session: string): Route {
  return routeTo(now.screen === "connect" || now.screen === "diff" ? "explore" : now.screen, session);
}

/** A screen of a session as it was left. */
export function routeTo(screen: Screen, session: string): Route {
  if (screen === "timeline") {
    // The chosen row is one of the session that is looked at.
    const seq = sessionOf(route.value) === session ? selectedRow.value : null;
    return { screen, session, seq, filter: valueFor(timelineFilter, session) };
  }
  if (screen === "explore" && (route.value.screen !== "explore" || route.value.session !== session))
    return lastExplored.get(session) ?? screenRoute(screen, session);
  return screenRoute(screen, session);
}
