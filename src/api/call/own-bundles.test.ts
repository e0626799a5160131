import { expect, it } from 'vitest';
import type { Contest } from '../../core/state/records.ts';
import { ApiError } from '../words/errors.ts';
import { tooMany } from '../front/limits/limits.ts';
import { createOwnBundles } from './own-bundles.ts';
import type { SentFile } from '../shapes/bundle.ts';

const contest = { id: 'c1' } as Contest;
const file: SentFile = { path: '/nowhere', bytes: 1, remove: () => undefined };

function bundles() {
  const making: PromiseWithResolvers<SentFile>[] = [];
  const clock = { nowMs: 0 };
  const evidence = {
    bundle: () => {
      const one = Promise.withResolvers<SentFile>();
      making.push(one);
      return one.promise;
    },
  };
  const own = createOwnBundles(evidence, { refuse: tooMany }, () => clock.nowMs);
  const make = (uid: number) => own.make({ contest, variant: 'team', uid });
  return { make, making, clock };
}

const refusal = async (asked: Promise<unknown>): Promise<readonly unknown[]> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  const { code, headers } = error as ApiError;
  return [code, ...headers];
};

it('makes one bundle at a time for an account, and others beside it', async () => {
  const { make, making } = bundles();
  const first = make(7);
  expect(await refusal(make(7))).toEqual([429, 'Retry-After', '5', 'X-RateLimit-Scope', 'bundles']);
  const other = make(8);
  expect(making.length).toBe(2);
  for (const { resolve } of making) resolve(file);
  expect(await Promise.all([first, other])).toEqual([file, file]);
});

it('says to ask again when the one under way should be there, as long as the last one took', async () => {
  const { make, making, clock } = bundles();
  const first = make(7);
  clock.nowMs += 40_000;
  expect((await refusal(make(7)))[2], 'late already').toBe('1');
  making[0]!.resolve(file);
  await first;
  const second = make(7);
  clock.nowMs += 10_500;
  expect((await refusal(make(7)))[2]).toBe('30');
  making[1]!.resolve(file);
  await second;
});

it('takes the account again after one that failed', async () => {
  const { make, making } = bundles();
  const first = make(7);
  making[0]!.reject(new Error('a leaf does not open'));
  await expect(first).rejects.toThrow('does not open');
  const second = make(7);
  making[1]!.resolve(file);
  expect(await second).toBe(file);
});
