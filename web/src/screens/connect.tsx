// Owns the Connect screen: one field for anything, what was found on this machine, what was used before, the
// configured servers, and the demo in one click.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { request } from "../api";
import type { Advice, ServerConfig, Summary } from "../contract";
import { problemOf } from "../problem";
import {
  busy,
  configured,
  connectAgain,
  connectNamed,
  connectPasted,
  connectProblem,
  editLine,
  forgetRecent,
  found,
  isKept,
  loadPlaces,
  named,
  NO_EXTRAS,
  openSession,
  pasted,
  recent,
  startDemo,
  understood,
} from "../store/connecting";
import { keysOpen } from "../shell/overlays";
import { editing, editPlace, startEditing } from "../store/editing";
import { go } from "../store/route";
import { configRevision } from "../store/sessions";
import { recalled } from "../store/typed-lines";
import { visible } from "../text/signs";
import { ago, rowsFor } from "../text/measure";
import { Button } from "../ui/button";
import { ProblemBlock } from "../ui/problem";
import { later } from "../ui/later";
import { Skeleton } from "../ui/skeleton";

const ConfigEditor = later("ConfigEditor");
const OpenSessions = later("OpenSessions", "overlay");
const ConnectOptions = later("ConnectOptions", "overlay");

export const CONNECT_FIELD_ID = "connect-field";

export function Connect(): JSX.Element {
  const revision = configRevision.value;
  useEffect(() => {
    void loadPlaces();
  }, [revision]);
  useEffect(() => {
    // Whoever came to edit a configured server types there.
    if (editPlace.peek() === null) focusField();
  }, []);
  return (
    <div class="connect">
      <h1>Connect to a server</h1>
      <PasteField />
      <ConnectProblem />
      <ReadServers />
      <OpenSessions />
      <Configured />
      <Found />
      <Recent />
      <section aria-labelledby="new-here">
        <h2 id="new-here">New here?</h2>
        <div class="answer-line">
          <Button onClick={() => void startDemo()}>Start the built-in demo server</Button>
          <OpenRecording />
        </div>
      </section>
    </div>
  );
}

function focusField(): void {
  document.getElementById(CONNECT_FIELD_ID)?.focus();
}

/** Why the last attempt failed. The button that began it may be far below, so it is brought into view. */
function ConnectProblem(): JSX.Element | null {
  const problem = connectProblem.value;
  const block = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) block.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);
  if (problem === null) return null;
  return (
    <div ref={block}>
      <ProblemBlock problem={problem} title="It could not be opened." />
    </div>
  );
}

/** How many letters fit into a line of the field, and how many lines it has at most. */
const FIELD_LETTERS = 80;
const FIELD_ROWS = 16;

function PasteField(): JSX.Element {
  return (
    <form
      class="paste"
      onSubmit={(event) => {
        event.preventDefault();
        void connectPasted();
      }}
    >
      <label for={CONNECT_FIELD_ID}>Paste a command, a URL or an mcp.json</label>
      <div class="answer-line">
        <textarea
          id={CONNECT_FIELD_ID}
          class="input mono big"
          rows={rowsFor(pasted.value, FIELD_LETTERS, FIELD_ROWS)}
          spellcheck={false}
          placeholder="npx -y @modelcontextprotocol/server-everything"
          value={pasted.value}
          onInput={(event) => {
            pasted.value = event.currentTarget.value;
            understood.value = null;
          }}
          onKeyDown={(event) => {
            // No server begins with it: in the empty field it is the key that the status bar names.
            if (event.key === "?" && event.currentTarget.value === "" && !event.isComposing) {
              event.preventDefault();
              keysOpen.value = true;
            }
            const way = event.key === "ArrowUp" ? "older" : event.key === "ArrowDown" ? "newer" : null;
            const line = way === null ? null : recalled(event.currentTarget.value, way, recent.peek() ?? []);
            if (line !== null) {
              event.preventDefault();
              pasted.value = line;
            }
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            void connectPasted();
          }}
        />
        <Button look="primary" keys="Enter">
          {busy.value ? "Connecting…" : "Connect"}
        </Button>
      </div>
      {named.value === null || pasted.value !== named.value.place ? null : (
        <p class="muted">{named.value.name} was named on the command line; Enter connects to it.</p>
      )}
      <ConnectOptions />
    </form>
  );
}

/** What was understood of a text that has several servers, or something wrong in it. */
function ReadServers(): JSX.Element | null {
  const answer = understood.value;
  if (answer === null) return null;
  return (
    <section aria-label="Servers in what was pasted">
      {answer.servers.length === 0 ? (
        <p class="bad">There is no server in it.</p>
      ) : (
        <>
          {answer.servers.length > 1 ? <p>There are {answer.servers.length} servers in it. Choose one:</p> : null}
          <ServerRows
            rows={answer.servers.map((server) => ({ ...server, connect: () => void connectNamed(server.name) }))}
          />
        </>
      )}
    </section>
  );
}

interface ServerRow {
  name: string;
  place: string;
  problem?: Advice | null;
  note?: string;
  connect(): void;
  edit?(): void;
  forget?(): void;
}

