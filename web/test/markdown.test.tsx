// Markdown: what is drawn of it, and that nothing in it acts or takes long.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, draw } from "./parts-dom";
import { Prose } from "../src/explore/prose";
import { blocksOf, looksLikeMarkdown } from "../src/markdown/blocks";
import { hrefOf, inlinesOf } from "../src/markdown/inline";
import { Markdown } from "../src/markdown/markdown";

const SAMPLE = `# Title #

Some *soft* and **strong** words, \`code\` and ~~gone~~.
See [the docs](https://example.com/a?b=1 "Docs") or <https://example.com>.

1. one
2. two
   - inner
   - [x] done

> quoted
> > twice

\`\`\`js
let a = "<b>";
\`\`\`

| name | size |
|------|-----:|
| a \\| b | 1 |
| c | **2** |

---
`;

test("what tools write is drawn as it is meant", async () => {
  const shown = await draw(<Markdown text={SAMPLE} />);
  assert.equal(shown.find(".md-h1").textContent, "Title");
  assert.deepEqual(
    shown.all("em, strong, code, del").map((one) => `${one.tagName.toLowerCase()} ${one.textContent}`),
    ["em soft", "strong strong", "code code", "del gone", "strong 2"],
  );
  assert.deepEqual(
    shown.all("a").map((one) => [one.getAttribute("href"), one.getAttribute("rel"), one.getAttribute("target")]),
    [
      ["https://example.com/a?b=1", "noopener noreferrer", "_blank"],
      ["https://example.com", "noopener noreferrer", "_blank"],
    ],
  );
  assert.ok(shown.text().includes("the docs (https://example.com/a?b=1)"), "a link shows where it leads");
  assert.equal(shown.all("ol > li").length, 2);
  assert.equal(shown.all("ol ul > li").length, 2);
  assert.ok(shown.text().includes("☑ done"));
  assert.equal(shown.find("blockquote blockquote").textContent, "twice");
  assert.equal(shown.find("pre").textContent, 'let a = "<b>";');
  assert.deepEqual(shown.all("td").map((one) => one.textContent), ["a \\| b".replace("\\", ""), "1", "c", "2"]);
  assert.equal(shown.all("hr").length, 1);
  shown.remove();
});

