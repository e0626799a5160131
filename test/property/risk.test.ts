/**
 * Risk over random walks with crashes: nobody in need is overlooked, nobody is liquidated who should not be, and what
 * is kept to be fast is what would be computed anew (INV-005, MARG-013, LIQD-001, LIQD-002, ADL-002). The audit after
 * every command looks at every part.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audit } from '../../src/core/audit.ts';
import type { MarginMode, PositionMode, Side } from '../../src/core/language/commands.ts';
import type { Bill } from '../../src/core/language/bills.ts';
import { Rank, rankedAgainst } from '../../src/core/liquidation/rank.ts';
import { isInViolation } from '../../src/core/risk/risk.ts';
import { equityOf, isKnown, requirementFloorOf } from '../../src/core/risk/margin.ts';
import type { Account, Instrument, Part } from '../../src/core/state/records.ts';
import type { State } from '../../src/core/state/state.ts';
import { contractsWith, openExchange } from '../scenarios/exchange.ts';
import { priceText, sizeText } from '../scenarios/figures.ts';
import { type Move, moves, resolve } from './commands.ts';
import { enter, openWalk, take, type Walk } from './walk.ts';

const NOBODY = { id: 0 } as Account;

function partsOf(state: State): Part[] {
  const parts = [...state.accounts.values()].map((account) => account.shared);
  for (const position of state.positions.values()) if (position.part.positionId !== 0) parts.push(position.part);
  return parts;
}

/** How far above its requirement every part of known value with positions stands. */
function spareOf(state: State): Map<string, bigint> {
  const held = partsOf(state).filter((part) => part.positions.length > 0 && isKnown(part));
  return new Map(
    held.map((part) => [
      `${part.account.id} ${part.positionId}`,
      BigInt(equityOf(part)) - BigInt(requirementFloorOf(part)),
    ]),
  );
}

const markersOf = (bills: readonly Bill[], type: string): string[] =>
  bills.filter((bill) => bill.businessType === type).map((bill) => `${bill.account} ${bill.positionId}`);

/** Puts a mark as the command would find it, without deciding anything. */
function spareAtIndex(walk: Walk, move: Move, serial: number): Map<string, bigint> | null {
  const { state } = walk.exchange;
  const command = resolve(state, move, serial);
  if (command?.name !== 'setIndexPrice') return null;
  const instrument = state.bySymbol.get(command.symbol)!;
  const ticks = (Number(command.price) * 1e8) / instrument.contract.tickE8;
  const { mark, markValid } = instrument;
  instrument.mark = Math.round(ticks);
  instrument.markValid = true;
  const spare = spareOf(state);
  instrument.mark = mark;
  instrument.markValid = markValid;
  return spare;
}

const CROWD = Array.from({ length: 12 }, (_, index) => 1_000_001 + index);

/** Two people trade at the mark, somebody rests an order off the mark, or a price jumps. */
const crashStep = fc.record({
  kind: fc.constantFrom('trade', 'trade', 'trade', 'rest', 'jump', 'jump'),
  who: fc.nat({ max: CROWD.length - 1 }),
  other: fc.nat({ max: CROWD.length - 1 }),
  contract: fc.nat({ max: 1 }),
  side: fc.constantFrom<Side>('long', 'short'),
  marginMode: fc.constantFrom<MarginMode>('cross', 'isolated'),
  positionMode: fc.constantFrom<PositionMode>('combined', 'separated'),
  size: fc.integer({ min: 1, max: 40 }),
  jump: fc.integer({ min: -900, max: 900 }),
});

type CrashStep = typeof crashStep extends fc.Arbitrary<infer Step> ? Step : never;

function openCrowd(fund: number): Walk {
  const exchange = openExchange(contractsWith({}), { defaultLeverage: 50 }, 1_700_000_000_000);
  const walk: Walk = { exchange, journal: [] };
  for (const account of CROWD) enter(walk, { name: 'deposit', account, amount: '2000' });
  enter(walk, { name: 'deposit', account: 3, amount: String(fund) });
  for (const [symbol, price] of [
    ['cmt_btcusdt', '50000'],
    ['cmt_ethusdt', '3000'],
  ] as const)
    enter(walk, { name: 'setIndexPrice', symbol, price, sourceTimeMs: exchange.state.timeMs });
  return walk;
}

let orders = 0;

