// Owns what was read of a subscribed resource without anybody asking for it: the server said that it changed.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { Row, RowDetailBody, SessionState, TimelinePage } from "../contract";
import { formatRoute } from "../store/route";
import { targetOf } from "../store/row-target";
import { timelineVersion } from "../store/runs";
import { sliceAt } from "../text/json";
import { quoted } from "../timeline/terms";
import { BigDoc, PrettyJson } from "../ui/json";

/** How long the log has to be quiet before it is looked at. */
const QUIET_MS = 100;

/** How many reads are looked through: those that somebody asked for are others. */
const MOST_READS = 50;

interface Read {
  row: Row;
  /** The result or error; null when there is none, or it is long. */
  text: string | null;
}

/** The newest that was read because the server said that it changed, once it has ended. */
async function readByItself(id: string, uri: string, signal: AbortSignal): Promise<Read | null> {
  const filter = `kind:call method:resources/read target:${quoted(targetOf(uri))}`;
  const query = new URLSearchParams({ filter, from: String(-MOST_READS), limit: String(MOST_READS) });
  const { rows } = await api.get<TimelinePage>(sessionPath(id, `/timeline?${query}`), signal);
  const row = rows.findLast((one) => one.call === null && one.target === targetOf(uri)) ?? null;
  if (row === null || row.status === "pending") return null;
  const { parts } = await api.get<RowDetailBody>(sessionPath(id, `/timeline/${row.seq}`), signal);
  const frame = parts.findLast((part) => part.name === "response")?.text ?? null;
  return { row, text: frame === null ? null : (sliceAt(frame, ["result"]) ?? sliceAt(frame, ["error"])) };
}

/** `since` is the entry with the news. */
export function ReadByItself({ state, uri, since }: { state: SessionState; uri: string; since: number }): JSX.Element {
  const [read, setRead] = useState<Read | null>(null);
  const isHere = read !== null && read.row.target === targetOf(uri) && read.row.seq > since;
  const version = isHere ? 0 : timelineVersion.value;
  useEffect(() => {
    if (isHere) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      // What cannot be read now is looked for when the log grows.
      readByItself(state.id, uri, stop.signal).then(
        (found) => {
          if (!stop.signal.aborted) setRead(found);
        },
        () => undefined,
      );
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [state.id, uri, since, version, isHere]);
  if (read === null || read.row.target !== targetOf(uri))
    return <p class="empty">The server said that it changed. What is then read comes here; Read asks for it.</p>;
  const { row, text } = read;
  return (
    <section class="block" aria-label="Read after the server said that it changed">
      <p class="muted">
        Read by itself, because the server said that it changed:{" "}
        <a href={formatRoute({ screen: "timeline", session: state.id, seq: row.seq, filter: "" })}>row {row.seq}</a>
      </p>
      {text !== null ? (
        <PrettyJson text={text} />
      ) : row.endSeq === null ? (
        <p class="bad">There was no answer.</p>
      ) : (
        <BigDoc session={state.id} seq={row.endSeq} path="/result" api={api} label="What was read" />
      )}
    </section>
  );
}
