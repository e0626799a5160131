/**
 * Repeats (ORDR-004, ORDR-005): an order is recognised by everything it said, while it works and after its end, and by
 * nothing else; when its time is over nothing of it is left.
 */
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXECUTION_NAMES } from '../../src/core/language/execution.ts';
import type { Command, PlaceOrder, PlacePlanOrder } from '../../src/core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { audit } from '../../src/core/audit.ts';
import { createEngine } from '../../src/core/engine.ts';
import { readState, stateLines } from '../../src/core/state/codec.ts';
import type { OrderPlaced, Outcome } from '../../src/core/turn/outcome.ts';

const ACCOUNT = 1_000_001;
const DAY_MS = 86_400_000;

const FIELDS = [
  'symbol',
  'clientOrderId',
  'side',
  'execution',
  'size',
  'price',
  'takeProfit',
  'stopLoss',
  'marginMode',
  'positionMode',
] as const;

const order: fc.Arbitrary<PlaceOrder> = fc.record({
  name: fc.constant('placeOrder' as const),
  account: fc.constant(ACCOUNT),
  keyId: fc.constantFrom('k1', 'k2'),
  channel: fc.constantFrom('api' as const, 'web' as const),
  symbol: fc.constantFrom('cmt_btcusdt', 'cmt_ethusdt'),
  clientOrderId: fc.constantFrom('a', 'b'),
  side: fc.constantFrom('long' as const, 'short' as const),
  effect: fc.constant('open' as const),
  execution: fc.constantFrom(...EXECUTION_NAMES),
  size: fc.constantFrom('0.1', '0.2'),
  price: fc.constantFrom('1000', '1000.1'),
  takeProfit: fc.constantFrom(null, '1', '2000'),
  stopLoss: fc.constantFrom(null, '2000', '1'),
  marginMode: fc.constantFrom(null, 'cross' as const, 'isolated' as const),
  positionMode: fc.constantFrom(null, 'combined' as const, 'separated' as const),
  positionId: fc.constant(null),
});

/** Two orders under one name, and which fields of the second take the place of the first's in each try. */
const tries = fc.record({
  first: order,
  second: order,
  taken: fc.array(fc.constantFrom(...(['none', 'keyId', 'channel', ...FIELDS] as const)), {
    minLength: 1,
    maxLength: 30,
  }),
});

/** A plan order's fields, by which it is known again. */
const plan: fc.Arbitrary<PlacePlanOrder> = fc.record({
  name: fc.constant('placePlanOrder' as const),
  account: fc.constant(ACCOUNT),
  keyId: fc.constantFrom('k1', 'k2'),
  channel: fc.constantFrom('api' as const, 'web' as const),
  symbol: fc.constantFrom('cmt_btcusdt', 'cmt_ethusdt'),
  clientOrderId: fc.constant('a'),
  side: fc.constantFrom('long' as const, 'short' as const),
  effect: fc.constant('open' as const),
  size: fc.constantFrom('0.1', '0.2'),
  price: fc.constantFrom(null, '1100', '1100.1'),
  triggerPrice: fc.constantFrom('1100', '1200'),
  triggerBy: fc.constantFrom('last' as const, 'mark' as const),
  takeProfit: fc.constant(null),
  stopLoss: fc.constant(null),
  marginMode: fc.constantFrom(null, 'cross' as const, 'isolated' as const),
  positionMode: fc.constantFrom(null, 'combined' as const, 'separated' as const),
  positionId: fc.constantFrom(null, 5),
});

const CALLER = { account: ACCOUNT, keyId: 'k', channel: 'api' } as const;

const REST = {
  ...CALLER,
  name: 'placeOrder',
  symbol: 'cmt_btcusdt',
  side: 'long',
  effect: 'open',
  size: '0.1',
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
  positionMode: null,
  positionId: null,
} as const;

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

const said = ({ keyId: _key, channel: _channel, ...content }: PlaceOrder): string => JSON.stringify(content);

function open() {
  const engine = createEngine(sha256);
  const run = (command: Command, timeMs = engine.state.timeMs + 1): Outcome =>
    engine.apply({ sequence: engine.state.sequence + 1, timeMs, command });
  const contracts = DEFAULT_CONTRACTS.map((spec) => ({ ...spec, markSource: 'index' as const }));
  run({ name: 'setParameters', contracts, exchange: { indexStaleMs: 10 * DAY_MS } }, 1);
  run({ name: 'deposit', account: ACCOUNT, amount: '1000000' });
  for (const symbol of ['cmt_btcusdt', 'cmt_ethusdt'])
    run({ name: 'setIndexPrice', symbol, price: '1000', sourceTimeMs: engine.state.timeMs });
  return { engine, run };
}

