// Owns logins as a person sees them: the steps run one by one, a real login in a second tab, a token that is made to
// expire and renewed by the next call, other settings, and logging out. No token ever reaches the page.
import assert from "node:assert/strict";
import { violations } from "./stage/axe.mjs";
import { until } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";
import { withLoginServer } from "./stage/login-server.mjs";

const stageOf = (page, name) => page.locator(`.auth-stage[data-stage="${name}"]`);

/** The header says so on every screen. */
async function connected(page) {
  await page.locator(".health .status.connected").waitFor();
}

async function runTo(page, name) {
  await stageOf(page, name).getByRole("button", { name: /^Run to here/ }).click();
}

/** The Auth screen of a session that waits for its login. */
async function atAuth(stage, server) {
  const backend = await stage.backend([server.url]);
  const context = await stage.context([backend.origin, server.origin]);
  const page = await stage.page(backend, { context });
  await page.waitForFunction(() => location.hash.includes("/s/"));
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await page.locator(".stages").waitFor();
  return { backend, context, page };
}

/** Goes to the authorization server by the link that the page shows, as a person does. */
async function goAndComeBack(context, page) {
  const [tab] = await Promise.all([context.waitForEvent("page"), page.locator(".page.auth a.address").click()]);
  await tab.waitForURL(/\/oauth\/callback/);
  await tab.close();
}

async function whoami(page) {
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await page.getByRole("treeitem", { name: /^whoami/ }).click();
  await page.locator(".request .pane-title", { hasText: "whoami" }).waitFor();
  await page.locator(".request").getByRole("button", { name: /^Run/ }).click();
}

async function toAuth(page) {
  await page.locator("#pane-3, .result").first().click();
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await page.locator(".stages").waitFor();
}

test("the flow is run step by step, and a login in a second tab connects the session", async (stage) => {
  await withLoginServer(async (server) => {
    const { backend, context, page } = await atAuth(stage, server);
    const [session] = await backend.sessions();
    await runTo(page, "probe");
    await stageOf(page, "probe").filter({ hasText: "by a walk" }).waitFor();
    assert.equal(await stageOf(page, "probe").getAttribute("class"), "auth-stage is-ok");
    await runTo(page, "client");
    await stageOf(page, "client").filter({ hasText: "by a walk" }).waitFor();
    const steps = stageOf(page, "server-metadata").locator("details.fold").first();
    await steps.locator("summary").first().click();
    await steps.filter({ hasText: "/.well-known/oauth-authorization-server" }).waitFor();
    assert.equal(server.visits.length, 0, "nobody was sent anywhere");
    assert.deepEqual(await violations(page), []);

    await runTo(page, "use");
    await goAndComeBack(context, page);
    await stageOf(page, "use").filter({ hasText: "lets the token in" }).waitFor();
    await page.getByRole("cell", { name: /^in 59:|^in 60:00/ }).waitFor();
    const said = page.locator("details", { hasText: "says about itself" });
    await said.locator("summary").click();
    await said.filter({ hasText: '"sub"' }).filter({ hasText: '"ada"' }).waitFor();
    await stage.shot(page, "auth-logged-in");
    assert.deepEqual(await violations(page), []);
    const status = await backend.api(`/oauth/status/${session.id}`);
    assert.ok(!/eyJ[\w-]+\.[\w-]+\.[\w-]+/.test(status.text), "no token is told");

    await connected(page);
    await whoami(page);
    await page.locator("#result-panel").filter({ hasText: "ada asked for whoami" }).waitFor();
    assert.deepEqual(server.grants, { authorization_code: 1, refresh_token: 0 });
  });
});

