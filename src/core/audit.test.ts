// The audit notices records that don't stand in the order of their ids, in which they are walked.
import { expect, it } from 'vitest';
import { exchangeOf } from '../../test/scenarios/play.ts';
import { playLines } from '../../test/scenarios/reader.ts';
import { audit } from './audit.ts';

const BOTH_SIDES = `ann deposits 100000
bob deposits 100000
index btc 50000
bob opens short 0.1 at 50000 in btc
ann opens long 0.1 at market in btc`;

it('names a position that stands after a younger one', () => {
  const { state } = exchangeOf(playLines(BOTH_SIDES));
  expect(audit(state)).toEqual([]);
  const [[id, position] = []] = state.positions;
  state.positions.delete(id!);
  state.positions.set(id!, position!);
  expect(audit(state)).toEqual([`FLOW-005: the record ${id} stands after ${[...state.positions.keys()][0]}`]);
});

it('names a position that its contract does not list, and what is listed and not open', () => {
  const { state } = exchangeOf(playLines(BOTH_SIDES));
  const { positions, contract } = state.instruments[0]!;
  const [[id, position] = []] = positions;
  positions.delete(id!);
  expect(audit(state)).toEqual([
    `INV-002: ${contract.symbol} does not list position ${id}`,
    `INV-002: ${contract.symbol} lists 1 positions, 2 are open`,
  ]);
  positions.set(id!, position!);
  positions.set(1, position!);
  expect(audit(state)).toEqual([`INV-002: ${contract.symbol} lists 3 positions, 2 are open`]);
});
