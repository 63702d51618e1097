// Owns what a server says about itself, which may be anything: who it is in words, and what it can do by name.
import type { SessionState } from "../contract";
import { told } from "../text/told";

type Dict = Record<string, unknown>;

function dict(value: unknown): Dict | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Dict) : null;
}

/** What the server is called: as it says, or else as the session is. */
export function serverTitle(state: SessionState): string {
  const info = dict(state.server?.info);
  return told(info?.["title"] ?? info?.["name"]) || told(state.name);
}

export function serverVersion(state: SessionState): string {
  return told(dict(state.server?.info)?.["version"]);
}

/** All that it says about who it is; empty when that is nothing. */
export function serverIdentity(state: SessionState): string {
  const info = state.server?.info;
  const known = dict(info);
  if (known === null) return told(info);
  return [known["title"], known["name"], known["version"]].map((one) => told(one)).filter((word) => word !== "").join(" · ");
}

/** What it can do; null when it has not said so. What is no object names nothing. */
export function capabilitiesOf(state: SessionState): Dict | null {
  const said = state.server?.capabilities;
  return said === null || said === undefined ? null : (dict(said) ?? {});
}

export function hasCapability(state: SessionState, name: string): boolean {
  const all = capabilitiesOf(state);
  return all !== null && Object.hasOwn(all, name);
}
