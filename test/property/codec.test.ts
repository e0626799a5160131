/**
 * A state written down and read back is the same state: the same hash, no broken invariant, and from there on the same
 * answers and the same events in the same order (INV-017). So the field table is complete: what it left out would be
 * missed. What can't have been written is refused.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audit } from '../../src/core/audit.ts';
import { createEngine, type Engine } from '../../src/core/engine.ts';
import { readState, stateLines } from '../../src/core/state/codec.ts';
import { stateHash } from '../../src/core/state/hash.ts';
import type { State } from '../../src/core/state/state.ts';
import * as contests from '../../src/core/state/contest-table.ts';
import * as table from '../../src/core/state/table.ts';
import type { Command } from '../../src/core/language/commands.ts';
import type { Outcome } from '../../src/core/turn/outcome.ts';
import { contractsWith, openExchange, sha256 } from '../scenarios/exchange.ts';
import { moves } from './commands.ts';
import { SAMPLES } from './every-command.ts';
import { take, type Walk, type WalkOptions } from './walk.ts';

/** Records inside events, by the name of the event's field, in full. */
const RECORDS: Readonly<Record<string, (record: never, state: State) => unknown>> = {
  order: table.ORDER.write,
  plan: table.PLAN.write,
  position: table.POSITION.write,
  leadPosition: table.POSITION.write,
  instrument: table.INSTRUMENT.write,
  holding: table.HOLDING.write,
  relation: table.RELATION.write,
  contest: contests.CONTEST.write,
  team: contests.TEAM.write,
  case: contests.CASE.write,
  lead: ({ account, shareRatioE8 }: { account: { id: number }; shareRatioE8: number }) => [account.id, shareRatioE8],
};

/** All that an outcome says, its records as they are now. */
function told(outcome: Outcome, state: State): string {
  return JSON.stringify(outcome, (name, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (value instanceof Uint8Array) return [...value];
    if (name === 'account' && typeof value === 'object') return table.ACCOUNT.write(value as never, state);
    if (value !== null && typeof value === 'object' && name in RECORDS) return RECORDS[name]!(value as never, state);
    return value;
  });
}

/** A case that reloads after every command costs as much as some dozens of others: a quarter of the usual number. */
const numRuns = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 4);

/** Commands that open a walk. */
const BEGINNING = 10;

const again = (state: State): State => readState([...stateLines(state)]);

/**
 * Replays the journal in one engine, and in a second one that now and then goes on from its own state, written and read
 * back: so what a reload forgets adds up.
 */
function goOn(journal: Walk['journal'], every: number): void {
  const first = createEngine(sha256);
  let second: Engine = createEngine(sha256);
  for (const [index, { timeMs, command }] of journal.entries()) {
    if (index % every === every - 1) {
      second = createEngine(sha256, again(second.state));
      expect(stateHash(second.state, sha256)).toBe(stateHash(first.state, sha256));
      expect(audit(second.state)).toEqual([]);
    }
    const sequenced = { sequence: index + 1, timeMs, command };
    const outcome = told(first.apply(sequenced), first.state);
    expect(told(second.apply(sequenced), second.state)).toBe(outcome);
  }
  expect([...stateLines(second.state)]).toEqual([...stateLines(first.state)]);
}

/** The walk with one command of every name thrown in, each at its own place. */
function withEveryCommand(journal: Walk['journal'], seed: number): Walk['journal'] {
  const mixed = [...journal];
  for (const [place, command] of Object.values(SAMPLES).entries()) {
    // Prices and parameters before anything else can happen are a walk of their own.
    const at = BEGINNING + ((seed + place * 7919) % (mixed.length - BEGINNING + 1));
    mixed.splice(at, 0, { timeMs: mixed[at - 1]!.timeMs, command });
  }
  return mixed;
}

