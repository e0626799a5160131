/** `outcry seat NAME`: all that an agent needs to trade here, in one go, and the sentence to give it. */
import { askAdmin } from './admin.ts';
import { LIMITS, limitsOf, limitsText, type LimitsShown } from './key.ts';
import { UsageError } from './told.ts';
import { defineVerb, operand, type Verb } from './verb.ts';

interface SeatMade {
  readonly uid: number;
  readonly name: string;
  readonly money: string;
  readonly limits: LimitsShown | null;
  readonly env: Readonly<Record<string, string>>;
  readonly sentence: string;
}

export const seatVerb: Verb = defineVerb({
  name: 'seat',
  about: 'an account, money and a key with limits for an agent; prints them once, and the sentence to paste',
  operands: ['NAME'],
  options: {
    money: { value: 'USDT', about: 'what the account begins with (10000)' },
    ...LIMITS,
    'no-limits': { about: 'a key that may do whatever its account may' },
  },
  more: 'Without limits of your own the key may order its money once, hold it twice, and lose a tenth of it a day. The account is put on the AI-log allowlist.',
  async answer(call) {
    const given = limitsOf(call);
    const isFree = call.switches.has('no-limits');
    if (given !== null && isFree) throw new UsageError('--no-limits goes with no limit: leave one of them out');
    const { money } = call.options;
    const made = await askAdmin<SeatMade>(call.data, 'POST', '/admin/seats', {
      name: operand(call, 'NAME'),
      ...(money === undefined ? {} : { money }),
      ...(isFree || given !== null ? { limits: given } : {}),
    });
    const { uid, limits, env, sentence } = made;
    const lines = Object.entries(env).map(([variable, value]) => `export ${variable}=${quoted(value)}`);
    return {
      json: made,
      text: [...lines, '', sentence].join('\n'),
      note: `Account ${uid} with ${Number(made.money)} USDT; limits: ${limitsText(limits)}. The key is not shown again.`,
    };
  },
});

/** For a shell. */
function quoted(value: string): string {
  return /^[\w./:-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
