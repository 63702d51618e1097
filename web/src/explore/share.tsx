// Owns handing a call to others: as a command line, curl, JSON-RPC, script step or bug report. The backend
// writes the texts; here they are put on the clipboard.
import type { JSX } from "preact";
import { api, sessionPath } from "../api";
import { problemOf } from "../problem";
import { formatRoute } from "../store/route";
import { findRow, type Run } from "../store/runs";
import { session } from "../store/sessions";
import { copy, say } from "../ui/copy";
import { Menu } from "../ui/menu";

export type ShareAs = "cli" | "curl" | "json" | "script" | "report";

const NAMES: Record<ShareAs, string> = {
  cli: "a command line",
  curl: "curl",
  json: "JSON-RPC",
  script: "a script step",
  report: "a bug report",
};
const LETTERS: Record<ShareAs, string> = { cli: "c", curl: "u", json: "j", script: "t", report: "b" };

/** Why a call of a session cannot be told in this way at all; null when it can. Of sessions that nobody looks at the backend knows. */
export function unshareable(as: ShareAs, id: string): string | null {
  const state = session.peek();
  return as === "curl" && state?.id === id && state.transport === "stdio" ? "curl speaks HTTP, and this server is on stdio" : null;
}

export async function shareRow(id: string, seq: number, as: ShareAs): Promise<void> {
  const why = unshareable(as, id);
  if (why !== null) return say(`not copied: ${why}`);
  try {
    const { text } = await api.get<{ text: string }>(sessionPath(id, `/share/${seq}?as=${as}`));
    await copy(text, NAMES[as]);
  } catch (thrown) {
    const problem = problemOf(thrown);
    say(`not copied: ${problem.message}`);
  }
}

export async function shareRun(run: Run, as: ShareAs): Promise<void> {
  const row = run.row ?? (await findRow(run).catch(() => null));
  if (row === null) say("not copied: the log no longer has this call");
  else await shareRow(run.session, row.seq, as);
}

export function ShareMenu({ run }: { run: Run }): JSX.Element {
  const items = (Object.keys(NAMES) as ShareAs[]).map((as) => ({
    label: `As ${NAMES[as]}`,
    note: `y ${LETTERS[as]}`,
    act: () => void shareRun(run, as),
  }));
  const result = run.state.is === "ended" ? run.state.end.result : null;
  const own = result === null ? [] : [{ label: "The result", act: () => void copy(result, "the result") }];
  const { origin, pathname } = location;
  const link = `${origin}${pathname}${formatRoute({ screen: "explore", session: run.session, item: run.ref, run: run.call })}`;
  return (
    <Menu label="Copy this call" id="share-menu" items={[...own, ...items, { label: "A link to this run", act: () => void copy(link, "the link") }]}>
      Copy
    </Menu>
  );
}
