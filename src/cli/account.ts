/** `outcry account …`: opening, freezing and listing accounts, through the administration of the running exchange. */
import { askAdmin } from './admin.ts';
import { UsageError } from './told.ts';
import { accountOperand, defineVerb, type Verb } from './verb.ts';

interface AccountRow {
  readonly uid: number;
  readonly label: string;
  readonly equity: string;
  readonly available: string;
  readonly frozen: boolean;
  readonly allowed: boolean;
}

const create = defineVerb({
  name: 'account create',
  about: 'open an account',
  operands: ['[LABEL]'],
  options: { uid: { value: 'UID', about: 'its number; the next free one when not given' } },
  async answer(call) {
    const uid = call.options['uid'];
    if (uid !== undefined && !/^[1-9][0-9]{0,14}$/.test(uid))
      throw new UsageError(`--uid is '${uid}', needs a whole number`);
    const answer = await askAdmin<{ uid: number }>(call.data, 'POST', '/admin/accounts', {
      label: call.operands['LABEL'] ?? '',
      uid: uid === undefined ? null : Number(uid),
    });
    return {
      json: answer,
      text: `account ${answer.uid} is open; next: outcry account deposit ${answer.uid} 10000, outcry key create ${answer.uid}`,
    };
  },
});

function freezeVerb(name: 'freeze' | 'unfreeze', frozen: boolean): Verb {
  return defineVerb({
    name: `account ${name}`,
    about: frozen ? 'take no commands of an account, AI logs apart' : 'take its commands again',
    operands: ['UID'],
    options: { reason: { value: 'TEXT', about: 'why; public, and needed where the account is in a contest' } },
    async answer(call) {
      const uid = accountOperand(call);
      const { reason = null } = call.options;
      const answer = await askAdmin<unknown>(call.data, 'POST', '/admin/accounts/freeze', { uid, frozen, reason });
      return { json: answer, text: `account ${uid} is ${frozen ? 'frozen' : 'free again'}` };
    },
  });
}

const list = defineVerb({
  name: 'account list',
  about: 'the accounts and what they have',
  async answer({ data }) {
    const { list } = await askAdmin<{ list: readonly AccountRow[] }>(data, 'GET', '/admin/accounts');
    const rows = list.map(({ uid, equity, available, frozen, allowed, label }) => [
      uid,
      equity,
      available,
      frozen ? 'frozen' : '-',
      allowed ? 'ai-log' : '-',
      label,
    ]);
    return { json: list, text: { head: ['uid', 'equity', 'available', 'state', 'allowlist', 'label'], rows } };
  },
});

export const accountVerbs: readonly Verb[] = [create, list, freezeVerb('freeze', true), freezeVerb('unfreeze', false)];
