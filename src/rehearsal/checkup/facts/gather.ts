/**
 * Gathers the facts of a checkup: requests from their file, orders, fills and bills from the read store, what is open
 * now from the state. Reads only; the newest of each where there are too many.
 */
import { isUserAccount } from '../../../core/language/accounts.ts';
import type { Contract } from '../../../core/language/contract.ts';
import { orderFigures } from '../../../core/orders/figures.ts';
import { equityOf, markValueOf, requirementFloorOf } from '../../../core/risk/margin.ts';
import { contractAt } from '../../../core/state/instrument.ts';
import { partsOf } from '../../../core/state/parts.ts';
import type { Account, Instrument } from '../../../core/state/records.ts';
import type { State } from '../../../core/state/state.ts';
import type { Bill } from '../../../core/language/bills.ts';
import { KEPT, spanOf } from '../../../bars/granularity.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { EndedOrder } from '../../../store/read/endedOrders.ts';
import type { OwnFill } from '../../../store/read/fills.ts';
import type { Page, PageRequest } from '../../../store/read/paging.ts';
import { type Change, equityCurve, type Marks, rounded } from './curve.ts';
import {
  type BillFact,
  type Both,
  type Facts,
  type FillFact,
  type OrderFact,
  type PlanFact,
  type Point,
  sideIn,
} from './facts.ts';
import type { RequestLog } from './request-log.ts';

const E8 = 100_000_000;
/** Of requests, and of each list of the store. */
const MOST_ROWS = 200_000;
const PAGE = 1_000;
const MOST_POINTS = 1_000;

/** The parts of the exchange that a checkup asks. */
export interface CheckupSources {
  readonly requests: RequestLog;
  readonly exchange: Pick<Exchange, 'ask' | 'state' | 'time'>;
  readonly branch: () => string;
  readonly unrepeatable: () => Both | null;
}

/**
 * @param sinceMs requests, orders and fills before that are passed over; null: everything
 * @throws Error when there is no such account; what the store throws
 */
export async function gatherFacts(from: CheckupSources, uid: number, sinceMs: number | null): Promise<Facts> {
  const { requests, exchange } = from;
  const { state, time } = exchange;
  const account = state.accounts.get(uid);
  if (account === undefined || !isUserAccount(uid)) throw new Error(`there is no account ${uid}`);
  const toMs = time.nowMs();
  const none = { symbol: null, startMs: null, endMs: null };
  const [known, bills, fills, ended] = await Promise.all([
    requests.read(uid, sinceMs ?? 0, MOST_ROWS),
    allOf((page) => exchange.ask('bills', { uid, ...none, businessType: null, ...page })),
    allOf((page) => exchange.ask('fills', { uid, ...none, orderId: null, ...page })),
    allOf((page) => exchange.ask('orderHistory', { uid, ...none, ...page })),
  ]);
  const fromMs = Math.max(sinceMs ?? 0, bills.items[0]?.timeMs ?? known.requests[0]?.at ?? toMs);
  const curve = await curveOf(from, account, [bills.items, fills.items], fromMs, toMs);
  const isIn = ({ ms }: { readonly ms: number }): boolean => ms >= fromMs;
  const working = account.orders.values().map((order) => orderFact(order.instrument, orderFigures(order), null));
  const orders = [...ended.items.map((order) => endedFact(state, order)), ...working];
  return {
    run: `${state.ailog.origin} ${from.branch()}`,
    account: uid,
    unrepeatable: from.unrepeatable(),
    fromMs,
    toMs,
    known,
    orders: orders.filter(({ createdMs }) => createdMs >= fromMs).toSorted((a, b) => a.createdMs - b.createdMs),
    fills: fills.items.map((fill) => fillFact(instrumentOf(state, fill.symbol), fill)).filter(isIn),
    bills: bills.items.map(billFact).filter(isIn),
    curve,
    plans: plansOf(account),
    held: new Set(
      account.holdings
        .flatMap((one) => one?.positions ?? [])
        .map(({ instrument, side }) => sideIn(instrument.contract.symbol, side)),
    ),
    logs: account.allowed ? await logsOf(from, uid, fromMs) : null,
    isCut: bills.isCut || fills.isCut || ended.isCut,
  };
}

/** Oldest first. */
async function allOf<Item>(
  ask: (page: PageRequest) => Promise<Page<Item>>,
): Promise<{ readonly items: readonly Item[]; readonly isCut: boolean }> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await ask({ limit: PAGE, page: 0, cursor });
    for (const item of page.items) items.push(item);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < MOST_ROWS);
  return { items: items.toReversed(), isCut: cursor !== null };
}

const instrumentOf = (state: State, symbol: string): Instrument => state.bySymbol.get(symbol) as Instrument;
const coins = (contract: Contract, steps: number): number => (steps * contract.stepE8) / E8;
const price = (contract: Contract, ticks: number): number => (ticks * contract.tickE8) / E8;
const usdt = (amount: number | bigint): number => Number(amount) / E8;

function billFact({ id, timeMs, businessType, symbol, amount, fillFee }: Bill): BillFact {
  return { id: String(id), ms: timeMs, type: businessType, symbol, amount: usdt(amount), fee: usdt(fillFee) };
}

