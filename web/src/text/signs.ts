// Owns characters that nobody sees: those that act on the text around them, and those that are only there. Where a name
// or a text of a server stands in the page, they are shown by their number instead, and the end of a line by `⏎`.

const UNSEEN = /\r\n|[\p{Cc}\p{Cf}\u2028\u2029\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;

/** `text` with a sign for each character that is not seen; `lines` keeps its breaks and tabs. */
export function visible(text: string, lines = false): string {
  return text.replace(UNSEEN, (sign, at: number) => {
    if (lines && /[\t\r\n]/.test(sign)) return sign;
    if (sign.endsWith("\n")) return "⏎";
    // Joins the parts of a picture.
    if (sign === "\u200d" && /\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?$/u.test(text.slice(Math.max(0, at - 4), at))) return sign;
    return `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}
