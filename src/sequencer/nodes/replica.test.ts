import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../core/language/commands.ts';
import { BatchUnreadable, decodeBatch, encodeBatch, FENCE } from './batch.ts';
import { operatorBatch } from './operator-batch.ts';
import { Diverged, GENESIS, Replica } from './replica.ts';
import type { OrderedBatch, Unplaced } from './shared-order.ts';

const deposit = (amount: number): Command => ({ name: 'deposit', account: 1_000_001, amount: String(amount) });
const cancel = (digest: string): Command => ({
  name: 'cancelAllOrders',
  account: 1_000_001,
  digest: digest.repeat(11),
  keyId: 'k1',
  channel: 'api',
  symbol: null,
  kind: 'normal',
});
const textsOf = (commands: readonly Command[]): string[] => commands.map((one) => JSON.stringify(one));

/** Puts batches into places, each published by a replica that has met all before it. */
function orderOf(
  batches: readonly { readonly gateway: string; readonly atMs: number; readonly commands: Command[] }[],
) {
  const author = new Replica(GENESIS, 'at 0');
  return batches.map(({ gateway, atMs, commands }, at): OrderedBatch => {
    const body = encodeBatch(atMs, author.seen, textsOf(commands));
    const batch = { revision: at * 2 + 1, place: at + 1, gateway, n: author.numberOf(gateway) + 1, body };
    author.take(batch);
    author.settle(`at ${batch.place}`);
    return batch;
  });
}

function takeAll(batches: readonly OrderedBatch[], replica = new Replica(GENESIS, 'at 0')): Replica {
  for (const batch of batches) if (replica.take(batch) !== null) replica.settle(`at ${batch.place}`);
  return replica;
}

const some = fc.array(
  fc.record({
    gateway: fc.constantFrom('a', 'b', 'c'),
    atMs: fc.integer({ min: 1, max: 200_000 }),
    commands: fc.array(
      fc.oneof(
        fc.nat(99).map((n) => deposit(n + 1)),
        fc.constantFrom('a', 'b', 'c').map(cancel),
      ),
      {
        maxLength: 4,
      },
    ),
  }),
  { minLength: 3, maxLength: 30 },
);

