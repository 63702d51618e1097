// Owns whether runs can be compared: what each of them has to show for it, and for which run a person wanted to see that all
// the same.
import { signal } from "@preact/signals";
import type { Run } from "../store/runs";

/** Why a run has nothing to compare, as the end of a sentence; null when it has, or when that is not known yet. */
export function nothingOf(run: Run): string | null {
  switch (run.state.is) {
    case "sending":
    case "running":
      return "it is still running";
    case "failed":
      return "it was not sent";
    case "unread":
      return "what came of it could not be fetched";
    case "known":
      // What came is not fetched yet; its row knows how it ended.
      return run.row?.status === "cancelled" || run.row?.status === "expired" || run.row?.status === "lost" || run.row?.status === "not-sent" ? `it was ${run.row.status.replace("-", " ")}` : null;
    case "ended": {
      const { result, error, answer, gone, outcome } = run.state.end;
      if (result !== null || error !== null || answer !== null) return null;
      return gone || outcome === "answered" ? "what came back is no longer kept" : `it was ${outcome}`;
    }
  }
}

/** The run for which somebody wanted the comparison: it is shown there, also to say why there is none. */
const wantedFor = signal<string | null>(null);

function keyOf(run: Run): string {
  return `${run.session} ${run.call}`;
}

export function wantComparison(run: Run): void {
  wantedFor.value = keyOf(run);
}

/** Whether the comparison of a run that has ended has something to show. */
export function showsComparison(run: Run, before: Run | null): boolean {
  if (before === null) return false;
  return (nothingOf(run) === null && nothingOf(before) === null) || wantedFor.peek() === keyOf(run);
}
