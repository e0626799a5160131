/**
 * Boards of a bundle, made again from its leaves (docs/evidence.md, Board): the one the contest ended with, and that of
 * any minute, by itself or beside a claimed one.
 *
 * A board that comes out the same is proven, whatever was withheld; one that does not is broken evidence only when
 * nothing was withheld.
 */
import { type ShownRow, shownRow } from '../standing/shown.ts';
import type { Apart } from '../standing/standing.ts';
import { type Canonical, canonicalText } from '../text/canonical.ts';
import { type BoardContest, type BoardFold, boardNow, type CoveredOf, startBoard, stepBoard } from './board.ts';
import { Broken, type BundleCase, lastLeaf, textOf } from './bundle-files.ts';
import { isFields } from './open-leaf.ts';
import type { LeafRecord } from './records.ts';
import { coveredPpmOf, type Report, type TeamLine, verify } from './report.ts';
import type { Ruleset } from './ruleset.ts';

/** A board as the exchange answers it, as far as it is compared. */
export interface ShownBoard {
  /** Time of the sample it is made from; 0 before the first. */
  readonly at: number;
  readonly rows: readonly ShownRow[];
  readonly unranked: readonly { readonly team: string; readonly name: string; readonly reason: Apart }[];
}

/** A ranked team. The return is null where only the rank is known: it is claimed, and what it follows from withheld. */
export interface RankedTeam {
  readonly rank: number;
  readonly team: string;
  readonly name: string;
  readonly return8: string | null;
}

/** The ranking: as the contest ended, or as the leaves have it so far. */
export interface Ranking {
  readonly isFinal: boolean;
  readonly rows: readonly RankedTeam[];
  readonly unranked: ShownBoard['unranked'];
}

/** A moment whose board is wanted, or an answer of the exchange to be compared; null: neither. */
export type AskedBoard = { readonly atMs: number } | { readonly claimed: Canonical } | null;

interface Terms {
  readonly rules: Ruleset;
  readonly contest: BoardContest;
  readonly isWhole: boolean;
  /** The report in force, which was checked before. */
  readonly report: Report | null;
}

interface JudgedBoards {
  readonly checked: readonly string[];
  readonly unchecked: readonly string[];
  readonly board: ShownBoard | null;
  readonly ranking: Ranking;
}

export function judgeBoards(bundle: BundleCase, terms: Terms, asked: AskedBoard): JudgedBoards {
  const coveredOf = coverageOfReports(bundle, terms);
  const checked: string[] = [];
  const unchecked: string[] = [];
  const judge = (what: string, isSame: boolean, isComplete: boolean): void => {
    if (isSame) checked.push(`${what} follows from the leaves`);
    else if (terms.isWhole && isComplete) throw new Broken(`${what} does not follow from the leaves`);
    else unchecked.push(`${what}, which does not follow from what is shown`);
  };
  const { claimed, ranking, isSame, isComplete: isFoldComplete } = rankingOf(bundle, terms.contest, coveredOf);
  if (claimed === null) unchecked.push('there is no final board in it');
  else judge('the board the contest ended with', isSame, isFoldComplete);
  if (asked === null) return { checked, unchecked, board: null, ranking };
  const atMs = 'atMs' in asked ? asked.atMs : momentIn(asked.claimed);
  const { board, isComplete } = shownAt(bundle, terms.contest, atMs, coveredOf);
  if ('claimed' in asked)
    judge(`the board of ${board.at} that was given`, isSameBoard(asked.claimed, board), isComplete);
  return { checked, unchecked, board, ranking };
}

/** The ranking by the leaves; by what the contest's last leaf claims where that does not follow from them. */
function rankingOf(bundle: BundleCase, contest: BoardContest, coveredOf: CoveredOf) {
  const claimed = bundle.files.has('board.json') ? finalBoard(bundle, contest.id) : null;
  const fold = foldAll(bundle, contest);
  const { board, isComplete } = boardNow(fold, claimed === null ? fold.atMs : contest.endMs, coveredOf);
  const rows = board.rows.map(shownRow);
  const isSame = claimed === canonicalText(rows.map(({ rank, score, team }) => ({ rank, score, team })));
  const claims = isSame || claimed === null ? null : (JSON.parse(claimed) as readonly RankedTeam[]);
  const ranking: Ranking = {
    isFinal: claimed !== null,
    rows:
      claims?.map(({ rank, team }) => ({ rank, team, name: fold.teams.get(team)?.name ?? '', return8: null })) ??
      rows.map(({ rank, team, name, return8 }) => ({ rank, team, name, return8 })),
    unranked: board.unranked.map(({ facts: { team, name }, reason }) => ({ team, name, reason })),
  };
  return { claimed, ranking, isSame, isComplete };
}

