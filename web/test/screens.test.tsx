import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { answering, drawn, settled } from "./page";
import { Content, dataUrl } from "../src/explore/content";
import { resultTab, tabsFor, tabShown } from "../src/explore/result";
import { hostParts } from "../src/inbox/elicitation";
import { lastText, messagesOf, wishes } from "../src/inbox/sampling";
import { Problem, helpPath, problemOfAnswer } from "../src/problem";
import { readPairs } from "../src/screens/config-editor";
import { itemOfFrame } from "../src/screens/timeline";
import { connectPasted, connectProblem, pasted, understood } from "../src/store/connecting";
import { requestFrame } from "../src/store/request";
import { endOf } from "../src/store/runs";
import { ProblemBlock } from "../src/ui/problem";
import { Split } from "../src/ui/split";

const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>';

test("hostile text in a result is text", async () => {
  const result = JSON.stringify({
    content: [
      { type: "text", text: HOSTILE },
      { type: "resource_link", uri: "javascript:alert(1)", name: HOSTILE, description: HOSTILE },
      { type: "image", mimeType: "text/html", data: "PGI+" },
      { type: "image", mimeType: 'image/png" onload="alert(1)', data: "AAAA" },
      { type: HOSTILE, more: HOSTILE },
      null,
      { type: "resource", resource: { uri: HOSTILE, mimeType: "image/svg+xml", blob: "PHN2Zy8+" } },
    ],
    messages: [{ role: HOSTILE, content: { type: "text", text: HOSTILE } }],
  });
  const root = await drawn(<Content session="s1" result={result} />);
  assert.equal(root.querySelectorAll("script").length, 0);
  const pictures = () => Array.from(root.querySelectorAll("img"), (image) => image.getAttribute("src"));
  assert.deepEqual(pictures(), [], "SVG is drawn only when somebody wants it");
  Array.from(root.querySelectorAll("button")).find((one) => one.textContent === "Draw this SVG")?.click();
  await settled();
  assert.deepEqual(pictures(), ["data:image/svg+xml;base64,PHN2Zy8+"]);
  for (const link of root.querySelectorAll("a")) assert.match(link.getAttribute("href") ?? "", /^#\/s\/s1\//);
  for (const element of root.querySelectorAll("*"))
    for (const attribute of element.attributes) assert.doesNotMatch(attribute.name, /^on/);
});

test("only pictures and sounds become addresses of data", () => {
  assert.equal(dataUrl("image/png", "AA==", "image"), "data:image/png;base64,AA==");
  assert.equal(dataUrl("image/PNG; x=y", "A A\n==", "image"), "data:image/png;base64,AA==");
  assert.equal(dataUrl("text/html", "AA==", "image"), null);
  assert.equal(dataUrl("image/png", "<svg>", "image"), null);
  assert.equal(dataUrl("audio/wav", "AA==", "audio"), "data:audio/wav;base64,AA==");
  assert.equal(dataUrl(null, null, "audio"), null);
});

test("an address that a server gives is opened only when it is one of the web", () => {
  assert.deepEqual(hostParts("https://user@evil.example:8443/a?b"), {
    before: "https://user@",
    host: "evil.example:8443",
    after: "/a?b",
  });
  assert.equal(hostParts("javascript:alert(1)"), null);
  assert.equal(hostParts("file:///etc/passwd"), null);
  assert.equal(hostParts("not an address"), null);
});

test("messages of a sampling are read in both shapes", () => {
  const params = {
    messages: [
      { role: "user", content: { type: "text", text: "a" } },
      {
        role: "assistant",
        content: [
          { type: "text", text: "b" },
          { type: "text", text: "c" },
        ],
      },
      7,
    ],
    maxTokens: 5,
    modelPreferences: { hints: [{ name: "m" }] },
  };
  assert.deepEqual(
    messagesOf(params).map((one) => one.content.length),
    [1, 2, 1],
  );
  assert.equal(lastText(messagesOf({ messages: params.messages.slice(0, 2) })), "c");
  assert.equal(wishes(params), "model: m · at most 5 tokens");
  assert.deepEqual(messagesOf(null), []);
});

test("tabs are those that have something to show", () => {
  const names = (report: string, before: boolean): string[] => tabsFor(endOf(report), before).map((tab) => tab.name);
  assert.deepEqual(names('{"outcome":"answered","result":{"structuredContent":{}}}', true), [
    "pretty",
    "content",
    "structured",
    "raw",
    "diff",
  ]);
  assert.deepEqual(names('{"outcome":"answered","result":{}}', false), ["pretty", "content", "raw"]);
  assert.deepEqual(
    tabsFor(null, false, true).map((tab) => tab.name),
    ["pretty", "content", "raw", "app"],
  );
});

test("a result with more than text opens drawn, any other laid out, and a tab that was chosen wins", () => {
  const shown = (result: unknown): string => {
    const end = endOf(JSON.stringify({ outcome: "answered", result, durationMs: 1 }));
    return tabShown(tabsFor(end, false), end);
  };
  const text = { type: "text", text: "x" };
  const drawn = [
    { content: [text, { type: "image", data: "aa==", mimeType: "image/png" }] },
    { content: [{ type: "resource_link", uri: "a://b", name: "b" }] },
    { content: [{ type: "audio" }], structuredContent: {} },
    { content: [{ type: "resource", resource: { uri: "a://b", text: "x" } }] },
    { contents: [{ uri: "a://b", blob: "aa==" }] },
    { messages: [{ role: "user", content: { type: "image" } }] },
  ];
  const laidOut = [
    { content: [text] },
    { content: [], structuredContent: { a: 1 } },
    { contents: [{ uri: "a://b", text: "x" }] },
    { messages: [{ role: "user", content: text }] },
    { content: "no list" },
    "no object",
    null,
  ];
  resultTab.value = null;
  assert.deepEqual(drawn.map(shown), drawn.map(() => "content"));
  assert.deepEqual(laidOut.map(shown), laidOut.map(() => "pretty"));
  const long = endOf('{"outcome":"answered","leftOut":{"bytes":5000000,"members":["content"],"isError":false,"hasMoreThanText":true},"durationMs":1}');
  assert.equal(tabShown(tabsFor(long, false), long), "content");
  resultTab.value = "pretty";
  assert.deepEqual(drawn.map(shown), drawn.map(() => "pretty"));
  resultTab.value = "structured";
  assert.equal(shown(drawn[0]), "content", "there is no such tab here");
  resultTab.value = null;
});

test("a frame tells which form it belongs to, with its arguments as they were", () => {
  assert.deepEqual(itemOfFrame('{"method":"tools/call","params":{"name":"e\\u0063ho","arguments":{"n":1.0}}}'), {
    ref: { kind: "tool", key: "echo" },
    text: '{"n":1.0}',
  });
  assert.deepEqual(itemOfFrame('{"method":"resources/read","params":{"uri":"a://b"}}'), {
    ref: { kind: "resource", key: "a://b" },
    text: "",
  });
  assert.equal(itemOfFrame('{"method":"ping"}'), null);
});

test("a request that is too long to be told with its row is fetched as a whole, and one that is gone is none", async () => {
  const frame = `{"method":"tools/call","params":{"name":"echo","arguments":{"text":"${"x".repeat(300_000)}"}}}`;
  const detail = (parts: unknown[]): string => JSON.stringify({ parts });
  answering(({ path }) => (path === "/api/sessions/s1/body/7" ? frame : detail([{ name: "request", seq: 7, text: null }])));
  assert.equal(await requestFrame("s1", 7), frame);
  answering(() => detail([{ name: "request", seq: 7, text: "{}" }]));
  assert.equal(await requestFrame("s1", 7), "{}");
  answering(() => detail([]));
  assert.equal(await requestFrame("s1", 7), null);
});

test("lines of variables and headers are read up to their first sign", () => {
  assert.deepEqual(readPairs("A=1=2\n\nnothing\nB= x", "="), { A: "1=2", B: " x" });
  assert.deepEqual(readPairs("Authorization: Bearer a:b", ":"), { Authorization: "Bearer a:b" });
});

test("errors of the backend keep code, hint and help; what is no error body says its status", () => {
  const told = problemOfAnswer(
    404,
    '{"error":{"code":"SESSION_NOT_FOUND","message":"m","hint":"h","helpUrl":"http://localhost:1/docs/errors/x"}}',
  );
  assert.deepEqual([told.code, told.message, told.hint, told.status], ["SESSION_NOT_FOUND", "m", "h", 404]);
  assert.equal(helpPath(told.helpUrl, "http://127.0.0.1:9"), "/docs/errors/x");
  assert.equal(helpPath("https://evil.example/x", "http://127.0.0.1:9"), null);
  assert.equal(problemOfAnswer(502, "<html>").message, "the backend answered with status 502");
});

test("a problem is shown with its hint and a link to this backend", async () => {
  const root = await drawn(
    <ProblemBlock
      problem={new Problem({ code: "X", message: HOSTILE, hint: "do this", helpUrl: "http://elsewhere/docs/errors/x" })}
    />,
  );
  assert.match(root.textContent ?? "", /do this/);
  assert.equal(root.querySelector("a")?.getAttribute("href"), "/docs/errors/x");
  assert.equal(root.querySelectorAll("img, script").length, 0);
});

test("one pasted server is connected at once, several are offered, a broken text says why", async () => {
  const asked = answering(({ path, body }) => {
    if (path === "/api/sessions") return '{"id":"new"}';
    if (body?.includes("two") === true)
      return '{"kind":"config","servers":[{"name":"a","place":"x","problem":null},{"name":"b","place":"y","problem":null}]}';
    if (body?.includes("npx") === true)
      return '{"kind":"command","servers":[{"name":"npx","place":"npx x","problem":null}]}';
    return new Response('{"error":{"code":"INVALID_REQUEST","message":"no","hint":"quote it"}}', { status: 400 });
  });
  pasted.value = " npx x ";
  await connectPasted();
  assert.equal(asked[1]?.body, '{"target":{"text":"npx x"},"options":{"concurrency":16,"apps":true}}');
  assert.equal(location.hash, "#/s/new/explore");
  assert.equal(pasted.value, "");
  pasted.value = "two";
  await connectPasted();
  assert.equal(understood.value?.servers.length, 2);
  assert.equal(asked.filter((one) => one.path === "/api/sessions").length, 1);
  pasted.value = "|";
  await connectPasted();
  assert.equal(connectProblem.value?.hint, "quote it");
  assert.equal(pasted.value, "|");
  await settled();
});

test("what was typed in the first pane of a split outlives the coming and going of the second", async () => {
  const second = signal<string | null>(null);
  function Both() {
    const text = second.value;
    return (
      <Split name="t" way="row" share={0.5} label="Width" first={<input />} second={text === null ? null : <p>{text}</p>} />
    );
  }
  const root = await drawn(<Both />);
  const field = root.querySelector("input");
  for (const text of ["a row", null]) {
    second.value = text;
    await settled();
    assert.equal(root.querySelector("p")?.textContent ?? null, text);
    assert.equal(root.querySelectorAll("[role=separator]").length, text === null ? 0 : 1);
    assert.equal(root.querySelector("input"), field, "it is the same element");
  }
});