describe('a state written down and read back', () => {
  it('goes on as if nothing had been', () => {
    const options: fc.Arbitrary<WalkOptions> = fc.record({
      scale: fc.constantFrom(1, 20_000),
      copying: fc.boolean(),
      selfTradePrevention: fc.constantFrom('expireTaker' as const, 'expireMaker' as const),
      // So short that what has ended is forgotten within the walk, and what refers to it goes on.
      retentionMs: fc.constantFrom(2_000, 86_400_000),
      logging: fc.boolean(),
      contesting: fc.boolean(),
    });
    fc.assert(
      fc.property(moves(120, true), options, fc.nat(), fc.constantFrom(1, 5, 17, 60), (list, how, seed, every) => {
        goOn(withEveryCommand(take(list, undefined, how).journal, seed), every);
      }),
      { numRuns },
    );
  });

  it('counts an account’s own plan orders, of which it may have so many', () => {
    const { engine, state } = openExchange(contractsWith({}), { maxPlanOrders: 2 }, 0);
    const plan = (clientOrderId: string) => ({ ...SAMPLES.placePlanOrder, clientOrderId });
    const { symbol } = SAMPLES.placePlanOrder;
    const commands: readonly Command[] = [
      { name: 'setIndexPrice', symbol, price: '50000', sourceTimeMs: 0 },
      { name: 'deposit', account: SAMPLES.placePlanOrder.account, amount: '10000' },
      plan('one'),
      plan('two'),
    ];
    for (const command of commands)
      expect(engine.apply({ sequence: state.sequence + 1, timeMs: 0, command }).ok, command.name).toBe(true);
    const readBack = createEngine(sha256, again(state));
    expect(audit(readBack.state)).toEqual([]);
    for (const one of [engine, readBack])
      expect(one.apply({ sequence: one.state.sequence + 1, timeMs: 0, command: plan('three') })).toMatchObject({
        ok: false,
        reject: { reason: 'TOO_MANY_PLAN_ORDERS', count: 2, max: 2 },
      });
  });

  it('is read back the same a second time, text for text', () => {
    fc.assert(
      fc.property(moves(100), (list) => {
        const lines = [...stateLines(take(list, undefined, { copying: true }).exchange.state)];
        expect([...stateLines(readState(lines))]).toEqual(lines);
      }),
    );
  });
});

describe('lines that are no state', () => {
  const [list = []] = fc.sample(moves(100), { seed: 1, numRuns: 1 });
  const lines = [...stateLines(take(list, undefined, { copying: true }).exchange.state)];
  const change = (name: string, to: (line: string) => string): string[] =>
    lines.map((line) => (line.startsWith(`["${name}"`) ? to(line) : line));

  it('of another table of fields are refused', () => {
    const other = lines.map((line) => line.replace('"fields","position","id"', '"fields","position","number"'));
    expect(() => readState(other)).toThrow('needed ["fields","position","id"');
  });

  it('cut off are refused, and so are those with more behind them', () => {
    expect(() => readState(lines.slice(0, lines.length / 2))).toThrow('ended before section');
    const head = lines.findLast((line) => line.startsWith('["fields"'))!;
    const [, last] = JSON.parse(head) as readonly string[];
    expect(() => readState([...lines, '["order",1]'])).toThrow(`found a line of "order" in section ${last}`);
    expect(() => readState([...lines, lines[0]!])).toThrow('needed no more');
  });

  it('with a value of the wrong kind are refused, and the value is said', () => {
    expect(() => readState(change('part', (line) => line.replace(/,\d+,\d+\]/, ',"soon",1]')))).toThrow('found "soon"');
    expect(() => readState(change('holding', (line) => line.replace('"cross"', '"crossed"')))).toThrow(
      'found "crossed", needed cross, isolated',
    );
    expect(() => readState(change('part', (line) => line.replace(/^\["part",\d+/, '["part",77')))).toThrow(
      'found 77, needed the name of an account that is there',
    );
  });
});
