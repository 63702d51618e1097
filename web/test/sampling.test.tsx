// The card of a sampling: what is typed into it, also under More, outlives the card.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { render } from "preact";
import { answering, drawn, settled } from "./page";
import { SamplingCard, wishes } from "../src/inbox/sampling";
import { takeDrafts } from "../src/store/drafts";
import { ask, state } from "./samples";

const field = (card: HTMLElement, label: string): HTMLInputElement => {
  const named = [...card.querySelectorAll("label")].find((one) => one.textContent?.trim() === label);
  const found = named?.querySelector("input") ?? card.querySelector<HTMLInputElement>(`[aria-label="${label}"]`);
  assert.ok(found, `a field called ${label}`);
  return found;
};

async function type(into: HTMLInputElement, text: string): Promise<void> {
  into.value = text;
  into.dispatchEvent(new Event("input", { bubbles: true }));
  await settled();
}

async function tick(box: HTMLInputElement): Promise<void> {
  box.checked = true;
  box.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
}

test("what is written under More outlives the card, and a reload", async (context) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  context.after(() => mock.timers.reset());
  let revision = 0;
  const asked = answering(() => JSON.stringify({ revision: ++revision }));
  const card = <SamplingCard state={state({ id: "more" })} ask={ask(7)} place="run" />;
  const first = await drawn(card);
  await type(field(first, "model"), "gpt-none");
  await type(field(first, "stopReason"), "maxTokens");
  await type(field(first, "message when rejected"), "not today");
  await tick(field(first, "write the result as JSON"));
  await type(field(first, "The result, JSON"), '{"own":1}');
  render(null, first);
  const check = (shown: HTMLElement): void => {
    assert.equal(field(shown, "model").value, "gpt-none");
    assert.equal(field(shown, "stopReason").value, "maxTokens");
    assert.equal(field(shown, "message when rejected").value, "not today");
    assert.equal(field(shown, "The result, JSON").value, '{"own":1}');
    assert.equal(shown.querySelector("details.fold")?.hasAttribute("open"), true, "it is open where something is in it");
  };
  check(await drawn(card));
  mock.timers.tick(150);
  await settled();
  const kept = asked.map((one) => JSON.parse(one.body ?? "") as { name: string; text: string }).filter((one) => one.name === "answer:7:more");
  takeDrafts("reloaded", { revision: 1, drafts: kept.slice(-1) });
  check(await drawn(<SamplingCard state={state({ id: "reloaded" })} ask={ask(7)} place="run" />));
});

test("an answer has several lines, calls tools that are offered, and says so in its stop reason", async () => {
  const asked = answering(() => '{"revision":1}');
  const tools = [{ name: "look_up", inputSchema: { type: "object" } }, { name: "add" }];
  const root = await drawn(<SamplingCard state={state({ id: "tools" })} ask={{ ...ask(9), params: { tools } }} place="run" />);
  const text = root.querySelector<HTMLTextAreaElement>("textarea[aria-label='Answer as the model']");
  assert.ok(text !== null);
  assert.equal(Number(text.rows), 1);
  await type(text as unknown as HTMLInputElement, "one\ntwo\nthree");
  assert.equal(Number(text.rows), 3, "it grows with what is in it");
  const press = async (target: Element, keys: object): Promise<boolean> => {
    const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...keys });
    target.dispatchEvent(event);
    await settled();
    return event.defaultPrevented;
  };
  assert.equal(await press(text, {}), false, "Enter is a line break");
  assert.equal(field(root, "stopReason").value, "endTurn");
  const button = (label: string): HTMLButtonElement | undefined => [...root.querySelectorAll("button")].find((one) => one.textContent?.trim() === label);
  button("Call it")?.click();
  await settled();
  assert.equal(field(root, "stopReason").value, "toolUse");
  await type(field(root, "Input of look_up, JSON"), '{"n": 1.0');
  await press(text, { ctrlKey: true });
  assert.ok(!asked.some(({ path }) => path.includes("/answer")), "what is not JSON is not sent");
  assert.match(root.querySelector("[role=alert]")?.textContent ?? "", /input of look_up is not JSON/);
  await type(field(root, "Input of look_up, JSON"), '{"n": 1.0}');
  assert.equal(await press(text, { ctrlKey: true }), true);
  const sent = asked.find(({ path }) => path.includes("/asks/9/answer"))?.body ?? "";
  const call = '{"type":"tool_use","id":"call_9_1","name":"look_up","input":{"n": 1.0}}';
  assert.equal(sent, `{"result":{"role":"assistant","content":[{"type":"text","text":"one\\ntwo\\nthree"},${call}],"model":"a person","stopReason":"toolUse"}}`);
  root.remove();
});

test("a sampling says which priorities it sets", () => {
  const modelPreferences = { hints: [{ name: "m" }], costPriority: 0.2, intelligencePriority: 1 };
  assert.equal(wishes({ modelPreferences, maxTokens: 5 }), "model: m · priorities: cost 0.2, intelligence 1 · at most 5 tokens");
});
