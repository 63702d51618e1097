// The tokens of a line of JSON, as text nodes with colours.
import type { Token } from "./json-tokens";

/** Height of a line, the same as `--json-line` in json.css. */
export const LINE_HEIGHT = 18;

export function Tokens({ tokens }: { tokens: Token[] }) {
  return (
    <>
      {tokens.map((token) =>
        token.kind === "space" || token.kind === "punctuation" ? (
          token.text
        ) : (
          <span class={`json-${token.kind}`}>{token.text}</span>
        ),
      )}
    </>
  );
}
