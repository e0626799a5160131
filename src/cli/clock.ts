/** `outcry clock …`: what the exchange thinks of the machine's clock, and telling it that the clock is right. */
import type { RehearsalClock } from '../api/call/rehearsal.ts';
import { askAdmin } from './admin.ts';
import { timeOf } from './times.ts';
import { defineVerb, type Verb } from './verb.ts';
import { machine } from '../time/machine.ts';

interface Shown extends Partial<RehearsalClock> {
  readonly trouble: string | null;
  readonly wallMs: number;
  readonly timeMs: number;
  readonly aheadUntilMs: number;
}

interface Accepted {
  readonly sequence: number;
  readonly timeMs: number;
  readonly wallMs: number;
  readonly aheadUntilMs: number;
}

const text = (ms: number): string => new Date(ms).toISOString();

const show = defineVerb({
  name: 'clock show',
  about: 'say whether the exchange believes the clock of its machine',
  async answer({ data }) {
    const shown = await askAdmin<Shown>(data, 'GET', '/admin/clock');
    const lines = [
      `clock of the machine  ${text(shown.wallMs)}`,
      `last command          ${text(shown.timeMs)}`,
      shown.trouble ?? 'the clock is believed',
      ...(shown.mode === undefined ? [] : [drivenText(shown as RehearsalClock)]),
      ...(shown.aheadUntilMs > shown.timeMs ? [`half speed until ${text(shown.aheadUntilMs)}`] : []),
    ];
    return { json: shown, text: lines.join('\n') };
  },
});

const accept = defineVerb({
  name: 'clock accept',
  about: 'tell the exchange that the clock of its machine is right',
  options: { reason: { value: 'TEXT', about: 'why, for the journal' } },
  more: [
    'The exchange takes no command while the clock of its machine is more than 5 seconds from where it should be. Put the clock right, and the',
    'exchange goes on by itself. Only when it is right already, this says so: after a jump forward the exchange follows at once; after one back, or',
    'when the journal ends later than the clock, its time goes on at half speed until the clock has caught up. What is accepted stays in the',
    'journal for ever: look at `date` first.',
  ].join('\n'),
  async answer({ data, options }) {
    const accepted = await askAdmin<Accepted>(data, 'POST', '/admin/clock/accept', { reason: options['reason'] ?? '' });
    const { sequence, wallMs, aheadUntilMs } = accepted;
    const then =
      aheadUntilMs === 0
        ? 'commands are taken again'
        : `commands are taken again, at half speed until ${text(aheadUntilMs)}`;
    return { json: accepted, text: `accepted ${text(wallMs)} with command ${sequence}: ${then}` };
  },
});

export const clockVerbs: readonly Verb[] = [show, accept];

/** A rehearsal's clock in a line. */
export function drivenText({ mode, state, virtualMs, speed, barrier, waitingFor }: RehearsalClock): string {
  const pace = speed === null ? '' : ` at ${speed} times the machine's`;
  const at = barrier === null ? '' : `, barrier ${barrier}`;
  const who = waitingFor.length === 0 ? '' : `, waiting for ${waitingFor.join(', ')}`;
  return `rehearsal             ${text(virtualMs)}, ${mode}${pace}, ${state}${at}${who}`;
}

const run = defineVerb({
  name: 'clock run',
  about: "let a rehearsal's time pass",
  options: {
    speed: { value: 'N', about: "times as fast as the machine's, 0.1 to 100000, or max (1)" },
    until: { value: 'TIME', about: 'stand again then: ISO 8601 with a zone, or epoch milliseconds' },
  },
  async answer({ data, options }) {
    const { speed = '1', until } = options;
    const body = {
      speed: speed === 'max' ? speed : Number(speed),
      ...(until && { untilMs: timeOf(until, '--until') }),
    };
    return driven(await askAdmin<RehearsalClock>(data, 'POST', '/admin/v1/rehearsal/run', body));
  },
});

const pause = defineVerb({
  name: 'clock pause',
  about: "let a rehearsal's time stand",
  answer: async ({ data }) => driven(await askAdmin<RehearsalClock>(data, 'POST', '/admin/v1/rehearsal/pause')),
});

const step = defineVerb({
  name: 'clock step',
  about: "let a rehearsal's time go on by so much, as fast as it can",
  operands: ['HOW_FAR'],
  more: 'HOW_FAR is a number with s, m, h or d, such as 90s or 1d, or a moment as ISO 8601 with a zone.',
  async answer({ data, operands }) {
    const howFar = operands['HOW_FAR'] ?? '';
    const ms = spanOf(howFar);
    const body = ms === null ? { untilMs: timeOf(howFar, 'HOW_FAR') } : { ms };
    let clock = await askAdmin<RehearsalClock>(data, 'POST', '/admin/v1/rehearsal/step', { ...body, wait: 1 });
    while (clock.state === 'advancing') {
      await machine.sleep(POLL_MS);
      clock = await askAdmin<RehearsalClock>(data, 'GET', '/admin/clock');
    }
    return driven(clock);
  },
});

const POLL_MS = 200;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `90s`, `5m`, `1h`, `2d`; null of anything else. */
export function spanOf(given: string): number | null {
  const [, number = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(given) ?? [];
  return number === '' ? null : Number(number) * UNITS[unit]!;
}

function driven(clock: RehearsalClock) {
  return { json: clock, text: drivenText(clock) };
}

/** Only of a rehearsal. */
export const drivenClockVerbs: readonly Verb[] = [run, pause, step];
