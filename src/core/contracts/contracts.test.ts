// The parts of CONT-004 to -006 no scenario looks at: events, the words of refusals, and in which order things go.
import { beforeEach, describe, expect, it } from 'vitest';
import { contractsWith, type Exchange, openExchange, run } from '../../../test/scenarios/exchange.ts';
import type { Command, OrderFields } from '../language/commands.ts';
import { contractAt } from '../state/instrument.ts';
import type { Outcome } from '../turn/outcome.ts';
import type { Instrument } from '../state/records.ts';

const BTC = 'cmt_btcusdt';
const START_MS = 1_700_000_000_000;
const [ANN, BOB] = [1_000_001, 1_000_002];

let exchange: Exchange;
let btc: Instrument;
let serial = 0;

const apply = (command: Command): Outcome => run(exchange, command, exchange.state.timeMs + 1_000);
const names = ({ events }: Outcome): string[] => events.map(({ name }) => name);

function order(account: number, fields: Partial<OrderFields>): number {
  const outcome = apply({
    name: 'placeOrder',
    account,
    keyId: 'k',
    channel: 'api',
    symbol: BTC,
    clientOrderId: `o${serial++}`,
    side: 'long',
    effect: 'open',
    execution: 'normal',
    size: '0.1',
    price: '49000',
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    positionMode: null,
    positionId: null,
    ...fields,
  });
  if (!outcome.ok) throw new Error(outcome.reject.reason);
  return (outcome.result as { orderId: number }).orderId;
}

const change = (fields: object, effectiveMs: number | null = null): Outcome =>
  apply({ name: 'changeContract', symbol: BTC, change: fields, effectiveMs });
const canceled = (outcome: Outcome): number[] =>
  outcome.events.flatMap((event) =>
    event.name === 'orderChanged' && event.order.status === 'canceled' ? [event.order.id] : [],
  );

beforeEach(() => {
  exchange = openExchange(contractsWith({}), {}, START_MS);
  btc = exchange.state.bySymbol.get(BTC)!;
  for (const account of [ANN, BOB]) apply({ name: 'deposit', account, amount: '10000' });
  apply({ name: 'setIndexPrice', symbol: BTC, price: '50000', sourceTimeMs: START_MS });
});

describe('a change', () => {
  it('is announced when it takes effect, when it waits, and when it is withdrawn', () => {
    expect(names(change({ takerFee: '0.0007' }))).toEqual(['contractChanged']);
    expect(names(change({ takerFee: '0.0008' }, START_MS + 60_000))).toEqual(['contractChanged']);
    expect(btc.pending).toEqual({ effectiveMs: START_MS + 60_000, change: { takerFee: '0.0008' } });
    expect(names(change({}))).toEqual(['contractChanged']);
    expect(btc.pending).toBeNull();
  });

  it('says what is wrong with it', () => {
    const found = (outcome: Outcome): string => (!outcome.ok && 'found' in outcome.reject ? outcome.reject.found : '');
    expect(found(change({ symbol: 'x' }))).toContain(
      'a field that does not exist, needs one of base, tick, step, minPrice',
    );
    expect(found(change({ takerFee: '0.0003' }))).toContain(
      'contract cmt_btcusdt: takerFee must be at least makerFee + 0.0002',
    );
    expect(found(change({ step: '0.001', minSize: '0.001' }, START_MS + 60_000))).toContain('at once or not at all');
    expect(change({ tick: '0.5' })).toMatchObject({ ok: true });
    order(ANN, {});
    order(ANN, { side: 'short', price: '51000' });
    const { ok, reject } = change({ tick: '0.1' }) as Outcome & { ok: false };
    expect([ok, reject]).toEqual([
      false,
      { reason: 'CONTRACT_IN_USE', symbol: BTC, positions: 0, orders: 2, plans: 0 },
    ]);
  });

  it('cancels what is no longer allowed in order of id, until the rest is', () => {
    const ids = ['49000', '48000', '49500'].map((price) => order(ANN, { price }));
    // 0.3 counts; with the first two gone 0.1 is left, which is allowed.
    expect(canceled(change({ maxPositionSize: '0.15' }))).toEqual(ids.slice(0, 2));
    expect(exchange.orders.get(ids[2]!)!.status).toBe('open');
  });

  it('leaves a reserve that is larger than needed, and what is no opening order', () => {
    const id = order(ANN, {});
    expect(exchange.orders.get(id)!.held).toBe(24_794_000_000);
    change({ takerFee: '0.0004', makerFee: '0.0001' });
    expect(exchange.orders.get(id)!.held).toBe(24_794_000_000);
    order(BOB, { side: 'short', price: '49000' });
    const close = order(ANN, { effect: 'close', price: '50100' });
    expect(canceled(change({ maxPositionSize: '0.05', takerFee: '0.002' }))).toEqual([]);
    expect(exchange.orders.get(close)!.status).toBe('open');
  });

  it('of the interval needs no boundary before the first index price', () => {
    const eth = exchange.state.bySymbol.get('cmt_ethusdt')!;
    apply({ name: 'changeContract', symbol: 'cmt_ethusdt', change: { intervalMin: 60 }, effectiveMs: null });
    expect([eth.nextFundingMs, eth.contract.intervalMs]).toEqual([0, 3_600_000]);
    const before = btc.nextFundingMs;
    change({ interest: '0.0002' });
    expect(btc.nextFundingMs).toBe(before);
  });

  it('that waits takes effect contract by contract, ascending id, however they were listed', () => {
    const reversed = contractsWith({}).toReversed();
    exchange = openExchange(reversed, {}, START_MS);
    for (const { symbol } of reversed)
      apply({ name: 'changeContract', symbol, change: { takerFee: '0.0007' }, effectiveMs: START_MS + 30_000 });
    expect(names(apply({ name: 'tick' }))).toEqual([]);
    const outcome = run(exchange, { name: 'tick' }, START_MS + 30_000);
    const changed = outcome.events.flatMap((event) =>
      event.name === 'contractChanged' ? [event.instrument.contract.id] : [],
    );
    expect(changed).toEqual(reversed.map(({ id }) => id).toReversed());
    expect(names(run(exchange, { name: 'tick' }, START_MS + 31_000))).toEqual([]);
  });
});