function takeStep(walk: Walk, step: CrashStep): void {
  const { state } = walk.exchange;
  const instrument = state.instruments[step.contract]!;
  const { contract, mark } = instrument;
  if (step.kind === 'jump') {
    const ticks = Math.max(100, Math.round(mark * (1 + step.jump / 10_000)));
    const price = priceText(contract, ticks);
    enter(walk, { name: 'setIndexPrice', symbol: contract.symbol, price, sourceTimeMs: state.timeMs + 1 }, 1);
    return;
  }
  const size = sizeText(contract, step.size * (step.contract === 0 ? 250 : 400));
  const place = (account: number, side: Side, ticks: number): void => {
    const { marginMode, positionMode } = step;
    const order = { side, effect: 'open', execution: 'normal', size, price: priceText(contract, ticks) } as const;
    const rest = { takeProfit: null, stopLoss: null, marginMode, positionMode, positionId: null };
    const caller = { account, keyId: 'key', channel: 'api' } as const;
    enter(
      walk,
      { name: 'placeOrder', ...caller, symbol: contract.symbol, clientOrderId: `c${orders++}`, ...order, ...rest },
      1,
    );
  };
  if (step.kind === 'rest') place(CROWD[step.who]!, step.side, Math.round(mark * (step.side === 'long' ? 0.98 : 1.02)));
  else {
    place(CROWD[step.who]!, step.side, mark);
    place(CROWD[step.other]!, step.side === 'long' ? 'short' : 'long', mark);
  }
}

describe('risk', () => {
  it('liquidates whoever the price put in violation and nobody it left above the requirement, but through others’ losses', () => {
    fc.assert(
      fc.property(moves(150), (list) => {
        const walk = openWalk();
        for (const [serial, move] of list.entries()) {
          const { exchange } = walk;
          const command = resolve(exchange.state, move, serial);
          if (command === null) continue;
          const spare = spareAtIndex(walk, move, serial);
          enter(walk, command, move.gapMs);
          const instrument = command.name === 'setIndexPrice' ? exchange.state.bySymbol.get(command.symbol)! : null;
          if (spare === null || instrument?.markValid !== true) continue;
          const bills = exchange.bills.slice(exchange.billsBefore);
          const started = markersOf(bills, 'start_liquidate');
          expect(markersOf(bills, 'finish_liquidate').toSorted()).toEqual(started.toSorted());
          // The first to go was in violation at the new mark; plan orders that the mark fired may have put others
          // there.
          const fired = exchange.fills.slice(exchange.fillsBefore).some(({ taker }) => taker.order.plan !== null);
          if (!fired && started.length > 0) expect(spare.get(started[0]!)! <= 0n).toBe(true);
        }
      }),
    );
  });

  it('leaves no part of known value in violation', () => {
    fc.assert(
      fc.property(moves(150), (list) => {
        take(list, (_outcome, _command, { exchange: { state } }) => {
          expect(partsOf(state).filter(isInViolation)).toEqual([]);
        });
      }),
    );
  });

  it('survives any crash of a crowd that borrowed to the limit: fund, deleveraging, closes at the mark', () => {
    fc.assert(
      fc.property(
        fc.array(crashStep, { minLength: 10, maxLength: 60, size: 'max' }),
        fc.integer({ min: 1, max: 2000 }),
        (steps, fund) => {
          const walk = openCrowd(fund);
          for (const step of steps) takeStep(walk, step);
          expect(audit(walk.exchange.state)).toEqual([]);
        },
      ),
    );
  });

  it('keeps a rank that is the one scored anew', () => {
    fc.assert(
      fc.property(moves(150), fc.nat(), (list, seed) => {
        const ranks = new Map<Instrument, Rank>();
        let marks = -1;
        take(list, (_outcome, _command, { exchange: { state } }) => {
          const instrument = state.instruments[seed % 3]!;
          // A rank lives as long as marks stand still.
          if (state.markChanges.count !== marks) ranks.clear();
          marks = state.markChanges.count;
          const known = ranks.get(instrument);
          const rank = known ?? new Rank(instrument, -1);
          ranks.set(instrument, rank);
          if (known !== undefined) for (const part of partsOf(state)) rank.noteChanged(part);
          const taken = [];
          for (let next = rank.take(); next !== null; next = rank.take()) taken.push(next);
          expect(taken.map(({ position }) => position.id)).toEqual(
            rankedAgainst(instrument, 1, NOBODY).map(({ id }) => id),
          );
          for (const one of taken.toReversed()) rank.giveBack(one);
        });
      }),
    );
  });
});
