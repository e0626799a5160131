import { describe, expect, it } from 'vitest';
import { MemoryOrder } from '../memory/memory-order.ts';
import { NotExecuted } from '../refusals.ts';
import { Roles } from './roles.ts';

/** A node that notes what its role begins and ends. */
function worker(order: MemoryOrder, name: string, noted: string[], begin: () => void = () => undefined) {
  return new Roles({
    order: order.connect(name),
    works: [
      {
        role: 'clock',
        begin: async () => {
          begin();
          noted.push(`${name} begins`);
          return async () => void noted.push(`${name} ends`);
        },
      },
    ],
    say: () => undefined,
    onFault: (error) => void noted.push(String(error)),
  });
}

const looked = async (...all: Roles[]): Promise<void> => {
  for (const one of all) {
    one.look();
    // Looks go on beside their callers.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe('a role', () => {
  it('is one node’s at a time, and goes on to another when that is stopped, or its lease is over', async () => {
    const [order, noted] = [new MemoryOrder(), [] as string[]];
    const [a, b] = [worker(order, 'a', noted), worker(order, 'b', noted)];
    await looked(a, b, a, b);
    expect(noted).toEqual(['a begins']);
    expect([a.held, b.held]).toEqual([['clock'], []]);
    order.expire('clock');
    await looked(b, a, b);
    expect(noted).toEqual(['a begins', 'b begins', 'a ends']);
    await b.stop();
    await looked(a, b);
    expect(noted).toEqual(['a begins', 'b begins', 'a ends', 'b ends', 'a begins']);
    await a.stop();
    expect(noted.at(-1)).toBe('a ends');
  });

  it('is begun anew by who had it, when it was nobody’s for a while', async () => {
    const [order, noted] = [new MemoryOrder(), [] as string[]];
    const a = worker(order, 'a', noted);
    await looked(a);
    order.expire('clock');
    await looked(a);
    expect(noted).toEqual(['a begins', 'a ends', 'a begins']);
    await a.stop();
  });

  it('is given up by who can’t begin now, and one that fails is told', async () => {
    const [order, noted] = [new MemoryOrder(), [] as string[]];
    let trouble: Error | null = new NotExecuted('order');
    const a = worker(order, 'a', noted, () => {
      if (trouble !== null) throw trouble;
    });
    const b = worker(order, 'b', noted);
    await looked(a, b);
    expect(noted).toEqual(['b begins']);
    await b.stop();
    trouble = new Error('broken');
    await looked(a);
    expect(noted.at(-1)).toBe('Error: broken');
  });
});
