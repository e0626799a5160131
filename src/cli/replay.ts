/** `outcry replay`: rebuilds the state from the journal and prints where it ends, its hash and whether it is sound. */
import type { Replayed } from '../app/start.ts';
import { failing, UsageError, VerbFailed } from './told.ts';
import { defineVerb } from './verb.ts';

/** The option of every verb that reads the journal by itself. */
export const FROM_SNAPSHOT = {
  'from-snapshot': { about: 'go on from the newest sound snapshot, as a start does, and not from the first command' },
} as const;

export const replayVerb = defineVerb({
  name: 'replay',
  about: 'rebuild the state from the journal; print its sequence and hash',
  more: [
    'Reads the journal of the data folder, changes nothing, and may run beside the exchange. The same journal gives the same hash on any',
    'machine. Says how the file ends, and whether the read store of the folder knows of more than it holds. Exit code 1 when an invariant',
    'does not hold, or the two do not belong together. `outcry doctor` examines the whole folder.',
  ].join('\n'),
  options: { until: { value: 'N', about: 'stop after command N' }, ...FROM_SNAPSHOT },
  async answer({ data, options, switches }) {
    const until = readUntil(options['until']);
    const replayed = await replayOrFail(data, until, switches.has('from-snapshot'));
    if (until !== undefined && until > replayed.journaled)
      throw new VerbFailed(`--until is ${until}, but the journal ends at sequence ${replayed.journaled}`);
    const lines = [
      `sequence ${replayed.sequence} of ${replayed.journaled}`,
      `time ${new Date(replayed.timeMs).toISOString()}`,
      `hash ${replayed.hash}`,
      ...(replayed.from === 0 ? [] : [`resumed from the snapshot of sequence ${replayed.from}`]),
      `replayed in ${replayed.milliseconds} ms`,
      ...setAsideLines(replayed.setAside),
      `journal ${replayed.ending}`,
      ...replayed.mismatches.map((mismatch) => `MISMATCH ${mismatch}`),
      ...(replayed.problems.length === 0
        ? ['sound: every invariant holds']
        : replayed.problems.map((problem) => `BROKEN ${problem}`)),
    ];
    return {
      json: replayed,
      text: lines.join('\n'),
      exitCode: replayed.problems.length + replayed.mismatches.length === 0 ? 0 : 1,
    };
  },
});

/** The commands passed over, a line each. */
export function setAsideLines(setAside: Replayed['setAside']): string[] {
  return setAside.map(
    ({ sequence, reason, writtenMs }) => `set aside ${sequence} (${new Date(writtenMs).toISOString()}): ${reason}`,
  );
}

function readUntil(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const until = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(until)) throw new UsageError(`--until is '${text}', needs the sequence of a command`);
  return until;
}

/** An obstacle to reading is the folder's fault, told in one line. */
export async function replayOrFail(data: string, until?: number, fromSnapshot = false): Promise<Replayed> {
  const { replayFolder } = await import('../app/start.ts');
  return failing(() => replayFolder(data, { fromSnapshot, ...(until === undefined ? {} : { until }) }));
}
