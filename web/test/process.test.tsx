// The process of a server: its id in the header, and a variable that it misses, given to it by the Doctor.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, drawn, settled } from "./page";
import { AddVariable } from "../src/screens/add-variable";
import { Health } from "../src/shell/header";
import { diagnose } from "../src/store/doctor";
import { state } from "./samples";

test("the header tells the process of the server", async () => {
  const root = await drawn(<Health state={state({ pid: 4242, p50Ns: 3e6 })} />);
  assert.match(root.textContent ?? "", /stdio · 2025-11-25 · legacy era · pid 4242 · p50 3/);
  assert.doesNotMatch((await drawn(<Health state={state()} />)).textContent ?? "", /pid/);
});

test("a variable that is missing is added for another attempt, and to the config file when that is wanted", async () => {
  const postMortem = {
    argv: ["sh"],
    program: "/bin/sh",
    cwd: "/",
    exitCode: 3,
    signal: null,
    aliveMs: 2,
    stderr: [],
    junk: [],
    unsetVariables: [],
    missingVariables: ["DATABASE_URL"],
  };
  const fault = { code: "PROCESS_CRASHED", message: "m", category: "transport", retryable: true, helpUrl: "" } as const;
  assert.deepEqual(diagnose("sh", "sh", { ...fault, details: { postMortem } }, false).missing, ["DATABASE_URL"]);
  const asked = answering(({ method, path }) =>
    path === "/config" ? '{"servers":[{"id":"a","env":{"OLD":"1"}}]}' : method === "PUT" ? "{}" : '{"id":"next"}',
  );
  const root = await drawn(<AddVariable state={state({ serverId: "a" })} name="DATABASE_URL" />);
  const [field, box] = [...root.querySelectorAll("input")];
  assert.ok(field !== undefined && box !== undefined);
  field.value = "db://x";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  box.checked = true;
  box.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
  root.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await settled();
  assert.deepEqual(asked.slice(1), [
    { method: "PUT", path: "/config/a", body: '{"env":{"OLD":"1","DATABASE_URL":"db://x"}}' },
    { method: "POST", path: "/api/sessions/s1/reopen", body: '{"env":{"DATABASE_URL":"db://x"}}' },
  ]);
  assert.equal(location.hash, "#/s/next/explore");
});
