// Owns what others may do: nothing. Pages of other origins cannot read or change anything of a backend, and nothing
// that a server says becomes markup, a script, a request or a command.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { Trap } from "./stage/trap.mjs";
import { test } from "./stage/suite.mjs";

async function withTrap(work) {
  const trap = await new Trap().open();
  try {
    await work(trap);
  } finally {
    await trap.close();
  }
}

/** One request as no browser would make it; gives status, headers and the beginning of the body. */
function raw(port, { method = "GET", path = "/", headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      let text = "";
      const done = () => resolve({ status: response.statusCode, headers: response.headers, text });
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
        if (text.length > 100_000) sent.destroy();
      });
      response.on("close", done);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** What an attack must not change: sessions, configuration, settings, history. */
async function everythingKept(backend) {
  const kept = {};
  for (const path of ["/config", "/api/settings", "/api/history"]) kept[path] = (await backend.api(path)).text;
  kept.sessions = (await backend.sessions()).map((one) => [one.id, one.phase, one.name]);
  return kept;
}

const GUESSES = [null, "", "0", "null", "e2e", "00000000-0000-0000-0000-000000000000"];
const ATTACKS = (id) => [
  ["GET", "/api/sessions"],
  ["GET", `/api/sessions/${id}/view`],
  ["GET", `/api/sessions/${id}/recording`],
  ["GET", `/api/sessions/${id}/body/1`],
  ["GET", "/config"],
  ["GET", "/api/settings"],
  ["GET", "/api/history"],
  ["POST", "/api/sessions", '{"target":{"command":"touch","args":["owned"]}}'],
  ["POST", "/config", '{"name":"owned","transport":"stdio","command":"touch"}'],
  ["POST", `/api/sessions/${id}/calls`, '{"method":"tools/call","params":{"name":"toggle_tool"}}'],
  ["POST", `/api/sessions/${id}/stop`, "{}"],
  ["PUT", "/api/settings", '{"theme":"owned"}'],
  ["PATCH", "/api/settings", '{"theme":"owned"}'],
  ["DELETE", `/api/sessions/${id}`],
  ["POST", "/mcp?serverId=demo", '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}'],
];

for (const host of ["127.0.0.1", "localhost"]) {
  test(`a page on another origin (${host}, another port) reads and changes nothing`, (stage) =>
    withTrap(async (trap) => {
      // The browser says so on the console whenever it keeps an answer from the page, which is the point here.
      stage.allow(/console: /);
      const backend = await stage.backend(["--demo"]);
      const session = await backend.ready();
      const before = await everythingKept(backend);
      const attack = trap.page("/attack", "<!doctype html><title>attack</title><body>").replace("127.0.0.1", host);
      const context = await stage.context([backend.origin, new URL(attack).origin]);
      const page = await context.newPage();
      await page.goto(attack);
      const answers = await page.evaluate(
        async ({ origin, attacks, guesses }) => {
          const readable = [];
          let made = 0;
          const types = ["application/json", "text/plain"];
          for (const [method, path, body] of attacks) {
            for (const guess of guesses) {
              for (const mode of ["cors", "no-cors"]) {
                for (const type of body === undefined ? [null] : types) {
                  made += 1;
                  const headers = {};
                  if (type !== null) headers["Content-Type"] = type;
                  if (guess !== null) headers["X-Session-Token"] = guess;
                  try {
                    const answer = await fetch(origin + path, { method, body, headers, mode, credentials: "include" });
                    const text = await answer.text();
                    const isRead = answer.type !== "opaque" || text !== "";
                    if (isRead) readable.push([method, path, mode, answer.status, text]);
                  } catch {
                    // The browser kept it from us.
                  }
                }
              }
            }
          }
          return { made, readable };
        },
        { origin: backend.origin, attacks: ATTACKS(session.id), guesses: GUESSES },
      );
      assert.ok(answers.made > 200, `${answers.made} requests`);
      assert.deepEqual(answers.readable, []);
      assert.deepEqual(await everythingKept(backend), before);
    }));
}

