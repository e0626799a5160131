import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SimulatedNode, startNode } from '../../../test/cluster/simulated-node.ts';
import { MemoryOrder } from '../memory/memory-order.ts';
import { Judge, PRINT_EVERY } from './judge.ts';
import type { Heartbeat } from './shared-order.ts';

const clock = (): number => 1_700_000_000_000 + Math.floor(performance.now());
const deposit = { name: 'deposit', account: 1_000_001, amount: '1' } as const;

/** Nodes whose hearts beat, by the sequence at which each errs. */
function cluster(...errsAt: readonly number[]): Promise<SimulatedNode[]> {
  const order = new MemoryOrder();
  return Promise.all(
    errsAt.map((at, nth) => startNode({ order: order.connect(`n${nth}`), clock, name: `n${nth}`, errsAt: at })),
  );
}

async function stopAll(nodes: readonly SimulatedNode[]): Promise<void> {
  for (const node of nodes)
    if (node.failed() === null) await node.stop();
    else node.kill();
}

describe('the judge of states that differ', () => {
  it('lets those go on that most agree with, and nobody without a majority, whatever the prints are', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 5 }), (prints) => {
        const judges = prints.map((_, at) => new Judge({ name: `n${at}`, printAt: () => '' }));
        for (const [at, judge] of judges.entries()) judge.applied(PRINT_EVERY, () => prints[at]!);
        const beats = judges.map((judge, at) => ({ name: `n${at}`, ...judge.says() }) as Heartbeat);
        for (const [at, judge] of judges.entries()) {
          const alike = prints.filter((print) => print === prints[at]).length;
          const hears = expect(() => judge.hear(beats));
          if (alike * 2 > prints.length) hears.not.toThrow();
          else hears.toThrow(`${alike} of ${prints.length} nodes agree with this one`);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('waits for those that were not compared yet, and no longer counts those that are gone', () => {
    const judge = new Judge({ name: 'a', printAt: () => '' });
    judge.applied(PRINT_EVERY, () => 'x');
    const beat = (name: string, print?: string) =>
      ({ name, ...(print === undefined ? {} : { print: [PRINT_EVERY, print] }) }) as unknown as Heartbeat;
    const own = beat('a', 'x');
    judge.hear([own, beat('b', 'y'), beat('c')]);
    expect(() => judge.hear([own, beat('b', 'y')])).toThrow('1 of 2 nodes agree');
    judge.hear([own, beat('b', 'y'), beat('c', 'x')]);
    judge.hear([own]);
  });

  it('stops the one of three that errs, whoever publishes, and the others go on alike', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.nat(2), async (errsAt, erring) => {
        const nodes = await cluster(...[0, 1, 2].map((at) => (at === erring ? errsAt : -1)));
        const others = nodes.filter((_, at) => at !== erring);
        for (let at = 0; at < 21 && nodes[erring]!.failed() === null; at++)
          await nodes[at % 3]!.sequencer.submit(deposit).catch(() => undefined);
        await expect.poll(() => nodes[erring]!.failed(), { timeout: 10_000 }).toMatchObject({ kind: 'core' });
        for (const node of others) await node.sequencer.submit(deposit);
        for (const { sequencer } of others) await sequencer.confirmed();
        expect(others.map((node) => node.failed())).toEqual([null, null]);
        expect(new Set(others.map((node) => node.hash())).size).toBe(1);
        await stopAll(nodes);
      }),
      { numRuns: 6 },
    );
  }, 60_000);

  it('stops a node that errs and alone publishes at the next thousand', async () => {
    const nodes = await cluster(5, -1, -1);
    const [publisher, ...others] = nodes as [SimulatedNode, ...SimulatedNode[]];
    const sent: Promise<unknown>[] = [];
    for (let at = 0; at < PRINT_EVERY + 10; at++) sent.push(publisher.sequencer.submit(deposit).catch(() => undefined));
    await Promise.all(sent);
    await expect.poll(() => publisher.failed(), { timeout: 10_000 }).toMatchObject({ kind: 'core' });
    for (const { sequencer } of others) await sequencer.confirmed();
    expect(others.map((node) => node.failed())).toEqual([null, null]);
    expect(others.map(({ state }) => state.sequence)).toEqual([PRINT_EVERY + 10, PRINT_EVERY + 10]);
    await stopAll(nodes);
  }, 30_000);

  it('stops both of two that differ', async () => {
    const nodes = await cluster(3, -1);
    for (let at = 0; at < 8; at++) await nodes[at % 2]!.sequencer.submit(deposit).catch(() => undefined);
    for (const node of nodes)
      await expect.poll(() => node.failed(), { timeout: 10_000 }).toMatchObject({ kind: 'core' });
    await stopAll(nodes);
  }, 30_000);
});