function fillFact(instrument: Instrument, fill: OwnFill): FillFact {
  const contract = contractAt(instrument, fill.id);
  const { id, orderId, symbol, side, effect, role, cause, timeMs } = fill;
  return {
    id: String(id),
    ms: timeMs,
    orderId: String(orderId),
    symbol,
    side,
    effect,
    role,
    cause,
    price: price(contract, fill.price),
    size: coins(contract, fill.size),
    value: usdt(fill.value),
    fee: usdt(fill.fee),
    realised: usdt(fill.realised),
  };
}

function endedFact(state: State, order: EndedOrder): OrderFact {
  return orderFact(instrumentOf(state, order.symbol), order, order.updatedMs);
}

function orderFact(instrument: Instrument, order: ReturnType<typeof orderFigures>, endedMs: number | null): OrderFact {
  const contract = contractAt(instrument, order.id);
  const { id, clientOrderId: oid, side, effect, cause, createdMs, status } = order;
  return {
    id: String(id),
    oid,
    symbol: contract.symbol,
    side,
    effect,
    cause,
    createdMs,
    endedMs,
    status,
    price: price(contract, order.price),
    size: coins(contract, order.size),
    filled: coins(contract, order.filled),
    fee: usdt(order.fee),
  };
}

function plansOf(account: Account): PlanFact[] {
  return account.plans.values().map(({ id, instrument, side, effect, createdMs }) => ({
    id: String(id),
    symbol: instrument.contract.symbol,
    side,
    effect,
    createdMs,
  }));
}

async function logsOf({ exchange }: CheckupSources, uid: number, startMs: number): Promise<Facts['logs']> {
  const of = { uid, symbol: null, startMs, endMs: null, nowMs: exchange.time.nowMs() };
  const [coverage, logs] = await Promise.all([
    exchange.ask('aiCoverage', of),
    allOf((page) => exchange.ask('aiLogs', { uid, orderId: null, startMs, endMs: null, ...page })),
  ]);
  const { counted, covered, grades, open, uncovered } = coverage;
  return {
    uncovered: Math.max(0, counted - covered - open.length),
    late: grades.D,
    unlinked: logs.items.filter(({ orderId, links }) => orderId !== null && links.length === 0).length,
    orderIds: uncovered.map(({ orderId }) => orderId),
  };
}

const PAID = new Set(['deposit', 'withdraw', 'transfer_in', 'transfer_out']);

/** With the account as it is now as its last point. */
async function curveOf(
  { exchange }: CheckupSources,
  account: Account,
  [bills, fills]: readonly [readonly Bill[], readonly OwnFill[]],
  fromMs: number,
  toMs: number,
): Promise<Point[]> {
  const { state } = exchange;
  const granularity = KEPT.find((one) => (toMs - fromMs) / spanOf(one) <= MOST_POINTS - 2) ?? '1w';
  const stepMs = spanOf(granularity);
  const marks = new Map<string, Marks>();
  for (const symbol of new Set(fills.map((fill) => fill.symbol))) {
    const span = { symbol, price: 'mark', granularity, fromMs: fromMs - stepMs, beforeMs: toMs } as const;
    marks.set(symbol, {
      ...(await exchange.ask('bars', span)),
      contract: instrumentOf(state, symbol).contract,
    });
  }
  const changes: Change[] = [
    ...bills.map(({ timeMs: ms, amount, businessType }) => ({
      ms,
      amount,
      symbol: '',
      long: 0,
      short: 0,
      paid: PAID.has(businessType) ? amount : 0,
    })),
    ...fills.map((fill) => changeOf(instrumentOf(state, fill.symbol), fill)),
  ].toSorted((a, b) => a.ms - b.ms);
  const points = equityCurve(changes, marks, { fromMs, toMs, stepMs });
  const last = points.at(-1);
  const paidBefore = changes.reduce(
    (sum, { ms, paid }) => (last !== undefined && ms > last.ms ? sum + usdt(paid) : sum),
    0,
  );
  points.push({ ms: toMs, paid: (last?.paid ?? 0) + paidBefore, ...presentOf(account) });
  return points.slice(-MOST_POINTS);
}

function changeOf(instrument: Instrument, { id, timeMs, symbol, side, effect, size }: OwnFill): Change {
  const moved = (effect === 'open' ? 1 : -1) * coins(contractAt(instrument, id), size);
  return {
    ms: timeMs,
    amount: 0,
    paid: 0,
    symbol,
    long: side === 'long' ? moved : 0,
    short: side === 'short' ? moved : 0,
  };
}

function presentOf(account: Account): Pick<Point, 'equity' | 'exposure' | 'requirement'> {
  let [equity, exposure, requirement] = [0, 0, 0];
  for (const part of partsOf(account)) {
    equity += usdt(equityOf(part));
    requirement += usdt(requirementFloorOf(part));
    for (const position of part.positions) exposure += usdt(markValueOf(position));
  }
  return { equity: rounded(equity), exposure: rounded(exposure), requirement: rounded(requirement) };
}
