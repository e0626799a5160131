/**
 * The rates a contract's funding was settled at (FUND-004), newest first, and behind them those of its simulated past.
 * Reads SQL after the projector has reached everything durable (W-30).
 */
import type { SettledRate } from '../../bars/past.ts';
import type { CallDeps } from '../call/deps.ts';
import { barsOf } from './live-bars.ts';

interface WantedRates {
  readonly symbol: string;
  readonly limit: number;
  /** By the time of the settlement, both ends inclusive. */
  readonly startMs?: number | null;
  readonly endMs?: number | null;
}

/** @throws ApiError 503 */
export async function settledRates(
  deps: CallDeps,
  { symbol, limit, startMs = null, endMs = null }: WantedRates,
): Promise<readonly SettledRate[]> {
  const rates = await deps.store.ask('fundingRates', { symbol, limit, startMs, endMs }, deps.sequencer.sequence);
  const isWhole = startMs === null && endMs === null;
  const more = limit - rates.length;
  const before =
    barsOf(deps)
      .past(symbol)
      ?.settled(isWhole ? more : Number.POSITIVE_INFINITY) ?? [];
  const within = before.filter(({ fundingMs }) => fundingMs >= (startMs ?? 0) && fundingMs <= (endMs ?? fundingMs));
  return [...rates, ...within.slice(0, more)];
}
