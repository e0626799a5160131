/**
 * Administration of API keys: make (the secret is shown once), list, switch on and off, revoke. The API's own copy
 * follows at once; if the read store goes away between the change and the copy, the copy follows as soon as the store
 * is back.
 *
 * A key that is to be revoked or switched off is suspended before the store is asked: a lost answer leaves no key
 * working that should be off. Where nodes share the store the answer waits until none of them takes it any more, and
 * names those that still may.
 */
import type { KeyLimitFields } from '../../core/language/key-limits.ts';
import { isUserAccount } from '../../core/language/accounts.ts';
import { StoreAway, StoreBehind, StoreRefusal } from '../../store/errors.ts';
import type { KeyCreateArgs, KeyItem } from '../../store/keys/keys.ts';
import { UNSEEN_MS } from '../../store/keys/unseen.ts';
import type { AdminDeps } from './deps.ts';
import {
  AdminRefusal,
  type AdminRoute,
  type Body,
  booleanIn,
  decimalIn,
  get,
  nullableLaterIn,
  nullableTextIn,
  objectIn,
  post,
  textIn,
  textsIn,
  timeIn,
  uidIn,
} from './body.ts';
import { keyLimitsView } from '../shapes/key-limits.ts';
import { command } from './command.ts';
import { machine } from '../../time/machine.ts';

/** How long after a failed read the store is asked for the keys again. */
const RELOAD_AFTER_MS = 1_000;
/** How long a key that was switched off is waited for at the other nodes; a notice reaches them in milliseconds. */
const OTHERS_MS = 3_000;

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

/** A new key, good at once, under its limits from the beginning; its secret is in this answer and nowhere else. */
export async function makeKey(deps: AdminDeps, wanted: Wanted, limits: KeyLimitFields | null = null) {
  const usual = { permission: 'trade', ips: [], expiresMs: null, key: null, secret: null, passphrase: null } as const;
  const made = await deps.store.ask('keyCreate', { ...usual, nowMs: deps.clock.nowMs(), ...wanted }, 0);
  if (limits !== null) await limitNew(deps, { id: made.id, uid: wanted.uid }, limits);
  await renew(deps, made.id);
  return { id: made.id, apiKey: made.key, secret: made.secret, passphrase: made.passphrase };
}

/** It can't be used before it is in the keyring; one that can't have its limits never is. */
async function limitNew(deps: AdminDeps, key: Known, limits: KeyLimitFields): Promise<void> {
  try {
    await command(deps, limitKey(key, limits));
  } catch (error) {
    await deps.store.ask('keyRevoke', { id: key.id, nowMs: deps.clock.nowMs() }, 0);
    throw error;
  }
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
      return { list: list.map((key) => ({ ...keyRow(key, clock.nowMs()), ...shownLimits(deps, key.id) })) };
    }),
    post('/admin/keys', async (fields) => {
      const permission = textIn(fields, 'permission', 'trade');
      if (permission !== 'read' && permission !== 'trade')
        throw new AdminRefusal(`permission is '${permission}', needs read or trade`);
      const uid = uidIn(fields);
      const limits = limitsIn(fields);
      return makeKey(
        deps,
        {
          uid,
          label: textIn(fields, 'label', ''),
          permission,
          ips: textsIn(fields, 'ips'),
          expiresMs: nullableLaterIn(fields, 'expiresMs', clock.nowMs()),
          key: nullableTextIn(fields, 'apiKey'),
          secret: nullableTextIn(fields, 'secret'),
          passphrase: nullableTextIn(fields, 'passphrase'),
        },
        limits,
      );
    }),
    post('/admin/keys/limits', async (fields) => {
      const key = await keyOf(deps, textIn(fields, 'id'));
      const { sequence } = await command(deps, limitKey(key, limitsIn(fields)));
      return { ...shownLimits(deps, key.id), sequence };
    }),
    post('/admin/keys/stop', async (fields) => {
      const { id, uid } = await keyOf(deps, textIn(fields, 'id'));
      const closes = booleanIn(fields, 'close', false);
      const stop = { name: 'stopKey', account: uid, keyId: id, channel: 'api', closes } as const;
      const { sequence } = await command(deps, stop);
      return { ...shownLimits(deps, id), sequence };
    }),
    post('/admin/keys/revoke', async (fields) => {
      const id = textIn(fields, 'id');
      const key = await switchOff(id, () => store.ask('keyRevoke', { id, nowMs: clock.nowMs() }, 0));
      await reload(id);
      return shownOff(deps, key);
    }),
    post('/admin/keys/enable', async (fields) => {
      const id = textIn(fields, 'id');
      const enabled = booleanIn(fields, 'enabled');
      const ask = () => store.ask('keySetEnabled', { id, enabled }, 0);
      const key = enabled ? await ask() : await switchOff(id, ask);
      if (enabled) keyring.resume(id);
      await reload(id);
      return enabled ? keyRow(key, clock.nowMs()) : shownOff(deps, key);
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

type Known = Pick<KeyItem, 'id' | 'uid'>;

async function keyOf({ store }: AdminDeps, id: string): Promise<Known> {
  const found = (await store.ask('keyList', { uid: null }, 0)).find((key) => key.id === id);
  if (found === undefined)
    throw new AdminRefusal(`there is no key ${JSON.stringify(id)}; outcry key list has their ids`);
  return found;
}

function limitKey({ id: keyId, uid: account }: Known, limits: KeyLimitFields | null) {
  return { name: 'setKeyLimits', account, keyId, limits } as const;
}

/** `limits` of a request; null when it has none, or null: none any more. */
export function limitsIn(fields: Body): KeyLimitFields | null {
  if ((fields['limits'] ?? null) === null) return null;
  const limits = objectIn(fields, 'limits');
  const amountIn = (name: string) => ((limits[name] ?? null) === null ? null : decimalIn(limits, name));
  return {
    maxOrder: amountIn('orderValue'),
    maxPosition: amountIn('positionValue'),
    maxDayLoss: amountIn('dayLoss'),
    closeOnly: booleanIn(limits, 'reduceOnly', false),
    symbols: (limits['symbols'] ?? null) === null ? null : textsIn(limits, 'symbols'),
    untilMs: (limits['until'] ?? null) === null ? 0 : timeIn(limits, 'until'),
  };
}

function shownLimits({ engine }: AdminDeps, id: string) {
  const limits = engine.state.keyLimits.get(id);
  return { id, limits: limits === undefined ? null : keyLimitsView(limits) };
}

/** A key that was switched off, with the nodes that may still take it, when there are any. */
async function shownOff({ store, clock }: AdminDeps, key: KeyItem) {
  const late = store.shared === null ? [] : await store.ask('keysUnseen', { waitMs: OTHERS_MS }, 0);
  const unseenBy = late.map((one) => ({ ...one, leftMs: Math.max(0, UNSEEN_MS - one.agoMs) }));
  return { ...keyRow(key, clock.nowMs()), ...(late.length === 0 ? {} : { unseenBy }) };
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
