// Owns what an app is told about where it is shown: theme, display mode, sizes, colours of the page.
import type { DisplayMode } from "./bridge";
import { MODES } from "./bridge";

/** The tallest that an app is shown in the page; beyond that it scrolls. */
export const TALLEST = 2000;

/** The names by which apps know colours, and those of this page. */
const COLOURS: readonly (readonly [string, string])[] = [
  ["--color-background-primary", "--panel"],
  ["--color-background-secondary", "--bg"],
  ["--color-background-tertiary", "--head"],
  ["--color-background-info", "--selected"],
  ["--color-background-danger", "--error-ground"],
  ["--color-background-warning", "--warn-ground"],
  ["--color-text-primary", "--text"],
  ["--color-text-secondary", "--muted"],
  ["--color-text-tertiary", "--muted"],
  ["--color-text-info", "--accent"],
  ["--color-text-danger", "--error"],
  ["--color-text-success", "--ok"],
  ["--color-text-warning", "--warn"],
  ["--color-border-primary", "--line-strong"],
  ["--color-border-secondary", "--line"],
  ["--color-ring-primary", "--accent"],
  ["--font-sans", "--sans"],
  ["--font-mono", "--mono"],
];

function variables(): Record<string, string> {
  const styles = getComputedStyle(document.documentElement);
  const all = COLOURS.map(([theirs, ours]) => [theirs, styles.getPropertyValue(ours).trim()] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== ""));
}

export interface Shown {
  theme: "light" | "dark";
  mode: DisplayMode;
  width: number;
  /** The tool whose results the app shows, as its server lists it. */
  tool: unknown;
}

export function hostContext(shown: Shown): Record<string, unknown> {
  return {
    ...(shown.tool === null ? {} : { toolInfo: { tool: shown.tool } }),
    theme: shown.theme,
    styles: { variables: variables() },
    displayMode: shown.mode,
    availableDisplayModes: MODES,
    containerDimensions: { width: Math.round(shown.width), maxHeight: TALLEST },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: "mcp-inspector",
    platform: "web",
    deviceCapabilities: {
      touch: matchMedia("(pointer: coarse)").matches,
      hover: matchMedia("(hover: hover)").matches,
    },
  };
}
