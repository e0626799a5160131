/**
 * Readers of headlines: seeds whose whole market jumps in their second minute, with an account on paper that reads what
 * is published, waits for the jump, and acts within ten seconds; half an hour later it is out again.
 */
import type { Instrument } from '../../../src/core/state/records.ts';
import { MadeUpMarket } from '../../../src/env/made-up-market.ts';
import { valueOf } from '../../../src/market/house/texts.ts';
import { Draws, keyOf, STREAMS } from '../../../src/market/world/draws.ts';
import { HEADLINES, KINDS } from '../../../src/market/world/headlines.ts';
import { sha256 } from '../../../src/store/sha256.ts';
import { Paper } from './resist/paper.ts';
import { SEEN } from './resist/stage.ts';

export type Kind = (typeof KINDS)[number];

/** Readers by what they take a text for. */
export const READERS = {
  perfect: (kind: Kind) => kind,
  /** Draws, whatever it says. */
  random: (_kind: Kind, draws: Draws) => KINDS[draws.below(KINDS.length)]!,
  /** Holds everything for true. */
  believer: (): Kind => 'confirmed',
  doubter: (): Kind => 'denied',
} as const;

export type ReaderName = keyof typeof READERS;

/** One headline as all of them traded it: net basis points of what they put in, 0 where they did nothing. */
export interface ReadHeadline {
  readonly seed: string;
  readonly kind: Kind;
  readonly text: string;
  readonly net: Readonly<Record<ReaderName, number>>;
}

const SYMBOLS = ['cmt_btcusdt', 'cmt_ethusdt', 'cmt_solusdt'];
const USDT = 2_000;
/** Jumps of all contracts a second, in 2^32, and the words of their stream: before the first second, and in each. */
const JUMPS = 25_000;
const WORDS_BEFORE = 6;
const WORDS_A_SECOND = 7;
/** Seconds from a text to the reader's act, by when the jump has come, and to its way out. */
const ACTS_AFTER = 4;
const HELD = 1_800;

/** Those of the seeds `TEXT-1`, `TEXT-2` … whose whole market has its first news in one of these steps. */
export function* seedsWithNews(
  text: string,
  [first, last] = [60, 120],
): Generator<{ readonly seed: string; readonly step: number }, never> {
  for (let number = 1; ; number++) {
    const seed = `${text}-${number}`;
    const draws = new Draws(keyOf(seed, sha256), STREAMS.common);
    draws.goTo(WORDS_BEFORE);
    for (let step = 1; step <= last; step++) {
      const isJump = draws.word() < JUMPS;
      if (isJump && step < first) break;
      if (isJump) yield { seed, step };
      if (isJump) break;
      for (let word = 1; word < WORDS_A_SECOND; word++) draws.word();
    }
  }
}

/** Lets all readers trade the news of a seed. */
export function readNews({ seed, step }: { readonly seed: string; readonly step: number }): ReadHeadline {
  const market = new MadeUpMarket(seed, { symbols: SYMBOLS, headlines: true });
  const instruments = market.engine.state.instruments;
  const names = Object.keys(READERS) as ReaderName[];
  const draws = new Draws(keyOf(seed, sha256), STREAMS.scenarios);
  const papers = names.map(() => instruments.map(() => new Paper()));
  const first = market.second;
  const pricesNow = (): number[] => instruments.map(({ indexPrice }) => Number(indexPrice));
  let before: number[] = [];
  let told: { kind: Kind; text: string } | null = null;
  let taken: Kind[] = [];
  const act = (): void => {
    const at = market.second - first - (step - 1);
    if (at === ACTS_AFTER) {
      const kind = told!.kind;
      taken = names.map((name) => READERS[name](kind, draws));
      const moves = pricesNow().map((price, index) => price - before[index]!);
      trade((reader, index) => signOf(taken[reader]!) * Math.sign(moves[index]!) * sizeOf(instruments[index]!));
    } else if (at === ACTS_AFTER + HELD)
      trade((reader, index) => -(papers[reader]![index]!.held[instruments[index]!.index] ?? 0));
  };
  const trade = (steps: (reader: number, index: number) => number): void =>
    papers.forEach((own, reader) =>
      own.forEach(
        (paper, index) => steps(reader, index) !== 0 && paper.trade(instruments[index]!, steps(reader, index)),
      ),
    );
  market.hooks = { afterEighth: (eighth) => eighth === SEEN && act() };
  for (let passed = 1; passed <= step + ACTS_AFTER + HELD; passed++) {
    if (passed === step) before = pricesNow();
    market.pass();
    if (passed === step) told = readingOf(market);
  }
  return { seed, ...told!, net: Object.fromEntries(names.map((name, at) => [name, netOf(papers[at]!)])) as never };
}

function signOf(kind: Kind): number {
  return kind === 'confirmed' ? 1 : kind === 'denied' ? -1 : 0;
}

function sizeOf(instrument: Instrument): number {
  return Math.max(
    1,
    Math.round(USDT / valueOf(instrument, 1, Number(instrument.indexPrice) / instrument.contract.tickE8)),
  );
}

/** The newest text, as somebody reads it who knows them all. */
function readingOf(market: MadeUpMarket): { kind: Kind; text: string } {
  const { text, symbol } = market.market.weather.headlines!.at(-1)!;
  if (symbol !== null) throw new Error(`news of ${symbol} came in the same second`);
  const kind = KINDS.find((one) =>
    HEADLINES[one].some((template) => template.replaceAll('{}', 'the whole market') === text),
  );
  return { kind: kind!, text };
}

/** Basis points of what was put in, after fees, in the mean over contracts. */
function netOf(papers: readonly Paper[]): number {
  const nets = papers.map((paper) => {
    const { turnover, gross, fees } = paper.result('', () => 0);
    return turnover === 0 ? 0 : ((gross - fees) / (turnover / 2)) * 10_000;
  });
  return nets.reduce((sum, net) => sum + net, 0) / nets.length;
}
