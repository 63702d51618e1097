// Owns the Tests screen: the calls that were saved for this server, what is expected of them, and how their last run went.
import type { JSX } from "preact";
import type { SessionState } from "../contract";
import { TestsPane } from "../tests/tests-pane";

export function Tests({ state }: { state: SessionState }): JSX.Element {
  return (
    <div class="page tests-screen">
      <h2>Tests</h2>
      <TestsPane state={state} />
    </div>
  );
}
