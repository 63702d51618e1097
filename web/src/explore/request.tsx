// Owns the middle of Explore: the chosen item with its form, the Run button that is never greyed out, options,
// earlier runs and what the server asks for meanwhile.
import type { JSX } from "preact";
import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks";
import { api, formApi, sessionPath } from "../api";
import type { ItemDetail, SessionState } from "../contract";
import { type Problem, problemOf } from "../problem";
import { catalog, fetchDetail, findItem, isComing, listOf, nameOf } from "../store/catalog";
import { type Draft, draftOf, draftsCame } from "../store/drafts";
import { ended } from "../store/inbox";
import { completionBody, hasForm, schemaOf } from "../store/request";
import type { ItemRef } from "../store/route";
import { recall, timelineVersion } from "../store/runs";
import { hasCapability } from "../store/server-words";
import { valueOf } from "../text/json";
import { visible } from "../text/signs";
import { brief, ONE_LINE } from "../text/told";
import { Button } from "../ui/button";
import { PrettyJson } from "../ui/json";
import { prettyOf } from "../ui/json-tokens";
import { later } from "../ui/later";
import { ProblemBlock } from "../ui/problem";
import { Skeleton } from "../ui/skeleton";
import { focusFirstField, wantsFocus } from "./focus";
import { formOnScreen, isHeldBack, runItem } from "./running";

const CardsFor = later("CardsFor", "overlay");
const DraftNote = later("DraftNote", "overlay");
const FilledIn = later("FilledIn", "overlay");
const FormPane = later("FormPane");
const HeldBack = later("HeldBack", "overlay");
const Options = later("Options", "overlay");
const RunList = later("RunList", "overlay");
const Subscribe = later("Subscribe", "overlay");

/** So many letters of a description are shown above the form; the definition below it has all of them. */
const MOST_OF_DESCRIPTION = 20_000;

/** The schema of what nobody knows anything about. */
const ANYTHING = "true";

type Loading = { is: "loading" } | { is: "ready"; detail: ItemDetail } | { is: "failed"; problem: Problem };

/** One item; another item is another `Request`, so that no schema meets the draft of something else. */
export function Request({
  state,
  item: ref,
  run,
}: {
  state: SessionState;
  item: ItemRef;
  run: number | null;
}): JSX.Element {
  const item = findItem(catalog.value, ref);
  const [loading, setLoading] = useState<Loading>({ is: "loading" });
  const listSeq =
    catalog.value === null
      ? null
      : Object.values(catalog.value)
          .map((list) => list?.seq)
          .join();
  // Before it is painted, so that nobody waits a frame for the question.
  useLayoutEffect(() => {
    if (item === null) return undefined;
    const stop = new AbortController();
    // What is shown already stays until the new one is there: a list that changes must not empty a form.
    fetchDetail(state.id, ref, item, stop.signal)
      .then((detail) => setLoading({ is: "ready", detail }))
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setLoading({ is: "failed", problem: problemOf(thrown) });
      });
    return () => stop.abort();
  }, [state.id, ref.kind, ref.key, item?.index, listSeq]);
  useRecall(state.id, ref);

  const draft = draftOf(state.id, ref);
  const verb = ref.kind === "tool" ? "Run" : ref.kind === "prompt" ? "Get" : "Read";
  const detail = loading.is === "ready" ? loading.detail : null;
  const withForm = detail !== null && hasForm(ref);
  const kind = listOf(ref.kind);
  // Nothing is on its way that would tell.
  const isUnknown = item === null && loading.is === "loading" && hasForm(ref) && !isComing(state, catalog.value, kind);
  return (
    <section class="pane request" aria-label="Request" id="pane-2" tabIndex={-1}>
      <header class="pane-head">
        <h2 class="pane-title" title={visible(ref.key)}>
          {item === null ? visible(ref.key) : nameOf(item)}
        </h2>
        {(item?.badges ?? []).map((badge) => (
          <span key={badge} class="badge">
            {badge}
          </span>
        ))}
        <span class="pane-acts">
          {ref.kind === "resource" ? <Subscribe state={state} uri={ref.key} /> : null}
          {withForm ? <ModeSwitch draft={draft} /> : null}
          <Button look="primary" keys="Ctrl+Enter" onClick={() => void runItem(state.id, ref, false)}>
            {verb}
          </Button>
        </span>
      </header>
      <div class="pane-body">
        {isHeldBack(state.id, ref) ? <HeldBack state={state} target={ref} draft={draft} /> : null}
        <About
          item={item}
          target={ref}
          known={catalog.value?.[kind] != null}
          description={detail?.description ?? item?.description ?? null}
        />
        {loading.is === "failed" ? (
          <ProblemBlock problem={loading.problem} title="This item could not be read." />
        ) : null}
        {isUnknown ? (
          <p class="muted">It is not known what this {ref.kind} takes. What is written here goes out as it is, as JSON.</p>
        ) : null}
        {loading.is === "loading" && hasForm(ref) && !isUnknown ? <Skeleton rows={3} label="Reading what it takes…" /> : null}
        {(withForm || isUnknown) && draftsCame(state.id) ? (
          <ItemForm
            key={`${state.id} ${ref.kind} ${ref.key} ${isUnknown}`}
            state={state}
            target={ref}
            schema={detail === null ? ANYTHING : schemaOf(detail)}
            draft={draft}
          />
        ) : null}
        {withForm ? <DraftNote session={state.id} name={`${ref.kind}:${ref.key}`} also={[`options:${ref.kind}:${ref.key}`]} /> : null}
        {ref.kind === "template" ? <FilledIn template={ref.key} text={draft.text.value} /> : null}
        <Options state={state} target={ref} draft={draft} badges={item?.badges ?? []} definition={detail?.raw ?? null} />
        <div class="under-way">
          <RunList state={state} target={ref} shown={run} />
          {state.asks.length + state.rules.length + ended.value.length === 0 ? null : <CardsFor state={state} target={ref} />}
        </div>
        {detail === null ? null : (
          <details class="fold">
            <summary>Definition as the server sent it</summary>
            <PrettyJson text={detail.raw} />
          </details>
        )}
      </div>
    </section>
  );
}

