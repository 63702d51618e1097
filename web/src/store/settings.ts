// Owns the settings: theme, density, split sizes and whether single letters act. The backend keeps them, so
// they follow a person to another port; here they are applied and sent back after a pause.
import { effect, signal } from "@preact/signals";
import { api } from "../api";
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

export async function loadSettings(): Promise<void> {
  try {
    settings.value = readSettings(await api.get<unknown>("/api/settings"));
  } catch {
    // Without kept settings the defaults are as good; the bar about the backend says what is wrong with it.
  }
}

let timer: ReturnType<typeof setTimeout> | null = null;

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => {
    timer = null;
    api.send("PUT", "/api/settings", JSON.stringify(settings.value)).catch(() => undefined);
  }, SAVE_AFTER_MS);
}

export function setSplit(name: string, fraction: number): void {
  change({ splits: { ...settings.value.splits, [name]: fraction } });
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
