/**
 * The operator's list of accounts: which uid belongs to whom. What an account owns and may do is in the core's state,
 * not here.
 */
import { sql } from 'kysely';
import { FIRST_HOUSE, FIRST_USER, isUserAccount, LAST_DEMO, LAST_HOUSE } from '../../core/language/accounts.ts';
import type { Database } from '../database/db.ts';
import { StoreRefusal } from '../errors.ts';
import { countChange } from '../database/owner.ts';

export interface AccountCreateArgs {
  /** Null takes the next free number. */
  readonly uid: number | null;
  readonly label: string;
  readonly nowMs: number;
}

export interface AccountItem {
  readonly uid: number;
  readonly label: string;
  readonly createdMs: number;
}

/** A contest, a team's name in any script and whom to write to. */
const MAX_LABEL = 256;

/**
 * Enters an account.
 * @throws StoreRefusal `badAccount`, or `accountTaken` when the uid is there already
 */
export async function accountCreate(
  database: Database,
  { uid, label, nowMs }: AccountCreateArgs,
): Promise<AccountItem> {
  if (label.length > MAX_LABEL || /[\u0000-\u001f\u007f-\u009f]/.test(label)) {
    throw new StoreRefusal(
      'badAccount',
      `an account's label has at most ${MAX_LABEL} characters and no control characters`,
    );
  }
  if (uid !== null && !(Number.isSafeInteger(uid) && uid > 0))
    throw new StoreRefusal('badAccount', `uid ${uid} is no positive integer`);
  if (uid !== null) refuseOwn(uid);
  return database.transaction('durable', async (on) => {
    await countChange(on);
    const chosen = uid ?? (await nextUid(on));
    const item = { uid: chosen, label, createdMs: nowMs };
    const { numInsertedOrUpdatedRows } = await on
      .insertInto('account')
      .values({ uid: chosen, label, created_at: nowMs })
      .onConflict((conflict) => conflict.column('uid').doNothing())
      .executeTakeFirst();
    if (Number(numInsertedOrUpdatedRows) === 0)
      throw new StoreRefusal('accountTaken', `account ${chosen} exists already`);
    return item;
  });
}

/**
 * An account that isn't a user's can't be opened or have a key.
 * @throws StoreRefusal `badAccount`
 */
export function refuseOwn(uid: number): void {
  if (isUserAccount(uid)) return;
  throw new StoreRefusal(
    'badAccount',
    `account ${uid} is no user's; those are numbered from ${FIRST_USER}, without ${FIRST_HOUSE} to ${LAST_HOUSE}`,
  );
}

async function nextUid(on: Database['sql']): Promise<number> {
  const { last } = await on
    .selectFrom('account')
    .select(sql<number | null>`MAX(uid)`.as('last'))
    .where('uid', '<', FIRST_HOUSE)
    .executeTakeFirstOrThrow();
  const next = Math.max(LAST_DEMO + 1, (last ?? 0) + 1);
  if (next >= FIRST_HOUSE)
    throw new StoreRefusal('badAccount', `no free uid below ${FIRST_HOUSE}; give one explicitly`);
  return next;
}

/** All accounts, by uid. */
export async function accountList(database: Database): Promise<AccountItem[]> {
  const rows = await database.sql.selectFrom('account').selectAll().orderBy('uid').execute();
  return rows.map(({ uid, label, created_at }) => ({ uid, label, createdMs: created_at }));
}
