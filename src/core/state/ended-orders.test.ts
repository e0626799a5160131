/**
 * What is kept of an ended order is what it said (ORDR-005), for every value it can have; and a table of names that
 * rows could not keep apart is refused when it is loaded.
 */
import { describe, expect, it } from 'vitest';
import type { MarginMode, PositionMode } from '../language/commands.ts';
import { DEFAULT_CONTRACTS } from '../language/contract-defaults.ts';
import { loadContract } from '../language/contract.ts';
import { EXECUTION_NAMES, type Execution } from '../language/execution.ts';
import { EndedOrders, inPlaces } from './ended-orders.ts';
import { openInstrument } from './instrument.ts';
import type { Order } from './records.ts';
import { accountOf, emptyState } from './state.ts';

const state = emptyState();
for (const spec of DEFAULT_CONTRACTS) openInstrument(state, loadContract(spec));
const account = accountOf(state, 1_000_001);

interface Said {
  readonly execution: Execution;
  readonly side: 'long' | 'short';
  readonly effect: 'open' | 'close';
  readonly status: 'filled' | 'canceled';
  readonly askedMarginMode: MarginMode | null;
  readonly askedPositionMode: PositionMode | null;
  readonly instrument: Order['instrument'];
}

const everything: Said[] = EXECUTION_NAMES.flatMap((execution) =>
  (['long', 'short'] as const).flatMap((side) =>
    (['open', 'close'] as const).flatMap((effect) =>
      (['filled', 'canceled'] as const).flatMap((status) =>
        ([null, 'cross', 'isolated'] as const).flatMap((askedMarginMode) =>
          ([null, 'combined', 'separated'] as const).flatMap((askedPositionMode) =>
            [state.instruments[0]!, state.instruments.at(-1)!].map((instrument) => ({
              execution,
              side,
              effect,
              status,
              askedMarginMode,
              askedPositionMode,
              instrument,
            })),
          ),
        ),
      ),
    ),
  ),
);

const orderOf = (said: Said, id: number): Order => ({
  ...said,
  record: 'order',
  id,
  account,
  plan: null,
  slot: -1,
  price: 7,
  remaining: 0,
  filled: 9,
  held: 0,
  touched: 0,
  updatedMs: 0,
  pieces: [],
  cancelReason: null,
  cancelDetail: null,
  takeProfit: 8,
  stopLoss: 6,
  size: 9,
  clientOrderId: `o${id}`,
  createdMs: 1,
  leafIndex: -1,
  positionId: 3,
  marginMode: 'cross',
  positionMode: 'combined',
  leverage: 1,
  cause: 'wanted',
  value: 0,
  fee: 0,
  profit: 0,
  pair: null,
  fills: 0,
  pairCount: 0,
  endPlace: 0,
});

describe('an ended order', () => {
  it(`is read back as it was: ${everything.length} combinations of what has few values`, () => {
    const ended = new EndedOrders(state.instruments);
    const rows = everything.map((said, index) => ended.push(orderOf(said, index + 1), index));
    for (const [index, said] of everything.entries()) {
      const { status, ...content } = said;
      expect(ended.read(rows[index]!)).toMatchObject({ id: index + 1, status, clientOrderId: `o${index + 1}` });
      expect(ended.contentOf(rows[index]!)).toEqual({
        ...content,
        size: 9,
        price: 7,
        takeProfit: 8,
        stopLoss: 6,
        positionId: 3,
      });
    }
  });

  it('with a word that has no place is refused, instead of searched for without end', () => {
    const stray = orderOf({ ...everything[0]!, askedMarginMode: 'portfolio' as MarginMode }, 1);
    expect(() => new EndedOrders(state.instruments).push(stray, 0)).toThrow('portfolio is none of');
  });
});

describe('a table of places', () => {
  it('gives the names in the order of their places', () => {
    expect(inPlaces({ b: { place: 1 }, a: { place: 0 } }, 1)).toEqual(['a', 'b']);
  });

  it('is refused when it has more names than the bits can say', () => {
    const table = Object.fromEntries(Array.from({ length: 5 }, (_, place) => [`n${place}`, { place }]));
    expect(() => inPlaces(table, 2)).toThrow("5 names (n0, n1, n2, n3, n4) don't fit into 2 bits");
    expect(inPlaces(table, 3)).toHaveLength(5);
  });

  it('is refused when two have one place, or one is left out', () => {
    expect(() => inPlaces({ a: { place: 0 }, b: { place: 0 } }, 2)).toThrow('b has place 0, needs 1');
    expect(() => inPlaces({ a: { place: 0 }, b: { place: 2 } }, 2)).toThrow('b has place 2, needs 1');
  });
});
