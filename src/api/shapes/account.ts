/**
 * A whole account: its fees, modes and leverage in every contract, and each part of its money with everything that ever
 * went through it.
 */
import type { Contract } from '../../core/language/contract.ts';
import type { RateE8 } from '../../core/num/units.ts';
import { add } from '../../core/num/mul-div.ts';
import { marginModeInForce, positionModeInForce } from '../../core/orders/draft.ts';
import { makerFeeRateOf, takerFeeRateOf } from '../../core/positions/fees.ts';
import { isShared, partsOf } from '../../core/state/parts.ts';
import type { Account, Instrument, Part } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Turnover, TurnoverFigures } from '../../live/turnover.ts';
import { boolean, list, nullableString, number, object, string } from './schema.ts';
import { COIN, COIN_ID, MARGIN_MODE_WORDS, moneyText, POSITION_MODE_WORDS } from '../words/wire.ts';
import { byContractId } from './contract.ts';
import { contractSettingView, feeText } from './contract-setting.ts';
import { positionShape } from './position.ts';
import { shape, type ViewOf } from './shape.ts';

const fees = {
  is_set_fee_rate: boolean(),
  taker_fee_rate: string(),
  maker_fee_rate: string(),
  is_set_fee_discount: boolean(),
  fee_discount: string(),
  is_set_taker_maker_fee_discount: boolean(),
  taker_fee_discount: string(),
  maker_fee_discount: string(),
};

const NO_DISCOUNT = {
  is_set_fee_discount: false,
  fee_discount: '0',
  is_set_taker_maker_fee_discount: false,
  taker_fee_discount: '0',
  maker_fee_discount: '0',
};

/** One margin part; the private socket sends it under its own names. */
export const collateralSchema = object({
  coin: string(),
  coin_id: number('2 = USDT'),
  marginMode: string('SHARED or ISOLATED'),
  crossSymbol: nullableString(),
  isolatedPositionId: number('0 when SHARED'),
  amount: string('Collateral: an open position has taken its whole value out, or put it in'),
  pending_deposit_amount: string(),
  pending_withdraw_amount: string(),
  pending_transfer_in_amount: string(),
  pending_transfer_out_amount: string(),
  is_liquidating: boolean(),
  legacy_amount: string('amount plus signed open values'),
  cum_deposit_amount: string('These count all there ever was, upwards'),
  cum_withdraw_amount: string(),
  cum_transfer_in_amount: string(),
  cum_transfer_out_amount: string(),
  cum_margin_move_in_amount: string(),
  cum_margin_move_out_amount: string(),
  cum_position_open_long_amount: string('Values of fills, without fees'),
  cum_position_open_short_amount: string(),
  cum_position_close_long_amount: string(),
  cum_position_close_short_amount: string(),
  cum_position_fill_fee_amount: string('Cost positive'),
  cum_position_liquidate_fee_amount: string(),
  cum_position_funding_amount: string('Paid less received'),
  cum_order_fill_fee_income_amount: string(),
  cum_order_liquidate_fee_income_amount: string(),
  created_time: number('Epoch ms'),
  updated_time: number('Epoch ms'),
});

const fields = {
  account: object({
    defaultFeeSetting: object(fees),
    feeSetting: list(object({ symbol: string(), ...fees })),
    modeSetting: list(
      object({ symbol: string(), marginMode: string(), separatedMode: string(), positionMode: string() }),
    ),
    leverageSetting: list(
      object({
        symbol: string(),
        isolated_long_leverage: string(),
        isolated_short_leverage: string(),
        cross_leverage: string(),
      }),
    ),
    createOrderRateLimitPerMinute: number('Orders created in 60 s; 0: no limit of the account’s own'),
    createOrderDelayMilliseconds: number(),
    createdTime: number('Epoch ms; 0 before anything happened to the account'),
    updatedTime: number('Epoch ms, when its money changed last'),
  }),
  collateral: list(collateralSchema),
  version: nullableString(),
};

const NOTHING = {
  pending_deposit_amount: '0',
  pending_withdraw_amount: '0',
  pending_transfer_in_amount: '0',
  pending_transfer_out_amount: '0',
  is_liquidating: false,
} as const;

