// The first page: which servers there are, and which tools each of them has.
//
// The token comes in the fragment of the link that was printed, which no browser sends anywhere. It is
// kept for this tab and taken out of the address bar. Whatever a server says is shown as text.
"use strict";

const KEPT = "mcp-inspector-token";

function taken() {
  const token = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B")).get("token");
  if (token !== null) {
    sessionStorage.setItem(KEPT, token);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(KEPT);
}

const place = (id) => document.getElementById(id);

function made(name, text, look) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (look !== undefined) element.className = look;
  return element;
}

// What the backend answers: { ok, status, body }, also when it is not there.
async function asked(path, options = {}) {
  const token = sessionStorage.getItem(KEPT);
  const headers = { ...options.headers };
  if (token) headers["X-Session-Token"] = token;
  try {
    const response = await fetch(path, { ...options, headers });
    const text = await response.text();
    let body = null;
    try { body = JSON.parse(text); } catch { body = null; }
    return { ok: response.ok, status: response.status, body };
  } catch {
    return { ok: false, status: 0, body: null };
  }
}

// The error in an answer, as a paragraph with its link.
function failure(answer) {
  const error = answer.body?.error;
  if (answer.status === 0) return made("p", "The backend does not answer. Is it still running?", "bad");
  if (!error) return made("p", `The backend answered with status ${answer.status}.`, "bad");
  const code = error.code === undefined ? "" : ` (${error.code})`;
  const paragraph = made("p", `${error.message ?? "It failed"}${code}. `, "bad");
  if (error.hint) paragraph.append(made("span", `${error.hint}. `));
  const path = helpPath(error.helpUrl);
  if (path) {
    const link = made("a", "What this means");
    link.href = path;
    paragraph.append(link);
  }
  return paragraph;
}

// Help is a page of this backend, whatever name it was reached by.
function helpPath(url) {
  try {
    const { pathname } = new URL(url, location.href);
    return pathname.startsWith("/docs/errors/") ? pathname : null;
  } catch {
    return null;
  }
}

function warn(text) {
  place("notice").textContent = text;
}

async function showHealth() {
  const { ok, body } = await asked("/health");
  place("health").textContent = ok
    ? `Version ${body.version}, running for ${duration(body.uptime)}.`
    : "The backend does not answer. Start it again with mcp-inspector.";
}

function duration(seconds) {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

async function showServers(token) {
  if (!token) {
    warn("The session token is missing. Open the link that mcp-inspector printed in its terminal: it ends in #token=…");
    return;
  }
  const answer = await asked("/config");
  if (answer.status === 401) {
    sessionStorage.removeItem(KEPT);
    warn("The session token is not the one of this backend, perhaps because it was started again. "
      + "Open the link that mcp-inspector printed last in its terminal.");
    return;
  }
  const configured = Array.isArray(answer.body?.servers) ? answer.body.servers : [];
  if (!answer.ok) place("servers").append(failure(answer));
  for (const problem of answer.body?.problems ?? []) {
    const where = problem.line ? ` (line ${problem.line}, column ${problem.column})` : "";
    place("servers").append(made("p", `${problem.message}${where}. ${problem.hint ? `${problem.hint}.` : ""}`, "bad"));
  }
  if (!configured.some((server) => server.id === "demo")) {
    configured.push({ id: "demo", name: "demo", about: "the built-in server" });
  }
  for (const server of configured) place("servers").append(card(server));
}

function card(server) {
  const id = String(server.id ?? server.name);
  const box = made("article", undefined, "server");
  const head = made("header");
  const button = made("button", "List tools");
  const result = made("div");
  const target = server.about ?? server.url ?? [server.command].concat(server.args ?? []).join(" ");
  head.append(made("span", String(server.name ?? id), "name"), made("span", target, "target"), button);
  box.append(head, result);
  button.addEventListener("click", async () => {
    button.disabled = true;
    result.replaceChildren(made("p", "Asking…"));
    result.replaceChildren(await tools(id));
    button.disabled = false;
  });
  return box;
}

async function tools(id) {
  const answer = await asked(`/mcp?serverId=${encodeURIComponent(id)}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Accept": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  const list = answer.body?.result?.tools;
  if (!answer.ok || !Array.isArray(list)) return failure(answer);
  if (list.length === 0) return made("p", "It has no tools.");
  const names = made("ul");
  for (const tool of list) names.append(made("li", String(tool?.name ?? JSON.stringify(tool))));
  return names;
}

async function shown() {
  place("endpoint").textContent = `${location.origin}/mcp?serverId=demo`;
  await Promise.all([showHealth(), showServers(taken())]);
}

// The printed link, opened in a tab that is already here, changes nothing but the fragment.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#token=")) location.reload();
});

shown();
