/**
 * What an order of a move looks like: size, price, modes and presets in the terms of the moment, as fields of the wire.
 */
import type { Position } from '../auditor/model.ts';
import { leverageOf, positionsOf } from '../auditor/model.ts';
import type { Exchange, Feed } from '../exchange.ts';
import type { Move } from '../moves.ts';
import type { Person } from '../people.ts';

export interface OrderBody {
  readonly symbol: string;
  readonly client_oid: string;
  readonly size: string;
  readonly type: string;
  readonly order_type: string;
  readonly match_price: string;
  readonly price?: string;
  readonly presetTakeProfitPrice?: string;
  readonly presetStopLossPrice?: string;
  readonly marginMode?: string;
  readonly separatedMode?: string;
  readonly positionId?: string;
}

export const PLACE = '/order/placeOrder';

/** Of `list`, the one at `index` around. */
export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}

export function feedOf(exchange: Exchange, { contract }: Move): Feed {
  return pick(exchange.feeds, contract) as Feed;
}

/** Orders are meant at the mark where there is one. */
export function markPrice(exchange: Exchange, { symbol, price }: Feed): number {
  const mark = exchange.auditor.model.marks.get(symbol);
  return mark?.price === undefined || mark.price === null ? price : mark.price.toNumber();
}

/** `share` of the price away from it, in whole ticks. */
export function priceText(feed: Feed, price: number, share = 0): string {
  return (Math.max(1, Math.round((price * (1 + share)) / feed.tick)) * feed.tick).toFixed(feed.decimals);
}

/** At least one step. */
export function sizeText(feed: Feed, size: number): string {
  return (Math.max(1, Math.round(size / feed.step)) * feed.step).toFixed(feed.sizeDecimals);
}

/** A client order id no other move gives. */
export function nameOf(move: Move, row = 0): string {
  return `m${move.index}-${row}`;
}

/** Modes as the person asks for them; now and then others. */
export function modesOf(person: Person, move: Move): Pick<OrderBody, 'marginMode' | 'separatedMode'> {
  const other = move.d % 97 === 0;
  const marginMode = other ? pick(['1', '3'], move.b) : person.marginMode;
  const separatedMode = other ? pick(['1', '2'], move.c) : person.separatedMode;
  return { ...(marginMode == null ? {} : { marginMode }), ...(separatedMode == null ? {} : { separatedMode }) };
}

/** An order that opens: as large as its owner dares. */
export function opening(exchange: Exchange, person: Person, move: Move, row = 0): OrderBody {
  const feed = feedOf(exchange, move);
  const mark = markPrice(exchange, feed);
  const long = (move.a + row) % 2 === 0;
  const { cross, long: isolatedLong, short } = leverageOf(exchange.auditor.model, person.uid, feed.symbol);
  const leverage = person.marginMode === '3' ? (long ? isolatedLong : short) : cross;
  const dared = 0.02 + (move.b / 10_000) ** 2 * (move.d % 11 === 0 ? 1.2 : 0.5);
  const market = move.c % 3 === 0;
  const offset = market ? 0 : ((move.d % 1_000) - 600) * 0.000_01 * (long ? 1 : -1);
  const reference = 1 + offset;
  const far = 0.004 + (move.b % 100) * 0.000_5;
  return {
    symbol: feed.symbol,
    client_oid: nameOf(move, row),
    size: sizeText(feed, (Math.min(person.money, 300_000) * leverage * dared) / mark),
    type: long ? '1' : '2',
    order_type: market
      ? (pick(['0', '0', '3', '2'], move.b) ?? '0')
      : (pick(['0', '0', '0', '1', '2', '3'], move.b) ?? '0'),
    match_price: market ? '1' : '0',
    ...(market ? {} : { price: priceText(feed, mark, offset) }),
    ...(move.a % 7 === 0 ? { presetTakeProfitPrice: priceText(feed, mark * reference, long ? far : -far) } : {}),
    ...(move.a % 5 === 0 ? { presetStopLossPrice: priceText(feed, mark * reference, long ? -far : far) } : {}),
    ...modesOf(person, move),
  };
}

/** The account's position a move means, if it has any. */
export function chosenPosition(exchange: Exchange, uid: number, move: Move): Position | undefined {
  return pick(
    positionsOf(exchange.auditor.model, uid).toSorted((a, b) => a.id - b.id),
    move.c,
  );
}

export function feedOfPosition(exchange: Exchange, { contract }: Position): Feed {
  return exchange.feeds.find(({ symbol }) => symbol === contract.symbol) as Feed;
}

/** An order that closes part or all of a position, sometimes more than there is. */
export function closing(exchange: Exchange, position: Position, move: Move): OrderBody {
  const feed = feedOfPosition(exchange, position);
  const mark = markPrice(exchange, feed);
  const part = pick([1, 1, 0.5, 0.3, 0.77, 1.5], move.b) ?? 1;
  const market = move.a % 3 !== 0;
  const away = ((move.d % 600) - 200) * 0.000_01 * position.sign;
  return {
    symbol: feed.symbol,
    client_oid: nameOf(move),
    size: sizeText(feed, position.size.toNumber() * part),
    type: position.side === 'long' ? '3' : '4',
    order_type: market ? '0' : (pick(['0', '0', '1', '3'], move.d) ?? '0'),
    match_price: market ? '1' : '0',
    ...(market ? {} : { price: priceText(feed, mark, away) }),
    ...(move.d % 4 === 0 ? { positionId: String(position.id) } : {}),
  };
}
