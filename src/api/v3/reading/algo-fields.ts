/** The fields of a plan order in v3, as POST algoOrder takes them, and which of two commands they become. */
import type { PlacePlanOrder, PlaceTpSlOrder, TriggerBy } from '../../../core/language/commands.ts';
import type { Reject } from '../../../core/language/rejects.ts';
import { decimal, decimalUnlessZero, flag, id, onlyWhile, optional, type ValuesOf } from '../../call/parameter.ts';
import { meaningOf } from '../words/names.ts';
import { mustFireOnLast, opensReduceOnly } from './order-fields.ts';
import {
  clientId,
  marginType,
  positionSide,
  separatedType,
  side,
  symbol,
  presetPriceType,
  triggerPriceType,
  words,
} from './parameters.ts';

const LIMIT = ['STOP', 'TAKE_PROFIT'];
const KINDS = {
  STOP: 'stopLoss',
  STOP_MARKET: 'stopLoss',
  TAKE_PROFIT: 'takeProfit',
  TAKE_PROFIT_MARKET: 'takeProfit',
} as const;

export const algoParameters = {
  symbol,
  side,
  positionSide,
  type: words(KINDS, 'How a closing order protects; an opening one follows the price or goes against it, as it must'),
  quantity: decimal('Size in base coin'),
  price: {
    ...onlyWhile(decimal('Limit price; not read of a _MARKET order'), 'type', LIMIT),
    requiredWhile: { name: 'type', is: LIMIT },
  },
  triggerPrice: decimal('Price that fires it'),
  clientAlgoId: optional(clientId),
  presetTakeProfitPrice: decimalUnlessZero('Take profit made by the first fill, opening orders only'),
  presetStopLossPrice: decimalUnlessZero('Stop loss made by the first fill, opening orders only'),
  TpWorkingType: optional(presetPriceType),
  SlWorkingType: optional(presetPriceType),
  workingType: optional(triggerPriceType),
  reduceOnly: optional(flag('An opening order with true is refused; a closing one reduces anyway'), false),
  positionId: optional(id('Closing orders: this position of the side; the oldest when not given')),
  marginType: optional(marginType),
  separatedType: optional(separatedType),
};

type Wanted<Command> = Omit<Command, 'name' | 'account' | 'keyId' | 'channel' | 'digest'>;

/**
 * The order a request asks for: one that waits for a price, or the protection of a position; or the reject of a closing
 * order with presets, for which that has no fields.
 */
export type AlgoOrder =
  | { readonly becomes: 'placePlanOrder'; readonly wanted: Wanted<PlacePlanOrder> }
  | { readonly becomes: 'placeTpSlOrder'; readonly wanted: Wanted<PlaceTpSlOrder> }
  | { readonly becomes: null; readonly reject: Reject };

type AlgoRead = ValuesOf<typeof algoParameters>;

/** The order that was read. @throws ApiError 40017 when its fields don't go together */
export function algoOrderOf(read: AlgoRead): AlgoOrder {
  const { side: of, effect } = meaningOf(read);
  const common = {
    symbol: read.symbol,
    clientOrderId: read.clientAlgoId,
    side: of,
    size: read.quantity,
    price: read.price,
    triggerPrice: read.triggerPrice,
  };
  const presets = { takeProfit: read.presetTakeProfitPrice, stopLoss: read.presetStopLossPrice };
  if (effect === 'close') {
    if (presets.takeProfit !== null || presets.stopLoss !== null)
      return { becomes: null, reject: { reason: 'PRESET_NOT_ALLOWED_ON_CLOSE', long: of === 'long' } };
    const triggerBy = closedBy(read);
    return {
      becomes: 'placeTpSlOrder',
      wanted: { ...common, kind: read.type, triggerBy, positionId: read.positionId },
    };
  }
  if (read.reduceOnly) throw opensReduceOnly(read);
  mustFireOnLast(presets, read);
  return {
    becomes: 'placePlanOrder',
    wanted: {
      ...common,
      ...presets,
      effect,
      triggerBy: read.workingType ?? 'unset',
      marginMode: read.marginType,
      positionMode: read.separatedType,
      positionId: null,
    },
  };
}

/** The price that fires a closing order: that of its kind, else the one for any. */
function closedBy({ type, TpWorkingType: ofProfit, SlWorkingType: ofLoss, workingType }: AlgoRead): TriggerBy {
  return (type === 'takeProfit' ? ofProfit : ofLoss) ?? workingType ?? 'unset';
}
