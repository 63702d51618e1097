// Owns the twelve tasks of a person at the keyboard: each is done without a mouse, and fails when it needs more keys
// than it is meant to. Typed values do not count, nor does a Tab that completes one. The page tells of every key that it
// sees: a test here fails when one was not counted, or a pointer was used.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { withHttpDemo } from "./stage/demo-http.mjs";
import { withHttpEverything } from "./stage/everything-http.mjs";
import { binary } from "./stage/places.mjs";
import { connected } from "./stage/stage.mjs";
import { CLIPBOARD, clipboard, FIELD, find, findWithForm, focusIn, resultHas, SERVERS, task, verdict } from "./stage/task.mjs";

function shellWords(command) {
  return command.map((word) => `'${word}'`).join(" ");
}

for (const { which, args } of SERVERS)
  task(`1: ${which} was named, is connected, and its tools are seen`, async (stage) => {
    const { page, hands } = await stage.open(args(stage));
    await page.getByRole("treeitem", { name: "echo", exact: false }).first().waitFor();
    await page.locator(".tl-row.tl-exchange, .tl-row:not(.tl-head)").first().waitFor();
    await hands.atMost(0, "seeing the tools of a named server");
    await stage.shot(page, "task-01");
  });

task("2: a command is pasted and its tools are seen", async (stage) => {
  const backend = await stage.backend();
  const page = await stage.page(backend);
  const hands = stage.hands(page);
  await focusIn(page, "#connect-field");
  await stage.shot(page, "task-02-connect");
  await hands.paste(shellWords(stage.everything()));
  await hands.press("Enter");
  await connected(page);
  await page.getByRole("treeitem", { name: /trigger-sampling-request/ }).waitFor();
  await hands.atMost(1, "adding a server by hand");
});

task("3: one of 1500 tools is found", async (stage) => {
  const { page, hands } = await stage.open(["--", ...stage.scripted("many", 1500)]);
  await page.getByRole("treeitem", { name: /Tools · 1500/ }).waitFor();
  await find(page, hands, "1234");
  await page.locator(".request .pane-title", { hasText: "_thing_1234" }).waitFor();
  await hands.atMost(2, "finding one of 1500 tools");
});

for (const { which, args, said } of SERVERS)
  task(`4, 5, 6 and 12: a tool of ${which} is called, called again, compared, read raw and handed to a colleague`, async (stage) => {
    const { backend, page, hands } = await stage.open(args(stage), CLIPBOARD);
    await findWithForm(page, hands, "echo");
    await hands.type("hi");
    await hands.press("Control+Enter");
    await verdict(page).filter({ hasText: "OK" }).waitFor();
    await resultHas(page, `"${said("hi")}"`);
    await hands.atMost(3, "calling echo");

    // 6: the exchange is the chosen row of the timeline already.
    const detail = page.getByRole("region", { name: "Chosen row" });
    await detail.getByText("tools/call").first().waitFor();
    await detail.filter({ hasText: '"jsonrpc"' }).filter({ hasText: "ms" }).waitFor();
    await hands.atMost(0, "reading the raw call with its timing");

    // 5: the field still has the focus.
    await focusIn(page, "#item-form");
    await hands.type("gh");
    await hands.press("Control+Enter");
    await resultHas(page, `"${said("high")}"`);
    await hands.press("Alt+Shift+D");
    const change = page.locator("#result-panel .diff");
    await change.locator(".removed", { hasText: `"${said("hi")}"` }).waitFor();
    await change.locator(".added", { hasText: `"${said("high")}"` }).waitFor();
    assert.equal(await page.locator(FIELD).first().inputValue(), "high", "no key fell into the field");
    await hands.atMost(2, "changing an argument and comparing");
    await stage.shot(page, "task-05-diff");

    // 12: from within the field, and then from outside of it, as the keys are written.
    await hands.press("Alt+y");
    await hands.press("c");
    await page.locator(".said", { hasText: "command line" }).waitFor();
    await hands.atMost(2, "copying a call as a command");
    assert.equal(await page.locator(FIELD).first().inputValue(), "high");
    const copied = await clipboard(page);
    assert.match(copied, /--cli/);
    assert.match(copied, /echo/);
    const environment = { ...backend.environment(), PATH: `${backend.folder}:${process.env.PATH}` };
    await symlink(binary, `${backend.folder}/mcp-inspector`);
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", copied], { cwd: backend.work, env: environment });
    const printed = JSON.parse(stdout);
    assert.deepEqual(printed.content, [{ type: "text", text: said("high") }], `${copied}\n${stdout}`);
  });

