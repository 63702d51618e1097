// Owns what the page knows about sessions: the list of all, the state of the one that is looked at, and the
// news of its timeline. All of it comes over the one stream of this tab.
import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Fault, SessionState, Summary, TimelineNews, TogetherNews } from "../contract";
import type { StreamEvent } from "../sse";
import { type Reach, watch } from "../watch";
import { api, sessionPath } from "../api";
import { route, sessionOf } from "./route";
import { looksAtAll, selectedRow, timelineFilter, togetherFilter } from "./selection";
import { takeSettings } from "./settings";
import { streamSlot } from "./streams";

export const reach = signal<Reach>({ state: "opening" });
export const summaries = signal<Summary[] | null>(null);
/** Goes up whenever the configuration of the backend changes. */
export const configRevision = signal(0);
export const session = signal<SessionState | null>(null);
/** The text the state came in: schemas and parameters are cut from it, since reading would respell them. */
export const sessionText = signal("");
export const news = signal<TimelineNews | null>(null);
/** The timeline of all servers, while it is looked at. */
export const togetherNews = signal<TogetherNews | null>(null);
/** Why the session is not connected; it stays while the next attempt runs, so that it can be read. */
export const openFault = signal<Fault | null>(null);
/** The session of the address is not there (any more). */
export const missing = signal<string | null>(null);

export const currentId = computed(() => sessionOf(route.value));
export const summary = computed(() => summaries.value?.find((one) => one.id === currentId.value) ?? null);
export const backendGone = computed(() => reach.value.state === "gone" || reach.value.state === "refused");

/** Whether what goes on in a session cannot be known: nobody answers, or whoever does does not have it. */
export function isLost(id: string): boolean {
  return backendGone.value || missing.value === id;
}

/** One event of the stream, taken into the signals. */
export function take(event: StreamEvent, wanted: string | null): void {
  switch (event.event) {
    case "sessions": {
      const body = JSON.parse(event.data) as { sessions: Summary[] } | Summary[];
      summaries.value = Array.isArray(body) ? body : body.sessions;
      return;
    }
    case "settings":
      takeSettings(JSON.parse(event.data));
      return;
    case "config":
      configRevision.value = (JSON.parse(event.data) as { revision: number }).revision;
      return;
    case "session": {
      const state = JSON.parse(event.data) as SessionState;
      if (state.id !== wanted) return;
      batch(() => {
        session.value = state;
        sessionText.value = event.data;
        missing.value = null;
        if (state.phase === "ready") openFault.value = null;
        else if (state.fault !== null) openFault.value = state.fault;
      });
      return;
    }
    case "timeline":
      news.value = JSON.parse(event.data) as TimelineNews;
      return;
    case "together":
      togetherNews.value = JSON.parse(event.data) as TogetherNews;
      return;
    case "gone":
      missing.value = wanted;
      return;
    default:
      return;
  }
}

export function watchPath(id: string | null, filter: string, together: string | null = null): string {
  const query = new URLSearchParams();
  if (id !== null) query.set("session", id);
  if (id !== null && filter !== "") query.set("filter", filter);
  if (together !== null) query.set("together", together);
  const text = query.toString();
  return text === "" ? "/api/watch" : `/api/watch?${text}`;
}

/** A tab that nobody has looked at for so long gives its connection back. */
const HIDDEN_MS = 20_000;
/** How often a tab without a stream looks for news, and how long it listens. */
const VISIT_EVERY_MS = 2000;
const VISIT_MS = 250;

function hiddenForLong(): ReadonlySignal<boolean> {
  const hidden = signal(false);
  let timer: ReturnType<typeof setTimeout> | null = null;
  document.addEventListener("visibilitychange", () => {
    if (timer !== null) clearTimeout(timer);
    timer = document.hidden
      ? setTimeout(() => {
          hidden.value = true;
        }, HIDDEN_MS)
      : null;
    if (!document.hidden) hidden.value = false;
  });
  return hidden;
}

/** Keeps the stream open for whatever session the address names. */
export function startWatching(): () => void {
  const hidden = hiddenForLong();
  const hasSlot = streamSlot(computed(() => !hidden.value));
  const visit = signal(0);
  let stop: () => void = () => undefined;
  const dispose = effect(() => {
    const id = currentId.value;
    const path = watchPath(id, timelineFilter.value, looksAtAll.value ? togetherFilter.value : null);
    const isVisit = !hasSlot.value;
    if (isVisit) void visit.value;
    let timer: ReturnType<typeof setTimeout> | null = null;
    stop();
    if (id !== session.peek()?.id) {
      batch(() => {
        session.value = null;
        sessionText.value = "";
        news.value = null;
        // A link to a row names it; any other way to a session begins without one.
        const now = route.peek();
        selectedRow.value = now.screen === "timeline" ? now.seq : null;
        openFault.value = null;
        missing.value = null;
      });
    }
    const end = watch(path, {
      event: (event) => {
        if (isVisit && timer === null)
          timer = setTimeout(() => {
            end();
            timer = setTimeout(() => {
              visit.value += 1;
            }, VISIT_EVERY_MS);
          }, VISIT_MS);
        try {
          take(event, id);
        } catch (thrown) {
          console.error("an event could not be read", event.event, thrown);
        }
      },
      reach: (now) => {
        if (now.state === "refused" && now.problem.status === 404 && id !== null) {
          missing.value = id;
          return;
        }
        reach.value = now;
      },
    });
    stop = () => {
      if (timer !== null) clearTimeout(timer);
      end();
    };
  });
  return () => {
    dispose();
    stop();
  };
}

/** Nanoseconds on the session's clock at a time of this machine, which is also the backend's. */
export function sessionNow(state: Pick<SessionState, "openedAt">, now: number): number {
  return Math.max(0, now - Date.parse(state.openedAt)) * 1e6;
}

/** How long after the first of all sessions one was opened, in nanoseconds: where the times of all servers begin. */
export function openedAfterAll(id: string): number {
  const opened = summaries.peek()?.find((one) => one.id === id)?.openedAt;
  const first = togetherNews.peek()?.openedAt;
  return opened === undefined || first === undefined ? 0 : Math.max(0, Date.parse(opened) - Date.parse(first)) * 1e6;
}

/** `reconnect` connects what is not connected; `anew` ends the connection first, if there is one. */
export async function command(id: string, verb: "reconnect" | "anew" | "stop"): Promise<void> {
  await api.send("POST", sessionPath(id, `/${verb}`));
}

export async function close(id: string): Promise<void> {
  await api.send("DELETE", sessionPath(id));
}