test("what a page can embed or send without asking changes nothing and shows nothing", (stage) =>
  withTrap(async (trap) => {
    stage.allow(/console: |foreign request: \w+ chrome-error:/);
    const backend = await stage.backend(["--demo"]);
    const session = await backend.ready();
    const before = await everythingKept(backend);
    const context = await stage.context([backend.origin, trap.origin]);
    const page = await context.newPage();
    await page.goto(trap.page("/embed", "<!doctype html><title>embed</title><body>"));
    const seen = await page.evaluate(
      async ({ origin, id, token }) => {
        const seen = {};
        const outcome = (element, good, bad) =>
          new Promise((resolve) => {
            element.addEventListener(good, () => resolve(good));
            element.addEventListener(bad, () => resolve(bad));
          });
        const image = new Image();
        const drawn = outcome(image, "load", "error");
        image.src = `${origin}/favicon.ico`;
        seen.image = await drawn;
        const script = document.createElement("script");
        const ran = outcome(script, "load", "error");
        script.src = `${origin}/assets/app.js`;
        document.body.append(script);
        seen.script = await ran;
        // Even with the right token in the address, a stream is refused: it is never read from there.
        const events = new EventSource(`${origin}/api/watch?session=${id}&token=${token}#token=${token}`);
        seen.events = await outcome(events, "open", "error");
        events.close();
        const socket = new WebSocket(`${origin.replace("http", "ws")}/api/watch`);
        seen.socket = await outcome(socket, "open", "error");
        seen.beacon = navigator.sendBeacon(`${origin}/api/sessions/${id}/stop`, "{}");
        return seen;
      },
      { origin: backend.origin, id: session.id, token: backend.token },
    );
    const { beacon, ...others } = seen;
    assert.equal(beacon, true, "the beacon was sent; what it asked for is looked at below");
    assert.deepEqual(others, { image: "error", script: "error", events: "error", socket: "error" });

    // A frame of the page, also with its token: the browser must not show it.
    await page.goto(trap.page("/frame", `<!doctype html><body><iframe id=f src="${backend.link}"></iframe>`));
    await page.waitForLoadState("load");
    const frame = page.frames().find((one) => one !== page.mainFrame());
    assert.equal(await frame?.locator(".app").count(), 0, "the page is not framed");
    assert.ok(!(frame?.url() ?? "").startsWith(backend.origin), `the frame shows ${frame?.url()}`);

    // Forms go anywhere without asking; as text, as fields, as files.
    for (const kind of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      for (const path of ["/api/sessions", "/config", `/api/sessions/${session.id}/stop`, "/mcp?serverId=demo"]) {
        const field = `<input name='{"target":{"command":"touch","args":["owned"]},"x":"' value='"}'>`;
        const form = `<form method=post enctype="${kind}" action="${backend.origin}${path}">${field}</form>`;
        await page.goto(trap.page("/form", `<!doctype html><body>${form}`));
        const [answer] = await Promise.all([
          page.waitForResponse((one) => one.url() === backend.origin + path),
          page.waitForURL(backend.origin + path),
          page.evaluate(() => document.forms[0].submit()),
        ]);
        assert.ok([401, 403].includes(answer.status()), `${kind} ${path}: ${answer.status()}`);
      }
    }
    // A window that was opened by the attacker gives away nothing.
    await page.goto(trap.page("/opener", "<!doctype html><body>"));
    const [popup] = await Promise.all([
      context.waitForEvent("page"),
      page.evaluate((url) => void (window.stolen = window.open(url)), backend.link),
    ]);
    await popup.locator(".health .status.connected").waitFor();
    const opened = await page.evaluate(() => {
      try {
        return { document: window.stolen.document.title };
      } catch (thrown) {
        return { thrown: thrown.name };
      }
    });
    assert.deepEqual(opened, { thrown: "SecurityError" });
    assert.equal(await popup.evaluate(() => window.opener), null, "no way back to the attacker");
    await popup.close();
    assert.deepEqual(await everythingKept(backend), before);
  }));

