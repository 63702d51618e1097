// Owns what people mark in a timeline: pinned rows, and the calls saved as steps of a script. The backend keeps
// both with the session, so a reload and a second tab have the same; the stream says when they changed.
import { computed, effect, signal } from "@preact/signals";
import { api, sessionPath } from "../api";
import type { Row, Script } from "../contract";
import { problemOf } from "../problem";
import { say } from "../ui/copy";
import { currentId, news } from "./sessions";

export const pins = signal<Row[]>([]);
const NO_SCRIPT: Script = { steps: [], onError: "stop", running: false, trouble: null, text: "[]\n" };
export const script = signal(NO_SCRIPT);

const marks = computed(() => news.value?.marks ?? 0);

async function load(id: string): Promise<void> {
  const [pinned, saved] = await Promise.all([
    api.get<{ rows: Row[] }>(sessionPath(id, "/pins")),
    api.get<Script>(sessionPath(id, "/script")),
  ]);
  if (currentId.peek() !== id) return;
  pins.value = pinned.rows;
  script.value = saved;
}

/** Keeps the marks of whatever session the address names. */
export function followMarks(): () => void {
  let known: string | null = null;
  return effect(() => {
    const id = currentId.value;
    const revision = marks.value;
    if (id !== known) {
      known = id;
      pins.value = [];
      script.value = NO_SCRIPT;
    }
    // Nobody has marked anything: there is nothing to ask for.
    if (id === null || revision === 0) return;
    // The bar about the backend tells what is wrong with it; the marks that are known stay.
    load(id).catch(() => undefined);
  });
}

export function isPinned(seq: number): boolean {
  return pins.value.some((row) => row.seq === seq);
}

/** Pins a row, or takes the pin away. */
export async function togglePin(id: string, seq: number): Promise<void> {
  let before = false;
  try {
    // What is pinned elsewhere is not known here.
    const known = currentId.peek() === id ? pins.peek() : (await api.get<{ rows: Row[] }>(sessionPath(id, "/pins"))).rows;
    before = known.some((row) => row.seq === seq);
    const body = await api.send<{ rows: Row[] }>(before ? "DELETE" : "PUT", sessionPath(id, `/pins/${seq}`));
    if (currentId.peek() === id) pins.value = body.rows;
    say(before ? "no longer pinned" : "pinned");
  } catch (thrown) {
    say(`not ${before ? "unpinned" : "pinned"}: ${problemOf(thrown).message}`);
  }
}

/** Saves the call of a row as the next step. */
export async function saveStep(id: string, seq: number): Promise<void> {
  try {
    const body = await api.send<Script>("POST", sessionPath(id, "/script"), JSON.stringify({ seq }));
    if (currentId.peek() === id) script.value = body;
    say(`saved as step ${body.steps.length}; Tests has them all`);
  } catch (thrown) {
    say(`not saved as a step: ${problemOf(thrown).message}`);
  }
}

/** Stops the run of tests that is under way. */
export function stopTests(): void {
  const id = currentId.peek();
  if (id === null || !script.peek().running) return say("no tests are being run");
  api
    .send<Script>("POST", sessionPath(id, "/tests/stop"))
    .then((body) => {
      if (currentId.peek() === id) script.value = body;
      say("the run is stopped");
    })
    .catch((thrown: unknown) => say(`the run was not stopped: ${problemOf(thrown).message}`));
}
