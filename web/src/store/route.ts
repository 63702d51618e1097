// Owns the address of the view: every place of the page has a fragment that leads there, and reload or a
// link brings it back.
import { batch, signal } from "@preact/signals";
import { enterServer } from "./per-server";

export type ItemKind = "tool" | "resource" | "template" | "prompt";

export interface ItemRef {
  kind: ItemKind;
  /** The name; for resources the URI, for templates the template. */
  key: string;
}

export type Screen = "explore" | "timeline" | "server" | "auth" | "tests";

/** One side of a comparison: a list of a session, the answer of a row of its timeline, or nothing chosen yet. */
export interface Side {
  session: string;
  what: "tools" | "resources" | "templates" | "prompts" | number | null;
}

/** The ways to look at a result, and those to look at a timeline, of which the first is the usual one. */
export const RESULT_TABS = ["pretty", "content", "structured", "raw", "app", "diff"] as const;
export type ResultTab = (typeof RESULT_TABS)[number];
export const TIMELINE_VIEWS = ["rows", "stats", "steps", "all"] as const;
export type TimelineView = (typeof TIMELINE_VIEWS)[number];

/** What is done with a configured server in the form on Connect; `server` is its id, null for one that is added. */
export const EDIT_ACTS = ["add", "edit", "clone", "remove"] as const;
export interface EditPlace {
  act: (typeof EDIT_ACTS)[number];
  server: string | null;
}

/** Two rows beside each other, each by its session and its place in the log. */
export type RowPairPlace = readonly [left: RowPlace, right: RowPlace];

/** A row, and whose it is. */
export interface RowPlace {
  session: string;
  seq: number;
}

export type Route =
  | { screen: "connect"; editing?: EditPlace }
  /** Without a tab the result is shown as the one before. */
  | { screen: "explore"; session: string; item: ItemRef | null; run: number | null; tab?: ResultTab; compared?: RowPairPlace }
  /** With all servers, `row` is the chosen one by its name there. */
  | {
      screen: "timeline";
      session: string;
      seq: number | null;
      filter: string;
      view?: TimelineView;
      row?: string | null;
      compared?: RowPairPlace;
    }
  | { screen: "server"; session: string }
  | { screen: "auth"; session: string }
  | { screen: "tests"; session: string }
  /** The session is that of the left side. */
  | { screen: "diff"; session: string; left: Side; right: Side | null; ignore: string[]; as: "text" | "tree" };

const ITEM_KINDS: readonly string[] = ["tool", "resource", "template", "prompt"];

