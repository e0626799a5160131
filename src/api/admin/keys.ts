/**
 * Administration of API keys: make (the secret is shown once), list, switch on and off, revoke. The API's own copy
 * follows at once; if the read store goes away between the change and the copy, the copy follows as soon as the store
 * is back.
 *
 * A key that is to be revoked or switched off is suspended before the store is asked: a lost answer leaves no key
 * working that should be off.
 */
import { isUserAccount } from '../../core/language/accounts.ts';
import { StoreAway, StoreBehind, StoreRefusal } from '../../store/errors.ts';
import type { KeyCreateArgs, KeyItem } from '../../store/keys/keys.ts';
import type { AdminDeps } from './deps.ts';
import {
  AdminRefusal,
  type AdminRoute,
  type Body,
  booleanIn,
  get,
  nullableLaterIn,
  nullableTextIn,
  post,
  textIn,
  textsIn,
  uidIn,
} from './body.ts';
import { machine } from '../../time/machine.ts';

/** How long after a failed read the store is asked for the keys again. */
const RELOAD_AFTER_MS = 1_000;

const isNotNow = (error: unknown): boolean => error instanceof StoreAway || error instanceof StoreBehind;

/** One key, not all of them: ten thousand would keep the trading thread busy for a tenth of a second. */
async function renew(deps: AdminDeps, id: string): Promise<void> {
  try {
    deps.keyring.renew(await deps.store.ask('keyring', { id }, 0));
  } catch (error) {
    if (!isNotNow(error)) throw error;
    machine.after(RELOAD_AFTER_MS, () => void renew(deps, id).catch(() => undefined)).unref();
  }
}

type Wanted = Pick<KeyCreateArgs, 'uid' | 'label'> & Partial<KeyCreateArgs>;

/** A new key, good at once; its secret is in this answer and nowhere else. */
export async function makeKey(deps: AdminDeps, wanted: Wanted) {
  const usual = { permission: 'trade', ips: [], expiresMs: null, key: null, secret: null, passphrase: null } as const;
  const made = await deps.store.ask('keyCreate', { ...usual, nowMs: deps.clock.nowMs(), ...wanted }, 0);
  await renew(deps, made.id);
  return { id: made.id, apiKey: made.key, secret: made.secret, passphrase: made.passphrase };
}

export function keyRoutes(deps: AdminDeps): AdminRoute[] {
  const { store, keyring, clock } = deps;
  const reload = (id: string): Promise<void> => renew(deps, id);
  /** Suspends the key; only a refusal by the store undoes that. */
  const switchOff = async (id: string, ask: () => Promise<KeyItem>): Promise<KeyItem> => {
    keyring.suspend(id);
    try {
      return await ask();
    } catch (error) {
      if (error instanceof StoreRefusal) keyring.resume(id);
      throw error;
    }
  };
  return [
    get('/admin/keys', async (fields) => {
      const list = await store.ask('keyList', { uid: uidFilter(fields) }, 0);
      return { list: list.map((key) => keyRow(key, clock.nowMs())) };
    }),
    post('/admin/keys', async (fields) => {
      const permission = textIn(fields, 'permission', 'trade');
      if (permission !== 'read' && permission !== 'trade')
        throw new AdminRefusal(`permission is '${permission}', needs read or trade`);
      return makeKey(deps, {
        uid: uidIn(fields),
        label: textIn(fields, 'label', ''),
        permission,
        ips: textsIn(fields, 'ips'),
        expiresMs: nullableLaterIn(fields, 'expiresMs', clock.nowMs()),
        key: nullableTextIn(fields, 'apiKey'),
        secret: nullableTextIn(fields, 'secret'),
        passphrase: nullableTextIn(fields, 'passphrase'),
      });
    }),
    post('/admin/keys/revoke', async (fields) => {
      const id = textIn(fields, 'id');
      const key = await switchOff(id, () => store.ask('keyRevoke', { id, nowMs: clock.nowMs() }, 0));
      await reload(id);
      return keyRow(key, clock.nowMs());
    }),
    post('/admin/keys/enable', async (fields) => {
      const id = textIn(fields, 'id');
      const enabled = booleanIn(fields, 'enabled');
      const ask = () => store.ask('keySetEnabled', { id, enabled }, 0);
      const key = enabled ? await ask() : await switchOff(id, ask);
      if (enabled) keyring.resume(id);
      await reload(id);
      return keyRow(key, clock.nowMs());
    }),
  ];
}

/** `?uid=` of a listing. */
function uidFilter({ uid }: Body): number | null {
  if (uid === undefined) return null;
  const number = Number(uid);
  if (!Number.isSafeInteger(number) || number <= 0)
    throw new AdminRefusal(`uid is ${JSON.stringify(uid)}, needs an account number`);
  return number;
}

function keyRow(key: KeyItem, nowMs: number) {
  const { id, key: apiKey, uid, label, permission, ips, createdMs, expiresMs } = key;
  return { id, apiKey, uid, label, permission, ips, state: stateOf(key, nowMs), createdMs, expiresMs };
}

function stateOf({ uid, revokedMs, enabled, expiresMs }: KeyItem, nowMs: number): string {
  if (revokedMs !== null) return 'revoked';
  if (!isUserAccount(uid)) return 'refused';
  if (!enabled) return 'disabled';
  return expiresMs !== null && nowMs >= expiresMs ? 'expired' : 'active';
}
