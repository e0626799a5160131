/**
 * The steps of a case that the team it is about is told of at once. That one was opened, and what judges propose or
 * give back, stays between them until it is decided, which is public.
 */
import { canonical } from '../log/read-entry.ts';
import type { CaseStep } from '../language/commands.ts';

const TOLD: ReadonlySet<unknown> = new Set<CaseStep['step']>(['notice', 'answer', 'waive', 'appeal']);

/**
 * @param header JCS of the header of a case's leaf
 * @param isFinal whether the contest it names is, which ends all secrets of its cases
 */
export function isToldToTeam(header: string, isFinal: (contest: string) => boolean): boolean {
  const { step, contest } = canonical(header) ?? {};
  return TOLD.has(step) || (typeof contest === 'string' && isFinal(contest));
}
