// Owns what sessions are called where several are offered: by name, and twins by what tells them apart.
import type { Summary } from "../contract";
import { visible } from "../text/signs";

/** How much of a place is told, and how far from its beginning the difference may be. */
const MOST_SIGNS = 28;
const MOST_BEFORE = 8;

type Named = Pick<Summary, "id" | "name" | "place"> & { origin?: Summary["origin"] };

/** A name as it is told; a recording is no twin of the server that it was made of. */
function nameOf({ name, origin }: Named): string {
  return `${visible(name)}${origin === "recording" ? " (recording)" : ""}`;
}

/** What each session is called, by id. The number of a twin is its place among those that nothing else tells apart. */
export function labelsOf(all: readonly Named[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const twins of groups(all, nameOf)) {
    const places = [...new Set(twins.map((one) => one.place))];
    const start = startOf(places);
    const label = (one: Named): string => (places.length > 1 ? `${nameOf(one)} · ${tailOf(one.place, start)}` : nameOf(one));
    for (const same of groups(twins, label)) {
      same.forEach((one, index) => labels.set(one.id, `${label(one)}${same.length > 1 ? ` · ${index + 1}` : ""}`));
    }
  }
  return labels;
}

function groups<T>(all: readonly T[], by: (one: T) => string): T[][] {
  const known = new Map<string, T[]>();
  for (const one of all) known.set(by(one), [...(known.get(by(one)) ?? []), one]);
  return [...known.values()];
}

/** Where places begin to differ: at the word or the part of a path in which they do, if that begins shortly before. */
function startOf(places: readonly string[]): number {
  const [first = "", ...others] = places;
  let same = 0;
  while (same < first.length && others.every((place) => place[same] === first[same])) same += 1;
  const word = Math.max(...["/", "\\", " "].map((sign) => first.lastIndexOf(sign, same - 1))) + 1;
  return same === 0 ? 0 : same - word <= MOST_BEFORE ? word : same - MOST_BEFORE / 2;
}

function tailOf(place: string, start: number): string {
  const tail = visible(place.slice(start));
  return (start > 0 ? "…" : "") + (tail.length > MOST_SIGNS ? `${tail.slice(0, MOST_SIGNS - 1)}…` : tail);
}