describe('a replica', () => {
  it('comes to the same place whatever comes again, and from any mark between', () => {
    fc.assert(
      fc.property(some, fc.nat(), (batches, cut) => {
        const order = orderOf(batches);
        const { mark } = takeAll(order);
        const at = cut % order.length;
        expect(
          takeAll([...order.slice(0, at), ...order.slice(Math.max(0, at - 2), at), ...order.slice(at)]).mark,
        ).toEqual(mark);
        const half = takeAll(order.slice(0, at));
        const resumed = new Replica(half.mark);
        expect(takeAll(order.slice(at), resumed).mark.chain).toBe(mark.chain);
      }),
      { numRuns: 50 },
    );
  });

  it('gives sequences without a hole, and times that never fall', () => {
    fc.assert(
      fc.property(some, (batches) => {
        const replica = new Replica(GENESIS, 'at 0');
        let [sequence, timeMs] = [0, 0];
        for (const batch of orderOf(batches)) {
          const taken = replica.take(batch)!;
          for (const one of taken.placed.filter(({ isRepeat }) => !isRepeat)) expect(one.sequence).toBe(++sequence);
          expect(taken.timeMs).toBeGreaterThanOrEqual(timeMs);
          if (taken.placed.some(({ isRepeat }) => !isRepeat)) ({ timeMs } = taken);
          replica.settle(`at ${batch.place}`);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('takes nothing from an order with one batch left out, swapped or changed, and has not moved', () => {
    fc.assert(
      fc.property(some, fc.nat(), (batches, which) => {
        const order = orderOf(batches);
        const at = which % (order.length - 1);
        const replica = takeAll(order.slice(0, at));
        const before = replica.mark;
        expect(() => replica.take(order[at + 1]!)).toThrow(Diverged);
        const flipped = Uint8Array.from(order[at]!.body);
        flipped[flipped.length - 5]! ^= 1;
        expect(() => replica.take({ ...order[at]!, body: flipped })).toThrow(BatchUnreadable);
        expect(replica.mark).toEqual(before);
        expect(takeAll(order.slice(at), replica).mark.chain).toBe(takeAll(order).mark.chain);
      }),
      { numRuns: 50 },
    );
  });

  it('stops at a batch of a gateway whose order or state was another', () => {
    const order = orderOf(['a', 'b', 'a'].map((gateway) => ({ gateway, atMs: 5, commands: [deposit(1)] })));
    const [first, second, third] = order as [OrderedBatch, OrderedBatch, OrderedBatch];
    const other = new Replica(GENESIS, 'at 0');
    other.take({ ...first, body: encodeBatch(5, other.seen, textsOf([deposit(2)])) });
    other.settle('at 1');
    expect(() => other.take(second)).toThrow(/chain/);
    const erring = new Replica(GENESIS, 'at 0');
    erring.take(first);
    erring.settle('something else');
    expect(() => erring.take(second)).toThrow(expect.objectContaining({ kind: 'core' }));
    expect(takeAll(order).mark.place).toBe(third.place);
  });

  it('leaves out a request that came before within 65 s of the order, at whichever gateway', () => {
    const at = (gateway: string, atMs: number) => ({ gateway, atMs, commands: [cancel('a')] });
    const order = orderOf([at('a', 1_000), at('b', 66_000), at('b', 66_001)]);
    const replica = new Replica(GENESIS, 'at 0');
    const repeats = order.map((batch) => {
      const taken = replica.take(batch)!;
      replica.settle(`at ${batch.place}`);
      return taken.placed.map(({ isRepeat, sequence }) => [isRepeat, sequence]);
    });
    expect(repeats).toEqual([[[false, 1]], [[false, 2]], [[true, 2]]]);
    const resumed = new Replica(takeAll(order.slice(0, 2)).mark, 'at 2');
    resumed.remember(cancel('a'), 2, 66_000);
    expect(resumed.take(order[2]!)?.placed[0]?.isRepeat).toBe(true);
  });

  it('takes a fence as the last batch of its gateway', () => {
    const order = orderOf([{ gateway: 'a', atMs: 5, commands: [deposit(1)] }]);
    const replica = takeAll(order);
    const taken = replica.take({ revision: 9, place: 2, gateway: 'a', n: 2, body: FENCE });
    expect(taken).toMatchObject({ isFence: true, placed: [] });
    expect(replica.mark.sequence).toBe(1);
  });
});

describe('rules of a later version', () => {
  const activate = (version: number): Command => ({ name: 'activateCore', version });
  const upTo = (to: number) => ({ from: 1, to });
  const placed = (place: number, { gateway, n, body }: Unplaced): OrderedBatch => ({
    revision: place,
    place,
    gateway,
    n,
    body,
  });

  it('stop a program that does not have them before the command, and nothing has changed; one that has goes on', () => {
    const [first] = orderOf([{ gateway: 'a', atMs: 5, commands: [deposit(1)] }]) as [OrderedBatch];
    const batch = placed(2, operatorBatch(activate(2)));
    const old = takeAll([first]);
    const before = JSON.stringify(old.mark);
    expect(() => old.take(batch)).toThrow('sequence 2 needs core version 2, and this program has version 1');
    expect(JSON.stringify(old.mark)).toBe(before);
    const next = new Replica(old.mark, 'at 1', upTo(2));
    expect(next.take(batch)).toMatchObject({ timeMs: 5, placed: [{ sequence: 2 }] });
    next.settle('at 2');
    expect(next.seen.core).toBe(2);
    expect(old.seen.core).toBe(1);
  });

  it('are in force for good once they are, and a batch that is ahead of them is not taken', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 }), (asked) => {
        const replica = new Replica(GENESIS, 'at 0', upTo(5));
        for (const [at, version] of asked.entries()) {
          replica.take(placed(at + 1, operatorBatch(activate(version))));
          replica.settle(`at ${at + 1}`);
        }
        const highest = Math.max(...asked);
        expect(replica.seen.core).toBe(highest);
        expect(new Replica(replica.mark, '', upTo(5)).seen.core).toBe(highest);
        const place = asked.length + 1;
        const ahead = encodeBatch(1, { ...replica.seen, core: highest + 1 }, textsOf([deposit(1)]));
        const batch = { revision: place, place, gateway: 'a', n: 1, body: ahead };
        expect(() => replica.take(batch)).toThrow(
          `its gateway had core version ${highest + 1} in force, and here it is ${highest}`,
        );
        expect(replica.mark.sequence).toBe(asked.length);
        const body = encodeBatch(1, replica.seen, textsOf([deposit(1)]));
        expect(replica.take({ ...batch, body })).not.toBeNull();
      }),
    );
  });
});

describe('the bytes of a batch', () => {
  it('of before there were versions of the rules are of the first', () => {
    const text = '{"v":1,"at":5,"seen":[7,"c","p"],"commands":[]}';
    expect(decodeBatch(zstdCompressSync(text)).seen).toEqual({ revision: 7, chain: 'c', print: 'p', core: 1 });
  });

  it('are read back as they were', () => {
    const seen = { revision: 7, chain: 'c', print: 'p', core: 2 };
    const commands = [deposit(1), cancel('b')];
    expect(decodeBatch(encodeBatch(5, seen, textsOf(commands)))).toEqual({ atMs: 5, seen, commands, arePlaced: false });
  });

  it('are refused with what was found when they are something else', () => {
    expect(() => decodeBatch(Buffer.from('something'))).toThrow(/found 9 bytes that do not unpack/);
    const other = new Replica(GENESIS);
    const unknown = encodeBatch(5, other.seen, ['{"name":"of a later version"}']);
    const batch = { revision: 1, place: 1, gateway: 'a', n: 1, body: unknown };
    expect(() => other.take(batch)).toThrow(/no command to this program/);
  });
});
