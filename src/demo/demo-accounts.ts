/**
 * The demo accounts of `outcry start`: two traders with 10 000 USDT each, on the AI-log allowlist, whose keys are
 * printed and written here for all to read.
 *
 * They are for trying the exchange on one's own machine. `outcry serve` has none of them, and takes none of their keys.
 */
import type { Keyring } from '../api/front/keys/keyring.ts';
import type { AccountId, DecimalText } from '../core/num/units.ts';
import type { State } from '../core/state/state.ts';
import type { Submit } from '../market/submit.ts';
import { StoreRefusal } from '../store/errors.ts';
import { hashPassphrase, LITTLE_COST } from '../store/keys/passphrase.ts';
import type { Store } from '../store/store.ts';

export interface DemoAccount {
  readonly uid: AccountId;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** LOCAL DEMO KEYS: public, the same in every copy of this program. Never use them for anything that matters. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    uid: 1_000_001,
    apiKey: 'local-demo-key-1',
    secret: 'local-demo-secret-1-everybody-knows-it',
    passphrase: 'local-demo-passphrase-1',
  },
  {
    uid: 1_000_002,
    apiKey: 'local-demo-key-2',
    secret: 'local-demo-secret-2-everybody-knows-it',
    passphrase: 'local-demo-passphrase-2',
  },
];

const DEMO_BALANCE: DecimalText = '10000';

/**
 * Opens those that are missing. Both commands go in one batch, so an account is funded and listed once in its life, or
 * not at all.
 */
export async function openDemoAccounts(state: State, submit: Submit, store: Store, nowMs: number): Promise<void> {
  for (const { uid } of DEMO_ACCOUNTS)
    await openAccount({ uid, label: 'demo', reason: 'demo account' }, state, submit, store, nowMs);
}

/** Opens one of `outcry start`'s own accounts, unless it is there. */
export async function openAccount(
  {
    uid,
    label,
    reason,
    balance = DEMO_BALANCE,
  }: {
    readonly uid: AccountId;
    readonly label: string;
    readonly reason: string;
    readonly balance?: DecimalText;
  },
  state: State,
  submit: Submit,
  store: Pick<Store, 'ask'>,
  nowMs: number,
): Promise<void> {
  await enterAccount(store, uid, label, nowMs);
  if (state.accounts.has(uid)) return;
  await Promise.all([
    submit<'deposit'>({ name: 'deposit', account: uid, amount: balance }),
    submit<'setAllowlist'>({ name: 'setAllowlist', account: uid, allowed: true, reason, actor: 'outcry start' }),
  ]);
}

async function enterAccount(store: Pick<Store, 'ask'>, uid: AccountId, label: string, nowMs: number): Promise<void> {
  try {
    await store.ask('accountCreate', { uid, label, nowMs }, 0);
  } catch (error) {
    if (!(error instanceof StoreRefusal && error.reason === 'accountTaken')) throw error;
  }
}

/** A keyring that has the demo keys beside those of the store. They are never stored, so they end with this process. */
export async function withDemoKeys(
  keyring: Keyring,
  accounts: readonly DemoAccount[] = DEMO_ACCOUNTS,
): Promise<Keyring> {
  const demoKeys = await Promise.all(
    accounts.map(async ({ uid, apiKey, secret, passphrase }) => ({
      id: `demo_${uid}`,
      key: apiKey,
      uid,
      label: 'local demo key',
      permission: 'trade' as const,
      ips: [],
      enabled: true,
      createdMs: 0,
      expiresMs: null,
      revokedMs: null,
      secret,
      passphraseHash: await hashPassphrase(passphrase, LITTLE_COST),
    })),
  );
  keyring.load(demoKeys);
  return { ...keyring, load: (keys) => keyring.load([...demoKeys, ...keys]) };
}
