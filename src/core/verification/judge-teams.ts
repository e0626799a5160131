/**
 * The teams of a report that can be judged again from what a bundle shows, and what keeps the others from it
 * (docs/evidence.md, Bundle). What one team withholds says nothing of the others: their lines must follow from the
 * leaves as if nothing was missing, but for findings that compare them with that team.
 */
import type { ReadEntry } from '../log/read-entry.ts';
import { type Canonical, canonicalText } from '../text/canonical.ts';
import { Broken, type BundleCase } from './bundle-files.ts';
import type { RuleId } from './finding.ts';
import type { LeafRecord } from './records.ts';
import type { OrderLine, Report, TeamLine } from './report.ts';

/** A team whose grades, findings and verdict are taken over as they stand, and why. */
export interface Unjudged {
  readonly team: string;
  readonly why: string;
}

/** Inputs of the judging that are not shown. */
export interface Withheld {
  /** Counts by kind, in words. */
  readonly texts: readonly string[];
  /** Of each team, what is known to be its own, in words. */
  readonly own: ReadonlyMap<string, string>;
  /** Counts of what may be anybody's: leaves without a header, and minutes. */
  readonly anybodys: readonly string[];
}

/** Rules that compare a team with others. */
const BETWEEN: ReadonlySet<RuleId> = new Set(['V09', 'V10', 'V13', 'V14']);
/** So many leaves are named. */
const NAMED = 5;

type What = 'orders' | 'moves of triggers' | 'AI logs' | 'minutes' | 'accounts of teams';

export function withheldFrom({ entries, leaves }: BundleCase, contest: string): Withheld {
  const counts = new Map<What, number>();
  const anybodys = new Map<What, number>();
  const logs = new Map<string, number[]>();
  const closed = new Set<string>();
  const teams = new Map<string, string>();
  for (const leaf of leaves.slice(0, endOf(entries, contest))) {
    if (leaf.kind === 'team' && leaf.payload.contest === contest && leaf.uid !== null)
      teams.set(leaf.uid, leaf.payload.team);
    const what = withheldOf((entries[leaf.index] as ReadEntry).kind, leaf, contest, teams);
    if (what === null) continue;
    counts.set(what, (counts.get(what) ?? 0) + 1);
    const team = leaf.kind === 'ailog' ? teams.get(leaf.header.uid) : undefined;
    if (team !== undefined) logs.set(team, [...(logs.get(team) ?? []), leaf.index]);
    else if (leaf.kind === 'team') closed.add(leaf.payload.team);
    else anybodys.set(what, (anybodys.get(what) ?? 0) + 1);
  }
  const own = new Map([...logs].map(([team, those]) => [team, `the body of its AI ${leavesText(those)} is withheld`]));
  for (const team of closed) if (![...teams.values()].includes(team)) own.set(team, 'whose account it is, is withheld');
  return { texts: wordsOf(counts), own, anybodys: wordsOf(anybodys) };
}

const wordsOf = (counts: ReadonlyMap<What, number>): string[] => [...counts].map(([what, count]) => `${count} ${what}`);

