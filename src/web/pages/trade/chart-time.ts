/**
 * Moments as the chart library has them: seconds.
 */
import type { Time, UTCTimestamp } from 'lightweight-charts';

export function msOf(time: Time): number {
  return Number(time) * 1_000;
}

export function timeOf(ms: number): UTCTimestamp {
  return (ms / 1_000) as UTCTimestamp;
}
