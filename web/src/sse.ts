// Owns the reading of server-sent events. `EventSource` cannot send the token, so the stream is read by
// `fetch` and cut into events here. Pieces may end anywhere, also between CR and LF.

export interface StreamEvent {
  event: string;
  data: string;
  id: string | null;
}

export class EventCutter {
  #rest = "";
  #event = "";
  #data: string[] = [];
  #id: string | null = null;
  #skipLineFeed = false;

  /** Takes the next piece of the stream and gives the events that are complete with it. */
  push(piece: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    let text = piece;
    if (this.#skipLineFeed && text.startsWith("\n")) text = text.slice(1);
    if (piece !== "") this.#skipLineFeed = false;
    // Only the new piece is searched for line ends: a body of megabytes in small pieces stays linear.
    const ends = /\r\n|\r|\n/g;
    let from = 0;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      const line = this.#rest + text.slice(from, end.index);
      this.#rest = "";
      from = ends.lastIndex;
      if (end[0] === "\r" && from === text.length) this.#skipLineFeed = true;
      const event = this.#line(line);
      if (event !== null) events.push(event);
    }
    this.#rest += text.slice(from);
    return events;
  }

  #line(line: string): StreamEvent | null {
    if (line === "") return this.#dispatch();
    if (line.startsWith(":")) return null;
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const raw = colon < 0 ? "" : line.slice(colon + 1);
    const value = raw.startsWith(" ") ? raw.slice(1) : raw;
    if (field === "event") this.#event = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    return null;
  }

  #dispatch(): StreamEvent | null {
    const event = this.#event === "" ? "message" : this.#event;
    const lines = this.#data;
    this.#event = "";
    this.#data = [];
    return lines.length === 0 ? null : { event, data: lines.join("\n"), id: this.#id };
  }
}
