// Who knows the name of a key can't keep its owner out: a passphrase is hashed only behind a right signature, and few
// wait for it. On a running exchange, whose passphrases nobody has shown yet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassphrase } from '../../src/store/keys/passphrase.ts';
import { type Answer, type Kit, POSITION, signedRequest, startKit, type TestAccount } from './kit.ts';

const WRONG = 100;

let kit: Kit;
let account: TestAccount;
beforeAll(async () => {
  kit = await startKit();
});
afterAll(() => kit.stop());

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** So many requests in the account's name, each with a passphrase of its own. */
const guesses = (count: number, as: TestAccount): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: count }, (_, guess) =>
      kit.send(signedRequest({ ...as, passphrase: `guess-${guess}` }, 'GET', POSITION, '')),
    ),
  );

describe('before the first right passphrase of a key', () => {
  it('the owner’s first request is fast while 100 wrong ones without the secret are in flight', async () => {
    account = await kit.newAccount({ passphrase: 'chosen by a person' });
    const oneHash = await milliseconds(() => hashPassphrase('as long as one hash takes'));
    const wrong = guesses(WRONG, { ...account, secret: 'not the secret' });
    let answered: Answer | null = null;
    const took = await milliseconds(async () => (answered = await kit.get(account, POSITION)));
    expect(answered).toMatchObject({ status: 200 });
    expect(took).toBeLessThan(Math.max(oneHash * 20, 1_000));
    expect([...new Set((await wrong).map(({ json }) => json.code))]).toEqual(['40009']);
  });

  it('whoever has the secret can have four passphrases hashed at a time, and is told', async () => {
    const other = await kit.newAccount({ passphrase: 'chosen by a person' });
    const codes = (await guesses(40, other)).map(({ json }) => json.code as string);
    expect([...new Set(codes)].toSorted()).toEqual(['40012', '503']);
    expect((await kit.get(other, POSITION)).status).toBe(200);
  });

  it('a burst of right ones shares one hash', async () => {
    const other = await kit.newAccount({ passphrase: 'chosen by a person' });
    const burst = await Promise.all(Array.from({ length: 30 }, () => kit.get(other, POSITION)));
    expect(burst.map(({ status }) => status)).toEqual(burst.map(() => 200));
  });
});

describe('after it', () => {
  it('a wrong passphrase answers before a wrong signature, as the table has it', async () => {
    const wrong = { ...account, passphrase: 'wrong' };
    const codes = [wrong, { ...account, secret: 'wrong' }, { ...wrong, secret: 'wrong' }].map(
      async (one) => (await kit.get(one, POSITION)).json.code as string,
    );
    expect(await Promise.all(codes)).toEqual(['40012', '40009', '40012']);
  });
});
