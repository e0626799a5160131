/**
 * Outages (CTST-008): a gap between two commands while a contest is live proves that the exchange was away; others are
 * declared by the organiser. Both are leaves, and move the deadlines of evidence.
 */
import type { DeclareOutage } from '../language/commands.ts';
import { conflictingField, invalidField, type Reject } from '../language/rejects.ts';
import type { TimeMs } from '../num/units.ts';
import { accept, type Decision, refuse } from '../turn/outcome.ts';
import type { Turn } from '../turn/turn.ts';
import { checkLog } from './find.ts';
import { appendPublic } from './leaves.ts';

/** A tick comes every second: after so long without any command the exchange was not there. */
const GAP_MS = 30_000;
const LATEST_MS = 86_400_000;

/** The time since the command before, when it proves an outage. */
export function noteGap(turn: Turn, beforeMs: TimeMs): void {
  if (turn.timeMs - beforeMs > GAP_MS) appendPublic(turn, 'outage', { cause: 'gap', from: beforeMs, to: turn.timeMs });
}

export function declareOutage(turn: Turn, { fromMs, toMs, cause }: DeclareOutage): Decision<null> {
  const refused = checkLog(turn.state, 'cause') ?? checkSpan(fromMs, toMs, turn.timeMs);
  if (refused !== null) return refuse(refused);

  // From here on it must succeed.
  appendPublic(turn, 'outage', { cause, from: fromMs, to: toMs });
  return accept(null);
}

function checkSpan(fromMs: TimeMs, toMs: TimeMs, nowMs: TimeMs): Reject | null {
  if (fromMs >= toMs) return conflictingField('toMs', `${toMs}, which is not after ${fromMs}`);
  if (toMs > nowMs) return invalidField('toMs', `${toMs}, which is not over yet`);
  return nowMs - fromMs > LATEST_MS ? invalidField('fromMs', `${fromMs}, which is more than 24 h ago`) : null;
}
