/**
 * The second half of checking a bundle: rule set and contest are the frozen ones, the report follows from the leaves,
 * its hash is in its leaf, and the board is the one the contest ended with.
 */
import type { ReadEntry } from '../ailog/log/read-entry.ts';
import { type Sha256, toBase64, toHex } from '../text/bytes.ts';
import { type Canonical, canonicalText } from '../text/canonical.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { Broken, type Files, objectOf, textOf } from './bundle-files.ts';
import { isFields } from './open-leaf.ts';
import type { PastRoots } from './past-roots.ts';
import type { ContestFacts, LeafRecord } from './records.ts';
import { type OrderLine, type Report, rulesetSha256, verify } from './report.ts';
import { readRuleset, type Ruleset } from './ruleset.ts';

export interface BundleCase {
  readonly sha256: Sha256;
  readonly files: Files;
  readonly entries: readonly ReadEntry[];
  readonly leaves: readonly LeafRecord[];
  readonly roots: PastRoots;
  readonly isWhole: boolean;
}

export interface Judged {
  readonly checked: readonly string[];
  readonly unchecked: readonly string[];
  readonly teams: readonly { readonly team: string; readonly verdict: string; readonly findings: readonly string[] }[];
}

type Fields = { readonly [name: string]: Canonical };

export function judgeBundle(bundle: BundleCase): Judged {
  const { sha256, files, roots } = bundle;
  const { rules, contest } = readTerms(bundle);
  const checked = ['the rule set and the contest are those its leaves froze'];
  if (!files.has('report.json')) {
    const unchecked = ['there is no report in it: nothing was judged', ...checkBoard(bundle, contest.id, checked)];
    return { checked, unchecked, teams: [] };
  }
  const text = textOf(files, 'report.json');
  const report = objectOf(files, 'report.json') as unknown as Report;
  const hash = toHex(sha256(encodeUtf8(text)));
  checkReportLeaf(bundle, contest.id, report, hash);
  checked.push('the report is the one whose hash is in its leaf');
  const size = report.logSize;
  const root = roots.rootAt(size);
  if (root === null || toBase64(root) !== report.root) throw new Broken('the report names a root this log never had');
  const unchecked: string[] = [];
  const finished = verify(sha256, rules, contest, bundle.leaves.slice(0, size), roots.rootAt);
  if (bundle.isWhole) {
    if (finished.text !== text) throw new Broken(firstDifference(report, finished.report));
    checked.push('the report follows from the leaves, byte for byte');
  } else {
    const orders = compareOrders(report, finished.report);
    if (orders > 0) checked.push(`the logs that decide about ${orders} orders are those the leaves say`);
    unchecked.push('grades, findings and verdicts of the report, which are taken over as they stand');
  }
  unchecked.push(...checkBoard(bundle, contest.id, checked));
  return { checked, unchecked, teams: report.teams.map(teamOf) };
}

/** The rule set and the contest, as the last leaf of the contest says. */
function readTerms({ sha256, files, entries }: BundleCase): {
  readonly rules: Ruleset;
  readonly contest: ContestFacts;
} {
  const rules = readRuleset(objectOf(files, 'ruleset.json'));
  if (typeof rules === 'string') throw new Broken(`ruleset.json: ${rules}`);
  const config = objectOf(files, 'contest.json');
  const contest = contestFacts(config);
  const leaf = lastLeaf(entries, 'contest', ({ id }) => id === contest.id);
  if (leaf === null) throw new Broken(`no leaf of contest ${contest.id} is in the log`);
  if (!isFields(leaf['config']) || canonicalText(leaf['config']) !== canonicalText(config))
    throw new Broken('contest.json is not what the last leaf of the contest says');
  if (leaf['rulesetSha256'] !== rulesetSha256(sha256, rules))
    throw new Broken('ruleset.json is not the rule set whose hash the contest froze');
  return { rules, contest };
}

