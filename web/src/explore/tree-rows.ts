// Owns the rows of the tree of what a server offers: sections with their counts, and the items that pass the
// filter. Pure, so that 1500 tools are filtered without touching the screen.
import type { Catalog, Item, Kind, SessionState } from "../contract";
import { isComing, nameOf, refOf, whyEmpty } from "../store/catalog";
import { brief, ONE_LINE } from "../text/told";
import type { ItemRef } from "../store/route";

export type SectionName = Kind | "apps" | "tasks" | "subscriptions";

export type TreeRow =
  | { is: "section"; name: SectionName; label: string; count: string; open: boolean; position: number; size: number }
  | {
      is: "item";
      section: SectionName;
      ref: ItemRef;
      label: string;
      item: Item;
      badges: string[];
      position: number;
      size: number;
    }
  | { is: "task"; section: "tasks"; label: string; status: string; position: number; size: number }
  | { is: "note"; section: SectionName; label: string; position: number; size: number }
  /** What is on its way. */
  | { is: "coming"; section: SectionName; label: string; position: number; size: number };

/** How many rows stand for a list that is on its way. */
const COMING = 3;

const LABELS: Record<SectionName, string> = {
  tools: "Tools",
  resources: "Resources",
  templates: "Templates",
  prompts: "Prompts",
  apps: "Apps",
  tasks: "Tasks",
  subscriptions: "Subscriptions",
};

/** Badges for a row of the tree, the weightiest first: a row has room for one, in a short word. */
const BADGES: readonly [Item["badges"][number], string][] = [
  ["destructive", "destr"],
  ["app", "app"],
  ["task", "task"],
  ["read-only", "ro"],
  ["open-world", "open"],
];

export function treeBadges(item: Item): string[] {
  if (item.broken !== null) return ["broken"];
  const weightiest = BADGES.find(([badge]) => item.badges.includes(badge));
  return weightiest === undefined ? [] : [weightiest[1]];
}

export function treeRows(
  state: SessionState,
  catalog: Catalog | null,
  filter: string,
  folded: ReadonlySet<string>,
): TreeRow[] {
  const wanted = filter.trim().toLowerCase();
  // A filter that runs opens what is folded: what was found must be seen.
  if (wanted !== "") folded = new Set();
  const sections: TreeRow[][] = [];
  for (const kind of ["tools", "resources", "templates", "prompts"] as const) {
    sections.push(listSection(state, catalog, kind, wanted, folded));
  }
  const apps = (catalog?.tools?.items ?? []).filter((item) => item.app !== null && matches(item, wanted));
  if (apps.length > 0) {
    const rows = apps.map((item, index): TreeRow => ({
      is: "item",
      section: "apps",
      ref: refOf("tools", item),
      label: item.title === null ? nameOf(item) : brief(item.title, ONE_LINE),
      item,
      badges: [],
      position: index + 1,
      size: apps.length,
    }));
    sections.push(section("apps", String(apps.length), folded, rows));
  }
  const tasks = Object.entries(state.tasks).filter((words) => words.some((word) => word.toLowerCase().includes(wanted)));
  if (tasks.length > 0) {
    sections.push(
      section(
        "tasks",
        String(tasks.length),
        folded,
        tasks.map(([name, status], index) => ({
          is: "task",
          section: "tasks",
          label: name,
          status,
          position: index + 1,
          size: tasks.length,
        })),
      ),
    );
  }
  const subscribed = state.subscriptions
    .map((uri) => ({ uri, item: catalog?.resources?.items.find((one) => one.uri === uri) ?? bareResource(uri) }))
    .filter(({ item }) => matches(item, wanted));
  if (subscribed.length > 0) {
    const size = subscribed.length;
    const rows = subscribed.map(({ uri, item }, index): TreeRow => {
      const badges = uri in state.updates ? ["updated"] : [];
      return {
        is: "item",
        section: "subscriptions",
        ref: { kind: "resource", key: uri },
        label: nameOf(item),
        item,
        badges,
        position: index + 1,
        size,
      };
    });
    sections.push(section("subscriptions", String(size), folded, rows));
  }
  const kept = sections.filter((rows) => wanted === "" || rows.some((row) => row.is === "item" || row.is === "task"));
  kept.forEach((rows, index) => {
    const head = rows[0];
    if (head !== undefined) {
      head.position = index + 1;
      head.size = kept.length;
    }
  });
  return kept.flat();
}

function bareResource(uri: string): Item {
  const nothing = { title: null, description: null, mimeType: null, app: null, broken: null };
  return { ...nothing, index: 0, name: uri, uri, badges: [], visibility: [] };
}

function section(name: SectionName, count: string, folded: ReadonlySet<string>, rows: TreeRow[]): TreeRow[] {
  const open = !folded.has(name);
  const head: TreeRow = { is: "section", name, label: LABELS[name], count, open, position: 1, size: 1 };
  return open ? [head, ...rows] : [head];
}

function listSection(
  state: SessionState,
  catalog: Catalog | null,
  kind: Kind,
  wanted: string,
  folded: ReadonlySet<string>,
): TreeRow[] {
  const list = catalog?.[kind] ?? null;
  const all = list?.items ?? [];
  const passing = wanted === "" ? all : all.filter((item) => matches(item, wanted));
  const whole = list === null ? (state.catalog[kind]?.count ?? 0) : all.length;
  const more = list !== null && !list.complete ? "+" : "";
  const count = wanted === "" || passing.length === whole ? `${whole}${more}` : `${passing.length} of ${whole}${more}`;
  const rows: TreeRow[] = passing.map((item, index) => ({
    is: "item",
    section: kind,
    ref: refOf(kind, item),
    label: nameOf(item),
    item,
    badges: treeBadges(item),
    position: index + 1,
    size: passing.length,
  }));
  if (rows.length === 0 && wanted === "" && kind !== "templates" && isComing(state, catalog, kind)) {
    for (let position = 1; position <= COMING; position += 1)
      rows.push({ is: "coming", section: kind, label: "loading…", position, size: COMING });
  } else if (rows.length === 0 && wanted === "" && kind !== "templates")
    rows.push({ is: "note", section: kind, label: whyEmpty(state, kind), position: 1, size: 1 });
  if (kind === "templates" && rows.length === 0) return [];
  return section(kind, count, folded, rows);
}

function matches(item: Item, wanted: string): boolean {
  return (
    item.name.toLowerCase().includes(wanted) ||
    (item.title?.toLowerCase().includes(wanted) ?? false) ||
    (item.uri?.toLowerCase().includes(wanted) ?? false) ||
    (item.description?.toLowerCase().includes(wanted) ?? false)
  );
}

/** The row a key leads to from where the focus is; the same place when the key means nothing here. */
export function moved(key: string, at: number, rows: readonly TreeRow[]): number {
  const last = rows.length - 1;
  switch (key) {
    case "ArrowDown":
    case "j":
      return Math.min(last, at + 1);
    case "ArrowUp":
    case "k":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
    case "G":
      return last;
    case "PageDown":
      return Math.min(last, at + 20);
    case "PageUp":
      return Math.max(0, at - 20);
    default:
      return at;
  }
}

export function sectionAbove(at: number, rows: readonly TreeRow[]): number {
  let index = at;
  while (index > 0 && rows[index]?.is !== "section") index -= 1;
  return index;
}
