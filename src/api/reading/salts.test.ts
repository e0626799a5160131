import { expect, it } from 'vitest';
import { createSalts, SALT_BYTES } from './salts.ts';

it('salts are 32 bytes that nobody was given before, and stay what they were', () => {
  const next = createSalts();
  const salts = Array.from({ length: 1_000 }, next);
  const texts = salts.map((salt) => Buffer.from(salt).toString('hex'));
  expect(new Set(texts).size).toBe(1_000);
  expect(salts.every((salt) => salt.length === SALT_BYTES && salt.some((byte) => byte !== 0))).toBe(true);
  expect(salts.map((salt) => Buffer.from(salt).toString('hex'))).toEqual(texts);
});
