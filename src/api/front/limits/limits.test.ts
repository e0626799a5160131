import { expect, it } from 'vitest';
import { startNode } from '../../../../test/cluster/simulated-node.ts';
import type { Command } from '../../../core/language/commands.ts';
import { MemoryOrder } from '../../../sequencer/memory/memory-order.ts';
import { ROUTES } from '../../v2/index.ts';
import { countedOf } from './counted-command.ts';
import { type LimitedRoute, Limits } from './limits.ts';

const ACCOUNT = 1_000_001;
const caller = { account: ACCOUNT, keyId: 'k', channel: 'api' } as const;
const clock = (): number => 1_700_000_000_000 + Math.floor(performance.now());
const routeOf = (operation: string): LimitedRoute => ROUTES.find((route) => route.operation === operation)!;

/** Limits with ten orders a second of each kind and twelve new ones a minute, on a clock that stands. */
function limits(): Limits {
  return new Limits(
    {
      enabled: true,
      windowMs: 10_000,
      ip: { budget: 1_000, chargePrivate: true },
      uid: { budget: 1_000 },
      orders: { perSecond: 10 },
    },
    () => 5_000,
    () => 12,
  );
}

const cancelOf = (at: number): Command & { readonly name: 'cancelOrder' } => ({
  name: 'cancelOrder',
  ...caller,
  orderId: 700_000_000_000_000 + at,
  clientOrderId: null,
  digest: String(at).padStart(11, 'a'),
});

it('lets an account have its rate once, whichever of two nodes it asks', async () => {
  const order = new MemoryOrder();
  const [a, b] = [limits(), limits()];
  const nodes = [
    {
      limits: a,
      node: await startNode({ order: order.connect('a'), clock, onOthers: (one) => a.countElsewhere(one) }),
    },
    {
      limits: b,
      node: await startNode({ order: order.connect('b'), clock, onOthers: (one) => b.countElsewhere(one) }),
    },
  ];
  let passed = 0;
  for (let at = 0; at < 24; at++) {
    const { limits: own, node } = nodes[at % 2]!;
    try {
      own.chargeAccount(ACCOUNT, routeOf('cancel_order'), 0);
    } catch {
      continue;
    }
    passed += 1;
    await node.sequencer.submit<'cancelOrder'>(cancelOf(at));
    // As soon as it is applied at the other it counts there.
    for (const each of nodes) await each.node.sequencer.confirmed();
  }
  expect(passed).toBe(10);
  for (const { node } of nodes) await node.stop();
});

it('counts a command of another node as its own routes count the request', () => {
  const order = { symbol: 'cmt_btcusdt', digest: null };
  const rates: readonly [operation: string, command: object][] = [
    ['placeOrder', { name: 'placeOrder', ...caller, ...order }],
    ['plan_order', { name: 'placePlanOrder', ...caller, ...order }],
    ['cancel_order', cancelOf(1)],
    ['cancel_plan', { name: 'cancelPlanOrder', ...caller, orderId: '1', digest: null }],
  ];
  for (const [operation, command] of rates) {
    const { orderRate } = routeOf(operation);
    const counted = { account: ACCOUNT, as: orderRate!.as ?? operation, creates: orderRate!.creates };
    expect(countedOf(command as Command), operation).toEqual(counted);
  }
  // All routes of the first dialect that have a rate are among them.
  const rated = ROUTES.filter(({ orderRate }) => orderRate !== undefined).map(({ operation }) => operation);
  expect(rated.toSorted()).toEqual(rates.map(([operation]) => operation).toSorted());
  const batch = { name: 'batchOrders', ...caller, ...order, orders: [{}, {}, {}] } as unknown as Command;
  expect(countedOf(batch)).toEqual({ account: ACCOUNT, as: null, creates: 3 });
  expect(countedOf({ name: 'tick' })).toBeNull();

  const [here, there] = [limits(), limits()];
  for (let at = 0; at < 4; at++) there.countElsewhere(batch);
  here.chargeCreated(ACCOUNT, 12);
  for (const one of [here, there]) expect(() => one.chargeCreated(ACCOUNT, 1)).toThrow(expect.objectContaining({}));
});
