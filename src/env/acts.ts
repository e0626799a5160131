/**
 * Acts of an agent in a step: the exchange's own commands with its own words, without the account, and without what
 * has an obvious value. Numbers are brought to the contract's grid, sizes downward and prices to the nearest tick; text
 * is taken as it is, and refused when it is off the grid.
 */
import type { CommandOf, OrderFields, Side } from '../core/language/commands.ts';
import type { Execution } from '../core/language/execution.ts';
import type { AccountId } from '../core/num/units.ts';
import { E8, type DecimalText, type Id } from '../core/num/units.ts';
import type { Instrument } from '../core/state/records.ts';
import { PLAIN, priceText, sizeText } from '../market/house/texts.ts';

/** A price or a size: a number, or exact text. */
export type Quantity = number | DecimalText;

export interface PlaceOrder {
  readonly name: 'placeOrder';
  /** By default the first contract. */
  readonly symbol?: string;
  readonly side: Side;
  /** By default `open`. */
  readonly effect?: 'open' | 'close';
  /** Of the coin. */
  readonly size: Quantity;
  /** USDT; none: at market. */
  readonly price?: Quantity;
  /** By default `normal`. */
  readonly execution?: Execution;
  /** Prices at which the position is closed at market. */
  readonly takeProfit?: Quantity;
  readonly stopLoss?: Quantity;
  readonly clientOrderId?: string;
}

/** By id, or by the name it was given. */
export interface CancelOrder {
  readonly name: 'cancelOrder';
  readonly orderId?: Id;
  readonly clientOrderId?: string;
}

/** Of a contract, by default of all. */
export interface CancelAllOrders {
  readonly name: 'cancelAllOrders';
  readonly symbol?: string;
}

/** At market; of a contract, by default of all. */
export interface ClosePositions {
  readonly name: 'closePositions';
  readonly symbol?: string;
}

/** For both sides of a contract, cross; by default of the first one. */
export interface SetLeverage {
  readonly name: 'setLeverage';
  readonly symbol?: string;
  readonly leverage: number;
}

export type Act = PlaceOrder | CancelOrder | CancelAllOrders | ClosePositions | SetLeverage;
/** All that an agent does in one step, in this order; null: nothing. */
export type Action = readonly Act[] | null;

export type ActCommand = CommandOf<Act['name']>;

const NAMES: readonly string[] = [
  'placeOrder',
  'cancelOrder',
  'cancelAllOrders',
  'closePositions',
  'setLeverage',
] satisfies Act['name'][];

interface Sender {
  readonly account: AccountId;
  /** The first is meant where an act names none. */
  readonly instruments: readonly Instrument[];
  /** A client order id for an order that has none. */
  readonly nextName: () => string;
}

/** @throws TypeError when it is no act; what the exchange has against it, it says itself */
export function commandOf(act: Act, sender: Sender): ActCommand {
  const caller = { account: sender.account, keyId: '', channel: 'api' } as const;
  switch (act.name) {
    case 'placeOrder': {
      const instrument = instrumentOf(act.symbol, sender);
      return { name: 'placeOrder', ...caller, symbol: instrument.contract.symbol, ...orderOf(act, instrument, sender) };
    }
    case 'cancelOrder':
      return { name: act.name, ...caller, orderId: act.orderId ?? null, clientOrderId: act.clientOrderId ?? null };
    case 'cancelAllOrders':
      return { name: act.name, ...caller, symbol: act.symbol ?? null, kind: 'normal' };
    case 'closePositions':
      return { name: act.name, ...caller, symbol: act.symbol ?? null, positionId: null };
    case 'setLeverage': {
      const { symbol } = instrumentOf(act.symbol, sender).contract;
      const { leverage } = act;
      return { name: act.name, ...caller, symbol, marginMode: 'cross', long: leverage, short: leverage };
    }
    default:
      throw new TypeError(`an act's name is one of ${NAMES.join(', ')}; found ${JSON.stringify(act)}`);
  }
}

function orderOf(act: PlaceOrder, instrument: Instrument, { nextName }: Sender): OrderFields {
  return {
    ...PLAIN,
    clientOrderId: act.clientOrderId ?? nextName(),
    side: act.side,
    effect: act.effect ?? 'open',
    execution: act.execution ?? 'normal',
    size: typeof act.size === 'string' ? act.size : sizeText(instrument, stepsOf(act.size, instrument)),
    price: priceOf(act.price, instrument),
    takeProfit: priceOf(act.takeProfit, instrument),
    stopLoss: priceOf(act.stopLoss, instrument),
  };
}

function instrumentOf(symbol: string | undefined, { instruments }: Sender): Instrument {
  const found = symbol === undefined ? instruments[0] : instruments.find(({ contract }) => contract.symbol === symbol);
  if (found !== undefined) return found;
  const known = instruments.map(({ contract }) => contract.symbol).join(', ');
  throw new TypeError(`${symbol} is no contract of this environment: ${known}`);
}

/** A double is a little off the decimal it stands for: 0.3/0.1 is below 3. */
const NEARLY = 1e-9;

function stepsOf(size: number, { contract }: Instrument): number {
  if (!Number.isFinite(size)) throw new TypeError(`a size is a finite number, or text; found ${size}`);
  const steps = (size * 10 ** contract.sizeDecimals) / contract.stepUnit;
  return Math.floor(steps * (1 + NEARLY) + NEARLY);
}

function priceOf(price: Quantity | undefined, instrument: Instrument): DecimalText | null {
  if (price === undefined || typeof price === 'string') return price ?? null;
  if (!Number.isFinite(price)) throw new TypeError(`a price is a finite number, or text; found ${price}`);
  return priceText(instrument, Math.round((price * E8) / instrument.contract.tickE8));
}
