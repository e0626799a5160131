/**
 * The shrinker shrinks: lists of numbers to what matters of them, and a simulation to the few moves that bring its
 * failure about.
 */
import { describe, expect, it } from 'vitest';
import type { Auditor } from './auditor/auditor.ts';
import { script } from './moves.ts';
import { kindOf, shrink } from './shrink.ts';
import { shrinkRun } from './shrink-run.ts';
import { run } from './simulation.ts';

const WITHIN_MS = 60_000;
/** Moves of a script that hold most kinds. */
const SOME = 40;

describe('shrink', () => {
  const numbers = Array.from({ length: 200 }, (_, at) => at);

  it('finds the three that matter among two hundred', async () => {
    let tries = 0;
    const fails = async (some: readonly number[]): Promise<boolean> => {
      tries += 1;
      return [17, 90, 171].every((one) => some.includes(one));
    };
    expect(await shrink(numbers, { fails, withinMs: WITHIN_MS })).toEqual([17, 90, 171]);
    expect(tries).toBeLessThan(150);
  });

  it('keeps the order, and one item when one is enough', async () => {
    const shorter: number[] = [];
    const fails = async (some: readonly number[]): Promise<boolean> => some.some((one) => one > 150);
    const found = await shrink(numbers, { fails, withinMs: WITHIN_MS, onShorter: (some) => shorter.push(some.length) });
    expect(found).toHaveLength(1);
    expect(shorter.toSorted((a, b) => b - a)).toEqual(shorter);
  });

  it('gives up in time, with the shortest list so far', async () => {
    const fails = async (some: readonly number[]): Promise<boolean> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return some.includes(3);
    };
    const found = await shrink(numbers, { fails, withinMs: 20 });
    expect(found).toContain(3);
    expect(found.length).toBeLessThan(200);
  });

  it('tells failures apart by what they say, not by their numbers', () => {
    expect(kindOf(['balance of bill 17 is 3, the auditor has -4'])).toBe(
      kindOf(['balance of bill 9 is 1.5, the auditor has 2']),
    );
    expect(kindOf(['one'])).not.toBe(kindOf(['other']));
  });
});

describe('a failing simulation', () => {
  /** Sees every transfer between users as one unit more than it was. */
  const lying = (auditor: Auditor): Auditor => ({
    ...auditor,
    seeRows: (rows) =>
      auditor.seeRows({
        ...rows,
        bills: rows.bills.map((bill) =>
          bill.transfer_reason === 'USER_TRANSFER' ? { ...bill, amount: BigInt(bill.amount) + 1n } : bill,
        ),
      }),
  });

  it('is cut down to the moves that make a transfer', async () => {
    const accounts = 20;
    const whole = script({ seed: 12, minutes: 2, accounts });
    // Some of everything, and then what the lie is about.
    const moves = [...whole.slice(0, SOME), ...whole.filter(({ kind, index }) => kind === 'transfer' && index > SOME)];
    const options = { seed: 12, accounts, wrap: lying };
    const { failure } = await run(moves, options);
    expect(failure?.what[0]).toMatch(/^balance of bill .* \(transfer_out of \d+\)/);
    const shrunk = await shrinkRun(moves, failure!, options, WITHIN_MS);
    // Money for whoever sends it, perhaps a reason to be known, and the transfer.
    expect(shrunk.moves.length).toBeLessThanOrEqual(3);
    expect(shrunk.moves.at(-1)?.kind).toBe('transfer');
    expect(shrunk.failure.lines.some((line) => line.includes('USER_TRANSFER'))).toBe(true);
  }, 120_000);
});
