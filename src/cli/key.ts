/** `outcry key …`: API keys. A secret is shown once, when it is made, and can't be read again. */
import { withoutBrackets } from '../app/settings/setting-kinds.ts';
import { askAdmin } from './admin.ts';
import { UsageError } from './told.ts';
import { timeOf } from './times.ts';
import { accountOperand, type Call, defineVerb, operand, type Verb } from './verb.ts';

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
  readonly limits: LimitsShown | null;
}

interface KeyEnded {
  /** Nodes that may still take it. */
  readonly unseenBy?: readonly Unseen[];
}

interface Unseen {
  readonly node: string;
  readonly agoMs: number;
  readonly leftMs: number;
}

function unseenText({ node, agoMs, leftMs }: Unseen): string {
  const [ago, left] = [agoMs, leftMs].map((ms) => Math.ceil(ms / 1_000));
  return `node ${node} has not confirmed it, last heard of ${ago} s ago: it may take the key for another ${left} s`;
}

export const LIMITS = {
  'order-value': { value: 'USDT', about: 'most that an opening order may be worth' },
  'position-value': { value: 'USDT', about: 'most that a position may be worth, per contract' },
  'day-loss': { value: 'USDT', about: 'most that its account may lose in a day; then the exchange closes' },
  only: { value: 'LIST', about: 'contracts it may open in, with commas between' },
  'reduce-only': { about: 'it may close, not open' },
  until: { value: 'TIME', about: 'when it ends, such as 2026-12-31T00:00:00Z' },
} as const;

/** Null: none of them is given. */
export function limitsOf({ options, switches }: Call): object | null {
  const given = Object.keys(LIMITS).some((name) => options[name] !== undefined || switches.has(name));
  if (!given) return null;
  return {
    orderValue: options['order-value'] ?? null,
    positionValue: options['position-value'] ?? null,
    dayLoss: options['day-loss'] ?? null,
    symbols: options['only']?.split(',').map((one) => one.trim()) ?? null,
    reduceOnly: switches.has('reduce-only'),
    until: options['until'] === undefined ? null : timeOf(options['until'], '--until'),
  };
}

export interface LimitsShown {
  readonly orderValue: string | null;
  readonly positionValue: string | null;
  readonly dayLoss: string | null;
  readonly reduceOnly: boolean;
  readonly symbols: readonly string[] | null;
  readonly until: number | null;
  readonly stoppedAt: number | null;
}

export function limitsText(limits: LimitsShown | null): string {
  if (limits === null) return 'none';
  const { orderValue, positionValue, dayLoss, reduceOnly, symbols, until, stoppedAt } = limits;
  const parts = [
    stoppedAt === null ? '' : 'stopped',
    orderValue === null ? '' : `order ${Number(orderValue)}`,
    positionValue === null ? '' : `position ${Number(positionValue)}`,
    dayLoss === null ? '' : `loss ${Number(dayLoss)} a day`,
    reduceOnly ? 'reduce only' : '',
    symbols === null ? '' : `only ${symbols.join(' ')}`,
    until === null ? '' : `until ${new Date(until).toISOString()}`,
  ];
  return parts.filter((part) => part !== '').join(', ') || 'none';
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
    ...LIMITS,
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
      limits: limitsOf(call),
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
    const rows = list.map(({ id, uid, apiKey, permission, ips, state, label, limits }) => [
      id,
      uid,
      apiKey,
      permission,
      ips.join(',') || 'any',
      state,
      limitsText(limits),
      label,
    ]);
    return { json: list, text: { head: ['id', 'uid', 'key', 'permission', 'from', 'state', 'limits', 'label'], rows } };
  },
});

const revoke = defineVerb({
  name: 'key revoke',
  about: 'end an API key for ever',
  operands: ['ID'],
  more: "ID is the key's id as `outcry key list` shows it (ak_…).",
  async answer(call) {
    const id = operand(call, 'ID');
    const answer = await askAdmin<KeyEnded>(call.data, 'POST', '/admin/keys/revoke', { id });
    return { json: answer, text: [`key ${id} is revoked`, ...(answer.unseenBy ?? []).map(unseenText)].join('\n') };
  },
});

const limit = defineVerb({
  name: 'key limit',
  about: 'say what an API key may do at most',
  operands: ['ID'],
  options: { ...LIMITS, none: { about: 'whatever its account may' } },
  more: 'All of its limits at once: what is not given is without limit. The key itself can only make them tighter.',
  async answer(call) {
    const limits = limitsOf(call);
    if ((limits === null) !== call.switches.has('none'))
      throw new UsageError('give the limits the key is to have, such as --day-loss 100, or --none');
    const body = { id: operand(call, 'ID'), limits };
    const answer = await askAdmin<{ readonly limits: LimitsShown | null }>(
      call.data,
      'POST',
      '/admin/keys/limits',
      body,
    );
    return { json: answer, text: `limits of key ${body.id}: ${limitsText(answer.limits)}` };
  },
});

const stop = defineVerb({
  name: 'key stop',
  about: 'stop an API key for good, and cancel what its account would open',
  operands: ['ID'],
  options: { close: { about: 'close all positions of its account too' } },
  more: 'It can still read. All orders of the account that open are cancelled, whoever placed them.',
  async answer(call) {
    const id = operand(call, 'ID');
    const body = { id, close: call.switches.has('close') };
    const answer = await askAdmin<unknown>(call.data, 'POST', '/admin/keys/stop', body);
    return { json: answer, text: `key ${id} is stopped` };
  },
});

export const keyVerbs: readonly Verb[] = [create, list, limit, stop, revoke];
