// Owns how many pixels a picture has, read from its first bytes. A browser unpacks a picture whole before it shows
// any of it: a few bytes can ask for gigabytes, so the size is known before the picture is given to the browser. It
// goes by those bytes and not by the declared type, which browsers do not heed either.

export interface PictureSize {
  width: number;
  height: number;
}

/** How much of the data is looked at: the size may stand behind a thumbnail or a profile. */
const LOOKED_AT = 1_048_576;

/** The size of a picture in base64; null when it is of no kind that is known here. */
export function pictureSize(base64: string): PictureSize | null {
  const head = bytesOf(base64);
  return head === null ? null : sizeIn(head);
}

/** The same of its bytes. */
export function pictureSizeOf(bytes: Uint8Array): PictureSize | null {
  return sizeIn(new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, LOOKED_AT)));
}

function sizeIn(head: DataView): PictureSize | null {
  const size = sizeOfPng(head) ?? sizeOfGif(head) ?? sizeOfWebp(head) ?? sizeOfJpeg(head) ?? sizeOfAvif(head);
  return size === null || size.width === 0 || size.height === 0 ? null : size;
}

function bytesOf(base64: string): DataView | null {
  try {
    const begin = base64.slice(0, Math.ceil((LOOKED_AT * 4) / 3) + 1024).replace(/\s/g, "");
    const text = atob(begin.slice(0, begin.length - (begin.length % 4)));
    return new DataView(Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
  } catch {
    return null;
  }
}

function textAt(head: DataView, at: number, length: number): string {
  let text = "";
  for (let index = at; index < Math.min(at + length, head.byteLength); index++)
    text += String.fromCharCode(head.getUint8(index));
  return text;
}

function sizeOfPng(head: DataView): PictureSize | null {
  if (head.byteLength < 24 || textAt(head, 1, 3) !== "PNG") return null;
  return { width: head.getUint32(16), height: head.getUint32(20) };
}

/** The screen, or the first picture where that is larger: browsers make room for both. */
function sizeOfGif(head: DataView): PictureSize | null {
  if (head.byteLength < 13 || textAt(head, 0, 4) !== "GIF8") return null;
  const screen = { width: head.getUint16(6, true), height: head.getUint16(8, true) };
  const flags = head.getUint8(10);
  let at = 13 + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  while (at + 10 <= head.byteLength) {
    const kind = head.getUint8(at);
    if (kind === 0x2c)
      return {
        width: Math.max(screen.width, head.getUint16(at + 1, true) + head.getUint16(at + 5, true)),
        height: Math.max(screen.height, head.getUint16(at + 3, true) + head.getUint16(at + 7, true)),
      };
    if (kind !== 0x21) break;
    at += 2;
    while (at < head.byteLength && head.getUint8(at) !== 0) at += 1 + head.getUint8(at);
    at += 1;
  }
  return screen;
}

function sizeOfWebp(head: DataView): PictureSize | null {
  if (head.byteLength < 30 || textAt(head, 0, 4) !== "RIFF" || textAt(head, 8, 4) !== "WEBP") return null;
  switch (textAt(head, 12, 4)) {
    case "VP8 ":
      return { width: head.getUint16(26, true) & 0x3fff, height: head.getUint16(28, true) & 0x3fff };
    case "VP8L": {
      const bits = head.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return {
        width: (head.getUint32(24, true) & 0xffffff) + 1,
        height: (head.getUint32(26, true) >>> 8) + 1,
      };
    default:
      return null;
  }
}

function sizeOfJpeg(head: DataView): PictureSize | null {
  if (head.byteLength < 4 || head.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= head.byteLength) {
    if (head.getUint8(at) !== 0xff) return null;
    const marker = head.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: head.getUint16(at + 7), height: head.getUint16(at + 5) };
    if (marker === 0xff) at += 1;
    else if (marker >= 0xd0 && marker <= 0xd8) at += 2;
    else at += 2 + head.getUint16(at + 2);
  }
  return null;
}

/** The largest of the sizes that its boxes name. */
function sizeOfAvif(head: DataView): PictureSize | null {
  if (textAt(head, 4, 4) !== "ftyp") return null;
  let size: PictureSize | null = null;
  const boxes = textAt(head, 0, 65_536);
  for (let at = boxes.indexOf("ispe"); at >= 0; at = boxes.indexOf("ispe", at + 4)) {
    if (at + 16 > head.byteLength) break;
    const found = { width: head.getUint32(at + 8), height: head.getUint32(at + 12) };
    if (size === null || found.width * found.height > size.width * size.height) size = found;
  }
  return size;
}
