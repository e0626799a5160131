/** Order of help; nobody's reserves are ever uncovered (LIQD-001, MARG-010, INV-005). */
import { describe, expect, it } from 'vitest';
import { accountOf, exchangeOf, type Play, positionOf } from '../../../test/scenarios/play.ts';
import { playLines } from '../../../test/scenarios/reader.ts';
import { turnAfter } from '../../../test/scenarios/turn.ts';
import { add, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import { equityOf } from '../risk/margin.ts';
import type { Part } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { isInViolation, needsRelief } from '../risk/risk.ts';
import { inspectNoted, nextRelief, nextViolation } from './next.ts';

const USDT = 100_000_000;

/**
 * Ann and bob: isolated longs of 0.1 and 0.2, which require 23 and 46; cat is hedged whole and requires nothing; dan
 * has the rest.
 */
const TRADED = `ann deposits 10000
bob deposits 10000
cat deposits 10000
dan deposits 100000
index btc 50000
index eth 3000
dan opens short 0.3 at 50000
ann opens long 0.1 at market isolated
bob opens long 0.2 at market isolated
dan opens short 0.1 at 50000
cat opens long 0.1 at market
dan opens long 0.1 at 50000
cat opens short 0.1 at market`;

const set = (more = '') => turnAfter(`${TRADED}\n${more}`);

const isolated = (play: Play, who: string): Part => positionOf(play, who, 'long', undefined, undefined).part;
const shared = (play: Play, who: string): Part => accountOf(play, who).shared;

/** Sets what the part is worth. */
function worth(part: Part, equity: Money): Part {
  part.amount = add(part.amount, sub(equity, equityOf(part)));
  part.account.spendable = null;
  return part;
}

/** Looks at the parts and takes them out of the line one by one: their places among `parts`. */
function order(turn: Turn, parts: readonly Part[]): number[] {
  turn.parts.push(...parts);
  const line = inspectNoted(turn, null);
  const taken: number[] = [];
  if (line === null) return taken;
  for (let next = nextViolation(line); next !== null; next = nextViolation(line)) taken.push(parts.indexOf(next));
  return taken;
}

describe('violation', () => {
  it('begins at equality, in whole e8 above which the requirement does not reach', () => {
    const { play } = set();
    expect(isInViolation(worth(isolated(play, 'ann'), 23 * USDT))).toBe(true);
    expect(isInViolation(worth(isolated(play, 'ann'), 23 * USDT + 1))).toBe(false);
  });

  it('is not found while the value is unknown, or where nothing is open', () => {
    const { play } = set();
    const part = worth(isolated(play, 'ann'), 0);
    part.positions[0]!.instrument.markValid = false;
    expect(isInViolation(part)).toBe(false);
    part.positions[0]!.instrument.markValid = true;
    expect(isInViolation(part)).toBe(true);
    part.positions.length = 0;
    expect(isInViolation(part)).toBe(false);
  });
});

describe('the line of violations', () => {
  it('has the smaller share of its requirement first', () => {
    const { play, turn } = set();
    const ann = worth(isolated(play, 'ann'), 12 * USDT);
    const bob = worth(isolated(play, 'bob'), 23 * USDT);
    // 12/23 and 23/46.
    expect(order(turn, [ann, bob])).toEqual([1, 0]);
    worth(ann, 11 * USDT);
    expect(order(turn, [ann, bob])).toEqual([0, 1]);
    worth(ann, -USDT);
    worth(bob, -3 * USDT);
    expect(order(turn, [ann, bob])).toEqual([1, 0]);
  });

  it('goes by account among equals, whoever is noted first', () => {
    const { play, turn } = set();
    const ann = worth(isolated(play, 'ann'), -10 * USDT);
    const bob = worth(isolated(play, 'bob'), -20 * USDT);
    expect(order(turn, [bob, ann])).toEqual([1, 0]);
    expect(order(turn, [ann, bob])).toEqual([0, 1]);
  });

  it('goes by position among equals of one account', () => {
    const more = 'dan opens short 0.1 at 50000\nann opens long 0.1 at market isolated separated';
    const { play, turn } = turnAfter(TRADED.replace('at market isolated\n', `at market isolated separated\n${more}\n`));
    const [first, second] = accountOf(play, 'ann').holdings[0]!.positions.map(({ part }) => worth(part, -USDT));
    expect(order(turn, [second!, first!])).toEqual([1, 0]);
    expect(order(turn, [first!, second!])).toEqual([0, 1]);
  });

  it('has those that require nothing before all others', () => {
    const { play, turn } = set();
    const ann = worth(isolated(play, 'ann'), -100 * USDT);
    const cat = worth(shared(play, 'cat'), 0);
    expect(order(turn, [ann, cat])).toEqual([1, 0]);
    expect(order(turn, [cat, ann])).toEqual([0, 1]);
  });

  it('forgets who recovered, and whose figures are no longer those it was put in line with', () => {
    const { play, turn } = set();
    const [ann, bob] = [worth(isolated(play, 'ann'), -USDT), worth(isolated(play, 'bob'), -USDT)];
    turn.parts.push(ann, bob);
    const line = inspectNoted(turn, null)!;
    worth(ann, 24 * USDT);
    worth(bob, -2 * USDT);
    expect(nextViolation(line)).toBe(null);
    turn.parts.push(bob);
    expect(inspectNoted(turn, line) === line).toBe(true);
    // Worth the same, but half of the position is closed and half is required.
    bob.positions[0]!.size /= 2;
    worth(bob, -2 * USDT);
    expect(nextViolation(line)).toBe(null);
    turn.parts.push(bob);
    inspectNoted(turn, line);
    expect(nextViolation(line) === bob).toBe(true);
  });

  it('looks at each part once: then it waits for the next change', () => {
    const { play, turn } = set();
    const ann = worth(isolated(play, 'ann'), -USDT);
    ann.queued = true;
    expect(order(turn, [ann])).toEqual([0]);
    expect([ann.queued, turn.parts]).toEqual([false, []]);
    expect(inspectNoted(turn, null)).toBe(null);
  });

  it('is not made for parts at ease', () => {
    const { play, turn } = set();
    turn.parts.push(shared(play, 'dan'), isolated(play, 'ann'), shared(play, 'ann'));
    expect(inspectNoted(turn, null)).toBe(null);
  });
});

describe('relief', () => {
  const RESERVED = `dan opens short 10 at 3000 in eth
bob opens long 10 at market in eth
bob opens long 10 at 2900 in eth
dan opens long 1 at 45000`;

  it('is due when what is left without the reserves no longer covers the requirement', () => {
    const { play } = set(RESERVED);
    const bob = accountOf(play, 'bob');
    // 10 ETH at 3,000 require 30,000 × 0.0071 − 15 = 198; 1,450 + 17.4 is reserved.
    const reserved = 146_740_000_000;
    worth(bob.shared, 198 * USDT + reserved);
    expect(needsRelief(bob)).toBe(true);
    worth(bob.shared, 198 * USDT + reserved + 1);
    expect(needsRelief(bob)).toBe(false);
    worth(bob.shared, 0);
    bob.shared.holdings[0]!.instrument.markValid = false;
    expect(needsRelief(bob)).toBe(false);
  });

  it('is due without a position where the money no longer covers the reserves', () => {
    const { play } = set();
    const { account } = shared(play, 'ann');
    account.held = 7;
    account.shared.positions.length = 0;
    account.shared.amount = 7;
    expect(needsRelief(account)).toBe(false);
    account.shared.amount = 6;
    expect(needsRelief(account)).toBe(true);
  });

  it('is not due without reserves', () => {
    const { play } = set(RESERVED);
    const ann = accountOf(play, 'ann');
    worth(ann.shared, -USDT);
    expect(needsRelief(ann)).toBe(false);
    const cat = accountOf(play, 'cat');
    worth(cat.shared, -USDT);
    expect(needsRelief(cat)).toBe(false);
  });

  it('goes by account id, to those who still need it', () => {
    const { play, turn } = set(`${RESERVED}\ncat opens long 1 at 48000`);
    const [bob, cat, dan] = ['bob', 'cat', 'dan'].map((who) => accountOf(play, who));
    for (const account of [bob!, cat!, dan!]) worth(account.shared, 1);
    for (const noted of [
      [dan, cat, bob],
      [bob, cat, dan],
      [cat, dan, bob],
      [dan, bob, cat],
    ]) {
      turn.parts.push(...noted.map((account) => account!.shared));
      const line = inspectNoted(turn, null)!;
      expect([nextRelief(line)?.id, nextRelief(line)?.id, nextRelief(line)?.id]).toEqual([
        1_000_002, 1_000_003, 1_000_004,
      ]);
      expect(nextRelief(line)).toBe(null);
    }
    turn.parts.push(dan!.shared, cat!.shared, bob!.shared);
    const line = inspectNoted(turn, null)!;
    worth(cat!.shared, 100_000 * USDT);
    expect([nextRelief(line)?.id, nextRelief(line)?.id]).toEqual([1_000_002, 1_000_004]);
    expect(nextRelief(line)).toBe(null);
  });
});

describe('reserves', () => {
  it('of users without a position are covered, or relieved; who owes is a fault', () => {
    const { play, turn } = set();
    playLines('eve deposits 10', play);
    for (const who of ['ann', 'eve']) {
      const account = accountOf(play, who);
      account.shared.amount = 10 * USDT;
      account.held = 10 * USDT;
      turn.parts.push(account.shared);
      expect(inspectNoted(turn, null)).toBe(null);
      account.held += 1;
      turn.parts.push(account.shared);
      expect(nextRelief(inspectNoted(turn, null)!)).toBe(account);
      account.shared.amount = -1;
      turn.parts.push(account.shared);
      expect(() => inspectNoted(turn, null)).toThrow(
        `INV-005: who has no position owes nothing (id ${account.id}, -1)`,
      );
      turn.parts.length = 0;
    }
  });

  it('are a matter of users: the exchange owes without holding', () => {
    const { play, turn } = set();
    const external = exchangeOf(play).state.accounts.get(1)!.shared;
    expect(external.amount < 0).toBe(true);
    turn.parts.push(external);
    expect(inspectNoted(turn, null)).toBe(null);
  });

  it('are no matter of an isolated part that has ended', () => {
    const { play, turn } = set();
    const part = isolated(play, 'ann');
    part.positions.length = 0;
    part.amount = 0;
    part.account.held = 5;
    turn.parts.push(part);
    expect(inspectNoted(turn, null)).toBe(null);
  });
});
