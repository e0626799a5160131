/** `outcry allowlist …`: who may upload AI logs. Each change is a command and a leaf of the log. */
import { askAdmin } from './admin.ts';
import { accountOperand, defineVerb, type Verb } from './verb.ts';

interface Listed {
  readonly uid: number;
  readonly allowed: boolean;
}

function changeVerb(name: 'add' | 'remove', allowed: boolean): Verb {
  return defineVerb({
    name: `allowlist ${name}`,
    about: allowed ? 'let an account upload AI logs' : 'let it no longer',
    operands: ['UID'],
    options: { reason: { value: 'TEXT', about: 'why; recorded in the log' } },
    async answer(call) {
      const uid = accountOperand(call);
      const answer = await askAdmin<Listed>(call.data, 'POST', '/admin/allowlist', {
        uid,
        allowed,
        reason: call.options['reason'] ?? `outcry allowlist ${name}`,
      });
      return { json: answer, text: `account ${uid} is ${allowed ? '' : 'no longer '}on the AI-log allowlist` };
    },
  });
}

const list = defineVerb({
  name: 'allowlist list',
  about: 'who may upload AI logs',
  async answer({ data }) {
    const { list } = await askAdmin<{ list: readonly number[] }>(data, 'GET', '/admin/allowlist');
    return { json: list, text: { head: ['uid'], rows: list.map((uid) => [uid]) } };
  },
});

export const allowlistVerbs: readonly Verb[] = [changeVerb('add', true), changeVerb('remove', false), list];
