// Owns what is shown when a part of the page itself fails: the failure in words, and the rest of the page goes on.
import { Component, type ComponentChildren } from "preact";
import { type Problem, problemOf } from "../problem";
import { Button } from "./button";
import { ProblemBlock } from "./problem";

/** `place` is where the person is: going elsewhere tries again. */
export class Boundary extends Component<{ children: ComponentChildren; place: string }, { problem: Problem | null }> {
  override state = { problem: null as Problem | null };

  static override getDerivedStateFromError(thrown: unknown): { problem: Problem } {
    return { problem: problemOf(thrown) };
  }

  override componentDidCatch(thrown: unknown): void {
    console.error(thrown);
  }

  override componentDidUpdate(before: { place: string }): void {
    if (before.place !== this.props.place && this.state.problem !== null) this.setState({ problem: null });
  }

  override render(): ComponentChildren {
    const { problem } = this.state;
    if (problem === null) return this.props.children;
    return (
      <div class="page">
        <ProblemBlock problem={problem} title="This view failed.">
          <Button onClick={() => this.setState({ problem: null })}>Show it again</Button>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </ProblemBlock>
      </div>
    );
  }
}
