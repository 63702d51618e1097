// Owns the capability matrix of the Server screen: what either side advertises, how often it was used, and where
// it was violated, with the way to the frames.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Capabilities, Capability, SessionState } from "../contract";
import { formatRoute } from "../store/route";
import { count } from "../text/measure";
import { visible } from "../text/signs";
import { brief, ONE_LINE } from "../text/told";

/** What a capability says beyond being there, such as `{"listChanged":true}`; empty when that is nothing. */
export function saidWords(said: string | null): string {
  return said === null || /^\s*(\{\s*\}|true|false|null)\s*$/.test(said) ? "" : said;
}

/** The name of a capability, its parts after the first set apart. */
export function pathWords(path: readonly string[]): string {
  return path.join(path[0] === "extensions" ? " " : ".");
}

export function CapabilityMatrix({ state, found }: { state: SessionState; found: Capabilities | null }): JSX.Element {
  return (
    <section aria-labelledby="capabilities">
      <h2 id="capabilities">Capabilities</h2>
      {found === null ? (
        <p class="muted late">Going over the log…</p>
      ) : (
        <>
          <Matrix state={state} caption="What the server can do" rows={found.server} />
          <Matrix state={state} caption="What it is offered by this client" rows={found.client} />
        </>
      )}
    </section>
  );
}

function Matrix({
  state,
  caption,
  rows,
}: {
  state: SessionState;
  caption: string;
  rows: readonly Capability[];
}): JSX.Element {
  return (
    <table class="table matrix">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">capability</th>
          <th scope="col">advertised</th>
          <th scope="col">used</th>
          <th scope="col">violated</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <MatrixRow
            key={row.path.join("/")}
            state={state}
            row={row}
            isInner={row.path.length > 1 && rows.some((one) => one.path.length === 1 && one.path[0] === row.path[0])}
            hasInner={rows.some((one) => one.path.length > row.path.length && one.path[0] === row.path[0])}
          />
        ))}
      </tbody>
    </table>
  );
}

function MatrixRow({
  state,
  row,
  isInner,
  hasInner,
}: {
  state: SessionState;
  row: Capability;
  /** It is a part of the row above. */
  isInner: boolean;
  /** Its parts have rows of their own. */
  hasInner: boolean;
}): JSX.Element {
  const said = hasInner ? "" : saidWords(row.said);
  const uses =
    row.used === null ? (
      <span class="muted">not known</span>
    ) : row.used === 0 ? (
      <span class="muted">never</span>
    ) : (
      <a href={formatRoute({ screen: "timeline", session: state.id, seq: null, filter: row.filter ?? "" })}>
        {row.used}×
      </a>
    );
  return (
    <tr>
      <th scope="row" class={isInner ? "inner" : ""}>
        {brief(pathWords(row.path), ONE_LINE)}
      </th>
      <td>
        {row.advertised === null ? (
          <span class="muted">not known yet</span>
        ) : row.advertised ? (
          <span class="ok">✓ yes</span>
        ) : (
          <span class="muted">no</span>
        )}
        {said === "" ? null : <code class="muted said"> {brief(said)}</code>}
      </td>
      <td>{uses}</td>
      <td>
        <Violations state={state} row={row} />
      </td>
    </tr>
  );
}

/** How much was found, and about how many rules as long as all of it is listed. */
export function foundWords({ broken, findings }: Pick<Capability, "broken" | "findings">): string {
  const rules = new Set(findings.map((one) => one.rule)).size;
  return `${count(broken, "finding")}${findings.length < broken ? "" : `, ${count(rules, "rule")} broken`}`;
}

function Violations({ state, row }: { state: SessionState; row: Capability }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  if (row.unannounced === 0 && row.broken === 0) return null;
  const words = [
    ...(row.unannounced === 0 ? [] : [`${row.unannounced}× used though not advertised`]),
    ...(row.broken === 0 ? [] : [foundWords(row)]),
  ];
  // A rule that was broken there says more than that something was used.
  const told = new Set(row.findings.map((finding) => finding.seq));
  return (
    <>
      <button type="button" class="text-button bad" aria-expanded={open} onClick={() => setOpen(!open)}>
        {`✗ ${words.join(", ")} ${open ? "▾" : "▸"}`}
      </button>
      {open ? (
        <ul class="finding-list">
          {row.findings.map((finding, index) => (
            <li key={index}>
              <code>{finding.rule}</code> {visible(finding.message)} <Frame state={state} seq={finding.seq} />
            </li>
          ))}
          {row.findings.length < row.broken ? <li class="muted">and {row.broken - row.findings.length} more, all of them under Findings</li> : null}
          {row.unannouncedAt.filter((seq) => !told.has(seq)).map((seq) => (
            <li key={seq}>
              used though not advertised <Frame state={state} seq={seq} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Frame({ state, seq }: { state: SessionState; seq: number }): JSX.Element {
  return <a href={formatRoute({ screen: "timeline", session: state.id, seq, filter: "" })}>frame {seq}</a>;
}
