/**
 * The report: what verification says of every counted order and every team, as one JCS text, the same on any machine
 * (docs/evidence.md, Report). A verdict is one of three words: VERIFIED, REVIEW, INSUFFICIENT. None disqualifies
 * anyone.
 */
import type { VerifyEd25519 } from '../log/note.ts';
import { type Sha256, toBase64, toHex } from '../text/bytes.ts';
import { canonicalBytes, canonicalText } from '../text/canonical.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { copiesOf } from './copies.ts';
import type { Coverage } from './coverage.ts';
import { type Dossier, dossiersOf } from './dossier.ts';
import { exactOf, exactText, ratioPpm } from './exact.ts';
import { type Everything, type Finding, findingOf, isAboveShare, tellingFinding } from './finding.ts';
import type { Grade, LinkKind } from './grade.ts';
import type { Level, RootAt } from './level.ts';
import { passesByNotional } from './order-rules.ts';
import type { ContestFacts, LeafRecord } from './records.ts';
import { RULES } from './rules.ts';
import { longTextsOf } from './rules-across.ts';
import type { Ruleset, RulesetVersion } from './ruleset.ts';
import { start, step } from './step.ts';
import type { Terms } from './terms.ts';
import { likenessesOf } from './twins.ts';
import type { Verification } from './verification.ts';

export type Verdict = 'VERIFIED' | 'REVIEW' | 'INSUFFICIENT';

export type OrderLine = {
  /** Time of the log minus time of the order. */
  readonly delta: number | null;
  readonly grade: Grade;
  readonly level: Level | null;
  /** `opening`: it follows the order that opened its position. */
  readonly link: LinkKind | 'opening' | null;
  /** Leaf index of the deciding log. */
  readonly log: number | null;
  /** Value of the fills. */
  readonly notional: string;
  readonly order: number;
  readonly orderId: string;
  readonly team: string;
};

export type TeamLine = {
  readonly counted: number;
  readonly coverage: Coverage;
  readonly covered: number;
  readonly findings: readonly Finding[];
  readonly grades: Readonly<Record<Grade, number>>;
  readonly levels: readonly number[];
  readonly notionalCounted: string;
  readonly notionalCovered: string;
  /** How many counted orders have a deciding log that the team signed; left out by a team that registered no key. */
  readonly signed?: number;
  readonly team: string;
  readonly verdict: Verdict;
};

export type Report = {
  readonly contest: string;
  readonly logSize: number;
  readonly orders: readonly OrderLine[];
  readonly root: string;
  readonly ruleset: string;
  readonly teams: readonly TeamLine[];
  /** The version of its rule set. */
  readonly v: RulesetVersion;
};

/** The result: the report, and what only the team itself is told. */
export interface Finished {
  readonly report: Report;
  /** JCS of the report. */
  readonly text: string;
  /** SHA-256 of the text, hex. */
  readonly reportSha256: string;
  /** The rule set it was judged by. */
  readonly everything: Everything;
  /** Findings of V16, by team: they point to credentials. */
  readonly toTeams: ReadonlyMap<string, readonly Finding[]>;
}

const TOLD_TO_TEAM = 'V16';

/** The SHA-256 by which a contest freezes a rule set, hex. */
export function rulesetSha256(sha256: Sha256, rules: Ruleset): string {
  return toHex(sha256(canonicalBytes(rules)));
}

/** Judges what was read so far. Changes nothing: more leaves may follow, and another finish. */
export function finish(state: Verification, rootAt: RootAt): Finished {
  const { sha256, rules, ruleset, contest, times } = state;
  const logSize = times.length;
  const root = rootAt(logSize);
  if (root === null) throw new RangeError(`no root for size ${logSize}; it is needed to say what was judged`);
  const dossiers = dossiersOf(state, rootAt);
  const isFirst = ruleset.v === 1;
  const everything: Everything = {
    state,
    dossiers,
    likenesses: likenessesOf(state, dossiers),
    copies: isFirst ? { texts: new Map(), bodies: new Map(), common: [] } : copiesOf(dossiers, rules),
    longTexts: new Map(isFirst ? dossiers.map((one) => [one.team, longTextsOf(one, rules)]) : []),
  };
  const judged = dossiers.map((dossier) => ({ dossier, findings: findingsOf(dossier, everything) }));
  const report: Report = {
    contest: contest.id,
    logSize,
    orders: dossiers.flatMap(orderLines).sort((a, b) => a.order - b.order),
    root: toBase64(root),
    ruleset: rulesetSha256(sha256, ruleset),
    teams: judged.map(({ dossier, findings }) => teamLine(dossier, findings, rules)),
    v: ruleset.v,
  };
  const toTeams = judged.map(
    ({ dossier, findings }) => [dossier.team.id, findings.filter(({ rule }) => rule === TOLD_TO_TEAM)] as const,
  );
  const text = canonicalText(report);
  return {
    report,
    text,
    reportSha256: toHex(sha256(encodeUtf8(text))),
    everything,
    toTeams: new Map(toTeams.filter(([, findings]) => findings.length > 0)),
  };
}

