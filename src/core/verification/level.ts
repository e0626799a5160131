/**
 * The evidence level of a deciding log (docs/evidence.md, Levels): how much more than the team's word backs it. Levels
 * 4 and 5 (attested, replayed) are not given yet.
 */
import type { Sha256 } from '../text/bytes.ts';
import { toBase64 } from '../text/bytes.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import type { Grade } from './grade.ts';
import type { TeamLog } from './team.ts';

export type Level = 0 | 1 | 2 | 3 | 4 | 5;

/** Root of the log at a size, 32 bytes; null for a size it never had. */
export type RootAt = (size: number) => Uint8Array | null;

/** The facts a beacon is compared with. */
export interface BeaconFacts {
  readonly sha256: Sha256;
  readonly origin: string;
  /** Times of the leaves. */
  readonly times: readonly number[];
  readonly rootAt: RootAt;
  readonly maxAgeMs: number;
}

const BEACON = /^([1-9][0-9]{0,15})\.([A-Za-z0-9+/=]{44})$/;

/** The text of the beacon at a size: the size and the hash of the checkpoint's body. */
export function beaconText(sha256: Sha256, origin: string, size: number, root: Uint8Array): string {
  return `${size}.${toBase64(sha256(encodeUtf8(`${origin}\n${size}\n${toBase64(root)}\n`)))}`;
}

/** The level of the log that decided about an order with this grade. */
export function levelOf(log: TeamLog, grade: Grade, facts: BeaconFacts): Level {
  if (grade === 'A' && log.facts !== null && log.facts.beacon !== null && isFresh(log, log.facts.beacon, facts))
    return 3;
  if (log.facts?.hasTrace === true) return 2;
  return log.signature === 'right' ? 1 : 0;
}

/** The size a beacon names, if a log with this index may quote it; null otherwise. */
export function beaconSize(beacon: string, index: number): number | null {
  const size = Number(BEACON.exec(beacon)?.[1] ?? 0);
  return size < 1 || size > index ? null : size;
}

/** Whether the log quotes a checkpoint, of the log it is in, that was recent when it came. */
function isFresh({ index, t }: TeamLog, beacon: string, facts: BeaconFacts): boolean {
  const size = beaconSize(beacon, index);
  if (size === null) return false;
  if (t - (facts.times[size - 1] as number) > facts.maxAgeMs) return false;
  const root = facts.rootAt(size);
  return root !== null && beacon === beaconText(facts.sha256, facts.origin, size, root);
}
