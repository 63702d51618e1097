// Owns what sessions are called where several are offered: by name, and twins by what tells them apart.
import type { Summary } from "../contract";

/** A command line can be long; its beginning and its end tell most. */
const MOST_SIGNS = 60;

type Named = Pick<Summary, "id" | "name" | "place">;

/** What each session is called, by id. The number of a twin is its place among those that nothing else tells apart. */
export function labelsOf(all: readonly Named[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const twins of groups(all, (one) => one.name)) {
    const places = new Set(twins.map((one) => one.place));
    for (const same of groups(twins, (one) => one.place)) {
      same.forEach((one, index) => {
        const place = places.size > 1 ? ` · ${short(one.place)}` : "";
        labels.set(one.id, `${one.name}${place}${same.length > 1 ? ` · ${index + 1}` : ""}`);
      });
    }
  }
  return labels;
}

function groups<T>(all: readonly T[], by: (one: T) => string): T[][] {
  const known = new Map<string, T[]>();
  for (const one of all) known.set(by(one), [...(known.get(by(one)) ?? []), one]);
  return [...known.values()];
}

function short(place: string): string {
  return place.length <= MOST_SIGNS ? place : `${place.slice(0, MOST_SIGNS / 2)}…${place.slice(1 - MOST_SIGNS / 2)}`;
}
