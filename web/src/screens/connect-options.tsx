// Owns the options below the field of Connect: which revision to speak, and what the server is given besides what the
// field says. They go with the field and are kept nowhere.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { cleared, type Extras, extras, fitsIn, NO_EXTRAS, pasted } from "../store/connecting";
import { SecretLines } from "../ui/secret";
import { readPairs } from "./config-editor";
import { ERAS } from "./terms";

export function ConnectOptions(): JSX.Element {
  const now = extras.value;
  return (
    <details class="fold">
      <summary>Options{now === NO_EXTRAS ? "" : `: ${told(now)}`}</summary>
      {/* Fields begin anew once what they were for is connected. */}
      <Fields key={cleared.value} />
    </details>
  );
}

/** What is not as usual, in a few words. */
export function told({ era, env, cwd, headers }: Extras): string {
  const names = [...Object.keys(env), ...Object.keys(headers)];
  return [era === "auto" ? "" : era, cwd === "" ? "" : `in ${cwd}`, names.length === 0 ? "" : `with ${names.join(", ")}`]
    .filter((word) => word !== "")
    .join(" · ");
}

function Fields(): JSX.Element {
  const now = extras.value;
  const [env, setEnv] = useState(lines(now.env, "="));
  const [headers, setHeaders] = useState(lines(now.headers, ": "));
  const change = (part: Partial<Extras>): void => {
    const next = { ...extras.peek(), ...part };
    const isUsual = told(next) === "";
    extras.value = isUsual ? NO_EXTRAS : next;
  };
  const fits = fitsIn(pasted.value);
  return (
    <div class="rows">
      <label class="line">
        <span>Revision</span>
        <select class="input" value={now.era} onChange={(event) => change({ era: event.currentTarget.value })}>
          {ERAS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {fits.process ? (
        <>
          <label class="line">
            <span>Directory</span>
            <input
              class="input mono"
              type="text"
              spellcheck={false}
              value={now.cwd}
              onInput={(event) => change({ cwd: event.currentTarget.value })}
            />
          </label>
          <div class="line">
            <span>Variables, NAME=value</span>
            <SecretLines
              name="Variables, NAME=value"
              value={env}
              change={(typed) => {
                setEnv(typed);
                change({ env: readPairs(typed, "=") });
              }}
            />
          </div>
        </>
      ) : null}
      {fits.address ? (
        <div class="line">
          <span>Headers, Name: value</span>
          <SecretLines
            name="Headers, Name: value"
            value={headers}
            change={(typed) => {
              setHeaders(typed);
              change({ headers: readPairs(typed, ":") });
            }}
          />
        </div>
      ) : null}
    </div>
  );
}

function lines(all: Record<string, string>, sign: string): string {
  return Object.entries(all)
    .map(([name, value]) => `${name}${sign}${value}`)
    .join("\n");
}
