// Owns the form by which a login is tried with other settings than those that are configured. Nothing of it is
// kept: it counts for the tries that are made while it is open.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { LoginEdits, LoginSettings } from "../contract";
import { Button } from "../ui/button";

export interface Edited {
  clientId: string;
  clientSecret: string;
  issuer: string;
  scopes: string;
}

export function asConfigured(settings: LoginSettings): Edited {
  return {
    clientId: settings.clientId ?? "",
    clientSecret: "",
    issuer: settings.issuer ?? "",
    scopes: settings.scopes.join(" "),
  };
}

/** Only what differs from the configuration is sent; a secret that is not typed stays as it is. */
export function editsOf(edited: Edited, settings: LoginSettings): LoginEdits {
  const before = asConfigured(settings);
  return {
    ...(edited.clientId.trim() === before.clientId ? {} : { clientId: edited.clientId.trim() }),
    ...(edited.clientSecret === "" ? {} : { clientSecret: edited.clientSecret }),
    ...(edited.issuer.trim() === before.issuer ? {} : { issuer: edited.issuer.trim() }),
    ...(edited.scopes.trim() === before.scopes.trim()
      ? {}
      : { scopes: edited.scopes.split(/\s+/).filter((scope) => scope !== "") }),
  };
}

const FIELDS: readonly [keyof Edited, string, string][] = [
  ["clientId", "client id", "none: a client is registered"],
  ["clientSecret", "client secret", "as configured"],
  ["issuer", "authorization server", "as the server names it"],
  ["scopes", "scopes", "as the server names them"],
];

export function EditAndRetry({
  settings,
  onWalk,
  onLogIn,
}: {
  settings: LoginSettings;
  onWalk(edits: LoginEdits): void;
  onLogIn(edits: LoginEdits): void;
}): JSX.Element {
  const [edited, setEdited] = useState<Edited>(() => asConfigured(settings));
  return (
    <details class="fold">
      <summary>Edit and retry</summary>
      <form
        class="rows"
        onSubmit={(event) => {
          event.preventDefault();
          onLogIn(editsOf(edited, settings));
        }}
      >
        {FIELDS.map(([name, title, nothing]) => (
          <label key={name} class="line">
            <span>{title}</span>
            <input
              class="input"
              {...(name === "clientSecret" ? { type: "password" as const } : { type: "text" as const })}
              autocomplete="off"
              spellcheck={false}
              placeholder={name === "clientSecret" && !settings.hasClientSecret ? "none" : nothing}
              value={edited[name]}
              onInput={(event) => setEdited({ ...edited, [name]: event.currentTarget.value })}
            />
          </label>
        ))}
        <p class="muted">For these tries only: the configuration stays as it is.</p>
        <div class="answer-line">
          <Button look="primary">Log in with these</Button>
          <Button onClick={() => onWalk(editsOf(edited, settings))}>Walk with these, up to the client</Button>
        </div>
      </form>
    </details>
  );
}
