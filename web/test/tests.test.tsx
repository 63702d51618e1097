// Saved calls as tests: what is expected of them as text and in words, and the pane that lists them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, draw, settle } from "./parts-dom";
import type { Script, ScriptStep, SessionState } from "../src/contract";
import { script } from "../src/store/marks";
import { summaries } from "../src/store/sessions";
import { assertionText, inWords, textsOf } from "../src/tests/assertion";
import { TestsPane } from "../src/tests/tests-pane";

const EXPECT = '[{"path":"/sum","equals":12345678901234567890.50},{"schema":"output"}]';
const STEP: ScriptStep = {
  number: 3,
  session: "s1",
  seq: 9,
  method: "tools/call",
  target: "add",
  step: `{"method": "tools/call", "toolName": "add", "expect": ${EXPECT}}`,
  message: "{}",
  expect: JSON.parse(EXPECT) as ScriptStep["expect"],
  blanked: false,
  ran: null,
};
const STATE = { id: "s1", name: "demo", origin: "face" } as SessionState;

function showing(steps: ScriptStep[], more: Partial<Script> = {}): void {
  script.value = { steps, onError: "stop", running: false, trouble: null, text: "[]\n", ...more };
  summaries.value = [{ id: "s1" }] as typeof summaries.value;
}

test("assertions keep the spelling of their values, and are told in words", () => {
  const [equals, schema] = textsOf(STEP);
  assert.equal(equals, '{"path":"/sum","equals":12345678901234567890.50}');
  assert.equal(inWords(equals ?? ""), "/sum = 12345678901234567890.50");
  assert.equal(inWords(schema ?? ""), "fits the tool’s output schema");
  assert.equal(assertionText("equals", "/a", " 1.0 "), '{"path":"/a","equals":1.0}');
  assert.equal(assertionText("equals", "/a", "hello"), null, "a text has quotes");
  assert.equal(assertionText("missing", '/"', ""), '{"path":"/\\"","exists":false}');
  assert.equal(assertionText("maxMs", "", "500"), '{"maxMs":500}');
  assert.equal(inWords('{"isError":true}'), "the tool reports an error");
  assert.equal(inWords('{"path":"","schema":{"type":"object"}}'), 'the result fits {"type":"object"}');
});

test("without saved calls the pane says where they come from", async () => {
  showing([]);
  const shown = await draw(<TestsPane state={STATE} />);
  assert.match(shown.text(), /No call was saved yet.*Save as test step/);
  shown.remove();
});

test("a step tells what was expected and what came, and leads to the row of its run", async () => {
  const verdicts = [
    { place: "/sum", passed: false, expected: "12345678901234567890.50", actual: "3.0" },
    { place: "structuredContent", passed: true, expected: "", actual: "" },
  ];
  const ran = { session: "s1", state: "failed", seq: 21, durationMs: 12, why: null, verdicts } as const;
  showing([{ ...STEP, ran: { ...ran, verdicts: [...verdicts] } }]);
  const shown = await draw(<TestsPane state={STATE} />);
  assert.match(shown.text(), /failed in 12/);
  assert.match(shown.text(), /fails: \/sum = 12345678901234567890\.50 expected 12345678901234567890\.50, got 3\.0/);
  assert.match(shown.text(), /holds: fits the tool’s output schema/);
  assert.match(shown.text(), /0 of 1 passed/);
  const link = shown.all("a").find((one) => one.textContent === "Row of the run");
  assert.equal(link?.getAttribute("href"), "#/s/s1/timeline/21");
  summaries.value = [];
  await settle();
  assert.ok(!shown.text().includes("Row of the run"), "the session of the run is closed");
  shown.remove();
});

test("an assertion is added by a form, and a value that is no JSON is told", async () => {
  showing([STEP]);
  const shown = await draw(<TestsPane state={STATE} />);
  const named = (name: RegExp): HTMLElement => {
    const found = shown.all("button").find((one) => name.test(one.getAttribute("aria-label") ?? one.textContent ?? ""));
    assert.ok(found !== undefined, String(name));
    return found as HTMLElement;
  };
  for (const name of [/^Run all/, /^Download script/, /^Copy script/, /^Download JUnit/, /^Run step/, /^Remove step/]) named(name);
  await click(named(/^Add an assertion/));
  const form = shown.find("form");
  const value = [...form.querySelectorAll("input")].at(-1) as HTMLInputElement;
  value.value = "hello";
  value.dispatchEvent(new Event("input", { bubbles: true }));
  await settle();
  form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await settle();
  assert.match(shown.find("[role=alert]").textContent ?? "", /not JSON/);
  await click(named(/^Cancel/));
  assert.equal(shown.all("form").length, 0);
  shown.remove();
});

test("a recording can be saved from, and not be run", async () => {
  showing([STEP]);
  const shown = await draw(<TestsPane state={{ ...STATE, origin: "recording" }} />);
  assert.ok(!shown.all("button").some((one) => /^Run/.test(one.textContent ?? "")));
  assert.match(shown.text(), /Download script/);
  shown.remove();
});

test("a run can be stopped, and steps that were not run say so", async () => {
  const ran = { session: "s1", state: "stopped", seq: null, durationMs: null, why: "the run was stopped before it", verdicts: [] } as const;
  showing([{ ...STEP, ran: { ...ran, verdicts: [] } }], { running: true });
  const shown = await draw(<TestsPane state={STATE} />);
  assert.ok(shown.all("button").some((one) => /^Stop/.test(one.textContent ?? "")));
  assert.ok(!shown.all("button").some((one) => /^Run all/.test(one.textContent ?? "")));
  assert.match(shown.text(), /stopped: the run was stopped before it/);
  shown.remove();
});

test("what is wrong with the file of saved calls is told, also when none could be read", async () => {
  const trouble = "the saved calls of this server could not be read from /data/tests/a.json: expected a value";
  for (const steps of [[], [{ ...STEP, blanked: true }]]) {
    showing(steps, { trouble });
    const shown = await draw(<TestsPane state={STATE} />);
    assert.ok(shown.text().includes("/data/tests/a.json"));
    assert.equal(/is a secret, which is not kept/.test(shown.text()), steps.length > 0);
    shown.remove();
  }
});
