/** Moves of traders: orders of every kind, one by one or several at once. */
import type { OrderFields } from '../../../src/core/language/commands.ts';
import { type Exchange, request, type Request, submit } from '../exchange.ts';
import type { Move } from '../moves.ts';
import { people, type Person } from '../people.ts';
import type { WireAnswer } from '../service/connection.ts';
import {
  chosenPosition,
  closing,
  feedOf,
  feedOfPosition,
  markPrice,
  modesOf,
  nameOf,
  opening,
  type OrderBody,
  pick,
  PLACE,
  priceText,
  sizeText,
} from './orders.ts';

/** Carries out a move for its person. */
export type Act = (exchange: Exchange, move: Move, person: Person) => Promise<void>;

const placing = (uid: number, body: object): Request => ({ uid, operation: 'placeOrder', path: PLACE, body });

/** Sends orders and remembers the names of those that were accepted. */
async function send(exchange: Exchange, requests: readonly Request[]): Promise<readonly WireAnswer[]> {
  const answers = await request(exchange, requests);
  for (const [at, answer] of answers.entries()) {
    const one = requests[at];
    if (one === undefined || answer.lost || answer.status !== 200) continue;
    const { client_oid } = answer.body as { client_oid?: string };
    if (typeof client_oid === 'string') namesOf(exchange, one.uid).push(client_oid);
  }
  return answers;
}

export function namesOf({ names }: Exchange, uid: number): string[] {
  const own = names.get(uid) ?? [];
  names.set(uid, own);
  return own;
}

export const place: Act = async (exchange, move, person) => {
  await send(exchange, [placing(person.uid, opening(exchange, person, move))]);
};

export const close: Act = async (exchange, move, person) => {
  const position = chosenPosition(exchange, person.uid, move);
  if (position === undefined) return place(exchange, move, person);
  await send(exchange, [placing(person.uid, closing(exchange, position, move))]);
};

/** Several accounts in one write, so that their orders share a batch of the journal. */
export const burst: Act = async (exchange, move) => {
  const all = people(exchange.persons.length);
  const requests = Array.from({ length: 2 + (move.a % 9) }, (_, row) => {
    const who = pick(all, move.who + row * (1 + (move.b % 7))) as Person;
    const one = { ...move, a: move.a + row, b: (move.b * 7 + row * 131) % 10_000, d: (move.d + row * 977) % 10_000 };
    return placing(who.uid, opening(exchange, who, one, row));
  });
  await send(exchange, requests);
};

/** A maker takes its old quotes away and puts new ones on both sides, further apart the less it dares. */
export const quote: Act = async (exchange, move) => {
  const makers = people(exchange.persons.length).filter(({ isMaker }) => isMaker);
  const maker = pick(makers, move.who) as Person;
  const feed = feedOf(exchange, move);
  const own = { account: maker.uid, keyId: `ak_${maker.uid}`, channel: 'api' as const };
  await submit(exchange, { name: 'cancelAllOrders', ...own, symbol: feed.symbol, kind: 'normal' });
  // In a storm most makers stay away.
  if (Math.abs(move.drift) > 1_000 && move.a % 3 !== 0) return;
  const mark = markPrice(exchange, feed);
  const rows: OrderBody[] = Array.from({ length: 6 }, (_, row) => {
    const away = (0.000_2 + Math.floor(row / 2) * 0.001) * (1 + (move.b % 5));
    const buy = row % 2 === 0;
    return {
      symbol: feed.symbol,
      client_oid: nameOf(move, row),
      size: sizeText(feed, (15_000 + move.d * 4) / mark),
      type: buy ? '1' : '2',
      order_type: '0',
      match_price: '0',
      price: priceText(feed, (mark * 2 + feed.price) / 3, buy ? -away : away),
      marginMode: '1',
      separatedMode: '1',
    };
  });
  await send(
    exchange,
    rows.map((body) => placing(maker.uid, body)),
  );
};

/** The wire's fields as the core's, for what has no way in by HTTP yet. */
function fieldsOf(body: OrderBody): OrderFields {
  const execution = (['normal', 'postOnly', 'fok', 'ioc'] as const)[Number(body.order_type)] ?? 'normal';
  return {
    clientOrderId: body.client_oid,
    side: body.type === '1' || body.type === '3' ? 'long' : 'short',
    effect: body.type === '1' || body.type === '2' ? 'open' : 'close',
    execution,
    size: trimmed(body.size),
    price: body.match_price === '1' ? null : trimmed(body.price ?? '0'),
    takeProfit: body.presetTakeProfitPrice === undefined ? null : trimmed(body.presetTakeProfitPrice),
    stopLoss: body.presetStopLossPrice === undefined ? null : trimmed(body.presetStopLossPrice),
    marginMode: body.marginMode === undefined ? null : body.marginMode === '1' ? 'cross' : 'isolated',
    positionMode: body.separatedMode === undefined ? null : body.separatedMode === '1' ? 'combined' : 'separated',
    positionId: null,
  };
}

