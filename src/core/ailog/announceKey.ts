/**
 * A new key for the AI log (docs/ai-log.md 16): announced by a leaf, so that everyone who follows the log knows it
 * before it signs alone. The old keys go on signing for a week.
 *
 * With `previous` the log goes on under a new name, because what was published under the old one can't be continued:
 * an old backup lost leaves that a checkpoint covers. Leaves keep their indices, and nothing under the new name
 * contradicts the old one, which the leaf names.
 */
import type { AnnounceKey } from '../language/commands.ts';
import { conflictingField } from '../language/rejects.ts';
import type { TimeMs } from '../num/units.ts';
import type { AiLogState, LogKey } from '../state/state.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { Turn } from '../turn/turn.ts';
import { appendLeaf } from './append-leaf.ts';
import { publicLeaf } from '../log/entry.ts';
import { parseVerifierKey, type VerifierKey } from '../log/note.ts';

/** How long a key goes on signing beside the one that was announced after it. */
const OVERLAP_MS = 7 * 86_400_000;

/** The keys that sign at that time: the newest, and those before it that have a successor for less than a week. */
export function signingKeys(keys: readonly LogKey[], timeMs: TimeMs): LogKey[] {
  return keys.filter((_, at) => {
    const next = keys[at + 1];
    return next === undefined || timeMs < next.sinceMs + OVERLAP_MS;
  });
}

export function announceKey(turn: Turn, command: AnnounceKey): Decision<null> {
  const { ailog } = turn.state;
  const { vkey, previous } = command;
  const key = parseVerifierKey(turn.sha256, vkey);
  if (key?.signing !== 'note') return refuse(conflictingField('vkey', 'it is no verifier key of a log'));
  const obstacle = obstacleOf(ailog, key, command);
  if (obstacle !== null) return refuse(conflictingField('vkey', obstacle));

  // From here on it must succeed.
  const kept = previous === null ? signingKeys(ailog.keys, turn.timeMs) : [];
  ailog.keys = [...kept, { vkey, sinceMs: turn.timeMs }];
  ailog.origin = key.name;
  const payload = { origin: key.name, vkey, ...(previous === null ? {} : { previous }) };
  appendLeaf(turn, 'key', 0, null, publicLeaf(turn.sha256, 'key', payload, turn.timeMs));
  return accept(null);
}

/** Why the key can't be this log's, or null. */
function obstacleOf({ saltKey, origin, keys }: AiLogState, { name }: VerifierKey, command: AnnounceKey): string | null {
  const { vkey, previous } = command;
  if (saltKey === null) return 'the AI log is not open yet';
  if (keys.some((one) => one.vkey === vkey)) return 'it is a key of the log already';
  if (previous === null) return name === origin ? null : `it is a key of ${name}, and this log is ${origin}`;
  if (previous.origin !== origin) return `this log is ${origin}, not ${previous.origin}`;
  return name === origin ? 'a new log needs a new name' : null;
}