for (const [which, serve, said] of [
  ["the demo", (stage, work) => (void stage, withHttpDemo(work)), "high"],
  ["server-everything", (stage, work) => withHttpEverything(stage.everything(), work), "Echo: high"],
])
  task(`12: a call of ${which} on HTTP is copied as curl, as a step and as a bug report`, (stage) =>
    serve(stage, async (url) => {
      const { backend, page, hands } = await stage.open([url], CLIPBOARD);
      await findWithForm(page, hands, "echo");
      await hands.type("high");
      await hands.press("Control+Enter");
      await resultHas(page, `"${said}"`);
      const copy = async (letter, word) => {
        hands.forget();
        await hands.press("Alt+y");
        await hands.press(letter);
        await page.locator(".said", { hasText: word }).waitFor();
        await hands.atMost(2, `copying as ${word}`);
        return clipboard(page);
      };
      const curl = await copy("u", "curl");
      assert.match(curl, /^curl /);
      assert.ok(curl.includes(url), curl);
      const step = JSON.parse(await copy("t", "script step"));
      assert.ok(JSON.stringify(step).includes('"high"'), JSON.stringify(step));
      await writeFile(`${backend.folder}/script.json`, JSON.stringify([step]));
      const script = ["--cli", url, "--script", `${backend.folder}/script.json`, "--format", "json"];
      const { stdout } = await promisify(execFile)(binary, script, { cwd: backend.work, env: backend.environment() });
      assert.ok(stdout.includes(said), stdout);
      const report = await copy("b", "bug report");
      for (const part of ["tools/call", "echo", said]) assert.ok(report.includes(part), report);
      assert.equal(await page.locator(FIELD).first().inputValue(), "high", "no key fell into the field");
    }));

task("5 and 12 outside of a field: the letters alone do it", async (stage) => {
  const { page, hands } = await stage.open(["--demo"], CLIPBOARD);
  await findWithForm(page, hands, "echo");
  await hands.type("hi");
  await hands.press("Control+Enter");
  await resultHas(page, '"hi"');
  await hands.type("gh");
  await hands.press("Control+Enter");
  await resultHas(page, '"high"');
  await hands.atMost(4, "two runs");
  await hands.press("Escape");
  await page.waitForFunction((field) => document.activeElement?.matches(field) === false, FIELD);
  await hands.press("3");
  await focusIn(page, ".result");
  hands.forget();
  await hands.press("D");
  await page.locator("#result-panel .diff .added", { hasText: '"high"' }).waitFor();
  await hands.atMost(1, "comparing");
  await hands.press("r");
  await page.locator("#result-panel", { hasText: '"method"' }).waitFor();
  await hands.atMost(1, "the raw frames");
  await hands.press("y");
  await hands.press("j");
  await page.locator(".said", { hasText: "JSON-RPC" }).waitFor();
  await hands.atMost(2, "copying as JSON-RPC");
  const frame = JSON.parse(await clipboard(page));
  assert.equal(frame.method, "tools/call");
  assert.deepEqual(frame.params.arguments, { message: "high" });
});

for (const { which, args, resource } of SERVERS)
  task(`7: a resource of ${which} is read`, async (stage) => {
    const [name, uri] = resource;
    const { page, hands } = await stage.open(args(stage));
    await find(page, hands, name);
    await page.locator(".request .pane-title", { hasText: name }).waitFor();
    await verdict(page).filter({ hasText: "OK" }).waitFor();
    await resultHas(page, uri);
    await hands.atMost(2, "reading a resource");
  });

task("7: a resource of the list is read by Enter, and once", async (stage) => {
  const { page, hands } = await stage.open(["--demo"]);
  await hands.press("/");
  await focusIn(page, "#tree-filter");
  await hands.type("readme");
  await page.getByRole("treeitem", { name: /^readme/ }).focus();
  hands.forget();
  await hands.press("Enter");
  await verdict(page).filter({ hasText: "OK" }).waitFor();
  await resultHas(page, "demo://readme");
  await hands.atMost(1, "reading a resource of the list");
  assert.equal(await page.locator(".run-links a").count(), 1);
});

