// Owns what is said when something is not sent as it stands: what does not fit, with the way there, and to send it anyway.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SessionState } from "../contract";
import type { Draft } from "../store/drafts";
import type { ItemRef } from "../store/route";
import { Button } from "../ui/button";
import { formOnScreen, heldBack, runItem, unsendable } from "./running";

export function HeldBack({
  state,
  target,
  draft,
}: {
  state: SessionState;
  target: ItemRef;
  draft: Draft;
}): JSX.Element | null {
  const broken = unsendable(draft.text.value) ?? unsendable(draft.meta.value);
  const errors = draft.errors.value;
  const silent = heldBack.value?.by === "silence";
  const box = useRef<HTMLDivElement>(null);
  // Whoever ran it may be far down a long form, where nothing of this would be seen.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [heldBack.value]);
  if (broken === null && errors.length === 0 && !silent) return null;
  const why =
    broken ??
    (silent
      ? "The form has not taken in what was typed last."
      : `${errors.length === 1 ? "One thing does" : `${errors.length} things do`} not fit the schema:`);
  return (
    <div class="problem held-back" role="alert" ref={box}>
      <p class="problem-line">
        <strong>Not sent yet.</strong> {why}
      </p>
      {broken === null ? (
        <ul>
          {errors.slice(0, 20).map((error) => (
            <li key={`${error.pointer} ${error.keyword}`}>
              <button type="button" class="text-button mono" onClick={() => formOnScreen.current?.focus(error.pointer)}>
                {error.pointer === "" ? "the whole" : error.pointer}
              </button>{" "}
              {error.message}
            </li>
          ))}
        </ul>
      ) : null}
      <p class="problem-acts">
        {broken === null ? <Button onClick={() => void runItem(state.id, target, true)}>Send anyway</Button> : null}
        <Button
          look="quiet"
          onClick={() => {
            heldBack.value = null;
          }}
        >
          Not now
        </Button>
      </p>
    </div>
  );
}