function leavesText(leaves: readonly number[]): string {
  const more = leaves.length - NAMED;
  const named = leaves.slice(0, NAMED).join(', ');
  return `${leaves.length === 1 ? 'log at leaf' : 'logs at leaves'} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** How many leaves there were when the contest was over; all of them while it isn't. */
function endOf(entries: readonly ReadEntry[], contest: string): number {
  const isEnd = (entry: ReadEntry): boolean =>
    entry.kind === 'contest' && entry.payload['id'] === contest && isOver(entry.payload['phase']);
  const last = entries.findIndex(isEnd);
  return last < 0 ? entries.length : last + 1;
}

function isOver(phase: Canonical | undefined): boolean {
  return phase === 'final' || phase === 'cancelled';
}

/** @param accounts those that are a team's by then; of others the header of a log is enough */
function withheldOf(
  kind: ReadEntry['kind'],
  leaf: LeafRecord,
  contest: string,
  accounts: ReadonlyMap<string, string>,
): What | null {
  if (kind === 'order' && leaf.kind !== 'order') return 'orders';
  if (kind === 'change' && leaf.kind !== 'change') return 'moves of triggers';
  if (kind === 'ailog')
    return leaf.kind === 'ailog' && (leaf.body !== null || !accounts.has(leaf.header.uid)) ? null : 'AI logs';
  if (kind === 'minute')
    return leaf.kind === 'minute' && (leaf.records !== null || leaf.contest !== contest) ? null : 'minutes';
  return leaf.kind === 'team' && leaf.payload.contest === contest && leaf.uid === null ? 'accounts of teams' : null;
}

/**
 * The teams of a report that can't be judged. What is known to be a team's own and is withheld is enough for that, even
 * when its lines come out the same: it may have said what a rule looks for.
 *
 * @param told what the report says
 * @param found what follows from the leaves that are shown
 * @throws Broken when nothing that was withheld explains a difference
 */
export function unjudgedOf(told: Report, found: Report, { own, anybodys }: Withheld): readonly Unjudged[] {
  const lines = new Map(told.teams.map((line) => [line.team, line]));
  for (const { team } of found.teams) if (!lines.has(team)) throw new Broken(`${NOT}: it says nothing of team ${team}`);
  const [toldOrders, foundOrders] = [ordersByTeam(told), ordersByTeam(found)];
  return told.teams.flatMap((line): readonly Unjudged[] => {
    const { team } = line;
    const mine = own.get(team);
    if (mine !== undefined) return [{ team, why: mine }];
    const difference =
      orderDifference(toldOrders.get(team) ?? [], foundOrders.get(team) ?? []) ??
      lineDifference(
        line,
        found.teams.find((one) => one.team === team),
      );
    if (difference === null) return [];
    if (anybodys.length > 0) return [{ team, why: `it depends on what is withheld: ${anybodys.join(', ')}` }];
    if (own.size > 0 && difference.isBetween)
      return [{ team, why: `it is compared with ${[...own.keys()].join(', ')}, of whom something is withheld` }];
    throw new Broken(`${NOT}: ${difference.text}`);
  });
}

const NOT = 'the report does not follow from the leaves';

interface Difference {
  readonly text: string;
  /** Whether it is in nothing but findings that compare the team with others. */
  readonly isBetween: boolean;
}

function ordersByTeam({ orders }: Report): ReadonlyMap<string, readonly OrderLine[]> {
  return Map.groupBy(orders, ({ team }) => team);
}

function orderDifference(told: readonly OrderLine[], found: readonly OrderLine[]): Difference | null {
  const at = Array.from({ length: Math.max(told.length, found.length) }).findIndex(
    (_, nth) => shown(told[nth]) !== shown(found[nth]),
  );
  if (at < 0) return null;
  const { team = '' } = told[at] ?? found[at] ?? {};
  const text = `line ${at + 1} of the orders of team ${team} says ${shown(told[at])}, and is ${shown(found[at])}`;
  return { text, isBetween: false };
}

function lineDifference(told: TeamLine, found: TeamLine | undefined): Difference | null {
  if (shown(told) === shown(found)) return null;
  const text = `of team ${told.team} it says ${shown(told)}, and it is ${shown(found)}`;
  // The verdict follows from the findings: where these are the same, it can't differ.
  const isBetween =
    found !== undefined && shown(told.findings) !== shown(found.findings) && shown(alone(told)) === shown(alone(found));
  return { text, isBetween };
}

/** Without what comes of comparing the team with others. */
function alone(line: TeamLine): Canonical {
  return { ...line, verdict: null, findings: line.findings.filter(({ rule }) => !BETWEEN.has(rule)) };
}

function shown(value: Canonical | undefined): string {
  return value === undefined ? 'nothing' : canonicalText(value);
}
