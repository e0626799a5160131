/**
 * A hostile caller with a limited key, and others who help him: over random walks no command takes what the key may
 * lose in a day past its limit, no order and no position goes beyond its value, and a loss by marks alone ends in a
 * closed account that has lost no more than those marks and the price of closing (LIMT-002 to LIMT-005). `FC_RUNS`
 * makes as many walks as wanted.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '../../src/core/language/commands.ts';
import type { KeyLimitFields } from '../../src/core/language/key-limits.ts';
import { valueOf } from '../../src/core/language/contract.ts';
import { roomOf, SLIP_E8, worthOf } from '../../src/core/orders/loss-room.ts';
import { E8 } from '../../src/core/num/units.ts';
import type { Account, KeyLimits, Order } from '../../src/core/state/records.ts';
import { sizeText } from '../scenarios/figures.ts';
import { type Move, moves, resolve } from './commands.ts';
import { PEOPLE } from './wish.ts';
import { enter, openWalk, type Walk } from './walk.ts';

const MALLORY = PEOPLE[0]!;
const KEY = `key${MALLORY}`;
/** Each fill rounds once, to a hundred-millionth. */
const ROUNDING = 1_000;

const hostile = fc.record({
  maxOrder: fc.constantFrom('300', '1500', null),
  maxPosition: fc.constantFrom('700', '4000', null),
  maxDayLoss: fc.constantFrom('5', '20', '80'),
});

/** What others may do with his account: what it then loses is not the key's doing. */
const BY_OPERATORS: ReadonlySet<Command['name']> = new Set(['setKeyLimits', 'setAccountFees', 'setLead', 'follow']);

/** Whatever Mallory does is by that key, and nobody changes its limits or moves his money. */
function commandOf(walk: Walk, move: Move, serial: number): Command | null {
  const command = resolve(walk.exchange.state, serial % 2 === 0 ? { ...move, who: 0 } : move, serial);
  if (command === null || !('account' in command) || command.account !== MALLORY) return command;
  if (BY_OPERATORS.has(command.name)) return null;
  // An ended key does no harm: it is ended seldom.
  if ((command.name === 'tightenKey' || command.name === 'stopKey') && move.b % 5 !== 0) return null;
  if (!('keyId' in command)) return command;
  const own = { ...command, keyId: KEY };
  return 'effect' in own ? { ...own, size: smallSize(walk, own.symbol, move) } : own;
}

/** Each as it is meant when its turn comes. */
function* commandsOf(
  walk: Walk,
  list: readonly Move[],
): Generator<{ readonly command: Command; readonly gapMs: number }> {
  for (const [serial, move] of list.entries()) {
    const command = commandOf(walk, move, serial);
    if (command !== null) yield { command, gapMs: move.gapMs };
  }
}

/** Worth 10 to 1,600 USDT: around what the limits allow. */
function smallSize(walk: Walk, symbol: string, { a }: Move): string {
  const { contract, mark } = walk.exchange.state.bySymbol.get(symbol)!;
  const steps = Math.round(((10 + (a % 40) ** 2) * E8) / Number(valueOf(contract, Math.max(1, mark), 1)));
  return sizeText(contract, Math.max(contract.minSize, steps));
}

/** What moves marks, pays funding, changes fees, or the limit itself. */
const MOVES_ROOM: ReadonlySet<Command['name']> = new Set([
  'tick',
  'setIndexPrice',
  'settleFunding',
  'setContractState',
  'changeContract',
  'tightenKey',
]);

const exposureOf = (account: Account): number =>
  account.holdings.reduce((sum, holding) => {
    if (holding === undefined) return sum;
    const { contract, mark } = holding.instrument;
    return sum + Number(valueOf(contract, mark, holding.longSize + holding.shortSize));
  }, 0);

/** The most that may be lost from here on: what marks took, and the price of closing all there is. */
const boundOf = (limits: KeyLimits): number =>
  Math.max(
    Number(limits.maxDayLoss),
    Number(limits.dayWorth) - Number(worthOf(limits.account)) + exposureOf(limits.account) * ((SLIP_E8 + 60_000) / E8),
  );

function limitMallory(walk: Walk, terms: Partial<KeyLimitFields>): KeyLimits {
  const none = { maxOrder: null, maxPosition: null, maxDayLoss: null, closeOnly: false, symbols: null, untilMs: 0 };
  enter(walk, { name: 'setKeyLimits', account: MALLORY, keyId: KEY, limits: { ...none, ...terms } });
  return walk.exchange.state.keyLimits.get(KEY)!;
}

it('no command of a hostile caller and his friends loses more than the key may', () => {
  let filled = 0;
  fc.assert(
    fc.property(hostile, moves(120), (terms, list) => {
      const walk = openWalk();
      const limits = limitMallory(walk, terms);
      for (const { command, gapMs } of commandsOf(walk, list)) {
        const before = Number(roomOf(limits));
        const outcome = enter(walk, command, gapMs);
        const after = Number(roomOf(limits));
        if (!MOVES_ROOM.has(command.name)) expect(after).toBeGreaterThanOrEqual(Math.min(before, 0) - ROUNDING);
        if (!outcome.ok) continue;
        for (const event of outcome.events)
          if (event.name === 'orderChanged' && event.order.account === limits.account) {
            if (event.order.filled > 0) filled++;
            holdValues(event.order, terms);
          }
      }
    }),
    { numRuns: Number(process.env['FC_RUNS'] ?? 150) },
  );
});

/** An order that opens now is of no greater value than the key allows, at the mark or its price. */
function holdValues(order: Order, terms: { readonly maxOrder: string | null }): void {
  if (order.effect !== 'open' || order.createdMs !== order.updatedMs || terms.maxOrder === null) return;
  const { contract } = order.instrument;
  expect(Number(valueOf(contract, Math.max(order.price, 1), order.size)) / E8).toBeLessThanOrEqual(
    Number(terms.maxOrder),
  );
}

it('what marks take beyond it ends in a closed account, within the price of closing', () => {
  let spent = 0;
  // Most walks end before a limit is spent: so many rounds that some do.
  for (let round = 0; spent === 0; round++) {
    expect(round, 'rounds in which no limit was spent').toBeLessThan(20);
    fc.assert(
      fc.property(hostile, moves(120), (terms, list) => {
        const walk = openWalk();
        const limits = limitMallory(walk, terms);
        for (const { command, gapMs } of commandsOf(walk, list)) {
          enter(walk, command, gapMs);
          if (command.name !== 'setIndexPrice' || limits.loss === 'open') continue;
          const bound = boundOf(limits);
          enter(walk, { name: 'tick' });
          expect(Number(limits.dayWorth) - Number(worthOf(limits.account))).toBeLessThanOrEqual(bound + ROUNDING);
          if (limits.loss === ('spent' as string)) spent++;
          break;
        }
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 150) },
    );
  }
});
