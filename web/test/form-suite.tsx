// The renderer of forms against the official tests of JSON Schema, for a page of the real backend: a browser test puts this
// into one and has it read a file of the suite. Each instance is drawn by the form of its schema.
import { signal } from "@preact/signals";
import { render } from "preact";
import { formApi } from "../src/api";
import type { FormApi, FormNode, FormProblem, FormResponse } from "../src/contract";
import { FormPane } from "../src/form/form";
import { sliceAt } from "../src/text/json";
import { meant, placesOf, seen } from "./form-looks";

interface Group {
  description: string;
  tests: { description: string; valid: boolean }[];
}

/** What became of an instance; without one, of the form that a schema begins with. */
interface Told {
  group: string;
  test: string | null;
  /** What the suite says of it. */
  valid: boolean | null;
  /** What the backend says of it; null when it cannot tell. */
  fits: boolean | null;
  /** What is wrong with what was drawn. */
  trouble: string[];
  places: number;
}

/** So many requests a browser makes at once. */
const AT_ONCE = 6;
/** So many turns a form has to come to the screen once its model is there. */
const MOST_TURNS = 200;

/** Lets everything else have its turn. Timers would wait for milliseconds, thousands of times. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
let drawings = 0;

/** Draws a value by the form of its schema, looks at it as a form and as JSON, and takes it away again. */
async function drawn(schema: string, given: string | null): Promise<Pick<Told, "fits" | "trouble" | "places">> {
  const prefix = `suite${(drawings += 1)}`;
  // Choices of one name belong together: those of drawings that are made at the same time must not.
  const root = document.createElement("form");
  document.body.append(root);
  const trouble: string[] = [];
  const threw = (event: ErrorEvent | PromiseRejectionEvent): void => {
    trouble.push(`threw ${"reason" in event ? String(event.reason) : event.message}`);
  };
  addEventListener("error", threw);
  addEventListener("unhandledrejection", threw);
  const text = signal(given ?? "");
  const mode = signal<"form" | "json">("form");
  const errors = signal<FormProblem[]>([]);
  let answer: FormResponse | null = null;
  let asked: Promise<FormResponse> | null = null;
  const api: FormApi = (request) => (asked = formApi(request));
  const until = async (holds: () => boolean): Promise<boolean> => {
    for (let turns = 0; turns < MOST_TURNS && !holds(); turns += 1) await turn();
    return holds();
  };
  let places = 0;
  try {
    render(<FormPane schema={schema} text={text} mode={mode} errors={errors} onRun={() => undefined} api={api} idPrefix={prefix} />, root);
    if (!(await until(() => asked !== null))) throw new Error("the form asks for nothing");
    answer = await (asked as unknown as Promise<FormResponse>);
    const { form, text: came } = answer;
    if (!(await until(() => root.querySelector(".fields") !== null))) throw new Error("the form is not drawn");
    places = lookAt(root, form, prefix, trouble);
    if (root.querySelector(".fault") !== null) trouble.push(`says ${root.querySelector(".fault")?.textContent}`);
    if (text.value !== came || (given !== null && came !== given)) trouble.push(`the text became ${text.value}`);
    mode.value = "json";
    const typed = (): string | undefined => root.querySelector("textarea")?.value;
    if (!(await until(() => typed() === came))) trouble.push(`as JSON it is ${typed()}`);
  } catch (thrown) {
    trouble.push(thrown instanceof Error ? `${thrown.message}` : String(thrown));
  } finally {
    render(null, root);
    root.remove();
    removeEventListener("error", threw);
    removeEventListener("unhandledrejection", threw);
  }
  return { fits: answer === null || answer.unchecked !== null ? null : answer.errors.length === 0, trouble, places };
}

/** Compares every place on the screen with the model, and gives how many there are. */
function lookAt(root: HTMLElement, form: FormNode, prefix: string, trouble: string[]): number {
  let places = 0;
  for (const [node, holder] of placesOf(root, form, prefix)) {
    places += 1;
    const [has, wants] = [seen(holder), meant(node, prefix)];
    if (has !== wants) trouble.push(`${node.pointer} is ${node.kind}: “${has}” instead of “${wants}”`);
  }
  return places;
}

/** Draws all instances of a file of the suite, and what each of its schemas begins with. */
async function drawFile(file: string): Promise<Told[]> {
  const groups = JSON.parse(file) as Group[];
  const cases = groups.flatMap(({ description: group, tests }, at) => {
    // As they are written: 1.0 is another text than 1.
    const schema = sliceAt(file, [at, "schema"]) ?? "";
    const instances = tests.map(({ description: test, valid }, number) => {
      return { group, test, valid, schema, text: sliceAt(file, [at, "tests", number, "data"]) };
    });
    return [{ group, test: null, valid: null, schema, text: null }, ...instances];
  });
  const told: Told[] = [];
  const lane = async (): Promise<void> => {
    for (let one = cases.shift(); one !== undefined; one = cases.shift()) {
      const { group, test, valid, schema, text } = one;
      told.push({ group, test, valid, ...(await drawn(schema, text)) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return told;
}

Object.assign(globalThis, { drawFile });
