// The state of one form: the text of the value, the model the backend made of it, and the edits under way.
//
// Edits are kept until an answer covers them, and each question carries all edits since the last text that
// came back. So questions may overtake each other: an answer older than the one shown is dropped, and
// nothing that was typed is lost by it. What a question is built on never depends on a question in flight.
// A form that is left goes on until its text has what was typed last; the next form of that text waits for it.
import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { FormApi, FormEdit, FormNode, FormProblem, TextFault } from "../contract";
import { parentPointer } from "./pointer";
import { keepSame } from "./same";

/** How long typing may pause before the backend is asked. */
export const TYPING_PAUSE = 80;

/** How long to wait before a backend that did not answer is asked again. */
const RETRY_PAUSE = 1000;

/** The keyword of the problem that stands for text which is not JSON, */
export const SYNTAX = "syntax";
/** and that of what was typed into a field and not taken: it stays in the field, and is not in the text. */
export const REFUSED = "refused";

interface Waiting {
  number: number;
  edit: FormEdit;
  sent: boolean;
  isTyping: boolean;
}

/** What was typed and not taken. */
export interface Refusal {
  number: number;
  /** The value that was typed, JSON. */
  json: string;
  problem: FormProblem;
}

/** What was typed and is not in the text yet: the text with these edits is what a person has before them. */
export interface Unfinished {
  schema: string;
  text: string;
  edits: FormEdit[];
}

/** Who writes each text now; a card may be on the screen twice. */
const writers = new WeakMap<Signal<string>, Set<FormEngine>>();

function writersOf(text: Signal<string>): Set<FormEngine> {
  const known = writers.get(text) ?? new Set();
  writers.set(text, known);
  return known;
}

/** What the forms of a text have not put into it yet. */
export function unfinishedOf(text: Signal<string>): Unfinished | null {
  for (const one of writersOf(text)) if (one.unfinished() !== null) return one.unfinished();
  return null;
}

export class FormEngine {
  readonly form: ReadonlySignal<FormNode | null>;
  readonly textFault: ReadonlySignal<TextFault | null>;
  /** Why the backend did not take or check what was typed. */
  readonly failure: ReadonlySignal<string | null>;
  /** Why the value is not checked, or not by all of the schema. */
  readonly unchecked: ReadonlySignal<string | null>;
  /** The number of the last edit that is part of what is shown. */
  readonly applied: ReadonlySignal<number>;

  /** Counts how often the text was replaced as a whole: answers and drafts about an earlier one are of no use. */
  readonly generation: ReadonlySignal<number>;

  private readonly generationNow = signal(0);
  private readonly formNow = signal<FormNode | null>(null);
  private readonly textFaultNow = signal<TextFault | null>(null);
  private readonly failureNow = signal<string | null>(null);
  private readonly uncheckedNow = signal<string | null>(null);
  private readonly appliedNow = signal(0);
  /** What the fields hold that was not taken, by their pointers. */
  readonly refused = signal<ReadonlyMap<string, Refusal>>(new Map());
  /** What the last answer says does not fit. */
  private errors: FormProblem[] = [];

  /** The text that all waiting edits are to be applied to; null before the first answer. */
  private base: string | null = null;
  private waiting: Waiting[] = [];
  private edits = 0;
  private isFailureRead = true;
  private asked = 0;
  private answered = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isLeaving = false;
  private isStopped = false;
  private whenLeft: (() => void)[] = [];
  private whenSettled: (() => void)[] = [];

  constructor(
    private readonly api: FormApi,
    private readonly schema: string,
    private readonly text: Signal<string>,
    private readonly problems: Signal<FormProblem[]>,
  ) {
    this.form = this.formNow;
    this.textFault = this.textFaultNow;
    this.failure = this.failureNow;
    this.unchecked = this.uncheckedNow;
    this.applied = this.appliedNow;
    this.generation = this.generationNow;
    this.base = text.peek() === "" ? null : text.peek();
  }

  /** Takes over the text as it stands; "" asks for a first value. To be called when it was changed by others. */
  start() {
    if (this.isLeaving) return;
    const leaving = [...writersOf(this.text)].find((one) => one.isLeaving);
    if (leaving !== undefined) {
      leaving.whenLeft.push(() => this.start());
      return;
    }
    writersOf(this.text).add(this);
    this.generationNow.value++;
    this.waiting = [];
    this.refuse(() => false);
    this.base = this.text.peek() === "" ? null : this.text.peek();
    this.ask();
  }

  /** Whether `text` is what this form last made of it. */
  owns(text: string): boolean {
    return text === (this.base ?? "");
  }

  /** The form is left. What was typed last still comes into the text; nothing else that comes later changes anything. */
  leave() {
    this.isLeaving = true;
    if (this.unfinished() === null) this.stop();
    else this.flush();
  }

  /** What was typed and is not in the text yet. */
  unfinished(): Unfinished | null {
    if (this.waiting.length === 0 || this.isStopped || !this.owns(this.text.peek())) return null;
    return { schema: this.schema, text: this.base ?? "", edits: this.waiting.map((waiting) => waiting.edit) };
  }

  private stop() {
    this.isStopped = true;
    this.clearTimer();
    writersOf(this.text).delete(this);
    this.settle();
    const resolve = this.whenLeft;
    this.whenLeft = [];
    for (const each of resolve) each();
  }

