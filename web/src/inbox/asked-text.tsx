// Owns texts in what a server asks for: short ones as they are, of long ones the beginning, and all of it in windows of lines
// when somebody wants it.
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { api } from "../api";
import type { Ask } from "../contract";
import { bytes } from "../text/measure";
import { brief } from "../text/told";
import { Button } from "../ui/button";
import { BigDoc, JsonText } from "../ui/json";

/** So many letters of a text are drawn without being asked for. */
const MOST_LETTERS = 5_000;

interface AskedTextProps {
  session: string;
  ask: Ask;
  /** Where the text is in the request, a JSON pointer. */
  path: string;
  text: string;
  /** Stands before the text. */
  lead: ComponentChildren;
  class?: string;
}

export function AskedText({ session, ask, path, text, lead, class: name = "told" }: AskedTextProps): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > MOST_LETTERS;
  return (
    <>
      <p class={name}>
        {lead}{" "}
        {isLong ? (
          <>
            <Button pressed={isWhole} onClick={() => setWhole(!isWhole)}>
              Show all {bytes(text.length)}
            </Button>{" "}
          </>
        ) : null}
        {isWhole ? null : brief(text, MOST_LETTERS, true)}
      </p>
      {!isWhole ? null : ask.seq === null ? (
        <JsonText text={text} label="Text" />
      ) : (
        <BigDoc session={session} seq={ask.seq} path={path} api={api} label="Text" isText />
      )}
    </>
  );
}
