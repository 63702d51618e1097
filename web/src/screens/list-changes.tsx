// Owns what changed in the lists since the server was connected last, on the Server screen.
import type { JSX } from "preact";
import type { Kind, ListChanges, SessionState } from "../contract";
import { KINDS } from "../store/catalog";
import { changeCount, listChanges } from "../store/changes";
import { compareWith } from "../store/comparing";
import { summaries } from "../store/sessions";
import { count } from "../text/measure";
import { Button } from "../ui/button";

const LABELS: Record<Kind, string> = {
  tools: "Tools",
  resources: "Resources",
  templates: "Templates",
  prompts: "Prompts",
};

type ListDiff = NonNullable<ListChanges[Kind]>;

export function ListChangesView({ state }: { state: SessionState }): JSX.Element {
  const changes = listChanges.value;
  const total = changeCount(changes);
  const others = (summaries.value ?? []).map((one) => one.id);
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">
        {changes?.since === "first" ? "Changed since it was connected" : "Changed since the last connect"}{" "}
        <span class="muted">{changes === null ? "" : total === 0 ? "nothing" : count(total, "item")}</span>
      </h2>
      {changes === null ? (
        <p class="muted">
          {state.origin === "recording"
            ? "The recording has one connection."
            : "This is the first connection with this server since mcp-inspector was started."}
        </p>
      ) : (
        <>
          <p class="muted">
            {changes.since === "connection"
              ? "Compared with the connection before this one."
              : changes.since === "first"
                ? "Compared with the lists as they first came."
                : "Compared with the last session with this server."}
          </p>
          {KINDS.map((kind) => {
            const list = changes[kind];
            return list === null || isSame(list) ? null : <OneList key={kind} label={LABELS[kind]} list={list} />;
          })}
        </>
      )}
      <div class="answer-line">
        <Button onClick={() => compareWith({ session: state.id, what: "tools" }, others)}>Compare lists with…</Button>
      </div>
    </section>
  );
}

function isSame(list: ListDiff): boolean {
  return list.added.length + list.removed.length + list.changed.length === 0 && !list.reordered;
}

function OneList({ label, list }: { label: string; list: ListDiff }): JSX.Element {
  return (
    <>
      <h3>{label}</h3>
      <ul class="diff diff-tree">
        {list.added.map((name, index) => (
          <li key={`+${name} ${index}`}>
            <span class="sign added">+</span> <code class="added">{name}</code> <span class="muted">added</span>
          </li>
        ))}
        {list.removed.map((name, index) => (
          <li key={`-${name} ${index}`}>
            <span class="sign removed">-</span> <code class="removed">{name}</code> <span class="muted">removed</span>
          </li>
        ))}
        {list.changed.map((item, index) => (
          <li key={`~${item.name} ${index}`}>
            <span class="sign changed">~</span> <code>{item.name}</code>
            <ul class="diff-tree">
              {item.changes.slice(0, 50).map((change, at) => (
                <li key={at}>
                  <code class="muted">{change.pointer}</code>{" "}
                  {change.left === null ? null : <code class="removed">{change.left}</code>}
                  {change.left === null || change.right === null ? null : " → "}
                  {change.right === null ? null : <code class="added">{change.right}</code>}
                </li>
              ))}
              {item.more || item.changes.length > 50 ? <li class="muted">and more</li> : null}
            </ul>
          </li>
        ))}
        {list.reordered ? <li class="muted">The order is another one.</li> : null}
      </ul>
    </>
  );
}
