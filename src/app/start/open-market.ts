/**
 * Opens the exchange's own market: the one the folder has, stepped on to where the journal ends, or one that begins;
 * the house's accounts, every contract's first price and quotes; then its clockwork, which keeps it each minute.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { MarketControl } from '../../api/admin/deps.ts';
import type { Metrics } from '../../api/metrics/metrics.ts';
import type { State } from '../../core/state/state.ts';
import type { Event } from '../../core/turn/events.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type DataFolder, secretAt } from '../../folder/disk/data-folder.ts';
import { catchUp, type Since } from '../../market/catch-up.ts';
import { startClockwork } from '../../market/clockwork.ts';
import { type KeptMarket, keptText, readKept } from '../../market/kept-market.ts';
import { equityOfHouse, lookAt } from '../../market/look.ts';
import { MarketLogWriter } from '../../market/log-writer.ts';
import { Market } from '../../market/market.ts';
import type { Submit } from '../../market/submit.ts';
import { readMarketLog } from '../../market/verify/market-log.ts';
import { commitmentOf, type Revealed, revealText } from '../../market/verify/reveal.ts';
import { waysOf } from '../../market/verify/walk.ts';
import { keyOf } from '../../market/world/draws.ts';
import type { Headline } from '../../market/world/stories.ts';
import { TABLE } from '../../market/world/table.ts';
import { guardedDisk, type JournalDisk, realDisk, writeDurably } from '../../sequencer/disk/disk.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Life } from '../lifecycle.ts';
import type { Config } from '../settings/config.ts';
import type { FileWatch } from '../watch/file-watch.ts';
import { openWeather, type OpenWeather } from './open-weather.ts';

const SEED_BYTES = 16;
/** Rounds of commands that open what is not open; one is enough where none is refused. */
const ROUNDS = 3;
const KEPT_EVERY_SECONDS = 60;
/** Shorter ones can be tried out by whoever saw prices. */
const LEAST_SEED = 20;

export interface OpeningParts {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly files: Pick<FileWatch, 'mustHold'>;
  readonly exchange: Pick<Exchange, 'state' | 'time' | 'submit'>;
  /** Submits what has to be taken, however long that takes. */
  readonly first: Submit;
  readonly life: Pick<Life, 'logs' | 'atEnd' | 'fail'>;
  readonly seat: MarketSeat;
  /** Ends the exchange as when it is asked to. */
  readonly requestStop: ((who: string) => void) | undefined;
}

/** The place of an exchange's market, from before it is open. */
export class MarketSeat {
  taken: Market | null = null;
  /** Drawn at this start: nobody knows it yet. */
  drawnSeed: string | null = null;
  lost = 0;

  readonly #state: State;

  constructor(metrics: Metrics, state: State) {
    this.#state = state;
    const lost = 'Seconds the market left out, or of which a command was not taken';
    metrics.counter('outcry_market_seconds_lost_total', lost, () => this.lost);
    const given = 'Money given to accounts of the house because they had lost theirs';
    metrics.counter('outcry_house_topups_usdt_total', given, () => this.taken?.house.toppedUp ?? 0);
    metrics.gauges('outcry_house_equity_usdt', 'What the accounts of the house are worth', 'role', () =>
      this.taken === null ? {} : { ...equityOfHouse(this.taken, state) },
    );
  }

