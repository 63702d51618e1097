// Names of sessions where several are offered, fields for secrets, and what the Doctor tells of an answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, input, settle } from "./parts-dom";
import { row } from "./samples";
import type { Fault, Row } from "../src/contract";
import { diagnose, report } from "../src/store/doctor";
import { labelsOf } from "../src/store/labels";
import { visible } from "../src/text/signs";
import { TimelineRow } from "../src/timeline/row";
import { firstLine } from "../src/timeline/row-menu";
import { SecretField, SecretLines } from "../src/ui/secret";

test("twins are told apart by their place, and by a number where that is the same", () => {
  const one = (id: string, name: string, place: string) => ({ id, name, place });
  const labels = (...all: ReturnType<typeof one>[]) => [...labelsOf(all).values()];
  assert.deepEqual(labels(one("a", "demo", "x"), one("b", "files", "y")), ["demo", "files"]);
  assert.deepEqual(labels(one("a", "demo", "node a.js"), one("b", "demo", "node b.js")), ["demo · …a.js", "demo · …b.js"]);
  assert.deepEqual(labels(one("a", "demo", "x"), one("b", "demo", "x")), ["demo · 1", "demo · 2"]);
  const mixed = labelsOf([one("a", "demo", "x"), one("b", "demo", "y"), one("c", "demo", "x")]);
  assert.deepEqual(["a", "b", "c"].map((id) => mixed.get(id)), ["demo · x · 1", "demo · y", "demo · x · 2"]);
  const long = labels(one("a", "d", `node ${"p/".repeat(80)}a.js`), one("b", "d", `node ${"p/".repeat(80)}b.js`));
  assert.deepEqual(long, ["d · …a.js", "d · …b.js"]);
  const word = labels(one("a", "d", `${"p".repeat(80)}1 ${"q".repeat(80)}`), one("b", "d", `${"p".repeat(80)}2 ${"q".repeat(80)}`));
  assert.ok(word.every((label) => label.length < 40) && word[0] !== word[1], word.join());
  // The second and the third differ too late to be told apart by it.
  const late = labels(one("a", "d", "x"), one("b", "d", `y ${"q".repeat(80)}1`), one("c", "d", `y ${"q".repeat(80)}2`));
  assert.equal(new Set(late).size, 3, late.join());
});

test("a recording is called one, and does not rename the server that it was made of", () => {
  const live = { id: "a", name: "odd", place: "node server.js", origin: "face" as const };
  const labels = labelsOf([live, { ...live, id: "b", place: "odd.ndjson", origin: "recording" }]);
  assert.deepEqual([...labels.values()], ["odd", "odd (recording)"]);
});

test("characters that nobody sees are shown by their numbers, and those that join a picture are left alone", () => {
  assert.equal(visible("pay\u202egpj.exe"), "pay⟨U+202E⟩gpj.exe");
  assert.equal(visible("a\u200bb\u00adc\u{e0041}\u0007"), "a⟨U+200B⟩b⟨U+00AD⟩c⟨U+E0041⟩⟨U+0007⟩");
  assert.equal(visible("a\nb\tc"), "a⏎b⟨U+0009⟩c");
  assert.equal(visible("a\r\nb\rc"), "a⏎b⟨U+000D⟩c", "one end of a line is one sign");
  assert.equal(visible("a\nb\tc", true), "a\nb\tc");
  assert.equal(visible("👩‍💻 ❤️‍🔥 naïve 日本"), "👩‍💻 ❤️‍🔥 naïve 日本");
  assert.equal(visible("a\u200db"), "a⟨U+200D⟩b");
});

test("what a row names is shown with a sign for each end of a line and each control, also in lines of stderr", async () => {
  const look = { timeMode: "start" as const, openedAt: undefined, range: { from: 0, to: 1 }, selected: null, isPinned: () => false, idPrefix: "x" };
  const nothing = (): void => undefined;
  const target = async (more: Partial<Row>): Promise<string> => {
    const drawing = await draw(
      <TimelineRow row={row(more)} index={0} before={undefined} look={look} select={nothing} open={nothing} fold={nothing} menu={nothing} />,
    );
    return drawing.find(".tl-target").textContent ?? "";
  };
  assert.equal(await target({ target: "a\nb" }), "a⏎b");
  assert.equal(await target({ kind: "stderr", target: "\u001b[31mred\u001b[0m\u0007 x" }), "red⟨U+0007⟩ x");
  assert.equal(firstLine("a b\nc"), "a b*", "a filter is one line");
});

test("a field for a secret shows it only when asked to", async () => {
  let typed = "";
  const shown = await draw(<SecretField name="DATABASE_URL" value="x" change={(value) => (typed = value)} />);
  const field = shown.byLabel("DATABASE_URL") as HTMLInputElement;
  assert.deepEqual([field.type, field.getAttribute("autocomplete")], ["password", "off"]);
  await input(field, "db://secret");
  assert.equal(typed, "db://secret");
  shown.find("button").click();
  await settle();
  assert.equal((shown.byLabel("DATABASE_URL") as HTMLInputElement).type, "text");
  shown.remove();
  const lines = await draw(<SecretLines name="Headers" value="A: b" change={() => undefined} />);
  assert.ok(lines.byLabel("Headers").classList.contains("secret-lines"));
  lines.find("button").click();
  await settle();
  assert.ok(!lines.byLabel("Headers").classList.contains("secret-lines"));
  lines.remove();
});

test("the Doctor tells status, content type and the beginning of the body of an answer", () => {
  const details = { httpStatus: 500, httpContentType: "text/html", httpBody: `<h1>${"x".repeat(5000)}` };
  const fault: Fault = { code: "HTTP_STATUS", message: "answered HTTP 500", category: "transport", retryable: false, helpUrl: "", details };
  const diagnosis = diagnose("a", "http://127.0.0.1/mcp", fault, false);
  assert.equal(diagnosis.answer?.about, "HTTP 500, text/html; the body began with");
  assert.ok(diagnosis.answer?.text.startsWith("<h1>x") && diagnosis.answer.text.length === 2001, "bounded");
  assert.match(report(diagnosis, "http://127.0.0.1/mcp", fault), /HTTP 500, text\/html; the body began with: <h1>x/);
  assert.equal(diagnose("a", "http://127.0.0.1/mcp", { ...fault, details: { httpStatus: 500 } }, false).answer, null);
});
