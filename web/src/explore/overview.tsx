// Owns what Explore shows before anything was chosen: who the server is, what it says about itself, how much it
// offers, and something to try.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Item, Kind, SessionState } from "../contract";
import { catalog, fetchDetail, KINDS, nameOf, refOf, whyEmpty } from "../store/catalog";
import { schemaOf } from "../store/request";
import { formatRoute } from "../store/route";
import { serverTitle, serverVersion } from "../store/server-words";
import { sliceAt } from "../text/json";
import { visible } from "../text/signs";
import { brief } from "../text/told";
import { later } from "../ui/later";

const Prose = later("Prose");

const LABELS: Record<Kind, string> = {
  tools: "Tools",
  resources: "Resources",
  templates: "Templates",
  prompts: "Prompts",
};

/** How many tools are looked at for one that needs no arguments, and how many of them at once. */
const MOST_LOOKED_AT = 64;
const AT_ONCE = 8;

/** Tools to begin with, those first that say they change nothing. */
export function toTry(items: readonly Item[]): Item[] {
  const harmless = items.filter((item) => item.broken === null && !item.badges.includes("destructive"));
  const isQuiet = (item: Item): boolean => item.badges.includes("read-only");
  return [...harmless.filter(isQuiet), ...harmless.filter((item) => !isQuiet(item))];
}

/** The first tool that runs without being told anything, or else the first one. */
export async function easiest(id: string, items: readonly Item[], signal: AbortSignal): Promise<Item | null> {
  const all = toTry(items);
  const isEasy = async (item: Item): Promise<boolean> => {
    const detail = await fetchDetail(id, refOf("tools", item), item, signal).catch(() => null);
    const required = detail === null ? null : sliceAt(schemaOf(detail), ["required"]);
    return detail !== null && (required === null || /^\[\s*\]$/.test(required));
  };
  for (let at = 0; at < Math.min(all.length, MOST_LOOKED_AT); at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    const easy = await Promise.all(some.map(isEasy));
    if (signal.aborted) return null;
    const first = some[easy.indexOf(true)];
    if (first !== undefined) return first;
  }
  return all[0] ?? null;
}

function useEasiest(id: string): Item | null {
  const [first, setFirst] = useState<Item | null>(null);
  const tools = catalog.value?.tools ?? null;
  useEffect(() => {
    const stop = new AbortController();
    void easiest(id, tools?.items ?? [], stop.signal).then((item) => {
      if (!stop.signal.aborted) setFirst(item);
    });
    return () => stop.abort();
  }, [id, tools]);
  return first;
}

export function Overview({ state }: { state: SessionState }): JSX.Element {
  const version = serverVersion(state);
  const first = useEasiest(state.id);
  return (
    <section class="pane overview" aria-label="Overview" id="pane-2" tabIndex={-1}>
      <div class="pane-body">
        <h2 class="overview-title">
          {serverTitle(state)} {version === "" ? null : <span class="muted">{version}</span>}
        </h2>
        <p class="muted mono">{brief(state.place)}</p>
        <ul class="counts">
          {KINDS.map((kind) => {
            const list = state.catalog[kind];
            const broken = (catalog.value?.[kind]?.items ?? []).filter((item) => item.broken !== null).length;
            return (
              <li key={kind}>
                <strong>{list === null ? "–" : `${list.count}${list.complete ? "" : "+"}`}</strong>{" "}
                {list?.count === 1 ? LABELS[kind].slice(0, -1) : LABELS[kind]}
                {list === null || list.count === 0 ? <span class="muted"> {whyEmpty(state, kind)}</span> : null}
                {list?.instead == null ? null : (
                  <>
                    {" "}
                    <a href={formatRoute({ screen: "timeline", session: state.id, seq: list.seq, filter: "" })}>its frame</a>
                  </>
                )}
                {broken > 0 ? <span class="bad"> {broken} broken</span> : null}
              </li>
            );
          })}
        </ul>
        {first === null ? null : (
          <p>
            Try{" "}
            <a href={formatRoute({ screen: "explore", session: state.id, item: refOf("tools", first), run: null })}>
              {nameOf(first)}
            </a>
            , or press <kbd>Ctrl K</kbd> and type.
          </p>
        )}
        {state.server?.instructions == null ? null : (
          <>
            <h3>What the server says</h3>
            <Prose text={visible(state.server.instructions, true)} />
          </>
        )}
      </div>
    </section>
  );
}
