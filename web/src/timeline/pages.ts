// The rows of a timeline that are here: pages of 200 from the backend, and the tail that the stream brings.
//
// A page is right for the filter, the folds and the last entry it was made with. When the log has grown, old
// pages are still shown, and asked for again as far as they are seen: a row never disappears to come back.
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { FilterError, Row, RowCounts, TimelineNews, TimelinePage } from "../contract";

export const PAGE = 200;

/** How many pages are kept: 8000 rows, about 2 MB. */
const KEPT = 40;

/** How long seen pages may be behind the log while it grows. */
const REFRESH_PAUSE = 120;

/** A page by the number of its first row, or by an entry of one of its rows. */
type Which = { from: string } | { around: string };

/** What the stream tells of a timeline. */
export type News = Pick<TimelineNews, "filter" | "lastSeq" | "counts" | "total" | "matched" | "tail">;

/** What a row is called in its timeline: its entry, after its session where there are several. */
export type RowName = number | string;

export function nameOf({ seq, session }: Pick<Row, "seq" | "session">): RowName {
  return session === undefined ? seq : `${session}:${seq}`;
}

/** Whether a row is open and the filter leaves out whatever is within it. */
export function isBare(pages: TimelinePages, row: Row, index: number, filter: string): boolean {
  if (filter === "" || row.isFolded) return false;
  const next = pages.row(index + 1);
  return next === undefined ? index + 1 >= pages.matched.peek() : next.depth <= row.depth;
}

interface Page {
  rows: Row[];
  lastSeq: number;
}

export class TimelinePages {
  /** Counts changes of what `row` gives. */
  readonly version: ReadonlySignal<number>;
  readonly matched: ReadonlySignal<number>;
  readonly total: ReadonlySignal<number>;
  readonly counts: ReadonlySignal<RowCounts | null>;
  /** Why the filter could not be read; the rows are those of the last filter that could. */
  readonly filterError: ReadonlySignal<FilterError | null>;
  readonly failure: ReadonlySignal<string | null>;
  /** Whether anything has come yet. */
  readonly isReady: ReadonlySignal<boolean>;

  private readonly versionNow = signal(0);
  private readonly matchedNow = signal(0);
  private readonly totalNow = signal(0);
  private readonly countsNow = signal<RowCounts | null>(null);
  private readonly filterErrorNow = signal<FilterError | null>(null);
  private readonly failureNow = signal<string | null>(null);
  private readonly isReadyNow = signal(false);

  /** While set, the timeline does not grow, whatever comes. */
  private isFrozen = false;

  private pages = new Map<number, Page>();
  private tail: { from: number; rows: Row[]; lastSeq: number } | null = null;
  private underWay = new Map<number, Promise<boolean>>();
  private lastSeq = 0;
  private filter = "";
  /** Rows that somebody folded, or opened where they are folded by themselves. */
  private switched: ReadonlySet<RowName> = new Set();
  private seen: [number, number] = [0, 0];
  private abort = new AbortController();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isStopped = false;
  private checks = 0;
  /** How many rows there are has to be learnt anew, even while frozen. */
  private needsCount = true;

  constructor(
    private readonly get: <T>(path: string, signal?: AbortSignal) => Promise<T>,
    /** Where the rows come from: a session, or all. */
    private readonly path: string,
  ) {
    this.version = this.versionNow;
    this.matched = this.matchedNow;
    this.total = this.totalNow;
    this.counts = this.countsNow;
    this.filterError = this.filterErrorNow;
    this.failure = this.failureNow;
    this.isReady = this.isReadyNow;
  }

  start() {
    this.isStopped = false;
  }

  stop() {
    this.isStopped = true;
    this.abort.abort();
    this.abort = new AbortController();
    if (this.timer !== null) clearTimeout(this.timer);
  }

  row(index: number): Row | undefined {
    const { tail } = this;
    const page = this.pages.get(Math.floor(index / PAGE));
    const inTail = tail && index >= tail.from ? tail.rows[index - tail.from] : undefined;
    if (inTail && (!page || (tail?.lastSeq ?? 0) >= page.lastSeq)) return inTail;
    return page?.rows[index % PAGE] ?? inTail;
  }

  /** Where the row of an entry is, or a finding about it, if it is among those that are here. */
  indexOf(name: RowName, finding: number | null = null): number | null {
    const isIt = (row: Row) => nameOf(row) === name && row.finding === finding;
    const inTail = this.tail?.rows.findIndex(isIt) ?? -1;
    if (this.tail && inTail >= 0) return this.tail.from + inTail;
    for (const [number, page] of this.pages) {
      const at = page.rows.findIndex(isIt);
      if (at >= 0) return number * PAGE + at;
    }
    return null;
  }

  /** Where the row of an entry is; what is not here is asked for, and brings the page that has it. */
  async locate(name: RowName): Promise<number | null> {
    const here = this.indexOf(name);
    if (here !== null) return here;
    const { signal } = this.abort;
    try {
      const page = await this.fetchPage(this.filter, { around: String(name) }, signal);
      // Another filter came in between: its rows have other places.
      if (signal.aborted) return this.isStopped ? null : this.locate(name);
      if (page.place === undefined || page.place === null) return null;
      this.take(Math.floor(page.from / PAGE), page);
      return page.place;
    } catch {
      return signal.aborted && !this.isStopped ? this.locate(name) : null;
    }
  }

