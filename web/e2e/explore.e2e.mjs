// Owns what people do on Explore beyond one call: forms of every shape, subscriptions, tasks, several runs at once,
// verdicts of schemas, completions, and doing something again from its run or its row.
import assert from "node:assert/strict";
import { test } from "./stage/suite.mjs";

async function toItem(page, path, title) {
  await page.evaluate((rest) => {
    location.hash = `${location.hash.split("/").slice(0, 3).join("/")}/explore/${rest}`;
  }, path);
  await page.locator(".request .pane-title", { hasText: title }).waitFor();
}

async function run(page) {
  await page.locator(".request").getByRole("button", { name: /^(Run|Read|Get)\b/ }).click();
}

async function resultHas(page, text) {
  await page.locator("#result-panel").filter({ hasText: text }).waitFor();
}

function verdict(page, word) {
  return page.locator(".result .verdict", { hasText: word }).waitFor();
}

/** The arguments of the last call of a tool, as they went over the wire. */
async function sent(backend) {
  const [session] = await backend.sessions();
  const { rows } = (await backend.api(`/api/sessions/${session.id}/timeline?filter=method:tools/call`)).json();
  const { parts } = (await backend.api(`/api/sessions/${session.id}/timeline/${rows.at(-1).seq}`)).json();
  const text = parts.find((part) => part.name === "request").text;
  return { text, given: JSON.parse(text).params.arguments };
}

test("a form of sixteen shapes and a condition is filled in, and the server gets just that", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("shapes")]);
  await toItem(page, "tool/shapes", "shapes");
  const form = page.locator("#item-form");
  // The choice is drawn once the backend has taken it.
  const pick = async (pointer, option) => {
    const choice = field(pointer).getByRole("radio", { name: option, exact: true });
    await choice.click();
    await choice.and(page.locator(":checked")).waitFor();
  };
  const field = (pointer) => page.locator(`[id="arg-${pointer}--field"]`);
  const control = (pointer) => page.locator(`[id="arg-${pointer}"]`);
  await control("text").fill("x");
  await run(page);
  await resultHas(page, String.raw`{\"text\":\"x\"}`);
  assert.deepEqual((await sent(backend)).given, { text: "x" }, "what is not filled in is not sent");
  assert.equal(await form.locator(".raw-editor").count(), 0, "every shape has fields of its own");

  await control("whole").fill("3");
  await pick("flag", "false");
  await pick("unit", "km");
  await pick("untyped", "2");
  await field("maybe").getByRole("button", { name: "Set maybe to null" }).click();
  await field("fixed").getByRole("button", { name: /^send/ }).click();
  await control("when").fill("2026-11-16T12:00:00Z");
  for (const [index, word] of ["one", "two", "three"].entries()) {
    await field("list").getByRole("button", { name: "+ add to list" }).click();
    await control(`list-${index}`).fill(word);
  }
  await field("list").getByRole("button", { name: "Move list 2 up" }).click();
  await page.waitForFunction(() => document.getElementById("arg-list-1")?.value === "three");
  await field("list").getByRole("button", { name: "Remove list 0" }).click();
  await control("list-2").waitFor({ state: "detached" });
  await control("pair-0").fill("a");
  await control("pair-1").fill("1.50");
  await pick("shape", "square");
  await control("shape-a").fill("4");
  await pick("either", "number");
  await control("either").fill("7");
  await field("labels").getByLabel("Name of a new member of labels").fill("team");
  await field("labels").getByRole("button", { name: "+ add to labels" }).click();
  await control("labels-team").fill("blue");
  await field("tree").getByRole("button", { name: /Open|fill in/ }).first().click();
  await control("tree-name").fill("root");
  await field("tree-children").getByRole("button", { name: "+ add to children" }).click();
  const inner = field("tree-children-0").getByRole("button", { name: /Open|fill in/ });
  await control("tree-children-0-name").or(inner.first()).first().waitFor();
  if ((await control("tree-children-0-name").count()) === 0) await inner.first().click();
  await control("tree-children-0-name").fill("leaf");
  await field("person").getByRole("button", { name: /fill in/ }).click();
  await control("person-name").fill("Ada");
  await field("tags").getByRole("checkbox", { name: "c" }).check();
  await field("tags").getByRole("checkbox", { name: "a" }).check();

  // The condition: another country asks for other members.
  await control("postcode").waitFor();
  await pick("country", "us");
  await control("zip").waitFor();
  await control("postcode").waitFor({ state: "detached" });
  // The form is far down and the pane is lower than what is told: why nothing was sent is in sight all the same.
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 640 });
  await run(page);
  await page.getByText("Not sent yet").waitFor();
  await page.waitForFunction(() => {
    const of = (name) => document.querySelector(name).getBoundingClientRect();
    const [line, title, pane] = [of(".held-back .problem-line"), of(".request .pane-title"), of(".request")];
    return line.top >= title.bottom - 1 && line.bottom <= pane.bottom;
  });
  await page.setViewportSize(usual);
  // Whoever wants to send it all the same can: nothing of the form is greyed out.
  const greyed = page.locator(".request").locator("button:disabled, button[aria-disabled=true]");
  assert.deepEqual(await greyed.allTextContents(), [], "no button is disabled");
  await page.locator(".request .problem").filter({ hasText: "zip" }).waitFor();
  await control("zip").fill("12345");
  await run(page);
  await resultHas(page, "12345");
  const all = await sent(backend);
  assert.deepEqual(all.given, {
    text: "x",
    whole: 3,
    flag: false,
    unit: "km",
    untyped: 2,
    maybe: null,
    fixed: "v1",
    when: "2026-11-16T12:00:00Z",
    list: ["three", "two"],
    pair: ["a", 1.5],
    shape: { kind: "square", a: 4 },
    either: 7,
    labels: { team: "blue" },
    tree: { name: "root", children: [{ name: "leaf" }] },
    person: { name: "Ada" },
    tags: ["c", "a"],
    country: "us",
    zip: 12345,
  });
  assert.match(all.text, /1\.50/, "numbers are sent as they were spelled");

  // Null, a value, and not sent are three things, and wrong input can be sent.
  await control("maybe").fill("5");
  await control("whole").fill("12");
  await run(page);
  await page.getByRole("button", { name: "Send anyway" }).click();
  await resultHas(page, String.raw`\"whole\":12`);
  assert.equal((await sent(backend)).given.maybe, 5);
  await field("maybe").getByRole("button", { name: "Do not send maybe" }).click();
  await control("whole").fill("4");
  await run(page);
  await resultHas(page, String.raw`\"whole\":4`);
  assert.equal("maybe" in (await sent(backend)).given, false);
  // The JSON view has the same.
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  const text = await form.locator("textarea").first().inputValue();
  assert.deepEqual(JSON.parse(text), (await sent(backend)).given);
});