/** The text of the final board, which is that of the contest's last leaf. */
function finalBoard({ files, entries }: BundleCase, contest: string): string {
  const text = textOf(files, 'board.json');
  const board = lastLeaf(entries, 'contest', ({ id }) => id === contest)?.['board'];
  if (board === undefined || canonicalText(board) !== text)
    throw new Broken('board.json is not the board of the last leaf of the contest');
  return text;
}

/** All leaves up to the last one of the contest. */
function foldAll({ leaves }: BundleCase, contest: BoardContest): BoardFold {
  const fold = startBoard(contest);
  const last = leaves.findLastIndex((leaf) => leaf.kind === 'contest' && leaf.id === contest.id);
  for (const leaf of leaves.slice(0, last + 1)) stepBoard(fold, leaf);
  return fold;
}

/** The board of the latest sample at or before a moment. */
function shownAt(
  { leaves }: BundleCase,
  contest: BoardContest,
  atMs: number,
  coveredOf: CoveredOf,
): { readonly board: ShownBoard; readonly isComplete: boolean } {
  const last = lastSampleBefore(leaves, contest, atMs);
  const fold = startBoard(contest);
  for (const leaf of leaves.slice(0, last + 1)) stepBoard(fold, leaf);
  const { board, isComplete } = boardNow(fold, fold.atMs, coveredOf);
  const unranked = board.unranked.map(({ facts: { team, name }, reason }) => ({ team, name, reason }));
  return { board: { at: fold.atMs, rows: board.rows.map(shownRow), unranked }, isComplete };
}

/** Index of that sample's leaf; −1 when there is none. */
function lastSampleBefore(leaves: readonly LeafRecord[], contest: BoardContest, atMs: number): number {
  const fold = startBoard(contest);
  let found = -1;
  for (const leaf of leaves) {
    if (leaf.kind !== 'minute' && leaf.kind !== 'contest') continue;
    const before = fold.atMs;
    stepBoard(fold, leaf);
    if (fold.atMs === before) continue;
    if (fold.atMs > atMs) break;
    found = leaf.index;
  }
  return found;
}

function momentIn(claimed: Canonical): number {
  const at = isFields(claimed) ? claimed['at'] : null;
  if (typeof at !== 'number') throw new Broken('the board that was given is none: it has no time');
  return at;
}

function isSameBoard(claimed: Canonical, board: ShownBoard): boolean {
  if (!isFields(claimed)) return false;
  const { at, rows, unranked } = claimed;
  if (at !== board.at || !Array.isArray(rows) || rows.length !== board.rows.length) return false;
  const names = Array.isArray(unranked) ? unranked.map(apartText).sort(byText) : [];
  const own = board.unranked.map(canonicalText).sort(byText);
  return board.rows.every((row, nth) => isSameRow(rows[nth], row)) && names.join() === own.join();
}

/** The part that is compared for a team listed apart; the answer may say more. */
function apartText(claimed: Canonical): string {
  if (!isFields(claimed)) return canonicalText(claimed);
  const { team = null, name = null, reason = null } = claimed;
  return canonicalText({ team, name, reason });
}

/** Whether the claimed row has everything that this one has; it may say more. */
function isSameRow(claimed: Canonical | undefined, row: ShownRow): boolean {
  return isFields(claimed) && Object.entries(row).every(([name, value]) => claimed[name] === value);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Coverage by report: from the one in the bundle, and from others that are judged again over the leaves they covered.
 */
function coverageOfReports(
  { sha256, verifyEd25519, leaves, roots }: BundleCase,
  { rules, contest, report }: Terms,
): CoveredOf {
  const known = new Map<string, ReadonlyMap<string, number> | null>();
  const last = leaves.findLast((leaf) => leaf.kind === 'report' && leaf.contest === contest.id);
  if (report !== null && last?.kind === 'report') known.set(last.reportSha256, coveredIn(report.teams));
  return ({ reportSha256, logSize }) => {
    const before = known.get(reportSha256);
    if (before !== undefined) return before;
    const isSize = Number.isSafeInteger(logSize) && logSize > 0 && logSize <= leaves.length;
    const again = isSize ? verify(sha256, verifyEd25519, rules, contest, leaves.slice(0, logSize), roots.rootAt) : null;
    const found = again?.reportSha256 === reportSha256 ? coveredIn(again.report.teams) : null;
    known.set(reportSha256, found);
    return found;
  };
}

function coveredIn(teams: readonly TeamLine[]): ReadonlyMap<string, number> {
  return new Map(teams.map((line) => [line.team, coveredPpmOf(line)]));
}
