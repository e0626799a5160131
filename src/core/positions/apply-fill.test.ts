/**
 * Refusals of a fill when the state is damaged, whoever damaged it (INV-001, -002, -003, -007, BOOK-007), and its
 * events.
 */
import { describe, expect, it } from 'vitest';
import { orderOf, type Play, positionOf } from '../../../test/scenarios/play.ts';
import { turnAfter } from '../../../test/scenarios/turn.ts';
import type { Order, Position } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { applyFill, assertOpenInterest, beginFill, bookSide, sideOf } from './apply-fill.ts';

/** Ann is long 0.1, cross and bob short; each has an order to close it and an order to open more at rest. */
const TRADED = `ann deposits 10000
bob deposits 10000
index btc 50000
bob opens short 0.1 at 50000
ann opens long 0.1 at market
ann opens long 0.1 at 49000 as a-open
ann closes long 0.1 at 51000 as a-close
bob opens short 0.1 at 51500 as b-open
bob closes short 0.1 at 48500 as b-close`;

interface Table {
  readonly play: Play;
  readonly turn: Turn;
  readonly order: (name: string) => Order;
  readonly long: Position;
}

function set(): Table {
  const { play, turn } = turnAfter(TRADED);
  return {
    play,
    turn,
    order: (name) => orderOf(play, name),
    long: positionOf(play, 'ann', 'long', undefined, undefined),
  };
}

/** Ann's close, whole or in part, for what it cost: 1,000 steps at 500,000 ticks. */
function close(
  { turn, order, long }: Table,
  { position = long, size = 1_000 }: { position?: Position | null; size?: number } = {},
) {
  const side = sideOf(order('a-close'), 0);
  return bookSide(turn, beginFill(turn, 500_000, size, 5_000_000 * size * 100, side, side), side, position, true);
}

describe('a fill', () => {
  it('is refused while postings do not balance', () => {
    const { turn, order } = set();
    turn.state.ledgerSum = 1;
    expect(() => applyFill(turn, order('a-open'), order('b-open'), 10, null, null)).toThrow(
      'INV-001: the postings of a booking sum to 0 (1)',
    );
  });

  it('is refused while more is long than short', () => {
    const { turn, order } = set();
    const { instrument } = order('a-open');
    instrument.longSize += 1;
    expect(() => applyFill(turn, order('a-open'), order('b-open'), 10, null, null)).toThrow(
      'INV-002: as much is long as is short (cmt_btcusdt, 1)',
    );
    instrument.longSize -= 1;
    assertOpenInterest(instrument);
  });

  it('announces both orders, both positions, every bill and itself, in the order of the booking', () => {
    const { turn, order } = set();
    const { taker, maker } = applyFill(turn, order('a-open'), order('b-open'), 10, null, null);
    const told = turn.events.map((event) => {
      if (event.name === 'orderChanged') return `order ${event.order.clientOrderId}`;
      if (event.name === 'positionChanged') return `position ${event.position.side}`;
      return event.name === 'billPosted' ? event.bill.businessType : event.name;
    });
    expect(told).toEqual([
      'position_open_long',
      'order a-open',
      'position long',
      'position_open_short',
      'order b-open',
      'position short',
      'order_fill_fee_income',
      'order_fill_fee_income',
      'fillMade',
    ]);
    expect([taker.side, maker.side]).toEqual(['long', 'short']);
    expect(order('a-open').status).toBe('partlyFilled');
  });
});

describe('the figures of an order and its position', () => {
  const open = ({ turn, order }: Table, size: number) => {
    const side = sideOf(order('a-open'), 0);
    return bookSide(turn, beginFill(turn, 490_000, size, 490_000 * size * 1_000, side, side), side, null, true);
  };

  it('end where the order does', () => {
    const table = set();
    const order = table.order('a-open');
    expect(() => open(table, 1_001)).toThrow(`MARG-005: no more opens than was to be (id ${order.id})`);
  });

  it('add up to its size', () => {
    const table = set();
    const order = table.order('a-open');
    order.filled = 1;
    expect(() => open(table, 10)).toThrow(`INV-008: filled and rest are the size (id ${order.id}, 11)`);
    order.filled = 0;
    order.remaining = 1_000;
    table.long.holding.openingLong = 1_000;
    open(table, 1_000);
    expect([order.filled, order.remaining]).toEqual([1_000, 0]);
  });

  it('say that what is open has cost something', () => {
    const table = set();
    table.long.openValue = 0;
    expect(() => close(table, { size: 400 })).toThrow(`INV-003: what is open has a cost (id ${table.long.id}, 0)`);
  });
});

describe('a close', () => {
  it('is refused without a position', () => {
    const table = set();
    const { id } = table.order('a-close');
    expect(() => close(table, { position: null })).toThrow(`BOOK-007: a close is booked on a position (id ${id})`);
  });

  it('is refused on a position it is not frozen on', () => {
    const table = set();
    const { id } = table.order('a-close');
    const position = positionOf(table.play, 'bob', 'short', undefined, undefined);
    expect(() => close(table, { position })).toThrow(`CLOS-005: a close fills its pieces in order (id ${id})`);
  });

  it('is refused beyond what it has frozen, and when nothing is frozen any more', () => {
    const table = set();
    const { id, pieces } = table.order('a-close');
    expect(() => close(table, { size: 1_001 })).toThrow(
      `INV-007: a close fills no further than its piece (id ${id}, 1000)`,
    );
    pieces.pop();
    expect(() => close(table, { size: 1 })).toThrow(`CLOS-005: a close fills its pieces in order (id ${id})`);
  });

  it('takes its piece off the position when it is used up, and not before', () => {
    const table = set();
    const order = table.order('a-close');
    close(table, { size: 400 });
    expect([order.pieces.map(({ size }) => size), table.long.closing, table.long.frozen]).toEqual([
      [600],
      [order],
      600,
    ]);
    close(table, { size: 600 });
    expect([order.pieces, table.long.closing, table.long.frozen]).toEqual([[], [], 0]);
  });

  it.each([1, -1])('ends no life whose profits do not add up (%i e8)', (wrong) => {
    const table = set();
    table.long.realised = wrong;
    expect(() => close(table)).toThrow(
      `INV-003: a life realises what closing brought less what opening cost (id ${table.long.id}, ${wrong})`,
    );
  });

  it('in part does not look at the whole life yet', () => {
    const table = set();
    table.long.realised = 1;
    close(table, { size: 999 });
    expect(table.long.size).toBe(1);
  });
});
