// Owns what is said when something is not sent as it stands: what does not fit, with the way there, and to send it anyway.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SessionState } from "../contract";
import type { Draft } from "../store/drafts";
import type { ItemRef } from "../store/route";
import { Button } from "../ui/button";
import { formOnScreen, heldBack, runItem, unsendable } from "./running";

/** How many problems are told at the most; of a text that has more, the judge tells no more than these either. */
const MOST = 20;

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
  // Whoever ran it may be far down a long form, where nothing of this would be seen. Its first line is what counts where there
  // is no room for all of it.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
    box.current?.querySelector(".problem-line")?.scrollIntoView({ block: "nearest" });
  }, [heldBack.value]);
  if (broken === null && errors.length === 0 && !silent) return null;
  const why =
    broken ??
    (silent
      ? "The form has not taken in what was typed last."
      : `${errors.length === 1 ? "One thing does" : `${errors.length < MOST ? errors.length : `At least ${MOST}`} things do`} not fit the schema:`);
  return (
    <div class="problem held-back" role="alert" ref={box}>
      <p class="problem-line">
        <strong>Not sent yet.</strong> {why}
      </p>
      {broken === null ? (
        <ul>
          {errors.slice(0, MOST).map((error) => (
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
