/** A table of a run as CSV: moments as ISO 8601, numbers as plain decimals. */
import { buffer } from 'node:stream/consumers';
import { type Cell, csvStream } from '../../../api/words/csv.ts';
import type { Column, RunColumns } from './tables.ts';

const DECIMALS = 8;

export async function csvOf({ columns, rows }: RunColumns): Promise<Buffer> {
  const row = (at: number): Cell[] => columns.map((column) => cellOf(column, at));
  const head = columns.map(({ name }) => name);
  return buffer(await csvStream({ head, rows: Array.from({ length: rows }, (_, at) => row(at)) }));
}

function cellOf({ type, values }: Column, at: number): Cell {
  const value = values[at] ?? null;
  if (typeof value !== 'number') return value;
  return type === 'moment' ? new Date(value).toISOString() : plain(value);
}

/** Without an exponent, which a spreadsheet may not read. */
const plain = (value: number): string =>
  value
    .toFixed(DECIMALS)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');
