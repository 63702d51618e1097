// Owns what an app is given, to look at and to change: the tool's arguments, its result, and the host context.
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { valueOf } from "../text/json";
import { bytes } from "../text/measure";
import { prettyOf } from "../ui/json-tokens";
import { Button } from "../ui/button";
import { mode } from "./mode";
import { type ShowingApp, theme, type Theme } from "./session";

/** Longer texts would make every key wait. */
const LONGEST_EDITED = 500_000;

export function Given({ app }: { app: ShowingApp }): JSX.Element {
  return (
    <>
      <Editor label="Tool input" text={app.input} send={(text) => app.sendInput(text)} />
      <Editor label="Tool result" text={app.result} send={(text) => app.sendResult(text)} />
      <HostContext app={app} />
    </>
  );
}

function Editor({ label, text, send }: { label: string; text: Signal<string>; send(text: string): void }): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  if (text.value.length > LONGEST_EDITED)
    return (
      <p class="muted">
        {label}: {bytes(text.value.length)}, too long to be edited here.
      </p>
    );
  const shown = typed ?? (text.value === "" ? "" : prettyOf(text.value));
  const id = `app-${label.toLowerCase().replace(" ", "-")}`;
  const sendIt = (): void => {
    if (!isObject(shown)) {
      setWrong(true);
      return;
    }
    setWrong(false);
    setTyped(null);
    send(shown);
  };
  return (
    <details class="fold">
      <summary>
        {label}
        {typed === null ? "" : " · changed"}
      </summary>
      <textarea
        id={id}
        class="mono app-text"
        aria-label={label}
        aria-invalid={wrong}
        rows={Math.min(14, Math.max(4, shown.split("\n").length))}
        value={shown}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {wrong ? <p class="bad">Not sent: an app is given a JSON object.</p> : null}
      <div class="answer-line">
        <Button onClick={sendIt}>Send to the app</Button>
        {typed === null ? null : (
          <Button
            look="quiet"
            onClick={() => {
              setTyped(null);
              setWrong(false);
            }}
          >
            Take back
          </Button>
        )}
      </div>
    </details>
  );
}

function isObject(text: string): boolean {
  const value = valueOf(text);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const THEMES: readonly [Theme, string][] = [
  ["page", "as the page"],
  ["light", "light"],
  ["dark", "dark"],
];

function HostContext({ app }: { app: ShowingApp }): JSX.Element {
  const [more, setMore] = useState("{}");
  const [wrong, setWrong] = useState(false);
  return (
    <details class="fold">
      <summary>
        Host context: {theme.value === "page" ? "theme of the page" : theme.value} · {mode.value}
      </summary>
      <label class="line">
        <span>Theme</span>
        <select
          class="input short"
          value={theme.value}
          onChange={(event) => {
            theme.value = event.currentTarget.value as Theme;
          }}
        >
          {THEMES.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="line">
        <span>More, JSON</span>
        <input
          class="input mono"
          type="text"
          spellcheck={false}
          value={more}
          aria-invalid={wrong}
          placeholder='{"locale":"de-DE"}'
          onInput={(event) => setMore(event.currentTarget.value)}
        />
      </label>
      {wrong ? <p class="bad">Not sent: the host context is a JSON object.</p> : null}
      <div class="answer-line">
        <Button
          onClick={() => {
            setWrong(!isObject(more));
            if (isObject(more)) app.sendContext(valueOf(more) as Record<string, unknown>);
          }}
        >
          Send to the app
        </Button>
        <span class="muted">Theme and display mode are sent when they change.</span>
      </div>
    </details>
  );
}
