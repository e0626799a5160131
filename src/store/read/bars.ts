/**
 * Bars of a contract's price that are over (candles): those that open in a stretch of time, and the one before. Two
 * ranges of the primary key, so an old bar costs as much as one of today.
 */
import type { Bar, PriceKind } from '../../bars/bar.ts';
import type { KeptGranularity } from '../../bars/granularity.ts';
import { money } from '../../core/num/mul-div.ts';
import type { Database } from '../database/db.ts';
import { MINUTES } from '../upkeep/keep.ts';
import type { BarTable } from '../schema/tables.ts';

export interface BarsArgs {
  readonly symbol: string;
  readonly price: PriceKind;
  readonly granularity: KeptGranularity;
  /** Opening times: the first one asked for, and the first one no longer asked for. */
  readonly fromMs: number;
  readonly beforeMs: number;
}

export interface StoredBars {
  /** Oldest first; no bar where nothing changed. */
  readonly bars: readonly Bar[];
  /** The last one that opened earlier; null when there is none. */
  readonly before: Bar | null;
  /** Bars that opened earlier are no longer kept. */
  readonly keptFromMs: number;
}

export async function bars(database: Database, args: BarsArgs): Promise<StoredBars> {
  const { symbol, price, granularity, fromMs, beforeMs } = args;
  const all = database.sql
    .selectFrom('bar')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('price_kind', '=', price)
    .where('granularity', '=', granularity);
  const inside = all.where('open_ms', '>=', fromMs).where('open_ms', '<', beforeMs).orderBy('open_ms');
  const earlier = all.where('open_ms', '<', fromMs).orderBy('open_ms', 'desc').limit(1);
  const kept = database.sql.selectFrom('kept_from').select('time_ms').where('name', '=', MINUTES);
  const keptFromMs = granularity === '1m' ? ((await kept.executeTakeFirst())?.time_ms ?? 0) : 0;
  const rows = await inside.execute();
  const [before] = rows[0]?.open_ms === fromMs ? [] : await earlier.execute();
  return { bars: rows.map(barOf), before: before === undefined ? null : barOf(before), keptFromMs };
}

function barOf({ open_ms: openMs, trades, ...figures }: BarTable): Bar {
  const figure = (name: Exclude<keyof typeof figures, 'symbol' | 'price_kind' | 'granularity'>) =>
    money(BigInt(figures[name]));
  return {
    openMs,
    open: figure('open'),
    high: figure('high'),
    low: figure('low'),
    close: figure('close'),
    size: figure('size'),
    value: figure('value'),
    trades,
    boughtSize: figure('bought_size'),
    boughtValue: figure('bought_value'),
  };
}
