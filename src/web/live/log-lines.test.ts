import { expect, it } from 'vitest';
import { linesOf } from './log-lines.ts';

const KINDS = ['minute', 'order', 'minute', 'minute', 'minute', 'ailog', 'notice', 'notice', 'minute', 'minute'];
const rows = KINDS.map((kind, place) => ({ index: 19 - place, kind, t: 0, payload: null }));
const indexes = (isUnfolded: (oldest: number) => boolean): number[][] =>
  linesOf(rows, isUnfolded).map((line) => line.map(({ index }) => index));

it('puts minutes that follow one another in a line, and nothing else; the oldest names what is unfolded', () => {
  expect(indexes(() => false)).toEqual([[19], [18], [17, 16, 15], [14], [13], [12], [11, 10]]);
  expect(indexes((oldest) => oldest === 15)).toEqual([[19], [18], [17], [16], [15], [14], [13], [12], [11, 10]]);
  expect(indexes(() => true).flat()).toEqual(rows.map(({ index }) => index));
  expect(indexes(() => true)).toHaveLength(rows.length);
  expect(linesOf([], () => false)).toEqual([]);
});
