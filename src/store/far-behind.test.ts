// Questions to a store whose thread is far behind, held by a proof of the state, or without its database, get an
// immediate answer, with the time it will take, instead of ten seconds of waiting. The thread is played by the test.
import { afterEach, expect, it } from 'vitest';
import type { Progress } from './progress.ts';
import type { FromThread, ToThread } from './thread/protocol.ts';
import { startStore, type Store, type StoreThread } from './store.ts';

let store: Store | null = null;
afterEach(() => store?.stop());

/** How often it was told that a snapshot begins to be written. */

async function startWith(progress: Progress) {
  const heard: ToThread[] = [];
  const listeners = new Map<string, (value: never) => void>();
  const thread: StoreThread = {
    postMessage(message) {
      heard.push(message);
      if (message.kind === 'stop') listeners.get('exit')?.(0 as never);
    },
    on: (event: string, listener: (value: never) => void) => listeners.set(event, listener),
    terminate: () => undefined,
  };
  const say = (message: FromThread): void => listeners.get('message')?.(message as never);
  const starting = startStore({
    databaseUrl: '',
    journalPath: '',
    keyFilePath: '',
    onFault: () => undefined,
    askTimeoutMs: 30_000,
    openThread: () => thread,
  });
  say({ kind: 'ready', sequence: progress.projected, applied: progress.applied });
  store = await starting;
  say({ kind: 'progress', progress });
  const asked = () => heard.flatMap((message) => (message.kind === 'ask' ? [message] : []));
  return { store, asked, tell: (next: Progress) => say({ kind: 'progress', progress: next }), say };
}

const CATCHING_UP: Progress = { projected: 10_000, applied: 10_000, perSecond: 1_000, proving: null };
const IDLE: Progress = { ...CATCHING_UP, perSecond: null };
const ask = (on: Store, afterSequence: number) => on.ask('allowlistChanges', { uid: 1 }, afterSequence);

it('refuses at once what would take long, and says how long; the rest it asks', async () => {
  const { store: far, asked, tell } = await startWith(CATCHING_UP);
  await expect(ask(far, 40_000)).rejects.toMatchObject({
    name: 'StoreBehind',
    projected: 10_000,
    retryAfterSeconds: 30,
  });
  await expect(ask(far, 900_000)).rejects.toMatchObject({
    retryAfterSeconds: 60,
    message: expect.stringContaining('890 s'),
  });
  expect(asked()).toHaveLength(0);
  for (const sequence of [0, 9_999, 11_000]) void ask(far, sequence).catch(() => undefined);
  expect(asked()).toHaveLength(3);
  expect(far.history(40_000)).toEqual({ sequence: 10_000, behind: 30_000, seconds: 30 });
  tell({ ...IDLE, projected: 40_000, applied: 40_000 });
  void ask(far, 40_000).catch(() => undefined);
  expect(asked()).toHaveLength(4);
});

it('takes back a question that waits once it is known to take long', async () => {
  const { store: far, tell } = await startWith(IDLE);
  const startedMs = performance.now();
  const waiting = ask(far, 40_000);
  const near = ask(far, 10_500);
  near.catch(() => undefined);
  tell({ ...CATCHING_UP, perSecond: 3_000 });
  await expect(waiting).rejects.toMatchObject({ name: 'StoreBehind', retryAfterSeconds: 10 });
  expect(performance.now() - startedMs, 'not until it would give up').toBeLessThan(9_000);
  expect(await Promise.race([near, Promise.resolve('still waiting')])).toBe('still waiting');
});

it('takes back a question that was asked as the database went, and none that may have changed something', async () => {
  const { store: alone, say } = await startWith(IDLE);
  const account = { uid: null, label: 'new', nowMs: 1 };
  const questions = [ask(alone, 0), ask(alone, 10_500), alone.ask('stateHash', null, 0)];
  const changes = [
    alone.ask('accountCreate', account, 0),
    alone.ask('credentialRevoke', { name: 'judge', nowMs: 1 }, 0),
    alone.ask('credentialCreate', { name: 'judge', role: 'judge', nowMs: 1 }, 0),
  ];
  for (const change of changes) change.catch(() => undefined);
  say({ kind: 'away', reason: 'database or disk is full' });
  const later = ask(alone, 0);
  const startedMs = performance.now();
  for (const waiting of [...questions.slice(0, 2), later])
    await expect(waiting).rejects.toMatchObject({ name: 'StoreAway', reason: 'database or disk is full' });
  expect(performance.now() - startedMs, 'not until it would give up').toBeLessThan(20_000);
  await expect(ask(alone, 0), 'asked later').rejects.toMatchObject({ name: 'StoreAway' });
  expect(await Promise.race([questions[2], ...changes, Promise.resolve('still waiting')])).toBe('still waiting');
  questions[2]!.catch(() => undefined);
});

it('counts on the end of a proof, and lets the proof itself take its time', async () => {
  const { store: held, tell, asked, say } = await startWith(IDLE);
  const proof = held.ask('stateHash', null, 10_000);
  tell({ ...IDLE, proving: { what: 'stateHash', part: 0.25, seconds: 9 } });
  await expect(ask(held, 10_001)).rejects.toMatchObject({ retryAfterSeconds: 9 });
  expect(held.history(10_001)).toEqual({ sequence: 10_000, behind: 1, seconds: 9 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const answer = { sequence: 10_000, timeMs: 1, hash: 'ab', milliseconds: 2 };
  say({ kind: 'answer', id: asked()[0]!.id, answer });
  expect(await proof).toEqual(answer);
});
