// Owns the options of a run, folded away: its time limit, `_meta`, whether it may become a task, and sending
// what the server does not advertise.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { SessionState } from "../contract";
import type { Draft } from "../store/drafts";
import type { ItemRef } from "../store/route";
import { capabilitiesOf, hasCapability } from "../store/server-words";
import { sliceAt } from "../text/json";

export function Options({
  state,
  target,
  draft,
  badges,
  definition,
}: {
  state: SessionState;
  target: ItemRef;
  draft: Draft;
  badges: readonly string[];
  /** As the server sent it; null until it has come. */
  definition: string | null;
}): JSX.Element {
  const isOnlyTask = definition !== null && sliceAt(definition, ["execution", "taskSupport"]) === '"required"';
  useEffect(() => {
    // Without, the server would refuse it.
    if (isOnlyTask && draft.asTask.peek() === null) draft.asTask.value = true;
  }, [isOnlyTask, draft]);
  // In the newer era the server decides by itself.
  const canAsk = target.kind === "tool" && hasCapability(state, "tasks");
  const taskable = badges.includes("task") || hasTasks(state);
  const words = [
    draft.timeoutMs.value === null ? "timeout as usual" : `timeout ${draft.timeoutMs.value} ms`,
    draft.meta.value.trim() === "" ? "no _meta" : "with _meta",
    ...(draft.forced.value ? ["sent even if not advertised"] : []),
    ...(draft.asTask.value === true ? ["as a task"] : []),
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
        {canAsk ? (
          <label class="line">
            <input
              type="checkbox"
              checked={draft.asTask.value === true}
              onChange={(event) => {
                draft.asTask.value = event.currentTarget.checked;
              }}
            />
            <span>Run as a task{isOnlyTask ? ": this tool takes nothing else" : ""}</span>
          </label>
        ) : null}
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
  const extensions = capabilitiesOf(state)?.["extensions"];
  const named = typeof extensions === "object" && extensions !== null && "io.modelcontextprotocol/tasks" in extensions;
  return named || hasCapability(state, "tasks");
}
