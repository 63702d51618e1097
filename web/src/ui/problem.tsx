// Owns how a problem is shown: what happened, what to do about it, where it is explained. It stays where it is
// until its cause is gone; nothing on this page vanishes by itself.
import type { ComponentChildren, JSX } from "preact";
import { helpPath, type Problem } from "../problem";
import { brief, SOME_LINES } from "../text/told";

export function ProblemBlock({
  problem,
  title,
  children,
}: {
  problem: Problem;
  title?: string;
  children?: ComponentChildren;
}): JSX.Element {
  const help = helpPath(problem.helpUrl, location.origin);
  return (
    <div class="problem" role="alert">
      <p class="problem-line">
        <span class="sign bad" aria-hidden="true">
          ✗
        </span>{" "}
        {title === undefined ? null : <strong>{title} </strong>}
        <span>{brief(problem.message, SOME_LINES, true)}</span> <code class="code">{problem.code}</code>
      </p>
      {problem.hint === null ? null : <p class="hint">→ {brief(problem.hint, SOME_LINES, true)}</p>}
      <p class="problem-acts">
        {help === null ? null : (
          <a href={help} target="_blank" rel="noopener">
            What this means
          </a>
        )}
        {children}
      </p>
    </div>
  );
}
