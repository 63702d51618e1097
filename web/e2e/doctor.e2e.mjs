// Owns the Doctor for servers on HTTP: nobody listens, the server wants a login that it does not describe, or what
// it speaks is not TLS. Each says at which step it broke and what to do, and stays until it is put away.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { violations } from "./stage/axe.mjs";
import { startHttpDemo } from "./stage/demo-http.mjs";
import { connected, until } from "./stage/stage.mjs";
import { test } from "./stage/suite.mjs";

/** Runs `work` with the address of a web server that answers everything the same way. */
async function withServer(status, work, [type, body] = ["text/plain", ""]) {
  const server = createServer((request, response) => {
    request.resume();
    const login = status === 401 ? { "www-authenticate": 'Bearer realm="mcp"' } : {};
    response.writeHead(status, { ...login, ...(body === "" ? {} : { "content-type": type }) });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  try {
    await work(`127.0.0.1:${server.address().port}/mcp`, close);
  } finally {
    if (server.listening) await close();
  }
}

async function doctorOf(stage, url) {
  const backend = await stage.backend([url]);
  const page = await stage.page(backend);
  const doctor = page.locator(".doctor");
  await doctor.waitFor();
  const step = (sign) => doctor.locator(`.steps li.${sign} .step-name`);
  return { backend, page, doctor, step };
}

/** The names of steps, without what only screen readers are told. */
async function names(step) {
  const all = await step.allTextContents();
  return all.map((one) => one.replace(/ (worked|failed|not reached)$/, "").trim());
}

/** Sign, name and what happened stand beside each other, with room between them. */
async function beside(doctor) {
  const gaps = await doctor.locator(".steps li").evaluateAll((lines) =>
    lines.flatMap((line) => {
      const boxes = [...line.children].map((part) => part.getBoundingClientRect());
      return boxes.slice(1).map((box, index) => Math.round(box.left - boxes[index].right));
    }),
  );
  assert.ok(gaps.length >= 8 && gaps.every((gap) => gap >= 4), `room between the parts of steps: ${gaps.join(" ")}`);
}

test("a port where nobody listens: the Doctor says so, and works again when somebody does", async (stage) => {
  await withServer(200, async (place, close) => {
    await close();
    const { backend, page, doctor, step } = await doctorOf(stage, `http://${place}`);
    assert.deepEqual(await names(step("ok")), ["name found"]);
    assert.deepEqual(await names(step("bad")), ["connected"]);
    assert.deepEqual(await names(step("unknown")), ["answered", "logged in", "speaks MCP"]);
    await doctor.locator(".hint").waitFor();
    await beside(doctor);
    await stage.shot(page, "doctor-refused");
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.locator(".health .status.connected").count(), 0);
    // A reload does not put it away; a person does.
    await page.reload();
    await doctor.waitFor();
    await doctor.getByRole("button", { name: "Dismiss" }).click();
    await doctor.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Doctor" }).click();
    await doctor.waitFor();
    // Nobody listens yet, and a retry says so again.
    const [{ id }] = await backend.sessions();
    const { phaseSinceNs: before } = await backend.state(id);
    await doctor.getByRole("button", { name: "Retry" }).click();
    await until(async () => {
      const { phase, phaseSinceNs } = await backend.state(id);
      return phase === "closed" && phaseSinceNs > before;
    });
    assert.deepEqual(await names(step("bad")), ["connected"]);
    const demo = await startHttpDemo(Number(new URL(`http://${place}`).port));
    try {
      await doctor.getByRole("button", { name: "Retry" }).click();
      await connected(page);
      await doctor.waitFor({ state: "detached" });
      await page.getByRole("treeitem", { name: /^echo\b/ }).click();
      await page.locator("#item-form :is(input, textarea)").first().fill("somebody does");
      await page.getByRole("button", { name: /^Run/ }).click();
      await page.locator("#result-panel", { hasText: "somebody does" }).waitFor();
    } finally {
      await demo.stop();
    }
  });
});

test("a server that answers 401 leads to Auth", async (stage) => {
  await withServer(401, async (place) => {
    const { page, doctor, step } = await doctorOf(stage, `http://${place}`);
    assert.deepEqual(await names(step("bad")), ["logged in"]);
    assert.deepEqual(await names(step("ok")), ["name found", "connected", "answered"]);
    await stage.shot(page, "doctor-401");
    assert.deepEqual(await violations(page), []);
    await doctor.getByRole("link", { name: "Open Auth" }).click();
    await page.locator(".page.auth").waitFor();
    await stage.shot(page, "doctor-401-auth");
    assert.deepEqual(await violations(page), []);
  });
});

test("a server that speaks no TLS though its address says so", async (stage) => {
  await withServer(200, async (place) => {
    const { page, doctor, step } = await doctorOf(stage, `https://${place}`);
    assert.deepEqual(await names(step("bad")), ["encrypted"]);
    assert.deepEqual(await names(step("ok")), ["name found", "connected"]);
    await doctor.locator(".hint").waitFor();
    await stage.shot(page, "doctor-tls");
    assert.deepEqual(await violations(page), []);
  });
});

test("an answer that is an error of the server is shown with status, content type and its body, as text", async (stage) => {
  const body = `<h1 id="from-the-server">Boom</h1><script>document.title = "taken"</script>${"x".repeat(9000)}`;
  const work = async (place) => {
    const { page, doctor, step } = await doctorOf(stage, `http://${place}`);
    assert.deepEqual(await names(step("bad")), ["answered"]);
    await doctor.getByText("HTTP 500, text/html; the body began with").waitFor();
    const shown = await doctor.locator("pre").first().textContent();
    assert.ok(shown.startsWith('<h1 id="from-the-server">Boom</h1><script>') && shown.length <= 2001, `${shown.length}`);
    assert.equal(await page.locator("#from-the-server").count(), 0);
    assert.doesNotMatch(await page.title(), /taken/);
    assert.deepEqual(await violations(page), []);
  };
  await withServer(500, work, ["text/html", body]);
});

test("the Server screen shows the Doctor whole, and what nobody sees in an answer has a sign", async (stage) => {
  const work = async (place) => {
    const { page, doctor } = await doctorOf(stage, `http://${place}`);
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Server" }).click();
    await page.locator(".page .doctor").waitFor();
    const { height, inner } = await doctor.evaluate((one) => ({ height: one.clientHeight, inner: one.scrollHeight }));
    assert.ok(height > 150 && inner <= height + 1, `${height} of ${inner} pixels`);
    assert.match(await doctor.locator("pre").first().textContent(), /^odd⟨U\+202E⟩ body$/);
    await stage.shot(page, "doctor-on-server");
  };
  await withServer(500, work, ["text/plain; charset=utf-8", "odd\u202e body"]);
});

test("the field for a missing variable is seen whole, with nothing over it", async (stage) => {
  const backend = await stage.backend(["--", ...stage.scripted("wants")]);
  const page = await stage.page(backend);
  const form = page.locator(".doctor form");
  await form.waitFor();
  for (const width of [1400, 1000, 760]) {
    await page.setViewportSize({ width, height: 900 });
    const parts = await form.locator("input, button").evaluateAll((all) =>
      all.map((one) => {
        const box = one.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return { name: one.textContent || one.placeholder, isFree: one.contains(top), left: box.left, right: box.right, top: box.top, bottom: box.bottom };
      }),
    );
    for (const one of parts) assert.ok(one.isFree, `${one.name} is covered at ${width} pixels`);
    const over = parts.flatMap((one, at) =>
      parts.slice(at + 1).filter((other) => one.right > other.left && other.right > one.left && one.bottom > other.top && other.bottom > one.top),
    );
    assert.deepEqual(over, [], `${width} pixels`);
    const cut = await form.locator("input[type=password]").evaluate((field) => {
      const brush = document.createElement("canvas").getContext("2d");
      const style = getComputedStyle(field);
      brush.font = style.font;
      const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      return brush.measureText(field.placeholder).width - room;
    });
    assert.ok(cut <= 0, `${cut} pixels of what the field is for are cut at ${width} pixels`);
  }
  await page.setViewportSize({ width: 1400, height: 900 });
  await stage.shot(page, "doctor-variable");
});

test("the Doctor of a recording offers nothing that it cannot do", async (stage) => {
  const backend = await stage.backend(["--", ...stage.scripted("wants")]);
  const page = await stage.page(backend);
  const doctor = page.locator(".doctor");
  await doctor.getByRole("button", { name: "Retry", exact: true }).waitFor();
  const [{ id }] = await backend.sessions();
  const recording = await backend.api(`/api/sessions/${id}/recording`);
  const opened = await backend.api("/api/recordings", {
    method: "POST",
    body: recording.text,
    headers: { "Content-Type": "application/x-ndjson" },
  });
  await page.evaluate((hash) => void (location.hash = hash), `#/s/${opened.json().id}/timeline`);
  await page.locator(".notice-bar", { hasText: "This is a recording" }).waitFor();
  await doctor.getByRole("button", { name: "Copy report" }).waitFor();
  for (const name of [/^Retry/, /^Edit/, /^Add/]) assert.equal(await doctor.getByRole("button", { name }).count(), 0, String(name));
  await stage.shot(page, "doctor-recording");
});
