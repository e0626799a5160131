/**
 * The second half of checking a bundle: rule set and contest are the frozen ones, the report follows from the leaves,
 * its hash is in its leaf, and the board is the one the contest ended with.
 */
import type { ReadEntry } from '../log/read-entry.ts';
import { toBase64, toHex } from '../text/bytes.ts';
import { type Canonical, canonicalText } from '../text/canonical.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import type { Score } from '../standing/rank.ts';
import { isDecimalText } from '../num/decimal.ts';
import { judgeSkill } from './judge-skill.ts';
import type { BoardContest } from './board.ts';
import { Broken, type BundleCase, lastLeaf, objectOf, textOf } from './bundle-files.ts';
import { type AskedBoard, judgeBoards, type Ranking, type ShownBoard } from './judge-board.ts';
import { type Unjudged, unjudgedOf, type Withheld, withheldFrom } from './judge-teams.ts';
import { isFields } from './open-leaf.ts';
import { OWN_REPORT, type OwnReport } from './own-report.ts';
import { type OrderLine, type Report, rulesetSha256, verify } from './report.ts';
import { readRuleset, type Ruleset } from './ruleset.ts';

/** The findings on a bundle that is not broken. */
export interface Judged {
  /** `unjudged`: what is shown agrees, with findings or without, and some team can't be judged from it. */
  readonly outcome: 'agrees' | 'findings' | 'unjudged';
  readonly checked: readonly string[];
  /** Statements taken as given, and why. */
  readonly unchecked: readonly string[];
  readonly teams: readonly { readonly team: string; readonly verdict: string; readonly findings: readonly string[] }[];
  /** Those of them that can't be judged from what is shown, and why. */
  readonly unjudged: readonly Unjudged[];
  /** The board of the moment asked for. */
  readonly board: ShownBoard | null;
  readonly ranking: Ranking;
  /** The judges' decisions, in the order of their leaves. */
  readonly decisions: readonly Decided[];
}

/** A public leaf that says how a case ended, or an appeal. */
export interface Decided {
  readonly team: string;
  readonly outcome: string;
  readonly by: readonly string[];
  readonly rules: readonly string[];
  readonly leaf: number;
}

type Fields = { readonly [name: string]: Canonical };

export function judgeBundle(bundle: BundleCase, asked: AskedBoard): Judged {
  const { rules, contest } = readTerms(bundle);
  const checked = ['the rule set and the contest are those its leaves froze'];
  const withheld = withheldFrom(bundle, contest.id);
  const unchecked = withheld.texts.map((text) => `${text} were withheld`);
  const isWhole = unchecked.length === 0;
  const report = bundle.files.has('report.json') ? readReport(bundle, contest.id, rules) : null;
  const own = bundle.files.has(OWN_REPORT) ? readOwnReport(bundle, contest.id, rules) : null;
  if (report !== null && own !== null) throw new Broken(`${OWN_REPORT} is beside the whole report`);
  if (report === null && own === null) unchecked.push('there is no report in it: nothing was judged');
  const judged =
    report !== null
      ? judgeReport(bundle, report, { rules, contest, withheld })
      : own !== null
        ? judgeOwnReport(bundle, own, rules, contest)
        : { checked: [], unchecked: [], unjudged: [] };
  const skill = report === null ? { checked: [], unchecked: [] } : judgeSkill(bundle, contest, report.report);
  const boards = judgeBoards(bundle, { rules, contest, isWhole, report: report?.report ?? null }, asked);
  const teams = (report?.report ?? own)?.teams.map(teamOf) ?? null;
  const hasFindings = teams?.some(({ findings }) => findings.length > 0) === true;
  return {
    outcome: teams === null || judged.unjudged.length > 0 ? 'unjudged' : hasFindings ? 'findings' : 'agrees',
    checked: [...checked, ...judged.checked, ...boards.checked, ...skill.checked],
    unchecked: [...unchecked, ...judged.unchecked, ...boards.unchecked, ...skill.unchecked],
    teams: teams ?? [],
    unjudged: judged.unjudged,
    board: boards.board,
    ranking: boards.ranking,
    decisions: decisionsIn(bundle.entries, contest.id),
  };
}

