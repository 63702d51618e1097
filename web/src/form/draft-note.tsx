// Owns what is said beside a form about what is typed into it: that it is too long to be kept, and that another tab has
// typed something else.
import type { JSX } from "preact";
import { elsewhere, LARGEST, settle, unkept } from "../store/drafts";
import { bytes } from "../text/measure";
import { Button } from "../ui/button";

/** About the draft of that name, and about what belongs to it. */
export function DraftNote({ session, name, also = [] }: { session: string; name: string; also?: string[] }): JSX.Element | null {
  const long = [name, ...also].map((one) => unkept.value[`${session} ${one}`]).find((one) => one !== undefined);
  const isTorn = `${session} ${name}` in elsewhere.value;
  if (long === undefined && !isTorn) return null;
  return (
    <div class="draft-note" role="status">
      {long === undefined ? null : (
        <p class="warn-line">
          What is typed here has {bytes(long)}, and no more than {bytes(LARGEST)} are kept: it is lost when this page is loaded anew or closed.
        </p>
      )}
      {isTorn ? (
        <p class="warn-line">
          Something else was typed into this form in another tab.{" "}
          <Button onClick={() => settle(session, name, "theirs")}>Take what is there</Button>{" "}
          <Button onClick={() => settle(session, name, "mine")}>Keep this</Button>
        </p>
      ) : null}
    </div>
  );
}
