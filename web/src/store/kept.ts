// Owns what this tab remembers across a reload: its name among the tabs, and dismissals. What belongs to the
// session itself lives in the backend.

const PREFIX = "mcp-inspector:";

export function keptText(name: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** The name of this tab, by which the others are told who answered. It says nothing but that it is one. */
export function tabName(): string {
  const known = keptText("tab");
  if (known !== null) return known;
  const name = `tab ${Math.random().toString(36).slice(2, 8)}`;
  keepText("tab", name);
  return name;
}

export function keepText(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // The tab's storage is full or forbidden: the draft then lives until the reload and no longer.
  }
}
