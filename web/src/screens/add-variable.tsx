// Owns giving a server a variable that it seems to miss: for a new attempt in place of this session, and for a server of
// the config file also there, when somebody wants that.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { ServerConfigs, SessionState, Summary } from "../contract";
import { type Problem, problemOf } from "../problem";
import { go, screenRoute } from "../store/route";
import { Button } from "../ui/button";
import { SecretField } from "../ui/secret";
import { ProblemBlock } from "../ui/problem";

export function AddVariable({ state, name }: { state: SessionState; name: string }): JSX.Element {
  const [value, setValue] = useState("");
  const [toFile, setToFile] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const add = async (): Promise<void> => {
    setProblem(null);
    try {
      if (toFile && state.serverId !== null) await writeVariable(state.serverId, name, value);
      const body = JSON.stringify({ env: { [name]: value } });
      const next = await api.send<Summary>("POST", sessionPath(state.id, "/reopen"), body);
      go(screenRoute("explore", next.id), "replace");
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
  };
  return (
    <form
      class="answer-line"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <span class="line">
        <code>{name}</code>
        <SecretField name={name} value={value} placeholder="its value, for this session" change={setValue} />
      </span>
      <Button>Add {name} and retry</Button>
      {state.serverId === null ? null : (
        <label>
          <input type="checkbox" checked={toFile} onChange={(event) => setToFile(event.currentTarget.checked)} /> also in
          the config file
        </label>
      )}
      {problem === null ? null : <ProblemBlock problem={problem} title="It was not added." />}
    </form>
  );
}

/** Adds a variable to a server of the config file; the others stay. */
async function writeVariable(id: string, name: string, value: string): Promise<void> {
  const { servers } = await api.get<ServerConfigs>("/config");
  const env = { ...servers.find((one) => one.id === id)?.env, [name]: value };
  await api.send("PUT", `/config/${encodeURIComponent(id)}`, JSON.stringify({ env }));
}
