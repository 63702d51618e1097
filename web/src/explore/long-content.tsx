// Owns the content of a result that stays in the backend: its blocks come in windows, long texts as documents of lines,
// and data as bytes when they are drawn or saved. What is drawn is drawn by the same parts as that of short results.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, request, sessionPath } from "../api";
import type { AnswerPlace, ContentBlock, ContentData, ContentText, ContentWindow } from "../contract";
import { type Problem, problemOf } from "../problem";
import { bytes } from "../text/measure";
import { Button } from "../ui/button";
import { download, say } from "../ui/copy";
import { BigDoc } from "../ui/json";
import { ProblemBlock } from "../ui/problem";
import { Drawn, fileNameOf, Framed, mediaType, NotLists, ResourceLink } from "./content";
import { joined } from "./misfit";
import { Paged } from "./paged";
import { type PictureSize, pictureSizeOf } from "./picture-size";
import { Prose } from "./prose";

/** Data of more bytes are not fetched before somebody wants them. */
const MOST_UNASKED = 10_000_000;

interface Place {
  session: string;
  seq: number;
}

/** The blocks that have come, by their number. The others come when they are near the view. */
interface Came {
  blocks: ReadonlyMap<number, ContentBlock>;
  total: number;
}

export function LongContent({ session, answer }: { session: string; answer: AnswerPlace }): JSX.Element {
  const [came, setCame] = useState<Came | null>(null);
  const [notLists, setNotLists] = useState<ContentWindow["notLists"]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const wanted = useRef({ first: 0, end: 1 });
  const fetching = useRef<AbortController | null>(null);
  /** Fetches the first of the wanted blocks that is not here; one window at a time. */
  const more = (known: Came | null): void => {
    let from = wanted.current.first;
    while (known?.blocks.has(from) === true) from += 1;
    if (fetching.current !== null || from >= Math.min(wanted.current.end, known?.total ?? 1)) return;
    const stop = new AbortController();
    fetching.current = stop;
    const query = new URLSearchParams({ path: answer.path, from: String(from) });
    api.get<ContentWindow>(sessionPath(session, `/content/${answer.seq}?${query}`), stop.signal).then(
      (page) => {
        fetching.current = null;
        const blocks = new Map(known?.blocks);
        page.blocks.forEach((block, at) => blocks.set(page.from + at, block));
        setCame({ blocks, total: page.total });
        setNotLists(page.notLists);
        setProblem(null);
      },
      (thrown: unknown) => {
        fetching.current = null;
        if (!stop.signal.aborted) setProblem(problemOf(thrown));
      },
    );
  };
  useEffect(() => {
    if (problem === null) more(came);
  }, [came]);
  useEffect(() => () => fetching.current?.abort(), []);
  const place = { session, seq: answer.seq };
  return (
    <div class="content">
      {problem === null ? null : (
        <ProblemBlock problem={problem} title="The content could not be fetched.">
          <Button
            onClick={() => {
              setProblem(null);
              more(came);
            }}
          >
            Try again
          </Button>
        </ProblemBlock>
      )}
      <NotLists all={notLists} />
      {came?.total === 0 && notLists.length === 0 ? <p class="empty">There is no content in this result.</p> : null}
      {came === null || came.total === 0 ? null : (
        <Paged
          of={answer.seq}
          count={came.total}
          noun="blocks"
          draw={(index) => {
            const block = came.blocks.get(index);
            return block === undefined ? null : <Block key={index} place={place} block={block} />;
          }}
          onDrawn={(first, end) => {
            wanted.current = { first, end };
            if (problem === null) more(came);
          }}
        />
      )}
    </div>
  );
}

/** What is wrong with a block, as far as is told of it; null when nothing is. */
export function faultOf({ kind, mimeType, data, text, uri }: ContentBlock): string | null {
  const base64 = data?.isBase64 === false ? "its data are not base64" : null;
  switch (kind) {
    case "text":
      return text === null ? "`text` is not a string" : null;
    case "image":
    case "audio":
      return joined([data === null ? "`data` is not a string" : base64, mimeType === null ? "`mimeType` is not a string" : null]);
    case "resource":
      return joined([
        uri === null ? "`uri` is not a string" : null,
        text === null && data === null ? "neither `text` nor `blob` is a string" : base64,
      ]);
    case "resource_link":
      return uri === null ? "`uri` is not a string" : null;
    default:
      return null;
  }
}

function Block({ place, block }: { place: Place; block: ContentBlock }): JSX.Element {
  const why = faultOf(block);
  const drawn = (
    <>
      <Inside place={place} block={block} />
      {why === null ? null : (
        <Framed label={`Not as it should be: ${why}. It came so:`}>
          <BigDoc session={place.session} seq={place.seq} path={block.pointer} api={api} label="Content" />
        </Framed>
      )}
    </>
  );
  return block.role === null ? (
    drawn
  ) : (
    <div class="message">
      <p class="muted">{block.role}</p>
      {drawn}
    </div>
  );
}

