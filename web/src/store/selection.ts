// Owns where a person was on each screen, so that coming back finds it as it was left: the timeline's filter and
// chosen row, those of the timeline of all servers, and the item of each session's Explore.
import { computed, effect, type Signal, signal } from "@preact/signals";
import { keepText, keptSignal, keptText } from "./kept";
import { perServer, valueFor } from "./per-server";
import { type Route, route, rowOfName, type RowPlace, type Screen, screenRoute, sessionOf } from "./route";

/** The place in the log of the chosen row. */
export const selectedRow = signal<number | null>(null);
/** The chosen row when nobody chose it: that of the newest run of the item that is shown. */
export const followedRow = signal<number | null>(null);
/** What the timeline is filtered by; the stream counts and sends the rows that match. */
export const timelineFilter = perServer("timeline-filter", "", (kept) => (typeof kept === "string" ? kept : null));

/** What the timeline of all servers is filtered by, and its chosen row by its name there. */
export const togetherFilter = keptSignal("together-filter", "", (kept) => (typeof kept === "string" ? kept : null));
export const togetherRow = signal<string | null>(null);

/** Whether the timeline of all servers is what is looked at. */
export const looksAtAll = computed(() => route.value.screen === "timeline" && route.value.view === "all");

/** The row that is chosen in the timeline that is looked at: what keys and commands act on. */
export function chosenRow(): RowPlace | null {
  if (looksAtAll.value) return rowOfName(togetherRow.value);
  const [session, seq] = [sessionOf(route.value), selectedRow.value];
  return session === null || seq === null ? null : { session, seq };
}

export function chooseNoRow(): void {
  if (looksAtAll.peek()) togetherRow.value = null;
  else selectedRow.value = null;
}

/** What the timeline that is looked at is filtered by. */
export function shownFilter(): Signal<string> {
  return looksAtAll.peek() ? togetherFilter : timelineFilter;
}

const lastExplored = new Map<string, Route>();

export function rememberExplored(): () => void {
  return effect(() => {
    const now = route.value;
    if (now.screen === "explore") lastExplored.set(now.session, now);
    const looked = sessionOf(now);
    if (looked !== null) keepText("last-server", looked);
  });
}

/** Which of the open servers is meant where none is looked at: the one looked at last, or else the newest. */
export function serverInMind(open: readonly { id: string }[]): string | null {
  const now = sessionOf(route.peek());
  if (now !== null) return now;
  const last = keptText("last-server");
  return (open.find((one) => one.id === last) ?? open.at(-1))?.id ?? null;
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
