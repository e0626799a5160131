// Limits of an answer, at their borders.
import { expect, it } from 'vitest';
import { unfit } from './case-files.ts';

const file = (size: number, name = 'a'): { name: string; size: number } => ({ name, size });

it('says of files what does not fit, and why', () => {
  expect(unfit('words', [], 20)).toBeNull();
  expect(unfit('', [file(393_216)], 0)).toBeNull();
  expect(unfit('', [file(1), file(393_217, 'large')], 0)).toEqual({ why: 'tooLarge', name: 'large' });
  expect(unfit('', [file(0, 'nothing')], 0)).toEqual({ why: 'empty', name: 'nothing' });
  expect(unfit('', [file(1), file(1)], 18)).toBeNull();
  expect(unfit('', [file(1), file(1)], 19)).toEqual({ why: 'tooMany', left: 1 });
  expect(unfit('', [file(393_216), file(380_000)], 0)).toBeNull();
  expect(unfit('x'.repeat(20_000), [file(393_216), file(380_000)], 0)).toEqual({ why: 'tooMuch' });
});
