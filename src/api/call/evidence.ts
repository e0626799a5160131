/** Reports on contests and bundles of their evidence, as routes ask for them (docs/evidence.md). */
import type { Skill } from '../../core/verification/skill.ts';
import type { Contest } from '../../core/state/records.ts';
import type { PublicText } from '../../core/verification/copies.ts';
import type { Finding } from '../../core/verification/finding.ts';
import type { JudgesDossier } from '../../core/verification/judges-dossier.ts';
import type { TeamLine } from '../../core/verification/report.ts';
import type { Ruleset } from '../../core/verification/ruleset.ts';
import type { SentFile } from '../shapes/bundle.ts';

/** A report as it was made; nothing of it is stored yet. */
export interface ReportAnswer {
  readonly contest: string;
  readonly logSize: number;
  /** Base64. */
  readonly root: string;
  readonly ruleset: string;
  /** JCS of it, and the SHA-256 of that in hex. */
  readonly text: string;
  readonly reportSha256: string;
  readonly teams: readonly TeamLine[];
  /** The findings that are told to a team alone, by team. */
  readonly toTeams: Readonly<Record<string, readonly Finding[]>>;
  readonly dossiers: readonly JudgesDossier[];
  /** Null: too few samples. */
  readonly skill: Skill | null;
}

export interface PublicTextsAnswer {
  readonly rules: Ruleset;
  readonly found: readonly PublicText[];
}

export type BundleWanted = { readonly contest: Contest } & (
  | { readonly variant: 'full' | 'public' }
  | { readonly variant: 'team'; readonly uid: number }
);

/**
 * Judging and exporting: each takes its time, and one waits for the other, those of a team for all others. All reject
 * with EvidenceBroken.
 */
export interface Evidence {
  report(contest: Contest): Promise<ReportAnswer>;
  /** Repeats among the teams' logs so far that its rules don't call common, and these rules. */
  publicTexts(contest: Contest): Promise<PublicTextsAnswer>;
  bundle(wanted: BundleWanted): Promise<SentFile>;
  /** Of a contest that is over; made once. */
  publicBundle(contest: Contest): Promise<SentFile>;
}
