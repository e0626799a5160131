import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEngine } from '../../core/engine.ts';
import type { CheckpointPut } from '../../store/evidence/checkpoints.ts';
import { StoreFault } from '../../store/errors.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Store } from '../../store/store.ts';
import { manualClock } from '../../time/manual.ts';
import { LogPublisher } from './log-publisher.ts';
import type { Witnesses } from './witnesses.ts';

const MERGE_DELAY_MS = 1_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A log of some leaves that grows by one with each look, published into a store that can lose its answers. */
function publishing(
  loses: (put: CheckpointPut) => 'no' | 'answer' | 'question',
  node: { readonly isOurs: boolean; readonly witnesses?: Witnesses } | null = null,
  onLook: () => void = () => undefined,
) {
  const { state } = createEngine(sha256);
  state.ailog.origin = 'localhost/ailog';
  const stored: CheckpointPut[] = [];
  const errors: unknown[] = [];
  const grow = (): void => {
    state.ailog.nextIndex += 1;
    state.ailog.frontier = [sha256(Buffer.from(String(state.ailog.nextIndex)))];
  };
  const ask = (question: string, args: CheckpointPut): Promise<unknown> => {
    if (question === 'checkpointNewest') return Promise.resolve(stored.at(-1) ?? null).finally(onLook);
    const lost = loses(args);
    const newest = stored.at(-1)?.size ?? null;
    const fits = newest === args.after;
    if (fits && lost !== 'question') stored.push(args);
    if (lost !== 'no') return Promise.reject(new StoreFault('the answer was lost'));
    return Promise.resolve(fits ? { ok: true } : { ok: false, against: 'newest', why: `the newest is of ${newest}` });
  };
  grow();
  const publisher = new LogPublisher({
    state,
    store: { ask: ask as unknown as Store['ask'] },
    clock: manualClock(1_700_000_000_000),
    log: { error: (what: unknown) => errors.push(what), info: () => undefined },
    signer: { signNote: (body) => Promise.resolve(`${body}\n— signed\n`) },
    onForked: (error) => errors.push(error),
    ...(node?.witnesses && { witnesses: node.witnesses }),
  });
  if (node !== null) publisher.signs(node.isOurs);
  publisher.begin(null);
  return { publisher, stored, errors, grow };
}

const until = async (holds: () => boolean): Promise<void> => {
  for (let left = 400; !holds() && left > 0; left--) await vi.advanceTimersByTimeAsync(MERGE_DELAY_MS);
};

it.each(['answer', 'question'] as const)('goes on when the %s about a checkpoint was lost', async (lost) => {
  const { publisher, stored, grow } = publishing((put) => (put.size === 2 ? lost : 'no'));
  await until(() => publisher.newest()?.size === 1);
  grow();
  await until(() => stored.at(-1)?.size === 2 || publisher.trouble() !== null);
  grow();
  await until(() => publisher.newest()?.size === 3);
  expect(publisher.newest()?.size).toBe(3);
  expect(publisher.trouble()).toBeNull();
  expect(stored.map(({ size }) => size)).toEqual(lost === 'answer' ? [1, 2, 3] : [1, 3]);
  await publisher.stop();
});

it('serves what another node signs with the lines of its witnesses, asks none itself, and signs when it is told to', async () => {
  const cosigning: number[] = [];
  const witnesses = { policy: '', publish: ({ size }: { size: number }) => void cosigning.push(size), stop: () => {} };
  const { publisher, stored, errors, grow } = publishing(() => 'no', { isOurs: false, witnesses });
  await vi.advanceTimersByTimeAsync(3 * MERGE_DELAY_MS);
  expect([stored, publisher.newest()]).toEqual([[], null]);
  const other = { origin: 'localhost/ailog', size: 1, root: Buffer.alloc(32), note: 'signed', atMs: 1, after: null };
  stored.push(other);
  await until(() => publisher.newest()?.size === 1);
  stored[0] = { ...other, note: 'signed and cosigned' };
  await until(() => publisher.newest()?.note === 'signed and cosigned');
  publisher.signs(true);
  grow();
  await until(() => publisher.newest()?.size === 2);
  expect([stored.map(({ size }) => size), cosigning, errors]).toEqual([[1, 2], [2], []]);
  await publisher.stop();
});

it('signs size and root of one moment, while leaves come as it looks for what others have signed', async () => {
  let grow = (): void => undefined;
  const { publisher, stored, errors, ...growing } = publishing(
    () => 'no',
    { isOurs: true },
    () => grow(),
  );
  grow = growing.grow;
  await until(() => stored.length === 5);
  expect(stored.map(({ root }) => root)).toEqual(stored.map(({ size }) => sha256(Buffer.from(String(size)))));
  expect(errors).toEqual([]);
  await publisher.stop();
});

it('ends when the newest checkpoint is another one’s', async () => {
  const { publisher, stored, grow } = publishing(() => 'no');
  await until(() => publisher.newest()?.size === 1);
  stored.push({ ...stored[0]!, size: 7, note: 'of another process' });
  grow();
  await until(() => publisher.trouble() !== null);
  expect(publisher.trouble()).toBe('the newest is of 7');
  expect(publisher.newest()?.size).toBe(1);
  await publisher.stop();
});
