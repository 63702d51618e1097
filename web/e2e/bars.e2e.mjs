// Owns the bars about the connection with a server, and what their buttons do: while it is made, while the next attempt is
// waited for, and after somebody stopped that. None of these servers comes back by itself while a button is tried.
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { violations } from "./stage/axe.mjs";
import { connected, until } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

/** Processes of a scripted server, without the backend that names it on its command line. */
function servers(backend, name) {
  return backend.processes().filter((one) => one.command.includes(`${name}.mjs`) && !one.command.includes("--no-open"));
}

test("while a connection is made the bar tells the step and the time, and Cancel ends the attempt", async (stage) => {
  const backend = await stage.backend();
  await writeFile(join(backend.work, "silent"), "");
  const page = await stage.page(backend);
  await page.locator("#connect-field").fill(stage.scripted("silent").join(" "));
  await page.locator("#connect-field").press("Enter");
  const bar = page.locator(".notice-bar.quiet");
  const step = bar.locator(".connect-steps span", { hasText: /^initialize .*…$/ });
  await step.waitFor();
  assert.deepEqual(await violations(page), []);
  await stage.shot(page, "bar-connecting");
  // The time goes on by itself.
  const first = await step.textContent();
  await until(async () => (await step.textContent()) !== first);
  const [{ id }] = await backend.sessions();
  const [server] = servers(backend, "silent");
  assert.ok(server, "its process runs");
  await bar.getByRole("button", { name: "Cancel" }).click();
  const disconnected = page.locator(".notice-bar.warn", { hasText: "Disconnected." });
  await disconnected.waitFor();
  await until(() => servers(backend, "silent").length === 0);
  const { phase, retryAtNs } = await backend.state(id);
  assert.deepEqual([phase, retryAtNs], ["closed", null], "and no attempt follows");
  // The same session connects when the server speaks.
  await rm(join(backend.work, "silent"));
  await disconnected.getByRole("button", { name: "Reconnect" }).click();
  await connected(page);
  await bar.waitFor({ state: "detached" });
});

test("Stop ends the waiting, Reconnect begins anew, and Now tries before the time has come", async (stage) => {
  const { backend, page } = await stage.open(["--", ...stage.scripted("once")]);
  const [{ id }] = await backend.sessions();
  const bar = page.locator(".notice-bar.warn");
  const broken = join(backend.work, "broken");
  const kill = async () => {
    await writeFile(broken, "");
    for (const { pid } of servers(backend, "once")) process.kill(pid, "SIGKILL");
  };
  await kill();
  await bar.filter({ hasText: /attempt \d/ }).getByRole("button", { name: "Stop" }).click();
  // Who gives up by himself says why; who was stopped does not.
  await bar.filter({ hasText: "Disconnected." }).waitFor();
  const stopped = await backend.state(id);
  assert.deepEqual([stopped.phase, stopped.retryAtNs], ["closed", null]);
  await rm(broken);
  assert.deepEqual(servers(backend, "once"), [], "nothing was started since");
  await bar.getByRole("button", { name: "Reconnect" }).click();
  await connected(page);
  await bar.waitFor({ state: "detached" });

  await kill();
  // The pauses grow: before the last attempt there is time to do something.
  const { retryAtNs } = await until(async () => {
    const state = await backend.state(id);
    return state.phase === "backoff" && state.failures === 3 ? state : null;
  });
  await bar.filter({ hasText: /attempt 4 in \d s/ }).waitFor();
  await rm(broken);
  await bar.getByRole("button", { name: "Now" }).click();
  await connected(page);
  await bar.waitFor({ state: "detached" });
  const { phaseSinceNs } = (await backend.api(`/api/sessions/${id}/view`)).json();
  assert.ok(phaseSinceNs < retryAtNs, `connected after ${phaseSinceNs} ns; it was due after ${retryAtNs} ns`);
});
