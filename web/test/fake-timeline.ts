// A stand-in for the backend's timeline: rows made by number, the simplest terms of the filter language, pages,
// folds, details, documents. It counts what is asked of it.
import type { Api, Overview, Row, RowCounts, RowDetailBody, RowPart, StatsBody, TimelineNews, TimelinePage } from "../src/contract";

const MS = 1_000_000;

export function row(seq: number, changes: Partial<Row> = {}): Row {
  const made = {
    seq, endSeq: seq + 1, atNs: seq * 10 * MS, kind: "call", direction: "out", method: "tools/call", target: `tool-${seq}`, status: "ok",
    code: null, durationNs: (1 + (seq % 37)) * MS, humanNs: 0, networkNs: null, serverNs: null, bytes: 100 + seq, depth: 0, parent: null, children: 0,
    id: String(seq), call: null, level: null, findings: 0, finding: null, isPinned: false, isResumed: false, isFolded: false, ...changes,
  } satisfies Row;
  const others = made.humanNs + (made.networkNs ?? 0);
  return { ...made, serverNs: made.durationNs === null ? null : made.durationNs - others };
}

/** Rows of all kinds, with an ask under every tenth call. */
export function mixedRow(index: number): Row {
  const seq = index + 1;
  switch (index % 10) {
    case 0:
      return row(seq, { target: "trigger-sampling-request", children: 1, durationNs: 850 * MS, humanNs: 700 * MS, networkNs: 60 * MS });
    case 1:
      return row(seq, { kind: "ask", direction: "in", method: "sampling/createMessage", target: "“What is 2+2?”", depth: 1, parent: seq - 1, durationNs: 700 * MS, humanNs: 700 * MS });
    case 3:
      return row(seq, { kind: "notification", direction: "in", method: "notifications/message", target: "info Roots updated", status: null, durationNs: null, level: "info" });
    case 5:
      return row(seq, { kind: "stderr", direction: null, method: "stderr", target: "warn: deprecated option --x", status: "warning", durationNs: null });
    case 6:
      return row(seq, { status: "error", code: -32602, target: "get-sum", findings: 2 });
    case 7:
      return row(seq, { kind: "http", method: "POST", target: "https://example.com/mcp", code: 200, networkNs: 5 * MS });
    case 8:
      return row(seq, { status: "tool-error", target: "<img src=x onerror=alert(1)>" });
    case 9:
      return row(seq, { status: "pending", durationNs: null, endSeq: null, target: "slow" });
    default:
      return row(seq);
  }
}

export interface FakeTimeline {
  api: Api;
  asked: string[];
  rows: Row[];
  /** What the stream would say now. */
  news(filter?: string): TimelineNews;
}

export function fakeTimeline(rows: Row[]): FakeTimeline {
  const asked: string[] = [];
  const lastSeq = () => rows.reduce((last, one) => Math.max(last, one.endSeq ?? one.seq), 0);
  const pick = (filter: string, folded: ReadonlySet<number> = new Set()) =>
    rows.filter((one) => fits(one, filter) && !(one.parent !== null && folded.has(one.parent)));
  const counts = (): RowCounts => {
    const kind = (name: Row["kind"]) => rows.filter((one) => one.kind === name).length;
    return {
      all: rows.length, calls: kind("call"), notifications: kind("notification"), asks: kind("ask"), stderr: kind("stderr"), http: kind("http"),
      lifecycle: 0, auth: 0, apps: 0, notes: 0, errors: rows.filter((one) => /error/.test(one.status ?? "")).length,
      findings: rows.filter((one) => one.findings > 0).length,
    };
  };
  let known: { length: number; counts: RowCounts; lastSeq: number } | null = null;
  const facts = () => {
    if (known?.length !== rows.length) known = { length: rows.length, counts: counts(), lastSeq: lastSeq() };
    return known;
  };
  const page = (query: URLSearchParams): TimelinePage => {
    const filter = query.get("filter") ?? "";
    const wrong = /\b(\w+):(?=\s|$)/.exec(filter);
    const folded = new Set((query.get("folded") ?? "").split(",").filter(Boolean).map(Number));
    const chosen = wrong ? rows : filter === "" && folded.size === 0 ? rows : pick(filter, folded);
    const limit = Number(query.get("limit"));
    const around = query.get("around");
    const begun = chosen.findIndex((one) => one.seq === Number(around));
    const found = begun >= 0 ? begun : chosen.findIndex((one) => one.endSeq === Number(around));
    const place = around === null || found < 0 ? null : found;
    const from = place === null ? Number(query.get("from")) : Math.floor(place / limit) * limit;
    return {
      rows: chosen.slice(from, from + limit).map((one) => ({ ...one, isFolded: folded.has(one.seq) })), from, place, total: rows.length, matched: chosen.length,
      lastSeq: facts().lastSeq, counts: facts().counts,
      filterError: wrong ? { message: `expected a value after \`${wrong[0]}\``, start: wrong.index, end: wrong.index + wrong[0].length } : null,
    };
  };
  const answer = (path: string): unknown => {
    const url = new URL(path, "http://127.0.0.1");
    const seq = Number(/\/(?:timeline|doc|share)\/(\d+)/.exec(url.pathname)?.[1]);
    if (url.pathname.endsWith("/timeline")) return page(url.searchParams);
    if (url.pathname.endsWith("/overview")) return overview(rows, Number(url.searchParams.get("buckets")));
    if (url.pathname.endsWith("/stats")) return stats(rows);
    if (url.pathname.includes("/share/")) {
      if (url.searchParams.get("as") === "curl") throw new Error("curl needs HTTP, and this server is a process");
      return { text: `text of ${seq} as ${url.searchParams.get("as")}` };
    }
    if (url.pathname.includes("/doc/")) {
      const from = Number(url.searchParams.get("from"));
      const lines = Array.from({ length: 200 }, (_, index) => `  "line ${from + index}": ${from + index},`);
      return { lines, from, total: 800_000, bytes: 20_000_000 };
    }
    const found = rows.find((one) => one.seq === seq);
    if (!found) throw new Error(`there is no row ${seq}`);
    return detail(found);
  };
  return {
    rows,
    asked,
    api: {
      get: async <T>(path: string) => {
        asked.push(path);
        return answer(path) as T;
      },
      send: () => Promise.reject(new Error("nothing is sent")),
    },
    news: (filter = "") => {
      const chosen = filter === "" ? rows : pick(filter);
      return { total: rows.length, matched: chosen.length, lastSeq: facts().lastSeq, dropped: 0, spanNs: [0, 1], counts: facts().counts, tail: chosen.slice(-50), filter, filterError: null, marks: 0 };
    },
  };
}

