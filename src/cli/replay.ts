/** `outcry replay`: rebuilds the state from the journal and prints where it ends, its hash and whether it is sound. */
import type { Replayed } from '../app.ts';
import { defineVerb, UsageError, VerbFailed } from './verb.ts';

export const replayVerb = defineVerb({
  name: 'replay',
  about: 'rebuild the state from the journal; print its sequence and hash',
  more: [
    'Reads the journal of the data folder, changes nothing, and may run beside the exchange. The same journal gives the same hash on any',
    'machine. Exit code 1 when an invariant does not hold.',
  ].join('\n'),
  options: { until: { value: 'N', about: 'stop after command N' } },
  async answer({ data, options }) {
    const until = readUntil(options['until']);
    const replayed = await replayOrFail(data, until);
    if (until !== undefined && until > replayed.journaled)
      throw new VerbFailed(`--until is ${until}, but the journal ends at sequence ${replayed.journaled}`);
    const lines = [
      `sequence ${replayed.sequence} of ${replayed.journaled}`,
      `time ${new Date(replayed.timeMs).toISOString()}`,
      `hash ${replayed.hash}`,
      `replayed in ${replayed.milliseconds} ms`,
      ...(replayed.problems.length === 0
        ? ['sound: every invariant holds']
        : replayed.problems.map((problem) => `BROKEN ${problem}`)),
    ];
    return { json: replayed, text: lines.join('\n'), exitCode: replayed.problems.length === 0 ? 0 : 1 };
  },
});

function readUntil(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const until = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(until)) throw new UsageError(`--until is '${text}', needs the sequence of a command`);
  return until;
}

/** What stands in the way of reading is the folder's fault, told in one line. */
export async function replayOrFail(data: string, until?: number): Promise<Replayed> {
  const { replayFolder } = await import('../app.ts');
  try {
    return await replayFolder(data, until === undefined ? {} : { until });
  } catch (error) {
    throw error instanceof Error ? new VerbFailed(error.message) : error;
  }
}
