/** Takes the rows of files one by one, refuses what can't be, and makes a history of them. */
import { plainName, priceOf } from '../feed/price-line.ts';
import type { Column } from './columns.ts';
import type { History, Series } from './history.ts';

/** A fault in a file of prices, and its place. */
export class HistoryError extends Error {}

/** A cell as its file has it: text of CSV, or a value of JSON or Parquet. */
export type Cell = string | number | bigint | Date | null | undefined;
export type Cells = (column: Column) => Cell;

/** A row's file and number, for messages. */
export interface Place {
  readonly file: string;
  /** From 1; a line of text, or a row of Parquet. */
  readonly row: number;
  readonly unit: 'line' | 'row';
}

const MOST_ROWS = 20_000_000;
const LONGEST_BAR_MS = 86_400_000;
/** Digits of a time since 1970 in s, ms, µs and ns from 2001 on, with the ms in one unit. */
const UNITS_MS: Readonly<Record<number, number>> = { 10: 1_000, 13: 1, 16: 1 / 1_000, 19: 1 / 1_000_000 };
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|\+00:?00)$/;
const BAR_COLUMNS = ['open', 'high', 'low', 'close'] as const;

export class Gathering {
  readonly #series = new Map<string, Series>();
  #barMs = 0;
  #rows = 0;
  #isBars: boolean | null = null;

  /** @param symbolOfFile the symbol of rows without one. @throws HistoryError */
  take(cells: Cells, symbolOfFile: string | null, place: Place): void {
    const written = cells('symbol');
    const symbol = written === undefined ? symbolOfFile : String(written ?? '').trim();
    if (symbol === null)
      throw wrong(
        place,
        'symbol',
        "no such column, and the file's name begins with none, as BTCUSDT-1m-2026-01.csv does",
      );
    if (plainName(symbol) === '') throw wrong(place, 'symbol', 'nothing there');
    if (++this.#rows > MOST_ROWS) throw wrong(place, 'time', `more than ${MOST_ROWS} rows`);
    const isBars = cells('open') !== undefined;
    if ((this.#isBars ??= isBars) !== isBars) throw wrong(place, 'price', 'bars and single prices in one history');
    const series = this.#of(symbol);
    const timeMs = timeOf(cells('time'), place);
    this.#follow(series.timesMs, timeMs, place);
    const prices = isBars ? barOf(cells, place) : Array<number>(4).fill(readPrice(cells('price'), 'price', place));
    series.timesMs.push(timeMs);
    for (const [at, column] of BAR_COLUMNS.entries()) if (isBars || at === 0) series[column].push(prices[at]!);
    series.volume.push(figureOf(cells('quoteVolume') ?? cells('volume'), 'volume', place));
    series.premiumBp.push(figureOf(cells('premium_bp'), 'premium_bp', place));
  }

  /** @throws HistoryError when there is too little */
  end(files: readonly string[], sha256: string): History {
    const all = [...this.#series.values()];
    const fromMs = Math.min(...all.map(({ timesMs }) => timesMs[0]!));
    const toMs = Math.max(...all.map(({ timesMs }) => timesMs.at(-1)!)) + this.#barMs;
    if (all.length === 0) throw new HistoryError(`${files.join(', ')} has no prices`);
    if (toMs <= fromMs) throw new HistoryError(`${files.join(', ')} has prices of one moment`);
    return { barMs: this.#barMs, series: this.#series, fromMs, toMs, files, sha256 };
  }

  #of(symbol: string): Series {
    const name = plainName(symbol);
    const known = this.#series.get(name);
    if (known !== undefined) return known;
    const open: number[] = [];
    const [high, low, close] = this.#isBars === true ? [[], [], []] : [open, open, open];
    const made = { symbol, timesMs: [], open, high, low, close, volume: [], premiumBp: [] } as Series;
    this.#series.set(name, made);
    return made;
  }

  #follow(timesMs: readonly number[], timeMs: number, place: Place): void {
    const before = timesMs.at(-1);
    if (before === undefined) return;
    const step = timeMs - before;
    if (step < 0 || (step === 0 && this.#isBars === true))
      throw wrong(place, 'time', `${iso(timeMs)} is not after ${iso(before)}, that of the row before`);
    if (this.#isBars !== true) return;
    if (this.#barMs === 0) {
      if (step < 1_000 || step > LONGEST_BAR_MS || step % 1_000 !== 0)
        throw wrong(
          place,
          'time',
          `the first two bars are ${step} ms apart; a bar takes from 1 s to 1 d, in whole seconds`,
        );
      this.#barMs = step;
    } else if (step % this.#barMs !== 0) {
      throw wrong(
        place,
        'time',
        `${step / 1_000} s after the bar before, in a file of bars of ${this.#barMs / 1_000} s`,
      );
    }
  }
}

function barOf(cells: Cells, place: Place): number[] {
  const prices = BAR_COLUMNS.map((column) => readPrice(cells(column), column, place));
  const [open, high, low, close] = prices as [number, number, number, number];
  for (const [column, price] of [
    ['open', open],
    ['close', close],
  ] as const) {
    if (price < low)
      throw wrong(place, 'low', `${text(cells('low'))} is above the bar's ${column}, ${text(cells(column))}`);
    if (price > high)
      throw wrong(place, 'high', `${text(cells('high'))} is below the bar's ${column}, ${text(cells(column))}`);
  }
  return prices;
}

function readPrice(cell: Cell, column: Column, place: Place): number {
  const price = priceOf(typeof cell === 'number' || typeof cell === 'bigint' ? plainNumber(cell) : cell);
  if (price === null) throw wrong(place, column, `'${text(cell)}' is no price above 0`);
  return price;
}

/** Without an exponent, as far as 1e-8 goes. */
function plainNumber(value: number | bigint): string {
  const written = String(value);
  return /e/i.test(written) ? Number(value).toFixed(8) : written;
}

function figureOf(cell: Cell, column: Column, place: Place): number {
  if (cell === undefined || cell === null || cell === '') return Number.NaN;
  const value = Number(typeof cell === 'string' ? cell.trim() : cell);
  if (!Number.isFinite(value) || (column === 'volume' && value < 0))
    throw wrong(place, column, `'${text(cell)}' is no ${column === 'volume' ? 'amount from 0 up' : 'number'}`);
  return value;
}

function timeOf(cell: Cell, place: Place): number {
  if (cell instanceof Date && !Number.isNaN(cell.getTime())) return cell.getTime();
  const written = text(cell).trim();
  const digits = /^\d+(?=(\.0+)?$)/.exec(written)?.[0];
  const unit = digits === undefined ? undefined : UNITS_MS[digits.length];
  if (unit !== undefined) return Math.floor(Number(digits) * unit);
  if (MOMENT.test(written)) return Date.parse(written.replace(' ', 'T').replace(/\+00:?00$/, 'Z'));
  const isZoneless = /^\d{4}-\d{2}-\d{2}([T ]|$)/.test(written);
  const need = 'needs epoch ms, or 2026-01-01T00:00:00Z';
  throw wrong(place, 'time', `'${written}' ${isZoneless ? 'says no time of day in UTC' : 'is no time'}; ${need}`);
}

function text(cell: Cell): string {
  const written = cell instanceof Date ? cell.toISOString() : String(cell ?? '');
  return written.length > 40 ? `${written.slice(0, 40)}…` : written;
}

const iso = (timeMs: number): string => new Date(timeMs).toISOString();

export function wrong({ file, row, unit }: Place, column: string, what: string): HistoryError {
  return new HistoryError(`${file}, ${unit} ${row}, ${column}: ${what}`);
}
