// Owns results as a person would see them: texts, pictures, sounds, links and embedded resources. Everything a
// server sent is text or the data of an `img`; nothing of it becomes markup, and no link is followed by itself.
import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { formatRoute } from "../store/route";
import { valueOf } from "../text/json";
import { bytes } from "../text/measure";
import { dict, type Dict, isBase64, messageMisfit, Misfit, misfitOf, needs, resourceMisfit } from "./misfit";
import { Paged } from "./paged";
import { pictureSize, type PictureSize } from "./picture-size";
import { Prose } from "./prose";
import { Button } from "../ui/button";
import { download, say } from "../ui/copy";

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Kinds of pictures a browser draws in an `img` without running anything in them. */
const PICTURES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/svg+xml",
]);
const SOUNDS = /^audio\/[a-z0-9.+-]+$/;

/** The type under which a picture or sound is given to the browser; null when it is not. */
export function mediaType(mimeType: string | null, kind: "image" | "audio"): string | null {
  const type = mimeType?.toLowerCase().split(";")[0]?.trim() ?? "";
  return (kind === "image" ? PICTURES.has(type) : SOUNDS.test(type)) ? type : null;
}

/** An address of data for a picture or sound; null when type or data are not what they should be. */
export function dataUrl(mimeType: string | null, data: string | null, kind: "image" | "audio"): string | null {
  const type = mediaType(mimeType, kind);
  return type === null || data === null || !isBase64(data) ? null : `data:${type};base64,${data.replace(/\s/g, "")}`;
}

/** Parts of a result under the members that have them; what is no list is one part. */
function partsOf(all: Dict | null): { name: string; part: unknown }[] {
  return ["content", "contents", "messages"].flatMap((name) => {
    const value = all?.[name];
    if (value === undefined) return [];
    return Array.isArray(value) ? value.map((part: unknown) => ({ name, part })) : [{ name: "", part: { [name]: value } }];
  });
}

export function Content({ session, result }: { session: string; result: string }): JSX.Element {
  const parts = useMemo(() => partsOf(dict(valueOf(result))), [result]);
  const draw = (index: number): JSX.Element | null => {
    const { name, part } = parts[index] ?? { name: "", part: null };
    switch (name) {
      case "content":
        return <Block key={index} session={session} block={part} />;
      case "contents":
        return <Resource key={index} session={session} resource={part} misfit={<Misfit why={resourceMisfit(part)} value={part} />} />;
      case "messages":
        return <Message key={index} session={session} message={part} />;
      default:
        return <NoList key={index} part={dict(part) ?? {}} />;
    }
  };
  return (
    <div class="content">
      {parts.length === 0 ? (
        <p class="empty">There is no content in this result.</p>
      ) : (
        <Paged of={parts} count={parts.length} noun="blocks" draw={draw} />
      )}
    </div>
  );
}

/** Members that should be lists of blocks and are something else. */
export function NotLists({ all }: { all: readonly { name: string; found: string }[] }): JSX.Element {
  return (
    <>
      {all.map(({ name, found }) => (
        <p key={name} class="problem-line">
          <span class="sign bad" aria-hidden="true">
            ✗
          </span>{" "}
          <code>{name}</code> is there and is not an array, as it has to be: it is {found}. Pretty and Raw show it.
        </p>
      ))}
    </>
  );
}

function NoList({ part }: { part: Dict }): JSX.Element {
  const [name = ""] = Object.keys(part);
  return (
    <Framed label={name}>
      <Misfit why={needs(part, name, "a list")} value={part} />
    </Framed>
  );
}

function Message({ session, message }: { session: string; message: unknown }): JSX.Element {
  const all = dict(message);
  return (
    <div class="message">
      <p class="muted">{text(all?.["role"]) ?? "no role"}</p>
      <Misfit why={messageMisfit(message)} value={message} />
      {all?.["content"] === undefined ? null : <Block session={session} block={all["content"]} />}
    </div>
  );
}

export function Block({ session, block }: { session: string; block: unknown }): JSX.Element {
  const all = dict(block);
  const mimeType = text(all?.["mimeType"]);
  const data = text(all?.["data"]);
  const why = misfitOf(block);
  const misfit = <Misfit why={why} value={block} />;
  switch (all?.["type"]) {
    case "text":
      return (
        <Framed label="text">
          {typeof all["text"] === "string" ? <Prose text={all["text"]} mimeType={mimeType} /> : null}
          {misfit}
        </Framed>
      );
    case "image":
      return (
        <Framed label={`image · ${mimeType ?? "no type"}${sizeOf(data)}`}>
          <Picture mimeType={mimeType} data={data} />
          {misfit}
        </Framed>
      );
    case "audio":
      return (
        <Framed label={`audio · ${mimeType ?? "no type"}${sizeOf(data)}`}>
          <Sound mimeType={mimeType} data={data} />
          {misfit}
        </Framed>
      );
    case "resource_link":
      return (
        <Framed label="link to a resource">
          <p>
            <ResourceLink session={session} uri={text(all["uri"])} name={text(all["title"]) ?? text(all["name"])} />
          </p>
          {text(all["description"]) === null ? null : <p class="muted">{text(all["description"])}</p>}
          {misfit}
        </Framed>
      );
    case "resource":
      return <Resource session={session} resource={all["resource"]} misfit={misfit} />;
    default:
      return (
        <Framed label="content of a kind this page does not know">
          {why === null ? <pre class="text-content">{JSON.stringify(block, null, 2)}</pre> : misfit}
        </Framed>
      );
  }
}

