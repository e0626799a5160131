/**
 * Orders in the way of a liquidation are cancelled in the order of ids, whatever the order they are kept in (LIQD-005).
 */
import { expect, it } from 'vitest';
import { accountOf, idOf } from '../../../test/scenarios/play.ts';
import { turnAfter } from '../../../test/scenarios/turn.ts';
import { cancelScope } from './cancel-scope.ts';

const LINES = `ann deposits 10000
bob deposits 10000
index btc 50000
bob opens short 0.1 at 50000
ann opens long 0.1 at market
ann opens long 0.01 at 49000 as a1
ann opens long 0.01 at 49100 as a2
ann opens long 0.01 at 48900 as a3
ann opens long 0.01 at 49050 as a4
ann plans to open long 0.01 at market when mark reaches 51000 as p1
ann plans to open long 0.01 at market when mark reaches 51100 as p2
ann plans to open long 0.01 at market when mark reaches 50900 as p3
ann plans to open long 0.01 at market when mark reaches 51050 as p4
ann cancels a1
ann cancels plan p1`;

it('orders first, then plan orders, each ascending', () => {
  const { play, turn } = turnAfter(LINES);
  cancelScope(turn, accountOf(play, 'ann').shared);
  const gone = turn.events.flatMap((event) => {
    if (event.name === 'orderChanged') return [event.order.id];
    return event.name === 'planOrderChanged' ? [event.plan.id] : [];
  });
  expect(gone).toEqual(['a2', 'a3', 'a4', 'p2', 'p3', 'p4'].map((name) => idOf(play, name)));
  expect(accountOf(play, 'ann').held).toBe(0);
});
