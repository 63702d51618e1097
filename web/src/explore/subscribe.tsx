// Owns the button that asks to hear of a resource's changes.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { SessionState } from "../contract";
import { type Problem, problemOf } from "../problem";
import { Button } from "../ui/button";
import { ProblemBlock } from "../ui/problem";

export function Subscribe({ state, uri }: { state: SessionState; uri: string }): JSX.Element {
  const [problem, setProblem] = useState<Problem | null>(null);
  const on = state.subscriptions.includes(uri);
  const toggle = async (): Promise<void> => {
    setProblem(null);
    try {
      // Not in the address: a URI of a server's may be longer than one can be.
      await api.send(on ? "DELETE" : "POST", sessionPath(state.id, "/subscriptions"), JSON.stringify({ uri }));
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
  };
  return (
    <>
      {problem === null ? null : <ProblemBlock problem={problem} />}
      <Button pressed={on} onClick={() => void toggle()}>
        {on ? "Subscribed" : "Subscribe"}
      </Button>
    </>
  );
}