const sample = {
  account: {
    defaultFeeSetting: {
      is_set_fee_rate: true,
      taker_fee_rate: '0.00060000',
      maker_fee_rate: '0.00020000',
      ...NO_DISCOUNT,
    },
    feeSetting: [
      {
        symbol: 'cmt_btcusdt',
        is_set_fee_rate: false,
        taker_fee_rate: '0.00060000',
        maker_fee_rate: '0.00020000',
        ...NO_DISCOUNT,
      },
    ],
    modeSetting: [{ symbol: 'cmt_btcusdt', marginMode: 'SHARED', separatedMode: 'COMBINED', positionMode: 'HEDGE' }],
    leverageSetting: [
      {
        symbol: 'cmt_btcusdt',
        isolated_long_leverage: '20.00',
        isolated_short_leverage: '20.00',
        cross_leverage: '20.00',
      },
    ],
    createOrderRateLimitPerMinute: 0,
    createOrderDelayMilliseconds: 0,
    createdTime: 1767250800000,
    updatedTime: 1767254400000,
  },
  collateral: [
    {
      coin: 'USDT',
      coin_id: 2,
      marginMode: 'SHARED',
      crossSymbol: null,
      isolatedPositionId: 0,
      amount: '8209.10160000',
      ...NOTHING,
      legacy_amount: '9999.10160000',
      cum_deposit_amount: '10000.00000000',
      cum_withdraw_amount: '0',
      cum_transfer_in_amount: '0',
      cum_transfer_out_amount: '0',
      cum_margin_move_in_amount: '0',
      cum_margin_move_out_amount: '0',
      cum_position_open_long_amount: '1790.00000000',
      cum_position_open_short_amount: '0',
      cum_position_close_long_amount: '0',
      cum_position_close_short_amount: '0',
      cum_position_fill_fee_amount: '0.71800000',
      cum_position_liquidate_fee_amount: '0',
      cum_position_funding_amount: '0.18040000',
      cum_order_fill_fee_income_amount: '0',
      cum_order_liquidate_fee_income_amount: '0',
      created_time: 1767250800000,
      updated_time: 1767254400000,
    },
  ],
  version: null,
};

export const accountShape = shape(object(fields), sample);

export type AccountView = ViewOf<typeof accountShape>;

/** The same under its older name, with the positions. */
export const accountWithPositionsShape = shape(object({ ...fields, position: list(positionShape.schema) }), {
  ...sample,
  position: [positionShape.sample],
});

/**
 * A whole account; null when what went through it isn't known. An account that no command has named yet has nothing,
 * and the defaults.
 * @param ordersPerMinute 0 when it has no separate limit
 */
export function accountView(
  state: State,
  account: Account | undefined,
  turnover: Turnover,
  ordersPerMinute: number,
): AccountView | null {
  const parts: readonly ShownPart[] = account === undefined ? [NO_PART] : partsOf(account);
  const views = parts.flatMap((part) => {
    const figures = turnover.of(account?.id ?? 0, part);
    return figures === null ? [] : collateralView(part, figures);
  });
  if (views.length < parts.length) return null;
  const instruments = byContractId(state.instruments);
  const general = generalFees(instruments, account);
  return {
    account: {
      defaultFeeSetting: feesView(true, general),
      feeSetting: instruments.map(({ contract }) => ({
        symbol: contract.symbol,
        ...contractFees(general, feesOf(contract, account)),
      })),
      modeSetting: instruments.map((one) => modeView(one, account)),
      leverageSetting: instruments.map((one) => leverageView(state, one, account)),
      createOrderRateLimitPerMinute: ordersPerMinute,
      createOrderDelayMilliseconds: 0,
      createdTime: account?.shared.createdMs ?? 0,
      updatedTime: changedMs(account),
    },
    collateral: views,
    version: null,
  };
}

/** When the money of an account changed last; 0 before anything happened to it. */
export function changedMs(account: Account | undefined): number {
  return account === undefined ? 0 : Math.max(...partsOf(account).map(({ updatedMs }) => updatedMs));
}

