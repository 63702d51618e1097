// Owns the palette: type a few letters, Enter opens or runs the best match. A combobox with a list, as the ARIA
// pattern has it; the focus goes back to where it was when it closes without a choice.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, sessionPath } from "../api";
import type { TimelinePage } from "../contract";
import { wantsFocus } from "../explore/focus";
import { readChosen } from "../explore/running";
import { problemOf } from "../problem";
import { connectables } from "../screens/connect";
import { saveRecording } from "../screens/timeline";
import { catalog, refreshLists, seenCatalogs } from "../store/catalog";
import { compareWith } from "../store/comparing";
import { configured, found as foundPlaces, loadPlaces, recent } from "../store/connecting";
import { go } from "../store/route";
import { command, currentId, session, summaries } from "../store/sessions";
import { change } from "../store/settings";
import { bytes } from "../text/measure";
import { visible } from "../text/signs";
import { brief, ONE_LINE } from "../text/told";
import { Keys } from "../ui/button";
import { say } from "../ui/copy";
import { answered, carryOut } from "./commands";
import { paletteOpen } from "./overlays";
import { commandEntries, elsewhereEntries, type Entry, found, itemEntries, rowEntries, rowsQuery, sessionEntries } from "./palette-entries";

export function Palette(): JSX.Element | null {
  return paletteOpen.value ? <OpenPalette /> : null;
}

function settingEntries(): Entry[] {
  return [
    {
      is: "command",
      name: "Theme as the system has it",
      note: "setting",
      keys: "",
      act: () => change({ theme: "system" }),
    },
    { is: "command", name: "Density: compact or cozy rows", note: "setting", keys: "", act: () => carryOut("density") },
    {
      is: "command",
      name: "Single-letter keys on or off",
      note: "setting",
      keys: "",
      act: () => carryOut("singleKeys"),
    },
  ];
}

/** What can be done with the session that is looked at. */
function actEntries(): Entry[] {
  const state = session.value;
  if (state === null) return [];
  const act = (name: string, done: string, work: () => Promise<unknown>): Entry => ({
    is: "command",
    name,
    note: state.name,
    keys: "",
    act: () => {
      work().then(
        () => say(done),
        (thrown: unknown) => say(problemOf(thrown).message),
      );
    },
  });
  const others = (summaries.value ?? []).map((one) => one.id);
  const row = answered();
  const comparing: Entry[] = [
    {
      is: "command",
      name: "Compare lists with…",
      note: state.name,
      keys: "",
      act: () => compareWith({ session: state.id, what: "tools" }, others),
    },
    ...(row === null
      ? []
      : [
          {
            is: "command" as const,
            name: "Compare result with…",
            note: `row ${row.seq}`,
            keys: "",
            act: () => compareWith({ session: row.session, what: row.seq }, others),
          },
        ]),
  ];
  const saving = act("Save recording", "the recording was saved", () => saveRecording(state));
  if (state.origin === "recording") return [saving, ...comparing];
  return [
    saving,
    ...comparing,
    act("Reconnect", "connecting", () => command(state.id, "anew")),
    act("Disconnect", "disconnected; the log stays", () => command(state.id, "stop")),
    act("Fetch the lists again", "the lists are up to date", () => refreshLists(state)),
  ];
}