function isItemKind(word: string): word is ItemKind {
  return ITEM_KINDS.includes(word);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function numberOr(word: string | null | undefined): number | null {
  return word !== null && word !== undefined && /^\d{1,15}$/.test(word) ? Number(word) : null;
}

export function parseRoute(hash: string): Route {
  const bare = hash.replace(/^#/, "");
  const mark = bare.indexOf("?");
  const path = mark < 0 ? bare : bare.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? "" : bare.slice(mark + 1));
  const parts = path.split("/").slice(1).map(decoded);
  const [head, session, screen, word, key] = parts;
  if (head === "diff") return comparison(query);
  if (head !== "s" || session === undefined || session === "") return { screen: "connect", ...editPlace(query) };
  switch (screen) {
    case "timeline":
      return {
        screen,
        session,
        seq: numberOr(word),
        filter: query.get("filter") ?? "",
        ...oneOf("view", TIMELINE_VIEWS, query),
        ...(/^.+:\d{1,15}$/.test(query.get("row") ?? "") ? { row: query.get("row") } : {}),
        ...pairPlace(query.get("compare"), session),
      };
    case "server":
    case "auth":
    case "tests":
      return { screen, session };
    default: {
      const item = word !== undefined && key !== undefined && isItemKind(word) ? { kind: word, key } : null;
      return { screen: "explore", session, item, run: numberOr(query.get("run")), ...oneOf("tab", RESULT_TABS, query), ...pairPlace(query.get("compare"), session) };
    }
  }
}

function editPlace(query: URLSearchParams): { editing?: EditPlace } {
  const act = EDIT_ACTS.find((one) => one === query.get("act"));
  const server = query.get("server");
  return act === undefined || (act === "add") !== (server === null) ? {} : { editing: { act, server } };
}

/** The row of a name in the timeline of all servers: the id of its session, a colon and its entry. */
export function rowOfName(name: string | null): RowPlace | null {
  const [, session, seq] = /^(.+):(\d{1,15})$/.exec(name ?? "") ?? [];
  return session === undefined ? null : { session, seq: Number(seq) };
}

/** Two rows as they stand in an address: `12,34`, each with its session where that is another one than is looked at. */
function pairPlace(text: string | null, session: string): { compared?: RowPairPlace } {
  const read = (word: string | undefined): RowPlace | null => {
    const seq = numberOr(word);
    return seq === null ? rowOfName(word ?? null) : { session, seq };
  };
  const [left, right, ...more] = (text ?? "").split(",");
  const pair = [read(left), read(right)] as const;
  return pair[0] === null || pair[1] === null || more.length > 0 ? {} : { compared: [pair[0], pair[1]] };
}

function pairText(pair: RowPairPlace | undefined, session: string): string | undefined {
  return pair?.map((one) => (one.session === session ? `${one.seq}` : `${one.session}:${one.seq}`)).join(",");
}

/** A part of the address that names one of a few things, if it does. */
function oneOf<Part extends string, Name extends string>(
  part: Part,
  names: readonly Name[],
  query: URLSearchParams,
): { [one in Part]?: Name } {
  const name = names.find((one) => one === query.get(part));
  return name === undefined ? {} : ({ [part]: name } as { [one in Part]?: Name });
}

/** The parts of an address after its path; those that are usual are left out. */
function rest(parts: readonly (readonly [name: string, value: string | number | null | undefined, usual?: string])[]): string {
  const given = parts.filter(([, value, usual]) => value !== null && value !== undefined && value !== "" && value !== usual);
  return given.length === 0 ? "" : `?${given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("&")}`;
}

function comparison(query: URLSearchParams): Route {
  const left = sideOf(query.get("left"));
  if (left === null) return { screen: "connect" };
  return {
    screen: "diff",
    session: left.session,
    left,
    right: sideOf(query.get("right")),
    ignore: query.getAll("ignore").filter((pointer) => pointer.startsWith("/")),
    as: query.get("as") === "tree" ? "tree" : "text",
  };
}

const LISTS: readonly string[] = ["tools", "resources", "templates", "prompts"];

/** A side as it stands in an address: `session/tools` or `session/42`. */
export function sideText(side: Side): string {
  return `${side.session}/${side.what ?? ""}`;
}

export function sideOf(text: string | null): Side | null {
  const [, session, what] = /^([^/]+)\/(.*)$/.exec(text ?? "") ?? [];
  if (session === undefined || what === undefined) return null;
  return { session, what: LISTS.includes(what) ? (what as Side["what"]) : numberOr(what) };
}

export function formatRoute(route: Route): string {
  if (route.screen === "connect") return `#/${rest([["act", route.editing?.act], ["server", route.editing?.server]])}`;
  if (route.screen === "diff") {
    const query = new URLSearchParams({ left: sideText(route.left) });
    if (route.right !== null) query.set("right", sideText(route.right));
    for (const pointer of route.ignore) query.append("ignore", pointer);
    if (route.as === "tree") query.set("as", "tree");
    // Slashes may stand in a fragment, and are easier to read as they are.
    return `#/diff?${query.toString().replaceAll("%2F", "/")}`;
  }
  const base = `#/s/${encodeURIComponent(route.session)}/${route.screen}`;
  switch (route.screen) {
    case "explore": {
      const item = route.item === null ? "" : `/${route.item.kind}/${encodeURIComponent(route.item.key)}`;
      return base + item + rest([["run", route.run], ["tab", route.tab], ["compare", pairText(route.compared, route.session)]]);
    }
    case "timeline": {
      const seq = route.seq === null ? "" : `/${route.seq}`;
      const compare = pairText(route.compared, route.session);
      return base + seq + rest([["filter", route.filter], ["view", route.view, "rows"], ["row", route.row], ["compare", compare]]);
    }
    default:
      return base;
  }
}

export const route = signal<Route>({ screen: "connect" });

/** Goes to a view; `replace` for changes that the back button should not stop at. */
export function go(next: Route, how: "push" | "replace" = "push"): void {
  const hash = formatRoute(next);
  if (hash !== location.hash) {
    if (how === "push") history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
  }
  show(next);
}

/** What is set for each server changes with the address: nobody sees the one with that of the other. */
function show(next: Route): void {
  batch(() => {
    enterServer(sessionOf(next));
    route.value = next;
  });
}

/** Reads the address now and whenever it changes by other means than `go`. */
export function followAddress(): void {
  const read = (): void => show(parseRoute(location.hash));
  read();
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
}

export function sessionOf(of: Route): string | null {
  return of.screen === "connect" ? null : of.session;
}

export function screenRoute(screen: Screen, session: string): Route {
  switch (screen) {
    case "explore":
      return { screen, session, item: null, run: null };
    case "timeline":
      return { screen, session, seq: null, filter: "" };
    default:
      return { screen, session };
  }
}
