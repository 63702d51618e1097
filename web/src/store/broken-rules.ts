// Owns which rules are broken, made of what was found: one line for each, however many entries show it.
import type { Finding } from "../contract";
import type { KeptFinding, Report } from "./findings";

/** What breaks the same rule in the same way, once, with all the places where it does. */
export interface FindingGroup {
  finding: KeptFinding;
  all: KeptFinding[];
}

export function grouped(findings: readonly KeptFinding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { rule, level, pointer, header, message } = finding;
    const name = JSON.stringify([rule, level, pointer, header, message]);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { finding, all: [finding] });
    else group.all.push(finding);
  }
  return [...groups.values()];
}

/** A rule that is broken, with the ways in which it is. */
export interface BrokenRule {
  rule: string;
  level: Finding["level"] | null;
  /** How often; the findings need not have all of it. */
  times: number;
  ways: FindingGroup[];
}

const WEIGHT: Record<Finding["level"], number> = { must: 2, should: 1, note: 0 };

/** Every rule that something was found about, and those that are broken though nothing of it is in the list. */
export function brokenRules({ findings, rules }: Report): BrokenRule[] {
  const broken = new Map<string, BrokenRule>();
  for (const way of grouped(findings)) {
    const { rule, level } = way.finding;
    const before = broken.get(rule) ?? { rule, level, times: 0, ways: [] };
    const worst = before.level !== null && WEIGHT[before.level] >= WEIGHT[level] ? before.level : level;
    broken.set(rule, { rule, level: worst, times: before.times + way.all.length, ways: [...before.ways, way] });
  }
  for (const { rule, verdict, broken: times } of rules) {
    if (verdict !== "broken") continue;
    const before = broken.get(rule) ?? { rule, level: null, times: 0, ways: [] };
    broken.set(rule, { ...before, times: Math.max(before.times, times) });
  }
  return [...broken.values()];
}