function OpenPalette(): JSX.Element {
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(document.activeElement);
  const id = currentId.value;
  const entries = useMemo(
    () => [
      ...itemEntries(catalog.value),
      ...elsewhereEntries(seenCatalogs.value, summaries.value ?? [], id),
      ...sessionEntries(summaries.value ?? [], id),
      ...connectables().map((one): Entry => ({
        is: "server",
        name: one.name,
        note: `connect · ${one.place}`,
        open: one.open,
      })),
      ...actEntries(),
      ...commandEntries(carryOut),
      ...settingEntries(),
    ],
    [catalog.value, seenCatalogs.value, summaries.value, id, configured.value, recent.value, foundPlaces.value],
  );
  const rows = useRows(id, wanted);
  const matches = useMemo(
    () => [...found(wanted, entries), ...rows.map((one) => ({ one, match: { score: 0, places: [] } }))],
    [wanted, entries, rows],
  );
  // Before the next key is heard of, however slow the machine: after the next picture would be too late.
  useLayoutEffect(() => field.current?.focus(), []);
  useEffect(() => void loadPlaces(), []);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const shut = (giveBack: boolean): void => {
    paletteOpen.value = false;
    if (giveBack && before.current instanceof HTMLElement) before.current.focus();
  };
  const choose = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    shut(entry.is !== "item");
    switch (entry.is) {
      case "item": {
        const at = entry.session ?? id;
        if (at === null) return;
        wantsFocus.value = entry.ref.kind !== "resource";
        go({ screen: "explore", session: at, item: entry.ref, run: null });
        readChosen(at, entry.ref);
        return;
      }
      case "view":
        go(entry.route);
        return;
      case "server":
        entry.open();
        return;
      case "command":
        entry.act();
    }
  };
  const key = (event: KeyboardEvent): void => {
    const last = matches.length - 1;
    if (event.key === "ArrowDown") setAt(Math.min(last, at + 1));
    else if (event.key === "ArrowUp") setAt(Math.max(0, at - 1));
    else if (event.key === "PageDown") setAt(Math.min(last, at + 10));
    else if (event.key === "PageUp") setAt(Math.max(0, at - 10));
    else if (event.key === "Enter") choose(matches[at]?.one);
    else if (event.key === "Escape") shut(true);
    // The field is the only stop in here; the page behind the veil is not meant.
    else if (event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="veil" onClick={() => shut(true)}>
      <div
        class="palette"
        role="dialog"
        aria-modal={true}
        aria-label="Find and run"
        onClick={(event) => event.stopPropagation()}
        onKeyDown={key}
      >
        <input
          ref={field}
          class="input big"
          type="text"
          role="combobox"
          aria-label="Search or run"
          aria-expanded={true}
          aria-controls="palette-list"
          aria-autocomplete="list"
          {...(matches.length === 0 ? {} : { "aria-activedescendant": `palette-${at}` })}
          placeholder="Tools, resources, prompts, servers, commands, #row or text of the timeline"
          spellcheck={false}
          value={wanted}
          onInput={(event) => {
            setWanted(event.currentTarget.value);
            setAt(0);
          }}
        />
        <ul class="palette-list" id="palette-list" role="listbox" aria-label="What was found" ref={list}>
          {matches.map(({ one, match }, index) => (
            <li
              key={index}
              id={`palette-${index}`}
              role="option"
              aria-selected={index === at}
              class={index === at ? "chosen" : ""}
              onClick={() => choose(one)}
              onMouseMove={() => {
                if (index !== at) setAt(index);
              }}
            >
              <span class="palette-name">
                <Marked text={one.name} places={match.places} />
              </span>
              <span class="muted palette-note">{brief(one.note, ONE_LINE)}</span>
              {one.is === "command" && one.keys !== "" ? <Keys keys={one.keys} /> : null}
            </li>
          ))}
        </ul>
        {matches.length === 0 ? (
          <p class="empty" role="status">
            Nothing is called “{wanted}”.
            {(summaries.value ?? []).length > 1 ? " Tools of the other servers are found once those are opened." : ""}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** How long nothing is typed before the timeline is searched. */
const REST_MS = 80;

/** Rows of the timeline that have what is typed, once it has rested. */
function useRows(id: string | null, wanted: string): Entry[] {
  const [rows, setRows] = useState<Entry[]>([]);
  useEffect(() => {
    const query = id === null ? null : rowsQuery(wanted);
    if (id === null || query === null) {
      setRows([]);
      return undefined;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api
        .get<TimelinePage>(sessionPath(id, `/timeline?${query}`), stop.signal)
        .then((page) => setRows(rowEntries(id, wanted, page)))
        .catch(() => {
          if (!stop.signal.aborted) setRows([]);
        });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, wanted]);
  return rows;
}

/** The beginning of a name, with the letters that matched marked. */
function Marked({ text: whole, places }: { text: string; places: readonly number[] }): JSX.Element {
  const text = whole.slice(0, ONE_LINE);
  const marked = new Set(places);
  const parts: { text: string; hit: boolean }[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const hit = marked.has(index);
    const last = parts.at(-1);
    if (last !== undefined && last.hit === hit) last.text += text[index] ?? "";
    else parts.push({ text: text[index] ?? "", hit });
  }
  return (
    <>
      {parts.map(({ text, hit }, index) => (hit ? <b key={index}>{visible(text)}</b> : <span key={index}>{visible(text)}</span>))}
      {whole.length > ONE_LINE ? `… (${bytes(whole.length)} in all)` : ""}
    </>
  );
}