describe('the grid', () => {
  it('of a record is that of its id, over several changes', () => {
    const ids: number[] = [];
    for (const tick of ['0.1', '0.5', '1']) {
      change({ tick });
      ids.push(order(ANN, {}));
      apply({
        name: 'cancelOrder',
        account: ANN,
        keyId: 'k',
        channel: 'api',
        orderId: ids.at(-1)!,
        clientOrderId: null,
      });
    }
    expect(btc.earlier.map(({ contract }) => contract.spec.tick)).toEqual(['0.1', '0.5']);
    expect(ids.map((id) => contractAt(btc, id).spec.tick)).toEqual(['0.1', '0.5', '1']);
    expect([btc.mark, btc.lastPrice]).toEqual([50_000, 0]);
  });
});

describe('delisting', () => {
  it('cancels orders, then plan orders, and announces the end', () => {
    const ids = ['49000', '48000'].map((price) => order(ANN, { price }));
    const outcome = apply({ name: 'delistContract', symbol: BTC });
    expect(canceled(outcome)).toEqual(ids);
    expect(names(outcome)).toEqual(['orderChanged', 'orderChanged', 'markChanged', 'contractChanged']);
  });

  it('closes each position with one order of its own, at the mark, and names the fills in pairs', () => {
    order(ANN, { size: '0.3', price: '50000' });
    order(BOB, { size: '0.3', side: 'short', price: '50000' });
    const outcome = apply({ name: 'delistContract', symbol: BTC });
    const fills = outcome.events.filter((event) => event.name === 'fillMade');
    expect(fills.map(({ price, size, value }) => [price, size, value])).toEqual([[0, 3_000, 1_500_000_000_000]]);
    const [{ taker, maker }] = fills as [(typeof fills)[number]];
    expect([taker.order.account.id, taker.order.side, taker.order.cause, taker.fee]).toEqual([
      ANN,
      'long',
      'settlement',
      0,
    ]);
    expect([maker.order.account.id, maker.order.side, maker.order.cause, maker.fee]).toEqual([
      BOB,
      'short',
      'settlement',
      0,
    ]);
    expect([taker.order.status, taker.order.clientOrderId]).toEqual(['filled', `~${taker.order.id}`]);
  });
});

describe('fees of an account', () => {
  it('are announced, and refused with the contract they are above', () => {
    const set = (makerFee: string, takerFee: string): Outcome =>
      apply({ name: 'setAccountFees', account: ANN, fees: { makerFee, takerFee } });
    expect(names(set('0.0002', '0.0006'))).toEqual(['accountChanged']);
    const found = (outcome: Outcome): string => (!outcome.ok && 'found' in outcome.reject ? outcome.reject.found : '');
    expect(found(set('0.0001', '0.00060001'))).toBe('the taker fee is above 0.0006 of cmt_btcusdt');
    expect(found(set('0.00020001', '0.0006'))).toBe('the maker fee is above 0.0002 of cmt_btcusdt');
    expect(found(set('-0.00040001', '0.0004'))).toContain('no larger than the taker fee, either way');
    expect(set('-0.0004', '0.0004').ok).toBe(true);
    expect(found(set('free', '0.0004'))).toContain('plain decimal');
    expect(found(set('0.000000001', '0.0004'))).toContain('at most 8 decimals');
    apply({ name: 'delistContract', symbol: BTC });
    expect(found(set('0.0001', '0.0007'))).toBe('the taker fee is above 0.0006 of cmt_ethusdt');
  });
});
