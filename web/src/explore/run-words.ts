// Owns how a run ended, in words.
import { type Run, tookNs } from "../store/runs";
import { duration } from "../text/measure";

/** How a run ended, in two words. */
export function runWords(run: Run): string {
  if (run.state.is === "failed") return "not sent";
  if (run.state.is === "ended") {
    const { end } = run.state;
    const how =
      end.outcome !== "answered"
        ? end.outcome === "refused"
          ? "error"
          : end.outcome
        : end.toolError
          ? "tool error"
          : "OK";
    return `${duration(tookNs(run, end))} ${how}`;
  }
  const row = run.row;
  if (row === null) return "";
  const how = row.status === "ok" ? "OK" : row.status === "tool-error" ? "tool error" : (row.status ?? "");
  return row.durationNs === null ? how : `${duration(row.durationNs)} ${how}`;
}