test("verdicts of output schemas, a call as a task, and a task that is the result", async (stage) => {
  const { page } = await stage.open(["--", ...stage.scripted("shapes")]);
  await toItem(page, "tool/fits", "fits");
  await run(page);
  await verdict(page, "OK");
  await page.getByRole("tab", { name: "Structured" }).click();
  await page.getByText("It fits the tool's output schema.").waitFor();
  await toItem(page, "tool/fits_not", "fits_not");
  await run(page);
  await page.getByText("It does not fit the tool's output schema:").waitFor();
  await page.locator("#result-panel .problem code", { hasText: "/degrees" }).waitFor();
  await page.getByRole("tab", { name: "Pretty" }).click();

  await toItem(page, "tool/job", "job");
  await run(page);
  await resultHas(page, "done at once");
  await page.locator(".options summary").click();
  await page.getByLabel("Run as a task").check();
  await run(page);
  await resultHas(page, "done as task-1");
  await page.getByRole("treeitem", { name: /task-1.*completed/ }).waitFor();
  await page.getByLabel("When the server makes a task of it, the task is the result").check();
  await run(page);
  await resultHas(page, '"taskId": "task-2"');
  await resultHas(page, '"working"');
  await page.getByLabel("When the server makes a task of it, the task is the result").uncheck();
  await page.getByLabel("Run as a task").uncheck();
  await run(page);
  await resultHas(page, "done at once");
});

test("a resource is subscribed to, and its update is seen where it stands", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await toItem(page, "resource/demo%3A%2F%2Fclock", "clock");
  await run(page);
  await resultHas(page, "tick 0");
  await page.getByRole("button", { name: "Subscribe", exact: true }).click();
  await page.getByRole("button", { name: "Subscribed" }).waitFor();
  await page.getByLabel("Filter tools, resources and prompts").fill("clock");
  await page.getByRole("treeitem", { name: /^Subscriptions · 1/ }).waitFor();
  assert.equal(await page.getByRole("treeitem", { name: /clock.*updated/ }).count(), 0);
  await toItem(page, "tool/touch", "touch");
  await run(page);
  await verdict(page, "OK");
  await page.getByRole("treeitem", { name: /clock.*updated/ }).click();
  await page.locator(".tl-row", { hasText: "notifications/resources/updated" }).waitFor();
  await run(page);
  await resultHas(page, "tick 1");
  await page.getByRole("button", { name: "Subscribed" }).click();
  await page.getByRole("button", { name: "Subscribe", exact: true }).waitFor();
  await page.getByRole("treeitem", { name: /^Subscriptions/ }).waitFor({ state: "detached" });
});

