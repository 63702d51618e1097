// Owns adding, editing, cloning and removing a configured server. Fields the form does not show stay as they
// are in the file.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api";
import type { ServerConfig } from "../contract";
import { Problem, problemOf } from "../problem";
import { loadPlaces } from "../store/connecting";
import { type Editing, editing } from "../store/editing";
import { Button } from "../ui/button";
import { ProblemBlock } from "../ui/problem";

interface Fields {
  name: string;
  transport: ServerConfig["transport"];
  command: string;
  args: string;
  url: string;
  env: string;
  headers: string;
}

/** Stands for a secret in a field. */
const MASK = "••••••••";
const SECRET = /auth|token|secret|passw|key|cookie|credential|session/i;

export function pairs(all: Record<string, string> | undefined, sign: string): string {
  return Object.entries(all ?? {})
    .map(([name, value]) => `${name}${sign}${SECRET.test(name) && value !== "" ? MASK : value}`)
    .join("\n");
}

/** Puts secrets back that were left as they are shown. */
export function unmasked(given: Record<string, string>, kept: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === MASK ? (kept?.[name] ?? value) : value]),
  );
}

/** Lines such as `NAME=value` or `Name: value`, as an object. */
export function readPairs(text: string, sign: "=" | ":"): Record<string, string> {
  const all: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const at = line.indexOf(sign);
    if (line.trim() !== "" && at > 0)
      all[line.slice(0, at).trim()] = sign === ":" ? line.slice(at + 1).trim() : line.slice(at + 1);
  }
  return all;
}

/** Names whose value is left as dots, though the file has none for them: they were renamed, say. */
export function maskedNames(text: string, sign: "=" | ":", kept: Record<string, string> | undefined): string[] {
  return Object.entries(readPairs(text, sign))
    .filter(([name, value]) => value === MASK && kept?.[name] === undefined)
    .map(([name]) => name);
}

export function bodyOf(fields: Fields, kept: ServerConfig | null = null): Record<string, unknown> {
  const common = { name: fields.name, transport: fields.transport };
  if (fields.transport === "stdio") {
    return {
      ...common,
      command: fields.command,
      args: fields.args.split("\n").filter((line) => line !== ""),
      env: unmasked(readPairs(fields.env, "="), kept?.env),
    };
  }
  return { ...common, url: fields.url, headers: unmasked(readPairs(fields.headers, ":"), kept?.headers) };
}

/** What a clone keeps of what the form does not show, such as the login; ids, times and mere defaults are its own. */
function unseen(server: ServerConfig): Record<string, unknown> {
  const { id: _id, createdAt: _made, updatedAt: _changed, connectionMode, ...others } = server;
  const usual = server.transport === "stdio" ? "proxy" : "direct";
  return connectionMode === usual ? others : { ...others, connectionMode };
}

export function ConfigEditor(): JSX.Element | null {
  const now = editing.value;
  if (now === null) return null;
  return now.act === "remove" && now.server !== null ? (
    <Remove server={now.server} />
  ) : (
    <Edit key={`${now.act} ${now.server?.id}`} now={now} />
  );
}

async function done(): Promise<void> {
  editing.value = null;
  await loadPlaces();
}

function Remove({ server }: { server: ServerConfig }): JSX.Element {
  const [problem, setProblem] = useState<Problem | null>(null);
  const remove = (): void => {
    api
      .send("DELETE", `/config/${encodeURIComponent(server.id)}`)
      .then(done, (thrown: unknown) => setProblem(problemOf(thrown)));
  };
  return (
    <div class="card plain">
      <p>Remove “{server.name}” from the file?</p>
      {problem === null ? null : <ProblemBlock problem={problem} />}
      <div class="answer-line">
        <Button look="danger" onClick={remove}>
          Remove
        </Button>
        <Button
          onClick={() => {
            editing.value = null;
          }}
        >
          Keep it
        </Button>
      </div>
    </div>
  );
}

function Edit({ now }: { now: Editing }): JSX.Element {
  const { server, act } = now;
  const [fields, setFields] = useState<Fields>({
    name: act === "clone" ? `${server?.name ?? ""} copy` : (server?.name ?? ""),
    transport: server?.transport ?? "stdio",
    command: server?.command ?? "",
    args: (server?.args ?? []).join("\n"),
    url: server?.url ?? "",
    env: pairs(server?.env, "="),
    headers: pairs(server?.headers, ": "),
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = (): void => {
    const nameless = [...maskedNames(fields.env, "=", server?.env), ...maskedNames(fields.headers, ":", server?.headers)];
    if (nameless.length > 0) {
      setProblem(new Problem({ code: "PAGE_ERROR", message: `type the value of ${nameless.join(", ")}: it is not in the file` }));
      return;
    }
    const others = act === "clone" && server !== null ? unseen(server) : {};
    const body = JSON.stringify(act === "edit" ? bodyOf(fields, server) : { ...others, ...bodyOf(fields, server) });
    const sent =
      act === "edit" && server !== null
        ? api.send("PUT", `/config/${encodeURIComponent(server.id)}`, body)
        : api.send("POST", "/config", body);
    sent.then(done, (thrown: unknown) => setProblem(problemOf(thrown)));
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const line = (name: keyof Fields, label: string, many = false): JSX.Element => {
    const change = (event: { currentTarget: { value: string } }): void =>
      setFields({ ...fields, [name]: event.currentTarget.value });
    return (
      <label class="line">
        <span>{label}</span>
        {many ? (
          <textarea class="input mono" rows={3} spellcheck={false} value={fields[name]} onInput={change} />
        ) : (
          <input class="input mono" type="text" spellcheck={false} value={fields[name]} onInput={change} />
        )}
      </label>
    );
  };
  return (
    <form
      ref={form}
      class="card plain rows"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {line("name", "Name")}
      <label class="line">
        <span>Transport</span>
        <select
          class="input"
          value={fields.transport}
          onChange={(event) => setFields({ ...fields, transport: event.currentTarget.value as Fields["transport"] })}
        >
          <option value="stdio">stdio</option>
          <option value="streamableHttp">streamableHttp</option>
          <option value="sse">sse</option>
        </select>
      </label>
      {fields.transport === "stdio" ? (
        <>
          {line("command", "Command")}
          {line("args", "Arguments, one per line", true)}
          {line("env", "Variables, NAME=value", true)}
          {fields.env.includes(MASK) ? <Masked /> : null}
        </>
      ) : (
        <>
          {line("url", "URL")}
          {line("headers", "Headers, Name: value", true)}
          {fields.headers.includes(MASK) ? <Masked /> : null}
        </>
      )}
      {problem === null ? null : <ProblemBlock problem={problem} />}
      <div class="answer-line">
        <Button look="primary">Save</Button>
        <Button
          onClick={() => {
            editing.value = null;
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Masked(): JSX.Element {
  return <p class="muted">Secrets are not shown. What is left as dots stays as it is in the file.</p>;
}
