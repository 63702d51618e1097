// Owns a small web server of somebody else: it serves pages that attack, and remembers who asked it for what.
import { createServer } from "node:http";

export class Trap {
  asked = [];
  #pages = new Map();
  #server = createServer((request, response) => {
    const path = new URL(request.url, "http://trap").pathname;
    this.asked.push(`${request.method} ${request.url}`);
    const page = this.#pages.get(path);
    const headers = { "content-type": "text/html", "access-control-allow-origin": "*" };
    response.writeHead(page === undefined ? 404 : 200, headers);
    response.end(page ?? "");
  });

  get origin() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  page(path, html) {
    this.#pages.set(path, html);
    return this.origin + path;
  }

  async open() {
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
