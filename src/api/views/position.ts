/** A position as singlePosition and allPosition show it (wire 5.1, POSN-006). Reads the live record; changes nothing. */
import type { Money } from '../../core/num/units.ts';
import { isolatedMarginOf, marginSizeOf, unrealisedProfitOf } from '../../core/positions/figures.ts';
import { liquidationPriceOf } from '../../core/risk/liquidation-price.ts';
import type { Position } from '../../core/state.ts';
import { COIN_ID, MARGIN_MODE_WORDS, moneyText, POSITION_MODE_WORDS, priceText, SIDE_WORDS, sizeText } from '../wire.ts';

/** The interface document's position object, and the additive fields. */
export interface PositionView {
  id: number;
  account_id: number;
  coin_id: number;
  contract_id: number;
  symbol: string;
  side: string;
  margin_mode: string;
  separated_mode: string;
  separated_open_order_id: number;
  leverage: string;
  size: string;
  open_value: string;
  open_fee: string;
  funding_fee: string;
  marginSize: string;
  isolated_margin: string;
  is_auto_append_isolated_margin: boolean;
  cum_open_size: string;
  cum_open_value: string;
  cum_open_fee: string;
  cum_close_size: string;
  cum_close_value: string;
  cum_close_fee: string;
  cum_funding_fee: string;
  cum_liquidate_fee: string;
  created_match_sequence_id: number;
  updated_match_sequence_id: number;
  created_time: number;
  updated_time: number;
  contractVal: string;
  unrealizePnl: string | null;
  liquidatePrice: string | null;
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
    unrealizePnl: nullable(unrealisedProfitOf(position)),
    liquidatePrice: liquidation(position),
  };
}

function nullable(amount: Money | null): string | null {
  return amount === null ? null : moneyText(amount);
}

/** `0` when no price can liquidate it, null while its part's value is unknown (W-01). */
function liquidation(position: Position): string | null {
  const price = liquidationPriceOf(position);
  return price === null ? null : price === 0 ? '0' : priceText(position.instrument.contract, price);
}
