// Every time that an administrator posts is read by one reader: another unit is named, and what is to happen later is
// refused when it would happen at once, with nothing done.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, startKit, SYMBOL, type TestAccount } from './kit.ts';

const DAY_MS = 86_400_000;
let kit: Kit;
let account: TestAccount;
beforeAll(async () => {
  kit = await startKit();
  account = await kit.newAccount();
});
afterAll(() => kit.stop());

/** What has been done so far of all that is posted here; ticks go on beside it. */
async function doneSoFar(): Promise<readonly number[]> {
  const journal = readFileSync(join(kit.data, 'journal.log'), 'utf8');
  const { list } = await kit.admin('GET', `/admin/keys?uid=${account.uid}`);
  return [journal.split(/"(?:changeContract|createContest|extendContest|declareOutage)"/).length, list.length];
}

const config = (fields: object) => ({
  id: 'times',
  title: 'times',
  practice: false,
  startMs: Date.now() + DAY_MS,
  endMs: Date.now() + 2 * DAY_MS,
  evidenceUntilMs: Date.now() + 3 * DAY_MS,
  boardHiddenFromMs: null,
  ...fields,
});
/** Where a time is posted: its path, its name, and the body with that time in it. */
const POSTED: readonly (readonly [path: string, name: string, body: (time: unknown) => object, isLater: boolean])[] = [
  [
    'contracts/change',
    'effectiveMs',
    (effectiveMs) => ({ symbol: SYMBOL, change: { takerFee: '0.0009' }, effectiveMs }),
    true,
  ],
  ['keys', 'expiresMs', (expiresMs) => ({ uid: account.uid, permission: 'read', expiresMs }), true],
  ['v1/contests', 'startMs', (startMs) => ({ config: config({ startMs }) }), true],
  ['v1/contests', 'endMs', (endMs) => ({ config: config({ endMs }) }), false],
  ['v1/contests', 'evidenceUntilMs', (evidenceUntilMs) => ({ config: config({ evidenceUntilMs }) }), false],
  ['v1/contests', 'boardHiddenFromMs', (boardHiddenFromMs) => ({ config: config({ boardHiddenFromMs }) }), false],
  ['v1/contests/extend', 'endMs', (endMs) => ({ contest: 'times', endMs }), true],
  ['v1/outages', 'fromMs', (fromMs) => ({ fromMs, cause: 'a test' }), false],
  ['v1/outages', 'toMs', (toMs) => ({ fromMs: Date.now() - 60_000, toMs, cause: 'a test' }), false],
];

describe('a time that is posted', () => {
  it.each(POSTED)('%s %s is named when it is in another unit, or no time at all', async (path, name, body) => {
    const before = await doneSoFar();
    const seconds = Math.floor(Date.now() / 1000) + 30 * 86_400;
    for (const [time, why] of [
      [seconds, 'looks like seconds'],
      [String(seconds), 'looks like seconds'],
      [seconds * 1_000_000, 'looks like microseconds'],
      ['2027-02-30T00:00:00Z', 'a day that does not exist'],
      ['soon', 'needs a time with its zone'],
      [true, 'needs a time with its zone'],
      [1.5, 'needs a time with its zone'],
      [-1, 'needs a time with its zone'],
    ] as const)
      await expect(kit.admin('POST', `/admin/${path}`, body(time)), String(time)).rejects.toThrow(
        new RegExp(`${name} is .*${why}`),
      );
    expect(await doneSoFar()).toEqual(before);
  });

  it.each(POSTED.filter(([, , , isLater]) => isLater))(
    '%s %s is refused when it is not to come',
    async (path, name, body) => {
      const before = await doneSoFar();
      for (const time of [Date.now() - 1, Date.now() - 3_600_000, new Date(Date.now() - 1000).toISOString()])
        await expect(kit.admin('POST', `/admin/${path}`, body(time))).rejects.toThrow(
          new RegExp(`${name} is .*, and it is .* now; needs a time that is still to come`),
        );
      expect(await doneSoFar()).toEqual(before);
    },
  );

  it('may be text with its zone', async () => {
    const later = new Date(Date.now() + 30 * DAY_MS).toISOString();
    const change = { symbol: SYMBOL, change: { takerFee: '0.0009' }, effectiveMs: later };
    const answer = await kit.admin('POST', '/admin/contracts/change', change);
    expect(answer).toMatchObject({ effectiveMs: Date.parse(later), timeMs: expect.any(Number) });
  });
});
