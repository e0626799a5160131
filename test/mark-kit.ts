/**
 * An exchange for attacks on the mark: its contracts have the marks they have by default, its seconds pass one by one,
 * and whoever trades there is named.
 */
import type { Command } from '../src/core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../src/core/language/contract-defaults.ts';
import type { Instrument } from '../src/core/state/records.ts';
import type { Event } from '../src/core/turn/events.ts';
import { equityOf } from '../src/core/risk/margin.ts';
import { manualClock } from '../src/time/manual.ts';
import { openExchange, run } from './scenarios/exchange.ts';

export const START_MS = 1_767_225_600_000;
/** The two attackers, the one they are after, and two who have nothing to do with it. */
export const [ALICE, BOB, HONEST, CARL, DORA] = [1_000_001, 1_000_002, 1_000_003, 1_000_004, 1_000_005] as const;

export function venue(symbol = 'cmt_btcusdt') {
  const exchange = openExchange(DEFAULT_CONTRACTS, { indexStaleMs: 1_000_000_000 }, START_MS);
  const clock = manualClock(START_MS);
  const instrument = exchange.state.bySymbol.get(symbol) as Instrument;
  const { priceDecimals, sizeDecimals } = instrument.contract;
  let made = 0;
  let watcher: (events: readonly Event[]) => void = () => undefined;
  const apply = (command: Command) => {
    const outcome = run(exchange, command, clock.nowMs());
    watcher(outcome.events);
    return outcome;
  };
  return {
    exchange,
    clock,
    instrument,
    apply,
    /** Tells it all that happens from now on. */
    watch: (see: typeof watcher) => void (watcher = see),
    tick(seconds = 1) {
      for (let second = 0; second < seconds; second++) {
        clock.advance(1_000);
        apply({ name: 'tick' });
      }
    },
    index: (price: number) =>
      apply({ name: 'setIndexPrice', symbol, price: String(price), sourceTimeMs: clock.nowMs() }),
    deposit: (account: number, amount: number) => apply({ name: 'deposit', account, amount: String(amount) }),
    /** A limit order, or one at market. */
    opens: (account: number, side: 'long' | 'short', size: number, price: number | null) =>
      apply({
        name: 'placeOrder',
        account,
        keyId: 'k',
        channel: 'api',
        symbol,
        clientOrderId: `o${made++}`,
        side,
        effect: 'open',
        execution: price === null ? 'ioc' : 'normal',
        size: String(Number(size.toFixed(sizeDecimals))),
        price: price === null ? null : String(Number(price.toFixed(priceDecimals))),
        takeProfit: null,
        stopLoss: null,
        marginMode: null,
        positionMode: null,
        positionId: null,
      }),
    cancels: (account: number) =>
      apply({ name: 'cancelAllOrders', account, keyId: 'k', channel: 'api', symbol: null, kind: 'normal' }),
    /** Steps. */
    shortOf: (account: number): number =>
      exchange.state.accounts.get(account)?.holdings[instrument.index]?.shortSize ?? 0,
    equity: (account: number): number => Number(equityOf(exchange.state.accounts.get(account)!.shared)) / 1e8,
    /** How far the mark is from the index, as a part of it. */
    off: (): number => (instrument.mark * instrument.contract.tickE8) / Number(instrument.indexPrice) - 1,
  };
}

export type Venue = ReturnType<typeof venue>;