describe('repeats', () => {
  it('are recognised by what the first order said, whether it works or has ended, until its id is free again', () => {
    fc.assert(
      fc.property(tries, fc.nat({ max: 2000 }), ({ first: base, second, taken }, others) => {
        const { engine, run } = open();
        // Rows of other orders before them, so that theirs fall anywhere in a page or over the end of one.
        for (let at = 0; at < others; at++)
          run({ ...base, clientOrderId: `other${at}`, price: '900', side: 'long', execution: 'ioc' });
        const known = new Map<string, { readonly content: string; readonly id: number }>();
        for (const field of taken) {
          const placed = field === 'none' ? base : { ...base, [field]: second[field] };
          const outcome = run(placed);
          const first = known.get(placed.clientOrderId);
          if (first !== undefined && first.content === said(placed))
            expect(outcome).toMatchObject({ ok: true, result: { replayed: true, orderId: first.id }, events: [] });
          else if (first !== undefined)
            expect(outcome).toMatchObject({ ok: false, reject: { reason: 'DUPLICATE_CLIENT_OID', orderId: first.id } });
          else if (outcome.ok)
            known.set(placed.clientOrderId, { content: said(placed), id: (outcome.result as OrderPlaced).orderId });
        }
        run({ name: 'cancelAllOrders', account: ACCOUNT, keyId: 'k', channel: 'api', kind: 'normal', symbol: null });
        expect([...engine.state.orders.live()]).toEqual([]);
        run({ name: 'deposit', account: ACCOUNT, amount: '1' }, engine.state.timeMs + DAY_MS + 1);
        expect(engine.state.orders.size).toBe(0);
      }),
    );
  });

  it('of a plan order too, and what it ignores is not asked', () => {
    const content = ({ keyId: _key, channel: _channel, positionId: _position, ...words }: PlacePlanOrder): string =>
      JSON.stringify(words);
    fc.assert(
      fc.property(plan, plan, fc.boolean(), fc.boolean(), (first, second, hasEnded, isKeyed) => {
        const { run } = open();
        const saltKey = Buffer.alloc(32, 7).toString('base64');
        if (isKeyed) run({ name: 'openAiLog', origin: 'test', vkey: 'v', saltKey });
        const { orderId } = resultOf(run(first));
        const caller = { account: ACCOUNT, keyId: 'k', channel: 'api' } as const;
        if (hasEnded) run({ name: 'cancelPlanOrder', ...caller, orderId });
        // Opened now, the log makes fingerprints that differ from the one that is kept.
        if (!isKeyed) run({ name: 'openAiLog', origin: 'test', vkey: 'v', saltKey });
        const outcome = run(second);
        if (content(first) === content(second))
          expect(outcome).toMatchObject({ ok: true, result: { replayed: true, orderId } });
        else expect(outcome).toMatchObject({ ok: false, reject: { reason: 'DUPLICATE_CLIENT_OID', orderId } });
        const { triggerPrice: _trigger, triggerBy: _by, ...fields } = second;
        const asOrder = run({ ...fields, name: 'placeOrder', clientOrderId: 'a', execution: 'normal' });
        expect(asOrder).toMatchObject({ ok: false, reject: { reason: 'DUPLICATE_CLIENT_OID', orderId } });
        if (!hasEnded) return;
        expect(run({ name: 'cancelPlanOrder', ...caller, orderId })).toMatchObject({
          reject: { reason: 'ORDER_NOT_CANCELABLE', clientOrderId: null, status: 'canceled' },
        });
        const modify = { ...caller, price: null, triggerPrice: '1300', triggerBy: 'last' } as const;
        expect(run({ name: 'modifyTpSlOrder', ...modify, orderId })).toMatchObject({
          reject: { reason: 'PLAN_ORDER_NOT_MODIFIABLE', status: 'canceled' },
        });
      }),
    );
  });
});

describe('the bound of ended orders', () => {
  it('frees a client order id once as many have ended after its order, also over a snapshot', () => {
    const step = fc.tuple(fc.nat({ max: 12 }), fc.constantFrom('ioc', 'ioc', 'normal', 'cancel', 'snapshot'));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 60 }), (maxEndedOrders, steps) => {
        const opened = open();
        let { engine } = opened;
        const run = (command: Command): Outcome =>
          engine.apply({ sequence: engine.state.sequence + 1, timeMs: engine.state.timeMs + 1, command });
        run({ name: 'setParameters', contracts: [], exchange: { maxEndedOrders } });
        const working = new Map<string, number>();
        const ended = new Map<string, number>();
        const end = (name: string, id: number): void => {
          working.delete(name);
          ended.set(name, id);
          const [first] = ended.keys();
          if (ended.size > maxEndedOrders && first !== undefined) ended.delete(first);
        };
        for (const [number, what] of steps) {
          const clientOrderId = `o${number}`;
          const known = working.get(clientOrderId) ?? ended.get(clientOrderId);
          if (what === 'snapshot') {
            const lines = [...stateLines(engine.state)];
            engine = createEngine(sha256, readState(lines));
            expect([...stateLines(engine.state)]).toEqual(lines);
          } else if (what === 'cancel') {
            const outcome = run({ ...CALLER, name: 'cancelOrder', orderId: null, clientOrderId });
            if (known === undefined) expect(outcome).toMatchObject({ reject: { reason: 'ORDER_NOT_FOUND' } });
            else if (ended.has(clientOrderId))
              expect(outcome).toMatchObject({ reject: { reason: 'ORDER_NOT_CANCELABLE', orderId: known } });
            else end(clientOrderId, known);
          } else {
            const outcome = run({ ...REST, clientOrderId, execution: what, price: '900' });
            // Not what was asked for under this name before.
            const other = run({ ...REST, clientOrderId, execution: what, price: '899' });
            if (known !== undefined) {
              expect(other).toMatchObject({ reject: { reason: 'DUPLICATE_CLIENT_OID', orderId: known } });
              continue;
            }
            expect(outcome).toMatchObject({ ok: true, result: { replayed: false } });
            const { orderId } = resultOf(outcome);
            expect(other).toMatchObject({ reject: { reason: 'DUPLICATE_CLIENT_OID', orderId } });
            if (what === 'normal') working.set(clientOrderId, orderId);
            else end(clientOrderId, orderId);
          }
        }
        expect(engine.state.orders.size).toBe(working.size + ended.size);
        expect(audit(engine.state)).toEqual([]);
      }),
    );
  });
});

function resultOf(outcome: Outcome): OrderPlaced {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.reject));
  return outcome.result as OrderPlaced;
}
