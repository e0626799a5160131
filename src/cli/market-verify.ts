/** `outcry market verify`: whether index prices were the ones that a market's seed and table give. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readBundle } from '../bundle/bundle-file.ts';
import { ArchiveRefused } from '../bundle/tar.ts';
import { utf8Text } from '../core/text/utf8.ts';
import { dataFolder } from '../folder/disk/data-folder.ts';
import { GIVEN_FILES } from '../folder/disk/given-file.ts';
import type { MarketVerified } from '../folder/replay/verify-market.ts';
import { openHistory } from '../market/history/open-history.ts';
import { type BarsChecked, checkBars } from '../market/verify/check-bars.ts';
import type { Difference } from '../market/verify/check-prices.ts';
import { readMarketLog } from '../market/verify/market-log.ts';
import { commitmentOf, readReveal, type Revealed } from '../market/verify/reveal.ts';
import { readBytes, readFile } from './files.ts';
import { iso } from './times.ts';
import { EXIT, failing, UsageError, VerbFailed } from './told.ts';
import { defineVerb, operand } from './verb.ts';
import { counted } from '../core/text/counted.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

/** Differences that are printed; `--json` has a hundred. */
const SHOWN = 20;

export const marketVerifyVerb = defineVerb({
  name: 'market verify',
  about: "whether index prices are those of a revealed market's seed",
  operands: ['FILE'],
  options: {
    bundle: { value: 'BUNDLE', about: "a contest's bundle, instead of the data folder: with --candles" },
    candles: { value: 'PATH', about: 'published index candles, a file or a folder of bars, as --market takes them' },
  },
  more: [
    'FILE is what `outcry market reveal` wrote. Without --bundle every index price of the journal is computed again and compared, second by',
    'second, and the contests are named that carry its commitment. With --bundle it is the commitment of that contest, and published candles',
    'are compared: `priceType=INDEX` of historyCandles, a file for each contract. Whether the bundle is right says `outcry verify`.',
    'Exit code 0: all are the same; 1: some are not, and they are named.',
  ].join('\n'),
  async answer(call) {
    const path = operand(call, 'FILE');
    const { bundle, candles } = call.options;
    if ((bundle === undefined) !== (candles === undefined))
      throw new UsageError('--bundle and --candles go together: the commitment and the log, and the prices');
    if (bundle === undefined || candles === undefined) return ofFolder(call.data, path);
    return ofBundle(bundle, candles, await revealedIn(path, readFile(path)));
  },
});

function revealedIn(path: string, text: string): Promise<Revealed> {
  return failing(() => readReveal(text), `${path}: `);
}

async function ofFolder(data: string, path: string) {
  const text = readFile(path);
  const { marketLog } = dataFolder(data);
  if (!existsSync(marketLog))
    throw new VerbFailed(`${marketLog} is not there: no market of seed and table ran on this data folder`);
  const revealed = await revealedIn(path, text);
  const { verifyMarket } = await import('../folder/replay/verify-market.ts');
  const lines = await failing(() => readMarketLog(readFileSync(marketLog, 'utf8')), `${marketLog}: `);
  const found = await failing(() => verifyMarket(data, revealed, lines));
  const isRight = found.differing === 0 && found.fault === null && found.compared > 0;
  return { json: found, text: folderText(found), exitCode: isRight ? EXIT.done : EXIT.refused };
}

