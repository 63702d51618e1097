// Owns `Problem`: an error as the backend tells it, or as the page has to tell it when the backend is not
// there. Everything that is shown as an error on the page is one of these.
import type { Fault } from "./contract";
import { plain } from "./text/ansi";

/** The code of a problem that is ours: nobody answered at all. */
export const BACKEND_GONE = "BACKEND_GONE";

export class Problem extends Error {
  readonly code: string;
  readonly hint: string | null;
  readonly helpUrl: string | null;
  readonly status: number;
  readonly details: unknown;

  constructor(facts: {
    code: string;
    message: string;
    hint?: string | null;
    helpUrl?: string | null;
    status?: number;
    details?: unknown;
  }) {
    super(facts.message);
    this.name = "Problem";
    this.code = facts.code;
    this.hint = facts.hint ?? null;
    this.helpUrl = facts.helpUrl ?? null;
    this.status = facts.status ?? 0;
    this.details = facts.details;
  }
}

/** Whatever was thrown, as a problem that can be shown. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new Problem({
    code: "PAGE_ERROR",
    message: `the page failed: ${message}`,
    hint: "reload it; nothing is lost by that",
  });
}

/** A fault of a session, as a problem. What it quotes of stderr may have been written for a terminal. */
export function problemOfFault(fault: Fault): Problem {
  return new Problem({ ...fault, message: plain(fault.message), hint: fault.hint == null ? null : plain(fault.hint) });
}

/** The problem in the body of a refused request. */
export function problemOfAnswer(status: number, text: string): Problem {
  const error = errorMember(text);
  if (error === null) {
    return new Problem({ code: `HTTP_${status}`, message: `the backend answered with status ${status}`, status });
  }
  const word = (name: string): string | null => (typeof error[name] === "string" ? error[name] : null);
  return new Problem({
    code: word("code") ?? `HTTP_${status}`,
    message: word("message") ?? `the backend answered with status ${status}`,
    hint: word("hint"),
    helpUrl: word("helpUrl"),
    status,
    details: error["details"],
  });
}

function errorMember(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null || !("error" in body)) return null;
    const error = body.error;
    return typeof error === "object" && error !== null ? (error as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Help is a page of this backend under whatever name it was reached; anything else is not linked. */
export function helpPath(url: string | null, origin: string): string | null {
  if (url === null) return null;
  try {
    const { pathname } = new URL(url, origin);
    return pathname.startsWith("/docs/errors/") ? pathname : null;
  } catch {
    return null;
  }
}
