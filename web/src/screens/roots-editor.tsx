// Owns the editor of the roots: what the server is shown to work in. A root that is half typed is kept with the session.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { Root, SessionState } from "../contract";
import { type Problem, problemOf } from "../problem";
import { noteOf } from "../store/drafts";
import { valueOf } from "../text/json";
import { Button } from "../ui/button";
import { ProblemBlock } from "../ui/problem";

/** What is typed and not added yet, as it is kept. */
export function readRoot(text: string): { uri: string; name: string } {
  const value = valueOf(text);
  const { uri, name } = (typeof value === "object" && value !== null ? value : {}) as { uri?: unknown; name?: unknown };
  return { uri: typeof uri === "string" ? uri : "", name: typeof name === "string" ? name : "" };
}

export function RootsEditor({ state }: { state: SessionState }): JSX.Element {
  const draft = noteOf(state.id, "root", "typed");
  const { uri, name } = readRoot(draft.value);
  const type = (part: Partial<Root>): void => {
    draft.value = JSON.stringify({ ...readRoot(draft.peek()), ...part });
  };
  const [problem, setProblem] = useState<Problem | null>(null);
  const put = (roots: Root[]): void => {
    setProblem(null);
    api.send("PUT", sessionPath(state.id, "/roots"), JSON.stringify({ roots })).then(
      () => {
        type({ uri: "", name: "" });
      },
      (thrown: unknown) => setProblem(problemOf(thrown)),
    );
  };
  const roots = state.roots ?? [];
  const add = (): void => {
    const trimmed = uri.trim();
    if (trimmed === "") return;
    // A path of this machine is meant as the file it names.
    const whole = trimmed.startsWith("/") ? `file://${encodeURI(trimmed)}` : trimmed;
    put([...roots, name.trim() === "" ? { uri: whole } : { uri: whole, name: name.trim() }]);
  };
  return (
    <section aria-labelledby="roots">
      <h2 id="roots">Roots</h2>
      {roots.length === 0 ? <p class="muted">The server is shown no roots.</p> : null}
      <ul class="server-rows">
        {roots.map((root, index) => (
          <li key={`${root.uri} ${index}`}>
            <span class="mono server-place">{root.uri}</span>
            <span>{root.name ?? ""}</span>
            <Button
              look="quiet"
              label={`Remove ${root.uri}`}
              onClick={() => put(roots.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <form
        class="answer-line"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <input
          class="input mono"
          type="text"
          aria-label="Address or path of a root"
          placeholder="file:///path/to/project"
          spellcheck={false}
          value={uri}
          onInput={(event) => type({ uri: event.currentTarget.value })}
        />
        <input
          class="input short"
          type="text"
          aria-label="Name of the root"
          placeholder="name"
          value={name}
          onInput={(event) => type({ name: event.currentTarget.value })}
        />
        <Button>Add</Button>
      </form>
      {problem === null ? null : <ProblemBlock problem={problem} title="The roots were not set." />}
    </section>
  );
}
