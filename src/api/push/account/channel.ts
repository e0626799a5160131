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

/** Input of messages. */
export interface AccountView {
  readonly state: State;
  readonly turnover: Pick<Turnover, 'of'>;
  readonly traces: Pick<OrderTraces, 'find'>;
}

/** The number of an event, counted over all of the account's, and of the one the channel published before. */
export interface Versions {
  readonly version: number;
  readonly previous: number;
}

/** An account's channel, whatever the dialect of its messages. */
export interface AccountRow {
  readonly name: string;
  /** Those that the family's older programs know it by. */
  readonly aliases: readonly string[];
  /** Whether it has a part in an event. */
  readonly concerns: (happened: Happened) => boolean;
  /** Its rows for an event. */
  told(happened: Happened, versions: Versions, view: AccountView): string;
  /**
   * Everything there is; null: it says nothing of it.
   * @param account undefined: no command has named it yet
   */
  first(account: Account | undefined, versions: Versions, view: AccountView): string | null;
}

/** Definition of a channel of v2. */
interface Stated<Name extends string> extends Pick<AccountRow, 'aliases' | 'concerns'> {
  readonly name: Name;
  readonly arrays: Readonly<Record<string, DataArray>>;
  /** Its rows for an event. */
  changed(happened: Happened, view: AccountView): Data;
  /** Everything there is. */
  snapshot(account: Account, view: AccountView): Data;
}

export interface AccountChannel<Name extends string = string> extends AccountRow, Stated<Name> {
  readonly name: Name;
}

export function defineAccountChannel<const Name extends string>(row: Stated<Name>): AccountChannel<Name> {
  return {
    ...row,
    told: (happened, versions, view) => msgText(happened.event, versions, row.changed(happened, view), happened.timeMs),
    first(account, versions, view) {
      const data = account === undefined ? nothing(row) : row.snapshot(account, view);
      return msgText('Snapshot', versions, data, view.state.timeMs);
    },
  };
}

/** First message of an account that has done nothing yet. */
function nothing({ arrays }: Pick<AccountChannel, 'arrays'>): Data {
  return Object.fromEntries(Object.keys(arrays).map((name) => [name, []]));
}

/** The `msg` of a message. */
function msgText(event: AccountEvent, { version, previous }: Versions, data: Data, timeMs: number): string {
  const versions = `"version":${version},"previousVersion":${previous}`;
  return `{"msgEvent":"${event}",${versions},"data":${JSON.stringify(data)},"time":${timeMs}}`;
}

/** A command that did something besides funding and liquidation, which are events of their own. */
export function isCommon(event: AccountEvent): boolean {
  return event === 'OrderUpdate' || event === 'CollateralUpdate' || event === 'SettingUpdate';
}

export function openPositionsOf(account: Account): Position[] {
  return account.holdings.flatMap((holding) => holding?.positions.filter(({ size }) => size > 0) ?? []);
}
