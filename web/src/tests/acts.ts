// Owns what is done with saved calls: the backend runs them and keeps what is expected of them; the stream says when that
// changed.
import { api, request, sessionPath } from "../api";
import type { Script, SessionState } from "../contract";
import { problemOf } from "../problem";
import { script } from "../store/marks";
import { currentId } from "../store/sessions";
import { download, fileName, say } from "../ui/copy";

async function send(id: string, method: "POST" | "PUT" | "DELETE", path: string, body?: string): Promise<void> {
  const changed = await api.send<Script>(method, sessionPath(id, path), body);
  if (currentId.peek() === id) script.value = changed;
}

function told(what: string): (thrown: unknown) => void {
  return (thrown) => say(`${what}: ${problemOf(thrown).message}`);
}

/** Runs all steps, or one. */
export function runTests(id: string, number?: number): void {
  // What was said about the run before is over.
  say("");
  const body = JSON.stringify(number === undefined ? {} : { steps: [number] });
  send(id, "POST", "/tests", body).catch(told("the tests were not run"));
}

export function removeStep(id: string, number: number): void {
  send(id, "DELETE", `/script/${number}`).catch(told("the step was not removed"));
}

export function goOn(id: string, on: boolean): void {
  send(id, "PUT", "/script", JSON.stringify({ onError: on ? "continue" : "stop" })).catch(told("not changed"));
}

/** Says what is expected of a step; the texts go as they are. */
export function expectOf(id: string, number: number, texts: readonly string[]): Promise<void> {
  return send(id, "PUT", `/script/${number}`, `{"expect":[${texts.join(",")}]}`);
}

export function saveScript(state: SessionState): void {
  download(new Blob([script.peek().text], { type: "application/json" }), `${fileName(state.name)}-steps.json`);
}

export function saveJunit(state: SessionState): void {
  request("GET", sessionPath(state.id, "/tests/junit"), { accept: "*/*" })
    .then(async (response) => download(await response.blob(), `${fileName(state.name)}-junit.xml`))
    .catch(told("the report was not saved"));
}