function folderText(found: MarketVerified): string {
  const { commitment, contests, compared, firstSecond, lastSecond, outside, foreign, shocks, gaps } = found;
  const { missing, differing, differences, fault } = found;
  const passed = Object.entries(missing).map(([symbol, steps]) => `${symbol} ${steps}`);
  return [
    `commitment ${commitment}`,
    contests.length === 0 ? 'no contest of this folder carries it' : `contests that carry it: ${contests.join(', ')}`,
    compared === 0
      ? 'no price is of this market'
      : `${counted(compared, 'price')} compared, from ${secondText(firstSecond)} to ${secondText(lastSecond)}`,
    `by hand: ${counted(shocks, 'shock')}; stood still: ${counted(gaps, 'time')}`,
    ...(passed.length === 0 ? [] : [`seconds without a price: ${passed.join(', ')}`]),
    ...(outside === 0 ? [] : [`not of this market: ${counted(outside, 'price')} before it began, or after it ended`]),
    ...(foreign === 0 ? [] : [`of contracts that are not in its table: ${counted(foreign, 'price')}`]),
    ...differences.slice(0, SHOWN).map(differenceText),
    ...(fault === null ? [] : [`STOPPED ${fault}`]),
    differing > 0
      ? `${counted(differing, 'price')} of ${compared} DIFFER`
      : fault === null && compared > 0
        ? 'every price is the one of its second'
        : 'NOT VERIFIED',
  ].join('\n');
}

function differenceText({ second, symbol, found, wanted, isBegin }: Difference): string {
  const place = `DIFFERS ${secondText(second)} ${symbol}`;
  if (isBegin) return `${place}: the market began at ${found}; its last price, or its table, says ${wanted}`;
  if (wanted === null) return `${place}: the price is ${found}, and the market stood still in that second`;
  return `${place}: the price is ${found}, the seed gives ${wanted}`;
}

const secondText = (second: number): string => iso(second * 1_000);

async function ofBundle(path: string, candles: string, revealed: Revealed) {
  const files = readOr(path);
  const textIn = (name: string): string => {
    const bytes = files.get(name);
    if (bytes === undefined) throw new VerbFailed(`${path} has no ${name}: its contest was on no market of this kind`);
    return utf8Text(bytes, 0, bytes.length);
  };
  const { id, market } = await failing(
    () => JSON.parse(textIn('contest.json')) as { readonly id?: unknown; readonly market?: unknown },
    `${path}, contest.json: `,
  );
  const commitment = commitmentOf(revealed, sha256);
  if (market !== commitment)
    throw new VerbFailed(
      `contest ${String(id)} carries ${typeof market === 'string' ? market : 'no market'}, what was revealed is ${commitment}`,
    );
  const lines = await failing(() => readMarketLog(textIn('market-log.jsonl')), `${path}, market-log.jsonl: `);
  const history = await failing(() => openHistory(candles, GIVEN_FILES));
  if (history.barMs === 0) throw new UsageError(`--candles ${candles} has single prices; bars are needed`);
  const found = await failing(() => checkBars(revealed, lines, history, sha256));
  const isRight = found.differing === 0 && found.compared > 0;
  return { json: { commitment, ...found }, text: barsText(commitment, found), exitCode: isRight ? 0 : EXIT.refused };
}

function readOr(path: string): ReadonlyMap<string, Uint8Array> {
  try {
    return readBundle(readBytes(path));
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    throw new VerbFailed(`${path} is refused: ${error.message}`, { cause: error });
  }
}

function barsText(commitment: string, { compared, outside, foreign, differing, differences }: BarsChecked): string {
  return [
    `commitment ${commitment}, which the contest carries`,
    `${counted(compared, 'candle')} compared`,
    ...(outside === 0 ? [] : [`not wholly of this market: ${counted(outside, 'candle')}`]),
    ...(foreign.length === 0 ? [] : [`not in its table: ${foreign.join(', ')}`]),
    ...differences
      .slice(0, SHOWN)
      .map(
        ({ symbol, timeMs, found, wanted }) =>
          `DIFFERS ${iso(timeMs)} ${symbol}: the candle is ${found.join(' ')}, the seed gives ${wanted.join(' ')}`,
      ),
    differing > 0
      ? `${counted(differing, 'candle')} of ${compared} DIFFER`
      : compared > 0
        ? 'every candle is the one of its seed'
        : 'NOT VERIFIED',
  ].join('\n');
}
