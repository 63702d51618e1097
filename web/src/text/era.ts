// Owns how a revision of the protocol is told: beside it stands the era that it belongs to, since that decides what a
// session can do.

/** The first revision without a handshake. Names of revisions are dates, and sort as such. */
const FIRST_MODERN = "2026-07-28";

/** `2025-06-18 · legacy era`; null where nothing was agreed on yet. */
export function withEra(revision: string | null): string | null {
  if (revision === null || revision === "") return null;
  return `${revision} · ${revision >= FIRST_MODERN ? "modern" : "legacy"} era`;
}
