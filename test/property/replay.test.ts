/**
 * The same commands give the same state, bit for bit (INV-017): a replay of a random walk's journal, through the JSON
 * it is kept as, ends in the hash of the live run and gives every answer again. And no untriggered plan order is ever
 * left due (INV-012).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/core/language/commands.ts';
import { createEngine, type Engine } from '../../src/core/engine.ts';
import type { Outcome } from '../../src/core/turn/outcome.ts';
import type { State } from '../../src/core/state/state.ts';
import { stateHash } from '../../src/core/state/hash.ts';
import { sha256 } from '../scenarios/exchange.ts';
import { moves } from './commands.ts';
import { take, type Walk } from './walk.ts';

const answerOf = (outcome: Outcome): string =>
  JSON.stringify(outcome.ok ? outcome.result : outcome.reject, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );

/** Applies a journal to a new engine; `visit` sees every outcome. */
function replay(journal: Walk['journal'], visit: (outcome: Outcome, index: number) => void = () => undefined): Engine {
  const engine = createEngine(sha256);
  for (const [index, record] of journal.entries()) {
    const { timeMs, command } = JSON.parse(JSON.stringify(record)) as { timeMs: number; command: Command };
    visit(engine.apply({ sequence: index + 1, timeMs, command }), index);
  }
  return engine;
}

/** Untriggered plan orders that the price they watch has reached. */
function leftDue(state: State): number[] {
  return [...state.plans.values()]
    .filter((plan) => {
      const { lastPrice, mark, markValid } = plan.instrument;
      const price = plan.triggerBy === 'mark' ? (markValid ? mark : 0) : lastPrice;
      const reached = plan.direction === 'up' ? price >= plan.triggerPrice : price <= plan.triggerPrice;
      return plan.status === 'untriggered' && price > 0 && reached;
    })
    .map((plan) => plan.id);
}

describe('replay', () => {
  it('gives the same hash and the same answers as the live run', () => {
    fc.assert(
      fc.property(moves(150), fc.constantFrom(1, 20_000), (list, scale) => {
        const answers: string[] = [];
        const { exchange, journal } = take(list, (outcome) => void answers.push(answerOf(outcome)), {
          scale,
          copying: scale === 1,
        });
        const again: string[] = [];
        const engine = replay(journal, (outcome) => void again.push(answerOf(outcome)));
        expect(again.slice(again.length - answers.length)).toEqual(answers);
        expect(stateHash(engine.state, sha256)).toBe(stateHash(exchange.state, sha256));
      }),
    );
  });

  it('of a part of the journal gives the hash the live run had there', () => {
    fc.assert(
      fc.property(moves(100, true), fc.nat(), (list, seed) => {
        const hashes: string[] = [];
        const { journal } = take(
          list,
          (_outcome, _command, { exchange }) => void hashes.push(stateHash(exchange.state, sha256)),
          { copying: true, contesting: true },
        );
        fc.pre(hashes.length > 0);
        const at = seed % hashes.length;
        const engine = replay(journal.slice(0, journal.length - hashes.length + at + 1));
        expect(stateHash(engine.state, sha256)).toBe(hashes[at]);
      }),
    );
  });

  it('would notice a difference: another command gives another hash', () => {
    const { journal } = take([]);
    const other = [
      ...journal,
      { timeMs: 1_700_000_000_000, command: { name: 'deposit', account: 1_000_001, amount: '0.00000001' } as const },
    ];
    expect(stateHash(replay(other).state, sha256)).not.toBe(stateHash(replay(journal).state, sha256));
  });
});

describe('plan orders', () => {
  it('are never left waiting at a price that makes them due', () => {
    fc.assert(
      fc.property(moves(150), (list) => {
        take(list, (_outcome, _command, { exchange }) => expect(leftDue(exchange.state)).toEqual([]));
      }),
    );
  });
});
