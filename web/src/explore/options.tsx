// Owns the options of a run, folded away: its time limit, `_meta`, whether it may become a task, and sending
// what the server does not advertise.
import type { JSX } from "preact";
import type { SessionState } from "../contract";
import type { Draft } from "../store/drafts";
import type { ItemRef } from "../store/route";

export function Options({
  state,
  target,
  draft,
  badges,
}: {
  state: SessionState;
  target: ItemRef;
  draft: Draft;
  badges: readonly string[];
}): JSX.Element {
  const taskable = badges.includes("task") || hasTasks(state);
  const words = [
    draft.timeoutMs.value === null ? "timeout as usual" : `timeout ${draft.timeoutMs.value} ms`,
    draft.meta.value.trim() === "" ? "no _meta" : "with _meta",
    ...(draft.forced.value ? ["sent even if not advertised"] : []),
    ...(target.kind === "tool"
      ? [draft.detached.value ? "ends with the task" : taskable ? "waits for tasks" : "no tasks on this server"]
      : []),
  ];
  return (
    <details class="fold options">
      <summary>Options: {words.join(" · ")}</summary>
      <div class="rows">
        <label class="line">
          <span>Timeout, ms</span>
          <input
            class="input short"
            type="text"
            inputMode="numeric"
            placeholder="as usual"
            value={draft.timeoutMs.value ?? ""}
            onInput={(event) => {
              const typed = Number(event.currentTarget.value);
              draft.timeoutMs.value = Number.isInteger(typed) && typed > 0 ? typed : null;
            }}
          />
        </label>
        <label class="line">
          <span>_meta, JSON</span>
          <input
            class="input mono"
            type="text"
            spellcheck={false}
            placeholder="{}"
            value={draft.meta.value}
            onInput={(event) => {
              draft.meta.value = event.currentTarget.value;
            }}
          />
        </label>
        <label class="line">
          <input
            type="checkbox"
            checked={draft.forced.value}
            onChange={(event) => {
              draft.forced.value = event.currentTarget.checked;
            }}
          />
          <span>Send it even if the server does not advertise such a thing</span>
        </label>
        {target.kind === "tool" && taskable ? (
          <label class="line">
            <input
              type="checkbox"
              checked={draft.detached.value}
              onChange={(event) => {
                draft.detached.value = event.currentTarget.checked;
              }}
            />
            <span>When the server makes a task of it, the task is the result</span>
          </label>
        ) : null}
      </div>
    </details>
  );
}

function hasTasks(state: SessionState): boolean {
  const capabilities = state.server?.capabilities;
  const extensions = capabilities?.["extensions"];
  const named = typeof extensions === "object" && extensions !== null && "io.modelcontextprotocol/tasks" in extensions;
  return named || capabilities?.["tasks"] !== undefined;
}