test("two runs are in flight, one is cancelled, and the other goes on", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await toItem(page, "tool/slow", "slow");
  await page.getByLabel(/^seconds/).fill("60");
  await page.getByLabel(/^steps/).fill("600");
  await run(page);
  const running = page.locator(".running");
  await running.nth(0).locator("progress").waitFor();
  await run(page);
  await running.nth(1).locator("progress").waitFor();
  const [session] = await backend.sessions();
  const calls = async () => {
    const { json } = await backend.api(`/api/sessions/${session.id}/timeline?filter=method:tools/call`);
    return json().rows.map((row) => row.status);
  };
  assert.deepEqual(await calls(), ["pending", "pending"]);
  await running.last().getByRole("button", { name: "Cancel" }).click();
  await running.nth(1).waitFor({ state: "detached" });
  await page.locator(".run-links", { hasText: "cancelled" }).waitFor();
  await page.locator(".tl-row", { hasText: "notifications/cancelled" }).waitFor();
  assert.equal((await calls()).filter((status) => status === "pending").length, 1);
  const progress = await running.locator("progress").getAttribute("value");
  await page.waitForFunction(
    (old) => Number(document.querySelector(".running progress")?.getAttribute("value")) > Number(old),
    progress,
  );
  await running.getByRole("button", { name: "Cancel" }).click();
  await running.waitFor({ state: "detached" });
});

test("variables of a template are completed, one after the other", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  const key = encodeURIComponent("demo://users/{name}/posts/{post}");
  await toItem(page, `template/${key}`, "post");
  const options = page.locator('[role="listbox"][aria-label="Suggestions"] [role="option"]');
  await page.locator("#arg-name").pressSequentially("a");
  await options.first().waitFor();
  const name = await options.first().textContent();
  await page.keyboard.press("Tab");
  await page.waitForFunction((wanted) => document.getElementById("arg-name")?.value === wanted, name);
  await page.locator("#arg-post").focus();
  await page.keyboard.press("ArrowDown");
  await options.nth(1).waitFor();
  const post = await options.nth(1).textContent();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction((wanted) => document.getElementById("arg-post")?.value === wanted, post);
  await page.getByText(`reads demo://users/${name}/posts/${post}`).waitFor();
  await run(page);
  await resultHas(page, `demo://users/${name}/posts/${post}`);
});

test("runs are recalled by keys, run again and edited from their rows", async (stage) => {
  const { backend, page } = await stage.open(["--demo"]);
  await toItem(page, "tool/echo", "echo");
  const field = page.locator("#arg-message");
  for (const word of ["first", "second"]) {
    await field.fill(word);
    await field.press("Control+Enter");
    await resultHas(page, `"${word}"`);
  }
  const fieldIs = (word) =>
    page.waitForFunction((wanted) => document.getElementById("arg-message")?.value === wanted, word);
  await field.press("Alt+ArrowUp");
  await fieldIs("first");
  await resultHas(page, '"first"');
  await field.press("Alt+ArrowDown");
  await fieldIs("second");
  await resultHas(page, '"second"');

  const menu = async (row, label) => {
    await row.click({ button: "right" });
    await page.getByRole("menuitem", { name: label, exact: true }).click();
  };
  const rows = page.locator(".tl-row", { hasText: "echo" });
  await menu(rows.nth(0), "Run again");
  await rows.nth(2).waitFor();
  await resultHas(page, '"first"');
  assert.deepEqual((await sent(backend)).given, { message: "first" });
  await menu(rows.nth(1), "Edit and run");
  await fieldIs("second");
  await page.waitForFunction(() => document.activeElement?.id === "arg-message");
  await page.keyboard.press("End");
  await page.keyboard.type(" thoughts");
  await page.keyboard.press("Control+Enter");
  await resultHas(page, '"second thoughts"');
  assert.deepEqual((await sent(backend)).given, { message: "second thoughts" });
});

test("what was read of a resource because it changed is its result, though nobody asked for it", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await toItem(page, "resource/demo%3A%2F%2Fclock", "clock");
  await page.getByRole("button", { name: "Subscribe", exact: true }).click();
  await page.getByRole("button", { name: "Subscribed" }).waitFor();
  await toItem(page, "tool/touch", "touch");
  await run(page);
  await verdict(page, "OK");
  await toItem(page, "resource/demo%3A%2F%2Fclock", "clock");
  await page.locator(".result", { hasText: "Read by itself" }).filter({ hasText: "tick 1" }).waitFor();
  await stage.shot(page, "read-by-itself");
});

test("another item does not stand beside the row of the one before", async (stage) => {
  const { page } = await stage.open(["--demo"]);
  await toItem(page, "tool/touch", "touch");
  await run(page);
  await verdict(page, "OK");
  await page.locator("#pane-5").waitFor();
  await toItem(page, "tool/echo", "echo");
  await page.locator("#pane-5").waitFor({ state: "detached" });
  await toItem(page, "tool/touch", "touch");
  await page.locator("#pane-5").waitFor();
});

test("typing takes the place of what a new item begins with, and the form's JSON is laid out", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("shapes")]);
  await toItem(page, "tool/numbers", "numbers");
  await page.getByRole("button", { name: "+ add to counts" }).click();
  await page.waitForFunction(() => document.activeElement?.matches("#item-form .item input"));
  await page.keyboard.type("7");
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  assert.equal(await page.getByLabel("Value as JSON").inputValue(), '{\n  "counts": [\n    7\n  ]\n}');
  // Over a pipe a message is a line, however it was typed.
  await run(page);
  await verdict(page, "OK");
  assert.ok(!(await sent(backend)).text.includes("\n"));
  assert.deepEqual((await sent(backend)).given, { counts: [7] });
});
