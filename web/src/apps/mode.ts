// Owns how the app that is on the screen is shown; one app is at a time. Keys change it before any app is loaded.
import { signal } from "@preact/signals";
import type { DisplayMode } from "./bridge";

export const mode = signal<DisplayMode>("inline");