task("7: a template of server-everything is filled in and read", async (stage) => {
  const { page, hands } = await stage.open(["--", ...stage.everything()]);
  await findWithForm(page, hands, "Dynamic Text");
  await hands.type("7");
  await hands.press("Control+Enter");
  await verdict(page).filter({ hasText: "OK" }).waitFor();
  await resultHas(page, "demo://resource/dynamic/text/7");
  await hands.atMost(3, "filling in a template");
});

task("8: a prompt is got, its argument completed by the server", async (stage) => {
  const { page, hands } = await stage.open(["--demo"]);
  await findWithForm(page, hands, "greet");
  const field = page.locator(FIELD).first();
  await hands.type("A");
  const first = page.locator('[role="listbox"][aria-label="Suggestions"] [role="option"]').first();
  await first.waitFor();
  const offered = await first.textContent();
  await hands.complete();
  await page.waitForFunction(([place, value]) => document.querySelector(place)?.value === value, [FIELD, offered]);
  assert.notEqual(offered, "A");
  assert.equal(await field.inputValue(), offered);
  await hands.press("Control+Enter");
  await verdict(page).filter({ hasText: "OK" }).waitFor();
  await resultHas(page, offered);
  await hands.atMost(3, "getting a prompt");
});

task("8: completions of server-everything follow what the first argument is", async (stage) => {
  const { page, hands } = await stage.open(["--", ...stage.everything()]);
  await findWithForm(page, hands, "completable-prompt");
  const options = page.locator('[role="listbox"][aria-label="Suggestions"] [role="option"]');
  await hands.type("Eng");
  await options.filter({ hasText: "Engineering" }).waitFor();
  await hands.complete();
  await hands.press("Tab");
  await hands.type("A");
  await options.filter({ hasText: "Alice" }).waitFor();
  await hands.complete();
  await hands.press("Control+Enter");
  await resultHas(page, "Alice");
  await resultHas(page, "Engineering");
  await hands.atMost(4, "getting a prompt with two arguments");
});

/** From a run to the field in which what the server asks back is answered. Whoever ran it has touched nothing since. */
async function toCard(page, hands) {
  hands.forget();
  await page.locator(".card:not(.over)").waitFor();
  await focusIn(page, ".card");
}

for (const [which, tool, args] of [
  ["the demo", "sample", (stage) => (void stage, ["--demo"])],
  ["server-everything", "trigger-sampling-request", (stage) => ["--", ...stage.everything()]],
]) {
  task(`9: a sampling request of ${which} is answered, and then by a rule`, async (stage) => {
    const { backend, page, hands } = await stage.open(args(stage));
    await findWithForm(page, hands, tool);
    await hands.type("What is 2+2?");
    await hands.press("Control+Enter");
    await toCard(page, hands);
    await page.locator(".card", { hasText: "2+2" }).waitFor();
    await hands.type("four it is");
    await hands.press("Control+Enter");
    await verdict(page).filter({ hasText: "OK" }).waitFor();
    await resultHas(page, "four it is");
    await verdict(page).filter({ hasText: "you" }).waitFor();
    await hands.atMost(1, "answering a sampling request");
    // Where the run was started, the next one can be.
    await focusIn(page, "#item-form");

    // The rule is made once, and then nothing is asked any more.
    await hands.press("Control+Enter");
    await toCard(page, hands);
    await hands.type("by rule");
    for (const name of ["Send", "Canned answers"]) {
      await hands.press("Tab");
      await page.waitForFunction((wanted) => {
        const now = document.activeElement;
        return (now?.getAttribute("aria-label") ?? now?.textContent ?? "").startsWith(wanted);
      }, name);
    }
    await hands.press("Enter");
    await focusIn(page, '[role="menu"]');
    const chosen = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    while (!(await chosen()).startsWith("Answer every sampling like this")) await hands.press("ArrowDown");
    await hands.press("Enter");
    await resultHas(page, "by rule");
    await page.locator(".standing", { hasText: "by rule" }).waitFor();
    const before = await verdict(page).textContent();
    await focusIn(page, "#item-form");
    await hands.press("Control+Enter");
    hands.forget();
    await page.waitForFunction((old) => {
      const now = document.querySelector(".result .verdict")?.textContent ?? "";
      return now.includes("OK") && now.split("·")[0] !== old.split("·")[0];
    }, before);
    await resultHas(page, "by rule");
    await hands.atMost(0, "a sampling request with a standing rule");
  });
}

