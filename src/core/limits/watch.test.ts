/** The loss of a day where nothing can be closed: what its watch cancels is followed up all the same (LIMT-005). */
import { expect, it } from 'vitest';
import { run } from '../../../test/scenarios/exchange.ts';
import { accountOf, exchangeOf } from '../../../test/scenarios/play.ts';
import { playLines } from '../../../test/scenarios/reader.ts';

it('is followed up where openings are cancelled and no position can be closed', () => {
  const play = playLines(`index btc 50000
index eth 3000
ann deposits 10000
bob deposits 100000
ann's key may lose 100
bob opens short 1 at 50000
ann opens long 0.1 at market
index btc 49000`);
  const exchange = exchangeOf(play);
  const ann = accountOf(play, 'ann');
  const placed = run(
    exchange,
    {
      name: 'placeOrder',
      account: ann.id,
      keyId: 'another',
      channel: 'api',
      symbol: 'cmt_ethusdt',
      clientOrderId: 'e1',
      side: 'long',
      effect: 'open',
      execution: 'normal',
      size: '1',
      price: '2990',
      takeProfit: null,
      stopLoss: null,
      marginMode: 'cross',
      positionMode: null,
      positionId: null,
    },
    play.timeMs,
  );
  expect([placed.ok, ann.workingOrders]).toEqual([true, 1]);
  playLines('halt btc', play);
  // As after a change that its guards did not cover, while its value is unknown.
  ann.shared.guarded = false;
  exchange.state.unguarded.add(ann.shared);
  playLines('index btc 49000', play);
  expect([ann.workingOrders, ann.holdings[0]!.longSize]).toEqual([0, 1_000]);
  playLines('tick', play);
});
