/** The weather of the exchange's own market, as the operator chose it: the world, a program's prices, or a file's. */
import type { State } from '../../core/state/state.ts';
import { E8 } from '../../core/num/units.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { GIVEN_FILES } from '../../folder/disk/given-file.ts';
import { startFeed } from '../../market/feed/feed-command.ts';
import { FileAndWorld, seedOfRest } from '../../market/file-and-world.ts';
import { historySource } from '../../market/history/history-source.ts';
import { describeHistory, endOf } from '../../market/history/history.ts';
import { openHistory } from '../../market/history/open-history.ts';
import type { KeptWeather } from '../../market/house/weather.ts';
import type { PriceSource } from '../../market/source.ts';
import { Sourced } from '../../market/sourced.ts';
import { keyOf } from '../../market/world/draws.ts';
import type { Revealed } from '../../market/verify/reveal.ts';
import type { Row } from '../../market/world/table.ts';
import { World } from '../../market/world/world.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Life } from '../lifecycle.ts';
import type { Config } from '../settings/config.ts';

export interface OpenWeather {
  /** `world`, `feed`, or the SHA-256 of a file, and `+world` where a world has a part in it. */
  readonly prices: string;
  /** @param began the second of its first step, since the epoch */
  readonly open: (madeOf: Revealed, began: number) => KeptWeather;
  /** The second in which its prices are over when they began in that one; null: in none. */
  readonly endOf: (began: number) => number | null;
  /** The price each row of a new world begins at, USDT: the last index, or the table's where there is none. */
  readonly starts: (table: readonly Row[]) => number[];
}

export interface WeatherParts {
  readonly config: Pick<Config, 'market' | 'feedCommand' | 'marketMap' | 'marketDisguise' | 'marketEnd' | 'marketRest'>;
  readonly exchange: Pick<Exchange, 'state' | 'time'>;
  readonly life: Pick<Life, 'logs' | 'atEnd'>;
}

/** @throws Error of a file that can't be read or used */
export async function openWeather({ config, exchange: { state, time }, life }: WeatherParts): Promise<OpenWeather> {
  const { logs, atEnd } = life;
  const starts = (table: readonly Row[]): number[] => startsOf(state, table);
  const { market, feedCommand, marketDisguise: disguise, marketMap: names, marketEnd, marketRest } = config;
  const endless = (): null => null;
  const world = ({ seed, table, headlines }: Revealed, second: number): World =>
    new World({ seed, sha256, table, prices: starts(table), second, headlines: headlines === true });
  if (market === 'world') return { prices: market, starts, open: world, endOf: endless };
  const onUnfit = (error: unknown): void => logs.market.warn({ err: error }, 'prices do not fit a new contract');
  const sourced = (source: PriceSource, { seed, table }: Revealed): Sourced =>
    new Sourced({ state, source, table, key: keyOf(seed, sha256), onUnfit });
  if (feedCommand !== null) {
    const feed = startFeed(feedCommand, time.nowMs, logs.market);
    atEnd('the feed', () => feed.stop());
    return { prices: market, starts, open: (madeOf) => sourced(feed, madeOf), endOf: endless };
  }
  const history = await openHistory(market, GIVEN_FILES);
  logs.market.info(describeHistory(history), 'prices of a file');
  const isOnce = marketEnd !== 'repeat';
  const end = (began: number): number | null => (isOnce ? endOf(history, began) : null);
  const file = (madeOf: Revealed, began: number): Sourced =>
    sourced(historySource(history, { disguise, names, beginsMs: isOnce ? began * 1_000 : null }), madeOf);
  const goesOn = marketEnd === 'world';
  if (marketRest === 'none' && !goesOn) return { prices: history.sha256, starts, open: file, endOf: end };
  const open: OpenWeather['open'] = (madeOf, began) =>
    new FileAndWorld({
      file: file(madeOf, began),
      world: world({ ...madeOf, seed: seedOfRest(madeOf.seed, sha256) }, began),
      rest: marketRest === 'world',
      goesOnAt: goesOn ? end(began) : null,
    });
  return { prices: `${history.sha256}+world`, starts, open, endOf: end };
}

function startsOf(state: State, table: readonly Row[]): number[] {
  return table.map(({ symbol, start }) => {
    const known = Number(state.bySymbol.get(symbol)?.indexPrice ?? 0);
    return known === 0 ? start : known / E8;
  });
}