test("a foreign host name, origin or an old token is refused", async (stage) => {
  const backend = await stage.backend(["--demo"]);
  const session = await backend.ready();
  const before = await everythingKept(backend);
  const token = { "X-Session-Token": backend.token };
  const local = { Host: `localhost:${backend.port}` };
  for (const [method, path, body] of ATTACKS(session.id)) {
    const typed = { ...(body === undefined ? {} : { "Content-Type": "application/json" }) };
    const refused = async (headers, status) => {
      const answer = await raw(backend.port, { method, path, body, headers: { ...typed, ...headers } });
      assert.equal(answer.status, status, `${method} ${path} ${JSON.stringify(headers)}: ${answer.text.slice(0, 200)}`);
      assert.equal(answer.headers["access-control-allow-origin"], undefined);
      assert.ok(!answer.text.includes(backend.token));
    };
    // Names that were made to lead here (DNS rebinding), with the right token even.
    for (const host of ["evil.example", `evil.example:${backend.port}`, "localhost.evil.example", "127.0.0.1.nip.io"])
      await refused({ ...token, Host: host }, 403);
    const near = `http://localhost.evil.example:${backend.port}`;
    for (const origin of ["http://evil.example", "null", "http://localhost:1", near])
      await refused({ ...token, ...local, Origin: origin }, 403);
    await refused({ ...token, ...local, "Sec-Fetch-Site": "cross-site" }, 403);
    await refused(local, 401);
    await refused({ ...local, "X-Session-Token": `${backend.token}x` }, 401);
    await refused({ ...local, Cookie: `token=${backend.token}` }, 401);
  }
  const inAddress = await raw(backend.port, { path: `/api/sessions?token=${backend.token}`, headers: local });
  assert.equal(inAddress.status, 401, "a token in an address is not read");
  const open = await raw(backend.port, { path: "/", headers: { Host: "evil.example" } });
  assert.equal(open.status, 403, "not even the page is served under a foreign name");
  assert.deepEqual(await everythingKept(backend), before);
});

test("the page's own headers forbid what it does not need", async (stage) => {
  const backend = await stage.backend();
  const { headers } = await raw(backend.port, { headers: { Host: `localhost:${backend.port}` } });
  const policy = headers["content-security-policy"] ?? "";
  assert.match(policy, /default-src 'none'|default-src 'self'/);
  assert.doesNotMatch(policy, /unsafe-eval|script-src[^;]*unsafe-inline/);
  assert.match(policy, /frame-ancestors 'none'/);
  // Frames are for apps of servers, and come from the one origin that is there for them.
  assert.match(policy, /frame-src http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "no-referrer");
});

