// Owns what is shown of the tokens that are kept: how long each is good, what it allows, and what it says about
// itself when it is a JWT. The token itself never reaches the page.
import type { JSX } from "preact";
import type { KeptToken } from "../contract";
import { elapsed } from "../text/measure";
import { JsonText } from "../ui/json";
import { useNow } from "../ui/ticking";

export function expiry(at: string | undefined, now: number): string {
  if (at === undefined) return "not said";
  const left = Date.parse(at) - now;
  if (left <= 0) return "expired";
  const days = Math.floor(left / 86_400_000);
  return days > 1 ? `in ${days} days` : `in ${elapsed(left)}`;
}

export function Tokens({ tokens }: { tokens: readonly KeptToken[] }): JSX.Element {
  if (tokens.length === 0) return <p class="muted">No token is kept for this server.</p>;
  return (
    <section aria-labelledby="auth-tokens">
      <h2 id="auth-tokens">Tokens that are kept</h2>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">issuer</th>
            <th scope="col">client</th>
            <th scope="col">type</th>
            <th scope="col">scopes</th>
            <th scope="col">expires</th>
            <th scope="col">renewable</th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={keyOf(token)}>
              <td class="mono">{token.issuer}</td>
              <td class="mono">{token.clientId}</td>
              <td>
                {token.tokenType}
                {token.isKeyBound ? ", bound to a key" : ""}
              </td>
              <td>{token.scopes.length === 0 ? <span class="muted">none said</span> : token.scopes.join(" ")}</td>
              <td>
                <Countdown at={token.expiresAt} />
              </td>
              <td>{token.canBeRenewed ? "yes" : "no"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {tokens.map((token) => (
        <Decoded key={keyOf(token)} token={token} />
      ))}
    </section>
  );
}

function keyOf(token: KeptToken): string {
  return `${token.issuer} ${token.resource} ${token.clientId}`;
}

function Countdown({ at }: { at: string | undefined }): JSX.Element {
  const now = useNow(at !== undefined && Date.parse(at) > Date.now());
  const said = expiry(at, now);
  return <span class={said === "expired" ? "bad" : ""}>{said}</span>;
}

function Decoded({ token }: { token: KeptToken }): JSX.Element {
  if (token.decoded === null) {
    return <p class="muted">The access token is no JWT, so nothing can be read in it.</p>;
  }
  return (
    <details class="fold">
      <summary>What the access token says about itself (a JWT; nothing of it was checked)</summary>
      <h3>Header</h3>
      <JsonText text={JSON.stringify(token.decoded.header, null, 2)} />
      <h3>Claims</h3>
      <JsonText text={JSON.stringify(token.decoded.claims, null, 2)} />
      <Times claims={token.decoded.claims} />
    </details>
  );
}

/** The claims that are times, as dates. */
export function claimTimes(claims: Record<string, unknown>): [string, string][] {
  return ["iat", "nbf", "exp"].flatMap((name): [string, string][] => {
    const value = claims[name];
    if (typeof value !== "number") return [];
    const date = new Date(value * 1000);
    return Number.isNaN(date.getTime()) ? [] : [[name, date.toISOString()]];
  });
}

function Times({ claims }: { claims: Record<string, unknown> }): JSX.Element | null {
  const times = claimTimes(claims);
  return times.length === 0 ? null : (
    <p class="muted">{times.map(([name, date]) => `${name} is ${date}`).join(" · ")}</p>
  );
}
