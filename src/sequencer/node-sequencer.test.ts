import { describe, expect, it } from 'vitest';
import { startNode } from '../../test/cluster/simulated-node.ts';
import { type MemoryFaults, MemoryOrder } from './memory/memory-order.ts';
import { NotExecuted, OutcomeUnknown } from './refusals.ts';
import { Diverged } from './nodes/replica.ts';

const ACCOUNT = 1_000_001;
const deposit = (amount: number) => ({ name: 'deposit', account: ACCOUNT, amount: String(amount) }) as const;
const cancel = (digest: string) =>
  ({
    name: 'cancelAllOrders',
    account: ACCOUNT,
    digest: digest.repeat(11),
    keyId: 'k1',
    channel: 'api',
    symbol: null,
    kind: 'normal',
  }) as const;
const clock = (): number => 1_700_000_000_000 + Math.floor(performance.now());

async function twoNodes(order = new MemoryOrder(), errsAt = -1) {
  const a = await startNode({ order: order.connect('a'), clock });
  const b = await startNode({ order: order.connect('b'), clock, errsAt });
  return { order, a, b };
}

describe('nodes over one order', () => {
  it('read at one what was written at the other, and carry a request out once whichever node got it', async () => {
    const { a, b } = await twoNodes();
    await a.sequencer.submit<'deposit'>(deposit(7));
    await b.sequencer.confirmed();
    expect(b.state.accounts.get(ACCOUNT)?.shared.amount).toBe(700_000_000);
    const both = await Promise.all([a, b].map(({ sequencer }) => sequencer.submit<'cancelAllOrders'>(cancel('d'))));
    const [first, second] = both.map(({ ok }) => ok);
    expect(first).toBe(second);
    await a.sequencer.confirmed();
    const names = [...a.journal.read()].map(({ command }) => command.name);
    expect(names).toEqual(['deposit', 'cancelAllOrders']);
    await b.sequencer.confirmed();
    expect(a.hash()).toBe(b.hash());
    await a.stop();
    await b.stop();
  });

  it('get no batch of a role into the order after another has the role', async () => {
    const { order, a, b } = await twoNodes();
    const [wayA, wayB] = [order.connect('a'), order.connect('b')];
    const held = a.sequencer.role((await wayA.claim('clock'))!);
    await held.submit<'tick'>({ name: 'tick' });
    expect(await wayB.claim('clock')).toBeNull();
    order.expire('clock');
    const next = b.sequencer.role((await wayB.claim('clock'))!);
    await expect(held.submit<'tick'>({ name: 'tick' })).rejects.toBeInstanceOf(NotExecuted);
    expect(held.lost()).toMatchObject({ message: 'the role clock is held by another node now' });
    await next.submit<'tick'>({ name: 'tick' });
    await a.sequencer.submit<'deposit'>(deposit(1));
    await a.stop();
    await b.stop();
    expect([...b.journal.read()].map(({ command }) => command.name)).toEqual(['tick', 'tick', 'deposit']);
  });

  it('go on when the gateway of a role they have lost is ended by others', async () => {
    const { order, a, b } = await twoNodes();
    const held = a.sequencer.role((await order.connect('a').claim('clock'))!);
    await held.submit<'tick'>({ name: 'tick' });
    order.expire('clock');
    await order.connect('b').claim('clock');
    await expect(held.submit<'tick'>({ name: 'tick' })).rejects.toBeInstanceOf(NotExecuted);
    order.fence(order.batches[0]!.gateway);
    await a.sequencer.submit<'deposit'>(deposit(1));
    await b.sequencer.confirmed();
    expect([a.failed(), b.failed()]).toEqual([null, null]);
    expect(a.hash()).toBe(b.hash());
    await a.stop();
    await b.stop();
  });

  it('stop at the first batch of another whose state was not theirs, and apply nothing of it', async () => {
    const { a, b } = await twoNodes(new MemoryOrder(), 1);
    await a.sequencer.submit<'deposit'>(deposit(1));
    await b.sequencer.confirmed();
    await a.sequencer.submit<'deposit'>(deposit(2));
    await expect.poll(() => b.failed()).toBeInstanceOf(Diverged);
    expect(b.failed()).toMatchObject({ kind: 'core' });
    expect(b.state.sequence).toBe(1);
    await expect(b.sequencer.submit<'deposit'>(deposit(3))).rejects.toMatchObject({ why: 'order' });
    await a.stop();
  });

  it('end a gateway that was fenced: what was under way is unknown, what waits is not executed', async () => {
    const { order, a, b } = await twoNodes();
    await a.sequencer.submit<'deposit'>(deposit(1));
    order.fence(a.sequencer.figures.gateways[0]!);
    await expect(a.sequencer.submit<'deposit'>(deposit(2))).rejects.toSatisfy(
      (error) => error instanceof OutcomeUnknown || error instanceof NotExecuted,
    );
    await expect.poll(() => a.failed()).not.toBeNull();
    await b.sequencer.submit<'deposit'>(deposit(3));
    await b.stop();
    expect([...b.journal.read()].map(({ command }) => 'amount' in command && command.amount)).toEqual(['1', '3']);
  });

  it('refuse as not executed what waits behind a batch nobody answers, and carry that out once somebody does', async () => {
    let isCut = true;
    const faults: MemoryFaults = { publish: () => (isCut ? 'before' : null), follow: () => null, delayMs: () => 0 };
    const node = await startNode({ order: new MemoryOrder().connect('a', faults), clock });
    const first = node.sequencer.submit<'deposit'>(deposit(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(node.sequencer.submit<'deposit'>(deposit(2))).rejects.toMatchObject({ why: 'order' });
    isCut = false;
    expect((await first).sequence).toBe(1);
    await expect.poll(() => node.sequencer.submit<'deposit'>(deposit(3))).toMatchObject({ sequence: 2 });
    await node.stop();
  });
});
