// Owns how a JSON-RPC error is shown.
import type { ComponentChildren, JSX } from "preact";
import { api } from "../api";
import { type End, WHOLE_RESULT_BYTES } from "../store/runs";
import { sliceAt } from "../text/json";
import { briefJson, ONE_LINE } from "../text/told";
import { BigDoc, PrettyJson } from "../ui/json";

/** A JSON-RPC error: the server refused the request itself. */
export function Refused({ session, end, children }: { session: string; end: End; children: ComponentChildren }): JSX.Element {
  const error = end.error ?? "null";
  const message = sliceAt(error, ["message"]);
  return (
    <div class="problem" role="alert">
      <p class="problem-line">
        <span class="sign bad" aria-hidden="true">
          ✗
        </span>{" "}
        <strong>The server refused the request</strong> (JSON-RPC error {briefJson(sliceAt(error, ["code"]) ?? "without a code", ONE_LINE)}):
      </p>
      {message === null ? null : <p class="quoted">{briefJson(message)}</p>}
      {error.length <= WHOLE_RESULT_BYTES ? (
        <PrettyJson text={error} />
      ) : end.answer === null ? (
        <p class="empty">The error is too long to be shown as a whole, and the log no longer has it.</p>
      ) : (
        <BigDoc session={session} seq={end.answer.seq} path={end.answer.path} api={api} label="Error" />
      )}
      <p class="problem-acts">{children}</p>
    </div>
  );
}
