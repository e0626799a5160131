/** Administration of API keys: make (the secret is answered once), list, switch, revoke. The API's own copy follows at once. */
import type { KeyItem } from '../../store/keys.ts';
import type { ApiDeps } from '../deps.ts';
import {
  AdminRefusal,
  type AdminRoute,
  type Body,
  booleanIn,
  get,
  nullableNumberIn,
  nullableTextIn,
  post,
  textIn,
  textsIn,
  uidIn,
} from './body.ts';

export function keyRoutes(deps: ApiDeps): AdminRoute[] {
  const { store, keyring, clock } = deps;
  const reload = async (): Promise<void> => keyring.load(await store.ask('keyring', null, 0));
  return [
    get('/admin/keys', async (fields) => {
      const list = await store.ask('keyList', { uid: uidFilter(fields) }, 0);
      return { list: list.map((key) => keyRow(key, clock.nowMs())) };
    }),
    post('/admin/keys', async (fields) => {
      const permission = textIn(fields, 'permission', 'trade');
      if (permission !== 'read' && permission !== 'trade')
        throw new AdminRefusal(`permission is '${permission}', needs read or trade`);
      const made = await store.ask(
        'keyCreate',
        {
          uid: uidIn(fields),
          label: textIn(fields, 'label', ''),
          permission,
          ips: textsIn(fields, 'ips'),
          expiresMs: nullableNumberIn(fields, 'expiresMs'),
          nowMs: clock.nowMs(),
          key: nullableTextIn(fields, 'apiKey'),
          secret: nullableTextIn(fields, 'secret'),
          passphrase: nullableTextIn(fields, 'passphrase'),
        },
        0,
      );
      await reload();
      return { id: made.id, apiKey: made.key, secret: made.secret, passphrase: made.passphrase };
    }),
    post('/admin/keys/revoke', async (fields) => {
      const key = await store.ask('keyRevoke', { id: textIn(fields, 'id'), nowMs: clock.nowMs() }, 0);
      await reload();
      return keyRow(key, clock.nowMs());
    }),
    post('/admin/keys/enable', async (fields) => {
      const key = await store.ask('keySetEnabled', { id: textIn(fields, 'id'), enabled: booleanIn(fields, 'enabled') }, 0);
      await reload();
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

function stateOf({ revokedMs, enabled, expiresMs }: KeyItem, nowMs: number): string {
  if (revokedMs !== null) return 'revoked';
  if (!enabled) return 'disabled';
  return expiresMs !== null && nowMs >= expiresMs ? 'expired' : 'active';
}
