// One account as /capi/v2 shows it and as ccxt shows what /capi/v3 says, held against each other: orders, plan orders,
// fills, positions and balance.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kit, SYMBOL, type TestAccount } from '../../api/kit.ts';
import { PATIENCE_MS } from '../../patience.ts';

const BTC = 'BTC/USDT:USDT';
type Row = Readonly<Record<string, any>>;

/** The ids of the fills that each program was told of. */
export interface Seen {
  readonly v2: Set<string>;
  readonly ccxt: Set<string>;
}

/** The ids of what was compared so far. */
export interface Compared {
  readonly orders: Set<string>;
  readonly fills: Set<string>;
  readonly positions: Set<string>;
}

interface View {
  readonly open: readonly Row[];
  readonly waiting: readonly Row[];
  readonly ended: readonly Row[];
  readonly fills: readonly Row[];
  readonly positions: readonly Row[];
  readonly balance: Row;
}

const STATUSES: Row = { open: 'open', untriggered: 'open', filled: 'closed', canceled: 'canceled' };
/** A status of a plan order in the lists of them: it has fired and rests, it ended, it waits. */
const PLAN_STATUSES: Row = { '-1': 'canceled', '2': 'closed' };

const isBuy = (word: string): boolean => word.endsWith('long') === word.startsWith('open');

const orderOfV2 = (row: Row): Row => ({
  id: row['order_id'],
  clientOrderId: row['client_oid'],
  side: isBuy(row['type']) ? 'buy' : 'sell',
  reduceOnly: !row['type'].startsWith('open'),
  status: STATUSES[row['status']],
  amount: Number(row['size']),
  filled: Number(row['filled_qty']),
  average: Number(row['price_avg']),
  // A price of its own has only what is no market order.
  price: Number(row['price']),
  createdAt: Number(row['createTime']),
});

const TYPE_WORDS: Row = { 1: 'open_long', 2: 'open_short', 3: 'close_long', 4: 'close_short' };

const planOfV2 = (row: Row): Row => ({
  id: row['order_id'],
  clientOrderId: row['client_oid'],
  side: isBuy(TYPE_WORDS[row['type']]) ? 'buy' : 'sell',
  reduceOnly: Number(row['type']) > 2,
  status: PLAN_STATUSES[row['status']] ?? 'open',
  amount: Number(row['size']),
  trigger: Number(row['triggerPrice']),
  createdAt: Number(row['createTime']),
});

const orderOfCcxt = (row: Row): Row => ({
  id: row['id'],
  clientOrderId: row['clientOrderId'],
  side: row['side'],
  reduceOnly: row['reduceOnly'],
  status: row['status'],
  amount: row['amount'],
  filled: row['filled'],
  average: row['average'] ?? 0,
  price: Number(row['info'].price),
  createdAt: row['timestamp'],
});

const planOfCcxt = (row: Row): Row => ({
  id: row['id'],
  clientOrderId: row['clientOrderId'],
  side: row['side'],
  reduceOnly: row['reduceOnly'],
  status: row['status'],
  amount: row['amount'],
  trigger: Number(row['info'].triggerPrice ?? row['info'].stopPrice),
  createdAt: row['timestamp'],
});

const fillOfV2 = (row: Row): Row => ({
  id: String(row['tradeId']),
  order: String(row['orderId']),
  side: row['orderSide'].toLowerCase(),
  price: Number(row['fillPrice']),
  amount: Number(row['fillSize']),
  cost: Number(row['fillValue']),
  fee: Number(row['fillFee']),
  role: row['role'].toLowerCase(),
  at: Number(row['createdTime']),
});

const fillOfCcxt = (row: Row): Row => ({
  id: row['id'],
  order: row['order'],
  side: row['side'],
  price: row['price'],
  amount: row['amount'],
  cost: row['cost'],
  fee: row['fee'].cost,
  role: row['takerOrMaker'],
  at: row['timestamp'],
});

