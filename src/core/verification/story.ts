/**
 * A finding as a judge reads it (docs/evidence.md, Dossier): who was first, which leaves stand beside which, and what
 * of the team's own rows speaks for it. What a rule looks like with nothing behind it is in `words`.
 */
import type { Copy } from './copies.ts';
import type { Dossier } from './dossier.ts';
import type { Everything, Finding, RuleId } from './finding.ts';

/** Circumstances that speak for a team beside a finding, from its rows. */
export type Fact = 'first' | 'untouched' | 'before' | 'fresh' | 'traced' | 'worded';

/** A leaf of the team, and the one it is held against; `team` names whose that is, null: its own. */
export type Pair = { readonly own: number; readonly other: number | null; readonly team: string | null };

export type Story = {
  readonly rule: RuleId;
  readonly first: string | null;
  readonly others: readonly string[];
  /** The first 50. */
  readonly pairs: readonly Pair[];
  readonly speaksFor: readonly { readonly fact: Fact; readonly count: number; readonly of: number }[];
};

const MOST_PAIRS = 50;
const LEVEL_OF_RESPONSE = 2;
const LEVEL_OF_CHECKPOINT = 3;

export function storiesOf(dossier: Dossier, findings: readonly Finding[], everything: Everything): readonly Story[] {
  return findings.map((finding) => ({
    rule: finding.rule,
    first: finding.first ?? null,
    others: finding.others ?? [],
    pairs: pairsOf(dossier, finding, everything).slice(0, MOST_PAIRS),
    speaksFor: speaksFor(dossier, finding),
  }));
}

function pairsOf(dossier: Dossier, finding: Finding, { copies }: Everything): readonly Pair[] {
  const { team } = dossier;
  if (finding.rule === 'V07') return repeatedIn(dossier);
  if (finding.rule === 'V10') return (copies.bodies.get(team) ?? []).map(pairOfCopy);
  const taken = finding.rule === 'V09' ? (copies.texts.get(team) ?? []) : [];
  if (taken.length > 0) return taken.map(pairOfCopy);
  if (finding.rule === 'V09')
    return [...copies.texts.values()]
      .flat()
      .filter(({ first }) => first.team === team)
      .map(({ first, later }) => ({ own: first.log.index, other: later.log.index, team: later.team.id }));
  const logOf = new Map(dossier.counted.map(({ order }) => [order.index, order.deciding?.logIndex ?? null]));
  return finding.evidence.map((own) => ({ own, other: logOf.get(own) ?? null, team: null }));
}

function pairOfCopy({ first, later }: Copy): Pair {
  return { own: later.log.index, other: first.log.index, team: first.team.id };
}

/** Each log whose question and answer were there before, beside the first that had them. */
function repeatedIn({ deciding }: Dossier): readonly Pair[] {
  const first = new Map<string, number>();
  const pairs: Pair[] = [];
  for (const { index, facts } of deciding) {
    if (facts === null) continue;
    const before = first.get(facts.contentHash);
    if (before === undefined) first.set(facts.contentHash, index);
    else pairs.push({ own: index, other: before, team: null });
  }
  return pairs;
}

function speaksFor({ team, counted, deciding, grades, levels }: Dossier, { first, touched }: Finding) {
  const of = counted.length;
  const from = (least: number): number => levels.slice(least).reduce((sum, count) => sum + count, 0);
  const texts = new Set(deciding.flatMap(({ facts }) => facts?.template.whole ?? []));
  const all: readonly (readonly [Fact, number, number])[] = [
    ['first', first === team.id ? 1 : 0, 1],
    ['untouched', touched == null ? 0 : of - touched, of],
    ['before', grades.A, of],
    ['fresh', levels[LEVEL_OF_CHECKPOINT] ?? 0, of],
    ['traced', from(LEVEL_OF_RESPONSE), of],
    ['worded', texts.size, deciding.length],
  ];
  return all.filter(([, count]) => count > 0).map(([fact, count, whole]) => ({ fact, count, of: whole }));
}
