/** GET /market/exchangeInfo: contracts, margin coins and budgets; numbers as numbers. */
import { optional } from '../call/parameter.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { anyCaseInstrument, chosenInstruments } from './reading/parameters.ts';
import { ASSETS, budgetsView, exchangeInfoShape, symbolView } from './shapes/exchange-info.ts';

export const exchangeInfo = defineRoute({
  operation: 'v3.exchangeInfo',
  summary: 'Contracts, margin coins and budgets',
  ...PUBLIC_READ,
  path: '/capi/v3/market/exchangeInfo',
  weight: { ip: 1, uid: 0 },
  parameters: { symbol: optional(anyCaseInstrument) },
  sample: 'symbol=BTCUSDT',
  answer: exchangeInfoShape,
  handle: ({ symbol: asked }, call) => {
    const { config, engine } = call.deps;
    const faceValue = config.compat.v3ContractVal === 'face';
    return {
      assets: ASSETS,
      rateLimits: budgetsView(config.rateLimit),
      symbols: chosenInstruments(asked, call).map((one) => symbolView(engine.state, one, faceValue)),
    };
  },
});
