// Owns the Connect screen: servers that other clients have configured, those used before, the demo, what is pasted,
// and the servers of mcp.json as they are added, changed and removed.
import assert from "node:assert/strict";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { violations } from "./stage/axe.mjs";
import { withHttpDemo } from "./stage/demo-http.mjs";
import { connected } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

/** Waits for the session of a server, whichever was on the screen before. */
async function connectedTo(page, name) {
  await page.waitForFunction((wanted) => {
    const choice = document.querySelector(".switcher");
    const shown = choice === null ? document.querySelector("h1.brand") : choice.selectedOptions[0];
    return shown?.textContent === wanted;
  }, name);
  await connected(page);
}

async function toConnect(page) {
  await page.evaluate(() => void (location.hash = "#/"));
  await page.locator("#connect-field").waitFor();
}

function section(page, id) {
  return page.locator("section").filter({ has: page.locator(`h2#${id}`) });
}

/** Texts as their owners wrote them: odd spacing, other keys, comments. */
function configs(backend, [command, ...args]) {
  const server = JSON.stringify({ command, args });
  const { home, work } = backend;
  return {
    "Claude Code": [join(home, ".claude.json"), `{"numStartups":7,\n   "mcpServers": {"from-claude": ${server}}  }`],
    Cursor: [join(home, ".cursor/mcp.json"), `{ "mcpServers":{"from-cursor":{"url":"http://127.0.0.1:9/mcp"}}}\n\n`],
    "VS Code": [join(home, "config/Code/User/mcp.json"), `{\n\t// mine\n\t"servers": {"from-code": ${server},}\n}`],
    Windsurf: [join(home, ".codeium/windsurf/mcp_config.json"), "{ this is broken"],
    "this project, Gemini CLI": [join(work, ".gemini/settings.json"), `{"mcpServers":{"from-gemini":${server}}}`],
  };
}

