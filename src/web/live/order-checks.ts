/**
 * Finds what the exchange would refuse of an order that is being written, before it is sent: by the figures of its
 * contract (ORDR-002, in that order), by what is available (MARG-002) and by what can be closed. Whatever is not known
 * for certain passes: the exchange has the last word. Exact.
 */
import type { ContractsRow } from '../../client/index.ts';
import { textOf, unitsOf } from '../format/number.ts';
import type { RefusalWords } from '../words/en-refusals.ts';
import { around, boundOf, EXACT, exact, near, offGrid, tickOf } from './price-grid.ts';
import { type Draft, estimate, type Field, isOpening, mostOf, type OrderType } from './order-draft.ts';

/** The limits of an order. Null: not known. */
export interface Limits {
  readonly contract: ContractsRow;
  readonly mark: string | null;
  readonly bestAsk: string | null;
  readonly bestBid: string | null;
  readonly available: string | null;
  readonly leverage: { readonly long: string; readonly short: string };
  readonly takerFee: string;
  /** Sizes free to be closed on each side. */
  readonly closable: { readonly long: string; readonly short: string } | null;
}

export interface Objection {
  readonly field: Field;
  /** The words of which refusal say it; null: the field is empty. */
  readonly token: keyof RefusalWords | null;
  readonly facts: readonly string[];
  /** Values that would pass instead. */
  readonly proposals: readonly string[];
}

/** A market order may be filled deeper in the book than its best price. */
const MARKET_ROOM = { of: 1_000n, more: 5n } as const;

const isBuy = (type: OrderType): boolean => type === '1' || type === '4';
const isLong = (type: OrderType): boolean => type === '1' || type === '3';

const object = (
  field: Field,
  token: Objection['token'],
  facts: readonly string[] = [],
  proposals: readonly string[] = [],
): Objection => ({ field, token, facts, proposals });

/**
 * The first objection to each field.
 * @param draft with its size in coins
 * @param type null: only what holds for all four actions, and of what is written
 */
export function objectionsTo(draft: Draft, type: OrderType | null, limits: Limits): Objection[] {
  const found = [
    ofSize(draft, type, limits),
    ofPrice(draft, type, limits),
    ofTrigger(draft, type, limits),
    ...ofPresets(draft, type, limits),
    type === null ? null : ofFunds(draft, type, limits),
  ].filter((one) => one !== null);
  return found.filter(({ field }, place) => found.findIndex((one) => one.field === field) === place);
}

function ofSize({ size, kind }: Draft, type: OrderType | null, { contract, closable }: Limits): Objection | null {
  const { stepSize, minOrderSize, maxOrderSize, marketOpenLimitSize } = contract;
  if (size === '') return type === null ? null : object('size', null);
  const value = exact(size);
  if (value === null || value <= 0n) return object('size', 'SIZE_NOT_POSITIVE', [stepSize], [minOrderSize]);
  if (value % (exact(stepSize) ?? 1n) !== 0n)
    return object('size', 'SIZE_NOT_MULTIPLE_OF_STEP', [stepSize, size], around(size, stepSize));
  const free = type === null || isOpening(type) ? null : (closable?.[isLong(type) ? 'long' : 'short'] ?? null);
  // A close of all that is left may be smaller than any order.
  if (value < (exact(minOrderSize) ?? 0n) && (type === null || isOpening(type) || value !== exact(free ?? '')))
    return object('size', 'SIZE_TOO_SMALL', [size, minOrderSize], [minOrderSize]);
  const isMarketOpening = kind === 'market' && (type === null || isOpening(type));
  const most = isMarketOpening ? marketOpenLimitSize : maxOrderSize;
  if (value > (exact(most) ?? value)) return object('size', 'SIZE_TOO_LARGE', [size, most], [most]);
  if (type === null || isOpening(type) || free === null) return null;
  const side = isLong(type) ? 'LONG' : 'SHORT';
  if (exact(free) === 0n) return object('size', 'POSITION_SIDE_INVALID', [side, contract.symbol]);
  return value > (exact(free) ?? value)
    ? object('size', 'CLOSE_SIZE_EXCEEDS_POSITION', [size, free, ''], [free])
    : null;
}

