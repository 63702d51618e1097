// Rows that stand where others are on their way: seen only when that takes long.
import type { JSX } from "preact";

/** One line; whoever draws it says elsewhere what it stands for. */
export function Bar(): JSX.Element {
  return <span class="skeleton" aria-hidden="true" />;
}

export function Skeleton({ rows = 4, label = "Loading…" }: { rows?: number; label?: string }): JSX.Element {
  return (
    <div class="skeleton-rows late" role="status">
      <span class="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <Bar key={index} />
      ))}
    </div>
  );
}