test("an expired token is renewed by the next call, a dropped one after a refusal, and logging out asks again", async (stage) => {
  await withLoginServer(async (server) => {
    const { backend, context, page } = await atAuth(stage, server);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await goAndComeBack(context, page);
    const verb = (name) => page.getByRole("button", { name, exact: true });
    // The lists are fetched first: each of them would renew the token at once.
    const [{ id }] = await backend.sessions();
    const rows = async (filter) =>
      (await backend.api(`/api/sessions/${id}/timeline?filter=${encodeURIComponent(filter)}`)).json().matched;
    await until(async () => (await rows("method:tools/list status:ok")) > 0 && (await rows("kind:call status:pending")) === 0);
    await verb("Expire now").click();
    await page.getByRole("cell", { name: "expired" }).waitFor();
    assert.equal(server.grants.refresh_token, 0);
    await connected(page);
    await whoami(page);
    await page.locator("#result-panel").filter({ hasText: "ada asked" }).waitFor();
    assert.equal(server.grants.refresh_token, 1, "the next call renewed it");
    await toAuth(page);
    await stageOf(page, "refresh").filter({ hasText: "by a session" }).waitFor();

    const refused = server.refused;
    await verb("Drop the access token").click();
    await page.locator(".said", { hasText: "the access token is gone" }).waitFor();
    await whoami(page);
    await page.locator(".run-links a").nth(1).waitFor();
    await page.locator(".result .verdict").filter({ hasText: "OK" }).waitFor();
    assert.equal(server.grants.refresh_token, 2);
    assert.equal(server.refused, refused + 1, "the server refused it once");

    await toAuth(page);
    await verb("Renew now").click();
    await stageOf(page, "refresh").filter({ hasText: "by a renewal" }).waitFor();
    assert.equal(server.grants.refresh_token, 3);
    await verb("Log out").click();
    await page.getByText("No token is kept for this server.").waitFor();
    assert.equal(server.revoked, 2, "the refresh token and the access token");
    await stageOf(page, "logout").filter({ hasText: "by a logout" }).waitFor();
    await stage.shot(page, "auth-logged-out");

    // A call that waits for a login later on says so where it was made, and goes on with it.
    await whoami(page);
    const bar = page.locator(".notice-bar", { hasText: "The server wants a login before it goes on." });
    await bar.waitFor();
    await stage.shot(page, "auth-call-waits");
    assert.deepEqual(await violations(page), []);
    await bar.getByRole("link", { name: "Log in" }).click();
    await goAndComeBack(context, page);
    await bar.waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    await page.locator(".result .verdict").filter({ hasText: "OK" }).waitFor();
  });
});

test("a login is tried with other settings", async (stage) => {
  await withLoginServer(async (server) => {
    const { context, page } = await atAuth(stage, server);
    await page.getByText("Edit and retry").click();
    await page.getByLabel("client id").fill("known-by-hand");
    await page.getByLabel("scopes", { exact: true }).fill("tools more");
    await page.getByRole("button", { name: /^Walk with these/ }).click();
    await stageOf(page, "client").filter({ hasText: "by a walk" }).waitFor();
    await stageOf(page, "client").locator("summary").click();
    await stageOf(page, "client").filter({ hasText: "known-by-hand" }).waitFor();
    await page.getByRole("button", { name: "Log in with these" }).click();
    await goAndComeBack(context, page);
    await page.getByRole("cell", { name: "known-by-hand" }).waitFor();
    const [visit] = server.visits;
    assert.deepEqual([visit.client_id, visit.scope], ["known-by-hand", "tools more"]);
    // The session waited for a login of its own, and goes on with this one.
    await connected(page);
  });
});

test("both ways to log in are one click away from the login, and step 5 opens it", async (stage) => {
  await withLoginServer(async (server) => {
    const backend = await stage.backend([server.url]);
    const context = await stage.context([backend.origin, server.origin]);
    const page = await stage.page(backend, { context });
    await page.locator(".notice-bar").getByRole("link", { name: "Log in" }).click();
    const open = stageOf(page, "authorize").getByRole("link", { name: "Open the login" });
    await open.waitFor();
    assert.equal(await page.locator(".page.auth > .card").getByRole("link", { name: "Open the login" }).getAttribute("href"), await open.getAttribute("href"));
    assert.equal(await page.locator(".stage-what", { hasText: "REDACTED" }).count(), 0);
    await stage.shot(page, "auth-waits");
    assert.deepEqual(await violations(page), []);
    const [tab] = await Promise.all([context.waitForEvent("page"), open.click()]);
    await tab.waitForURL(/\/oauth\/callback/);
    await tab.close();
    await connected(page);
    await open.waitFor({ state: "detached" });
    assert.equal(server.visits.length, 1);

    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await page.getByText("No token is kept for this server.").waitFor();
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await open.waitFor();
  });
});
