// Owns how the tabs of this page share the token. Each keeps it for itself, so that it is never written to a disk;
// a tab that was opened by a link of another one asks the others. Only pages of this very origin hear it.
import { hasToken, keepToken, keptToken } from "./api";

type Said = { wants: true } | { token: string };

/** How long the other tabs may take to answer; they are on this machine. */
const PATIENCE_MS = 500;

const NAME = "mcp-inspector";

/** Gets the token from another tab when this one has none. */
export async function askOtherTabs(): Promise<void> {
  if (hasToken() || typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(NAME);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    channel.onmessage = ({ data }: MessageEvent<Said>) => {
      if (!("token" in data)) return;
      keepToken(data.token);
      clearTimeout(timer);
      resolve();
    };
    channel.postMessage({ wants: true } satisfies Said);
  });
  channel.close();
}

/** Answers other tabs. `isRefused` tells whether this tab's token is good for nothing; then it takes that of others. */
export function answerOtherTabs(isRefused: () => boolean): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    const mine = keptToken();
    if ("wants" in data) {
      if (mine !== null && !isRefused()) channel.postMessage({ token: mine } satisfies Said);
    } else if (isRefused() && data.token !== mine) {
      keepToken(data.token);
      location.reload();
    }
  };
  const mine = keptToken();
  // Tabs that were left behind by an older mcp-inspector on this port can go on with it.
  if (mine !== null) channel.postMessage({ token: mine } satisfies Said);
}
