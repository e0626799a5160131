/** `outcry lockstep …`: agents take turns, and the clock of a rehearsal stands until they have passed. */
import type { RehearsalClock } from '../api/call/rehearsal.ts';
import { askAdmin } from './admin.ts';
import { drivenText, spanOf } from './clock.ts';
import { timeOf } from './times.ts';
import { UsageError } from './told.ts';
import { defineVerb, type Verb, type VerbOption } from './verb.ts';

const PATH = '/admin/v1/rehearsal/lockstep';

/** The options of a lockstep, of `rehearse` too. */
export const LOCKSTEP_OPTIONS: Readonly<Record<string, VerbOption>> = {
  agents: { value: 'UIDS', about: 'accounts that are agents from the beginning, separated by commas; others join' },
  order: { value: 'ORDER', about: 'turns: one after the other (default); sealed: all at once, commands in the pass' },
  until: { value: 'TIME', about: 'when it ends, which agents are told: ISO 8601 with a zone (never)' },
  timeout: { value: 'SPAN', about: "how long an agent may think, by the machine's clock, such as 30s (as it likes)" },
  'on-timeout': { value: 'WHAT', about: 'then pass (default), pause or leave' },
  others: { value: 'WHAT', about: 'accounts that are no agents: refuse (default), or allow their orders' },
};

/** The body that begins a lockstep. @throws UsageError */
export function lockstepBody(options: Readonly<Record<string, string | undefined>>, step: string | undefined): object {
  const { agents, order, timeout, others, until } = options;
  const uids = agents === undefined || agents === '' ? [] : agents.split(',').map(Number);
  const onTimeout = options['on-timeout'];
  return {
    ...(step === undefined ? {} : { stepMs: spanIn(step) }),
    agents: uids,
    ...(order === undefined ? {} : { order }),
    ...(timeout === undefined ? {} : { wallTimeoutMs: spanIn(timeout) }),
    ...(onTimeout === undefined ? {} : { onTimeout }),
    ...(others === undefined ? {} : { others }),
    ...(until === undefined ? {} : { untilMs: timeOf(until, '--until') }),
  };
}

function spanIn(text: string): number {
  const ms = spanOf(text);
  if (ms === null) throw new UsageError(`'${text}' is no span: a number with s, m, h or d, such as 60s`);
  return ms;
}

const on = defineVerb({
  name: 'lockstep on',
  about: 'let agents take turns on the clock of a rehearsal',
  operands: ['[STEP]'],
  options: LOCKSTEP_OPTIONS,
  more: 'STEP is how long an agent sleeps that does not say: 60s when not given.',
  async answer({ data, operands, options }) {
    const clock = await askAdmin<RehearsalClock>(data, 'POST', PATH, lockstepBody(options, operands['STEP']));
    return { json: clock, text: drivenText(clock) };
  },
});

const off = defineVerb({
  name: 'lockstep off',
  about: 'end the lockstep; the clock stands',
  async answer({ data }) {
    const clock = await askAdmin<RehearsalClock>(data, 'POST', PATH, { off: true });
    return { json: clock, text: drivenText(clock) };
  },
});

export const lockstepVerbs: readonly Verb[] = [on, off];
