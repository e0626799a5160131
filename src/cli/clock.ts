/** `outcry clock …`: what the exchange thinks of the machine's clock, and telling it that the clock is right. */
import { askAdmin } from './admin.ts';
import { defineVerb, type Verb } from './verb.ts';

interface Shown {
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
