/**
 * Answers of the API against the auditor's figures: positions field by field, the account's money, working orders,
 * settings. What the exchange shows and the auditor cannot know (the next id, a time) is left out; everything that is a
 * figure is not.
 */
import { Big, ceilMoney, share, sum, ZERO } from './decimal.ts';
import { checkLiquidationPrice } from './liquidation-price.ts';
import {
  leverageOf,
  markOf,
  type Model,
  object,
  type Part,
  type Position,
  partOf,
  partOfPosition,
  positionsOf,
  same,
  sumsOf,
} from './model.ts';
import { availableIn, equityAt, markValue, marksOf } from './risk.ts';
import type { AssetSeen, PositionSeen, WorkingSeen } from './seen.ts';

/** `allPosition` of an account. */
export function comparePositions(model: Model, uid: number, seen: readonly PositionSeen[]): void {
  const ids = seen.map(({ id }) => id).toSorted((a, b) => a - b);
  const own = positionsOf(model, uid)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
  same(model, `positions of ${uid}`, ids.join(' '), own.join(' '));
  for (const view of seen) {
    const position = model.positions.get(view.id);
    if (position !== undefined) comparePosition(model, position, view);
  }
}

function comparePosition(model: Model, position: Position, view: PositionSeen): void {
  const name = `position ${position.id} of ${position.uid}`;
  const { amount } = partOfPosition(model, position);
  const settings = leverageOf(model, position.uid, position.contract.symbol);
  const inForce = position.isolated ? (position.side === 'long' ? settings.long : settings.short) : settings.cross;
  if (!position.separated) position.leverage = inForce;
  const known = model.marks.get(position.contract.symbol)?.valid === true;
  const value = markValue(model, position);
  const figures: Readonly<Record<string, Big>> = {
    account_id: new Big(position.uid),
    leverage: new Big(position.leverage),
    size: position.size,
    open_value: position.openValue,
    open_fee: position.openFee,
    funding_fee: position.fundingFee,
    marginSize: known ? share(ceilMoney, value, 1, position.leverage) : ZERO,
    isolated_margin: position.isolated ? amount.plus(position.openValue.times(position.sign)) : ZERO,
    cum_open_size: position.cumOpenSize,
    cum_open_value: position.cumOpenValue,
    cum_open_fee: position.cumOpenFee,
    cum_close_size: position.cumCloseSize,
    cum_close_value: position.cumCloseValue,
    cum_close_fee: position.cumCloseFee,
    cum_funding_fee: position.cumFundingFee,
    cum_liquidate_fee: position.cumLiquidateFee,
    created_match_sequence_id: new Big(position.createdSequence),
    created_time: new Big(position.createdMs),
    separated_open_order_id: new Big(position.openOrderId),
  };
  for (const [field, expected] of Object.entries(figures))
    same(model, `${field} of ${name}`, figure(view[field]), expected);
  const words: Readonly<Record<string, string>> = {
    symbol: position.contract.symbol,
    side: position.side.toUpperCase(),
    margin_mode: position.isolated ? 'ISOLATED' : 'SHARED',
    separated_mode: position.separated ? 'SEPARATED' : 'COMBINED',
  };
  for (const [field, expected] of Object.entries(words))
    same(model, `${field} of ${name}`, String(view[field]), expected);
  if (figure(view['updated_match_sequence_id']).lt(position.updatedSequence))
    object(model, `${name} was last updated before its last fill`);
  const profit = view['unrealizePnl'];
  if ((profit !== null) !== known)
    object(model, `${name} shows the profit ${String(profit)}, its mark is ${known ? '' : 'in'}valid`);
  if (profit !== null)
    same(model, `profit of ${name}`, figure(profit), value.minus(position.openValue).times(position.sign));
  checkLiquidationPrice(model, position, view['liquidatePrice'] as string | null);
}

function figure(value: unknown): Big {
  return new Big(String(value));
}

/** The shared part and one for each isolated position. */
export function partsOf(model: Model, uid: number): Part[] {
  return [
    partOf(model, uid, 0),
    ...positionsOf(model, uid).flatMap((one) => (one.isolated ? partOfPosition(model, one) : [])),
  ];
}

/** `assets` of an account. */
export function compareAssets(model: Model, uid: number, seen: AssetSeen): void {
  const parts = partsOf(model, uid);
  const positions = positionsOf(model, uid);
  const profit = sum(positions.map((one) => markValue(model, one).minus(one.openValue).times(one.sign)));
  const frozen = figure(seen.frozen);
  same(model, `equity of ${uid}`, figure(seen.equity), sum(parts.map((part) => equityAt(model, part, marksOf(model)))));
  same(model, `profit of ${uid}`, figure(seen.unrealizePnl), profit);
  same(model, `available of ${uid}`, figure(seen.available), availableIn(model, partOf(model, uid, 0), frozen));
  if (frozen.lt(0)) object(model, `${uid} has ${frozen} frozen`);
}

/** `current` of an account: what has been filled of the orders that work. */
export function compareWorking(model: Model, uid: number, seen: readonly WorkingSeen[]): void {
  for (const view of seen) {
    const name = `working order ${view.order_id} of ${uid}`;
    const sums = sumsOf(model, Number(view.order_id));
    same(model, `filled size of ${name}`, figure(view.filled_qty), sums.filled);
    same(model, `fee of ${name}`, figure(view.fee), sums.fee);
    same(model, `profit of ${name}`, figure(view.totalProfits), view.type.startsWith('open') ? ZERO : sums.profit);
    if (sums.filled.gte(figure(view.size))) object(model, `${name} works, filled ${sums.filled} of ${view.size}`);
    if (view.order_type !== 'normal' && view.order_type !== 'postOnly')
      object(model, `${name} is ${view.order_type} and works`);
  }
}

/** `settings` of an account. */
export function compareSettings(
  model: Model,
  uid: number,
  seen: Readonly<Record<string, Readonly<Record<string, string>>>>,
): void {
  for (const [symbol, view] of Object.entries(seen)) {
    const own = leverageOf(model, uid, symbol);
    same(model, `cross leverage of ${uid} in ${symbol}`, figure(view['cross_leverage']), new Big(own.cross));
    same(model, `long leverage of ${uid} in ${symbol}`, figure(view['isolated_long_leverage']), new Big(own.long));
    same(model, `short leverage of ${uid} in ${symbol}`, figure(view['isolated_short_leverage']), new Big(own.short));
  }
}

/** MARK-002: a mark is within 5 % of its index, give or take the rounding to a tick. */
export function checkMark(model: Model, symbol: string): void {
  const mark = model.marks.get(symbol);
  if (mark?.valid !== true || mark.price === null) return;
  const { tick } = model.contracts.get(symbol) ?? { tick: ZERO };
  if (mark.price.minus(mark.index).abs().gt(mark.index.times('0.05').plus(tick)))
    object(model, `the mark of ${symbol} is ${markOf(model, symbol)}, its index ${mark.index}`);
}
