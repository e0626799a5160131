/**
 * The columns of files of prices, by what their headers say or, where they have none, by how many there are: files of
 * one's own, klines of the large venues' public archives, and what the usual frameworks write.
 */

export type Column =
  | 'time'
  | 'symbol'
  | 'price'
  | 'open'
  | 'high'
  | 'low'
  | 'close'
  | 'quoteVolume'
  | 'volume'
  | 'premium_bp';

/** Names in headers, in small letters without signs. */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  time: ['time', 'timestamp', 'ts', 'opentime', 'starttime', 'start', 'date', 'datetime', 'timeperiodstart'],
  symbol: ['symbol', 'instrument', 'instrumentname', 'instid', 'pair', 'contract'],
  price: ['price', 'index', 'indexprice', 'markprice'],
  open: ['open', 'openprice', 'priceopen', 'o'],
  high: ['high', 'highprice', 'pricehigh', 'h'],
  low: ['low', 'lowprice', 'pricelow', 'l'],
  close: ['close', 'closeprice', 'priceclose', 'c'],
  quoteVolume: ['quotevolume', 'quoteassetvolume', 'volquote', 'volccyquote', 'turnover', 'amount'],
  volume: ['volume', 'vol', 'basevolume', 'v'],
  premium_bp: ['premiumbp'],
};

const BARS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

/** Of files without a header, by the number of cells in a line; null: a cell nobody needs. */
const WITHOUT_HEADER: Readonly<Record<number, readonly (Column | null)[]>> = {
  3: ['time', 'symbol', 'price'],
  5: ['time', 'open', 'high', 'low', 'close'],
  6: BARS,
  7: [...BARS, 'quoteVolume'],
  12: [...BARS, null, 'quoteVolume', null, null, null, null],
};

/** The place of each column in a line. */
export type Layout = ReadonlyMap<Column, number>;

/** By the names of a header. @throws Error what is missing, as a clause */
export function layoutOf(names: readonly string[]): Layout {
  const plain = names.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const places = new Map<Column, number>();
  for (const [column, known] of Object.entries(NAMES) as [Column, readonly string[]][]) {
    const at = plain.findIndex((name) => known.includes(name));
    if (at >= 0) places.set(column, at);
  }
  const bars = ['open', 'high', 'low', 'close'] as const;
  const lacking = bars.filter((column) => !places.has(column));
  const needed: Column[] = [];
  if (!places.has('time')) needed.push('time');
  if (lacking.length === bars.length && !places.has('price')) needed.push('price');
  else if (lacking.length < bars.length) needed.push(...lacking);
  if (needed.length > 0) {
    const found = names.map((name) => name.slice(0, 24)).join(', ');
    throw new Error(`the header has no ${needed.join(', no ')}; found ${found.slice(0, 160)}`);
  }
  return places;
}

/** Of a file whose first line is a row. @throws Error what is needed, as a clause */
export function layoutWithoutHeader(cells: number): Layout {
  const columns = WITHOUT_HEADER[cells];
  if (columns === undefined)
    throw new Error(
      `${cells} cells and no header; needs a header such as time,symbol,open,high,low,close,volume or time,symbol,price`,
    );
  return new Map(columns.flatMap((column, at) => (column === null ? [] : [[column, at] as const])));
}