test("servers of other clients are found and connected, and their files stay as they are", async (stage) => {
  const backend = await stage.backend();
  const files = configs(backend, stage.scripted("shifting"));
  await mkdir(join(backend.home, ".lmstudio"), { recursive: true });
  await writeFile(join(backend.home, ".lmstudio/mcp.json"), '{"theme":"dark"}');
  for (const [path, text] of Object.values(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const changed = async () => Promise.all(Object.values(files).map(async ([path]) => (await stat(path)).mtimeMs));
  const before = await changed();
  const page = await stage.page(backend);
  const found = section(page, "found");
  for (const [client, [path]] of Object.entries(files)) {
    await found.locator("summary").filter({ hasText: new RegExp(`^${client} ·`) }).filter({ hasText: path.replace(backend.work, ".") }).waitFor();
  }
  assert.equal(await found.locator("details").count(), Object.keys(files).length, "a file without servers is not listed");
  // What cannot be read is open, and says why.
  await found.locator("details", { hasText: "Windsurf" }).locator(".warn-line").waitFor();
  await found.locator("li", { hasText: "from-cursor" }).filter({ hasText: "http://127.0.0.1:9/mcp" }).waitFor();
  await stage.shot(page, "connect-found");
  assert.deepEqual(await violations(page), []);
  await found.getByRole("button", { name: "Connect to from-code" }).click();
  await connectedTo(page, "from-code");
  await page.getByRole("treeitem", { name: /^whisper/ }).waitFor();
  await toConnect(page);
  await found.getByRole("button", { name: "Connect to from-claude" }).click();
  await connectedTo(page, "from-claude");
  for (const [path, text] of Object.values(files)) assert.equal(await readFile(path, "utf8"), text, path);
  assert.deepEqual(await changed(), before, "nobody wrote them");
});

test("the demo, a command, a URL and one of two pasted servers are open at once, and are known after a restart", (stage) =>
  withHttpDemo(async (url) => {
    const backend = await stage.backend();
    const page = await stage.page(backend);
    await page.getByRole("button", { name: "Start the built-in demo server" }).click();
    await connectedTo(page, "demo");
    await page.getByRole("treeitem", { name: /^echo/ }).waitFor();

    await toConnect(page);
    const [command, ...args] = stage.scripted("shifting");
    const two = { mcpServers: { first: { command, args }, second: { command, args, env: { MODE: "fast" } } } };
    await page.locator("#connect-field").fill(JSON.stringify(two, null, 2));
    await page.locator("form.paste").getByRole("button", { name: /^Connect/ }).click();
    const offered = page.getByRole("region", { name: "Servers in what was pasted" });
    await offered.getByText("There are 2 servers in it.").waitFor();
    assert.deepEqual(await offered.locator(".server-name").allTextContents(), ["first", "second"]);
    await offered.getByRole("button", { name: "Connect to second" }).click();
    await connectedTo(page, "second");

    await toConnect(page);
    await page.locator("#connect-field").fill(url);
    await page.locator("#connect-field").press("Enter");
    await page.waitForFunction((from) => location.hash !== from, "#/");
    await connected(page);
    await toConnect(page);
    await page.locator("#connect-field").fill(stage.scripted("shifting", "again").map((word) => `'${word}'`).join(" "));
    await page.locator("#connect-field").press("Enter");
    await page.getByRole("treeitem", { name: /^whisper/ }).waitFor();
    await connected(page);

    await toConnect(page);
    const open = section(page, "open-now");
    await open.locator("li").nth(3).waitFor();
    assert.equal(await open.locator("li .status.connected").count(), 4);
    const sessions = await backend.sessions();
    assert.deepEqual(sessions.map((one) => one.phase), ["ready", "ready", "ready", "ready"]);
    await open.getByRole("button", { name: "Close demo" }).click();
    await open.locator("li").nth(3).waitFor({ state: "detached" });
    assert.equal((await backend.sessions()).length, 3);

    await page.close();
    await backend.stop();
    await backend.start();
    const later = await stage.page(backend);
    const recent = section(later, "recent");
    await recent.locator("li", { hasText: url }).waitFor();
    assert.deepEqual(await backend.sessions(), [], "nothing is connected by itself");
    await recent.locator("li", { hasText: "again" }).getByRole("button", { name: /^Connect/ }).click();
    await connected(later);
    await later.getByRole("treeitem", { name: /^whisper/ }).waitFor();
    await toConnect(later);
    await recent.locator("li", { hasText: url }).getByRole("button", { name: /^Connect/ }).click();
    await connected(later);
    await later.getByRole("treeitem", { name: /^echo/ }).waitFor();

    // One that is forgotten is gone, here and for whoever looks later; the keyboard goes on at the field.
    await toConnect(later);
    const again = recent.locator("li", { hasText: "again" });
    await again.getByRole("button", { name: /^Forget/ }).click();
    await again.waitFor({ state: "detached" });
    assert.equal(await later.evaluate(() => document.activeElement?.id), "connect-field");
    await later.reload();
    await recent.locator("li", { hasText: url }).waitFor();
    assert.equal(await again.count(), 0);
  }));

/** The servers of the file, without the ids and times that are made up when they are written. */
async function written(backend) {
  const file = JSON.parse(await readFile(join(backend.work, "mcp.json"), "utf8"));
  const servers = Object.entries(file.mcpServers).map(([name, server]) => {
    const { id, createdAt, updatedAt, ...rest } = server;
    return [name, rest];
  });
  return { ...file, mcpServers: Object.fromEntries(servers) };
}

test("servers of mcp.json are added, changed, cloned and removed, and the rest of the file stays", async (stage) => {
  // The browser notes on the console that a name was refused.
  stage.allow(/status of 400 .*\/config\)/);
  const backend = await stage.backend();
  const [command, ...args] = stage.scripted("shifting");
  const old = { type: "http", url: "http://127.0.0.1:9/mcp", headers: { "X-Team": "a" }, oauth: { clientId: "kept" } };
  await writeFile(join(backend.work, "mcp.json"), JSON.stringify({ note: "mine", mcpServers: { old } }, null, 2));
  const page = await stage.page(backend);
  const list = section(page, "configured");
  await list.getByText("old", { exact: true }).waitFor();
  const row = (name) => list.locator("li").filter({ has: page.getByText(name, { exact: true }) });
  const form = list.locator("form.card");
  const save = async () => {
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
  };

  await page.getByRole("button", { name: "Add a server" }).click();
  await form.getByLabel("Name", { exact: true }).fill("mine");
  await form.getByLabel("Command").fill(command);
  await form.getByLabel("Arguments").fill(args.join("\n"));
  await form.getByLabel("Variables").fill("MODE=fast=er\nEMPTY=");
  await save();
  await row("mine").waitFor();
  const stdio = { type: "stdio", command, args, env: { MODE: "fast=er", EMPTY: "" } };
  assert.deepEqual(await written(backend), { note: "mine", mcpServers: { old, mine: stdio } });

  // A name that is taken is refused with words, and nothing is lost of what was typed.
  await list.getByRole("button", { name: "Clone old" }).click();
  assert.equal(await form.getByLabel("Name", { exact: true }).inputValue(), "old copy");
  await form.getByLabel("Name", { exact: true }).fill("mine");
  await form.getByRole("button", { name: "Save" }).click();
  await form.locator(".problem").waitFor();
  await form.getByLabel("Name", { exact: true }).fill("copy");
  await form.getByLabel("URL").fill("http://127.0.0.1:9/other");
  await save();
  await row("copy").waitFor();
  const { mcpServers } = await written(backend);
  assert.deepEqual(mcpServers.old, old);
  const copy = { ...old, url: "http://127.0.0.1:9/other" };
  assert.deepEqual(mcpServers.copy, copy, "what the form does not show is cloned, too");

  await list.getByRole("button", { name: "Edit mine" }).click();
  assert.equal(await form.getByLabel("Variables").inputValue(), "MODE=fast=er\nEMPTY=");
  await form.getByLabel("Name", { exact: true }).fill("yours");
  await form.getByLabel("Variables").fill("MODE=slow");
  await save();
  await row("yours").waitFor();
  await list.getByRole("button", { name: "Edit old" }).click();
  await form.getByLabel("Headers").fill("X-Team: b\nX-More: c: d");
  await save();
  await list.getByRole("button", { name: "Remove copy" }).click();
  // By the keyboard: Enter keeps it, and Escape does.
  await page.keyboard.press("Enter");
  await list.getByRole("button", { name: "Keep it" }).waitFor({ state: "detached" });
  await list.getByRole("button", { name: "Remove copy" }).click();
  await page.keyboard.press("Escape");
  await list.getByRole("button", { name: "Keep it" }).waitFor({ state: "detached" });
  await row("copy").waitFor();
  await list.getByRole("button", { name: "Remove copy" }).click();
  await list.getByRole("button", { name: "Remove", exact: true }).click();
  await row("copy").waitFor({ state: "detached" });
  assert.deepEqual(await written(backend), {
    note: "mine",
    mcpServers: {
      old: { ...old, headers: { "X-Team": "b", "X-More": "c: d" } },
      yours: { ...stdio, env: { MODE: "slow" } },
    },
  });

  await list.getByRole("button", { name: "Connect to yours" }).click();
  await connectedTo(page, "yours");
  // Somebody else changes the file, and the list follows by itself.
  await toConnect(page);
  await writeFile(join(backend.work, "mcp.json"), JSON.stringify({ mcpServers: { elsewhere: old } }));
  await row("elsewhere").waitFor();
  await row("yours").waitFor({ state: "detached" });
});

test("Connect with every list filled can be used by everybody, in both themes and widths", async (stage) => {
  const backend = await stage.backend(["--demo"]);
  const scripted = stage.scripted("shifting");
  for (const [path, text] of Object.values(configs(backend, scripted))) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const [command, ...args] = scripted;
  await writeFile(join(backend.work, "mcp.json"), JSON.stringify({ mcpServers: { mine: { command, args } } }));
  await backend.ready();
  const target = { text: scripted.join(" ") };
  await backend.api("/api/sessions", { method: "POST", body: JSON.stringify({ target }) });
  const page = await stage.page(backend);
  await toConnect(page);
  for (const id of ["open-now", "configured", "found", "recent"]) {
    await section(page, id).locator("li").first().waitFor();
  }
  await page.locator("#connect-field").fill('{"mcpServers":{"a":{"command":"a"},"b":{"url":"http://127.0.0.1:9/"}}}');
  await page.locator("#connect-field").press("Enter");
  await page.getByText("There are 2 servers in it.").waitFor();
  await page.getByRole("button", { name: "Edit mine" }).click();
  await page.locator("form.card").waitFor();
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of [1400, 900]) {
      await page.setViewportSize({ width, height: 900 });
      await stage.shot(page, `connect-all-${colorScheme}-${width}`);
      assert.deepEqual(await violations(page), [], `${colorScheme} ${width}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
    }
  }
});

test("g e on Connect goes back to the server that was looked at last, not to the newest", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  const [{ id: first }] = await backend.sessions();
  const other = await backend.api("/api/sessions", { method: "POST", body: JSON.stringify({ target: { demo: true } }) });
  await page.locator(".switcher option").nth(1).waitFor({ state: "attached" });
  for (const id of [first, other.json().id, first]) {
    await page.evaluate((hash) => void (location.hash = hash), `#/s/${id}/server`);
    await page.waitForFunction((wanted) => document.querySelector(".switcher")?.value === wanted, id);
    await toConnect(page);
    if (id === first) await page.reload();
    await page.locator(`[href*="${id}"]`).first().waitFor();
    await page.locator("#connect-field").press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    await page.waitForURL((url) => url.hash.startsWith(`#/s/${id}/explore`));
  }
});

test("a line that failed is corrected where it was typed, and arrows bring lines back", async (stage) => {
  const backend = await stage.backend();
  const page = await stage.page(backend);
  const field = page.locator("#connect-field");
  const [node, script] = stage.scripted("shifting");
  await field.fill(`${node} "${script}x"`);
  await page.locator("summary", { hasText: /^Options/ }).click();
  await page.getByLabel("Directory").fill(backend.home);
  await field.press("Enter");
  const doctor = page.locator(".doctor");
  await doctor.getByRole("button", { name: "Edit", exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.id === "connect-field");
  assert.equal(await field.inputValue(), `${node} "${script}x"`, "as it was typed");
  await page.locator("summary", { hasText: `Options: in ${backend.home}` }).waitFor();
  await stage.shot(page, "connect-edit");
  await field.fill(`${node} ${script}`);
  await field.press("Enter");
  await connected(page);
  await toConnect(page);
  assert.equal(await field.inputValue(), "");
  const after = async (key) => {
    await field.press(key);
    return field.inputValue();
  };
  assert.equal(await after("ArrowUp"), `${node} ${script}`);
  assert.equal(await after("ArrowUp"), `${node} "${script}x"`);
  assert.equal(await after("ArrowDown"), `${node} ${script}`);
  assert.equal(await after("ArrowDown"), "");
  await field.fill("something else");
  assert.equal(await after("ArrowUp"), "something else", "what is typed stays");
  // After a reload what is remembered of servers is there.
  await page.reload();
  await page.locator("#recent").waitFor();
  await section(page, "recent").getByRole("button", { name: /^Edit/ }).first().click();
  await page.waitForFunction(() => document.activeElement?.id === "connect-field");
  assert.match(await field.inputValue(), /shifting\.mjs$/);
  await stage.shot(page, "connect-recent");
});

test("a configured server that fails is corrected in its form", async (stage) => {
  const backend = await stage.backend();
  const [command, ...args] = stage.scripted("dies");
  const added = { name: "frail", transport: "stdio", command, args };
  await backend.api("/config", { method: "POST", body: JSON.stringify(added) });
  const page = await stage.page(backend);
  await page.getByRole("button", { name: "Connect to frail" }).click();
  await page.locator(".doctor").getByRole("button", { name: "Edit", exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.closest("form.card") != null);
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "frail");
  // Whoever leaves the screen leaves the form.
  await page.evaluate(() => history.back());
  await page.locator(".doctor").waitFor();
  await toConnect(page);
  assert.equal(await page.locator("form.card").count(), 0);
});

test("a command line that is pasted into the form of a server is split, and Escape asks before it throws away", async (stage) => {
  const backend = await stage.backend();
  const page = await stage.page(backend);
  const form = page.locator("form.card");
  const add = page.getByRole("button", { name: "Add a server" });
  await add.click();
  await page.waitForFunction(() => document.activeElement?.closest("form.card label")?.textContent.startsWith("Name"));
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  await add.click();
  const paste = (text) =>
    page.getByLabel("Command", { exact: true }).evaluate((field, line) => {
      const data = new DataTransfer();
      data.setData("text/plain", line);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  await paste(String.raw`TOKEN_OF=x npx -y "a server" --root '/my files' one\ word`);
  await form.getByText("The line was split").waitFor();
  assert.equal(await page.getByLabel("Command", { exact: true }).inputValue(), "npx");
  assert.equal(await page.getByLabel("Arguments, one per line").inputValue(), "-y\na server\n--root\n/my files\none word");
  assert.equal(await form.getByLabel("Variables, NAME=value").inputValue(), "TOKEN_OF=x");
  await stage.shot(page, "connect-split");
  await page.getByLabel("Command", { exact: true }).press("Escape");
  await form.getByRole("alert").getByRole("button", { name: "Discard it" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await form.getByRole("alert").waitFor({ state: "detached" });
  await form.getByRole("button", { name: "Keep it as one" }).click();
  assert.match(await page.getByLabel("Command", { exact: true }).inputValue(), /^TOKEN_OF=x npx/);
  await page.getByLabel("Command", { exact: true }).press("Escape");
  await form.getByRole("button", { name: "Discard it" }).click();
  await form.waitFor({ state: "detached" });
});
