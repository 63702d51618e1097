// Owns texts that a server sent for people: drawn as Markdown when they are some, or as the letters they are.
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { looksLikeMarkdown } from "../markdown/blocks";
import { Markdown } from "../markdown/markdown";
import { Button } from "../ui/button";
import { JsonText } from "../ui/json";

/** Longer texts are shown as they are: their elements would be too many. */
const LONGEST = 100_000;
/** And still longer ones in windows of lines. */
const MOST_AT_ONCE = 400_000;

function isMarkdown(text: string, mimeType: string | null): boolean {
  const type = mimeType?.toLowerCase().split(";")[0]?.trim() ?? null;
  if (type === "text/markdown" || type === "text/x-markdown") return true;
  return (type === null || type === "text/plain") && looksLikeMarkdown(text);
}

export function Prose({ text, mimeType = null }: { text: string; mimeType?: string | null }): JSX.Element {
  const [asText, setAsText] = useState(false);
  const canDraw = useMemo(() => text.length <= LONGEST && isMarkdown(text, mimeType), [text, mimeType]);
  if (text.length > MOST_AT_ONCE) return <JsonText text={text} label="Text" />;
  if (!canDraw) return <pre class="text-content">{text}</pre>;
  return (
    <div class="prose">
      <div class="prose-switch">
        <Button pressed={asText} onClick={() => setAsText(!asText)}>
          as text
        </Button>
      </div>
      {asText ? <pre class="text-content">{text}</pre> : <Markdown text={text} />}
    </div>
  );
}
