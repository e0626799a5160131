/**
 * Versions of etcd whose linearizable reads can be relied on: two faults in them, one of them after a process was
 * paused, were mended in 3.4.42, 3.5.28 and 3.6.9. At a member below, a read position is taken by a write.
 */
const MENDED: Readonly<Record<string, number>> = { '3.4': 42, '3.5': 28, '3.6': 9 };
const LATER = { major: 3, minor: 7 };

/** @param version as a member says it; '' when it did not answer */
export function confirmsByRange(version: string): boolean {
  const found = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (found === null) return false;
  const [major, minor, patch] = found.slice(1).map(Number) as [number, number, number];
  if (major > LATER.major || (major === LATER.major && minor >= LATER.minor)) return true;
  const needed = MENDED[`${major}.${minor}`];
  return needed !== undefined && patch >= needed;
}