  /** As the administration has it; null until it is open. */
  control(): MarketControl | null {
    const { taken } = this;
    if (taken === null) return null;
    return {
      commitment: taken.commitment,
      look: () => lookAt(taken, this.#state),
      shock: (...how) => taken.shock(...how),
    };
  }

  /** Published texts about listed contracts, and about all, newest last; none: a market without headlines. */
  readonly headlines = (): readonly Headline[] => {
    const told = this.taken?.weather.headlines ?? [];
    return told.filter(({ symbol }) => symbol === null || this.#state.bySymbol.has(symbol));
  };

  /** Its parts of the server. */
  readonly served = { market: (): MarketControl | null => this.control(), headlines: this.headlines };

  /** Tells it what happened. */
  readonly see = (events: readonly Event[]): void => this.taken?.see(events);
}

/**
 * Resolves when every contract has a price and quotes.
 * @throws Error when the folder's market has another seed, or a file can't be read or used
 */
export async function openMarket(parts: OpeningParts): Promise<void> {
  const { exchange, first, life, seat, files } = parts;
  const { submit, time } = exchange;
  const weather = await openWeather(parts);
  // The log says of which second a market's first step is, so it is the one that is made, however long the log takes.
  const second = Math.floor(time.nowMs() / 1_000);
  const opened = goOn(parts, weather, second) ?? begin(parts, weather, second);
  const { market } = opened;
  const end = endingOf(parts, weather.endOf(opened.began), second);
  seat.taken = market;
  for (let round = 0; round < ROUNDS; round++) await Promise.all(market.opening().map((command) => first(command)));
  // A stop and a start within one second: it has its prices, and a second has one step.
  const turns = second === market.second ? [] : market.eighth(second, 0);
  for (const commands of turns) await Promise.all(commands.map((command) => first(command)));
  const keeper = new Keeper(
    opened,
    guardedDisk(() => files.mustHold(), realDisk),
    parts,
  );
  await keeper.keep();
  const clockwork = startClockwork({
    market,
    submit,
    time,
    second: second + 1,
    onLost: (seconds) => void (seat.lost += seconds),
    onPassed: () => {
      if (market.step % KEPT_EVERY_SECONDS === 0) void keeper.keep();
      if (market.second >= end.second) end.reach();
    },
    onFault: (error) => life.fail(error),
  });
  life.atEnd('the market', async () => {
    await clockwork.stop();
    await keeper.keep();
  });
}

interface Opened extends Omit<KeptMarket, 'version' | 'state'> {
  readonly market: Market;
  readonly began: number;
}

/**
 * The first second without prices, and what is done in it.
 * @throws Error when that has passed, and the exchange was to end with them
 */
function endingOf({ config, requestStop, life }: OpeningParts, second: number | null, now: number) {
  const { market: file, marketEnd } = config;
  if (second === null) return { second: Number.POSITIVE_INFINITY, reach: () => undefined };
  const when = new Date(second * 1_000).toISOString();
  if (marketEnd === 'stop' && now >= second)
    throw new Error(`${file} is over since ${when}; --market-end pause, world or repeat starts all the same`);
  life.logs.market.info({ when, end: marketEnd }, now < second ? 'the file of prices will be over' : OVER);
  let isReached = now >= second;
  const reach = (): void => {
    if (isReached) return;
    isReached = true;
    life.logs.market.warn({ end: marketEnd }, OVER);
    if (marketEnd === 'stop') requestStop?.(`the end of ${file}`);
  };
  return { second, reach };
}

const OVER = 'the file of prices is over';

/** An exchange for others needs a seed that nobody can try out. @throws Error */
export function refuseShortSeed({ market, seed }: Config): void {
  if (market === 'none' || seed === null || seed.length >= LEAST_SEED) return;
  throw new Error(`--seed has ${seed.length} characters, and an exchange for others needs at least ${LEAST_SEED}`);
}

/** The folder's market; null: there is none to go on with. */
function goOn(parts: OpeningParts, { open, prices }: OpenWeather, now: number): Opened | null {
  const { config, folder, exchange, life } = parts;
  const text = secretAt(folder.market);
  const anew = (why: string): null => {
    life.logs.market.warn({ why }, 'the market begins anew, with another seed: what was committed to is void');
    return null;
  };
  if (text === null) return existsSync(folder.marketLog) ? anew(`${folder.market} is missing`) : null;
  const kept = readKept(text, sha256);
  if (kept === null) return anew(`${folder.market} is damaged`);
  refuseOther(config, kept);
  if (kept.prices !== prices) return anew(`its prices were of: ${kept.prices}`);
  const { version: _, state, ...madeOf } = kept;
  const { began = now } = madeOf;
  const market = made(parts, madeOf, open(madeOf, began));
  market.restore(state);
  const steps = prices === 'world' ? catchUp(market, exchange.state, since(folder.marketLog, kept)) : 0;
  if (steps === null) return anew('the index prices of the journal are not its own');
  if (steps > 0)
    life.logs.market.warn({ steps }, 'the market was not stopped: it is stepped on to the last index prices');
  return { ...madeOf, began, market };
}

/** A market stays as it was at its first start; settings that are not given are taken from there. @throws Error */
function refuseOther({ seed, headlines, marketContracts }: Config, kept: KeptMarket): void {
  const refuse = (what: string): never => {
    throw new Error(`${what}, which is fixed at its first start`);
  };
  if (seed !== null && seed !== kept.seed) {
    const [given, own] = [seed, kept.seed].map((one) => commitmentOf({ ...kept, seed: one }, sha256).slice(0, 8));
    refuse(`--seed is another one (${given}…) than that of this folder's market (${own}…)`);
  }
  if (headlines && kept.headlines !== true) refuse("--headlines are not in this folder's market");
  const table = [...TABLE, ...marketContracts];
  const isSame = revealText({ ...kept, table }) === revealText(kept);
  if (marketContracts.length > 0 && !isSame) {
    const own = kept.table.slice(TABLE.length).map(({ symbol }) => symbol);
    refuse(`market.contracts are not those of this folder's market (${own.join(', ') || 'none'})`);
  }
}

/** Gaps and shocks since the market was kept, from its log. */
function since(path: string, kept: KeptMarket): Since {
  if (!existsSync(path)) return { gaps: new Map(), shocks: new Map() };
  const text = readFileSync(path, 'utf8');
  const way = waysOf(readMarketLog(text), kept, sha256).at(-1)!;
  const gaps = new Map(way.gaps.map(({ step, second }) => [step, second]));
  const later = way.shocks.filter(({ step }) => step > kept.state.step);
  return { gaps, shocks: Map.groupBy(later, ({ step }) => step) };
}

function begin(parts: OpeningParts, { open, prices, starts }: OpenWeather, second: number): Opened {
  const { config, folder, seat, life } = parts;
  const seed = config.seed ?? randomBytes(SEED_BYTES).toString('base64url');
  const table = [...TABLE, ...config.marketContracts];
  const madeOf = { seed, table, ...(config.headlines ? { headlines: true as const } : {}) };
  const market = made(parts, madeOf, open(madeOf, second));
  if (market.commitment !== null) {
    const line = { what: 'begin', step: 0, second, symbol: null, market: market.commitment, prices: starts(table) };
    new MarketLogWriter(folder.marketLog, (error) => life.fail(error)).write(line);
  }
  life.logs.market.info({ market: market.commitment, prices }, 'a market begins');
  seat.drawnSeed = seed;
  return { ...madeOf, prices, began: second, market };
}

function made(parts: OpeningParts, madeOf: Revealed, weather: Market['weather']): Market {
  const { folder, life, exchange } = parts;
  const common = { state: exchange.state, key: keyOf(madeOf.seed, sha256), weather };
  // Prices from elsewhere are committed to by nobody.
  if (weather.shock === undefined) return new Market(common);
  const { marketLog: path } = folder;
  const log = new MarketLogWriter(path, (error) => life.logs.market.error({ err: error }, `${path} is not written`));
  return new Market({ ...common, commitment: commitmentOf(madeOf, sha256), note: log.write });
}

/** Keeps a market in its file, one write at a time. */
class Keeper {
  readonly #opened: Opened;
  readonly #disk: JournalDisk;
  readonly #parts: OpeningParts;
  #writing: Promise<void> = Promise.resolve();

  constructor(opened: Opened, disk: JournalDisk, parts: OpeningParts) {
    this.#opened = opened;
    this.#disk = disk;
    this.#parts = parts;
  }

  keep(): Promise<void> {
    const { market, ...madeOf } = this.#opened;
    const { folder, life } = this.#parts;
    const bytes = Buffer.from(keptText({ version: 1, ...madeOf, state: market.save() }, sha256));
    this.#writing = this.#writing.then(async () => {
      try {
        await writeDurably(this.#disk, folder.market, bytes);
      } catch (error) {
        life.logs.market.warn({ err: error }, `${folder.market} is not written`);
      }
    });
    return this.#writing;
  }
}
