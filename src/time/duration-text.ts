/**
 * A length of time for people: in the largest unit of which there are at least two, to one decimal (`26.5 hours`). The
 * sign is the caller's to say in words. For messages only; nothing reads it back.
 */

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const;

export function durationText(ms: number): string {
  const length = Math.abs(ms);
  const [unit, size] = UNITS.find(([, unitMs]) => length >= 2 * unitMs) ?? ['seconds', 1_000];
  return `${Number((length / size).toFixed(1))} ${unit}`;
}
