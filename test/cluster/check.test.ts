// The checker can say no: a run that is clean stays so, and each damage to it is found.
import { describe, expect, it } from 'vitest';
import { check, type Entry, type Note, type Run } from './check.ts';

const LENGTH = 40;

const order: readonly Entry[] = Array.from({ length: LENGTH }, (_, at) => ({
  sequence: at + 1,
  timeMs: 1_000 + at * 10,
  name: `c${at}`,
  account: at % 3,
  amount: at + 1,
}));
const notes: readonly Note[] = order.map(({ name, sequence }) => ({
  name,
  sentMs: sequence * 10,
  answeredMs: sequence * 10 + 15,
  answer: { kind: 'done', sequence },
}));
const sumAt = (sequence: number, account: number): number =>
  order.reduce((sum, one) => (one.sequence <= sequence && one.account === account ? sum + one.amount : sum), 0);
const reads = order.map(({ sequence }) => ({
  sentMs: sequence * 10 + 1,
  sequence,
  account: sequence % 3,
  sum: sumAt(sequence, sequence % 3),
}));
const clean: Run = { notes, reads, order };

const renumbered = (entries: readonly Entry[]): Entry[] => entries.map((one, at) => ({ ...one, sequence: at + 1 }));
const swapped = (entries: readonly Entry[], at: number): Entry[] =>
  renumbered([...entries.slice(0, at), entries[at + 1]!, entries[at]!, ...entries.slice(at + 2)]);
const noteOf = (at: number, change: Partial<Note>): Run => ({
  ...clean,
  notes: notes.map((note, place) => (place === at ? { ...note, ...change } : note)),
});

describe('the checker of a cluster', () => {
  it('has nothing to say of a clean run', () => {
    expect(check(clean)).toEqual([]);
  });

  it.each<[string, Run]>([
    ['a command left out', { ...clean, order: renumbered(order.filter((_, at) => at !== 20)) }],
    ['a command left out with its sequence', { ...clean, order: order.filter((_, at) => at !== 20) }],
    ['a command doubled', { ...clean, order: renumbered([...order.slice(0, 21), order[20]!, ...order.slice(21)]) }],
    ['two commands swapped', { ...clean, order: swapped(order, 20) }],
    ['time that falls', { ...clean, order: order.map((one, at) => (at === 20 ? { ...one, timeMs: 1 } : one)) }],
    ['a stale read', { ...clean, reads: [{ ...reads[30]!, sequence: 20, sum: sumAt(20, 31 % 3) }] }],
    ['a read that shows another sum', { ...clean, reads: [{ ...reads[30]!, sum: reads[30]!.sum + 1 }] }],
    ['a refused command that was executed', noteOf(20, { answer: { kind: 'refused' } })],
    ['an answer of another sequence', noteOf(20, { answer: { kind: 'done', sequence: 20 } })],
    ['an answer before a later sending', noteOf(20, { sentMs: 10_000, answeredMs: 10_015 })],
  ])('objects to %s', (_, run) => {
    expect(check(run)).not.toEqual([]);
  });

  it('lets a command without an answer be in the order, or not, and not twice', () => {
    const unknown = noteOf(20, { answer: { kind: 'unknown' }, answeredMs: null });
    expect(check(unknown)).toEqual([]);
    const twice = renumbered([...order, { ...order[20]!, timeMs: 9_000 }]);
    expect(check({ notes: unknown.notes.slice(20, 21), reads: [], order: twice })).toHaveLength(1);
  });
});
