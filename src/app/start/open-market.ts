/**
 * Opens the exchange's own market: its weather from what the operator chose, the house's accounts, every contract's
 * first price and quotes; then its clockwork.
 */
import { randomBytes } from 'node:crypto';
import type { Metrics } from '../../api/metrics/metrics.ts';
import type { Event } from '../../core/turn/events.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { GIVEN_FILES } from '../../folder/disk/given-file.ts';
import type { Beats } from '../../market/beats.ts';
import { startClockwork } from '../../market/clockwork.ts';
import { startFeed } from '../../market/feed/feed-command.ts';
import { historySource } from '../../market/history/history-source.ts';
import { describeHistory } from '../../market/history/history.ts';
import { openHistory } from '../../market/history/open-history.ts';
import type { KeptWeather } from '../../market/house/weather.ts';
import { Market } from '../../market/market.ts';
import type { PriceSource } from '../../market/source.ts';
import { Sourced } from '../../market/sourced.ts';
import type { Submit } from '../../market/submit.ts';
import { commitmentOf } from '../../market/verify/reveal.ts';
import { keyOf } from '../../market/world/draws.ts';
import { TABLE } from '../../market/world/table.ts';
import { World } from '../../market/world/world.ts';
import { E8 } from '../../core/num/units.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Life } from '../lifecycle.ts';
import type { Config } from '../settings/config.ts';

const SEED_BYTES = 16;
/** Rounds of commands that open what is not open; one is enough where none is refused. */
const ROUNDS = 3;

export interface OpeningParts {
  readonly config: Pick<Config, 'market' | 'feedCommand' | 'marketMap' | 'marketDisguise' | 'seed'>;
  readonly exchange: Pick<Exchange, 'state' | 'time' | 'submit'>;
  /** Submits what has to be taken, however long that takes. */
  readonly first: Submit;
  readonly life: Pick<Life, 'logs' | 'atEnd' | 'fail'>;
  readonly seat: MarketSeat;
}

/** The place of an exchange's market, from before it is open. */
export class MarketSeat {
  taken: Market | null = null;
  lost = 0;

  constructor(metrics: Metrics) {
    const help = 'Seconds the market left out, or of which a command was not taken';
    metrics.counter('outcry_market_seconds_lost_total', help, () => this.lost);
  }

  /** Tells it what happened. */
  readonly see = (events: readonly Event[]): void => this.taken?.see(events);
}

/** Resolves when every contract has a price and quotes. @throws Error of a file that can't be read or used */
export async function openMarket(parts: OpeningParts): Promise<Beats> {
  const { config, exchange, first, life, seat } = parts;
  const { state, time, submit } = exchange;
  const seed = config.seed ?? randomBytes(SEED_BYTES).toString('base64url');
  const second = Math.floor(time.nowMs() / 1_000);
  const key = keyOf(seed, sha256);
  const commitment = config.market === 'world' ? commitmentOf({ seed, table: TABLE }, sha256) : null;
  const market = new Market({ state, key, commitment, weather: await openWeather(parts, seed, key, second) });
  seat.taken = market;
  for (let round = 0; round < ROUNDS; round++) await Promise.all(market.opening().map((command) => first(command)));
  for (const commands of market.eighth(second, 0)) await Promise.all(commands.map((command) => first(command)));
  const onLost = (seconds: number): void => void (seat.lost += seconds);
  return startClockwork({ market, submit, time, second: second + 1, onLost, onFault: (error) => life.fail(error) });
}

async function openWeather(
  { config, exchange: { state, time }, life }: OpeningParts,
  seed: string,
  key: Uint32Array,
  second: number,
): Promise<KeptWeather> {
  const table = TABLE;
  if (config.market === 'world') {
    const prices = table.map(({ symbol, start }) => {
      const known = Number(state.bySymbol.get(symbol)?.indexPrice ?? 0);
      return known === 0 ? start : known / E8;
    });
    return new World({ seed, sha256, table, prices, second });
  }
  const source = await openSource(config, time.nowMs, life);
  const onUnfit = (error: unknown): void => life.logs.market.warn({ err: error }, 'prices do not fit a new contract');
  return new Sourced({ state, source, key, table, onUnfit });
}

async function openSource(
  { market, feedCommand, marketDisguise, marketMap }: OpeningParts['config'],
  nowMs: () => number,
  { logs, atEnd }: Pick<Life, 'logs' | 'atEnd'>,
): Promise<PriceSource> {
  if (feedCommand === null) {
    const history = await openHistory(market, GIVEN_FILES);
    logs.market.info(describeHistory(history), 'prices of a file');
    return historySource(history, { disguise: marketDisguise, names: marketMap });
  }
  const feed = startFeed(feedCommand, nowMs, logs.market);
  atEnd('the feed', () => feed.stop());
  return feed;
}
