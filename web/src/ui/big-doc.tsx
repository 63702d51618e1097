// A body too large to be sent as a whole: windows of its lines from the backend, and a search in it.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Api, DocMatches, DocWindow } from "../contract";
import { LINE_HEIGHT, Tokens } from "./json";
import { tokensOf } from "./json-tokens";
import { Windowed } from "./window";

/** Lines asked for at once. */
const PAGE = 200;

interface BigDocProps {
  session: string;
  seq: number;
  /** A JSON pointer to the part shown; "" is the whole. */
  path: string;
  api: Api;
  label?: string;
}

export function BigDoc({ session, seq, path, api, label = "Document" }: BigDocProps) {
  const base = `/api/sessions/${encodeURIComponent(session)}/doc/${seq}`;
  const doc = useMemo(() => new DocPages(api, base, path), [api, base, path]);
  const version = useSignal(0);
  const fault = useSignal<string | null>(null);
  const scrollTo = useSignal<number | null>(null);
  const found = useSignal<Found | null>(null);
  const current = useComputed(() => found.value?.lines[found.value.at] ?? null);
  const searches = useRef(0);

  const load = (first: number, last: number) => {
    doc.load(first, last).then(
      (isNew) => {
        if (isNew) version.value++;
      },
      (reason: unknown) => (fault.value = messageOf(reason)),
    );
  };
  useEffect(() => {
    fault.value = null;
    found.value = null;
    load(0, 0);
    return () => doc.stop();
  }, [doc]);

  const search = async (text: string, from: number, before: number[]) => {
    const number = ++searches.current;
    if (text === "") return void (found.value = null);
    const query = new URLSearchParams({ text, path, from: String(from) });
    try {
      const answer = await api.get<DocMatches>(`${base}/search?${query}`);
      if (number !== searches.current) return;
      const lines = [...before, ...answer.matches];
      found.value = { text, lines, more: answer.more, at: Math.min(before.length, Math.max(0, lines.length - 1)) };
      scrollTo.value = current.value;
    } catch (reason) {
      if (number === searches.current) fault.value = messageOf(reason);
    }
  };

  const step = (by: number) => {
    const now = found.value;
    if (!now || now.lines.length === 0) return;
    const next = now.at + by;
    if (next >= now.lines.length && now.more) {
      void search(now.text, (now.lines.at(-1) ?? 0) + 1, now.lines);
      return;
    }
    found.value = { ...now, at: (next + now.lines.length) % now.lines.length };
    scrollTo.value = current.value;
  };

  const onKey = (event: KeyboardEvent) => {
    const input = event.currentTarget as HTMLInputElement;
    if (event.key === "Enter") {
      if (found.value?.text === input.value) step(event.shiftKey ? -1 : 1);
      else void search(input.value, 0, []);
    } else if (event.key === "Escape" && found.value) {
      event.stopPropagation();
      found.value = null;
    }
  };

  version.value;
  const row = (index: number) => {
    const line = doc.line(index);
    const marked = index === current.value ? " json-found" : "";
    return (
      <div key={index} class={`json-line${marked}`} aria-current={marked ? "true" : undefined}>
        {line === undefined ? <span class="json-loading">…</span> : <Tokens tokens={tokensOf(line)} />}
      </div>
    );
  };
  return (
    <div class="big-doc">
      <div class="big-doc-bar">
        <input
          type="search"
          aria-label={`Search in ${label}`}
          placeholder="Search, Enter for the next"
          onKeyDown={onKey}
        />
        <button type="button" aria-label="Previous match" onClick={() => step(-1)}>
          ↑
        </button>
        <button type="button" aria-label="Next match" onClick={() => step(1)}>
          ↓
        </button>
        <span class="muted" role="status">
          {foundText(found.value) ?? (doc.total === null ? "" : `${doc.total.toLocaleString("en")} lines`)}
        </span>
      </div>
      {fault.value && (
        <p class="fault" role="alert">
          {fault.value}{" "}
          <button
            type="button"
            onClick={() => {
              fault.value = null;
              load(0, 0);
            }}
          >
            Try again
          </button>
        </p>
      )}
      <Windowed
        count={doc.total ?? 0}
        rowHeight={LINE_HEIGHT}
        row={row}
        label={label}
        role="group"
        scrollTo={scrollTo}
        onRange={load}
        className="json json-long"
        attributes={{ tabIndex: 0 }}
      />
    </div>
  );
}

interface Found {
  text: string;
  lines: number[];
  more: boolean;
  at: number;
}

function foundText(found: Found | null): string | null {
  if (!found) return null;
  if (found.lines.length === 0) return `nothing contains “${found.text}”`;
  return `${found.at + 1} of ${found.lines.length}${found.more ? "+" : ""}`;
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

/** The pages of a document that have come, the latest few of them. */
class DocPages {
  total: number | null = null;
  private readonly pages = new Map<number, string[]>();
  private readonly underWay = new Set<number>();
  private readonly abort = new AbortController();
  private static readonly KEPT = 40;

  constructor(
    private readonly api: Api,
    private readonly base: string,
    private readonly path: string,
  ) {}

  line(index: number): string | undefined {
    return this.pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  stop() {
    this.abort.abort();
  }

  /** Makes the lines from `first` to `last` come; says whether any came. */
  async load(first: number, last: number): Promise<boolean> {
    const wanted: number[] = [];
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) wanted.push(page);
    const news = await Promise.all(wanted.map((page) => this.loadPage(page)));
    return news.includes(true);
  }

  private async loadPage(page: number): Promise<boolean> {
    if (this.pages.has(page) || this.underWay.has(page)) return false;
    this.underWay.add(page);
    try {
      const query = new URLSearchParams({ from: String(page * PAGE), lines: String(PAGE), pretty: "true", path: this.path });
      const window = await this.api.get<DocWindow>(`${this.base}?${query}`, this.abort.signal);
      this.total = window.total;
      this.pages.set(page, window.lines);
      const oldest = this.pages.keys().next().value;
      if (this.pages.size > DocPages.KEPT && oldest !== undefined) this.pages.delete(oldest);
      return true;
    } catch (reason) {
      if (this.abort.signal.aborted) return false;
      throw reason;
    } finally {
      this.underWay.delete(page);
    }
  }
}