test("hostile Markdown does nothing", async () => {
  const hostile = [
    "<script>alert(1)</script> <img src=x onerror=alert(1)>",
    "[a](javascript:alert(1)) [b](JaVaScRiPt:alert`1`) [c](data:text/html,x) [d](vbscript:x) [e](//evil.example) [f](/api) [g](javascript:x)",
    "![pixel](https://evil.example/pixel.png)",
    "[x](https://a.example/\"onmouseover=alert(1))",
    "<javascript:alert(1)> <a href='javascript:x'>y</a>",
    "```\"><script>x</script>\n</pre><script>y</script>\n```",
    "| <script> |\n|---|\n| <iframe src=x> |",
  ].join("\n\n");
  const shown = await draw(<Markdown text={hostile} />);
  assert.equal(shown.all("script, img, iframe, object, embed, form, style, link").length, 0);
  for (const link of shown.all("a")) assert.match(link.getAttribute("href") ?? "", /^https?:\/\//);
  for (const one of shown.all("*")) {
    for (const name of one.getAttributeNames()) assert.ok(!/^on|style|src/.test(name), `${one.tagName} ${name}`);
  }
  assert.ok(shown.text().includes("[image: pixel (https://evil.example/pixel.png)]"));
  assert.ok(shown.text().includes("g (javascript:x)"), "what is no link is told as text");
  shown.remove();
});

test("only addresses of the web and of mail are links", () => {
  for (const yes of ["https://a.example", "HTTP://a.example/x", "mailto:a@b.example"]) assert.equal(hrefOf(yes), yes);
  for (const no of ["javascript:x", " https://a", "java\nscript:x", "data:x", "file:///etc", "//a", "a.html", "#x", "", "https://"]) {
    assert.equal(hrefOf(no), null, no);
  }
});

test("what does not close stays as it was written", () => {
  for (const text of ["*a", "**a*", "a * b * c", "[a](b", "[a]", "`a", "``a`", "snake_case_name", "2*3*", "![a", "~a~", "](x)", "\\", "a\\"]) {
    const plain = (all: ReturnType<typeof inlinesOf>): string =>
      all.map((one) => ("text" in one ? one.text : "inside" in one ? plain(one.inside) : "")).join("");
    const shown = inlinesOf(text);
    if (shown.every((one) => one.is === "text")) assert.equal(plain(shown), text);
  }
  assert.deepEqual(inlinesOf("snake_case_name"), [{ is: "text", text: "snake_case_name" }]);
  assert.deepEqual(inlinesOf("a \\*b\\*"), [{ is: "text", text: "a *b*" }]);
  assert.deepEqual(inlinesOf("*a **b*"), [{ is: "em", inside: [{ is: "text", text: "a **b" }] }]);
});

test("a megabyte of anything takes time in proportion", () => {
  const million = 1_000_000;
  const hostile = [
    "[", "*", "_", "`", "~", ">", "-", "#", "|", "\\", "<", "!", "![", "](", "[](", "*a ", "a* ", "**a** ", "`` ` ", "- ", "> ", "1. ",
    "<http", "http://", "[a](b \"", "|-", "\n>", "\n-", "\n  -", "\n|a|", "\n\n", "\n```", "*_", " *a _b **c __d", "[a](http://x) ",
  ];
  const ticks = Array.from({ length: 1300 }, (_, length) => "`".repeat(length + 1)).join(" ");
  const started = performance.now();
  for (const piece of hostile) {
    // Two of them have all of it, the others enough to be told from what grows with the square.
    const size = piece === "[" || piece === "*" ? million : million / 5;
    const text = piece.repeat(Math.floor(size / piece.length));
    const began = performance.now();
    blocksOf(text);
    looksLikeMarkdown(text);
    const took = performance.now() - began;
    // Anything quadratic takes hours here.
    assert.ok(took < 8000, `${JSON.stringify(piece)} took ${Math.round(took)} ms`);
  }
  blocksOf(ticks);
  blocksOf(`| ${"a|".repeat(200_000)}\n|${"-|".repeat(200_000)}`);
  assert.ok(performance.now() - started < 60_000);
});

test("nesting has an end", async () => {
  const deep = `${"> ".repeat(500)}a\n\n${"- ".repeat(500)}b\n\n${"*a **b _c ".repeat(300)}${"d_ d** d* ".repeat(300)}`;
  const shown = await draw(<Markdown text={deep} />);
  const depth = (one: Element): number => 1 + Math.max(0, ...[...one.children].map(depth));
  assert.ok(depth(shown.find(".markdown")) < 60);
  shown.remove();
});

test("Markdown is told from other text", () => {
  for (const yes of ["# A\n\n- b\n- c", "```\nx\n```", "see [a](https://b.example)", "| a | b |\n|---|---|\n| 1 | 2 |", "**Bold**: `x`", "1. a\n\n> b"]) {
    assert.ok(looksLikeMarkdown(yes), yes);
  }
  for (const no of ["", "plain words", "# a comment", "2*3*4 = 24", '{"a": "**b** `c`"}', "error: `x` not found", "a | b", "- one dash", "x".repeat(50_000)]) {
    assert.ok(!looksLikeMarkdown(no), no);
  }
});

test("Markdown can be read as the text it is, and other text is never drawn", async () => {
  const shown = await draw(<Prose text={"# Title\n\n**bold**"} />);
  assert.equal(shown.find("strong").textContent, "bold");
  await click(shown.find(".prose-switch button"));
  assert.equal(shown.find("pre").textContent, "# Title\n\n**bold**");
  shown.remove();
  const plain = await draw(<Prose text="# Title\n\n**bold**" mimeType="text/x-python" />);
  assert.equal(plain.all("strong").length, 0);
  plain.remove();
  const long = await draw(<Prose text={`# a\n\n**b**\n${"x ".repeat(80_000)}`} mimeType="text/markdown" />);
  assert.equal(long.all("strong").length, 0);
  long.remove();
});
