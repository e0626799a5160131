/** GET /market/ticker: one contract's prices now and its last 24 hours. */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { instrumentField } from '../reading/parameters.ts';
import { symbolField } from '../reading/schemas.ts';
import { tickerShape, tickerView } from '../shapes/ticker.ts';
import { unavailable } from '../words/errors.ts';

const NO_DAY = {
  en: 'the figures of the last 24 hours failed and come back with the next start of the exchange',
  zh: '24小时行情统计发生故障，交易所重启后恢复',
};
const UNTIL_RESTARTED_SECONDS = 60;

export const ticker = defineRoute({
  operation: 'ticker',
  summary: 'Ticker of one contract',
  method: 'GET',
  path: '/capi/v2/market/ticker',
  access: 'public',
  permission: 'read',
  weight: { ip: 1, uid: 0 },
  parameters: Type.Object({ symbol: symbolField }),
  sample: 'symbol=cmt_btcusdt',
  answer: tickerShape,
  errors: ['40019', '40020'],
  parse: instrumentField,
  handle: (instrument, { deps, requestTimeMs }) => {
    const figures = deps.ticker.figures(instrument.contract.symbol, deps.clock.nowMs());
    if (figures === null) throw unavailable(NO_DAY, UNTIL_RESTARTED_SECONDS);
    return tickerView(instrument, figures, requestTimeMs);
  },
});
