// Owns how the login of a server stands, as long as somebody looks: asked again whenever a step of it is in the log, and by
// the clock while it waits for its user, who is in another tab.
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import type { LoginStatus, SessionState } from "../contract";
import { type Problem, problemOf } from "../problem";
import { news } from "../store/sessions";

/** How often a login is looked at that waits for its user. */
const LOOK_MS = 700;

/** What names the server of a session in the paths of logins. */
export function statusPlace(state: SessionState): string {
  return `/${encodeURIComponent(state.serverId ?? state.id)}`;
}

/** Whether a login waits for its user. */
export function waitsForUser(status: LoginStatus | null): boolean {
  return status?.pending === true && status.lastLogin?.outcome === "waiting";
}

/** What is known about the logins of a server, asked for anew whenever something may have changed. */
export function useStatus(
  place: string,
  state: SessionState,
): { status: LoginStatus | null; problem: Problem | null; look(): void } {
  const [status, setStatus] = useState<LoginStatus | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asked, setAsked] = useState(0);
  const look = (): void => setAsked((times) => times + 1);
  const authRows = news.value?.counts.auth ?? 0;
  useEffect(() => {
    const stop = new AbortController();
    api
      .get<LoginStatus>(`/oauth/status${place}`, stop.signal)
      .then((now) => {
        setStatus(now);
        setProblem(null);
      })
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setProblem(problemOf(thrown));
      });
    return () => stop.abort();
  }, [place, asked, authRows, state.phase]);
  const pending = status?.pending === true;
  useEffect(() => {
    if (!pending) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) look();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [pending]);
  return { status, problem, look };
}
