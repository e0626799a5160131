import { afterEach, describe, expect, it, vi } from 'vitest';
import { StoreAway, StoreFault } from './errors.ts';
import type { Store } from './store.ts';
import { BodyLine } from './body-line.ts';
import { bodyOfRecord } from './evidence/body-record.ts';
import type { Payload } from './evidence/payloads.ts';

const MIB = 1024 * 1024;

const payload = (h: string, bytes = 1): Payload => ({
  h,
  salt: new Uint8Array(32),
  body: new Uint8Array(bytes),
  storedAtMs: 0,
});

/** A queue whose writes end when they are told to, and a store that answers when it is told to. */
function slowParts(isShared = false) {
  const groups: { readonly hs: readonly string[]; readonly end: PromiseWithResolvers<void> }[] = [];
  const asked: { readonly afterSequence: number; readonly end: PromiseWithResolvers<null> }[] = [];
  const removed: number[] = [];
  const warned: unknown[] = [];
  const spool = {
    bytes: 0,
    openBytes: 0,
    files: 0,
    append(records: readonly Uint8Array[]): Promise<void> {
      const end = Promise.withResolvers<void>();
      groups.push({ hs: records.map((record) => bodyOfRecord(record).h), end });
      const bytes = records.reduce((sum, { length }) => sum + length, 0);
      if (spool.openBytes === 0) spool.files += 1;
      spool.openBytes += bytes;
      spool.bytes += bytes;
      return end.promise;
    },
    seal(): number {
      spool.openBytes = 0;
      return spool.bytes === 0 ? 0 : spool.files;
    },
    remove: (number: number) => Promise.resolve(void removed.push(number)),
    close: () => undefined,
  };
  const ask = (_: string, __: unknown, afterSequence: number): Promise<null> => {
    const end = Promise.withResolvers<null>();
    asked.push({ afterSequence, end });
    return end.promise;
  };
  const log = { warn: (fields: unknown) => void warned.push(fields) };
  const store = { ask, shared: isShared ? {} : null } as unknown as Pick<Store, 'ask' | 'shared'>;
  const line = new BodyLine({ store, spool, log });
  return { line, spool, groups, asked, removed, warned, seen: () => groups.map(({ hs }) => hs.join(' ')) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
afterEach(() => vi.useRealTimers());

describe('bodies on their way', () => {
  it('are written together when they come in one turn, and with those that came meanwhile', async () => {
    const { line, groups, seen } = slowParts();
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
    groups[0]!.end.resolve();
    await turn();
    expect([seen(), durable]).toEqual([
      ['a b', 'c d'],
      ['a', 'b'],
    ]);
    groups[1]!.end.resolve();
    await turn();
    put('e');
    await turn();
    expect([seen(), durable]).toEqual([
      ['a b', 'c d', 'e'],
      ['a', 'b', 'c', 'd'],
    ]);
  });

  it('wait for the store as well where nodes share it, and are not queued while it is away', async () => {
    const { line, groups, asked, seen } = slowParts(true);
    const put = (h: string) =>
      line.put(payload(h)).then(
        () => 'durable',
        (error: unknown) => error,
      );
    const first = put('a');
    await turn();
    groups[0]!.end.resolve();
    await turn();
    let isAnswered = false;
    void first.then(() => (isAnswered = true));
    await turn();
    expect(isAnswered).toBe(false);
    const away = new StoreAway('no server');
    asked[0]!.end.reject(away);
    expect(await first).toBe(away);
    // Asked first, and as long as it is away nothing is written for nobody.
    const second = put('b');
    await turn();
    asked.at(-1)!.end.reject(away);
    expect([await second, seen()]).toEqual([away, ['a']]);
    const third = put('c');
    await turn();
    asked.at(-1)!.end.resolve(null);
    await turn();
    groups[1]!.end.resolve();
    await turn();
    asked.at(-1)!.end.resolve(null);
    expect([await third, seen()]).toEqual(['durable', ['a', 'c']]);
  });

  it('make a group of 2 MiB at most; a larger one goes alone', async () => {
    const { line, groups, seen } = slowParts();
    const all = [9, 6, 2, 20, 1].map((eighths, at) => line.put(payload(`${at}`, (eighths * MIB) / 8)));
    for (let at = 0; at < 4; at++) {
      await turn();
      groups[at]!.end.resolve();
    }
    await Promise.all(all);
    expect(seen()).toEqual(['0 1', '2', '3', '4']);
  });

  it('fail together, and those after them go on', async () => {
    const { line, groups } = slowParts();
    const first = [line.put(payload('a')), line.put(payload('b'))];
    await turn();
    const next = line.put(payload('c'));
    groups[0]!.end.reject(new Error('the disk is full'));
    for (const one of first) await expect(one).rejects.toThrow('the disk is full');
    groups[1]!.end.resolve();
    await next;
  });

  it('are refused while 256 MiB wait for the store', async () => {
    const { line, spool, groups } = slowParts();
    spool.bytes = 256 * MIB;
    await expect(line.put(payload('a'))).rejects.toThrow(StoreAway);
    spool.bytes -= 1;
    const put = line.put(payload('a'));
    await turn();
    groups[0]!.end.resolve();
    await put;
  });
});

describe('files of the queue', () => {
  const fill = async (line: BodyLine, groups: ReturnType<typeof slowParts>['groups'], bytes: number) => {
    const put = line.put(payload('x', bytes));
    await vi.advanceTimersByTimeAsync(0);
    groups.at(-1)!.end.resolve();
    await put;
  };

  it('go when the store has taken them: a large one immediately, a small one two seconds later', async () => {
    vi.useFakeTimers();
    const { line, groups, asked, removed } = slowParts();
    await fill(line, groups, 9 * MIB);
    expect(asked).toHaveLength(1);
    expect(removed).toEqual([]);
    asked[0]!.end.resolve(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(removed).toEqual([1]);
    await fill(line, groups, 1);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    asked[1]!.end.resolve(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(removed).toEqual([1, 2]);
  });

  it('stay while the store is away, which is asked again, and when it has ended for good it is not', async () => {
    vi.useFakeTimers();
    const { line, groups, asked, removed, warned } = slowParts();
    await fill(line, groups, 9 * MIB);
    asked[0]!.end.reject(new StoreAway('gone'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([asked.length, warned]).toEqual([2, []]);
    asked[1]!.end.reject(new Error('no room'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([asked.length, warned.length, removed]).toEqual([3, 1, []]);
    asked[2]!.end.reject(new StoreFault('stopped'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked.length, warned.length, removed]).toEqual([3, 1, []]);
  });

  it('of earlier processes stay until the store has come to the end of their journal', async () => {
    const { line, spool, asked, removed } = slowParts();
    [spool.bytes, spool.files] = [5, 3];
    line.begin(77);
    expect(asked.map(({ afterSequence }) => afterSequence)).toEqual([77]);
    asked[0]!.end.resolve(null);
    await turn();
    expect(removed).toEqual([3]);
  });

  it('are taken at a stop, which waits a second for that and no longer', async () => {
    vi.useFakeTimers();
    const { line, groups, asked, removed } = slowParts();
    await fill(line, groups, 1);
    const stop = line.stop();
    await vi.advanceTimersByTimeAsync(0);
    asked[0]!.end.resolve(null);
    await stop;
    expect(removed).toEqual([1]);

    const other = slowParts();
    await fill(other.line, other.groups, 1);
    const late = other.line.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    await late;
    expect([other.asked.length, other.removed]).toEqual([1, []]);
  });
});
