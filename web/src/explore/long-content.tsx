// Owns the content of a result that stays in the backend: its blocks come in windows, long texts as documents of lines,
// and data as bytes when they are drawn or saved. What is drawn is drawn by the same parts as that of short results.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, request, sessionPath } from "../api";
import type { AnswerPlace, ContentBlock, ContentData, ContentText, ContentWindow } from "../contract";
import { type Problem, problemOf } from "../problem";
import { bytes } from "../text/measure";
import { Button } from "../ui/button";
import { download, say } from "../ui/copy";
import { BigDoc } from "../ui/json";
import { ProblemBlock } from "../ui/problem";
import { Drawn, fileNameOf, Framed, mediaType, ResourceLink } from "./content";
import { type PictureSize, pictureSizeOf } from "./picture-size";
import { Prose } from "./prose";

/** Data of more bytes are not fetched before somebody wants them. */
const MOST_UNASKED = 10_000_000;

interface Place {
  session: string;
  seq: number;
}

export function LongContent({ session, answer }: { session: string; answer: AnswerPlace }): JSX.Element {
  const [blocks, setBlocks] = useState<ContentBlock[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const more = (from: number, signal?: AbortSignal): void => {
    const query = new URLSearchParams({ path: answer.path, from: String(from) });
    api.get<ContentWindow>(sessionPath(session, `/content/${answer.seq}?${query}`), signal).then(
      (page) => {
        setBlocks((before) => [...before.slice(0, page.from), ...page.blocks]);
        setTotal(page.total);
        setProblem(null);
      },
      (thrown: unknown) => {
        if (signal?.aborted !== true) setProblem(problemOf(thrown));
      },
    );
  };
  useEffect(() => {
    const stop = new AbortController();
    more(0, stop.signal);
    return () => stop.abort();
  }, [session, answer.seq, answer.path]);
  const left = (total ?? 0) - blocks.length;
  return (
    <div class="content">
      {problem === null ? null : (
        <ProblemBlock problem={problem} title="The content could not be fetched.">
          <Button onClick={() => more(blocks.length)}>Try again</Button>
        </ProblemBlock>
      )}
      {total === 0 ? <p class="empty">There is no content in this result.</p> : null}
      {blocks.map((block) => (
        <Block key={block.pointer} place={{ session, seq: answer.seq }} block={block} />
      ))}
      {left <= 0 ? null : (
        <p>
          <Button onClick={() => more(blocks.length)}>{`Show more (${left} blocks are left)`}</Button>
        </p>
      )}
    </div>
  );
}

function Block({ place, block }: { place: Place; block: ContentBlock }): JSX.Element {
  const drawn = <Inside place={place} block={block} />;
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
  if (text === null || text.isWhole) return <Prose text={text?.text ?? ""} mimeType={mimeType} />;
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
