// Owns the card by which a server asks for the roots, as far as that waits for a person.
import type { JSX } from "preact";
import type { Ask, SessionState } from "../contract";
import { answer } from "../store/inbox";
import { Button } from "../ui/button";

export function RootsCard({ state, ask }: { state: SessionState; ask: Ask }): JSX.Element {
  const roots = state.roots ?? [];
  return (
    <div>
      {roots.length === 0 ? <p class="muted">There are no roots; they are set on the Server screen.</p> : null}
      <ul>
        {roots.map((root) => (
          <li key={root.uri} class="mono">
            {root.uri}
            {root.name == null ? "" : ` (${root.name})`}
          </li>
        ))}
      </ul>
      <div class="answer-line">
        <Button
          look="primary"
          onClick={() => void answer(state.id, ask, { result: JSON.stringify({ roots }) })}
        >
          Send these
        </Button>
        <Button keys="Alt+D" onClick={() => void answer(state.id, ask, { decline: true })}>
          Decline
        </Button>
      </div>
    </div>
  );
}