function Inside({ place, block }: { place: Place; block: ContentBlock }): JSX.Element {
  const { kind, mimeType, data, text } = block;
  const size = data === null ? "" : ` · ${bytes(data.bytes)}`;
  switch (kind) {
    case "text":
      return (
        <Framed label={text === null || text.isWhole ? "text" : `text · ${bytes(text.bytes)}`}>
          <Text place={place} text={text} mimeType={mimeType} name="text.txt" />
        </Framed>
      );
    case "image":
    case "audio":
      return (
        <Framed label={`${kind} · ${mimeType ?? "no type"}${size}`}>
          <Media place={place} data={data} mimeType={mimeType} kind={kind} />
        </Framed>
      );
    case "resource_link":
      return (
        <Framed label="link to a resource">
          <p>
            <ResourceLink session={place.session} uri={block.uri} name={block.name} />
          </p>
          {block.description === null ? null : <p class="muted">{block.description}</p>}
        </Framed>
      );
    case "resource":
      return <Resource place={place} block={block} size={size} />;
    default:
      return (
        <Framed label="content of a kind this page does not know">
          <BigDoc session={place.session} seq={place.seq} path={block.pointer} api={api} label="Content" />
        </Framed>
      );
  }
}

function Resource({ place, block, size }: { place: Place; block: ContentBlock; size: string }): JSX.Element {
  const { mimeType, data, text, uri } = block;
  const long = text === null || text.isWhole ? size : ` · ${bytes(text.bytes)}`;
  const kind = mimeType?.startsWith("image/") === true ? "image" : mimeType?.startsWith("audio/") === true ? "audio" : null;
  return (
    <Framed label={`resource · ${mimeType ?? "no type"}${long}`}>
      <p>
        <ResourceLink session={place.session} uri={uri} name={null} />
      </p>
      {data === null ? (
        <Text place={place} text={text} mimeType={mimeType} name={fileNameOf(uri)} />
      ) : kind === null ? (
        <p class="muted">Binary data.</p>
      ) : (
        <Media place={place} data={data} mimeType={mimeType} kind={kind} />
      )}
      {data === null ? null : <Save place={place} pointer={data.pointer} decode="base64" name={fileNameOf(uri)} />}
    </Framed>
  );
}

function Text(props: { place: Place; text: ContentText | null; mimeType: string | null; name: string }): JSX.Element {
  const { place, text, mimeType, name } = props;
  if (text === null) return <></>;
  if (text.isWhole) return <Prose text={text.text} mimeType={mimeType} />;
  return (
    <>
      <BigDoc session={place.session} seq={place.seq} path={text.pointer} api={api} label="Text" isText />
      <Save place={place} pointer={text.pointer} decode="text" name={name} />
    </>
  );
}

async function fetched(place: Place, pointer: string, decode: "text" | "base64", signal?: AbortSignal): Promise<ArrayBuffer> {
  const query = new URLSearchParams({ path: pointer, decode });
  const path = sessionPath(place.session, `/body/${place.seq}?${query}`);
  return (await request("GET", path, { accept: "*/*", ...(signal === undefined ? {} : { signal }) })).arrayBuffer();
}

/** Saves a part as it is. Its type is not told to the browser, so that nothing opens it by itself. */
function Save({ place, pointer, decode, name }: { place: Place; pointer: string; decode: "text" | "base64"; name: string }): JSX.Element {
  const save = (): void => {
    fetched(place, pointer, decode).then(
      (all) => download(new Blob([all], { type: "application/octet-stream" }), name),
      (thrown: unknown) => say(`it was not saved: ${problemOf(thrown).message}`),
    );
  };
  return (
    <p>
      <Button onClick={save}>Save as {name}</Button>
    </p>
  );
}

interface Ready {
  url: string;
  size: PictureSize | null;
}

/** A picture or sound whose data come when they are wanted; large ones are asked for. */
function Media(props: { place: Place; data: ContentData | null; mimeType: string | null; kind: "image" | "audio" }): JSX.Element {
  const { place, data, mimeType, kind } = props;
  const type = mediaType(mimeType, kind);
  const [isWanted, setWanted] = useState(data !== null && data.bytes <= MOST_UNASKED);
  const [ready, setReady] = useState<Ready | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const pointer = data?.pointer ?? "";
  const canCome = type !== null && data !== null && data.isBase64;
  useEffect(() => {
    if (!isWanted || !canCome) return undefined;
    const stop = new AbortController();
    fetched(place, pointer, "base64", stop.signal)
      .then(async (all) => {
        const url = await dataUrlOf(new Blob([all], { type }));
        if (!stop.signal.aborted) setReady({ url, size: kind === "image" ? pictureSizeOf(new Uint8Array(all)) : null });
      })
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setProblem(problemOf(thrown));
      });
    return () => stop.abort();
  }, [place.session, place.seq, pointer, isWanted, canCome]);
  const noun = kind === "image" ? "picture" : "sound";
  if (!canCome) return <p class="muted">{kind === "image" ? "This picture cannot be shown." : "It cannot be played."}</p>;
  if (problem !== null) return <ProblemBlock problem={problem} title={`The ${noun} could not be fetched.`} />;
  if (!isWanted) return <Asked verb={`Fetch this ${noun}`} why={`${bytes(data.bytes)}; the page can stand still for a while`} act={() => setWanted(true)} />;
  if (ready === null) return <p class="muted">{`Fetching the ${noun}…`}</p>;
  return kind === "image" ? <Drawn url={ready.url} size={ready.size} /> : <audio controls src={ready.url} />;
}

function Asked({ verb, why, act }: { verb: string; why: ComponentChildren; act(): void }): JSX.Element {
  return (
    <p>
      <Button onClick={act}>{verb}</Button> <span class="muted">{why}</span>
    </p>
  );
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("it could not be read"));
    reader.readAsDataURL(blob);
  });
}
