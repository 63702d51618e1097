// The whole time of a session in one strip: how much began, went wrong and lasted when. Dragging selects a
// stretch of time, which is written into the filter; two sliders do the same by keys.
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Api, Overview, TimelineNews } from "../contract";
import { duration } from "../text/measure";
import { type Stretch, stretchOf, withoutTerms, withStretch } from "./terms";

const STRETCHES = 240;
const HEIGHT = 16;
/** How long the strip may be behind the log while it grows. */
const REFRESH_PAUSE = 1000;
/** A pointer that moved less was only clicked. */
const LEAST_DRAG = 4;
const STEP = 0.01;
const LARGE_STEP = 0.1;

interface StripProps {
  session: string;
  api: Api;
  filter: Signal<string>;
  feed: ReadonlySignal<Pick<TimelineNews, "lastSeq"> | null>;
  attempt(text: string): Promise<boolean>;
}

export function OverviewStrip({ session, api, filter, feed, attempt }: StripProps) {
  const overview = useSignal<Overview | null>(null);
  /** What is dragged or stepped to and not in the filter yet. */
  const draft = useSignal<Stretch | null>(null);
  const track = useRef<HTMLDivElement>(null);
  const grabbed = useRef<{ x: number; ns: number } | null>(null);
  const others = withoutTerms(filter.value, ["at"]);
  useFresh(session, api, others, feed, overview);

  const body = overview.value;
  const [first = 0, last = 0] = body?.spanNs ?? [];
  const length = last - first;
  if (body === null || length <= 0) return <div class="tl-overview" ref={track} />;
  const chosen = draft.value ?? stretchOf(filter.value);
  const from = Math.max(first, chosen?.from ?? first);
  const to = Math.min(last, chosen?.to ?? last);
  const percent = (ns: number) => Math.min(100, Math.max(0, ((ns - first) / length) * 100));

  const use = (stretch: Stretch | null) => {
    draft.value = stretch;
    void attempt(withStretch(filter.peek(), stretch)).finally(() => {
      if (draft.peek() === stretch) draft.value = null;
    });
  };
  const nsAt = (x: number) => {
    const box = track.current?.getBoundingClientRect();
    const share = box === undefined || box.width === 0 ? 0 : (x - box.left) / box.width;
    return first + Math.min(1, Math.max(0, share)) * length;
  };
  const between = (a: number, b: number): Stretch => ({ from: Math.min(a, b), to: Math.max(a, b) });
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest("[role=slider]") !== null) return;
    event.preventDefault();
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, ns: nsAt(event.clientX) };
  };
  const onPointerMove = (event: PointerEvent) => {
    const start = grabbed.current;
    if (start !== null && Math.abs(event.clientX - start.x) >= LEAST_DRAG) draft.value = between(start.ns, nsAt(event.clientX));
  };
  const onPointerUp = (event: PointerEvent) => {
    const start = grabbed.current;
    grabbed.current = null;
    if (start === null) return;
    if (Math.abs(event.clientX - start.x) >= LEAST_DRAG) use(between(start.ns, nsAt(event.clientX)));
    // A click gives the whole back.
    else if (stretchOf(filter.peek()) !== null) use(null);
  };
  const moveEnd = (which: "from" | "to", wanted: number) => {
    const next = which === "from" ? { from: Math.min(wanted, to), to } : { from, to: Math.max(wanted, from) };
    const isWhole = next.from <= first && next.to >= last;
    use(isWhole ? null : { from: Math.max(first, next.from), to: Math.min(last, next.to) });
  };
  const onSliderKey = (which: "from" | "to") => (event: KeyboardEvent) => {
    const now = which === "from" ? from : to;
    const next = sliderStep(event.key, now, { from: first, to: last });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === "whole") use(null);
    else moveEnd(which, next);
  };
  const slider = (which: "from" | "to", at: number) => (
    <span
      class="tl-overview-end"
      role="slider"
      tabIndex={0}
      aria-label={which === "from" ? "Begin of the time that is shown" : "End of the time that is shown"}
      aria-valuemin={0}
      aria-valuemax={Math.round(length / 1e6)}
      aria-valuenow={Math.round((at - first) / 1e6)}
      aria-valuetext={`${duration(at)} after the session opened`}
      style={{ left: `${percent(at)}%` }}
      onKeyDown={onSliderKey(which)}
    />
  );
  return (
    <div
      class="tl-overview"
      ref={track}
      role="group"
      aria-label="Overview of the whole time"
      title="Drag to choose a stretch of time, click to see all of it"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        grabbed.current = null;
        draft.value = null;
      }}
    >
      <Drawing body={body} />
      {chosen !== null && (
        <>
          <span class="tl-overview-out" style={{ left: "0", width: `${percent(from)}%` }} />
          <span class="tl-overview-out" style={{ left: `${percent(to)}%`, right: "0" }} />
          <span class="tl-overview-in" style={{ left: `${percent(from)}%`, width: `${percent(to) - percent(from)}%` }} />
        </>
      )}
      {slider("from", from)}
      {slider("to", to)}
    </div>
  );
}

