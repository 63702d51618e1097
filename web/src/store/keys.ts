// Owns the keys: one table that both routes what is pressed and fills the overlay of `?`. Single letters act
// only outside of fields and can be switched off, since they get in the way of speech input.

export type CommandId =
  | "palette"
  | "run"
  | "filter"
  | "keys"
  | "inbox"
  | "theme"
  | "raw"
  | "fold"
  | "diff"
  | "app"
  | "maximise"
  | "back"
  | "connect"
  | "explore"
  | "timeline"
  | "server"
  | "auth"
  | "tests"
  | "compare"
  | "pane1"
  | "pane2"
  | "pane3"
  | "pane4"
  | "tabBefore"
  | "tabAfter"
  | "copyCli"
  | "copyCurl"
  | "copyJson"
  | "copyScript"
  | "copyReport"
  | "server1"
  | "server2"
  | "server3"
  | "server4"
  | "server5"
  | "server6"
  | "server7"
  | "server8"
  | "server9"
  | "runBefore"
  | "runAfter"
  | "density"
  | "rawFrame"
  | "stopTests"
  | "pin"
  | "menu"
  | "zoom"
  | "zoomOut"
  | "times"
  | "singleKeys";

export interface KeyRow {
  /** Keys as they are written for people: `Ctrl+K`, `g e`, `?`. Ctrl is the command key on a Mac. */
  keys: string;
  does: string;
  group: "everywhere" | "go to" | "in lists" | "runs" | "in documents" | "in fields";
  /** What is done; rows without one are handled by the pane that has the focus. */
  command?: CommandId;
}

