// The sandbox between a page of mcp-inspector and an app of a server. It embeds the app without an origin and
// passes messages on: as JSON text to and from the page, as values to and from the app. It counts what it does
// not pass on because it is too long, too much, or cannot be told as JSON.
"use strict";

(() => {
  /** Messages of an app: how many at once, how many each second after that, how long one may be. */
  const AT_ONCE = 200;
  const EACH_SECOND = 50;
  const LONGEST = 1_000_000;
  /** How often the page is told of what was not passed on. */
  const TELL_MS = 500;

  // The policy lets only pages of the inspector embed this one, so whoever names an origin here is one of them.
  const host = decodeURIComponent(location.hash.slice(1));
  const page = window.parent;
  if (page === window || host === "") return;

  const frame = document.createElement("iframe");
  frame.title = "App";
  // Without `allow-same-origin`: the app has no origin, hence no storage that another app could read.
  frame.setAttribute("sandbox", "allow-scripts allow-forms");
  frame.setAttribute("allow", "");

  const tell = (method, params) => page.postMessage(JSON.stringify({ jsonrpc: "2.0", method, params }), host);

  let left = AT_ONCE;
  let since = performance.now();
  const dropped = { often: 0, long: 0, odd: 0 };
  let timer = null;
  const drop = (why) => {
    dropped[why] += 1;
    timer ??= setTimeout(() => {
      timer = null;
      tell("ui/notifications/sandbox-dropped", { ...dropped });
      dropped.often = dropped.long = dropped.odd = 0;
    }, TELL_MS);
  };

  const fromApp = (data) => {
    const now = performance.now();
    left = Math.min(AT_ONCE, left + ((now - since) * EACH_SECOND) / 1000);
    since = now;
    if (left < 1) return drop("often");
    left -= 1;
    let text;
    try {
      text = JSON.stringify(data);
    } catch {
      text = undefined;
    }
    const method = data === null || typeof data !== "object" ? undefined : data.method;
    // Names that belong to the sandbox are not for apps.
    if (typeof text !== "string" || (typeof method === "string" && method.startsWith("ui/notifications/sandbox-")))
      return drop("odd");
    if (text.length > LONGEST) return drop("long");
    page.postMessage(text, host);
  };

  window.addEventListener("message", (event) => {
    if (event.source === frame.contentWindow) {
      fromApp(event.data);
    } else if (event.source === page && event.origin === host && typeof event.data === "string") {
      const message = JSON.parse(event.data);
      if (message.method === "ui/notifications/sandbox-resource-ready") {
        if (!frame.isConnected) {
          frame.src = location.pathname.replace("/sandbox/", "/view/");
          document.body.append(frame);
        }
      } else {
        // The app has no origin that could be named; only what is in the frame gets it.
        frame.contentWindow?.postMessage(message, "*");
      }
    }
  });

  tell("ui/notifications/sandbox-proxy-ready", {});
})();
