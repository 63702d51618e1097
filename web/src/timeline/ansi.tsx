// Owns the colours of lines that a server wrote for a terminal, drawn with the colours of this page.
import type { JSX } from "preact";
import { ansiPieces } from "../text/ansi";
import { visible } from "../text/signs";

export function Ansi({ text }: { text: string }): JSX.Element {
  return (
    <>
      {ansiPieces(text).map((piece, index) =>
        piece.colour === null && !piece.isBold ? (
          visible(piece.text)
        ) : (
          <span key={index} class={`${piece.colour === null ? "" : `ansi-${piece.colour}`}${piece.isBold ? " ansi-bold" : ""}`}>
            {visible(piece.text)}
          </span>
        ),
      )}
    </>
  );
}
