// Owns the lists of what a server offers, fetched again when the session says that one of them is new, and
// the details of single items.
import { computed, effect, signal } from "@preact/signals";
import { api, sessionPath } from "../api";
import type { Catalog, Item, ItemDetail, Kind, SessionState } from "../contract";
import { type Problem, problemOf } from "../problem";
import { sliceAt } from "../text/json";
import { brief, ONE_LINE } from "../text/told";
import type { ItemKind, ItemRef } from "./route";
import { capabilitiesOf, hasCapability } from "./server-words";
import { session } from "./sessions";

export const KINDS: readonly Kind[] = ["tools", "resources", "templates", "prompts"];

export interface Loaded {
  session: string;
  catalog: Catalog;
}

export const loaded = signal<Loaded | null>(null);
export const catalogProblem = signal<Problem | null>(null);

/** The lists of sessions that were looked at in this tab, as they were then. */
export const seenCatalogs = signal<Record<string, Catalog>>({});

export const catalog = computed(() =>
  loaded.value !== null && loaded.value.session === session.value?.id ? loaded.value.catalog : null,
);

/** Changes whenever one of the lists was fetched anew. */
export function listsVersion(state: SessionState | null): string {
  if (state === null) return "";
  return [
    state.id,
    ...KINDS.map((kind) => `${state.catalog[kind]?.seq ?? "-"}/${state.catalog[kind]?.count ?? 0}`),
  ].join(" ");
}

export function followLists(): () => void {
  const version = computed(() => listsVersion(session.value));
  let newest = 0;
  return effect(() => {
    const wanted = version.value;
    const id = session.peek()?.id;
    if (wanted === "" || id === undefined) return;
    newest += 1;
    const mine = newest;
    api
      .get<Catalog>(sessionPath(id, "/catalog"))
      .then((fetched) => withSpelledNames(id, fetched))
      .then((fetched) => {
        if (mine !== newest) return;
        loaded.value = { session: id, catalog: fetched };
        seenCatalogs.value = { ...seenCatalogs.peek(), [id]: fetched };
        catalogProblem.value = null;
      })
      .catch((thrown: unknown) => {
        if (mine === newest) catalogProblem.value = problemOf(thrown);
      });
  });
}

/** So many names that cannot be read are looked up. */
const MOST_SPELLED = 20;

/** Gives items whose names are no valid text, such as half of a pair of UTF-16, those names as the server spelled them. */
export async function withSpelledNames(id: string, fetched: Catalog): Promise<Catalog> {
  const unread = KINDS.flatMap((list) =>
    (fetched[list]?.items ?? []).filter((item) => item.broken !== null && item.name === "").map((item) => ({ list, item })),
  );
  const look = async ({ list, item }: (typeof unread)[number]): Promise<void> => {
    const path = sessionPath(id, `/catalog/item?list=${list}&index=${item.index}`);
    const name = sliceAt((await api.get<ItemDetail>(path)).raw, ["name"]);
    if (name?.startsWith('"') !== true || name === '""') return;
    item.name = name.slice(1, -1);
    item.broken = `its name is no valid text (${item.broken})`;
  };
  // Without it they are shown as those that have none.
  await Promise.all(unread.slice(0, MOST_SPELLED).map((one) => look(one).catch(() => undefined)));
  return fetched;
}

/** Asks the server for all its lists anew; those it does not offer are passed over. */
export async function refreshLists(state: SessionState): Promise<void> {
  const offered = KINDS.filter((kind) => hasCapability(state, kind === "templates" ? "resources" : kind));
  for (const list of offered) await api.send("POST", sessionPath(state.id, "/lists"), JSON.stringify({ list }));
}

const KIND_OF: Record<ItemKind, Kind> = {
  tool: "tools",
  resource: "resources",
  template: "templates",
  prompt: "prompts",
};
const ITEM_KIND_OF: Record<Kind, ItemKind> = {
  tools: "tool",
  resources: "resource",
  templates: "template",
  prompts: "prompt",
};

export function listOf(kind: ItemKind): Kind {
  return KIND_OF[kind];
}

/** How an item is named in an address. */
export function refOf(kind: Kind, item: Item): ItemRef {
  const byUri = kind === "resources" || kind === "templates";
  return { kind: ITEM_KIND_OF[kind], key: byUri ? (item.uri ?? item.name) : item.name };
}

export function findItem(all: Catalog | null, ref: ItemRef): Item | null {
  const kind = KIND_OF[ref.kind];
  return all?.[kind]?.items.find((item) => refOf(kind, item).key === ref.key) ?? null;
}

export function fetchDetail(id: string, ref: ItemRef, item: Item, signal: AbortSignal): Promise<ItemDetail> {
  return api.get<ItemDetail>(sessionPath(id, `/catalog/item?list=${KIND_OF[ref.kind]}&index=${item.index}`), signal);
}

/** The name of an item as it is shown: broken ones may have none. */
export function nameOf(item: Item): string {
  return item.name.trim() === "" ? "(no name)" : brief(item.name, ONE_LINE);
}

/** Whether a list is on its way: from the server, or from the backend that has it. */
export function isComing(state: SessionState, all: Catalog | null, kind: Kind): boolean {
  if (all?.[kind] != null) return false;
  if (state.phase === "starting" || state.phase === "initializing" || state.catalog[kind] !== null) return true;
  const capability = kind === "templates" ? "resources" : kind;
  return state.phase === "ready" && hasCapability(state, capability);
}

/** Why a list is empty, in words: a reason, not just "none". */
export function whyEmpty(state: SessionState, kind: Kind): string {
  const capability = kind === "templates" ? "resources" : kind;
  if (state.phase === "starting" || state.phase === "initializing") return "connecting…";
  if (state.phase !== "ready") return "not connected";
  if (capabilitiesOf(state) === null) return "the server has not said what it offers";
  if (!hasCapability(state, capability)) return `the server did not advertise \`${capability}\``;
  const instead = state.catalog[kind]?.instead;
  if (instead != null) return `the answer has no list: its \`${kind === "templates" ? "resourceTemplates" : kind}\` is ${instead}`;
  return state.catalog[kind] === null ? "not fetched yet" : "the server's list is empty";
}
