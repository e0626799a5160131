/**
 * Completed trades of a team: each from the first fill that opened a position to the one that closed the last of it. A
 * position has a number of its own for such a term, so its fills say what it came to. Pure, over rows as they came; a
 * term of which not every fill is known is none.
 */
import { moneySum, textOf, unitsOf } from '../format/number.ts';
import { type ActivityRow, isFill } from './threads.ts';

const DECIMALS = 8;

export interface RoundTrip {
  /** Of the position. */
  readonly id: string;
  readonly symbol: string;
  readonly isLong: boolean;
  /** All that was opened, in base coin. */
  readonly size: string;
  /** Averages of its fills, USDT. */
  readonly entry: string;
  readonly exit: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** After the fees of its fills, before funding, USDT. */
  readonly pnl: string;
  /** Why the exchange closed the last of it; null: its trader did. */
  readonly endedBy: string | null;
}

/** The newest first. */
export function roundTripsOf(rows: readonly ActivityRow[]): readonly RoundTrip[] {
  const fills = rows.filter((row) => isFill(row) && row.positionId != null);
  const terms = Map.groupBy(fills, ({ positionId }) => String(positionId));
  return [...terms].flatMap(([id, term]) => tripOf(id, term) ?? []).toSorted((a, b) => b.untilMs - a.untilMs);
}

function tripOf(id: string, fills: readonly ActivityRow[]): RoundTrip | null {
  const ordered = fills.toSorted((a, b) => a.t - b.t);
  const [opened, closed] = [ordered.filter(opens), ordered.filter((fill) => !opens(fill))];
  const [size, out] = [total(opened, 'size'), total(closed, 'size')];
  const [cost, brought] = [total(opened, 'value'), total(closed, 'value')];
  const pnl = moneySum([...ordered.map(({ realised }) => realised), ...ordered.map(({ fee }) => negative(fee))]);
  const [first, last] = [ordered[0], closed.at(-1)];
  if (size === null || size === 0n || size !== out || cost === null || brought === null || pnl === null) return null;
  return {
    id,
    symbol: first?.symbol ?? '',
    isLong: first?.type === '1',
    size: textOf(size, DECIMALS),
    entry: textOf((cost * 10n ** BigInt(DECIMALS)) / size, DECIMALS),
    exit: textOf((brought * 10n ** BigInt(DECIMALS)) / size, DECIMALS),
    fromMs: first?.t ?? 0,
    untilMs: last?.t ?? 0,
    pnl,
    endedBy: last?.liquidateType ?? null,
  };
}

function opens({ type }: ActivityRow): boolean {
  return type === '1' || type === '2';
}

function total(fills: readonly ActivityRow[], name: 'size' | 'value'): bigint | null {
  const sum = fills.length === 0 ? null : moneySum(fills.map((fill) => fill[name]));
  return sum === null ? null : unitsOf(sum, DECIMALS);
}

function negative(fee: string | null | undefined): string | null {
  const units = fee == null ? null : unitsOf(fee, DECIMALS);
  return units === null ? null : textOf(-units, DECIMALS);
}