function decisionsIn(entries: readonly ReadEntry[], contest: string): Decided[] {
  return entries.flatMap((entry, leaf) => {
    if (entry.kind !== 'verdict' || !('payload' in entry) || entry.payload['contest'] !== contest) return [];
    const { team, outcome, by, rules } = entry.payload;
    const texts = (value: Canonical | undefined): string[] =>
      Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
    const isNamed = typeof team === 'string' && typeof outcome === 'string';
    return isNamed ? [{ team, outcome, by: texts(by), rules: texts(rules), leaf }] : [];
  });
}

interface ReadReport {
  readonly text: string;
  readonly report: Report;
}

type JudgedReport = Pick<Judged, 'checked' | 'unchecked' | 'unjudged'>;

function judgeReport(
  { sha256, verifyEd25519, leaves, roots }: BundleCase,
  { text, report }: ReadReport,
  {
    rules,
    contest,
    withheld,
  }: { readonly rules: Ruleset; readonly contest: BoardContest; readonly withheld: Withheld },
): JudgedReport {
  const finished = verify(sha256, verifyEd25519, rules, contest, leaves.slice(0, report.logSize), roots.rootAt);
  const isTheOne = 'the report is the one whose hash is in its leaf';
  const unjudged = unjudgedOf(report, finished.report, withheld);
  if (unjudged.length === 0) {
    if (finished.text !== text) throw new Broken('the report does not follow from the leaves');
    return { checked: [isTheOne, 'the report follows from the leaves, byte for byte'], unchecked: [], unjudged };
  }
  const judged = report.teams.filter(({ team }) => !unjudged.some((one) => one.team === team));
  const follows = `what the report says of ${judged.map(({ team }) => team).join(', ')} follows from the leaves`;
  return {
    checked: [isTheOne, ...linksChecked(report, finished.report), ...(judged.length === 0 ? [] : [follows])],
    unchecked: [
      `grades, findings and verdicts of ${unjudged.length} of ${report.teams.length} teams, taken over as they stand`,
    ],
    unjudged,
  };
}

/** The report in a team's own bundle: it leaves out no order, its links are compared, the rest is a word. */
function judgeOwnReport(
  { sha256, verifyEd25519, leaves, roots }: BundleCase,
  own: OwnReport,
  rules: Ruleset,
  contest: BoardContest,
): JudgedReport {
  const finished = verify(sha256, verifyEd25519, rules, contest, leaves.slice(0, own.logSize), roots.rootAt);
  const told = new Set(own.orders.map(({ order }) => order));
  const left = finished.report.orders.find(({ order }) => !told.has(order));
  if (left !== undefined) throw new Broken(`${OWN_REPORT} leaves out order ${left.orderId} of ${left.team}`);
  const whose = own.teams.map(({ team }) => team).join(', ') || 'nobody';
  return {
    checked: linksChecked(own, finished.report),
    unchecked: [
      `the report, of which only what concerns ${whose} is in it: its hash can not be compared, and grades, findings ` +
        'and verdict are taken over as they stand',
    ],
    unjudged: own.teams.map(({ team }) => ({ team, why: 'the report is not in it, only what concerns this team' })),
  };
}

function linksChecked(told: Pick<Report, 'orders'>, found: Report): string[] {
  const orders = compareOrders(told, found);
  return orders === 0 ? [] : [`the logs that decide about ${orders} orders are those the leaves say`];
}

