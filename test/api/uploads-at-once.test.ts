// Uploads of AI logs that are under way at the same time: what is sent many times at once is stored once, and a body
// whose log did not come into being does not stay. The bodies are counted in the read store itself.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexOf, log, startUploads, UPLOAD, type Uploads } from './ai-log-kit.ts';
import { ACCOUNT, startFront } from './front-kit.ts';
import { type Answer, type Kit, signedRequest, type TestAccount } from './kit.ts';
import { NotExecuted, OutcomeUnknown } from '../../src/sequencer/refusals.ts';

const COPIES = 60;

let kit: Kit;
let upload: Uploads['upload'];
let trader: TestAccount;
beforeAll(async () => {
  ({ kit, upload } = await startUploads());
  trader = await kit.newAccount({ allowed: true });
});
afterAll(() => kit.stop());

function storedBodies(): number {
  const database = new DatabaseSync(join(kit.data, 'outcry.db'), { readOnly: true });
  const { bodies } = database.prepare('SELECT COUNT(*) AS bodies FROM payload').get() as { bodies: number };
  database.close();
  return bodies;
}

/** How many bodies there are once all logs have theirs, and nothing changes any more. */
async function settledBodies(): Promise<number> {
  await kit.get(trader, '/capi/v2/ai/logs');
  for (let before = -1; ; ) {
    const bodies = storedBodies();
    if (bodies === before) return bodies;
    before = bodies;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const many = (send: (copy: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: COPIES }, (_, copy) => send(copy)));
const kinds = (answers: readonly Answer[]): string[] => [
  ...new Set(answers.map(({ status, json }) => `${status} ${json.code}`)),
];

describe('at once', () => {
  it(`${COPIES} copies of a log are one log and one body, and all are answered like the first`, async () => {
    const before = await settledBodies();
    const body = JSON.stringify(log({ input: { text: 'x'.repeat(100_000) } }));
    const answers = await many(() => upload(body, trader));
    expect(kinds(answers)).toEqual(['200 00000']);
    expect(new Set(answers.map(indexOf)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers['ai-log-leaf'])).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['ai-log-duplicate'] === undefined)).toHaveLength(1);
    expect((await settledBodies()) - before).toBe(1);
  });

  it('copies under one Idempotency-Key, and under a key each, are one body too', async () => {
    const before = await settledBodies();
    const one = JSON.stringify(log());
    const shared = await many(() => upload(one, trader, { 'Idempotency-Key': 'shared' }));
    const other = JSON.stringify(log());
    const own = await many((copy) => upload(other, trader, { 'Idempotency-Key': `own-${copy}` }));
    expect(kinds([...shared, ...own])).toEqual(['200 00000']);
    expect(new Set([...shared, ...own].map(indexOf)).size).toBe(2);
    expect((await settledBodies()) - before).toBe(2);
  });

  it('different bodies under one Idempotency-Key leave the body of the one that was taken', async () => {
    const before = await settledBodies();
    const answers = await many(() => upload(log(), trader, { 'Idempotency-Key': 'contested' }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(kinds(answers).sort()).toEqual(['200 00000', '400 40017']);
    expect((await settledBodies()) - before).toBe(1);
  });

  it('the same body from two accounts is a log of each', async () => {
    const before = await settledBodies();
    const body = JSON.stringify(log());
    const other = await kit.newAccount({ allowed: true });
    const answers = await many((copy) => upload(body, copy % 2 === 0 ? trader : other));
    expect(new Set(answers.map(indexOf)).size).toBe(2);
    expect((await settledBodies()) - before).toBe(2);
  });

  it('an account that loses its place meanwhile leaves no body that no log refers to', async () => {
    const leaver = await kit.newAccount({ allowed: true });
    const before = await settledBodies();
    const [answers] = await Promise.all([
      many(() => upload(log({ input: { text: 'x'.repeat(50_000) } }), leaver)),
      kit.admin('POST', '/admin/allowlist', { uid: leaver.uid, allowed: false, reason: 'left' }),
    ]);
    const logged = answers.filter(({ status }) => status === 200).length;
    expect(kinds(answers).every((kind) => kind === '200 00000' || kind === '403 40022')).toBe(true);
    expect((await settledBodies()) - before).toBe(logged);
  });
});

describe('a body that was stored in vain', () => {
  it.each([
    ['goes at once when the log is certain not to be', new NotExecuted('busy'), ['a body', 'payloadDrop']],
    ['stays when nobody can tell', new OutcomeUnknown(new Error('disk')), ['a body']],
  ])('%s', async (_, refusal, questions) => {
    const front = await startFront(['--no-rate-limit-enabled']);
    try {
      front.apply({ name: 'setAllowlist', account: ACCOUNT.uid, allowed: true, reason: 'test', actor: 'test' });
      front.knobs.refusal = refusal;
      const timestamp = String(front.knobs.nowMs);
      await front.send(signedRequest(ACCOUNT, 'POST', UPLOAD, JSON.stringify(log()), { timestamp }));
      expect(front.asked.slice(1)).toEqual(questions);
    } finally {
      await front.close();
    }
  });
});

it('a copy costs nothing of the day, however many there are at once', async () => {
  const small = await kit.newAccount({ allowed: true });
  const body = JSON.stringify(log());
  await many(() => upload(body, small));
  const { json } = await kit.get(small, `/capi/v2/ai/logs`);
  expect(json.list).toHaveLength(1);
  expect((await kit.post(small, UPLOAD, body)).headers['ai-log-duplicate']).toBe('1');
});
