// Pictures of servers: how large they are is known before a browser unpacks them.
/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { act } from "preact/test-utils";
import { draw } from "./parts-dom";
import { Content } from "../src/explore/content";
import { pictureSize } from "../src/explore/picture-size";

const bytes = (...parts: (string | number | number[])[]): string =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from([part].flat()))),
  ).toString("base64");
const be16 = (n: number): number[] => [n >> 8, n & 255];
const le16 = (n: number): number[] => [n & 255, n >> 8];
const be32 = (n: number): number[] => [...be16(n >>> 16), ...be16(n & 0xffff)];
const le24 = (n: number): number[] => [...le16(n & 0xffff), n >> 16];

const png = (width: number, height: number): string =>
  bytes("\x89PNG\r\n\x1a\n", be32(13), "IHDR", be32(width), be32(height), [8, 2, 0, 0, 0]);
const JPEG = bytes([0xff, 0xd8, 0xff, 0xe0], be16(6), "JFIF", [0xff, 0xff, 0xc4], be16(3), [0], [0xff, 0xc2], be16(11), 8, be16(9000), be16(8000), [0, 0, 0, 0]);
const GIF = bytes("GIF89a", le16(10), le16(20), [0x80, 0, 0], [0, 0, 0, 1, 1, 1], [0x21, 0xf9, 4, 0, 0, 0, 0, 0], 0x2c, le16(1), le16(0), le16(60000), le16(50000), 0);
const webp = (kind: string, ...rest: (string | number[])[]): string => bytes("RIFF", be32(0), "WEBP", kind, be32(0), ...rest, be32(0), be32(0), be32(0));

test("the size of a picture is read from its first bytes, whatever type is declared", () => {
  assert.deepEqual(pictureSize(png(20000, 20000)), { width: 20000, height: 20000 });
  assert.deepEqual(pictureSize(JPEG), { width: 8000, height: 9000 });
  assert.deepEqual(pictureSize(GIF), { width: 60001, height: 50000 });
  assert.deepEqual(pictureSize(webp("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a], le16(1234), le16(4321))), { width: 1234, height: 4321 });
  assert.deepEqual(pictureSize(webp("VP8L", [0x2f], [0xff, 0xff, 0xff, 0x0f])), { width: 16384, height: 16384 });
  assert.deepEqual(pictureSize(webp("VP8X", [0, 0, 0, 0], le24(16382), le24(99999))), { width: 16383, height: 100000 });
  const avif = bytes(be32(24), "ftypavif", be32(0), be32(20), "ispe", be32(0), be32(64), be32(64), be32(20), "ispe", be32(0), be32(30000), be32(7));
  assert.deepEqual(pictureSize(avif), { width: 30000, height: 7 });
  for (const odd of ["", "AAAA", "!", png(0, 5), bytes("\x89PNG"), bytes([0xff, 0xd8, 0xff]), bytes("GIF89a"), bytes("BM", be32(0))])
    assert.equal(pictureSize(odd), null, odd);
});

test("a picture of very many pixels, or of unknown size, is shown when somebody wants it", async () => {
  const shown = async (data: string, mimeType = "image/png") =>
    draw(<Content session="s1" result={JSON.stringify({ content: [{ type: "image", mimeType, data }] })} />);
  const small = await shown(png(4000, 4000));
  assert.equal(small.all("img").length, 1);
  small.remove();
  for (const [data, type] of [[png(20000, 20000)], [png(20000, 20000), "image/jpeg"], [JPEG, "image/png"], ["AAAA"]] as const) {
    const large = await shown(data, type);
    assert.equal(large.all("img").length, 0);
    await act(() => large.find("button").click());
    assert.equal(large.all("img").length, 1);
    large.remove();
  }
  const told = await shown(png(20000, 20000));
  assert.match(told.text(), /20000 × 20000 pixels/);
  told.remove();
});
