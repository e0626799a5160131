import { describe, expect, it } from 'vitest';
import { Gather } from '../../sequencer/gather.ts';
import { NotExecuted } from '../../sequencer/refusals.ts';
import { clockAmong } from './node-clock.ts';

const deposit = (amount: string) => ({ name: 'deposit', account: 1_000_001, amount }) as const;

describe('the clock of a node', () => {
  it('stamps nothing once it is far from the others’, not even what waited behind a batch when it was set', async () => {
    let byMs = 0;
    const own = { nowMs: () => 1_700_000_000_000 + byMs, trouble: () => null };
    const heart = { clock: () => ({ byMs, nodes: 3, isWrong: byMs > 250 }) };
    const batches: { timeMs: number }[][] = [];
    const published = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const order = {
      publish: (batch: readonly unknown[]) => {
        batches.push([...batch] as { timeMs: number }[]);
        return published[batches.length - 1]!.promise;
      },
    };
    const gather = new Gather(order, 0, { clock: clockAmong(own, heart), gatherMs: 0 }, () => undefined);
    const under = gather.submit(deposit('1'));
    under.catch(() => undefined);
    await expect.poll(() => batches.length).toBe(1);
    const waits = gather.submit(deposit('2'));
    byMs = 600;
    published[0]!.resolve();
    await expect(waits).rejects.toBeInstanceOf(NotExecuted);
    await expect(waits).rejects.toThrow("this machine's clock is 600 ms ahead of the median of 3 nodes");
    expect(batches.map((batch) => batch.map(({ timeMs }) => timeMs))).toEqual([[1_700_000_000_000]]);
    byMs = 0;
    void gather.submit(deposit('3')).catch(() => undefined);
    await expect.poll(() => batches.length).toBe(2);
  });
});
