// Owns the browser: one process for the whole run, from which each test takes fresh contexts.
import { chromium as playwright } from "playwright-core";
import { chromium } from "./places.mjs";

let browser = null;

const ARGS = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

export async function openBrowser() {
  browser ??= await playwright.launch({ executablePath: chromium, args: ARGS, headless: true });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = null;
}
