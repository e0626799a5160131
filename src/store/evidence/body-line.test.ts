import { describe, expect, it } from 'vitest';
import type { Store } from '../store.ts';
import { createBodyLine } from './body-line.ts';
import type { Payload } from './payloads.ts';

const MIB = 1024 * 1024;

const payload = (h: string, bytes = 1): Payload => ({
  h,
  salt: new Uint8Array(32),
  body: new Uint8Array(bytes),
  storedAtMs: 0,
});

/** A store that answers when it is told to. */
function slowStore() {
  const groups: { readonly hs: readonly string[]; readonly end: PromiseWithResolvers<null> }[] = [];
  const ask = (_: string, payloads: readonly Payload[]): Promise<null> => {
    const end = Promise.withResolvers<null>();
    groups.push({ hs: payloads.map(({ h }) => h), end });
    return end.promise;
  };
  return { groups, store: { ask } as unknown as Pick<Store, 'ask'>, seen: () => groups.map(({ hs }) => hs.join(' ')) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('bodies on their way to the store', () => {
  it('go together when they come in one turn, and with those that came while others were on their way', async () => {
    const { groups, store, seen } = slowStore();
    const line = createBodyLine(store);
    const durable: string[] = [];
    const put = (h: string) => void line.put(payload(h)).then(() => durable.push(h));
    put('a');
    put('b');
    await turn();
    put('c');
    await turn();
    put('d');
    await turn();
    expect(seen()).toEqual(['a b']);
    expect(durable).toEqual([]);
    groups[0]!.end.resolve(null);
    await turn();
    expect([seen(), durable]).toEqual([
      ['a b', 'c d'],
      ['a', 'b'],
    ]);
    groups[1]!.end.resolve(null);
    await turn();
    put('e');
    await turn();
    expect([seen(), durable]).toEqual([
      ['a b', 'c d', 'e'],
      ['a', 'b', 'c', 'd'],
    ]);
  });

  it('make a group of 16 MiB at most; a larger one goes alone', async () => {
    const { groups, store, seen } = slowStore();
    const line = createBodyLine(store);
    const all = [9, 6, 2, 20, 1].map((mib, at) => line.put(payload(`${at}`, mib * MIB)));
    for (let at = 0; at < 4; at++) {
      await turn();
      groups[at]!.end.resolve(null);
    }
    await Promise.all(all);
    expect(seen()).toEqual(['0 1', '2', '3', '4']);
  });

  it('fail together, and those after them go on', async () => {
    const { groups, store } = slowStore();
    const line = createBodyLine(store);
    const first = [line.put(payload('a')), line.put(payload('b'))];
    await turn();
    const next = line.put(payload('c'));
    groups[0]!.end.reject(new Error('the disk is full'));
    for (const one of first) await expect(one).rejects.toThrow('the disk is full');
    groups[1]!.end.resolve(null);
    await next;
  });
});
