"""Tables for the reports of benchmarks."""


def markdown(head, rows):
    return [f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows]]
