/**
 * What is remembered in memory goes on from a snapshot as if it had seen everything: for random walks, each projection
 * made of history, restored from the rows of another and given the rest of the commands, knows what one knows that saw
 * all of them, shows the same, and tells its listeners the same. The list is the exchange's own.
 */
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACCOUNT_ROWS } from '../../src/api/push/account-tables.ts';
import { createHistory, type History } from '../../src/folder/history.ts';
import { GRANULARITIES } from '../../src/bars/granularity.ts';
import { FIRST_HOUSE } from '../../src/core/language/accounts.ts';
import type { Command } from '../../src/core/language/commands.ts';
import { createEngine, type Engine } from '../../src/core/engine.ts';
import { readState, stateLines } from '../../src/core/state/codec.ts';
import type { Json } from '../../src/core/state/kinds.ts';
import { partsOf } from '../../src/core/state/parts.ts';
import type { State } from '../../src/core/state/state.ts';
import { sha256 } from '../scenarios/exchange.ts';
import { moves } from './commands.ts';
import { take, type Walk } from './walk.ts';
import { PEOPLE, SYMBOLS } from './wish.ts';

interface Side {
  readonly engine: Engine;
  readonly history: History;
  readonly told: string[];
}

function open(state?: State): Side {
  const engine = createEngine(sha256, state);
  return { engine, history: createHistory(engine.state, 0), told: [] };
}

function listen({ history, told }: Side): void {
  for (const account of PEOPLE)
    for (const channel of ACCOUNT_ROWS)
      history.accounts.listen(account, channel, (said) => told.push(`${channel.name} ${said}`));
}

function apply({ engine, history }: Side, { timeMs, command }: Walk['journal'][number]): void {
  const sequenced = { sequence: engine.state.sequence + 1, timeMs, command };
  const outcome = engine.apply(sequenced);
  for (const projection of history.all) projection.apply(sequenced, outcome);
}

/** With what only some commands leave behind: digests, orders of a page, a past; and one trader of the house. */
function marked(given: Command, at: number, priced: Set<string>): Command {
  const command = 'account' in given && given.account === PEOPLE.at(-1) ? { ...given, account: FIRST_HOUSE } : given;
  if (command.name === 'setIndexPrice') {
    if (priced.has(command.symbol)) return command;
    priced.add(command.symbol);
    return { ...command, pastSeed: 7 };
  }
  return 'channel' in command && command.name !== 'recordAiLog'
    ? { ...command, channel: 'web', digest: digestOf(at) }
    : command;
}

function digestOf(at: number): string {
  return hash('sha256', String(at), 'base64url').slice(0, 11);
}

/** Orders that are followed for the private channels although nothing can happen to them any more. */
function strays({ engine, history }: Side): unknown[] {
  const { orders, plans } = engine.state;
  return [...history.accounts.save()].filter(
    ([what, id]) => what === 'trace' && orders.working(Number(id)) === undefined && plans.get(Number(id)) === undefined,
  );
}

/** As a snapshot does it: every row through its text. */
function restored({ engine, history }: Side): Side {
  const copy = open(readState([...stateLines(engine.state)]));
  for (const [at, projection] of copy.history.all.entries())
    projection.restore(JSON.parse(JSON.stringify([...history.all[at]!.save()])) as Json[][]);
  return copy;
}

/** What readers are shown. */
function shown({ engine, history }: Side): unknown {
  const { state } = engine;
  const { bars, tape, turnover, accounts } = history;
  return {
    symbols: SYMBOLS.map((symbol) => [
      bars.day(symbol, state.timeMs),
      tape.latest(symbol, 1_000),
      GRANULARITIES.map((granularity) =>
        (['last', 'mark', 'index'] as const).map((price) => [
          bars.forming(symbol, price, granularity, state.timeMs),
          bars.latest(symbol, price, granularity),
        ]),
      ),
    ]),
    accounts: [...state.accounts.values()].map((account) => [
      partsOf(account).map((part) => turnover.of(account.id, part)),
      ACCOUNT_ROWS.map((channel) => accounts.snapshot(account.id, channel)),
    ]),
  };
}

it.each([
  ['a market of moments', 1, 1],
  ['a market of weeks', 60 * 60, 1],
  ['amounts beyond 2^53', 60, 20_000],
])('goes on from its rows: %s', (_, slower, scale) => {
  let fills = 0;
  fc.assert(
    fc.property(moves(120), fc.nat(), (list, seed) => {
      const { journal } = take(list, undefined, { scale, copying: scale === 1 });
      const [{ timeMs: beganMs } = { timeMs: 0 }] = journal;
      const priced = new Set<string>();
      const all = journal.map(({ timeMs, command }, at) => ({
        timeMs: beganMs + (timeMs - beganMs) * slower,
        command: marked(command, at, priced),
      }));
      const first = open();
      const at = seed % all.length;
      for (const record of all.slice(0, at)) apply(first, record);
      const second = restored(first);
      for (const side of [first, second]) {
        listen(side);
        for (const record of all.slice(at)) apply(side, record);
      }
      for (const [which, projection] of second.history.all.entries())
        expect([...projection.save()], projection.name).toEqual([...first.history.all[which]!.save()]);
      expect(strays(first)).toEqual([]);
      fills += first.engine.state.nextMatchSequence - 1;
      expect(shown(second)).toEqual(shown(first));
      expect(second.told).toEqual(first.told);
      const nowMs = first.engine.state.timeMs;
      for (const [place, { command }] of all.entries())
        if ('digest' in command && command.account !== null)
          expect(second.history.answered.find(command.account, digestOf(place), nowMs)).toEqual(
            first.history.answered.find(command.account, digestOf(place), nowMs),
          );
    }),
  );
  expect(fills).toBeGreaterThan(0);
});