/** The rule set and the contest, according to the contest's last leaf. */
function readTerms({ sha256, files, entries }: BundleCase): {
  readonly rules: Ruleset;
  readonly contest: BoardContest;
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

/** The part of a contest's configuration that is needed. Throws Broken when it is not there. */
function contestFacts(config: Fields): BoardContest {
  const { id, startMs, endMs, coin, startBalance, symbols, minFilledOrders, score, finalMinutes } = config;
  const names = Array.isArray(symbols) ? symbols.map((one: Canonical) => (isFields(one) ? one['symbol'] : one)) : [];
  if (typeof id !== 'string' || typeof coin !== 'string' || typeof startBalance !== 'string')
    throw new Broken('contest.json lacks id, coin or startBalance');
  if (typeof startMs !== 'number' || typeof endMs !== 'number' || typeof minFilledOrders !== 'number')
    throw new Broken('contest.json lacks startMs, endMs or minFilledOrders');
  const scoring = scoreOf(score);
  if (!isDecimalText(startBalance) || scoring === null) throw new Broken('contest.json lacks startBalance or score');
  if (finalMinutes !== undefined && !isMinutes(finalMinutes)) throw new Broken('contest.json has no such finalMinutes');
  const texts = names.filter((name) => typeof name === 'string');
  const facts = { id, startMs, endMs, coin, startBalance, symbols: texts, minFilledOrders, score: scoring };
  return finalMinutes === undefined ? facts : { ...facts, finalMinutes };
}

function isMinutes(value: Canonical): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function scoreOf(value: Canonical | undefined): Score | null {
  if (!isFields(value)) return null;
  const { mode, weights } = value;
  const isMode = mode === 'return' || mode === 'riskRank' || mode === 'composite';
  const hasWeights = isFields(weights) && Object.values(weights).every(Number.isSafeInteger);
  return isMode && (weights === undefined || hasWeights) ? (value as unknown as Score) : null;
}

function readReport(bundle: BundleCase, contest: string, rules: Ruleset): ReadReport {
  const text = textOf(bundle.files, 'report.json');
  const report = objectOf(bundle.files, 'report.json') as unknown as Report;
  const reportSha256 = toHex(bundle.sha256(encodeUtf8(text)));
  mustBeInForce(bundle, 'report.json', { ...report, reportSha256 }, { contest, rules });
  return { text, report };
}

function readOwnReport(bundle: BundleCase, contest: string, rules: Ruleset): OwnReport {
  const own = objectOf(bundle.files, OWN_REPORT) as unknown as OwnReport;
  mustBeInForce(bundle, OWN_REPORT, own, { contest, rules });
  return own;
}

/** That it is, or was cut from, the report whose hash is in the last leaf of one. */
function mustBeInForce(
  { sha256, entries, roots }: BundleCase,
  path: string,
  report: OwnReport,
  { contest, rules }: { readonly contest: string; readonly rules: Ruleset },
): void {
  const leaf = lastLeaf(entries, 'report', (payload) => payload['contest'] === contest);
  if (leaf === null) throw new Broken(`no report of contest ${contest} is in the log`);
  const { reportSha256, logSize, root } = leaf;
  const isOfLeaf = reportSha256 === report.reportSha256 && logSize === report.logSize && root === report.root;
  if (report.contest !== contest || !isOfLeaf)
    throw new Broken(`${path} is not the report whose hash is in the last leaf of a report`);
  if (!Array.isArray(report.orders) || !Array.isArray(report.teams) || report.ruleset !== rulesetSha256(sha256, rules))
    throw new Broken(`${path} is no report by the rule set the contest froze`);
  const known = roots.rootAt(report.logSize);
  if (known === null || toBase64(known) !== report.root) throw new Broken('the report names a root this log never had');
}

/** Compares what does not depend on what was withheld: links and their times. Returns how many orders it compared. */
function compareOrders(told: Pick<Report, 'orders'>, found: Report): number {
  const lines = new Map(told.orders.map((line) => [line.order, line]));
  let compared = 0;
  for (const line of found.orders) {
    const other = lines.get(line.order);
    if (other === undefined) continue;
    if (!isSameLink(line, other))
      throw new Broken(
        `the report says of order ${line.orderId} ${canonicalText(other)}; the leaves say ${canonicalText(line)}`,
      );
    compared += 1;
  }
  return compared;
}

function isSameLink(a: OrderLine, b: OrderLine): boolean {
  // Without its body a log links by order id alone, so only what was found can be compared.
  return a.log === null || (a.link === 'orderId' && b.link !== 'orderId') || (a.log === b.log && a.delta === b.delta);
}

function teamOf({ team, verdict, findings }: Report['teams'][number]): Judged['teams'][number] {
  return { team, verdict, findings: findings.map(({ rule, severity }) => `${rule} ${severity}`) };
}
