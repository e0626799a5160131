/** Administration of API keys: make (the secret is answered once), list, switch, revoke. The API's own copy follows at once. */
import type { FastifyInstance } from 'fastify';
import type { KeyItem } from '../../store/keys.ts';
import type { ApiDeps } from '../deps.ts';
import { AdminRefusal, bodyOf, booleanIn, nullableNumberIn, nullableTextIn, textIn, textsIn, uidIn } from './body.ts';

export function addKeys(app: FastifyInstance, deps: ApiDeps): void {
  const { store, keyring, clock } = deps;
  const reload = async (): Promise<void> => keyring.load(await store.ask('keyring', null, 0));
  app.get('/admin/keys', async (request) => {
    const list = await store.ask('keyList', { uid: uidFilter(request.url) }, 0);
    return { list: list.map((key) => keyRow(key, clock.nowMs())) };
  });
  app.post('/admin/keys', async (request) => {
    const body = bodyOf(request.body);
    const permission = textIn(body, 'permission', 'trade');
    if (permission !== 'read' && permission !== 'trade')
      throw new AdminRefusal(`permission is '${permission}', needs read or trade`);
    const made = await store.ask(
      'keyCreate',
      {
        uid: uidIn(body),
        label: textIn(body, 'label', ''),
        permission,
        ips: textsIn(body, 'ips'),
        expiresMs: nullableNumberIn(body, 'expiresMs'),
        nowMs: clock.nowMs(),
        key: nullableTextIn(body, 'apiKey'),
        secret: nullableTextIn(body, 'secret'),
        passphrase: nullableTextIn(body, 'passphrase'),
      },
      0,
    );
    await reload();
    return { id: made.id, apiKey: made.key, secret: made.secret, passphrase: made.passphrase };
  });
  app.post('/admin/keys/revoke', async (request) => {
    const key = await store.ask('keyRevoke', { id: textIn(bodyOf(request.body), 'id'), nowMs: clock.nowMs() }, 0);
    await reload();
    return keyRow(key, clock.nowMs());
  });
  app.post('/admin/keys/enable', async (request) => {
    const body = bodyOf(request.body);
    const key = await store.ask('keySetEnabled', { id: textIn(body, 'id'), enabled: booleanIn(body, 'enabled') }, 0);
    await reload();
    return keyRow(key, clock.nowMs());
  });
}

/** `?uid=` of a listing. */
function uidFilter(url: string): number | null {
  const text = new URL(url, 'http://localhost').searchParams.get('uid');
  if (text === null) return null;
  const uid = Number(text);
  if (!Number.isSafeInteger(uid) || uid <= 0) throw new AdminRefusal(`uid is '${text}', needs an account number`);
  return uid;
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
