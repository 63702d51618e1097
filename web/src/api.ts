// Owns the way to the backend: the token of this tab, requests, and their failures as problems. The token
// comes in the fragment of the printed link, which browsers send nowhere, and is kept for this tab only.
import type { Api, FormRequest, FormResponse } from "./contract";
import { BACKEND_GONE, Problem, problemOfAnswer } from "./problem";
import { readKept, writeKept } from "./store/kept";

const KEPT = "mcp-inspector-token";
/** The code by which the backend refuses a token, or that there is none. */
const TOKEN_REFUSED = "SESSION_INVALID";

/** Takes the token out of a fragment such as `#token=…`; null when there is none in it. */
export function tokenInFragment(hash: string): string | null {
  if (!hash.startsWith("#token=")) return null;
  // A plus sign in a fragment is a plus sign, but URLSearchParams would read a space.
  return new URLSearchParams(hash.slice(1).replaceAll("+", "%2B")).get("token");
}

export function keepToken(token: string): void {
  writeKept(KEPT, token);
}

export function keptToken(): string | null {
  return readKept(KEPT);
}

export function hasToken(): boolean {
  return keptToken() !== null;
}

/** Takes a token from an address, unless this tab has one that is good and the new one is not. Tells whether it did. */
export async function takeToken(token: string): Promise<boolean> {
  const old = keptToken();
  const isOldGood = old !== null && old !== token && refused?.token !== old;
  if (isOldGood && (await isRefused(token))) return false;
  keepToken(token);
  return true;
}

/** Whether the backend says no to a token. When it says nothing, nothing is known. */
async function isRefused(token: string): Promise<boolean> {
  // Nothing else can be sent in a header.
  if (!/^[\x21-\x7e]+$/.test(token)) return true;
  const asked = fetch("/api/sessions", { headers: { Accept: "application/json", "X-Session-Token": token }, cache: "no-store" });
  return asked.then(
    ({ status }) => status === 401,
    () => false,
  );
}

function headers(type: string | null): Record<string, string> {
  const all: Record<string, string> = { Accept: "application/json" };
  const token = keptToken();
  if (token !== null) all["X-Session-Token"] = token;
  if (type !== null) all["Content-Type"] = type;
  return all;
}

/** The token that the backend refused, and how: it was started again, and will not take that one any more. */
let refused: { token: string | null; problem: Problem } | null = null;

/** One request; the answer's body is not read yet. Refusals and silence are thrown as problems. */
export async function request(
  method: string,
  path: string,
  init: { body?: BodyInit; type?: string; accept?: string; signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<Response> {
  const token = keptToken();
  if (refused !== null && refused.token === token) throw refused.problem;
  const all = headers(init.body === undefined ? null : (init.type ?? "application/json"));
  if (init.accept !== undefined) all["Accept"] = init.accept;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: all,
      body: init.body ?? null,
      signal: init.signal ?? null,
      keepalive: init.keepalive ?? false,
      cache: "no-store",
    });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") throw thrown;
    throw new Problem({
      code: BACKEND_GONE,
      message: "mcp-inspector does not answer",
      hint: "is it still running in its terminal?",
    });
  }
  if (response.ok) return response;
  const problem = problemOfAnswer(response.status, await response.text());
  if (problem.code === TOKEN_REFUSED) refused = { token, problem };
  throw problem;
}

async function json<T>(response: Response): Promise<T> {
  const text = await response.text();
  return (text === "" ? null : JSON.parse(text)) as T;
}

export const api: Api = {
  async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return json<T>(await request("GET", path, signal === undefined ? {} : { signal }));
  },
  async send<T>(method: string, path: string, body?: string): Promise<T> {
    return json<T>(await request(method, path, body === undefined ? {} : { body }));
  },
};

export function formApi(asked: FormRequest): Promise<FormResponse> {
  return api.send<FormResponse>("POST", "/api/form", JSON.stringify(asked));
}

/** `/api/sessions/{id}` and what follows it. */
export function sessionPath(id: string, rest = ""): string {
  return `/api/sessions/${encodeURIComponent(id)}${rest}`;
}
