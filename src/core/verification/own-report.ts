/**
 * A report as far as it concerns one team: what the team's own bundle has of it until the contest is final, because
 * the whole would say whose the leaves of all others are (docs/evidence.md, Bundle). It names the report it was cut
 * from, and can't be held against its hash.
 */
import type { OrderLine, Report, TeamLine } from './report.ts';

export const OWN_REPORT = 'own-report.json';

export type OwnReport = {
  readonly contest: string;
  readonly logSize: number;
  readonly orders: readonly OrderLine[];
  /** SHA-256 of the whole report, hex. */
  readonly reportSha256: string;
  readonly root: string;
  readonly ruleset: string;
  /** None: the report says nothing of it. */
  readonly teams: readonly TeamLine[];
  readonly v: Report['v'];
};

/** @param isOthers whether a leaf is one of another account's */
export function ownReportOf(
  { contest, logSize, orders, root, ruleset, teams, v }: Report,
  reportSha256: string,
  team: string,
  isOthers: (index: number) => boolean,
): OwnReport {
  const own = teams.filter((line) => line.team === team);
  return {
    contest,
    logSize,
    orders: orders.filter((line) => line.team === team),
    reportSha256,
    root,
    ruleset,
    teams: own.map((line) => ({ ...line, findings: withoutOthers(line.findings, isOthers) })),
    v,
  };
}

/** Findings that point to no leaf of another account: a finding may say that somebody else was first. */
export function withoutOthers<Found extends { readonly evidence: readonly number[] }>(
  findings: readonly Found[],
  isOthers: (index: number) => boolean,
): Found[] {
  return findings.map((found) => ({ ...found, evidence: found.evidence.filter((index) => !isOthers(index)) }));
}
