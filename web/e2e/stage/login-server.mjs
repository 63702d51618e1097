// Owns an MCP server that wants a login, and its authorization server, in one small web server: metadata,
// registration, a page that lets everybody in at once, tokens that are JWTs, renewal and revocation.
import { createServer } from "node:http";
import { randomUUID } from "node:crypto";

const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

export class LoginServer {
  /** How often each grant was asked for. */
  grants = { authorization_code: 0, refresh_token: 0 };
  /** What the user was asked to allow, by the scopes and clients of each visit. */
  visits = [];
  refused = 0;
  revoked = 0;
  #tokens = new Set();
  #refreshTokens = new Set();
  #codes = new Map();
  #server = createServer((request, response) => void this.#answer(request, response));

  get origin() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  get url() {
    return `${this.origin}/mcp`;
  }

  async open() {
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url, this.origin);
    const json = (status, value, headers = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(value === null ? "" : JSON.stringify(value));
    };
    switch (url.pathname) {
      case "/.well-known/oauth-protected-resource/mcp":
        return json(200, { resource: this.url, authorization_servers: [this.origin], scopes_supported: ["tools"] });
      case "/.well-known/oauth-authorization-server":
        return json(200, this.#metadata());
      case "/register":
        return json(201, { ...JSON.parse(body), client_id: `client-${randomUUID().slice(0, 8)}` });
      case "/authorize":
        return this.#authorize(url, response);
      case "/token":
        return this.#token(new URLSearchParams(body), json);
      case "/revoke":
        this.revoked += 1;
        this.#tokens.clear();
        this.#refreshTokens.clear();
        return json(200, {});
      case "/mcp":
        return this.#mcp(request, body, json);
      default:
        return json(404, { error: "there is nothing" });
    }
  }

  #metadata() {
    const { origin } = this;
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      revocation_endpoint: `${origin}/revoke`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #authorize(url, response) {
    const asked = Object.fromEntries(url.searchParams);
    this.visits.push(asked);
    const code = randomUUID();
    this.#codes.set(code, asked);
    const back = new URL(asked.redirect_uri);
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.state);
    back.searchParams.set("iss", this.origin);
    response.writeHead(302, { location: back.href });
    response.end();
  }

  #token(form, json) {
    const grant = form.get("grant_type");
    const asked = this.#codes.get(form.get("code"));
    const good = grant === "authorization_code" ? asked !== undefined : this.#refreshTokens.has(form.get("refresh_token"));
    if (!good) return json(400, { error: "invalid_grant" });
    this.#codes.delete(form.get("code"));
    this.#refreshTokens.delete(form.get("refresh_token"));
    this.grants[grant] += 1;
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: this.origin, aud: this.url, sub: "ada", scope: "tools", iat: now, exp: now + 3600 };
    const token = `${part({ alg: "HS256", typ: "at+jwt" })}.${part({ ...claims, jti: randomUUID() })}.${part("signed")}`;
    const refresh = randomUUID();
    this.#tokens.add(token);
    this.#refreshTokens.add(refresh);
    return json(200, {
      access_token: token,
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: refresh,
      scope: asked?.scope ?? "tools",
    });
  }

  #mcp(request, body, json) {
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    if (!this.#tokens.has(token)) {
      this.refused += 1;
      const where = `resource_metadata="${this.origin}/.well-known/oauth-protected-resource/mcp"`;
      const error = token === undefined ? "" : ', error="invalid_token"';
      return json(401, { error: "unauthorized" }, { "www-authenticate": `Bearer ${where}${error}` });
    }
    if (request.method !== "POST") return json(405, null);
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return json(202, null);
    const result = {
      initialize: () => ({
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "behind-a-login", version: "1" },
      }),
      ping: () => ({}),
      "tools/list": () => ({ tools: [{ name: "whoami", inputSchema: { type: "object", properties: {} } }] }),
      "tools/call": () => ({ content: [{ type: "text", text: `ada asked for ${params.name}` }] }),
    }[method];
    if (result === undefined) return json(200, { jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } });
    return json(200, { jsonrpc: "2.0", id, result: result() });
  }
}

/** Runs `work` with such a server on a free port, and ends it. */
export async function withLoginServer(work) {
  const server = await new LoginServer().open();
  try {
    await work(server);
  } finally {
    await server.close();
  }
}