/**
 * The whole verification in one call, the leaves in any order. Throws RangeError when one is missing or there twice.
 */
export function verify(
  sha256: Sha256,
  verifyEd25519: VerifyEd25519,
  rules: Ruleset,
  contest: ContestFacts,
  leaves: readonly LeafRecord[],
  rootAt: RootAt,
): Finished {
  const state = start(sha256, verifyEd25519, rules, contest);
  for (const leaf of [...leaves].sort((a, b) => a.index - b.index)) step(state, leaf);
  return finish(state, rootAt);
}

function findingsOf(dossier: Dossier, everything: Everything): readonly Finding[] {
  const { ruleset, rules } = everything.state;
  return RULES[ruleset.v].flatMap(({ id, find }) => {
    const found = find(dossier, everything);
    if (found === null) return [];
    if (ruleset.v === 1) return [findingOf(id, found)];
    // A fact of most of a team's orders is no detail.
    const isMost = isAboveShare(found.touched ?? 0, dossier.counted.length, rules.mediumSharePpm);
    return [tellingFinding(id, found.severity === 'M' && isMost ? { ...found, severity: 'H' } : found)];
  });
}

function orderLines({ team, counted }: Dossier): readonly OrderLine[] {
  return counted.map(({ order, grade, level, follows }) => {
    const { deciding } = follows ?? order;
    return {
      delta: deciding === null ? null : deciding.receivedAt - order.t,
      grade,
      level,
      link: follows === null ? (deciding?.how ?? null) : 'opening',
      log: deciding?.logIndex ?? null,
      notional: exactText(order.notional),
      order: order.index,
      orderId: order.header.orderId,
      team: team.id,
    };
  });
}

function teamLine(dossier: Dossier, findings: readonly Finding[], rules: Terms): TeamLine {
  const { team, counted, covered, coverage, grades, levels, notionalCounted, notionalCovered } = dossier;
  return {
    counted: counted.length,
    coverage,
    covered,
    findings: findings.filter(({ rule }) => rule !== TOLD_TO_TEAM),
    grades,
    levels,
    notionalCounted: exactText(notionalCounted),
    notionalCovered: exactText(notionalCovered),
    ...(team.publicKey === null ? {} : { signed: signedOf(dossier) }),
    team: team.id,
    verdict: verdictOf(coverage, passesByNotional(dossier, rules.coveragePpm), findings, rules),
  };
}

/** A bracket that follows its opening is signed with it. */
function signedOf({ counted }: Dossier): number {
  return counted.filter(({ order, follows }) => (follows ?? order).deciding?.log.signature === 'right').length;
}

/** Millionths of a team's traded value that are covered, as boards break ties; 0 when nothing was traded. */
export function coveredPpmOf({ notionalCounted, notionalCovered }: TeamLine): number {
  const [counted, covered] = [exactOf(notionalCounted), exactOf(notionalCovered)];
  if (counted === null || covered === null || counted.units <= 0n) return 0;
  return Number(ratioPpm(covered, counted));
}

/** The only place a verdict comes from. */
function verdictOf(coverage: Coverage, passesNotional: boolean, findings: readonly Finding[], rules: Terms): Verdict {
  if (coverage === 'fail') return 'INSUFFICIENT';
  const mediums = findings.filter(({ severity }) => severity === 'M').length;
  const needsPerson = findings.some(({ severity }) => severity === 'H');
  return coverage === 'pass' && passesNotional && !needsPerson && mediums <= rules.mediumMax ? 'VERIFIED' : 'REVIEW';
}
