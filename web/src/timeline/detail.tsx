// A row in full: request, response, the exact bytes with what carried them, where the time went, and what the
// rules of the protocol say. What is shown stays until the next row has come.
import { effect, type Signal, untracked, useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import type { Api, Finding, HttpExchange, RowDetailBody, RowPart } from "../contract";
import { Problem } from "../problem";
import { news, session as watched, togetherNews } from "../store/sessions";
import { bytes, duration } from "../text/measure";
import { visible } from "../text/signs";
import { BigDoc, JsonText, PrettyJson } from "../ui/json";
import { Skeleton } from "../ui/skeleton";
import { chosenTab, DETAIL_TABS, type DetailTab as Tab, tabBeside } from "./detail-tabs";
import { framing } from "./format";
import { statusText } from "./row";

/** How long to wait before a row that could not be read is read again. */
const FAILED_PAUSE = 1000;

interface RowDetailProps {
  session: string;
  seq: number;
  api: Api;
  /** Which part is shown; the one of the timeline's detail unless told. */
  tab?: Signal<Tab | null>;
}

/** Whether a row lies beyond all that the page has heard of: it is not asked for before there are news of it. */
function isBeyond(session: string, seq: number): boolean {
  const state = watched.value;
  return seq < 1 || (state?.id === session && seq > Math.max(state.lastSeq, news.value?.lastSeq ?? 0));
}

export function RowDetail({ session, seq, api, tab: chosen = chosenTab }: RowDetailProps) {
  const detail = useSignal<RowDetailBody | null>(null);
  const failure = useSignal<string | null>(null);
  const prefix = useId();
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isAsking = false;
    let isOld = false;
    let isWaiting = false;
    const isPending = () => detail.peek()?.row.status === "pending";
    const load = async () => {
      isAsking = true;
      do await read();
      while (isOld && isPending() && !abort.signal.aborted);
      isAsking = false;
    };
    const read = async () => {
      isOld = false;
      try {
        const body = await api.get<RowDetailBody>(`/api/sessions/${encodeURIComponent(session)}/timeline/${seq}`, abort.signal);
        if (abort.signal.aborted) return;
        detail.value = body;
        failure.value = null;
      } catch (reason) {
        if (abort.signal.aborted) return;
        failure.value = reason instanceof Error ? reason.message : String(reason);
        // The backend may come back; a row that it does not know will not.
        if (!(reason instanceof Problem && reason.status === 404)) timer = setTimeout(load, FAILED_PAUSE);
      }
    };
    if (!untracked(() => isBeyond(session, seq))) void load();
    else {
      isWaiting = true;
      timer = setTimeout(() => (failure.value = "there is no such row"), FAILED_PAUSE);
    }
    // What is not answered yet can change with any news, unless they say that it is still under way.
    const stop = effect(() => {
      void togetherNews.value;
      void news.value;
      if (isWaiting) {
        if (isBeyond(session, seq)) return;
        isWaiting = false;
        if (timer !== null) clearTimeout(timer);
        void untracked(load);
      }
      if (watched.value?.id === session && watched.value.calls.some((call) => call.seq === seq)) return;
      if (isAsking) isOld = true;
      else if (isPending()) void untracked(load);
    });
    return () => {
      stop();
      abort.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [session, seq, api]);

  const body = detail.value;
  if (failure.value && body?.row.seq !== seq) {
    return (
      <p class="fault row-detail" role="alert">
        Row {seq} could not be read: {failure.value}
      </p>
    );
  }
  if (!body) return <Skeleton label={`Reading row ${seq}…`} />;
  const tab = chosen.value ?? firstTab(body);
  const idOf = (one: Tab) => `${prefix}-${one}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabBeside(tab, by);
    chosen.value = next;
    document.getElementById(idOf(next))?.focus();
  };
  return (
    <div class="row-detail">
      <header class="detail-head">
        <h3 class="mono">{visible(body.row.method)}</h3>
        {body.row.id !== null && <span class="muted">id {body.row.id}</span>}
        <span class={`tl-status-${body.row.status ?? "none"}`}>{statusText(body.row)}</span>
        {body.row.isResumed && <span class="muted">resumed by Last-Event-ID</span>}
        {body.ancestors.length > 0 && (
          <span class="muted">within {visible(body.ancestors.map((one) => `${one.method} ${one.target}`.trim()).join(" › "))}</span>
        )}
      </header>
      <div class="detail-tabs" role="tablist" aria-label="Parts of the row" onKeyDown={onKeyDown}>
        {DETAIL_TABS.map((one) => (
          <button
            key={one}
            id={idOf(one)}
            type="button"
            role="tab"
            aria-selected={one === tab}
            aria-controls={one === tab ? `${prefix}-panel` : undefined}
            tabIndex={one === tab ? 0 : -1}
            onClick={() => (chosen.value = one)}
          >
            {one}
            {one === "checks" && (body.findings ?? []).length > 0 ? ` ${(body.findings ?? []).length}` : ""}
          </button>
        ))}
      </div>
      <div id={`${prefix}-panel`} class="detail-panel" role="tabpanel" aria-labelledby={idOf(tab)} tabIndex={0}>
        <Panel tab={tab} body={body} session={session} api={api} />
      </div>
    </div>
  );
}

function firstTab(body: RowDetailBody): Tab {
  if (body.parts.some((part) => part.name === "request")) return "request";
  if (body.gone.includes(body.row.seq) && TWO_SIDED.has(body.row.kind)) return "request";
  return body.parts.some((part) => part.name === "response") ? "response" : "raw";
}

interface PanelProps {
  tab: Tab;
  body: RowDetailBody;
  session: string;
  api: Api;
}

function Panel({ tab, body, session, api }: PanelProps) {
  if (tab === "timing") return <Timing body={body} />;
  if (tab === "checks") return <Checks findings={(body.findings ?? [])} />;
  if (tab === "raw") {
    return (
      <>
        {body.gone.length === 0 ? null : <Gone what={body.parts.length === 0 ? "What this row was made of" : "Some of it"} />}
        {body.parts.map((part) => (
          <div key={part.seq} class="detail-part">
            <PartHead part={part} />
            <PartText part={part} session={session} api={api} isRaw />
          </div>
        ))}
        {body.http && <Http http={body.http} />}
      </>
    );
  }
  // A call that was sent again, because the server wanted input, has several answers: the last is the call's.
  const part = tab === "response" ? body.parts.findLast((one) => one.name === tab) : body.parts.find((one) => one.name === tab);
  if (part) return <PartText part={part} session={session} api={api} />;
  if (tab === "response" && body.row.status === "pending") return <p class="muted">Not answered yet.</p>;
  const [first, last] = [body.row.seq, body.row.endSeq];
  const isGone = body.gone.includes(tab === "response" ? (last ?? -1) : first);
  if (isGone && TWO_SIDED.has(body.row.kind)) return <Gone what={`The ${tab}`} />;
  return <p class="muted">This row has no {tab}.</p>;
}

/** Rows that begin with a request and end with a response. */
const TWO_SIDED: ReadonlySet<string> = new Set(["call", "ask", "app"]);

/** The log has room for the newest entries only; a row stays when what it was made of is gone. */
function Gone({ what }: { what: string }) {
  return (
    <p class="warn" role="status">
      {what} is no longer kept: the log has room for the newest messages only. Save a recording in time to keep them.
    </p>
  );
}

function PartHead({ part }: { part: RowPart }) {
  return (
    <p class="detail-part-head muted">
      {part.name} · entry {part.seq} · {bytes(part.bytes)}
      {part.base64 ? " · not UTF-8, shown as base64" : ""}
      {framing(part)}
    </p>
  );
}

/** The `_meta` of laid-out parameters. In some revisions it is longer than all that was asked for, and stands before it. */
const META = /^ {4}"_meta": \{/;

function PartText({ part, session, api, isRaw = false }: { part: RowPart; session: string; api: Api; isRaw?: boolean }) {
  const label = `${part.name}, ${bytes(part.bytes)}`;
  if (part.text === null) return <BigDoc session={session} seq={part.seq} path="" api={api} label={label} isRaw={isRaw} />;
  if (isRaw || part.base64) return <JsonText text={part.text} label={label} />;
  return <PrettyJson text={part.text} label={label} folded={part.name === "request" ? META : undefined} />;
}

/** Recordings of before know milliseconds only. */
const headNs = (http: HttpExchange) => (http.headUs === undefined ? http.headMs * 1e6 : http.headUs * 1000);
const wholeNs = (http: HttpExchange, totalMs: number) =>
  http.headUs === undefined || http.bodyUs === undefined ? totalMs * 1e6 : (http.headUs + http.bodyUs) * 1000;

function Http({ http }: { http: HttpExchange }) {
  const status = http.status === undefined ? (http.error ?? "no answer") : `${http.version ?? "HTTP"} ${http.status}`;
  return (
    <div class="detail-part">
      <p class="detail-part-head muted">
        HTTP exchange {http.exchange}
        {http.connectUs === undefined ? "" : ` · connected in ${duration(http.connectUs * 1000)}`} · head after{" "}
        {duration(headNs(http))}
        {http.totalMs === undefined ? "" : ` · whole after ${duration(wholeNs(http, http.totalMs))}`}
      </p>
      <pre class="json" role="group" aria-label="HTTP exchange" tabIndex={0}>
        {`${http.method} ${http.url}\n${headerLines(http.requestHeaders)}\n\n${status}\n${headerLines(http.responseHeaders)}`}
        {http.bodyHead === undefined ? "" : `\n\n${http.bodyHead}`}
      </pre>
    </div>
  );
}

function headerLines(headers: [string, string][]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join("\n");
}

function Timing({ body }: { body: RowDetailBody }) {
  const whole = body.timing.reduce((sum, part) => sum + part.ns, 0);
  if (whole === 0) return <p class="muted">No time was measured for this row.</p>;
  return (
    <dl class="timing">
      {body.timing.map((part) => (
        <div key={part.name} class="timing-part">
          <dt>{part.name === "you" ? "you (waiting for a person)" : part.name}</dt>
          <dd>
            <span class="timing-number">{duration(part.ns)}</span>
            <span class="timing-track">
              <span class={`tone tone-${part.name}`} style={{ width: `${(part.ns / whole) * 100}%` }} />
            </span>
          </dd>
        </div>
      ))}
      <div class="timing-part">
        <dt>together</dt>
        <dd>
          <span class="timing-number">{duration(whole)}</span>
        </dd>
      </div>
    </dl>
  );
}

/** Where the rule is written. A link for whoever follows it: the page itself asks nobody but its backend. */
function RulePage({ page }: { page: string }) {
  if (!/^https:\/\//.test(page)) return <>{page}</>;
  return (
    <a href={page} target="_blank" rel="noopener noreferrer">
      {page.replace(/^https:\/\/modelcontextprotocol\.io\//, "")}
    </a>
  );
}

function Checks({ findings }: { findings: Finding[] }) {
  if (findings.length === 0) return <p class="muted">No rule of the protocol is broken here.</p>;
  return (
    <ul class="findings">
      {findings.map((finding, index) => (
        <li key={index}>
          <p>
            <strong class={`finding-${finding.level}`}>{finding.level}</strong> {visible(finding.message)}
          </p>
          <p class="muted">
            rule {finding.rule}
            {finding.pointer === undefined ? "" : ` · at ${finding.pointer || "the top"}`}
            {finding.header === undefined ? "" : ` · header ${finding.header}`} · <RulePage page={finding.page} />
          </p>
        </li>
      ))}
    </ul>
  );
}