  /** Carries out an edit; typing waits for a pause. Gives the number that `applied` reaches with it. */
  edit(edit: FormEdit, isTyping = false): number {
    this.isFailureRead = true;
    // A change of the field or of what is around it takes the place of what is in it; items of a list get other places.
    const isItem = (edit.op === "remove" || edit.op === "move") && /\/\d+$/.test(edit.pointer);
    const around = isItem ? parentPointer(edit.pointer) : edit.pointer;
    this.refuse((pointer) => pointer !== edit.pointer && !pointer.startsWith(`${around}/`));
    const last = this.waiting.at(-1);
    const replaces =
      last && !last.sent && last.edit.op === "set" && edit.op === "set" && last.edit.pointer === edit.pointer;
    if (replaces) this.waiting.pop();
    const number = ++this.edits;
    this.waiting.push({ number, edit, sent: false, isTyping });
    if (isTyping) this.askAfter(TYPING_PAUSE);
    else this.ask();
    return number;
  }

  /** The whole text as a user typed it; it need not be JSON. */
  replaceText(text: string) {
    this.generationNow.value++;
    this.isFailureRead = true;
    this.waiting = [];
    this.refuse(() => false);
    this.base = text;
    this.text.value = text;
    this.askAfter(TYPING_PAUSE);
  }

  /** Asks now what would be asked after a pause. */
  flush() {
    if (this.timer !== null) this.ask();
  }

  /** When the text has everything that was typed, or the backend has failed to take it. */
  settled(): Promise<void> {
    this.flush();
    if (this.answered === this.asked) return Promise.resolve();
    return new Promise((resolve) => this.whenSettled.push(resolve));
  }

  private askAfter(pause: number) {
    this.clearTimer();
    this.timer = setTimeout(() => this.ask(), pause);
  }

  private clearTimer() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private ask() {
    this.clearTimer();
    if (this.isStopped) return;
    const number = ++this.asked;
    const covers = this.edits;
    for (const waiting of this.waiting) waiting.sent = true;
    const carried = this.waiting;
    const edits = carried.map((waiting) => waiting.edit);
    const generation = this.generation.peek();
    this.api({ schema: this.schema, text: this.base, edits }).then(
      (answer) => {
        if (this.isStopped || number < this.answered) return;
        this.answered = number;
        if (generation !== this.generation.peek()) return this.settle();
        // Somebody else has changed the text of a form that is left: theirs is newer.
        if (this.isLeaving && !this.owns(this.text.peek())) return this.stop();
        batch(() => {
          this.waiting = this.waiting.filter((waiting) => waiting.number > covers);
          this.base = answer.text;
          this.text.value = answer.text;
          this.appliedNow.value = covers;
          this.formNow.value = keepSame(this.formNow.peek(), answer.form);
          this.textFaultNow.value = answer.textError;
          this.uncheckedNow.value = answer.unchecked;
          // A refusal stays on the screen until the next edit; what came through since does not undo it.
          if (this.isFailureRead) this.failureNow.value = null;
          this.errors = answer.textError
            ? [{ pointer: "", message: `not JSON: ${answer.textError.message}`, keyword: SYNTAX }, ...answer.errors]
            : answer.errors;
          this.refuse((_, { number }) => carried.every((one) => one.number !== number));
          this.tell();
        });
        this.settle();
        if (this.isLeaving && this.waiting.length === 0) this.stop();
      },
      (reason: unknown) => {
        if (generation === this.generation.peek()) this.fail(number, covers, reason);
        else if (number > this.answered) {
          this.answered = number;
          this.settle();
        }
      },
    );
  }

  private fail(number: number, covers: number, reason: unknown) {
    if (this.isStopped || number < this.answered) return;
    this.answered = number;
    this.failureNow.value = reason instanceof Error ? reason.message : String(reason);
    if (isRefusal(reason)) {
      // An edit that cannot be made would spoil every later question, so it is given up, and said so.
      this.isFailureRead = false;
      const refused = new Map(this.refused.peek());
      for (const { number, edit, isTyping } of this.waiting) {
        if (number > covers || !isTyping || edit.op !== "set") continue;
        const message = `not taken, so it would not be sent: ${this.failureNow.value}`;
        refused.set(edit.pointer, { number, json: edit.json, problem: { pointer: edit.pointer, message, keyword: REFUSED } });
      }
      this.refused.value = refused;
      this.tell();
      this.waiting = this.waiting.filter((waiting) => waiting.number > covers);
      this.appliedNow.value = covers;
      if (this.waiting.length > 0) this.ask();
      else if (this.isLeaving) this.stop();
    } else {
      this.askAfter(RETRY_PAUSE);
    }
    this.settle();
  }

  /** Keeps of what was refused that which passes. */
  private refuse(stays: (pointer: string, refusal: Refusal) => boolean) {
    const before = this.refused.peek();
    const after = new Map([...before].filter(([pointer, refusal]) => stays(pointer, refusal)));
    if (after.size < before.size) this.refused.value = after;
  }

  /** Says what does not fit, with what was not taken at all. */
  private tell() {
    this.problems.value = [...this.errors, ...[...this.refused.peek().values()].map((one) => one.problem)];
  }

  private settle() {
    if (!this.isStopped && (this.answered < this.asked || (this.timer !== null && this.failureNow.peek() === null))) return;
    const resolve = this.whenSettled;
    this.whenSettled = [];
    for (const each of resolve) each();
  }
}

/** Whether the backend answered, and said no: asking the same again is of no use. */
function isRefusal(reason: unknown): boolean {
  const status = reason instanceof Object && "status" in reason ? reason.status : null;
  return typeof status === "number" && status >= 400 && status < 500;
}
