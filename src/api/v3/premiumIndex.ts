/** GET /market/premiumIndex: mark, index and funding of a contract, or of all of them. */
import type { Instrument } from '../../core/state/records.ts';
import type { Call } from '../call/call.ts';
import { optional } from '../call/parameter.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { settledRates } from '../reading/settled-rates.ts';
import { listOf } from '../shapes/shape.ts';
import { anyCaseInstrument, chosenInstruments } from './reading/parameters.ts';
import { premiumIndexShape, premiumIndexView } from './shapes/funding.ts';

export const premiumIndex = defineRoute({
  operation: 'v3.premiumIndex',
  summary: 'Mark, index and funding',
  ...PUBLIC_READ,
  path: '/capi/v3/market/premiumIndex',
  weight: { ip: 1, uid: 0 },
  parameters: { symbol: optional(anyCaseInstrument) },
  sample: 'symbol=BTCUSDT',
  answer: listOf(premiumIndexShape),
  handle: ({ symbol: asked }, call) =>
    Promise.all(
      chosenInstruments(asked, call).map(async (one) =>
        premiumIndexView(one, await lastRateOf(call, one), call.requestTimeMs),
      ),
    ),
});

/** The rate of the latest settlement in 1e-8, of the simulated past too; null before the first. */
async function lastRateOf({ deps }: Call, { fundingRateE8, contract }: Instrument): Promise<number | null> {
  // A rate of 0 is also that of a contract whose funding was never settled.
  if (fundingRateE8 !== 0) return fundingRateE8;
  const [latest] = await settledRates(deps, { symbol: contract.symbol, limit: 1 });
  return latest?.rateE8 ?? null;
}
