// Owns what people mark in a timeline: pinned rows, and the calls saved as steps of a script. The backend keeps
// both with the session, so a reload and a second tab have the same; the stream says when they changed.
import { computed, effect, signal } from "@preact/signals";
import { api, sessionPath } from "../api";
import type { Row, Script, ScriptStep } from "../contract";
import { problemOf } from "../problem";
import { sliceAt } from "../text/json";
import { say } from "../ui/copy";
import { callBody } from "./request";
import { currentId, news } from "./sessions";

export const pins = signal<Row[]>([]);
export const script = signal<Script>({ steps: [], text: "[]\n" });

export type StepState = { is: "running" } | { is: "done" } | { is: "failed"; why: string };
/** How the steps that were run last went, by their numbers. */
export const stepStates = signal<ReadonlyMap<number, StepState>>(new Map());
export const isRunning = computed(() => [...stepStates.value.values()].some((one) => one.is === "running"));

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
      script.value = { steps: [], text: "[]\n" };
      stepStates.value = new Map();
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
  const before = pins.peek().some((row) => row.seq === seq);
  try {
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
    say(`saved as step ${body.steps.length}; Steps on the Timeline screen has them all`);
  } catch (thrown) {
    say(`not saved as a step: ${problemOf(thrown).message}`);
  }
}

export async function removeStep(id: string, number: number): Promise<void> {
  try {
    script.value = await api.send<Script>("DELETE", sessionPath(id, `/script/${number}`));
  } catch (thrown) {
    say(`the step was not removed: ${problemOf(thrown).message}`);
  }
}

function told(number: number, state: StepState): void {
  stepStates.value = new Map([...stepStates.peek(), [number, state]]);
}

/** Makes the call of a step and waits for its end; says whether it went well. */
async function runStep(id: string, step: ScriptStep): Promise<boolean> {
  told(step.number, { is: "running" });
  try {
    const params = sliceAt(step.message, ["params"]) ?? "{}";
    const body = callBody({ method: step.method, params }, { timeoutMs: null, forced: true, detached: false });
    const { call } = await api.send<{ call: number }>("POST", sessionPath(id, "/calls"), body);
    const end = await api.get<{ outcome?: string; result?: { isError?: boolean }; error?: { message?: string } }>(
      sessionPath(id, `/calls/${call}?wait=true`),
    );
    const isGood = end.outcome === "answered" && end.result?.isError !== true;
    const why = end.result?.isError === true ? "the tool reports an error" : (end.error?.message ?? end.outcome ?? "");
    told(step.number, isGood ? { is: "done" } : { is: "failed", why });
    return isGood;
  } catch (thrown) {
    told(step.number, { is: "failed", why: problemOf(thrown).message });
    return false;
  }
}

/** Runs all steps one after the other and stops at the first that fails, as the command line does. */
export async function runSteps(id: string): Promise<void> {
  if (isRunning.peek()) return;
  stepStates.value = new Map();
  for (const step of script.peek().steps) {
    if (!(await runStep(id, step))) return;
  }
}