/** Decimals in a command have no trailing zeros. */
export function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

const callerOf = ({ uid }: Person) => ({ account: uid, keyId: `ak_${uid}`, channel: 'api' as const });

export const batch: Act = async (exchange, move, person) => {
  const { symbol } = feedOf(exchange, move);
  const orders = Array.from({ length: 2 + (move.a % 4) }, (_, row) =>
    fieldsOf(opening(exchange, person, { ...move, b: (move.b + row * 313) % 10_000 }, row)),
  );
  await submit(exchange, { name: 'batchOrders', ...callerOf(person), symbol, orders });
};

export const plan: Act = async (exchange, move, person) => {
  const position = move.b % 3 === 0 ? chosenPosition(exchange, person.uid, move) : undefined;
  const order = position === undefined ? opening(exchange, person, move) : closing(exchange, position, move);
  const feed = exchange.feeds.find(({ symbol }) => symbol === order.symbol) ?? feedOf(exchange, move);
  const { match_price, order_type: _none, price, client_oid, ...rest } = order;
  const trigger = priceText(feed, markPrice(exchange, feed), ((move.d % 400) - 200) * 0.000_05);
  const body = {
    ...rest,
    ...(move.c % 3 === 0 ? {} : { client_oid }),
    match_type: match_price,
    ...(price === undefined ? {} : { execute_price: price }),
    trigger_price: trigger,
    ...(move.b % 2 === 0 ? { triggerPriceType: '3' } : {}),
  };
  await send(exchange, [{ uid: person.uid, operation: 'plan_order', path: '/order/plan_order', body }]);
};

export const tpsl: Act = async (exchange, move, person) => {
  const position = chosenPosition(exchange, person.uid, move);
  if (position === undefined) return;
  const feed = feedOfPosition(exchange, position);
  const mark = markPrice(exchange, feed);
  const takeProfit = move.a % 2 === 0;
  const away = (0.002 + (move.d % 300) * 0.000_1) * (takeProfit ? 1 : -1) * position.sign;
  await submit(exchange, {
    name: 'placeTpSlOrder',
    ...callerOf(person),
    symbol: feed.symbol,
    clientOrderId: nameOf(move),
    kind: takeProfit ? 'takeProfit' : 'stopLoss',
    side: position.side,
    size: trimmed(sizeText(feed, position.size.toNumber() * (pick([1, 0.5, 0.25], move.b) ?? 1))),
    price: move.b % 4 === 0 ? trimmed(priceText(feed, mark, away)) : null,
    triggerPrice: trimmed(priceText(feed, mark, away)),
    triggerBy: pick(['last', 'mark', 'unset'] as const, move.d) ?? 'last',
    positionId: move.c % 2 === 0 ? position.id : null,
  });
};

export const closePositions: Act = async (exchange, move, person) => {
  const { symbol } = feedOf(exchange, move);
  const position = chosenPosition(exchange, person.uid, move);
  const body =
    move.a % 3 === 0 ? {} : move.a % 3 === 1 || position === undefined ? { symbol } : { positionId: position.id };
  await request(exchange, [{ uid: person.uid, operation: 'closePositions', path: '/order/closePositions', body }]);
};

/** Requests that are wrong in some way, which the exchange has to refuse without harm. */
export const nonsense: Act = async (exchange, move, person) => {
  const body = opening(exchange, person, move);
  const wrong: object[] = [
    { ...body, size: '0' },
    { ...body, size: `${body.size}1` },
    { ...body, price: '0.000000001', match_price: '0' },
    { ...body, type: '7' },
    { ...body, symbol: 'cmt_nonusdt' },
    { ...body, client_oid: 'x'.repeat(41) },
    { ...body, type: '3', size: '999999999' },
    { ...body, presetTakeProfitPrice: '0.1', presetStopLossPrice: '99999999' },
    { ...body, size: '99999999', match_price: '1' },
    // An accepted order's name once more, with other content.
    { ...body, client_oid: pick(namesOf(exchange, person.uid), move.c) ?? body.client_oid },
  ];
  await request(exchange, [placing(person.uid, pick(wrong, move.a) ?? body)]);
};

export { callerOf, modesOf };