function Resource({ session, resource, misfit }: { session: string; resource: unknown; misfit: JSX.Element }): JSX.Element {
  const all = dict(resource);
  const uri = text(all?.["uri"]);
  const mimeType = text(all?.["mimeType"]);
  const blob = text(all?.["blob"]);
  return (
    <Framed label={`resource · ${mimeType ?? "no type"}${sizeOf(blob)}`}>
      <p>
        <ResourceLink session={session} uri={uri} name={null} />
      </p>
      {blob === null ? (
        typeof all?.["text"] === "string" ? <Prose text={all["text"]} mimeType={mimeType} /> : null
      ) : mimeType?.startsWith("image/") === true ? (
        <Picture mimeType={mimeType} data={blob} />
      ) : mimeType?.startsWith("audio/") === true ? (
        <Sound mimeType={mimeType} data={blob} />
      ) : (
        <p class="muted">Binary data.</p>
      )}
      {blob === null ? null : <Download data={blob} name={fileNameOf(uri)} />}
      {misfit}
    </Framed>
  );
}

export function ResourceLink({
  session,
  uri,
  name,
}: {
  session: string;
  uri: string | null;
  name: string | null;
}): JSX.Element {
  if (uri === null) return <span class="bad">without an address</span>;
  const shown = name === null ? uri : `${name} (${uri})`;
  return (
    <a class="mono" href={formatRoute({ screen: "explore", session, item: { kind: "resource", key: uri }, run: null })}>
      {shown}
    </a>
  );
}

function Picture({ mimeType, data }: { mimeType: string | null; data: string | null }): JSX.Element {
  const url = dataUrl(mimeType, data, "image");
  const size = useMemo(() => (url === null || data === null ? null : pictureSize(data)), [url]);
  return url === null ? <p class="muted">This picture cannot be shown.</p> : <Drawn url={url} size={size} />;
}

/** A picture, once somebody wants it where it may cost a lot. */
export function Drawn({ url, size }: { url: string; size: PictureSize | null }): JSX.Element {
  const [isWanted, setWanted] = useState(false);
  const costs = costsOf(url, size);
  if (costs !== null && !isWanted)
    return (
      <p>
        <Button onClick={() => setWanted(true)}>{costs.verb}</Button> <span class="muted">{costs.why}</span>
      </p>
    );
  return <img class="picture" src={url} alt="sent by the server" decoding="async" />;
}

/** How many pixels a picture may have that is shown without being asked for: as many as a good camera makes. */
const MOST_PIXELS = 16_000_000;

/** Why a picture waits until somebody wants it; null when it does not. */
function costsOf(url: string, size: PictureSize | null): { verb: string; why: string } | null {
  // It is drawn by a program that the server wrote, and may take as long as it likes.
  if (url.startsWith("data:image/svg"))
    return { verb: "Draw this SVG", why: "scripts in it do not run, but drawing it can take long" };
  if (size === null) return { verb: "Show this picture", why: "it does not say how large it is, and showing it can take long" };
  if (size.width * size.height <= MOST_PIXELS) return null;
  return {
    verb: "Show this picture",
    why: `${size.width} × ${size.height} pixels; the page can stand still for a while`,
  };
}

function Sound({ mimeType, data }: { mimeType: string | null; data: string | null }): JSX.Element {
  const url = dataUrl(mimeType, data, "audio");
  return url === null ? <p class="muted">It cannot be played.</p> : <audio controls src={url} />;
}

/** A name for a file, from the end of an address: never a path, never hidden. */
export function fileNameOf(uri: string | null): string {
  const last = (uri ?? "").split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  const bare = last.replace(/[^\w.-]+/g, "-").replace(/^\.+/, "");
  return bare === "" ? "resource" : bare.slice(0, 100);
}

/** Saves the data as it is. Its type is not told to the browser, so that nothing opens it by itself. */
function Download({ data, name }: { data: string; name: string }): JSX.Element {
  const save = (): void => {
    try {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      download(new Blob([bytes], { type: "application/octet-stream" }), name);
    } catch {
      say("it was not saved: this is not base64");
    }
  };
  return (
    <p>
      <Button onClick={save}>Save as {name}</Button>
    </p>
  );
}

function sizeOf(base64: string | null): string {
  // Padding and the ends of lines stand for no bytes.
  return base64 === null ? "" : ` · ${bytes(Math.floor((base64.replace(/[=\s]/g, "").length * 3) / 4))}`;
}

export function Framed({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  return (
    <figure class="block">
      <figcaption class="muted">{label}</figcaption>
      {children}
    </figure>
  );
}
