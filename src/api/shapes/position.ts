/**
 * A position as singlePosition and allPosition show it (POSN-006). Reads the live record; changes nothing.
 */
import { isolatedMarginOf, marginSizeOf, unrealisedProfitOf } from '../../core/positions/figures.ts';
import { liquidationPriceOf } from '../../core/risk/liquidation-price.ts';
import type { Account, Holding, Position } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import { boolean, nullableString, number, object, string } from './schema.ts';
import {
  COIN_ID,
  MARGIN_MODE_WORDS,
  moneyOrNull,
  moneyText,
  POSITION_MODE_WORDS,
  priceText,
  SIDE_WORDS,
  sizeText,
} from '../words/wire.ts';
import { byContractId } from './contract.ts';
import { shape, type ViewOf } from './shape.ts';

export const positionShape = shape(
  object({
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
  }),
  {
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
  },
);

export type PositionView = ViewOf<typeof positionShape>;

/** Those that have a size, in the order kept by the core: contract, LONG before SHORT, id. */
export function heldPositions(holding: Holding | undefined): readonly Position[] {
  return holding === undefined ? [] : holding.positions.filter(({ size }) => size > 0);
}

/** Those in every contract, by contract id, LONG before SHORT. */
export function allHeldPositions({ instruments }: State, account: Account | undefined): readonly Position[] {
  return byContractId(instruments).flatMap(({ index }) => heldPositions(account?.holdings[index]));
}

export function positionView(position: Position): PositionView {
  const { contract } = position.instrument;
  return {
    id: position.id,
    account_id: position.account.id,
    coin_id: COIN_ID,
    contract_id: contract.id,
    symbol: contract.symbol,
    side: SIDE_WORDS[position.side],
    margin_mode: MARGIN_MODE_WORDS[position.marginMode],
    separated_mode: POSITION_MODE_WORDS[position.positionMode],
    separated_open_order_id: position.openOrderId,
    leverage: String(position.leverage),
    size: sizeText(contract, position.size),
    open_value: moneyText(position.openValue),
    open_fee: moneyText(position.openFee),
    funding_fee: moneyText(position.fundingFee),
    marginSize: moneyText(marginSizeOf(position)),
    isolated_margin: moneyText(isolatedMarginOf(position)),
    is_auto_append_isolated_margin: position.autoAppend,
    cum_open_size: sizeText(contract, position.cumOpenSize),
    cum_open_value: moneyText(position.cumOpenValue),
    cum_open_fee: moneyText(position.cumOpenFee),
    cum_close_size: sizeText(contract, position.cumCloseSize),
    cum_close_value: moneyText(position.cumCloseValue),
    cum_close_fee: moneyText(position.cumCloseFee),
    cum_funding_fee: moneyText(position.cumFundingFee),
    cum_liquidate_fee: moneyText(position.cumLiquidateFee),
    created_match_sequence_id: position.createdSequence,
    updated_match_sequence_id: position.updatedSequence,
    created_time: position.createdMs,
    updated_time: position.updatedMs,
    contractVal: contract.spec.contractVal,
    unrealizePnl: moneyOrNull(unrealisedProfitOf(position)),
    liquidatePrice: liquidation(position),
  };
}

/** `0` when no price can liquidate it, null while its part's value is unknown (W-01). */
function liquidation(position: Position): string | null {
  const price = liquidationPriceOf(position);
  return price === null ? null : price === 0 ? '0' : priceText(position.instrument.contract, price);
}