export type ShownPart = Pick<Part, 'positionId' | 'amount' | 'openValue' | 'createdMs' | 'updatedMs'>;

/** The part of an account that nothing has happened to. */
export const NO_PART: ShownPart = { positionId: 0, amount: 0, openValue: 0, createdMs: 0, updatedMs: 0 };

interface Fees {
  readonly taker: RateE8;
  readonly maker: RateE8;
}

/** The rates the account pays in a contract. */
function feesOf(contract: Contract, account: Account | undefined): Fees {
  return account === undefined
    ? { taker: contract.takerFeeE8, maker: contract.makerFeeE8 }
    : { taker: takerFeeRateOf(account, contract), maker: makerFeeRateOf(account, contract) };
}

/** The account's own fees where it has some, else those of the first contract. */
function generalFees([first]: readonly Instrument[], account: Account | undefined): Fees {
  const own = account?.fees ?? null;
  if (own !== null) return { taker: own.takerFeeE8, maker: own.makerFeeE8 };
  return first === undefined ? { taker: 0, maker: 0 } : feesOf(first.contract, account);
}

/** Fees count as set when they differ from the general ones. */
function contractFees(general: Fees, fees: Fees) {
  return feesView(fees.taker !== general.taker || fees.maker !== general.maker, fees);
}

function feesView(isSet: boolean, { taker, maker }: Fees) {
  return { is_set_fee_rate: isSet, taker_fee_rate: feeText(taker), maker_fee_rate: feeText(maker), ...NO_DISCOUNT };
}

/** The pair in force, which is the one set while the contract is flat (W-23). */
function modeView({ contract, index }: Instrument, account: Account | undefined) {
  const holding = account?.holdings[index];
  return {
    symbol: contract.symbol,
    marginMode: MARGIN_MODE_WORDS[holding === undefined ? 'cross' : marginModeInForce(holding)],
    separatedMode: POSITION_MODE_WORDS[holding === undefined ? 'combined' : positionModeInForce(holding)],
    positionMode: 'HEDGE',
  };
}

function leverageView(state: State, instrument: Instrument, account: Account | undefined) {
  const { isolated_long_leverage, isolated_short_leverage, cross_leverage } = contractSettingView(
    state,
    instrument,
    account,
  );
  return { symbol: instrument.contract.symbol, isolated_long_leverage, isolated_short_leverage, cross_leverage };
}

export function collateralView(part: ShownPart, figures: TurnoverFigures) {
  return {
    coin: COIN,
    coin_id: COIN_ID,
    marginMode: MARGIN_MODE_WORDS[isShared(part) ? 'cross' : 'isolated'],
    crossSymbol: null,
    isolatedPositionId: part.positionId,
    amount: moneyText(part.amount),
    ...NOTHING,
    legacy_amount: moneyText(add(part.amount, part.openValue)),
    cum_deposit_amount: moneyText(figures.deposit),
    cum_withdraw_amount: moneyText(figures.withdraw),
    cum_transfer_in_amount: moneyText(figures.transferIn),
    cum_transfer_out_amount: moneyText(figures.transferOut),
    cum_margin_move_in_amount: moneyText(figures.marginMoveIn),
    cum_margin_move_out_amount: moneyText(figures.marginMoveOut),
    cum_position_open_long_amount: moneyText(figures.openLong),
    cum_position_open_short_amount: moneyText(figures.openShort),
    cum_position_close_long_amount: moneyText(figures.closeLong),
    cum_position_close_short_amount: moneyText(figures.closeShort),
    cum_position_fill_fee_amount: moneyText(figures.fillFee),
    cum_position_liquidate_fee_amount: moneyText(figures.liquidateFee),
    cum_position_funding_amount: moneyText(figures.funding),
    cum_order_fill_fee_income_amount: moneyText(figures.fillFeeIncome),
    cum_order_liquidate_fee_income_amount: moneyText(figures.liquidateFeeIncome),
    created_time: part.createdMs,
    updated_time: part.updatedMs,
  };
}
