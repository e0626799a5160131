/**
 * Tables as CSV (RFC 4180): lines end with CR LF, and what holds a comma, a quote or a line's end is in quotes.
 *
 * UTF-8 with a byte order mark, without which a spreadsheet takes a Chinese name for Latin letters. Names come from
 * callers, and a spreadsheet computes a cell that begins like a formula: such text gets an apostrophe in front, also
 * after the signs that other locales split cells at. A plain decimal stays as it is, however many digits it has.
 */

import { Readable } from 'node:stream';

export type Cell = string | number | boolean | null;

export interface CsvTable {
  readonly head: readonly string[];
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
const MARK = '\uFEFF';
const DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/;
/** Beginnings of formulas, in either width, at the begin of a cell or after what may become one. */
const FORMULA = /(^|[,;|"\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g;
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

/**
 * The file as it is sent. It is begun here: what can't be read fails before anything was answered.
 * @throws what reading the first row does
 */
export async function csvStream(table: CsvTable): Promise<Readable> {
  const rest = csvOf(table);
  const begun = [await rest.next(), await rest.next()].flatMap(({ done, value }) => (done === true ? [] : [value]));
  return Readable.from(
    (async function* () {
      yield begun.join('');
      yield* rest;
    })(),
    { objectMode: false },
  );
}

async function* csvOf({ head, rows }: CsvTable): AsyncGenerator<string, undefined> {
  yield MARK + csvLine(head);
  for await (const row of rows) yield csvLine(row);
  return undefined;
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  if (DECIMAL.test(text)) return text;
  const inert = text.replace(FORMULA, "$1$2'");
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