function ofPrice({ price, kind }: Draft, type: OrderType | null, limits: Limits): Objection | null {
  const { contract, mark, bestAsk, bestBid } = limits;
  if (kind === 'market') return null;
  if (price === '') {
    const proposals = [bestBid, bestAsk].filter((one) => one !== null);
    return kind === 'plan' || type === null ? null : object('price', null, [], proposals);
  }
  const off = offGrid(price, contract);
  if (off === 'tick')
    return object('price', 'PRICE_NOT_MULTIPLE_OF_TICK', [tickOf(contract), price], near(price, contract));
  if (off !== null) return object('price', 'PRICE_OUT_OF_RANGE', [price, ...off], []);
  if (kind !== 'limit' || type === null || mark === null) return null;
  const bound = boundOf(isBuy(type), mark, contract);
  const [value, edge] = [exact(price) ?? 0n, exact(bound) ?? 0n];
  const isBeyond = isBuy(type) ? value > edge : value < edge;
  return isBeyond
    ? object('price', 'PRICE_OUT_OF_BAND', [isBuy(type) ? 'buy' : 'sell', price, bound, mark], [bound])
    : null;
}

function ofTrigger({ trigger, kind }: Draft, type: OrderType | null, { contract }: Limits): Objection | null {
  if (kind !== 'plan') return null;
  if (trigger === '') return type === null ? null : object('trigger', null);
  const off = offGrid(trigger, contract);
  if (off === null) return null;
  return off === 'tick'
    ? object('trigger', 'TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK', [tickOf(contract), trigger], near(trigger, contract))
    : object('trigger', 'PRICE_OUT_OF_RANGE', [trigger, ...off]);
}

function ofPresets(draft: Draft, type: OrderType | null, { contract, mark }: Limits): (Objection | null)[] {
  if (type !== null && !isOpening(type)) return [];
  const reference = draft.kind === 'limit' ? draft.price : draft.kind === 'market' ? mark : null;
  return (['takeProfit', 'stopLoss'] as const).map((field) => {
    const [price, short] = [draft[field], field === 'takeProfit' ? 'TP' : 'SL'] as const;
    if (price === '') return null;
    const off = offGrid(price, contract);
    if (off === 'tick')
      return object(field, `PRESET_${short}_NOT_MULTIPLE_OF_TICK`, [tickOf(contract), price], near(price, contract));
    if (off !== null) return object(field, 'PRICE_OUT_OF_RANGE', [price, ...off]);
    const [value, at] = [exact(price), exact(reference ?? '')];
    if (type === null || value === null || at === null) return null;
    const isAbove = isLong(type) === (field === 'takeProfit');
    const isRight = isAbove ? value > at : value < at;
    return isRight
      ? null
      : object(field, `PRESET_${short}_WRONG_SIDE`, [isAbove ? 'greater' : 'less', String(reference)]);
  });
}

/** Needs more than is available, also if it is filled at the best prices there are. */
function ofFunds(draft: Draft, type: OrderType, limits: Limits): Objection | null {
  const { available, leverage, takerFee } = limits;
  if (draft.kind === 'plan' || !isOpening(type) || available === null || draft.size === '') return null;
  const price = bestFor(draft, type, limits);
  const needed =
    price === null ? null : estimate(draft.size, price, leverage[isLong(type) ? 'long' : 'short'], takerFee);
  if (needed === null) return null;
  const sum = (unitsOf(needed.needs, EXACT) ?? 0n) + (unitsOf(needed.fee, EXACT) ?? 0n);
  if (sum <= (exact(available) ?? sum)) return null;
  const most = mostFor(draft, type, limits);
  const need = textOf(sum / 10n ** BigInt(EXACT - 8), 8);
  return object('size', 'INSUFFICIENT_MARGIN', [need, available], most === null || exact(most) === 0n ? [] : [most]);
}

/** The price at which an order would need least. */
function bestFor({ kind, price }: Draft, type: OrderType, { bestAsk, bestBid }: Limits): string | null {
  if (kind === 'market') return isBuy(type) ? bestAsk : bestBid;
  const [limit, ask] = [exact(price), exact(bestAsk ?? '')];
  return isBuy(type) && limit !== null && ask !== null && limit > ask ? bestAsk : price;
}

/** The most that can be opened by what is written; null while something is missing. */
export function mostFor({ kind, price: written }: Draft, type: OrderType, limits: Limits): string | null {
  const { contract, available, leverage, takerFee, mark, bestAsk, bestBid } = limits;
  const at = kind === 'market' || written === '' ? (isBuy(type) ? bestAsk : bestBid) : written;
  if (at === null || available === null) return null;
  const [p, m] = [unitsOf(at, 8), unitsOf(mark ?? at, 8)];
  if (p === null || m === null) return null;
  const room = kind === 'market' ? (p * MARKET_ROOM.more) / MARKET_ROOM.of : 0n;
  const loss = (isBuy(type) ? p - m : m - p) + room;
  return mostOf(
    textOf(p + room, 8),
    {
      available,
      leverage: leverage[isLong(type) ? 'long' : 'short'],
      takerFee,
      loss: textOf(loss > 0n ? loss : 0n, 8),
    },
    contract.stepSize,
    Number(contract.size_increment),
  );
}
