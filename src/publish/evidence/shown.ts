/** The part of a leaf that each variant of a bundle shows (docs/evidence.md, Bundle). */
import { isToldToTeam } from '../../core/contest/told.ts';
import type { Given } from '../../core/verification/open-leaf.ts';
import type { LogFacts, OpenedLeaf } from './opened-log.ts';

/**
 * `full`: for judges and auditors, all headers, and what the teams uploaded. `public`: what the contest publishes of
 * its teams. `team`: what is one account's own, of its cases until the contest is final the steps it was told of.
 */
export type Shown =
  | { readonly variant: 'full' }
  | { readonly variant: 'public'; readonly what: 'none' | 'orders' | 'full' }
  | { readonly variant: 'team'; readonly uid: string; readonly team: string; readonly isFinal: boolean };

const OF_ORDERS: ReadonlySet<string> = new Set(['order', 'change', 'account']);
const OF_ALL: ReadonlySet<string> = new Set(['order', 'change', 'account', 'ailog']);
const OF_TEAM: ReadonlySet<string> = new Set(['order', 'change', 'account', 'ailog', 'case']);

/** Null: nothing. */
export function partShown(shown: Shown, log: LogFacts, leaf: OpenedLeaf): Given | null {
  const { stored, record, given } = leaf;
  const { kind, uid } = stored;
  if (record.kind === 'team') return given.uid === undefined || !showsTeam(shown, given.uid) ? null : given;
  if (given.header === undefined) return null;
  if (record.kind === 'minute') return showsMinutes(shown) && isOfContest(shown, log, record.contest) ? given : null;
  if (shown.variant === 'full') return given;
  if (shown.variant === 'team')
    return OF_TEAM.has(kind) && String(uid) === shown.uid && isTold(shown, leaf) ? given : null;
  const kinds = shown.what === 'full' ? OF_ALL : OF_ORDERS;
  return shown.what !== 'none' && kinds.has(kind) && log.uids.has(String(uid)) ? given : null;
}

function isTold(
  { isFinal }: Extract<Shown, { readonly variant: 'team' }>,
  { stored: { kind }, given }: OpenedLeaf,
): boolean {
  return kind !== 'case' || isToldToTeam(given.header ?? '', () => isFinal);
}

function showsTeam(shown: Shown, uid: string): boolean {
  return shown.variant === 'team' ? shown.uid === uid : showsMinutes(shown);
}

function showsMinutes(shown: Shown): boolean {
  return shown.variant === 'full' || (shown.variant === 'public' && shown.what !== 'none');
}

/** Of another contest a judge sees that it is one. */
function isOfContest({ variant }: Shown, { contest }: LogFacts, found: string): boolean {
  return variant === 'full' || found === contest;
}
