// Owns adding, editing, cloning and removing a configured server. Fields the form does not show stay as they
// are in the file. What is typed is kept over a reload, but for the values of headers and variables.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { api } from "../api";
import type { ServerConfig } from "../contract";
import { Problem, problemOf } from "../problem";
import { loadPlaces } from "../store/connecting";
import { dottedIn, type Fields, keepFields, keptFields, MASK, stillLeftOut } from "../store/edited-fields";
import { type Editing, editing, stopEditing } from "../store/editing";
import { rowsFor } from "../text/measure";
import { visible } from "../text/signs";
import { Button } from "../ui/button";
import { ProblemBlock } from "../ui/problem";

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

/** A command line in its parts: variables before the command, the command, its arguments; null when it is one word. */
export function splitLine(line: string): Pick<Fields, "command" | "args" | "env"> | null {
  const words: string[] = [];
  // A word is made of pieces: in quotes, with a sign that is escaped, or bare.
  for (const [word] of line.trim().matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g))
    words.push(
      word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, (_, double?: string, single?: string, escaped?: string) =>
        double !== undefined ? double.replace(/\\(["\\$`])/g, "$1") : (single ?? escaped ?? ""),
      ),
    );
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (words.length < 2 || first < 0) return null;
  return { env: words.slice(0, first).join("\n"), command: words[first] ?? "", args: words.slice(first + 1).join("\n") };
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

/** Closes the form; the focus goes back to where servers are added. */
function close(): void {
  stopEditing();
  document.getElementById("add-server")?.focus();
}

async function done(): Promise<void> {
  stopEditing();
  await loadPlaces();
}

function Remove({ server }: { server: ServerConfig }): JSX.Element {
  const [problem, setProblem] = useState<Problem | null>(null);
  const remove = (): void => {
    api
      .send("DELETE", `/config/${encodeURIComponent(server.id)}`)
      .then(done, (thrown: unknown) => setProblem(problemOf(thrown)));
  };
  // Whoever asked by the keyboard answers by it, and Enter alone removes nothing.
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => card.current?.querySelector<HTMLElement>("button:last-of-type")?.focus(), []);
  return (
    <div
      class="card plain"
      ref={card}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <p>Remove “{server.name}” from the file?</p>
      {problem === null ? null : <ProblemBlock problem={problem} />}
      <div class="answer-line">
        <Button look="danger" onClick={remove}>
          Remove
        </Button>
        <Button onClick={close}>
          Keep it
        </Button>
      </div>
    </div>
  );
}

function Edit({ now }: { now: Editing }): JSX.Element {
  const { server, act } = now;
  const first = useRef<Fields>({
    name: act === "clone" ? `${server?.name ?? ""} copy` : (server?.name ?? ""),
    transport: server?.transport ?? "stdio",
    command: server?.command ?? "",
    args: (server?.args ?? []).join("\n"),
    url: server?.url ?? "",
    env: pairs(server?.env, "="),
    headers: pairs(server?.headers, ": "),
  });
  const [fields, setShown] = useState(() => keptFields(now, first.current));
  const setFields = (next: Fields): void => {
    setShown(next);
    keepFields(now, next, first.current);
  };
  const [problem, setProblem] = useState<Problem | null>(null);
  /** The line that was split, as long as that can be taken back. */
  const [split, setSplit] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void => {
    const isSame = JSON.stringify(fields) === JSON.stringify(first.current);
    if (isSame) close();
    else setLeaving(true);
  };
  const paste = (event: ClipboardEvent): void => {
    const line = event.clipboardData?.getData("text/plain") ?? "";
    const parts = fields.command.trim() === "" && fields.args.trim() === "" ? splitLine(line) : null;
    if (parts === null) return;
    event.preventDefault();
    setSplit(line.trim());
    setFields({ ...fields, ...parts, env: [fields.env, parts.env].filter((some) => some !== "").join("\n") });
  };
  const save = (): void => {
    const nameless = [
      ...dottedIn(fields.command),
      ...maskedNames(fields.env, "=", server?.env),
      ...maskedNames(fields.headers, ":", server?.headers),
    ];
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
    const change = (event: { currentTarget: { value: string } }): void => {
      if (name === "command") setSplit(null);
      setFields({ ...fields, [name]: event.currentTarget.value });
    };
    return (
      <label class="line">
        <span>{label}</span>
        {many ? (
          <textarea class="input mono" rows={Math.max(3, rowsFor(fields[name], 80, 10))} spellcheck={false} value={fields[name]} onInput={change} />
        ) : (
          <input
            class="input mono"
            type="text"
            spellcheck={false}
            value={fields[name]}
            onInput={change}
            {...(name === "command" ? { onPaste: paste } : {})}
          />
        )}
      </label>
    );
  };
  return (
    <form
      ref={form}
      class="card plain rows"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.preventDefault();
        if (isLeaving) setLeaving(false);
        else leave();
      }}
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
          {split === null ? null : (
            <p class="muted" role="status">
              The line was split into the command and its arguments.{" "}
              <Button look="quiet" onClick={() => (setFields({ ...fields, command: split, args: "", env: first.current.env }), setSplit(null))}>
                Keep it as one
              </Button>
            </p>
          )}
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
      <NotKept names={stillLeftOut(fields)} />
      {problem === null ? null : <ProblemBlock problem={problem} />}
      {isLeaving ? (
        <p class="answer-line" role="alert">
          What was typed is not saved.
          <Button look="danger" onClick={close}>
            Discard it
          </Button>
          <Button onClick={() => setLeaving(false)}>Go on</Button>
        </p>
      ) : null}
      <div class="answer-line">
        <Button look="primary">Save</Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}

/** Told after a reload: what has to be typed again. */
function NotKept({ names }: { names: readonly string[] }): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <p class="warn-line" role="status">
      What was typed is here again, but for values of headers and variables, which are not kept: {names.map((name) => visible(name)).join(", ")}.
    </p>
  );
}

function Masked(): JSX.Element {
  return <p class="muted">Secrets are not shown. What is left as dots stays as it is in the file.</p>;
}
