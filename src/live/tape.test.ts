import { expect, it } from 'vitest';
import type { Outcome } from '../core/turn/outcome.ts';
import { createTape, type Tape } from './tape.ts';

function trade(tape: Tape, id: number, price = 100, side: 'long' | 'short' = 'long', effect = 'open'): void {
  const event = {
    name: 'fillMade',
    id,
    price,
    size: 2,
    value: 5,
    taker: { order: { side, effect } },
    instrument: { contract: { symbol: 'c', tickE8: 10, stepE8: 1000 } },
  };
  const outcome = { ok: true, result: null, sequence: id, timeMs: id, events: [event] } as unknown as Outcome;
  tape.apply({ sequence: id, timeMs: id, command: { name: 'tick' } }, outcome);
}

it('keeps the latest thousand, newest first', () => {
  const tape = createTape();
  expect(tape.latest('c', 5)).toEqual([]);
  for (let id = 1; id <= 2500; id++) {
    trade(tape, id);
    const count = Math.min(id, 1000);
    if (id % 499 === 0)
      expect(tape.latest('c', 2000)?.map((one) => one.id)).toEqual(Array.from({ length: count }, (_, age) => id - age));
  }
  expect(tape.latest('c', 2)?.map((one) => one.id)).toEqual([2500, 2499]);
});

it('shows prices and sizes without their grid, and whose order was resting', () => {
  const tape = createTape();
  trade(tape, 1, 100, 'long', 'open');
  trade(tape, 2, 100, 'long', 'close');
  trade(tape, 3, 100, 'short', 'open');
  trade(tape, 4, 100, 'short', 'close');
  expect(tape.latest('c', 4)?.map(({ isBuyerMaker }) => isBuyerMaker)).toEqual([false, true, true, false]);
  expect(tape.latest('c', 1)?.[0]).toMatchObject({ timeMs: 4, price: 1000, size: 2000, value: 5 });
});

it('does not take an internal offset for a trade', () => {
  const tape = createTape();
  trade(tape, 1, 0);
  expect(tape.latest('c', 5)).toEqual([]);
});

it('has nothing to say once it was detached', () => {
  const tape = createTape();
  trade(tape, 1);
  tape.detached?.();
  expect(tape.latest('c', 5)).toBeNull();
});