const positionOfV2 = (row: Row): Row => ({
  id: String(row['id']),
  side: row['side'].toLowerCase(),
  contracts: Number(row['size']),
  leverage: Number(row['leverage']),
  mode: row['margin_mode'] === 'SHARED' ? 'cross' : 'isolated',
  openedAt: Number(row['created_time']),
});

const positionOfCcxt = (row: Row): Row => ({
  id: row['id'],
  side: row['side'],
  contracts: row['contracts'],
  leverage: row['leverage'],
  mode: row['marginMode'],
  openedAt: row['timestamp'],
});

const inOrder = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (BigInt(a['id']) < BigInt(b['id']) ? -1 : BigInt(a['id']) > BigInt(b['id']) ? 1 : 0));

/** Rows of a page of v2, and of one of what ended in v3. A page ends with a whole millisecond, so it may have more. */
const NEWEST = 100;
const MOST_ENDED = 500;

async function viewOfV2(kit: Kit, who: TestAccount): Promise<View> {
  const get = async (path: string): Promise<any> => (await kit.get(who, `/capi/v2${path}`)).json;
  const plans = (await get(`/order/historyPlan?symbol=${SYMBOL}&limit=${NEWEST}`)).list;
  const ended = (await get(`/order/history?pageSize=${NEWEST}`)).map(orderOfV2);
  const [asset] = await get('/account/assets');
  return {
    open: inOrder((await get(`/order/current?limit=${NEWEST}`)).map(orderOfV2)),
    waiting: inOrder((await get(`/order/currentPlan?limit=${NEWEST}`)).map(planOfV2)),
    // A plan order that fired is an order as well, and is among those.
    ended: [...ended, ...plans.filter(({ triggerTime }: Row) => triggerTime === '0').map(planOfV2)],
    fills: inOrder((await get(`/order/fills?limit=${NEWEST}`)).list.map(fillOfV2)),
    positions: inOrder((await get('/account/position/allPosition')).map(positionOfV2)),
    balance: { total: Number(asset.equity), free: Number(asset.available), used: Number(asset.frozen) },
  };
}

/** Without limits: ccxt cuts off what a page has beyond its limit. */
async function viewOfCcxt(x: any): Promise<View> {
  const { USDT } = await x.fetchBalance();
  const ended: Row[] = await x.fetchCanceledAndClosedOrders(BTC);
  const isUnfired = ({ info }: Row): boolean => info.status === 'CANCELED' && Number(info.stopPrice) > 0;
  return {
    open: inOrder((await x.fetchOpenOrders(BTC)).map(orderOfCcxt)),
    waiting: inOrder((await x.fetchOpenOrders(BTC, undefined, undefined, { trigger: true })).map(planOfCcxt)),
    ended: ended.map((row) => ({ ...orderOfCcxt(row), ...(isUnfired(row) ? { plan: planOfCcxt(row) } : {}) })),
    fills: inOrder((await x.fetchMyTrades(BTC)).map(fillOfCcxt)),
    positions: inOrder((await x.fetchPositions()).map(positionOfCcxt)),
    balance: { total: USDT.total, free: USDT.free, used: USDT.used },
  };
}

/** Asks again for what history has yet to catch up with. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const endMs = Date.now() + PATIENCE_MS; ; await sleep(50))
    try {
      return await ask();
    } catch (error) {
      if ((error as Error).name !== 'ExchangeNotAvailable' || Date.now() > endMs) throw error;
    }
}

/** Both views at a moment at which nothing changed. */
async function bothViews(kit: Kit, who: TestAccount, x: any): Promise<readonly [View, View]> {
  for (const endMs = Date.now() + PATIENCE_MS; ; ) {
    const before = await viewOfV2(kit, who);
    const ours = await patiently(() => viewOfCcxt(x));
    const after = await viewOfV2(kit, who);
    if (JSON.stringify(before) === JSON.stringify(after)) return [after, ours];
    if (Date.now() > endMs) throw new Error('the account never stood still');
  }
}