/** Nothing ran, and nothing that was drawn could. */
async function harmless(page, where) {
  const found = await page.evaluate(() => ({
    attacked: window.attacked ?? null,
    title: document.title.length > 0,
    bad: [...document.querySelectorAll("*")].flatMap((element) => {
      const marks = [...element.attributes]
        .filter((one) => {
          const leads = /^(href|src|action|formaction|xlink:href|data|srcset|poster)$/i.test(one.name);
          const isHarmless = /^(#|\/|data:(image|audio)\/)/.test(one.value);
          const loads = one.name === "style" && /url\(/.test(one.value);
          // A link of Markdown waits for a click, and what it leads to learns nothing of the page.
          const rel = (element.getAttribute("rel") ?? "").split(" ");
          const isLink =
            element.tagName === "A" &&
            /^https?:\/\//.test(one.value) &&
            element.getAttribute("target") === "_blank" &&
            rel.includes("noopener") &&
            rel.includes("noreferrer");
          return /^(on.*|srcdoc)$/i.test(one.name) || (leads && !isHarmless && !isLink) || loads;
        })
        .map((one) => `${element.tagName} ${one.name}=${one.value}`);
      const isForeign = ["IFRAME", "OBJECT", "EMBED", "BASE"].includes(element.tagName);
      return isForeign ? [element.tagName, ...marks] : marks;
    }),
    scripts: [...document.scripts].map((one) => one.getAttribute("src")),
    styles: [...document.querySelectorAll("link[rel=stylesheet], style")].length,
  }));
  assert.equal(found.attacked, null, where);
  assert.deepEqual(found.bad, [], where);
  assert.equal(found.scripts.length, 1, `${where}: ${found.scripts}`);
}

/** The name and command of a server in a configuration that somebody else wrote. */
const HOSTILE = `<img src=x onerror="window.attacked=1"><script>window.attacked=2</script>`;

test("nothing that a hostile server says does anything", (stage) =>
  withTrap(async (trap) => {
    const { backend, page } = await stage.open(["--", ...stage.scripted("hostile", trap.origin)], {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await harmless(page, "overview");
    const [session] = await backend.sessions();
    const view = (path) => page.evaluate((hash) => void (location.hash = hash), `#/s/${session.id}/${path}`);
    await view("explore/tool/hostile");
    await page.locator("#item-form :is(input, textarea, select)").first().waitFor();
    await harmless(page, "form");
    await page.getByRole("button", { name: /^JSON/ }).first().click();
    await harmless(page, "arguments as JSON");
    await page.getByRole("button", { name: /^Form/ }).first().click();
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.locator(".result .verdict, .problem").first().waitFor();
    if ((await page.getByRole("button", { name: "Send anyway" }).count()) > 0)
      await page.getByRole("button", { name: "Send anyway" }).click();
    await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
    for (const tab of ["Pretty", "Content", "Structured", "Raw"]) {
      await page.locator(`#result-tab-${tab.toLowerCase()}`).click();
      await page.locator("#result-panel").filter({ hasText: "onerror" }).waitFor();
      await harmless(page, `result as ${tab}`);
      await stage.shot(page, `hostile-${tab.toLowerCase()}`);
    }
    // Links to resources lead to places of the page, whatever they say; those of Markdown were looked at above.
    await page.getByRole("tab", { name: "Content", exact: true }).click();
    const links = page.locator("#result-panel a:not([target=_blank])");
    const count = await links.count();
    assert.ok(count >= 3, `${count} links`);
    for (let index = 0; index < count; index += 1) {
      assert.match(await links.nth(index).getAttribute("href"), /^#\/s\//);
    }
    // A picture that is a program is drawn when somebody wants it, and still does nothing.
    const draw = page.locator("#result-panel").getByRole("button", { name: "Draw this SVG" });
    assert.equal(await draw.count(), 2);
    for (let left = 2; left > 0; left -= 1) await draw.first().click();
    await page.locator('#result-panel img[src^="data:image/svg+xml"]').nth(1).waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll("#result-panel img")].every((one) => one.complete));
    await harmless(page, "SVG drawn");
    await stage.shot(page, "hostile-svg");
    await links.first().click();
    await page.waitForFunction(() => location.hash.includes("/resource/"));
    await page.getByRole("button", { name: /^Read/ }).click();
    await page.locator(".result .verdict", { hasText: "OK" }).waitFor();
    await page.getByRole("tab", { name: "Content", exact: true }).click();
    await harmless(page, "resource");
    for (const screen of ["timeline", "server", "auth"]) {
      await view(screen);
      await page.waitForFunction((name) => location.hash.includes(name), `/${screen}`);
      await page.locator(".main").filter({ hasText: /\S/ }).waitFor();
      await harmless(page, screen);
    }
    // The names are there, as the letters they are, and can be chosen like any other.
    await view("timeline");
    await page.locator(".tl-row", { hasText: "<img src=" }).first().waitFor();
    await harmless(page, "timeline");
    await page.keyboard.press("Control+K");
    await page.locator("#palette-0").waitFor();
    await page.keyboard.type("onerror");
    await page.locator(".palette [role=option]", { hasText: "<img src=" }).first().waitFor();
    await harmless(page, "palette");
    await page.keyboard.press("Enter");
    await page.locator(".palette").waitFor({ state: "detached" });
    await page.getByRole("treeitem").filter({ hasText: "<script>" }).first().click();
    await page.locator(".request .pane-title", { hasText: "<script>" }).waitFor();
    await harmless(page, "tree");
    const own = { [HOSTILE]: { command: HOSTILE, args: [HOSTILE] } };
    for (const [folder, name] of [[backend.work, "mcp.json"], [backend.home, ".claude.json"]]) {
      await writeFile(join(folder, name), JSON.stringify({ mcpServers: own }));
    }
    const target = { name: HOSTILE, command: HOSTILE, args: [] };
    await backend.api("/api/sessions", { method: "POST", body: JSON.stringify({ target }) });
    const again = { text: stage.scripted("hostile", trap.origin, HOSTILE).map((word) => `'${word}'`).join(" ") };
    await backend.api("/api/sessions", { method: "POST", body: JSON.stringify({ target: again }) });
    await page.evaluate(() => void (location.hash = "#/"));
    await page.locator(".connect").waitFor();
    for (const id of ["open-now", "configured", "found", "recent"]) {
      const list = page.locator("section").filter({ has: page.locator(`h2#${id}`) });
      await list.locator("li", { hasText: "<img src=x" }).first().waitFor();
    }
    await page.locator("#connect-field").fill(JSON.stringify({ mcpServers: { ...own, other: { command: HOSTILE } } }));
    await page.locator("#connect-field").press("Enter");
    await page.getByText("There are 2 servers in it.").waitFor();
    await harmless(page, "connect");
    await stage.shot(page, "hostile-connect");
    assert.deepEqual(trap.asked, [], "nobody asked the attacker's server");
  }));
