import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, drawn } from "./page";
import { editsOf } from "../src/auth/edits";
import { hrefOfRule } from "../src/auth/rules";
import { exchangeText, Stages, summaryOf } from "../src/auth/stages";
import { claimTimes } from "../src/auth/tokens";
import type { AuthStep, LoginStage, StageName } from "../src/contract";

const stage = (name: StageName, more: Partial<LoginStage> = {}): LoginStage => ({
  stage: name,
  outcome: "none",
  from: null,
  at: null,
  steps: [],
  ...more,
});

test("rules lead to where they are written down", () => {
  assert.equal(hrefOfRule("RFC 9207 section 3"), "https://www.rfc-editor.org/rfc/rfc9207#section-3");
  assert.equal(hrefOfRule("RFC 9449 section 5.1"), "https://www.rfc-editor.org/rfc/rfc9449#section-5.1");
  assert.match(hrefOfRule("MCP authorization, token handling") ?? "", /modelcontextprotocol/);
  assert.match(hrefOfRule("draft-ietf-oauth-client-id-metadata-document") ?? "", /datatracker/);
  assert.equal(hrefOfRule("common sense"), null);
});

test("only what was edited is sent, and a secret only when one was typed", () => {
  const settings = { clientId: "known", hasClientSecret: true, clientMetadataUrl: null, issuer: null, scopes: ["a"] };
  const same = { clientId: "known", clientSecret: "", issuer: "", scopes: "a" };
  assert.deepEqual(editsOf(same, settings), {});
  assert.deepEqual(editsOf({ ...same, clientId: " other ", clientSecret: "s", scopes: " b  c " }, settings), {
    clientId: "other",
    clientSecret: "s",
    scopes: ["b", "c"],
  });
  assert.deepEqual(editsOf({ ...same, clientId: "", scopes: "" }, settings), { clientId: "", scopes: [] });
});

test("an exchange is told as both sides wrote it", () => {
  const { request, response } = exchangeText({
    method: "POST",
    url: "http://as/token",
    requestHeaders: [["accept", "application/json"]],
    requestBody: "grant_type=x",
    status: 400,
    responseHeaders: [["content-type", "application/json"]],
    responseBody: "{}",
    durationMs: 3,
  });
  assert.equal(request, "POST http://as/token\naccept: application/json\n\ngrant_type=x");
  assert.equal(response, "HTTP 400\ncontent-type: application/json\n\n{}");
  assert.equal(exchangeText({ method: "GET", url: "u", durationMs: 1, error: "refused" }).response, "refused");
});

test("a stage says what it came to, places without anything passed over", () => {
  const steps: AuthStep[] = [
    { step: "resource-metadata", outcome: "passed", what: "found" },
    { step: "resource-metadata", outcome: "skipped", what: "nothing there" },
  ];
  assert.equal(summaryOf(stage("resource-metadata", { steps })), "found");
  assert.equal(summaryOf(stage("probe")), "asks the server without a token what it wants");
  assert.deepEqual(claimTimes({ exp: 0, iat: "soon", nbf: 1e20 }), [["exp", "1970-01-01T00:00:00.000Z"]]);
});

test("an address with something blanked out is told without it, and the whole one is opened", async () => {
  const what = "the user is sent to https://as.example/authorize?client_id=me&state=[REDACTED]&scope=a";
  const waiting = stage("authorize", { outcome: "waiting", steps: [{ step: "authorization", outcome: "waiting", what }] });
  assert.equal(summaryOf(waiting), "the user is sent to https://as.example/authorize");
  const url = "https://as.example/authorize?client_id=me&state=s1";
  const root = await drawn(<Stages stages={[waiting]} onRun={() => undefined} busy={null} url={url} />);
  const links = Array.from(root.querySelectorAll("a"), (link) => link.getAttribute("href"));
  assert.deepEqual(links, [url]);
  assert.match(root.textContent ?? "", /not one to visit/);
});

test("a stage that failed is open, and can be run to unless it comes by itself", async () => {
  answering(() => "{}");
  const ran: StageName[] = [];
  const failed: AuthStep[] = [{ step: "challenge", outcome: "failed", what: "no answer", advice: "start it", rule: "RFC 6750" }];
  const root = await drawn(
    <Stages
      stages={[stage("probe", { outcome: "failed", from: "walk", steps: failed }), stage("refresh")]}
      onRun={(name) => ran.push(name)}
      busy={null}
    />,
  );
  assert.equal(root.querySelector("details")?.hasAttribute("open"), true);
  assert.match(root.textContent ?? "", /→ start it/);
  const buttons = root.querySelectorAll<HTMLButtonElement>("button");
  assert.equal(buttons.length, 1);
  buttons[0]?.click();
  assert.deepEqual(ran, ["probe"]);
});
