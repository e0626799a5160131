/**
 * The statement of an account's channel about itself: a row of a table (index.ts), from which follow its names, its
 * first message, what it says of a command, AsyncAPI and the client's types.
 */
import type { Account, Position } from '../../../core/state/records.ts';
import type { State } from '../../../core/state/state.ts';
import type { Turnover } from '../../../live/turnover.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { OrderTraces } from './order-traces.ts';
import type { Touched } from './touched.ts';

export const ACCOUNT_EVENTS = [
  'Snapshot',
  'OrderUpdate',
  'PositionFundingSettle',
  'CollateralUpdate',
  'SettingUpdate',
  'LiquidateStart',
  'LiquidateFinish',
] as const;

export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];

/** One array of `data`. */
interface DataArray {
  readonly shape: Shape<unknown>;
  /** One item in a word, for the client's type; absent: the array's name. */
  readonly item?: string;
  /** Not in every message. */
  readonly isOptional?: true;
}

export type Data = Readonly<Record<string, readonly unknown[]>>;

/** One event of an account. */
export interface Happened {
  readonly event: AccountEvent;
  readonly touched: Touched;
  readonly timeMs: number;
}

/** What messages are made of. */
export interface AccountView {
  readonly state: State;
  readonly turnover: Pick<Turnover, 'of'>;
  readonly traces: Pick<OrderTraces, 'find'>;
}

export interface AccountChannel<Name extends string = string> {
  readonly name: Name;
  /** Those that the family's older programs know it by. */
  readonly aliases: readonly string[];
  readonly arrays: Readonly<Record<string, DataArray>>;
  /** Whether it has a part in an event. */
  concerns(happened: Happened): boolean;
  /** What it says of an event. */
  changed(happened: Happened, view: AccountView): Data;
  /** Everything there is. */
  snapshot(account: Account, view: AccountView): Data;
}

export function defineAccountChannel<const Name extends string>(row: AccountChannel<Name>): AccountChannel<Name> {
  return row;
}

/** A command that did something besides funding and liquidation, which are events of their own. */
export function isCommon(event: AccountEvent): boolean {
  return event === 'OrderUpdate' || event === 'CollateralUpdate' || event === 'SettingUpdate';
}

export function openPositionsOf(account: Account): Position[] {
  return account.holdings.flatMap((holding) => holding?.positions.filter(({ size }) => size > 0) ?? []);
}
