// Owns the settings: theme, density, split sizes and whether single letters act. The backend keeps them, so
// they follow a person to another port; here they are applied, and what changed is sent after a pause. The stream
// tells what other tabs changed.
import { effect, signal } from "@preact/signals";
import { api, request } from "../api";
import type { Settings } from "../contract";

export const DEFAULTS: Settings = { theme: "system", density: "compact", splits: {}, singleKeys: true };
const SAVE_AFTER_MS = 400;

export const settings = signal<Settings>(DEFAULTS);

/** Whatever the backend kept, with defaults where it says nothing or something that is none. */
export function readSettings(kept: unknown): Settings {
  const all = typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  const { theme, density, splits, singleKeys } = all;
  const sizes = typeof splits === "object" && splits !== null ? Object.entries(splits) : [];
  return {
    theme: theme === "light" || theme === "dark" ? theme : "system",
    density: density === "cozy" ? "cozy" : "compact",
    splits: Object.fromEntries(
      sizes.filter((one): one is [string, number] => typeof one[1] === "number" && one[1] > 0 && one[1] < 1),
    ),
    singleKeys: typeof singleKeys === "boolean" ? singleKeys : true,
  };
}

/** What was changed here and is not kept yet: what is on its way, and what waits for the pause. */
type Changes = Partial<Settings>;
const sent = new Set<Changes>();
let unsent: Changes = {};
let timer: ReturnType<typeof setTimeout> | null = null;

function merged<T extends Changes>(below: T, changes: Changes): T {
  const splits = { ...below.splits, ...changes.splits };
  return { ...below, ...changes, ...(below.splits === undefined && changes.splits === undefined ? {} : { splits }) };
}

/** Takes what the backend keeps; what was changed here since stays. */
export function takeSettings(kept: unknown): void {
  settings.value = [...sent, unsent].reduce(merged<Settings>, readSettings(kept));
}

export async function loadSettings(): Promise<void> {
  try {
    takeSettings(await api.get<unknown>("/api/settings"));
  } catch {
    // Without kept settings the defaults are as good; the bar about the backend says what is wrong with it.
  }
}

function send(keepalive: boolean): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const changes = unsent;
  if (Object.keys(changes).length === 0) return;
  sent.add(changes);
  unsent = {};
  request("PATCH", "/api/settings", { body: JSON.stringify(changes), keepalive })
    // What could not be kept goes with the next change.
    .catch(() => {
      unsent = merged(changes, unsent);
    })
    .finally(() => sent.delete(changes));
}

/** A page that goes away does not wait for the pause. */
export function keepSettings(): void {
  addEventListener("pagehide", () => send(true));
}

export function change(part: Changes): void {
  settings.value = merged(settings.value, part);
  unsent = merged(unsent, part);
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => send(false), SAVE_AFTER_MS);
}

export function setSplit(name: string, fraction: number): void {
  change({ splits: { [name]: fraction } });
}

export function nextTheme(dark: boolean): void {
  change({ theme: dark ? "light" : "dark" });
}

/** Whether the page is dark now, by the setting or by the system. */
export function isDark(): boolean {
  const { theme } = settings.value;
  return theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

export function applySettings(): () => void {
  return effect(() => {
    const { theme, density } = settings.value;
    const root = document.documentElement;
    root.style.colorScheme = theme === "system" ? "light dark" : theme;
    root.dataset["density"] = density;
  });
}
