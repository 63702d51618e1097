// Owns the escapes of lines that were written for a terminal: of ANSI, colour and weight are told, and everything else is
// left out.

export interface Piece {
  text: string;
  /** A name of the eight colours; null for that of the text around it. */
  colour: string | null;
  isBold: boolean;
}

const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;
const ESCAPE = "\u001b";
/** A sequence that steers a terminal (ECMA-48): parameters, then a letter; or a title, up to its end. */
const SEQUENCE = new RegExp(`${ESCAPE}(?:\\[([0-?]*)[ -/]*([@-~])|\\][^\\u0007${ESCAPE}]*(?:\\u0007|${ESCAPE}\\\\)?|[@-Z\\\\^_])`, "g");

export function ansiPieces(text: string): Piece[] {
  if (!text.includes(ESCAPE)) return [{ text, colour: null, isBold: false }];
  const pieces: Piece[] = [];
  let look: Omit<Piece, "text"> = { colour: null, isBold: false };
  let from = 0;
  const take = (to: number): void => {
    if (to > from) pieces.push({ text: text.slice(from, to), ...look });
  };
  for (const found of text.matchAll(SEQUENCE)) {
    take(found.index);
    from = found.index + found[0].length;
    if (found[2] === "m") look = after(look, found[1] ?? "");
  }
  take(text.length);
  return pieces;
}

function after(look: Omit<Piece, "text">, parameters: string): Omit<Piece, "text"> {
  let { colour, isBold } = look;
  const codes = parameters.split(/[;:]/).map(Number);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) [colour, isBold] = [null, false];
    else if (code === 1) isBold = true;
    else if (code === 22) isBold = false;
    else if (code === 39) colour = null;
    else if (code >= 30 && code <= 37) colour = COLOURS[code - 30] ?? null;
    else if (code >= 90 && code <= 97) colour = COLOURS[code - 90] ?? null;
    // Of a palette or of any mixture: not one of ours, and its numbers are no codes.
    else if (code === 38 || code === 48) at += codes[at + 1] === 5 ? 2 : 4;
  }
  return { colour, isBold };
}

/** A text without the codes for colours. */
export function plain(text: string): string {
  return ansiPieces(text)
    .map((piece) => piece.text)
    .join("");
}
