// Texts of a call for others, brought to the clipboard.
import { unshareable } from "../explore/share";
import type { Api, Row, ShareForm } from "../contract";

export const SHARE_NAMES: Record<ShareForm, string> = {
  cli: "CLI command",
  curl: "curl command",
  json: "JSON-RPC",
  script: "script step",
  report: "bug report",
};

/** Copies; gives a sentence for the user that says what was copied or why nothing was. */
export async function copyAs(api: Api, session: string, row: Row, as: ShareForm): Promise<string> {
  const why = unshareable(as, session);
  if (why !== null) return `Not copied as ${SHARE_NAMES[as]}: ${why}`;
  try {
    const path = `/api/sessions/${encodeURIComponent(session)}/share/${row.seq}?as=${as}`;
    const { text } = await api.get<{ text: string }>(path);
    await navigator.clipboard.writeText(text);
    return `Copied as ${SHARE_NAMES[as]}.`;
  } catch (reason) {
    return `Not copied as ${SHARE_NAMES[as]}: ${reason instanceof Error ? reason.message : String(reason)}`;
  }
}

/** Copies the address of a row. */
export async function copyLink(session: string, row: Row): Promise<string> {
  try {
    const { origin, pathname } = location;
    await navigator.clipboard.writeText(`${origin}${pathname}#/s/${encodeURIComponent(session)}/timeline/${row.seq}`);
    return "Copied the link.";
  } catch (reason) {
    return `The link was not copied: ${reason instanceof Error ? reason.message : String(reason)}`;
  }
}