function ServerRows({ rows }: { rows: readonly ServerRow[] }): JSX.Element {
  return (
    <ul class="server-rows">
      {rows.map((server, index) => (
        <li key={`${server.name} ${index}`}>
          <span class="server-name">{visible(server.name)}</span>
          <span class="muted mono server-place" title={server.place}>
            {visible(server.place)}
          </span>
          {server.problem == null ? null : <AdviceLine advice={server.problem} />}
          {server.note === undefined ? null : <span class="muted">{server.note}</span>}
          <Button label={`Connect to ${server.name}`} onClick={server.connect}>
            Connect
          </Button>
          {server.edit === undefined ? null : (
            <Button look="quiet" label={`Edit ${server.name}`} onClick={server.edit}>
              Edit
            </Button>
          )}
          {server.forget === undefined ? null : (
            <Button look="quiet" label={`Forget ${server.name}`} onClick={server.forget}>
              Forget
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function AdviceLine({ advice }: { advice: Advice }): JSX.Element {
  return (
    <span class="warn-line">
      {advice.message}
      {advice.hint == null ? "" : ` → ${advice.hint}`}
    </span>
  );
}

function placeOf(server: ServerConfig): string {
  return server.url ?? [server.command, ...(server.args ?? [])].join(" ");
}

function Configured(): JSX.Element {
  const file = configured.value;
  return (
    <section aria-labelledby="configured">
      <h2 id="configured">Configured {file?.path === undefined ? null : <span class="muted">{file.path}</span>}</h2>
      {(file?.problems ?? []).map((problem) => (
        <p key={problem.message} class="warn-line">
          {problem.message}
          {problem.hint === undefined ? "" : ` → ${problem.hint}`}
        </p>
      ))}
      {editing.value === null ? null : <ConfigEditor />}
      {file === null ? <Skeleton rows={2} /> : null}
      <ul class="server-rows">
        {(file?.servers ?? []).map((server) => (
          <li key={server.id}>
            <span class="server-name">{visible(server.name)}</span>
            <span class="muted mono server-place" title={placeOf(server)}>
              {placeOf(server)}
            </span>
            <Button label={`Connect to ${server.name}`} onClick={() => void openSession({ serverId: server.id })}>
              Connect
            </Button>
            <Button look="quiet" label={`Edit ${server.name}`} onClick={() => startEditing(server, "edit")}>
              Edit
            </Button>
            <Button look="quiet" label={`Clone ${server.name}`} onClick={() => startEditing(server, "clone")}>
              Clone
            </Button>
            <Button look="quiet" label={`Remove ${server.name}`} onClick={() => startEditing(server, "remove")}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Button id="add-server" onClick={() => startEditing(null, "add")}>
        Add a server
      </Button>
    </section>
  );
}

function Found(): JSX.Element | null {
  const places = found.value ?? [];
  if (places.length === 0) return null;
  return (
    <section aria-labelledby="found">
      <h2 id="found">
        Found on this machine <span class="muted">shown, never changed</span>
      </h2>
      {places.map((place) => (
        <details key={place.path} class="fold" open={place.problem !== null || (place.servers.length > 0 && place.servers.length < 6)}>
          <summary>
            {place.client} · {place.problem !== null ? "cannot be read" : place.servers.length === 1 ? "1 server" : `${place.servers.length} servers`}{" "}
            <span class="muted mono">{place.path}</span>
          </summary>
          {place.problem === null ? null : (
            <p>
              <AdviceLine advice={place.problem} />
            </p>
          )}
          <ServerRows
            rows={place.servers.map((server) => ({
              ...server,
              connect: () => void openSession({ target: { found: place.path, server: server.name } }),
            }))}
          />
        </details>
      ))}
    </section>
  );
}

function Recent(): JSX.Element | null {
  const used = recent.value ?? [];
  if (used.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">Recent</h2>
      <ServerRows
        rows={used
          .slice(0, 10)
          .map((server) => ({
            name: server.name,
            place: server.place,
            note: [
              isKept(server) ? "" : "its secret was not kept",
              server.from === null ? "" : server.from.file,
              server.cwd === null ? "" : `in ${server.cwd}`,
              ago(server.lastUsed, Date.now()),
            ]
              .filter(Boolean)
              .join(" · "),
            connect: () => void connectAgain(server),
            edit: () => {
              editLine(server.text ?? server.place, server.cwd === null ? NO_EXTRAS : { ...NO_EXTRAS, cwd: server.cwd });
              focusField();
            },
            // The button goes with its row, and the keyboard must not be left nowhere.
            forget: () => void forgetRecent(server).then(focusField),
          }))}
      />
    </section>
  );
}

function OpenRecording(): JSX.Element {
  const file = useRef<HTMLInputElement>(null);
  const upload = async (chosen: File): Promise<void> => {
    try {
      const response = await request("POST", "/api/recordings", { body: chosen, type: "application/x-ndjson" });
      const summary = (await response.json()) as Summary;
      go({ screen: "timeline", session: summary.id, seq: null, filter: "" });
    } catch (thrown) {
      connectProblem.value = problemOf(thrown);
    }
  };
  return (
    <>
      <input
        ref={file}
        class="hidden-file"
        type="file"
        tabIndex={-1}
        aria-label="Recording"
        accept=".ndjson,.jsonl"
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen !== undefined) void upload(chosen);
          event.currentTarget.value = "";
        }}
      />
      <Button onClick={() => file.current?.click()}>Open a recording</Button>
    </>
  );
}

/** For the palette: the servers that can be connected to by name. */
export function connectables(): { name: string; place: string; open(): void }[] {
  const file = configured.value?.servers ?? [];
  return [
    ...file.map((server) => ({
      name: server.name,
      place: server.url ?? server.command ?? "",
      open: () => void openSession({ serverId: server.id }),
    })),
    ...(recent.value ?? []).map((server) => ({
      name: server.name,
      place: server.place,
      open: () => void connectAgain(server),
    })),
    ...(found.value ?? []).flatMap((place) =>
      // What cannot be read is told where it was found.
      place.servers.filter((server) => server.problem === null).map((server) => ({
        name: server.name,
        place: `${place.client} · ${server.place}`,
        open: () => void openSession({ target: { found: place.path, server: server.name } }),
      })),
    ),
    { name: "demo", place: "the built-in demo server", open: () => void startDemo() },
  ];
}