/** A line for each kind in which the two differ. */
function differ(kind: string, v2: unknown, ccxt: unknown): string[] {
  const [one, other] = [JSON.stringify(v2), JSON.stringify(ccxt)];
  return one === other ? [] : [`${kind}: v2 ${one}, ccxt ${other}`];
}

/** A line for each row that is in one list alone, or is another in the other. */
function rowsDiffer(kind: string, v2: readonly Row[], ccxt: readonly Row[]): string[] {
  const [ours, theirs] = [v2, ccxt].map((rows) => new Map(rows.map((row) => [row['id'], row])));
  return [...new Set([...ours!.keys(), ...theirs!.keys()])].flatMap((id) =>
    differ(kind, ours!.get(id), theirs!.get(id)),
  );
}

/** What ended, by id, as far back as both pages go: what was not compared yet has to be in both. */
function endedDiffer(v2: readonly Row[], ccxt: readonly Row[], compared: Compared): string[] {
  const theirs = new Map(ccxt.map((row) => [row['id'], row]));
  const ours = new Set(v2.map(({ id }) => id));
  const found = v2.flatMap((row) => {
    const other = theirs.get(row['id']);
    if (other === undefined && compared.orders.has(row['id']) && ccxt.length >= MOST_ENDED) return [];
    return differ('an order that ended', row, row['trigger'] === undefined ? without(other) : other?.['plan']);
  });
  const missed = ccxt.filter(({ id }) => !ours.has(id) && !compared.orders.has(id));
  return [...found, ...missed.map(({ id }) => `an order that ended: ${id} is in no list of v2`)];
}

function without(row: Row | undefined): Row | undefined {
  if (row === undefined) return undefined;
  const { plan: _plan, ...order } = row;
  return order;
}

/** Waits until both were told of these fills. */
async function toldOf(ids: readonly string[], seen: Seen): Promise<string[]> {
  const missing = (): string[] =>
    (['v2', 'ccxt'] as const).flatMap((one) =>
      ids.filter((id) => !seen[one].has(id)).map((id) => `fill ${id} was never told over the socket of ${one}`),
    );
  for (const endMs = Date.now() + PATIENCE_MS; missing().length > 0 && Date.now() < endMs; ) await sleep(50);
  return missing();
}

/** Holds everything against everything; what differs, one line each. Adds to what was compared. */
export async function differencesOf(
  kit: Kit,
  who: TestAccount,
  x: any,
  seen: Seen,
  compared: Compared,
): Promise<string[]> {
  const [v2, ccxt] = await bothViews(kit, who, x);
  const isGap = ({ fills }: View): boolean =>
    compared.fills.size > 0 && fills.length >= NEWEST && fills.every(({ id }) => !compared.fills.has(id));
  const gap = isGap(v2) ? ['more fills in a round than a page holds: some were not compared'] : [];
  const fresh = compared.fills.size === 0 ? [] : v2.fills.map(({ id }) => id).filter((id) => !compared.fills.has(id));
  const found = [
    ...gap,
    ...rowsDiffer('open orders', v2.open, ccxt.open),
    ...rowsDiffer('plan orders', v2.waiting, ccxt.waiting),
    ...endedDiffer(v2.ended, ccxt.ended, compared),
    ...rowsDiffer('fills', v2.fills, ccxt.fills),
    ...rowsDiffer('positions', v2.positions, ccxt.positions),
    ...differ('balance', v2.balance, ccxt.balance),
    ...(await toldOf(fresh, seen)),
  ];
  for (const { id } of [...v2.open, ...v2.waiting, ...v2.ended]) compared.orders.add(id);
  for (const { id } of v2.fills) compared.fills.add(id);
  for (const { id } of v2.positions) compared.positions.add(id);
  return found;
}
