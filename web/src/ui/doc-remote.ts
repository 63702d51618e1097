// A document too large to be sent as a whole: the backend has its text and finds lines, blocks and matches; here
// are the pages of it that have come, the latest few of them.
import type { Api, DocMatches, DocWindow } from "../contract";
import { type Doc, type DocLine, type DocPlace, levelOf } from "./doc";
import { foldQuery, type Folds, NOTHING_FOLDED } from "./folds";
import { tokensOf } from "./json-tokens";

/** Lines asked for at once. */
const PAGE = 200;

/** Pages kept. */
const KEPT = 40;

export class RemoteDoc implements Doc {
  total: number | null = null;
  folds: Folds = NOTHING_FOLDED;
  private pages = new Map<number, DocWindow>();
  private underWay = new Set<number>();
  private abort = new AbortController();

  private readonly pretty: boolean;

  /** `base` is where the document is, `path` a JSON pointer into it; its lines are laid out, as they came, or those of the
   * text that a string says. */
  constructor(
    private readonly api: Api,
    private readonly base: string,
    private readonly path: string,
    private readonly form: "pretty" | "raw" | "text",
  ) {
    this.pretty = form === "pretty";
  }

  get canFold(): boolean {
    return this.pretty;
  }

  line(place: number): DocLine | undefined {
    const page = this.pages.get(Math.floor(place / PAGE));
    const text = page?.lines[place % PAGE];
    if (page === undefined || text === undefined) return undefined;
    return {
      number: page.numbers?.[place % PAGE] ?? place,
      // What is not laid out has long lines, whose pieces would be too many to be coloured.
      tokens: this.pretty ? tokensOf(text) : [{ kind: "space", text }],
      level: levelOf(text),
      isBlock: (page.ends?.[place % PAGE] ?? null) !== null,
      isFolded: page.folded?.[place % PAGE] ?? false,
      isContinued: false,
    };
  }

  stop(): void {
    this.abort.abort();
  }

  setFolds(folds: Folds): void {
    this.folds = folds;
    this.pages = new Map();
    this.underWay = new Set();
    this.abort.abort();
    this.abort = new AbortController();
  }

  placeOf(number: number): Promise<DocPlace> {
    if (!this.pretty) return Promise.resolve({ around: [], at: number });
    return this.ask<DocPlace>("/place", { line: String(number), ...foldQuery(this.folds) });
  }

  search(text: string, from: number): Promise<DocMatches> {
    return this.ask<DocMatches>("/search", { text, from: String(from), ...this.formQuery() });
  }

  async load(first: number, last: number): Promise<boolean> {
    const wanted: number[] = [];
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) wanted.push(page);
    const news = await Promise.all(wanted.map((page) => this.loadPage(page)));
    return news.includes(true);
  }

  private async loadPage(page: number): Promise<boolean> {
    if (this.pages.has(page) || this.underWay.has(page)) return false;
    const { underWay, pages, abort } = this;
    underWay.add(page);
    try {
      const query = {
        from: String(page * PAGE),
        lines: String(PAGE),
        ...this.formQuery(),
        ...foldQuery(this.folds),
      };
      const window = await this.ask<DocWindow>("", query, abort.signal);
      // It was asked for with other folds.
      if (pages !== this.pages) return false;
      this.total = window.total;
      pages.set(page, window);
      const oldest = pages.keys().next().value;
      if (pages.size > KEPT && oldest !== undefined) pages.delete(oldest);
      return true;
    } catch (reason) {
      if (abort.signal.aborted) return false;
      throw reason;
    } finally {
      underWay.delete(page);
    }
  }

  private formQuery(): Record<string, string> {
    return { pretty: String(this.pretty), ...(this.form === "text" ? { decoded: "true" } : {}) };
  }

  private ask<T>(what: string, query: Record<string, string>, signal?: AbortSignal): Promise<T> {
    return this.api.get<T>(`${this.base}${what}?${new URLSearchParams({ ...query, path: this.path })}`, signal);
  }
}
