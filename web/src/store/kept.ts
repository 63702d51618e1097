// Owns what this tab remembers across a reload: its token, its name among the tabs, and dismissals. What belongs to
// the session itself lives in the backend. Where a browser forbids the tab's storage, or has no room in it, all of
// that lives until the reload and no longer.

const PREFIX = "mcp-inspector:";

/** What the storage would not take. */
const unkept = new Map<string, string | null>();

export function readKept(key: string): string | null {
  const here = unkept.get(key);
  if (here !== undefined) return here;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeKept(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
}

export function keptText(name: string): string | null {
  return readKept(PREFIX + name);
}

export function keepText(name: string, text: string | null): void {
  writeKept(PREFIX + name, text);
}

/** The name of this tab, by which the others are told who answered. It says nothing but that it is one. */
export function tabName(): string {
  const known = keptText("tab");
  if (known !== null) return known;
  const name = `tab ${Math.random().toString(36).slice(2, 8)}`;
  keepText("tab", name);
  return name;
}