/** All rows of the first second in a second. */
function overview(rows: Row[], buckets: number): Overview {
  const begun = Array.from({ length: buckets }, (_, index) => (index === 0 ? rows.length : 0));
  return { spanNs: [0, 1000 * MS], begun, errors: begun.map(() => 0), lasting: begun, matched: rows.length, lastSeq: rows.length };
}

function fits(one: Row, filter: string): boolean {
  return filter.split(/\s+/).filter(Boolean).every((term) => {
    const [name = "", value = ""] = term.split(/:(.*)/s);
    const values = value.split("|");
    if (name === "kind") return values.includes(one.kind);
    if (name === "status") return values.some((wanted) => (one.status ?? "").includes(wanted));
    if (name === "method") return values.some((wanted) => one.method === wanted);
    if (name === "target") return values.some((wanted) => one.target === wanted.replaceAll('"', ""));
    return one.method.includes(term) || one.target.includes(term);
  });
}

function part(name: RowPart["name"], seq: number, text: string | null): RowPart {
  return { name, seq, atNs: seq * MS, bytes: text?.length ?? 20_000_000, text, base64: false, event: name === "response" ? ["id: 7", "retry: 100"] : null };
}

function detail(found: Row): RowDetailBody {
  const request = `{"jsonrpc":"2.0","id":${found.seq},"method":${JSON.stringify(found.method)},"params":{"name":${JSON.stringify(found.target)},"arguments":{"n":1.0}}}`;
  const response = found.seq === 13 ? null : '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"</pre><script>alert(1)</script>"}]}}';
  return {
    row: found,
    parts: found.kind === "call" ? [part("request", found.seq, request), ...(found.status === "pending" ? [] : [part("response", found.seq + 1, response)])] : [part(found.kind === "ask" ? "request" : found.kind === "finding" ? "note" : found.kind, found.seq, found.target)],
    http: null,
    timing: ([["server", found.serverNs], ["network", found.networkNs], ["you", found.humanNs]] as const).flatMap(([name, ns]) => (ns ? [{ name, ns }] : [])),
    findings: found.findings === 0 ? [] : [{ rule: "error-shape", level: "must", message: "the error has no message", seq: found.seq, page: "basic#errors" }],
    gone: [],
    ancestors: found.parent === null ? [] : [{ ...found, seq: found.parent, method: "tools/call", target: "x" }],
    next: null,
    previous: null,
  };
}

function stats(rows: Row[]): StatsBody {
  return {
    methods: [
      { method: "tools/call", count: rows.length, errors: 2, p50Ns: 3 * MS, p95Ns: 40 * MS, maxNs: 850 * MS, buckets: [1, 8, 4, 2, 0, 1] },
      { method: "<b>odd method</b>", count: 1, errors: 0, p50Ns: null, p95Ns: null, maxNs: null, buckets: [] },
    ],
    slowest: rows.slice(0, 3),
  };
}
