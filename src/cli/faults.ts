/** `outcry faults …`: what the requests of a rehearsal's accounts meet on their way. */
import type { FaultsInForce } from '../api/call/faults.ts';
import { askAdmin } from './admin.ts';
import { namedOrFile } from './scenario.ts';
import { UsageError } from './told.ts';
import { accountOperand, defineVerb, operand, type Verb } from './verb.ts';

const PATH = '/admin/v1/rehearsal/faults';

interface Listed {
  readonly list: readonly FaultsInForce[];
}

const set = defineVerb({
  name: 'faults set',
  about: 'let the requests of an account, or of all, meet faults',
  operands: ['PROFILE'],
  options: {
    uid: { value: 'UID', about: 'the account (all)' },
    seed: { value: 'TEXT', about: "what they are drawn from, 1 to 64 characters of printable ASCII (the rehearsal's)" },
    only: { value: 'OPERATIONS', about: 'for these alone, separated by commas, such as placeOrder (all)' },
  },
  more: 'PROFILE is home-wifi, far-away, flaky, overloaded or hostile, or a file of JSON; docs/rehearsal.md has its fields.',
  async answer(call) {
    const { uid, seed, only } = call.options;
    const given = namedOrFile(operand(call, 'PROFILE'), 'PROFILE');
    if (only !== undefined && typeof given === 'string')
      throw new UsageError('--only goes with a file: a profile that has a name is for all operations');
    const profile = only === undefined ? given : { ...(given as object), only: only.split(',') };
    const body = { profile, ...(uid && { uid: uidOf(uid) }), ...(seed && { seed }) };
    return shown(await askAdmin<Listed>(call.data, 'POST', PATH, body));
  },
});

const show = defineVerb({
  name: 'faults show',
  about: 'show the faults that are in force, and how often they hit',
  answer: async ({ data }) => shown(await askAdmin<Listed>(data, 'GET', PATH)),
});

const clear = defineVerb({
  name: 'faults clear',
  about: 'end the faults of an account, or all of them',
  operands: ['[UID]'],
  async answer(call) {
    const body = call.operands['UID'] === undefined ? {} : { uid: accountOperand(call) };
    return shown(await askAdmin<Listed>(call.data, 'POST', `${PATH}/clear`, body));
  },
});

function uidOf(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new UsageError(`--uid is '${text}', needs an account's number such as 1000001`);
}

function shown(all: Listed) {
  const rows = all.list.map(({ uid, profile, seed, requests, hits }) => [
    uid === null ? 'all' : String(uid),
    profile ?? 'own',
    seed,
    requests,
    Object.entries(hits)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  ]);
  return { json: all, text: { head: ['ACCOUNT', 'PROFILE', 'SEED', 'REQUESTS', 'HIT'], rows } };
}

export const faultsVerbs: readonly Verb[] = [set, show, clear];
