/** `outcry key …`: API keys. A secret is shown once, when it is made, and can't be read again. */
import { withoutBrackets } from '../app/settings/setting-kinds.ts';
import { askAdmin } from './admin.ts';
import { UsageError } from './told.ts';
import { accountOperand, defineVerb, operand, type Verb } from './verb.ts';

interface KeyMade {
  readonly id: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

interface KeyRow {
  readonly id: string;
  readonly apiKey: string;
  readonly uid: number;
  readonly permission: string;
  readonly ips: readonly string[];
  readonly state: string;
  readonly label: string;
}

const create = defineVerb({
  name: 'key create',
  about: 'make an API key for an account; prints its secret, once',
  operands: ['UID'],
  options: {
    label: { value: 'TEXT', about: 'what it is for' },
    permission: { value: 'read|trade', about: 'what it may do (trade)' },
    ip: { value: 'LIST', about: 'addresses it may come from, with commas between (any)' },
    passphrase: { value: 'TEXT', about: 'drawn when not given' },
  },
  async answer(call) {
    const permission = call.options['permission'] ?? 'trade';
    if (permission !== 'read' && permission !== 'trade')
      throw new UsageError(`--permission is '${permission}', needs read or trade`);
    const uid = accountOperand(call);
    const made = await askAdmin<KeyMade>(call.data, 'POST', '/admin/keys', {
      uid,
      label: call.options['label'] ?? '',
      permission,
      ips: (call.options['ip'] ?? '')
        .split(',')
        .flatMap((one) => (one.trim() === '' ? [] : [withoutBrackets(one.trim())])),
      passphrase: call.options['passphrase'] ?? null,
    });
    const text = [
      `id          ${made.id}`,
      `key         ${made.apiKey}`,
      `secret      ${made.secret}`,
      `passphrase  ${made.passphrase}`,
    ];
    return { json: { uid, ...made }, text: text.join('\n'), note: 'The secret is not shown again.' };
  },
});

const list = defineVerb({
  name: 'key list',
  about: 'the API keys, of one account or all',
  operands: ['[UID]'],
  async answer(call) {
    const of = call.operands['UID'] === undefined ? '' : `?uid=${accountOperand(call)}`;
    const { list } = await askAdmin<{ list: readonly KeyRow[] }>(call.data, 'GET', `/admin/keys${of}`);
    const rows = list.map(({ id, uid, apiKey, permission, ips, state, label }) => [
      id,
      uid,
      apiKey,
      permission,
      ips.join(',') || 'any',
      state,
      label,
    ]);
    return { json: list, text: { head: ['id', 'uid', 'key', 'permission', 'from', 'state', 'label'], rows } };
  },
});

const revoke = defineVerb({
  name: 'key revoke',
  about: 'end an API key for ever',
  operands: ['ID'],
  more: "ID is the key's id as `outcry key list` shows it (ak_…).",
  async answer(call) {
    const id = operand(call, 'ID');
    const answer = await askAdmin<unknown>(call.data, 'POST', '/admin/keys/revoke', { id });
    return { json: answer, text: `key ${id} is revoked` };
  },
});

export const keyVerbs: readonly Verb[] = [create, list, revoke];
