// Owns what this tab remembers across a reload: drafts and dismissals. What belongs to the session itself
// lives in the backend; this is only what a person had typed and not sent.

const PREFIX = "mcp-inspector:";

export function keptText(name: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function keepText(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // The tab's storage is full or forbidden: the draft then lives until the reload and no longer.
  }
}
