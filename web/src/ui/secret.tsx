// Owns fields for what is mostly a secret: nobody who looks over a shoulder reads it, unless it is to be shown.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "./button";

interface SecretProps {
  /** What it is the value of. */
  name: string;
  value: string;
  placeholder?: string;
  change(value: string): void;
}

/** A field of one line whose letters are dots. It stands in a label, or has its name as one. */
export function SecretField({ name, value, placeholder, change }: SecretProps): JSX.Element {
  const [isShown, show] = useState(false);
  return (
    <span class="secret">
      <input
        class="input mono"
        {...(isShown ? { type: "text" as const } : { type: "password" as const })}
        autocomplete="off"
        spellcheck={false}
        aria-label={name}
        value={value}
        placeholder={placeholder ?? ""}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <ShowButton isShown={isShown} show={show} />
    </span>
  );
}

/** Several lines with names and values: they are read while they are typed, and are dots once they are left. */
export function SecretLines({ name, value, change }: SecretProps): JSX.Element {
  const [isShown, show] = useState(false);
  return (
    <span class="secret">
      <textarea
        class={`input mono${isShown ? "" : " secret-lines"}`}
        rows={2}
        spellcheck={false}
        autocomplete="off"
        aria-label={name}
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {value === "" ? null : <ShowButton isShown={isShown} show={show} />}
    </span>
  );
}

function ShowButton({ isShown, show }: { isShown: boolean; show(on: boolean): void }): JSX.Element {
  return (
    <Button look="quiet" pressed={isShown} title="Show what is typed" onClick={() => show(!isShown)}>
      Show
    </Button>
  );
}
