// Owns opening sessions: from what a person pasted, from a server that was found or used before, from the
// configuration, and the demo. The backend understands what was pasted; the page only passes it on.
import { signal } from "@preact/signals";
import { api } from "../api";
import type { FoundPlace, Opening, RecentServer, ServerConfigs, Summary, Understood } from "../contract";
import { type Problem, problemOf } from "../problem";
import { go } from "./route";

/** How many calls may be in flight at once: a person starts several and wants all of them under way. */
const CONCURRENCY = 16;

export const pasted = signal("");
export const understood = signal<Understood | null>(null);
export const connectProblem = signal<Problem | null>(null);
export const busy = signal(false);

export const found = signal<FoundPlace[] | null>(null);
export const recent = signal<RecentServer[] | null>(null);
export const configured = signal<ServerConfigs | null>(null);

/** Opens a session and goes to it; connecting goes on there. */
export async function openSession(opening: Opening, era: string | null = null): Promise<boolean> {
  busy.value = true;
  connectProblem.value = null;
  try {
    const usual = { concurrency: CONCURRENCY, apps: true };
    const options = era === null ? usual : { ...usual, era };
    const summary = await api.send<Summary>("POST", "/api/sessions", JSON.stringify({ ...opening, options }));
    go({ screen: "explore", session: summary.id, item: null, run: null });
    return true;
  } catch (thrown) {
    connectProblem.value = problemOf(thrown);
    return false;
  } finally {
    busy.value = false;
  }
}

/** Connects to what was pasted: at once when it is one server, else the servers in it are offered. */
export async function connectPasted(): Promise<void> {
  const text = pasted.peek().trim();
  if (text === "" || busy.peek()) return;
  connectProblem.value = null;
  busy.value = true;
  try {
    const answer = await api.send<Understood>("POST", "/api/targets/read", JSON.stringify({ text }));
    understood.value = answer;
    const only = answer.servers.length === 1 ? answer.servers[0] : undefined;
    if (only !== undefined && only.problem === null && (await openSession({ target: { text } }))) {
      pasted.value = "";
      understood.value = null;
    }
  } catch (thrown) {
    understood.value = null;
    connectProblem.value = problemOf(thrown);
  } finally {
    busy.value = false;
  }
}

/** Connects to one of several servers in what was pasted. */
export function connectNamed(server: string): Promise<boolean> {
  return openSession({ target: { text: pasted.peek().trim(), server } });
}

/** Connects again; when a secret was not kept, the person has to give it anew, and the field shows the rest. */
export async function connectAgain(server: RecentServer): Promise<void> {
  if (server.text !== null) {
    await openSession({ target: { text: server.text } });
    return;
  }
  pasted.value = server.place;
  go({ screen: "connect" });
}

/** Fetches the lists of the Connect screen. Each may fail alone; the field above works all the same. */
export async function loadPlaces(): Promise<void> {
  const [places, used, file] = await Promise.allSettled([
    api.get<{ places: FoundPlace[] }>("/api/targets/found"),
    api.get<{ recent: RecentServer[] }>("/api/targets/recent"),
    api.get<ServerConfigs>("/config"),
  ]);
  if (places.status === "fulfilled") found.value = places.value.places;
  if (used.status === "fulfilled") recent.value = used.value.recent;
  if (file.status === "fulfilled") configured.value = file.value;
}

export function startDemo(): Promise<boolean> {
  return openSession({ target: { demo: true } });
}