for (const [which, tool, args, answer] of [
  ["the demo", "elicit", (stage) => (void stage, ["--demo"]), "Zoe"],
  ["server-everything", "trigger-elicitation-request", (stage) => ["--", ...stage.everything()], "Ada"],
]) {
  task(`10: an elicitation of ${which} is answered, and declined`, async (stage) => {
    const { page, hands } = await stage.open(args(stage));
    await find(page, hands, tool);
    await page.locator(".request .pane-title").filter({ hasText: tool }).waitFor();
    await hands.press("Control+Enter");
    await toCard(page, hands);
    await hands.type(answer);
    await hands.press("Control+Enter");
    await verdict(page).filter({ hasText: "OK" }).waitFor();
    await resultHas(page, answer);
    await hands.atMost(1, "answering an elicitation");

    await page.waitForFunction(() => document.activeElement?.closest(".card") == null);
    await hands.press("Control+Enter");
    await toCard(page, hands);
    await hands.press("Alt+d");
    await resultHas(page, "decline");
    await hands.atMost(1, "declining an elicitation");
  });
}

task("9: a card takes the focus from nobody who does something else, and i goes to it", async (stage) => {
  const { backend, page, hands } = await stage.open(["--demo"]);
  const inCard = () => page.evaluate(() => document.activeElement?.closest(".card") != null);
  // What somebody else has run asks for nothing here.
  const [session] = await backend.sessions();
  const calls = `/api/sessions/${session.id}/calls`;
  const params = { name: "sample", arguments: { prompt: "Who else?" } };
  await findWithForm(page, hands, "sample");
  await backend.api(calls, { method: "POST", body: JSON.stringify({ method: "tools/call", params }) });
  await page.locator(".card:not(.over)", { hasText: "Who else?" }).getByLabel("Answer as the model").waitFor();
  assert.equal(await inCard(), false, "a card of somebody else's run takes no focus");

  // Whoever types on after the run is not interrupted.
  await hands.press("Control+a");
  await hands.type("What is 2+2?");
  let goOn = () => undefined;
  const typed = new Promise((resolve) => {
    goOn = resolve;
  });
  await page.route("**/calls", async (route) => {
    await typed;
    await route.continue();
  });
  await hands.press("Control+Enter");
  await hands.type(" And more");
  goOn();
  await page.locator(".card:not(.over)", { hasText: "2+2" }).getByLabel("Answer as the model").waitFor();
  await hands.type(" text");
  assert.equal(await inCard(), false, "a card takes no focus from who types");
  assert.match(await page.locator(FIELD).first().inputValue(), / And more text$/);
  hands.forget();
  await hands.press("Alt+i");
  await focusIn(page, "#inbox .card");
  await hands.atMost(1, "going to what the server asks");
});

task("11: why connecting failed is told, and stays", async (stage) => {
  const backend = await stage.backend(["--", ...stage.scripted("dies")]);
  const page = await stage.page(backend);
  const hands = stage.hands(page);
  const doctor = page.locator(".doctor");
  await doctor.waitFor();
  await doctor.filter({ hasText: "code 3" }).waitFor();
  await doctor.filter({ hasText: "boom: cannot find DATABASE_URL" }).waitFor();
  assert.ok((await doctor.locator(".steps li.ok").count()) >= 1, "the steps that worked are told");
  assert.equal(await doctor.locator(".steps li.bad").count(), 1, "one step failed");
  await hands.atMost(0, "seeing why a connection failed");
  // It stays: through further attempts, other screens and a reload.
  await hands.press("g");
  await hands.press("t");
  await page.waitForFunction(() => location.hash.includes("/timeline"));
  await doctor.filter({ hasText: "code 3" }).waitFor();
  await page.reload();
  await doctor.filter({ hasText: "code 3" }).filter({ hasText: "DATABASE_URL" }).waitFor();
  await stage.shot(page, "task-11-doctor");
});