/** Finds the item's runs again: when it is opened, and while rows of others come in. */
function useRecall(id: string, ref: ItemRef): void {
  const version = `${timelineVersion.value} ${draftsCame(id)}`;
  useEffect(() => {
    const stop = new AbortController();
    // A burst of rows asks once, after it: runs made in this tab are known anyway.
    const timer = setTimeout(() => {
      recall(id, ref, stop.signal).catch(() => undefined);
    }, 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, ref.kind, ref.key, version]);
}

function About({
  item,
  target,
  known,
  description,
}: {
  item: ReturnType<typeof findItem>;
  target: ItemRef;
  known: boolean;
  description: string | null;
}): JSX.Element | null {
  if (item === null) {
    return known ? (
      <p class="warn-line">The server does not list this {target.kind}. It can be sent all the same.</p>
    ) : null;
  }
  return (
    <div class="about">
      {item.title === null || item.title === item.name ? null : <p class="about-title">{brief(item.title, ONE_LINE)}</p>}
      {description === null ? null : <p class="muted description">{brief(description, MOST_OF_DESCRIPTION, true)}</p>}
      {target.kind === "resource" || target.kind === "template" ? (
        <p class="muted mono">
          {brief(target.key)}
          {item.mimeType === null ? "" : ` · ${brief(item.mimeType, ONE_LINE)}`}
        </p>
      ) : null}
      {item.broken === null ? null : <p class="warn-line">This entry cannot be used as it is: {brief(item.broken)}</p>}
    </div>
  );
}

/** The text that the form has made is laid out for whoever edits it; what somebody laid out stays as it is. */
async function toJson(draft: Draft): Promise<void> {
  if (draft.mode.peek() === "json") return;
  await formOnScreen.current?.settled();
  const text = draft.text.peek();
  if (!text.includes("\n") && valueOf(text) !== undefined) draft.text.value = prettyOf(text);
  draft.mode.value = "json";
}

function ModeSwitch({ draft }: { draft: Draft }): JSX.Element {
  return (
    <div class="switch" role="group" aria-label="Fill in as">
      <Button
        pressed={draft.mode.value === "form"}
        onClick={() => {
          draft.mode.value = "form";
        }}
      >
        Form
      </Button>
      <Button
        pressed={draft.mode.value === "json"}
        onClick={() => void toJson(draft)}
      >
        JSON
      </Button>
    </div>
  );
}

function ItemForm({
  state,
  target,
  schema,
  draft,
}: {
  state: SessionState;
  target: ItemRef;
  schema: string;
  draft: Draft;
}): JSX.Element {
  const completes = target.kind === "prompt" || target.kind === "template";
  const complete = useCallback(
    async (name: string, value: string): Promise<string[]> => {
      if (!hasCapability(state, "completions")) return [];
      const body = completionBody(target, name, value, draft.text.peek());
      const report = await api.send<{ result?: { completion?: { values?: unknown[] } } }>(
        "POST",
        sessionPath(state.id, "/calls?wait=true"),
        body,
      );
      return (report.result?.completion?.values ?? []).filter((one): one is string => typeof one === "string");
    },
    [state.id, target.kind, target.key],
  );
  useEffect(() => {
    if (!wantsFocus.peek()) return;
    wantsFocus.value = false;
    focusFirstField("#item-form", () => document.getElementById("item-form") !== null);
  }, []);
  return (
    <div id="item-form">
      <FormPane
        schema={schema}
        text={draft.text}
        mode={draft.mode}
        errors={draft.errors}
        onRun={() => void runItem(state.id, target, false)}
        api={formApi}
        idPrefix="arg"
        handle={formOnScreen}
        {...(completes ? { complete } : {})}
      />
    </div>
  );
}
