/** The account's channels of each dialect. */
import type { AccountRow } from './account/channel.ts';
import type { AccountTable, DialectName } from './dialect/dialect.ts';
import { V3_ACCOUNT } from '../v3/push/account-table.ts';
import { V2_ACCOUNT } from './v2/account-table.ts';

export const ACCOUNT_TABLES: Readonly<Record<DialectName, AccountTable>> = { v2: V2_ACCOUNT, v3: V3_ACCOUNT };

/** All of them in the order in which they publish an event. */
export const ACCOUNT_ROWS: readonly AccountRow[] = Object.values(ACCOUNT_TABLES).flatMap(({ rows }) => rows);
