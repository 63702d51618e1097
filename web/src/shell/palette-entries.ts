// Owns what the palette can find: everything the server offers, the sessions and servers, and the commands.
import type { Catalog, Kind, Summary } from "../contract";
import { refOf } from "../store/catalog";
import { KEYS } from "../store/keys";
import { best, type Match } from "../store/ranking";
import { type ItemRef, type Route, screenRoute } from "../store/route";

export type Entry =
  | { is: "item"; name: string; note: string; ref: ItemRef }
  | { is: "view"; name: string; note: string; route: Route }
  | { is: "server"; name: string; note: string; open(): void }
  | { is: "command"; name: string; note: string; keys: string; act(): void };

const ONE: Record<Kind, string> = { tools: "tool", resources: "resource", templates: "template", prompts: "prompt" };
const MOST = 50;

export function itemEntries(catalog: Catalog | null): Entry[] {
  const all: Entry[] = [];
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

export function sessionEntries(sessions: readonly Summary[], current: string | null): Entry[] {
  return sessions
    .filter((one) => one.id !== current)
    .map((one) => ({
      is: "view",
      name: one.name,
      note: `open server · ${one.status}`,
      route: screenRoute("explore", one.id),
    }));
}

/** Commands of the key table, by what they do. Those that only make sense by their key are left out. */
export function commandEntries(carryOut: (id: (typeof KEYS)[number]["command"] & string) => void): Entry[] {
  const left: ReadonlySet<string> = new Set(["palette", "back", "runBefore", "runAfter", "tabBefore", "tabAfter"]);
  const known = KEYS.filter(
    (row) => row.command !== undefined && !left.has(row.command) && !/^(server|pane)\d$/.test(row.command),
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

export function found(wanted: string, entries: readonly Entry[]): { one: Entry; match: Match }[] {
  const named = best(wanted, entries, (entry) => entry.name, MOST);
  if (wanted.trim() === "" || named.length === MOST) return named;
  // Titles and addresses are looked at only after all names.
  const known = new Set(named.map(({ one }) => one));
  const noted = best(
    wanted,
    entries.filter((entry) => entry.is !== "command" && !known.has(entry)),
    (entry) => entry.note,
    MOST - named.length,
  );
  return [...named, ...noted.map(({ one, match }) => ({ one, match: { score: match.score, places: [] } }))];
}
