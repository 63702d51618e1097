// A body too large to be sent as a whole: windows of its lines from the backend.
import { useEffect, useMemo } from "preact/hooks";
import type { Api } from "../contract";
import { RemoteDoc } from "./doc-remote";
import { DocView } from "./doc-view";

interface BigDocProps {
  session: string;
  seq: number;
  /** A JSON pointer to the part shown; "" is the whole. */
  path: string;
  api: Api;
  label?: string;
  /** As it came, not laid out. */
  isRaw?: boolean;
  /** The part is a string: the lines are those of its text. */
  isText?: boolean;
}

export function BigDoc({ session, seq, path, api, label = "Document", isRaw = false, isText = false }: BigDocProps) {
  const base = `/api/sessions/${encodeURIComponent(session)}/doc/${seq}`;
  const form = isText ? "text" : isRaw ? "raw" : "pretty";
  const doc = useMemo(() => new RemoteDoc(api, base, path, form), [api, base, path, form]);
  useEffect(() => () => doc.stop(), [doc]);
  return <DocView doc={doc} label={label} />;
}
