/**
 * POST /account/leverage: sets the leverage of a contract, the cross one or the isolated pair, and shows all of them
 * afterwards. The mode stays as it is.
 */
import type { MarginMode } from '../../core/language/commands.ts';
import { accountOf, type Call } from '../call/call.ts';
import { optional, type ValuesOf } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { execute } from '../front/answer/execute.ts';
import { times } from '../reading/amounts.ts';
import { contractSettingView } from '../shapes/contract-setting.ts';
import { object } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';
import { malformed, missing } from '../words/errors.ts';
import { instrument, marginType } from './reading/parameters.ts';
import { symbolConfigShape, symbolConfigView, symbolFields } from './shapes/symbol-config.ts';

const { separatedType: _, ...sample } = symbolConfigShape.sample;
const { separatedType: __, ...fields } = symbolFields;

const parameters = {
  symbol: instrument,
  marginType: optional(marginType),
  crossLeverage: optional(times('Whole number; read unless marginType is ISOLATED')),
  isolatedLongLeverage: optional(times('Whole number; of the pair the one that is absent stays')),
  isolatedShortLeverage: optional(times('Whole number')),
};

type Read = ValuesOf<typeof parameters>;

export const leverage = defineRoute({
  operation: 'v3.leverage',
  summary: 'Set the leverage of a contract',
  ...OWN_COMMAND,
  path: '/capi/v3/account/leverage',
  weight: { ip: 10, uid: 20 },
  parameters,
  sample: '{"symbol":"BTCUSDT","crossLeverage":"10"}',
  answer: shape(object(fields), { ...sample, crossLeverage: '10.00' }),
  parse: (read) => ({ ...read, marginMode: groupOf(read) }),
  handle: async ({ marginMode, ...read }, call) => {
    const { symbol: of } = read;
    await execute(call, 'setLeverage', { symbol: of.contract.symbol, marginMode, ...pairOf(read, marginMode, call) });
    const { state } = call.deps.engine;
    const { separatedType: ___, ...set } = symbolConfigView(state, of, state.accounts.get(accountOf(call)));
    return set;
  },
});

/** The group that is set. @throws ApiError 40019 when it isn't given, 40017 when both are and no mode */
function groupOf({ marginType: mode, crossLeverage, ...pair }: Read): MarginMode {
  const isPairGiven = pair.isolatedLongLeverage !== null || pair.isolatedShortLeverage !== null;
  if (mode === 'isolated' && !isPairGiven) throw missing('isolatedLongLeverage');
  if (mode === 'cross' && crossLeverage === null) throw missing('crossLeverage');
  if (mode !== null) return mode;
  if (!isPairGiven && crossLeverage === null) throw missing('crossLeverage');
  if (isPairGiven && crossLeverage !== null)
    throw malformed({
      en: 'crossLeverage and isolated ones are given: marginType says which are set',
      zh: '同时给出全仓与逐仓杠杆时，须以marginType指明要设置的一组',
    });
  return isPairGiven ? 'isolated' : 'cross';
}

/** The wanted leverage of both sides; one that isn't given stays. */
function pairOf(read: Omit<Read, 'marginMode'>, marginMode: MarginMode, call: Call) {
  const { crossLeverage: cross, isolatedLongLeverage: long, isolatedShortLeverage: short } = read;
  if (marginMode === 'cross') return { long: cross!, short: cross! };
  const { state } = call.deps.engine;
  const now = contractSettingView(state, read.symbol, state.accounts.get(accountOf(call)));
  return {
    long: long ?? Number(now.isolated_long_leverage),
    short: short ?? Number(now.isolated_short_leverage),
  };
}