/** Where a key on a slider leads; null when it means nothing to it. */
export function sliderStep(key: string, now: number, span: { from: number; to: number }): number | "whole" | null {
  const length = span.to - span.from;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(span.from, now - length * STEP);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(span.to, now + length * STEP);
    case "PageDown":
      return Math.max(span.from, now - length * LARGE_STEP);
    case "PageUp":
      return Math.min(span.to, now + length * LARGE_STEP);
    case "Home":
      return span.from;
    case "End":
      return span.to;
    case "Escape":
      return "whole";
    default:
      return null;
  }
}

function Drawing({ body }: { body: Overview }) {
  // The strip is drawn again with every piece of news; what it shows is not made again with it.
  const [lasting, begun, errors] = useMemo(() => {
    const most = Math.max(...body.lasting, ...body.begun);
    const wrong = body.errors.map((count, at) => (count > 0 ? (body.begun[at] ?? count) : 0));
    return [barsOf(body.lasting, most), barsOf(body.begun, most), barsOf(wrong, most)];
  }, [body]);
  return (
    <svg class="tl-overview-drawing" viewBox={`0 0 ${body.begun.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="overview-lasting" d={lasting} />
      <path class="overview-begun" d={begun} />
      <path class="overview-errors" d={errors} />
    </svg>
  );
}

/** Bars from the bottom up as one path. Few are seen beside many: the heights grow as logarithms do. */
export function barsOf(counts: readonly number[], most: number): string {
  const scale = Math.log2(1 + Math.max(1, most));
  const parts: string[] = [];
  counts.forEach((count, at) => {
    if (count <= 0) return;
    const height = Math.max(2, Math.round((Math.log2(1 + count) / scale) * HEIGHT * 10) / 10);
    parts.push(`M${at} ${HEIGHT}v-${height}h1v${height}z`);
  });
  return parts.join("");
}

/** Reads the overview now, for another filter at once, and every while as the log grows. */
function useFresh(
  session: string,
  api: Api,
  others: string,
  feed: ReadonlySignal<Pick<TimelineNews, "lastSeq"> | null>,
  overview: Signal<Overview | null>,
) {
  const seq = feed.value?.lastSeq ?? 0;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const asked = useRef<{ others: string; seq: number } | null>(null);
  const wanted = useRef({ others, seq });
  wanted.current = { others, seq };
  useEffect(() => {
    const read = () => {
      timer.current = null;
      const now = wanted.current;
      asked.current = now;
      const query = new URLSearchParams({ filter: now.others, buckets: String(STRETCHES) });
      api.get<Overview>(`/api/sessions/${encodeURIComponent(session)}/timeline/overview?${query}`).then(
        (body) => {
          if (wanted.current.others === now.others) overview.value = body;
        },
        // The rows tell that they could not be read; the strip stays as it was.
        () => undefined,
      );
    };
    if (asked.current?.others !== others) {
      if (timer.current !== null) clearTimeout(timer.current);
      read();
    } else if (asked.current.seq !== seq && timer.current === null) timer.current = setTimeout(read, REFRESH_PAUSE);
  }, [session, api, others, seq]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
}