  /** Uses a filter if it can be read; gives whether it is the one now in use. */
  async setFilter(filter: string): Promise<boolean> {
    const check = ++this.checks;
    try {
      const page = await this.fetchPage(filter, { from: "0" });
      if (check !== this.checks) return false;
      this.filterErrorNow.value = page.filterError;
      this.failureNow.value = null;
      // The first of all is shown even so: unfiltered rows are better than none.
      if (page.filterError && this.isReadyNow.peek()) return false;
      this.renew(filter);
      this.take(0, page);
      this.look(...this.seen);
      return page.filterError === null;
    } catch (reason) {
      if (check === this.checks) this.fail(reason);
      return false;
    }
  }

  /** The text that could not be read was given up. */
  forgetError() {
    this.checks++;
    this.filterErrorNow.value = null;
  }

  /** Folds a row, or opens it. */
  switchFold(row: RowName) {
    const switched = new Set(this.switched);
    if (!switched.delete(row)) switched.add(row);
    this.switched = switched;
    this.renew(this.filter);
    this.look(...this.seen);
  }

  freeze() {
    this.isFrozen = true;
  }

  thaw(news: News | null) {
    this.isFrozen = false;
    if (news) this.hear(news);
    else this.look(...this.seen);
  }

  /** The stream said that the log has grown. */
  hear(news: News) {
    if (this.isFrozen) return;
    if (news.filter !== undefined && news.filter !== this.filter) return;
    batch(() => {
      this.lastSeq = Math.max(this.lastSeq, news.lastSeq);
      this.countsNow.value = news.counts;
      this.totalNow.value = news.total;
      // The stream knows nothing of folds, so with them its rows have other places.
      if (this.switched.size === 0) {
        this.tail = { from: Math.max(0, news.matched - news.tail.length), rows: news.tail, lastSeq: news.lastSeq };
        this.matchedNow.value = news.matched;
      }
      this.isReadyNow.value = true;
      this.versionNow.value++;
    });
    this.refreshSoon();
  }

  /** Something about the rows changed that is not in the log: those that are here are asked for again. */
  refresh() {
    for (const page of this.pages.values()) page.lastSeq = -1;
    if (this.tail) this.tail.lastSeq = -1;
    this.look(...this.seen);
  }

  /** These rows are seen: makes them come. */
  look(first: number, last: number) {
    this.seen = [first, last];
    // The filter is on its way, and brings the first rows with it.
    if (!this.isReadyNow.peek()) return;
    for (const page of this.pagesSeen()) {
      if (!this.isCovered(page)) void this.loadPage(page);
    }
  }

  private pagesSeen(): number[] {
    const pages: number[] = [];
    const end = Math.min(this.seen[1], Math.max(0, this.matchedNow.peek() - 1));
    for (let page = Math.floor(this.seen[0] / PAGE); page <= Math.floor(end / PAGE); page++) pages.push(page);
    return pages;
  }

  /** Whether all rows of a page that are seen are here and right. */
  private isCovered(number: number): boolean {
    const from = Math.max(this.seen[0], number * PAGE);
    const { tail } = this;
    if (tail && tail.lastSeq >= this.lastSeq && from >= tail.from) return true;
    return (this.pages.get(number)?.lastSeq ?? -1) >= this.lastSeq;
  }

  private refreshSoon() {
    if (this.timer !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.look(...this.seen);
    }, REFRESH_PAUSE);
  }

  private renew(filter: string) {
    this.abort.abort();
    this.abort = new AbortController();
    this.filter = filter;
    this.pages = new Map();
    this.underWay = new Map();
    this.tail = null;
    this.needsCount = true;
  }

  /** Makes a page come; gives whether it is here. */
  private loadPage(number: number): Promise<boolean> {
    const { underWay } = this;
    const before = underWay.get(number);
    if (before) return before;
    const coming = this.loadPageNow(number, this.abort.signal).finally(() => underWay.delete(number));
    underWay.set(number, coming);
    return coming;
  }

  private async loadPageNow(number: number, signal: AbortSignal): Promise<boolean> {
    try {
      const page = await this.fetchPage(this.filter, { from: String(number * PAGE) }, signal);
      if (signal.aborted) return false;
      this.take(number, page);
      this.failureNow.value = null;
      return true;
    } catch (reason) {
      if (!signal.aborted) this.fail(reason);
      return false;
    }
  }

  private fetchPage(filter: string, which: Which, signal?: AbortSignal) {
    const query = new URLSearchParams({ filter, ...which, limit: String(PAGE) });
    if (this.switched.size > 0) query.set("folded", [...this.switched].join(","));
    return this.get<TimelinePage>(`${this.path}?${query}`, signal);
  }

  private take(number: number, page: TimelinePage) {
    batch(() => {
      this.pages.delete(number);
      this.pages.set(number, { rows: page.rows, lastSeq: page.lastSeq });
      const oldest = this.pages.keys().next().value;
      if (this.pages.size > KEPT && oldest !== undefined) this.pages.delete(oldest);
      if (this.needsCount || (page.lastSeq >= this.lastSeq && !this.isFrozen)) {
        this.needsCount = false;
        this.lastSeq = Math.max(this.lastSeq, page.lastSeq);
        this.matchedNow.value = page.matched;
        this.totalNow.value = page.total;
        this.countsNow.value = page.counts;
      }
      this.isReadyNow.value = true;
      this.versionNow.value++;
    });
    // The log grew while the page was on its way.
    if (page.lastSeq < this.lastSeq && !this.isFrozen) this.refreshSoon();
  }

  private fail(reason: unknown) {
    this.failureNow.value = reason instanceof Error ? reason.message : String(reason);
  }
}

/** The rows that are seen, as far as they are here. */
export function* rowsSeen(pages: TimelinePages, [first, last]: [number, number]): Generator<Row> {
  for (let index = first; index <= last; index++) {
    const row = pages.row(index);
    if (row) yield row;
  }
}