/** What of a contest's configuration is needed. Throws Broken when it is not there. */
function contestFacts(config: Fields): ContestFacts {
  const { id, startMs, endMs, coin, startBalance, symbols, minFilledOrders } = config;
  const names = Array.isArray(symbols) ? symbols.map((one: Canonical) => (isFields(one) ? one['symbol'] : one)) : [];
  if (typeof id !== 'string' || typeof coin !== 'string' || typeof startBalance !== 'string')
    throw new Broken('contest.json lacks id, coin or startBalance');
  if (typeof startMs !== 'number' || typeof endMs !== 'number' || typeof minFilledOrders !== 'number')
    throw new Broken('contest.json lacks startMs, endMs or minFilledOrders');
  const texts = names.filter((name) => typeof name === 'string');
  return { id, startMs, endMs, coin, startBalance, symbols: texts, minFilledOrders };
}

function lastLeaf(entries: readonly ReadEntry[], kind: string, fits: (payload: Fields) => boolean): Fields | null {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at] as ReadEntry;
    if (entry.kind === kind && 'payload' in entry && fits(entry.payload)) return entry.payload;
  }
  return null;
}

function checkReportLeaf({ entries }: BundleCase, contest: string, report: Report, hash: string): void {
  const leaf = lastLeaf(entries, 'report', (payload) => payload['contest'] === contest);
  if (leaf === null) throw new Broken(`no report of contest ${contest} is in the log`);
  const { reportSha256, logSize, root } = leaf;
  if (report.contest !== contest || reportSha256 !== hash || logSize !== report.logSize || root !== report.root)
    throw new Broken('report.json is not the report whose hash is in the last leaf of a report');
}

/** What a report says otherwise than the leaves, by its first difference. */
function firstDifference(told: Report, found: Report): string {
  const lines = Math.max(told.orders.length, found.orders.length);
  for (let at = 0; at < lines; at++) {
    const [left, right] = [told.orders[at], found.orders[at]];
    if (left === undefined || right === undefined || canonicalText(left) !== canonicalText(right))
      return `the report does not follow from the leaves: order line ${at + 1} says ${shown(left)}, and is ${shown(right)}`;
  }
  for (const [at, line] of found.teams.entries()) {
    const left = told.teams[at];
    if (left === undefined || canonicalText(left) !== canonicalText(line))
      return `the report does not follow from the leaves: of team ${line.team} it says ${shown(left)}, and it is ${shown(line)}`;
  }
  return 'the report does not follow from the leaves';
}

function shown(value: Canonical | undefined): string {
  return value === undefined ? 'nothing' : canonicalText(value);
}

/** Compares what does not depend on what was withheld: links and their times. Returns how many orders were. */
function compareOrders(told: Report, found: Report): number {
  const lines = new Map(told.orders.map((line) => [line.order, line]));
  let compared = 0;
  for (const line of found.orders) {
    const other = lines.get(line.order);
    if (other === undefined) continue;
    if (!isSameLink(line, other))
      throw new Broken(`the report says of order ${line.orderId} ${shown(other)}; the leaves say ${shown(line)}`);
    compared += 1;
  }
  return compared;
}

function isSameLink(a: OrderLine, b: OrderLine): boolean {
  // Without its body a log links by order id alone, so only what was found can be compared.
  return a.log === null || (a.link === 'orderId' && b.link !== 'orderId') || (a.log === b.log && a.delta === b.delta);
}

function checkBoard(bundle: BundleCase, contest: string, checked: string[]): readonly string[] {
  const { files, entries } = bundle;
  if (!files.has('board.json')) return ['there is no final board in it'];
  const leaf = lastLeaf(entries, 'contest', (payload) => payload['id'] === contest);
  const board = leaf?.['board'];
  if (board === undefined || canonicalText(board) !== textOf(files, 'board.json'))
    throw new Broken('board.json is not the board of the last leaf of the contest');
  checked.push('the board is the one the contest ended with');
  return ['figures of the board, which are not computed again from the minutes here'];
}

function teamOf({ team, verdict, findings }: Report['teams'][number]): Judged['teams'][number] {
  return { team, verdict, findings: findings.map(({ rule, severity }) => `${rule} ${severity}`) };
}
