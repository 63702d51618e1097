// Owns texts that a server sent for people: drawn as Markdown when they are some, or as the letters they are.
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { looksLikeMarkdown } from "../markdown/blocks";
import { Markdown } from "../markdown/markdown";
import { Button } from "../ui/button";

/** Longer texts are shown as they are: their elements would be too many. */
const LONGEST = 100_000;

function isMarkdown(text: string, mimeType: string | null): boolean {
  const type = mimeType?.toLowerCase().split(";")[0]?.trim() ?? null;
  if (type === "text/markdown" || type === "text/x-markdown") return true;
  return (type === null || type === "text/plain") && looksLikeMarkdown(text);
}

export function Prose({ text, mimeType = null }: { text: string; mimeType?: string | null }): JSX.Element {
  const [asText, setAsText] = useState(false);
  const canDraw = useMemo(() => text.length <= LONGEST && isMarkdown(text, mimeType), [text, mimeType]);
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
