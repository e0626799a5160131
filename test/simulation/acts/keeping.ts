/** Moves that keep house: cancels, leverage, modes, margin, AI logs. */
import { leverageOf } from '../auditor/model.ts';
import { type Exchange, request, submit } from '../exchange.ts';
import { chosenPosition, feedOf, markPrice, pick, priceText } from './orders.ts';
import { type Act, callerOf, namesOf, trimmed } from './trading.ts';

/** One of the last orders of the account, mostly still there. */
const recentName = (names: readonly string[], at: number): string | undefined => pick(names.slice(-12), at);

export const cancel: Act = async (exchange, move, person) => {
  const name = recentName(namesOf(exchange, person.uid), move.a);
  if (name === undefined) return;
  const body = { clientOid: name };
  await request(exchange, [{ uid: person.uid, operation: 'cancel_order', path: '/order/cancel_order', body }]);
};

/** An id near the last one seen: some are plan orders, some other things, some another's. */
const recentId = ({ seen }: Exchange, back: number): number => Math.max(1, seen.lastId - back);

export const cancelPlan: Act = async (exchange, move, person) => {
  const body = { orderId: String(recentId(exchange, move.a % 200)) };
  await request(exchange, [{ uid: person.uid, operation: 'cancel_plan', path: '/order/cancel_plan', body }]);
};

export const cancelBatch: Act = async (exchange, move, person) => {
  const own = namesOf(exchange, person.uid);
  const clientOrderIds = [recentName(own, move.a), recentName(own, move.b), 'unknown'].filter(
    (name) => name !== undefined,
  );
  await submit(exchange, { name: 'cancelBatchOrders', ...callerOf(person), orderIds: [], clientOrderIds });
};

export const cancelAll: Act = async (exchange, move, person) => {
  const symbol = move.a % 2 === 0 ? null : feedOf(exchange, move).symbol;
  await submit(exchange, {
    name: 'cancelAllOrders',
    ...callerOf(person),
    symbol,
    kind: move.b % 2 === 0 ? 'normal' : 'plan',
  });
};

export const modifyTpsl: Act = async (exchange, move, person) => {
  const feed = feedOf(exchange, move);
  await submit(exchange, {
    name: 'modifyTpSlOrder',
    ...callerOf(person),
    orderId: recentId(exchange, move.a % 300),
    triggerPrice: trimmed(priceText(feed, markPrice(exchange, feed), ((move.b % 200) - 100) * 0.000_1)),
    price: null,
    triggerBy: move.c % 2 === 0 ? 'last' : 'mark',
  });
};

const LEVERAGES = [1, 2, 3, 5, 10, 20, 25, 40, 50, 75, 100, 125];

export const leverage: Act = async (exchange, move, person) => {
  const { symbol } = feedOf(exchange, move);
  const isolated = move.d % 10 === 0 ? move.a % 2 === 0 : person.marginMode === '3';
  const long = pick(LEVERAGES, move.a) ?? 20;
  const short = isolated ? (pick(LEVERAGES, move.b) ?? 20) : long;
  const body = { symbol, marginMode: isolated ? '3' : '1', longLeverage: String(long), shortLeverage: String(short) };
  const [answer] = await request(exchange, [
    { uid: person.uid, operation: 'leverage', path: '/account/leverage', body },
  ]);
  if (answer?.lost === false && answer.status === 200)
    exchange.auditor.seeLeverage(person.uid, symbol, isolated, long, short);
};

export const mode: Act = async (exchange, move, person) => {
  const { symbol } = feedOf(exchange, move);
  const body = { symbol, marginMode: move.a % 2 === 0 ? 1 : 3, separatedMode: move.b % 2 === 0 ? 1 : 2 };
  await request(exchange, [
    { uid: person.uid, operation: 'changeHoldModel', path: '/account/position/changeHoldModel', body },
  ]);
};

export const adjustMargin: Act = async (exchange, move, person) => {
  const position = chosenPosition(exchange, person.uid, move);
  if (position === undefined) return;
  const { cross } = leverageOf(exchange.auditor.model, person.uid, position.contract.symbol);
  const amount = ((position.openValue.toNumber() / cross) * ((move.a % 1_000) + 1)) / 1_000;
  const collateralAmount = `${move.b % 3 === 0 ? '-' : ''}${Math.max(0.01, amount).toFixed(8)}`;
  const body = { coinId: 2, isolatedPositionId: position.id, collateralAmount };
  await request(exchange, [{ uid: person.uid, operation: 'adjustMargin', path: '/account/adjustMargin', body }]);
};

export const autoAppend: Act = async (exchange, move, person) => {
  const position = chosenPosition(exchange, person.uid, move);
  if (position === undefined) return;
  const body = { positionId: position.id, autoAppendMargin: move.a % 3 !== 0 };
  await request(exchange, [
    { uid: person.uid, operation: 'modifyAutoAppendMargin', path: '/account/modifyAutoAppendMargin', body },
  ]);
};

export const aiLog: Act = async (exchange, move, person) => {
  const body = {
    orderId: move.a % 3 === 0 ? null : recentId(exchange, move.a % 50),
    stage: 'Decision Making',
    model: 'simulated-1',
    input: { step: move.index },
    output: { decision: move.b % 2 === 0 ? 'OPEN_LONG' : 'HOLD' },
    explanation: 'simulated',
  };
  const one = { uid: person.uid, operation: 'uploadAiLog', path: '/order/uploadAiLog', body };
  // Sometimes the same log twice at once: one of them is a repeat.
  await request(exchange, move.c % 4 === 0 ? [one, one] : [one]);
};
