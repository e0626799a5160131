/**
 * `outcry contract …`: which contracts there are and what they are, through the administration of the running exchange.
 * Contracts and changes are JSON files, because tiers are lists; single fields can be given as FIELD=VALUE.
 */
import { askAdmin } from './admin.ts';
import { readObject } from './files.ts';
import { iso, isoAndAway, timeOf } from './times.ts';
import { UsageError } from './told.ts';
import { type Call, defineVerb, operand, type Verb } from './verb.ts';

interface Listed {
  readonly symbol: string;
  readonly state: string;
  readonly waiting: { readonly effectiveMs: number; readonly change: object } | null;
  readonly contract: Readonly<Record<string, unknown>>;
}

const SHOWN = ['tick', 'step', 'makerFee', 'takerFee', 'maxPositionSize', 'fundingCap'] as const;

const list = defineVerb({
  name: 'contract list',
  about: 'the contracts, their state and the changes that wait',
  more: 'With --json whole: the same form that `contract add` takes.',
  async answer({ data }) {
    const { list } = await askAdmin<{ list: readonly Listed[] }>(data, 'GET', '/admin/contracts');
    const rows = list.map(({ symbol, state, waiting, contract }) => [
      symbol,
      state,
      ...SHOWN.map((field) => String(contract[field])),
      waiting === null ? '-' : waitingText(waiting),
    ]);
    return { json: list, text: { head: ['symbol', 'state', ...SHOWN, 'waiting'], rows } };
  },
});

function waitingText({ change: fields, effectiveMs }: NonNullable<Listed['waiting']>): string {
  return `${Object.keys(fields).join(',')} at ${iso(effectiveMs)}`;
}

const add = defineVerb({
  name: 'contract add',
  about: 'list a contract',
  operands: ['FILE'],
  more: 'FILE is one contract as JSON; print one as a pattern with `outcry contract list --json`. Its id and symbol must be new.',
  async answer(call) {
    const contract = readObject(operand(call, 'FILE'));
    const answer = await askAdmin<{ symbol: string }>(call.data, 'POST', '/admin/contracts', { contract });
    return { json: answer, text: `${answer.symbol} is listed; it trades from its first index price on` };
  },
});

const change = defineVerb({
  name: 'contract change',
  about: 'change a contract, now or at a stated time',
  operands: ['SYMBOL', '[FIELD=VALUE]'],
  options: {
    file: { value: 'FILE', about: 'the fields to change as JSON, tiers among them' },
    at: { value: 'TIME', about: 'when, such as 2026-12-01T00:00:00Z; now when not given' },
    withdraw: { about: 'withdraw the change that waits' },
  },
  more: 'One change waits per contract: the latest replaces it. Tick and step change now or not at all, and only while nothing is open.',
  async answer(call) {
    const symbol = operand(call, 'SYMBOL');
    const wanted = changeIn(call);
    const effectiveMs = timeIn(call);
    const body = { symbol, change: wanted, effectiveMs };
    const answer = await askAdmin<{ timeMs: number }>(call.data, 'POST', '/admin/contracts/change', body);
    const when = effectiveMs === null ? null : isoAndAway(effectiveMs, answer.timeMs);
    return { json: answer, text: changeText(symbol, wanted, when) };
  },
});

function changeText(symbol: string, wanted: object, when: string | null): string {
  const fields = Object.keys(wanted).join(', ');
  if (fields === '') return `no change waits for ${symbol}`;
  if (when === null) return `${symbol} has its new ${fields}`;
  return `${symbol} changes its ${fields} with the first tick at or after ${when}`;
}

function changeIn(call: Call): object {
  const pair = call.operands['FIELD=VALUE'];
  const file = call.options['file'];
  const withdraws = call.switches.has('withdraw');
  if ([pair, file, withdraws || undefined].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('give one of FIELD=VALUE, --file FILE and --withdraw');
  if (withdraws) {
    if (call.options['at'] !== undefined) throw new UsageError('--withdraw takes no --at');
    return {};
  }
  if (file !== undefined) return readObject(file);
  const [, field = '', value = ''] = /^(\w+)=(.+)$/.exec(pair ?? '') ?? [];
  if (field === '') throw new UsageError(`'${pair}' is not FIELD=VALUE, such as takerFee=0.0005`);
  return { [field]: field === 'intervalMin' && /^\d+$/.test(value) ? Number(value) : value };
}

function timeIn(call: Call): number | null {
  const text = call.options['at'];
  return text === undefined ? null : timeOf(text, '--at');
}

function stateVerb(name: 'halt' | 'resume', state: 'HALTED' | 'TRADING'): Verb {
  return defineVerb({
    name: `contract ${name}`,
    about: state === 'HALTED' ? 'take no orders in a contract and hold its mark price' : 'trade in it again',
    operands: ['SYMBOL'],
    async answer(call) {
      const symbol = operand(call, 'SYMBOL');
      const answer = await askAdmin<unknown>(call.data, 'POST', '/admin/contracts/state', { symbol, state });
      const text = state === 'HALTED' ? `${symbol} is halted; cancels go on` : `${symbol} trades from its next tick on`;
      return { json: answer, text };
    },
  });
}

const delist = defineVerb({
  name: 'contract delist',
  about: 'take a contract out of trading for good and settle its positions at the mark',
  operands: ['SYMBOL'],
  options: { yes: { about: 'it is meant: this can not be taken back' } },
  async answer(call) {
    const symbol = operand(call, 'SYMBOL');
    if (!call.switches.has('yes'))
      throw new UsageError(`delisting ${symbol} can not be taken back; say --yes if it is meant`);
    const answer = await askAdmin<unknown>(call.data, 'POST', '/admin/contracts/delist', { symbol });
    return {
      json: answer,
      text: `${symbol} is delisted; its orders are cancelled and its positions settled at the last mark price`,
    };
  },
});

const settle = defineVerb({
  name: 'funding settle',
  about: 'settle funding of a contract out of turn, at a rate',
  operands: ['SYMBOL', 'RATE'],
  more: 'RATE is a fraction such as 0.0001, positive when longs pay, within the floor and cap of the contract.',
  async answer(call) {
    const [symbol, rate] = [operand(call, 'SYMBOL'), operand(call, 'RATE')];
    const answer = await askAdmin<unknown>(call.data, 'POST', '/admin/funding/settle', { symbol, rate });
    return { json: answer, text: `funding of ${symbol} is settled at ${rate}` };
  },
});

export const contractVerbs: readonly Verb[] = [
  list,
  add,
  change,
  stateVerb('halt', 'HALTED'),
  stateVerb('resume', 'TRADING'),
  delist,
  settle,
];