export const KEYS: readonly KeyRow[] = [
  { keys: "Ctrl+K", does: "find and run anything", group: "everywhere", command: "palette" },
  { keys: "Ctrl+Shift+K", does: "send a raw frame", group: "everywhere", command: "rawFrame" },
  { keys: "?", does: "show these keys", group: "everywhere", command: "keys" },
  { keys: "i", does: "open or close the Inbox", group: "everywhere", command: "inbox" },
  { keys: "t", does: "light or dark", group: "everywhere", command: "theme" },
  { keys: "Escape", does: "close the innermost thing, or leave a field", group: "everywhere", command: "back" },
  { keys: "1", does: "to the list", group: "everywhere", command: "pane1" },
  { keys: "2", does: "to the request", group: "everywhere", command: "pane2" },
  { keys: "3", does: "to the result", group: "everywhere", command: "pane3" },
  { keys: "4", does: "to the timeline", group: "everywhere", command: "pane4" },
  { keys: "m", does: "this pane full screen, and back", group: "everywhere", command: "maximise" },
  { keys: "g c", does: "Connect", group: "go to", command: "connect" },
  { keys: "g e", does: "Explore", group: "go to", command: "explore" },
  { keys: "g t", does: "Timeline", group: "go to", command: "timeline" },
  { keys: "g s", does: "Server", group: "go to", command: "server" },
  { keys: "g a", does: "Auth", group: "go to", command: "auth" },
  { keys: "g x", does: "Tests", group: "go to", command: "tests" },
  { keys: "g d", does: "Diff of two lists or two answers", group: "go to", command: "compare" },
  ...([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((n): KeyRow => ({
    keys: `Alt+${n}`,
    does: `to server ${n}`,
    group: "go to",
    command: `server${n}`,
  })),
  { keys: "/", does: "filter the list or the timeline", group: "in lists", command: "filter" },
  { keys: "j k ↓ ↑", does: "down and up", group: "in lists" },
  { keys: "g g, G", does: "to the beginning, to the end", group: "in lists" },
  { keys: "Enter", does: "open", group: "in lists" },
  { keys: ".", does: "menu of the chosen row", group: "in lists", command: "menu" },
  { keys: "Space", does: "pause the timeline", group: "in lists" },
  { keys: "p", does: "pin the chosen row, or unpin it", group: "in lists", command: "pin" },
  { keys: "z", does: "zoom to the time of the chosen row", group: "in lists", command: "zoom" },
  { keys: "Z", does: "show the whole time", group: "in lists", command: "zoomOut" },
  { keys: "T", does: "times by the clock, since the start, since the row above", group: "in lists", command: "times" },
  { keys: "Ctrl+Enter", does: "run, or send the answer", group: "runs", command: "run" },
  { keys: "Alt+ArrowUp", does: "the run before", group: "runs", command: "runBefore" },
  { keys: "Alt+ArrowDown", does: "the run after", group: "runs", command: "runAfter" },
  { keys: "[", does: "tab before, of the result or the row", group: "runs", command: "tabBefore" },
  { keys: "]", does: "tab after, of the result or the row", group: "runs", command: "tabAfter" },
  { keys: "r", does: "the result or the row as it came, and back", group: "runs", command: "raw" },
  { keys: "f", does: "fold everything in the document, or unfold it", group: "runs", command: "fold" },
  { keys: "a", does: "the app of the result", group: "runs", command: "app" },
  { keys: "D", does: "compare with the run before", group: "runs", command: "diff" },
  { keys: "X", does: "stop the run of tests", group: "runs", command: "stopTests" },
  { keys: "y c", does: "copy as a command line", group: "runs", command: "copyCli" },
  { keys: "y u", does: "copy as curl", group: "runs", command: "copyCurl" },
  { keys: "y j", does: "copy as JSON-RPC", group: "runs", command: "copyJson" },
  { keys: "y t", does: "copy as a script step", group: "runs", command: "copyScript" },
  { keys: "y b", does: "copy as a bug report", group: "runs", command: "copyReport" },
  { keys: "j k ↓ ↑", does: "from line to line", group: "in documents" },
  { keys: "g g, G", does: "to the beginning, to the end", group: "in documents" },
  { keys: "← →", does: "fold and unfold a block, or go to the one around", group: "in documents" },
  { keys: "Ctrl+F", does: "search in a long document", group: "in documents" },
  { keys: "Alt+letter", does: "what the letter does outside of fields", group: "in fields" },
  { keys: "Alt+Backspace", does: "unset an optional field", group: "in fields" },
  { keys: "Alt+D", does: "decline what the server asks for, or else compare with the run before", group: "in fields", command: "diff" },
  { keys: "Tab", does: "accept a completion", group: "in fields" },
];

/** What the router needs of a keyboard event. */
export interface Press {
  key: string;
  ctrl: boolean;
  alt: boolean;
  /** Counts together with Ctrl only: else it is in the key. */
  shift?: boolean;
  /** The focus is in something that takes text. */
  typing: boolean;
}

export type Routed =
  | { is: "command"; command: CommandId }
  /** The first key of two was pressed: wait for the second. */
  | { is: "prefix"; prefix: string }
  | { is: "nothing" };

const BY_KEYS = new Map(KEYS.flatMap((row) => (row.command === undefined ? [] : [[row.keys, row.command] as const])));
const PREFIXES = new Set([...BY_KEYS.keys()].filter((keys) => /^. .$/.test(keys)).map((keys) => keys[0] ?? ""));

/** Works while typing: keys that no text needs. */
const ALSO_WHILE_TYPING: ReadonlySet<CommandId> = new Set(["palette", "rawFrame", "run", "back", "runBefore", "runAfter", "diff"]);

export function routeKey(press: Press, prefix: string | null, singleKeys: boolean): Routed {
  const letter = press.key.length === 1 ? press.key.toUpperCase() : press.key;
  const isOwn = BY_KEYS.has(`Alt+${letter}`);
  // In a field a letter is text; held with Alt it acts there as well, and so does the second of two after it.
  const held = press.alt && !press.ctrl && press.key.length === 1 && !isOwn;
  const single = held || (!press.ctrl && !press.alt);
  if (single && press.key.length === 1) {
    if ((press.typing && !held && prefix === null) || !singleKeys) return { is: "nothing" };
    if (prefix !== null) {
      const command = BY_KEYS.get(`${prefix} ${press.key}`);
      return command === undefined ? { is: "nothing" } : { is: "command", command };
    }
    if (PREFIXES.has(press.key)) return { is: "prefix", prefix: press.key };
  }
  const shifted = press.shift === true && BY_KEYS.has(`Ctrl+Shift+${letter}`) ? "Shift+" : "";
  const modified = press.ctrl
    ? `Ctrl+${shifted}${letter}`
    : press.alt && !held
      ? `Alt+${letter}`
      : press.key;
  const command = BY_KEYS.get(modified);
  if (command === undefined) return { is: "nothing" };
  if (press.typing && !held && !ALSO_WHILE_TYPING.has(command) && !/^server\d$/.test(command)) return { is: "nothing" };
  return { is: "command", command };
}

/** Whether an element takes text, so that letters belong to it. */
export function takesText(element: Element | null): boolean {
  if (element === null) return false;
  const tag = element.tagName.toLowerCase();
  if (tag === "textarea" || tag === "select") return true;
  if (tag === "input") {
    const type = element.getAttribute("type") ?? "text";
    return !["checkbox", "radio", "button", "submit", "reset", "range"].includes(type);
  }
  // An editor in a shadow tree is seen from outside as its host.
  return element.getAttribute("contenteditable") === "true" || element.hasAttribute("data-takes-text");
}

/** Keys as they are written on this machine. */
export function spelled(keys: string, mac: boolean): string {
  const named = keys.replace("Shift+", mac ? "⇧" : "Shift ").replace("ArrowUp", "↑").replace("ArrowDown", "↓").replace("Escape", "Esc").replace("Enter", "↵");
  return mac
    ? named.replace("Ctrl+", "⌘").replace("Alt+", "⌥")
    : named.replace("Ctrl+", "Ctrl ").replace("Alt+", "Alt ");
}
