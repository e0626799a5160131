/**
 * Seed and table of a market of ours, as the JSON that is committed to before a contest and shown after it. It has one
 * text, RFC 8785's, so whoever is shown it can hold it against the commitment.
 */
import { toHex } from '../../core/text/bytes.ts';
import { encodeUtf8 } from '../../core/text/utf8.ts';
import { isSeed, type Sha256 } from '../world/draws.ts';
import type { Row } from '../world/table.ts';

export interface Revealed {
  readonly seed: string;
  readonly table: readonly Row[];
  /** Only where it has headlines. */
  readonly headlines?: true;
}

/** It is none; the message says where and what is needed. */
class NoReveal extends Error {}

const VERSION = 1;
const MOST_ROWS = 1_000;
const FIELDS = ['market', 'seed', 'table'];
/** The least and the most of each column that is a number. */
const LIMITS: Readonly<Record<Exclude<keyof Row, 'symbol'>, readonly [least: number, most: number]>> = {
  beta: [0, 1],
  depth: [1, 1e9],
  funds: [1, 1e9],
  gap: [0.001, 1_000],
  half: [0.001, 1_000],
  lag: [0, 1],
  rate: [0.001, 100],
  sigma: [0.001, 100],
  start: [1e-8, 9e7],
  value: [0.01, 1e9],
};
/** Ascending, as canonical JSON has them. */
const COLUMNS = [...(Object.keys(LIMITS) as (keyof Row)[]), 'symbol' as const].sort((a, b) => (a < b ? -1 : 1));
const SYMBOL_FORM = /^[\x21-\x7e]{1,32}$/;
export function revealText({ seed, table, headlines }: Revealed): string {
  const rows = table.map((row) => Object.fromEntries(COLUMNS.map((column) => [column, row[column]])));
  return JSON.stringify({ ...(headlines === true ? { headlines } : {}), market: VERSION, seed, table: rows });
}

/** SHA-256 of its text, hex. */
export function commitmentOf(revealed: Revealed, sha256: Sha256): string {
  return toHex(sha256(encodeUtf8(revealText(revealed))));
}

/** @throws NoReveal */
export function readReveal(text: string): Revealed {
  const { market, seed, table, headlines } = fieldsOf(parsed(text), FIELDS, 'it', ['headlines']);
  if (market !== VERSION) throw new NoReveal(`market is ${shown(market)}, needs ${VERSION}`);
  if (typeof seed !== 'string' || !isSeed(seed))
    throw new NoReveal(`seed is ${shown(seed)}, needs text of 1 to 64 characters of printable ASCII`);
  if (headlines !== undefined && headlines !== true)
    throw new NoReveal(`headlines is ${shown(headlines)}, needs true, or not to be there`);
  return { seed, table: rowsOf(table, 'table'), ...(headlines === true ? { headlines } : {}) };
}

/** Rows of a market's table, with all columns, each contract once. @throws NoReveal */
export function rowsOf(table: unknown, place: string): Row[] {
  if (!Array.isArray(table) || table.length === 0 || table.length > MOST_ROWS)
    throw new NoReveal(`${place} is ${shown(table)}, needs a list of 1 to ${MOST_ROWS} rows`);
  const rows = table.map((row: unknown, at) => rowOf(row, `${place}[${at}]`));
  const twice = rows.find(({ symbol }, at) => rows.findIndex((other) => other.symbol === symbol) !== at);
  if (twice !== undefined) throw new NoReveal(`${place} has ${twice.symbol} twice`);
  return rows;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NoReveal(`it is no JSON: ${String(error)}`);
  }
}

function fieldsOf(
  value: unknown,
  names: readonly string[],
  place: string,
  optional: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const needed = [...names, ...optional.map((name) => `perhaps ${name}`)].join(', ');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NoReveal(`${place} is ${shown(value)}, needs an object of ${needed}`);
  const unknown = Object.keys(value).find((name) => !names.includes(name) && !optional.includes(name));
  if (unknown !== undefined)
    throw new NoReveal(`${place} has the field ${shown(unknown)}, needs ${needed} and nothing else`);
  return value as Readonly<Record<string, unknown>>;
}

function rowOf(value: unknown, place: string): Row {
  const row = fieldsOf(value, COLUMNS, place);
  const { symbol } = row;
  if (typeof symbol !== 'string' || !SYMBOL_FORM.test(symbol))
    throw new NoReveal(`${place}.symbol is ${shown(symbol)}, needs a contract such as cmt_btcusdt`);
  for (const [column, [least, most]] of Object.entries(LIMITS)) {
    const found = row[column];
    if (typeof found !== 'number' || found < least || found > most)
      throw new NoReveal(`${place}.${column} is ${shown(found)}, needs a number from ${least} to ${most}`);
  }
  return row as unknown as Row;
}

const LONGEST_SHOWN = 60;

function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = value === undefined ? 'missing' : (JSON.stringify(value) ?? typeof value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}
