// Small things that are seen: colours of terminals, chips of levels, names of files, tools that a model is offered,
// and the step that connecting is at.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw } from "./parts-dom";
import { state } from "./samples";
import { Content, fileNameOf } from "../src/explore/content";
import { toolsOf } from "../src/inbox/tool-calls";
import { problemOfFault } from "../src/problem";
import { listing } from "../src/shell/header";
import { ansiPieces } from "../src/text/ansi";
import { CHIPS, isOn, pressed } from "../src/timeline/filter-bar";

const look = (text: string): string =>
  ansiPieces(text)
    .map((one) => `${one.colour ?? ""}${one.isBold ? "!" : ""}(${one.text})`)
    .join("");

test("colours of a terminal are kept, and whatever else steers one is left out", () => {
  assert.equal(look("plain"), "(plain)");
  assert.equal(look("a \u001b[31mred\u001b[0m b"), "(a )red(red)( b)");
  assert.equal(look("\u001b[1;33mwarn\u001b[22m on\u001b[39m off"), "yellow!(warn)yellow( on)( off)");
  assert.equal(look("\u001b[38;5;196mx\u001b[48;2;1;31;3my\u001b[m\u001b[96mz"), "(x)(y)cyan(z)");
  assert.equal(look("\u001b[2K\u001b]0;title\u0007a\u001b[1Ab\u001b(c"), "(a)(b\u001b(c)");
  assert.equal(look("\u001b[31"), "(\u001b[31)");
});

test("of the chips of levels one is on at a time, and All takes them away", () => {
  const chip = (label: string): (typeof CHIPS)[number] => {
    const found = CHIPS.find((one) => one.label === label);
    assert.ok(found !== undefined, label);
    return found;
  };
  const logs = pressed(chip("Logs"), "kind:notification");
  assert.equal(logs, "kind:notification level:>=debug");
  const warnings = pressed(chip("Warnings"), logs);
  assert.equal(warnings, "kind:notification level:>=warning");
  assert.ok(isOn(chip("Warnings"), warnings) && !isOn(chip("Logs"), warnings));
  assert.equal(pressed(chip("Warnings"), warnings), "kind:notification");
  assert.equal(pressed(chip("All"), warnings), "");
  assert.ok(isOn(chip("All"), "") && !isOn(chip("All"), "method:tools/call"));
  assert.equal(pressed(chip("All"), "method:tools/call"), "");
});

test("binary resources can be saved under a harmless name, and sounds be heard", async () => {
  assert.equal(fileNameOf("file:///a/b/../.hidden?x=/y"), "hidden");
  assert.equal(fileNameOf("demo://x/a b:c.bin"), "a-b-c.bin");
  assert.equal(fileNameOf("demo://"), "resource");
  assert.equal(fileNameOf(null), "resource");
  const result = JSON.stringify({ contents: [{ uri: "demo://bell.wav", mimeType: "audio/wav", blob: "UklGRg==" }] });
  const shown = await draw(<Content session="s1" result={result} />);
  assert.equal(shown.find("audio").getAttribute("src"), "data:audio/wav;base64,UklGRg==");
  assert.match(shown.text(), /Save as bell\.wav/);
  assert.match(shown.text(), /4 B/, "padding is no byte");
  shown.remove();
});

test("content that is there and is not an array is told as that", async () => {
  for (const [content, found] of [["{}", "an object"], ['"x"', "a string"], ["null", "null"]]) {
    const shown = await draw(<Content session="s1" result={`{"content":${content}}`} />);
    assert.match(shown.text(), new RegExp("Not as it should be: `content` is " + found + ", not a list"));
    assert.doesNotMatch(shown.text(), /There is no content/);
    shown.remove();
  }
  const empty = await draw(<Content session="s1" result="{}" />);
  assert.match(empty.text(), /There is no content in this result/);
  empty.remove();
});

test("the tools of a sampling request are named, whatever they are", () => {
  const tools = [{ name: "add", description: "Adds", inputSchema: { type: "object" } }, null, { name: 7 }];
  assert.deepEqual(
    toolsOf({ tools }).map((tool) => tool.name),
    ["add", "without a name", "without a name"],
  );
  assert.deepEqual(toolsOf({ tools: "x" }), []);
  assert.deepEqual(toolsOf(null), []);
});

test("while the first lists are on their way the header says which", () => {
  const call = { call: null, seq: 1, name: null, sentAtNs: 0, progress: null };
  const asking = state({ calls: [{ ...call, method: "resources/templates/list" }] });
  assert.equal(listing(asking), "listing templates");
  assert.equal(listing(state({ calls: [{ ...call, method: "tools/call" }] })), null);
  assert.equal(listing({ ...asking, phase: "initializing" }), null);
  const known = { ...asking.catalog, templates: { count: 1, complete: true, seq: 1 } as SessionStateList };
  assert.equal(listing({ ...asking, catalog: known }), null);
});

type SessionStateList = NonNullable<ReturnType<typeof state>["catalog"]["templates"]>;

test("a fault that quotes what was written for a terminal is told without its colours", () => {
  const fault = { code: "PROCESS_CRASHED", category: "transport", retryable: true, helpUrl: "" } as const;
  const problem = problemOfFault({ ...fault, message: "its last line on stderr was: \u001b[31mI am dying\u001b[0m", hint: "\u001b[1mread\u001b[0m it" });
  assert.equal(problem.message, "its last line on stderr was: I am dying");
  assert.equal(problem.hint, "read it");
});
