// Owns the bar that says that a call waits for its user to log in: a server may want more rights for it, or a new token, long after
// it was connected.
import type { JSX } from "preact";
import { statusPlace, useStatus, waitsForUser } from "../auth/status";
import type { SessionState } from "../contract";
import { formatRoute } from "../store/route";

export function LoginWaits({ state }: { state: SessionState }): JSX.Element | null {
  const { status } = useStatus(statusPlace(state), state);
  if (!waitsForUser(status)) return null;
  return (
    <div class="notice-bar quiet" role="status">
      The server wants a login before it goes on. <a href={formatRoute({ screen: "auth", session: state.id })}>Log in</a>
    </div>
  );
}
