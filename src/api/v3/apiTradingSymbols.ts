/** GET /market/apiTradingSymbols: the names of the contracts, and those they have on the demo paths. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { list, string } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';
import { chosenInstruments } from './reading/parameters.ts';
import { demoText, symbolText } from './words/names.ts';

export const apiTradingSymbols = defineRoute({
  operation: 'v3.apiTradingSymbols',
  summary: 'Names of the contracts that can be traded',
  ...PUBLIC_READ,
  path: '/capi/v3/market/apiTradingSymbols',
  weight: { ip: 5, uid: 0 },
  answer: shape(list(string()), ['BTCUSDT', 'BTCSUSDT']),
  handle: (_, call) => {
    const names = chosenInstruments(null, call)
      .filter(({ tradingState }) => tradingState !== 'DELISTED')
      .map(({ contract }) => symbolText(contract.symbol));
    return [...names, ...names.map(demoText)];
  },
});
