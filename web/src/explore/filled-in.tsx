// Owns the address that a template gives with what was typed so far.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { expanded } from "../store/request";

/** The address that a template gives with what was filled in. */
export function FilledIn({ template, text }: { template: string; text: string }): JSX.Element {
  const [uri, setUri] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      expanded(template, text).then(
        (answer) => {
          if (wanted) setUri(answer);
        },
        () => setUri(null),
      );
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [template, text]);
  return <p class="muted mono address">{uri === null ? "" : `reads ${uri}`}</p>;
}
