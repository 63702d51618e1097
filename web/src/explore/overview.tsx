// Owns what Explore shows before anything was chosen: who the server is, what it says about itself, how much it
// offers, and something to try.
import type { JSX } from "preact";
import type { Item, Kind, SessionState } from "../contract";
import { catalog, KINDS, refOf, whyEmpty } from "../store/catalog";
import { formatRoute } from "../store/route";

const LABELS: Record<Kind, string> = {
  tools: "Tools",
  resources: "Resources",
  templates: "Templates",
  prompts: "Prompts",
};

/** A tool to begin with: one that says it changes nothing, `echo` before others. */
export function toTry(items: readonly Item[]): Item | null {
  const readable = items.filter((item) => item.broken === null);
  return (
    readable.find((item) => item.name === "echo") ??
    readable.find((item) => item.badges.includes("read-only")) ??
    readable[0] ??
    null
  );
}

export function Overview({ state }: { state: SessionState }): JSX.Element {
  const info = state.server?.info;
  const first = toTry(catalog.value?.tools?.items ?? []);
  return (
    <section class="pane overview" aria-label="Overview" id="pane-2" tabIndex={-1}>
      <div class="pane-body">
        <h2 class="overview-title">
          {info?.title ?? info?.name ?? state.name}{" "}
          {info?.version === undefined ? null : <span class="muted">{info.version}</span>}
        </h2>
        <p class="muted mono">{state.place}</p>
        <ul class="counts">
          {KINDS.map((kind) => {
            const list = state.catalog[kind];
            const broken = (catalog.value?.[kind]?.items ?? []).filter((item) => item.broken !== null).length;
            return (
              <li key={kind}>
                <strong>{list === null ? "–" : `${list.count}${list.complete ? "" : "+"}`}</strong> {LABELS[kind]}
                {list === null || list.count === 0 ? <span class="muted"> {whyEmpty(state, kind)}</span> : null}
                {broken > 0 ? <span class="bad"> {broken} broken</span> : null}
              </li>
            );
          })}
        </ul>
        {first === null ? null : (
          <p>
            Try{" "}
            <a href={formatRoute({ screen: "explore", session: state.id, item: refOf("tools", first), run: null })}>
              {first.name}
            </a>
            , or press <kbd>Ctrl K</kbd> and type.
          </p>
        )}
        {state.server?.instructions == null ? null : (
          <>
            <h3>What the server says</h3>
            <pre class="text-content">{state.server.instructions}</pre>
          </>
        )}
      </div>
    </section>
  );
}
