// Owns the card by which a server asks for the roots. Unless the terms say that somebody is asked, they are shown
// without a card; here they begin as those that are set, and what is changed counts for this answer only.
import type { JSX } from "preact";
import type { Ask, Root, SessionState } from "../contract";
import { DraftNote } from "../form/draft-note";
import { draftNamed } from "../store/drafts";
import { answer } from "../store/inbox";
import { Button } from "../ui/button";

/** The draft of somebody who wants no roots; an empty one is that of somebody who has typed nothing. */
const NONE = "\n";

/** Roots as lines: the address, and after a space the name, if there is one. */
export function rootsText(roots: readonly Root[]): string {
  return roots.map((root) => (root.name == null ? root.uri : `${root.uri} ${root.name}`)).join("\n");
}

/** Lines as roots. A path of this machine is meant as the file it names, and may have spaces. */
export function rootsOf(text: string): Root[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      if (line.startsWith("/")) return { uri: `file://${encodeURI(line)}` };
      const [uri = line, ...name] = line.split(/\s+/);
      return name.length === 0 ? { uri } : { uri, name: name.join(" ") };
    });
}

export function RootsCard({ state, ask }: { state: SessionState; ask: Ask }): JSX.Element {
  const draft = draftNamed(state.id, `answer:${ask.ask}`).text;
  const text = draft.value === "" ? rootsText(state.roots ?? []) : draft.value === NONE ? "" : draft.value;
  const roots = rootsOf(text);
  const send = (): void => void answer(state.id, ask, { result: JSON.stringify({ roots }) });
  return (
    <div>
      <label>
        <span>Where it may work, an address or path in each line</span>
        <textarea
          class="input mono"
          rows={Math.min(6, Math.max(2, text.split("\n").length))}
          placeholder="file:///path/to/project name"
          spellcheck={false}
          value={text}
          onInput={(event) => {
            draft.value = event.currentTarget.value === "" ? NONE : event.currentTarget.value;
          }}
        />
      </label>
      <DraftNote session={state.id} name={`answer:${ask.ask}`} />
      <div class="answer-line">
        <Button look="primary" keys="Ctrl+Enter" onClick={send}>
          {roots.length === 0 ? "Send none" : `Send ${roots.length}`}
        </Button>
        <Button keys="Alt+D" onClick={() => void answer(state.id, ask, { decline: true })}>
          Decline
        </Button>
      </div>
    </div>
  );
}
