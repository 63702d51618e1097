// Owns parts of the page that are loaded after its first look: a part stands in for itself until its bundle is here.
import { signal } from "@preact/signals";
import { type ComponentProps, type FunctionComponent, h, type JSX } from "preact";
import { useEffect } from "preact/hooks";
import { BACKEND_GONE, Problem } from "../problem";
import { Button } from "./button";
import { ProblemBlock } from "./problem";
import { Skeleton } from "./skeleton";

type Parts = typeof import("../later");

const parts = signal<Parts | null>(null);
const problem = signal<Problem | null>(null);
let coming: Promise<void> | null = null;

/** Loads the second bundle, once; a failure is told where a part should be. */
export function loadLater(): Promise<void> {
  coming ??= import("../later").then(
    (came) => {
      parts.value = came;
      problem.value = null;
    },
    () => {
      coming = null;
      problem.value = new Problem({
        code: BACKEND_GONE,
        message: "this part of the page could not be loaded",
        hint: "is mcp-inspector still running in its terminal?",
      });
    },
  );
  return coming;
}

/** How long after the first look the second bundle is fetched, wanted or not: then no view needs the backend to open. */
const REST_MS = 1500;

export function loadLaterAtRest(): void {
  setTimeout(() => void loadLater(), REST_MS);
}

/** A part by its name. What lies over the page takes no room while it is on its way. */
export function later<Name extends keyof Parts>(
  name: Name,
  place: "page" | "overlay" = "page",
): FunctionComponent<ComponentProps<Parts[Name]>> {
  return function Part(props): JSX.Element | null {
    const here = parts.value;
    useEffect(() => {
      if (here === null) void loadLater();
    }, []);
    if (here !== null) return h(here[name] as unknown as FunctionComponent<typeof props>, props);
    if (problem.value === null)
      return place === "overlay" ? null : <Skeleton />;
    return (
      <ProblemBlock problem={problem.value} title="Not loaded:">
        <Button onClick={() => void loadLater()}>Try again</Button>
      </ProblemBlock>
    );
  };
}
