// Owns what the palette can find: everything the server offers, the sessions and servers, the rows of the timeline,
// and the commands.
import type { Catalog, Kind, Row, Summary, TimelinePage } from "../contract";
import { refOf } from "../store/catalog";
import { KEYS } from "../store/keys";
import { labelsOf } from "../store/labels";
import { best, fitWords, type Match } from "../store/ranking";
import { quoted } from "../timeline/terms";
import type { ItemRef, Route } from "../store/route";
import { routeTo } from "../store/selection";

export type Entry =
  /** Of the server that is looked at, unless it names another one. */
  | { is: "item"; name: string; note: string; ref: ItemRef; session?: string }
  | { is: "view"; name: string; note: string; route: Route }
  | { is: "server"; name: string; note: string; open(): void }
  | { is: "command"; name: string; note: string; keys: string; act(): void };

const ONE: Record<Kind, string> = { tools: "tool", resources: "resource", templates: "template", prompts: "prompt" };
const MOST = 50;

export function itemEntries(catalog: Catalog | null): Extract<Entry, { is: "item" }>[] {
  const all: Extract<Entry, { is: "item" }>[] = [];
  for (const kind of ["tools", "prompts", "resources", "templates"] as const) {
    for (const item of catalog?.[kind]?.items ?? []) {
      const where = item.uri === null ? "" : ` · ${item.uri}`;
      all.push({
        is: "item",
        name: item.name,
        note: `${ONE[kind]}${where}${item.title === null ? "" : ` · ${item.title}`}`,
        ref: refOf(kind, item),
      });
    }
  }
  return all;
}

/** What other open servers offer, as far as their lists were looked at. */
export function elsewhereEntries(
  seen: Readonly<Record<string, Catalog>>,
  sessions: readonly Summary[],
  current: string | null,
): Entry[] {
  const labels = labelsOf(sessions);
  return sessions
    .filter((one) => one.id !== current)
    .flatMap(({ id }) =>
      itemEntries(seen[id] ?? null).map((entry): Entry => ({ ...entry, note: `${entry.note} · at ${labels.get(id) ?? id}`, session: id })),
    );
}

export function sessionEntries(sessions: readonly Summary[], current: string | null): Entry[] {
  const labels = labelsOf(sessions);
  return sessions
    .filter((one) => one.id !== current)
    .map((one) => ({
      is: "view",
      name: labels.get(one.id) ?? one.name,
      note: `open server · ${one.status}`,
      route: routeTo("explore", one.id),
    }));
}

/** How many rows of the timeline are offered, the newest first. */
const MOST_ROWS = 8;

/** The question that finds rows: `#123` is the row of that number, anything else a text in it; null for too little. */
export function rowsQuery(wanted: string): string | null {
  const text = wanted.trim();
  const number = /^#(\d{1,15})$/.exec(text)?.[1];
  const filter = number === undefined ? `text:${quoted(text)}` : "";
  if (number === undefined && (text.length < 2 || text.startsWith("#"))) return null;
  const which: Record<string, string> = number === undefined ? { from: String(-MOST_ROWS) } : { around: number };
  return new URLSearchParams({ filter, ...which, limit: String(MOST_ROWS) }).toString();
}

export function rowEntries(session: string, wanted: string, page: TimelinePage): Entry[] {
  const number = Number(/^#(\d+)$/.exec(wanted.trim())?.[1] ?? Number.NaN);
  const holds = (row: Row): boolean => row.seq === number || row.endSeq === number;
  const rows = Number.isNaN(number) ? [...page.rows].reverse() : page.rows.filter(holds);
  return rows.map((row) => ({
    is: "view",
    name: `#${row.seq} ${row.method === "" ? row.kind : row.method} ${row.target}`.trim(),
    note: `timeline · ${row.status ?? row.kind}`,
    route: { screen: "timeline", session, seq: row.seq, filter: "" },
  }));
}

/** Commands of the key table, by what they do. Those that only make sense by their key are left out. */
export function commandEntries(carryOut: (id: (typeof KEYS)[number]["command"] & string) => void): Entry[] {
  const left: ReadonlySet<string> = new Set(["palette", "back", "runBefore", "runAfter", "tabBefore", "tabAfter"]);
  const known = KEYS.filter(
    (row) => row.command !== undefined && row.group !== "in fields" && !left.has(row.command) && !/^(server|pane)\d$/.test(row.command),
  );
  return known.map((row) => ({
    is: "command",
    name: row.group === "go to" ? `Go to ${row.does}` : row.does,
    note: "command",
    keys: row.keys,
    act: () => {
      if (row.command !== undefined) carryOut(row.command);
    },
  }));
}

/** What fits, best first: by names, then by titles and addresses, and last what would start a process or connect. */
export function found(wanted: string, entries: readonly Entry[]): { one: Entry; match: Match }[] {
  const at = entries.filter((entry) => entry.is !== "server");
  const named = best(wanted, at, (entry) => entry.name, MOST);
  const known = new Set(named.map(({ one }) => one));
  const isNoted = wanted.trim() !== "";
  const others = isNoted ? at.filter((entry) => entry.is !== "command" && !known.has(entry)) : [];
  const noted = best(wanted, others, (entry) => entry.note, MOST - named.length, fitWords).map(unmarked);
  const left = MOST - named.length - noted.length;
  return [...named, ...noted, ...servers(wanted, entries, left)];
}

/** Servers that could be connected to, by words of their names and then of their command lines and addresses. */
function servers(wanted: string, entries: readonly Entry[], most: number): { one: Entry; match: Match }[] {
  const all = entries.filter((entry) => entry.is === "server");
  const named = best(wanted, all, (entry) => entry.name, most, fitWords);
  const known = new Set<Entry>(named.map(({ one }) => one));
  const others = all.filter((entry) => !known.has(entry));
  const placed = best(wanted, others, (entry) => `${entry.name} ${entry.note}`, most - named.length, fitWords);
  return [...named, ...placed.map(unmarked)];
}

/** The letters that fit are not in the name. */
function unmarked<T>({ one, match }: { one: T; match: Match }): { one: T; match: Match } {
  return { one, match: { score: match.score, places: [] } };
}
