// Statistics of a session: per method how often, how many errors, how long; and the slowest ten. They follow the log.
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Api, MethodStats, StatsBody, TimelineNews } from "../contract";
import { duration } from "../text/measure";
import { visible } from "../text/signs";
import { count } from "./format";
import { setTerm } from "./terms";

/** How long the figures may be behind the log while it grows. */
const REFRESH_PAUSE = 1000;

interface StatsPaneProps {
  session: string;
  api: Api;
  /** Tells when the log has grown. */
  feed?: ReadonlySignal<Pick<TimelineNews, "lastSeq"> | null>;
  /** Given, a click on a method filters by it. */
  filter?: Signal<string>;
  /** Given, a click on a row selects it. */
  selected?: Signal<number | null>;
  /** A method or a row was picked. */
  onPick?(): void;
}

export function StatsPane({ session, api, feed, filter, selected, onPick }: StatsPaneProps) {
  const stats = useSignal<StatsBody | null>(null);
  const failure = useSignal<string | null>(null);
  const asked = useSignal(0);
  useEffect(() => {
    const abort = new AbortController();
    api.get<StatsBody>(`/api/sessions/${encodeURIComponent(session)}/stats`, abort.signal).then(
      (body) => {
        stats.value = body;
        failure.value = null;
      },
      (reason: unknown) => {
        if (!abort.signal.aborted) failure.value = reason instanceof Error ? reason.message : String(reason);
      },
    );
    return () => abort.abort();
  }, [session, api, asked.value]);
  useGrowth(feed, () => asked.value++);
  const body = stats.value;
  const pick = (change: () => void) => {
    change();
    onPick?.();
  };
  return (
    <div class="stats" role="group" aria-label="Statistics" tabIndex={0}>
      <p class="stats-bar">
        <button type="button" onClick={() => asked.value++}>
          Read again
        </button>
        {failure.value && (
          <span class="fault" role="alert">
            The statistics could not be read: {failure.value}
          </span>
        )}
      </p>
      {body && body.methods.length === 0 && <p class="muted">No call has been made yet.</p>}
      {body && body.methods.length > 0 && (
        <table>
          <caption>By method</caption>
          <thead>
            <tr>
              <th scope="col">method</th>
              {["count", "errors", "p50", "p95", "max"].map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
              <th scope="col">durations</th>
            </tr>
          </thead>
          <tbody>
            {body.methods.map((method) => (
              <tr key={method.method}>
                <th scope="row">
                  <Link text={method.method} act={filter && (() => pick(() => (filter.value = setTerm(filter.peek(), "method", method.method))))} />
                </th>
                <td class="number">{count(method.count)}</td>
                <td class={`number ${method.errors > 0 ? "bad" : ""}`}>{count(method.errors)}</td>
                <td class="number">{maybe(method.p50Ns)}</td>
                <td class="number">{maybe(method.p95Ns)}</td>
                <td class="number">{maybe(method.maxNs)}</td>
                <td>
                  <Histogram stats={method} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {body && body.slowest.length > 0 && (
        <table>
          <caption>The slowest, without the time that a person took</caption>
          <tbody>
            {body.slowest.map((row) => (
              <tr key={row.seq}>
                <td class="number">{maybe(row.durationNs === null ? null : Math.max(0, row.durationNs - row.humanNs))}</td>
                <th scope="row">
                  <Link text={visible(`${row.method} ${row.target}`)} act={selected && (() => pick(() => (selected.value = row.seq)))} />
                </th>
                <td class="muted">{row.humanNs > 0 ? `and you ${duration(row.humanNs)}` : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** Calls `grown` once in a while as the log grows. */
function useGrowth(feed: StatsPaneProps["feed"], grown: () => void): void {
  const seq = feed?.value?.lastSeq ?? 0;
  const known = useRef(seq);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    if (seq === known.current || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      known.current = feed?.peek()?.lastSeq ?? 0;
      grown();
    }, REFRESH_PAUSE);
  }, [seq]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
}

function Link({ text, act }: { text: string; act: (() => void) | undefined }) {
  if (!act) return <>{text}</>;
  return (
    <button type="button" class="link" onClick={act}>
      {text}
    </button>
  );
}

const BAR = 6;
const TALL = 20;

/** How durations spread, by powers of two. */
function Histogram({ stats }: { stats: MethodStats }) {
  const most = Math.max(1, ...stats.buckets);
  const text = stats.buckets.map((n, index) => (n > 0 ? `${bucketName(index)}: ${n}` : "")).filter(Boolean).join(", ");
  return (
    <svg class="histogram" width={Math.max(1, stats.buckets.length) * (BAR + 1)} height={TALL} role="img" aria-label={text || "none"}>
      <title>{text}</title>
      {stats.buckets.map((n, index) => {
        const height = n === 0 ? 0 : Math.max(2, (n / most) * TALL);
        return <rect key={index} x={index * (BAR + 1)} y={TALL - height} width={BAR} height={height} />;
      })}
    </svg>
  );
}

function bucketName(index: number): string {
  return index === 0 ? "below 1 ms" : `${duration(2 ** (index - 1) * 1e6)} to ${duration(2 ** index * 1e6)}`;
}

function maybe(ns: number | null): string {
  return ns === null ? "" : duration(ns);
}
