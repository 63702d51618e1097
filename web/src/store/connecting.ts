// Owns opening sessions: from what a person pasted, from a server that was found or used before, from the
// configuration, and the demo. The backend understands what was pasted; the page only passes it on.
import { effect, signal } from "@preact/signals";
import { api } from "../api";
import type { FoundPlace, NamedServer, Opening, RecentServer, ServerConfigs, Summary, Understood } from "../contract";
import { Problem, problemOf } from "../problem";
import { go, route, sessionOf } from "./route";
import { summaries } from "./sessions";
import { keepLine, keepTyped, takeTyped, typedCame, typedLine } from "./typed-field";
import { rememberTyped } from "./typed-lines";

/** What is given to a server besides what the field says. */
export interface Extras {
  era: string;
  env: Record<string, string>;
  cwd: string;
  headers: Record<string, string>;
}

export const NO_EXTRAS: Extras = { era: "auto", env: {}, cwd: "", headers: {} };

/** How many calls may be in flight at once: a person starts several and wants all of them under way. */
const CONCURRENCY = 16;

export const pasted = signal("");
export const extras = signal(NO_EXTRAS);
/** How often the field was emptied because what was in it is connected, or filled with another line. */
export const cleared = signal(0);
/** The server of the command line that nobody was to connect to. */
export const named = signal<NamedServer | null>(null);
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

/** What is an address has headers, anything else a process; a config file may have both. */
export function fitsIn(text: string): { process: boolean; address: boolean } {
  const isAddress = /^\s*https?:\/\//i.test(text);
  return { process: !isAddress, address: isAddress || /^\s*\{/.test(text) };
}

/** A target of what the field says, with what is given besides; where nothing is, nothing is said. */
function targetOf(text: string, server?: string): Opening {
  const { env, cwd, headers } = extras.peek();
  const { process, address } = fitsIn(text);
  const some = (all: Record<string, string>): boolean => Object.keys(all).length > 0;
  const target = {
    text,
    ...(server === undefined ? {} : { server }),
    ...(process && some(env) ? { env } : {}),
    ...(process && cwd !== "" ? { cwd } : {}),
    ...(address && some(headers) ? { headers } : {}),
  };
  return { target };
}

function eraWanted(): string | null {
  const { era } = extras.peek();
  return era === "auto" ? null : era;
}

/** Longer lines are not looked through. */
const LONGEST_LINE = 10_000;

/** Whether a command line has a quote that is never closed, as a shell reads it. */
export function hasOpenQuote(line: string): boolean {
  if (line.length > LONGEST_LINE || /^\s*\{/.test(line)) return false;
  const rest = line.replace(/\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|(?<=^|[\t \n])#[^\n]*/g, "");
  return /['"]/.test(rest);
}

/** Connects to what was pasted: at once when it is one server, else the servers in it are offered. */
export async function connectPasted(): Promise<void> {
  const text = pasted.peek().trim();
  if (text === "" || busy.peek()) return;
  connectProblem.value = null;
  // The place of a server that was named may have its secrets left out; the backend knows them.
  if (text === named.peek()?.place && extras.peek() === NO_EXTRAS) {
    if (await openSession({ target: { named: true } })) clearField();
    return;
  }
  // A slip of the hand: the backend would say the same.
  if (hasOpenQuote(text)) {
    understood.value = null;
    connectProblem.value = new Problem({
      code: "INVALID_CONFIG",
      message: "a quote is opened and never closed",
      hint: "close the quote, or put a backslash before it",
      helpUrl: "/docs/errors/invalid-config",
    });
    return;
  }
  busy.value = true;
  try {
    const answer = await api.send<Understood>("POST", "/api/targets/read", JSON.stringify({ text }));
    understood.value = answer;
    const only = answer.servers.length === 1 ? answer.servers[0] : undefined;
    if (only !== undefined && only.problem === null && (await openSession(targetOf(text), eraWanted()))) {
      rememberTyped(sessionOf(route.peek()), { text, extras: extras.peek() });
      clearField();
    }
  } catch (thrown) {
    understood.value = null;
    connectProblem.value = problemOf(thrown);
  } finally {
    busy.value = false;
  }
}

function clearField(): void {
  fill("", NO_EXTRAS);
}

function fill(text: string, besides: Extras): void {
  pasted.value = text;
  understood.value = null;
  extras.value = besides;
  cleared.value += 1;
}

/** Goes to Connect with a line in its field, to be changed; an editor that is open there gives way. */
export function editLine(text: string, besides: Extras = NO_EXTRAS): void {
  fill(text, besides);
  connectProblem.value = null;
  go({ screen: "connect" });
}

/** Connects to one of several servers in what was pasted. */
export function connectNamed(server: string): Promise<boolean> {
  return openSession(targetOf(pasted.peek().trim(), server), eraWanted());
}

/** Whether all that it takes to connect again was kept, or is in a file. */
export function isKept(server: RecentServer): boolean {
  return server.text !== null || server.from !== null;
}

/** Connects again; when a secret was not kept, the person has to give it anew, and the field shows the rest. */
export async function connectAgain(server: RecentServer): Promise<void> {
  if (isKept(server)) {
    await openSession({ target: { recent: server.id } });
    return;
  }
  pasted.value = server.place;
  go({ screen: "connect" });
}

/** Has a recent server forgotten. */
export async function forgetRecent(server: RecentServer): Promise<void> {
  try {
    await api.send("DELETE", `/api/targets/recent/${encodeURIComponent(server.id)}`);
  } catch (thrown) {
    connectProblem.value = problemOf(thrown);
  }
  await loadPlaces();
}

/** Fetches the lists of the Connect screen. Each may fail alone; the field above works all the same. */
export async function loadPlaces(): Promise<void> {
  const [places, used, file] = await Promise.allSettled([
    api.get<{ places: FoundPlace[] }>("/api/targets/found"),
    api.get<{ recent: RecentServer[]; named: NamedServer | null; typed: string }>("/api/targets/recent"),
    api.get<ServerConfigs>("/config"),
  ]);
  if (places.status === "fulfilled") found.value = places.value.places;
  if (used.status === "fulfilled") {
    recent.value = used.value.recent;
    named.value = used.value.named;
    // Later than at first, what is typed here is newer than what it has.
    if (!typedCame.peek()) {
      takeTyped(used.value.typed);
      fillField(used.value.named);
    }
  }
  if (file.status === "fulfilled") configured.value = file.value;
  typedCame.value = true;
}

/** Puts into the field what was typed before a reload, or else the server of the command line. */
function fillField(given: NamedServer | null): void {
  const isOpen = (summaries.peek() ?? []).some((one) => one.place === given?.place);
  const typed = typedLine();
  if (pasted.peek() === "") pasted.value = typed !== "" ? typed : given === null || isOpen ? "" : given.place;
}

/** Has the backend keep the field's text. */
export function keepField(): () => void {
  keepTyped();
  return effect(() => keepLine(pasted.value));
}

export function startDemo(): Promise<boolean> {
  return openSession({ target: { demo: true } });
}
