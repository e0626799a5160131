/**
 * The words in which contests, teams and cases tell their lives (CTST-002, -003, -010). Words only: what each means is
 * decided where it is set.
 */

export const PHASES = ['draft', 'registration', 'live', 'review', 'final', 'cancelled'] as const;
export type Phase = (typeof PHASES)[number];

export const TEAM_STATES = ['applied', 'approved', 'active', 'eliminated', 'withdrawn', 'disqualified'] as const;
export type TeamState = (typeof TEAM_STATES)[number];

export const CASE_STEPS = [
  'open',
  'notice',
  'answer',
  'waive',
  'propose',
  'confirm',
  'return',
  'appeal',
  'uphold',
  'overturn',
] as const;

export const CASE_STATES = ['opened', 'noticed', 'proposed', 'decided', 'appealed', 'closed'] as const;
export type CaseState = (typeof CASE_STATES)[number];
