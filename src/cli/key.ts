/** `outcry key …`: API keys. A secret is shown once, when it is made, and can't be read again. */
import { askAdmin } from './admin.ts';
import { accountOperand, defineVerb, operand, UsageError, type Verb } from './verb.ts';

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
    const made = await askAdmin<KeyMade>(call.data, 'POST', '/admin/keys', {
      uid: accountOperand(call),
      label: call.options['label'] ?? '',
      permission,
      ips: (call.options['ip'] ?? '').split(',').filter((one) => one !== ''),
      passphrase: call.options['passphrase'] ?? null,
    });
    const text = [
      `id          ${made.id}`,
      `key         ${made.apiKey}`,
      `secret      ${made.secret}`,
      `passphrase  ${made.passphrase}`,
    ];
    return { json: made, text: [...text, 'The secret is not shown again.'].join('\n') };
  },
});

const list = defineVerb({
  name: 'key list',
  about: 'the API keys, of one account or all',
  operands: ['[UID]'],
  async answer(call) {
    const of = call.operands['UID'] === undefined ? '' : `?uid=${accountOperand(call)}`;
    const { list } = await askAdmin<{ list: readonly KeyRow[] }>(call.data, 'GET', `/admin/keys${of}`);
    const rows = list.map((row) =>
      [row.id, row.uid, row.apiKey, row.permission, row.ips.join(',') || 'any', row.state, row.label].join('\t'),
    );
    return { json: list, text: ['id\tuid\tkey\tpermission\tfrom\tstate\tlabel', ...rows].join('\n') };
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
