/**
 * GET /account/position/singlePosition (wire 5.1): the account's positions in one contract, LONG before SHORT. Reads the engine's state.
 */
import { Type } from 'typebox';
import type { Instrument, Position } from '../../core/state.ts';
import { accountOf } from '../call.ts';
import { require } from '../fields.ts';
import { instrumentField } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { boolean, list, nullableString, number, string, symbolField } from '../schemas.ts';
import { type PositionView, positionView } from '../views/position.ts';

/** The schema of a position, for every operation that answers with one. */
export const positionSchema = Type.Object({
  id: number('New for every term, from open to fully closed'),
  account_id: number(),
  coin_id: number('2 = USDT'),
  contract_id: number(),
  symbol: string(),
  side: string('LONG or SHORT'),
  margin_mode: string('SHARED or ISOLATED'),
  separated_mode: string('COMBINED or SEPARATED'),
  separated_open_order_id: number('0 when combined'),
  leverage: string(),
  size: string(),
  open_value: string(),
  open_fee: string(),
  funding_fee: string(),
  marginSize: string(),
  isolated_margin: string(),
  is_auto_append_isolated_margin: boolean(),
  cum_open_size: string(),
  cum_open_value: string(),
  cum_open_fee: string(),
  cum_close_size: string(),
  cum_close_value: string(),
  cum_close_fee: string(),
  cum_funding_fee: string(),
  cum_liquidate_fee: string(),
  created_match_sequence_id: number(),
  updated_match_sequence_id: number(),
  created_time: number('Epoch ms'),
  updated_time: number('Epoch ms'),
  contractVal: string(),
  unrealizePnl: nullableString('null while the contract has no valid mark price'),
  liquidatePrice: nullableString('0: no price can liquidate it'),
});

/** The position of the samples. */
export const samplePosition: PositionView = {
  id: 700000000000012,
  account_id: 1000001,
  coin_id: 2,
  contract_id: 10000001,
  symbol: 'cmt_btcusdt',
  side: 'LONG',
  margin_mode: 'SHARED',
  separated_mode: 'COMBINED',
  separated_open_order_id: 0,
  leverage: '20',
  size: '0.0200',
  open_value: '1790.00000000',
  open_fee: '0.71800000',
  funding_fee: '0.18040000',
  marginSize: '90.50000000',
  isolated_margin: '0',
  is_auto_append_isolated_margin: false,
  cum_open_size: '0.0200',
  cum_open_value: '1790.00000000',
  cum_open_fee: '0.71800000',
  cum_close_size: '0',
  cum_close_value: '0',
  cum_close_fee: '0',
  cum_funding_fee: '0.18040000',
  cum_liquidate_fee: '0',
  created_match_sequence_id: 5,
  updated_match_sequence_id: 7,
  created_time: 1767251700000,
  updated_time: 1767254400000,
  contractVal: '0.0001',
  unrealizePnl: '20.00000000',
  liquidatePrice: '0',
};

export type SinglePositionAnswer = PositionView[];

export const singlePosition = defineRoute<Instrument, SinglePositionAnswer>({
  operation: 'singlePosition',
  summary: 'Get the position of one contract',
  method: 'GET',
  path: '/capi/v2/account/position/singlePosition',
  access: 'private',
  permission: 'read',
  weight: { ip: 2, uid: 3 },
  parameters: Type.Object({ symbol: symbolField }),
  answer: list(positionSchema),
  sample: { request: 'symbol=cmt_btcusdt', answer: [samplePosition] },
  errors: ['40019', '40020'],
  parse: (fields, call) => {
    require(fields, ['symbol']);
    return instrumentField(fields, call.deps.engine.state);
  },
  handle: (instrument, call) => {
    const holding = call.deps.engine.state.accounts.get(accountOf(call))?.holdings[instrument.index];
    return openPositions(holding?.positions ?? []).map(positionView);
  },
});

/** Those that have a size, in the order kept by the core: contract, LONG before SHORT, id. */
export function openPositions(positions: readonly Position[]): Position[] {
  return positions.filter((position) => position.size > 0);
}
