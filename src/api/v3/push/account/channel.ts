/** The statement of an account's channel of v3 about itself: a row of a table (index.ts). */
import type { Account } from '../../../../core/state/records.ts';
import type { AccountRow, AccountView, Happened } from '../../../push/account/channel.ts';
import type { Shape } from '../../../shapes/shape.ts';

/** `msgEvent`. */
export const ACCOUNT_EVENTS_V3 = [
  'Snapshot',
  'OrderUpdate',
  'PositionFundingSettle',
  'DepositUpdate',
  'WithdrawUpdate',
  'CollateralUpdate',
  'SettingUpdate',
  'LiquidateStart',
  'LiquidateFinish',
] as const;

type EventWord = (typeof ACCOUNT_EVENTS_V3)[number];
type Rows = readonly unknown[];

interface Stated<Name extends string> extends Pick<AccountRow, 'aliases' | 'concerns'> {
  readonly name: Name;
  /** One row of `d`. */
  readonly shape: Shape<unknown>;
  /** Its rows for an event that concerns it: never nothing, which programs would fail at. */
  changed(happened: Happened, view: AccountView): Rows;
  /** Everything there is; none: there is no first message. */
  snapshot(account: Account | undefined, view: AccountView): Rows;
}

export interface AccountChannelV3<Name extends string = string> extends AccountRow, Stated<Name> {
  readonly name: Name;
}

export function defineAccountChannelV3<const Name extends string>(row: Stated<Name>): AccountChannelV3<Name> {
  const text = (event: EventWord, timeMs: number, version: number, rows: Rows): string =>
    `{"e":"${row.name}","E":${timeMs},"v":${version},"msgEvent":"${event}","d":${JSON.stringify(rows)}}`;
  return {
    ...row,
    told: (happened, { version }, view) =>
      text(eventWord(happened), happened.timeMs, version, row.changed(happened, view)),
    first(account, { version }, view) {
      const rows = row.snapshot(account, view);
      return rows.length === 0 ? null : text('Snapshot', view.state.timeMs, version, rows);
    },
  };
}

function eventWord({ event, touched: { movedBy } }: Happened): EventWord {
  if (event !== 'CollateralUpdate') return event;
  if (movedBy === 'deposit' || movedBy === 'transfer_in') return 'DepositUpdate';
  return movedBy === 'withdraw' || movedBy === 'transfer_out' ? 'WithdrawUpdate' : event;
}
