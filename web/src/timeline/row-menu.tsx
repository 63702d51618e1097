// What can be done with a row: its menu.
import type { Api, Row, ShareForm } from "../contract";
import type { RowRef } from "../store/row-pair";
import { visible } from "../text/signs";
import { Menu, type MenuItem } from "./menu";
import { copyLink, SHARE_NAMES } from "./share";
import { setTerm } from "./terms";
import type { Verb } from "./timeline";

interface RowMenuItems {
  api: Api;
  session: string;
  row: Row;
  filter: string;
  attempt(text: string): Promise<boolean>;
  act: ((verb: Verb, row: Row) => void) | undefined;
  say(text: string): void;
  copy(row: Row, as: ShareForm): void;
  isPinned: boolean;
  /** The row that was chosen to compare another one with. */
  compared: RowRef | null;
}

const COPY_KEYS: [ShareForm, string][] = [
  ["cli", "y c"],
  ["curl", "y u"],
  ["json", "y j"],
  ["script", "y t"],
  ["report", "y b"],
];

/** Rows that begin with a frame. */
const FRAMES: readonly Row["kind"][] = ["call", "ask", "notification", "answer", "junk"];

interface RowMenuProps extends RowMenuItems {
  at: { left: number; top: number };
  close(isDone: boolean): void;
}

export function RowMenu({ at, close, ...menu }: RowMenuProps) {
  return <Menu label={visible(`Row ${menu.row.method}`)} items={menuOf(menu)} at={at} close={close} />;
}

export function menuOf(menu: RowMenuItems): (MenuItem | null)[] {
  const { session, row, filter, attempt, act, say, copy, isPinned, compared } = menu;
  const items: (MenuItem | null)[] = [];
  if (act) {
    items.push({ label: "Open", keys: "Enter", act: () => act("open", row) });
    if (row.kind === "call") {
      items.push({ label: "Run again", act: () => act("again", row) });
      items.push({ label: "Edit and run", act: () => act("edit", row) });
      items.push({ label: "Edit raw and send", act: () => act("raw", row) });
      items.push({ label: "Save as test step", act: () => act("step", row) });
    }
    const other = compared !== null && (compared.session !== session || compared.row.seq !== row.seq) ? compared.row : null;
    const name = other === null ? "…" : ` ${brief(`${other.method} ${other.target}`.trim())}`;
    items.push({ label: `Compare with${name}`, act: () => act("compare", row) });
    items.push({ label: isPinned ? "Unpin" : "Pin", keys: "p", act: () => act("pin", row) });
    items.push({ label: "Zoom to its time", keys: "z", act: () => act("zoom", row) });
    items.push(null);
  }
  for (const [as, keys] of COPY_KEYS) {
    if (as !== "report" && row.kind !== "call" && !(as === "json" && FRAMES.includes(row.kind))) continue;
    items.push({ label: `Copy as ${SHARE_NAMES[as]}`, keys, act: () => copy(row, as) });
  }
  items.push({ label: "Copy link", act: () => void copyLink(session, row).then(say) });
  items.push(null);
  if (row.method !== "") {
    items.push({ label: `Filter by method ${brief(row.method)}`, act: () => void attempt(setTerm(filter, "method", row.method)) });
  }
  if (row.target !== "") {
    items.push({ label: `Filter by target ${brief(row.target)}`, act: () => void attempt(setTerm(filter, "target", firstLine(row.target))) });
  }
  return items;
}

/** A filter is one line: of a text that has more, the first, and whatever comes behind it. */
export function firstLine(text: string): string {
  return text.replace(/[\r\n][^]*/, "*");
}

function brief(text: string): string {
  return visible(text.length > 30 ? `${text.slice(0, 29)}…` : text);
}
