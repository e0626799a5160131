/**
 * The words of v3 for what v2 and the core call otherwise: one table each, read in both directions, from which the page
 * "v2 and v3, word for word" is made.
 */
import type { Effect, MarginMode, PositionMode, Side, TriggerBy } from '../../../core/language/commands.ts';
import type { Execution } from '../../../core/language/execution.ts';
import type { PlanKind } from '../../../core/language/vocabulary.ts';
import { COIN, EXECUTION_WIRE } from '../../words/wire.ts';

const FAMILY = 'cmt_';

/** The name of a contract: `cmt_btcusdt` is BTCUSDT. */
export function symbolText(symbol: string): string {
  return (symbol.startsWith(FAMILY) ? symbol.slice(FAMILY.length) : symbol).toUpperCase();
}

/** The contract's own name that a name in v3 may stand for. */
export function symbolNamed(text: string): string {
  return FAMILY + text.toLowerCase();
}

/** The coin of the demo paths: USDT by another name. */
export const DEMO_COIN = `S${COIN}`;

/** The name of a contract on the demo paths: BTCUSDT is BTCSUSDT. */
export function demoText(name: string): string {
  return name.endsWith(COIN) ? name.slice(0, -COIN.length) + DEMO_COIN : name;
}

/** The name that one on the demo paths stands for: BTCSUSDT is BTCUSDT. */
export function plainText(name: string): string {
  return name.endsWith(DEMO_COIN) ? name.slice(0, -DEMO_COIN.length) + COIN : name;
}

interface Named {
  readonly symbol?: string;
  readonly asset?: string;
}

/** Names on the demo paths: contracts and the coin under their names there. */
export function inDemoNames<View extends Named>(view: View): View {
  const { symbol, asset } = view;
  return {
    ...view,
    ...(symbol === undefined ? {} : { symbol: demoText(symbol) }),
    ...(asset === undefined ? {} : { asset: DEMO_COIN }),
  };
}

export type SideWord = 'BUY' | 'SELL';
export type PositionSideWord = 'LONG' | 'SHORT';

interface Direction {
  readonly side: SideWord;
  readonly positionSide: PositionSideWord;
}

/** `side` of an order that opens or closes a position of this side. */
export function directionOf(side: Side, effect: Effect): Direction {
  const buys = (side === 'long') === (effect === 'open');
  return { side: buys ? 'BUY' : 'SELL', positionSide: side === 'long' ? 'LONG' : 'SHORT' };
}

/** Effect of an order of this direction. */
export function meaningOf({ side, positionSide }: Direction): { readonly side: Side; readonly effect: Effect } {
  const of = positionSide === 'LONG' ? 'long' : 'short';
  return { side: of, effect: (side === 'BUY') === (of === 'long') ? 'open' : 'close' };
}

export const SIDES = { BUY: 'BUY', SELL: 'SELL' } as const;
export const POSITION_SIDES = { LONG: 'LONG', SHORT: 'SHORT' } as const;

/** `timeInForce` as it may be sent. */
export const EXECUTIONS: Readonly<Record<string, Execution>> = {
  ...Object.fromEntries(Object.entries(EXECUTION_WIRE).map(([execution, { v3 }]) => [v3, execution as Execution])),
  PO: 'postOnly',
  GTX: 'postOnly',
};

/** `marginType`, and `marginMode` of the sockets. */
export const MARGIN_TYPES: Readonly<Record<MarginMode, string>> = { cross: 'CROSSED', isolated: 'ISOLATED' };
export const MARGIN_MODES = { CROSSED: 'cross', ISOLATED: 'isolated' } as const satisfies Record<string, MarginMode>;
/** `separatedType`. */
export const SEPARATED_TYPES: Readonly<Record<PositionMode, string>> = { combined: 'COMBINED', separated: 'SEPARATED' };
export const POSITION_MODES = { COMBINED: 'combined', SEPARATED: 'separated' } as const satisfies Record<
  string,
  PositionMode
>;

/** `workingType` of an order with a trigger, by the price that fires it. */
export const WORKING_TYPES: Readonly<Record<TriggerBy, string>> = {
  unset: 'CONTRACT_PRICE',
  last: 'CONTRACT_PRICE',
  mark: 'MARK_PRICE',
};
/** Of one without. */
export const NO_WORKING_TYPE = 'UNKNOWN_PRICE_TYPE';
export const TRIGGERS = { CONTRACT_PRICE: 'last', MARK_PRICE: 'mark' } as const satisfies Record<string, TriggerBy>;

/** The status of orders and plan orders; a partly filled order is NEW. */
export const STATUSES = {
  untriggered: 'UNTRIGGERED',
  open: 'NEW',
  filled: 'FILLED',
  canceled: 'CANCELED',
} as const;

/** The facts of a plan order that its `orderType` follows from. */
export interface PlanFacts {
  readonly kind: PlanKind;
  readonly side: Side;
  readonly effect: Effect;
  readonly direction: 'up' | 'down';
  /** Execution limit in ticks; 0: market. */
  readonly price: number;
}

/**
 * `orderType` of a plan order: a normal one is a stop where it follows the price, and a take profit where it goes
 * against it.
 */
export function planTypeOf({ kind, side, effect, direction, price }: PlanFacts): string {
  const follows = (directionOf(side, effect).side === 'BUY') === (direction === 'up');
  const isStop = kind === 'stopLoss' || (kind === 'normal' && follows);
  return `${isStop ? 'STOP' : 'TAKE_PROFIT'}${price === 0 ? '_MARKET' : ''}`;
}
