/**
 * `outcry journal …`: checks the journal's segments; and the way past a command that can't be applied, on the data
 * folder of a stopped exchange.
 */
import type { ListedSegment, VerifiedJournal } from '../folder/replay/verify-journal.ts';
import { findingLines } from '../folder/inspect/finding.ts';
import { failing, UsageError, VerbFailed } from './told.ts';
import { defineVerb, operand, type Verb } from './verb.ts';
import { machine } from '../time/machine.ts';

const LONGEST_REASON = 1_000;

const setAsideVerb = defineVerb({
  name: 'journal set-aside',
  about: 'pass over a command of the journal that can not be applied',
  operands: ['SEQUENCE'],
  options: { reason: { value: 'TEXT', about: 'why, for the journal' } },
  more: [
    'For an exchange that does not start because its replay stops at a command. A record at the end of the journal says that this one is passed',
    'over; nothing else is changed, and every later start, replay and audit shows it. It is tried first: nothing is written unless the replay gets',
    'further without the command, and a journal that can be applied whole is left alone. Make a copy of the data folder before.',
  ].join('\n'),
  async answer(call) {
    const sequence = sequenceIn(operand(call, 'SEQUENCE'));
    const { reason = '' } = call.options;
    if (reason.trim() === '' || reason.length > LONGEST_REASON || !reason.isWellFormed())
      throw new UsageError(`--reason needs a text of 1 to ${LONGEST_REASON} characters`);
    const { NotSetAside, setAside, stopText } = await import('../folder/replay/set-aside.ts');
    return failing(async () => {
      const done = await setAside(call.data, sequence, reason, machine.wallMs()).catch((error: unknown) => {
        throw error instanceof NotSetAside ? new VerbFailed(`${error.message}; nothing was changed`) : error;
      });
      const { markedAt, stopsAt } = done;
      const then = stopsAt === null ? 'the journal can be replayed to its end' : `it now stops at ${stopText(stopsAt)}`;
      return { json: done, text: `sequence ${sequence} is set aside, by record ${markedAt}; ${then}` };
    });
  },
});

function sequenceIn(text: string): number {
  const sequence = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(sequence)) throw new UsageError(`SEQUENCE is '${text}', needs the sequence of a command`);
  return sequence;
}

const verifyVerb = defineVerb({
  name: 'journal verify',
  about: 'check every record of the journal, and the chain of its segments',
  more: [
    'Reads all files of the journal and changes nothing, beside a running exchange or without one. Prints each with its first sequence, its size',
    'as it was written and on the disk, and its hash, and from which command on the journal is whole. Exit code 1 when one is damaged, missing',
    'and not recorded as moved, or not the one that the next says it follows. `outcry replay` checks the same, and applies the commands.',
  ].join('\n'),
  async answer({ data }) {
    const { verifyJournal } = await import('../folder/replay/verify-journal.ts');
    const verified = await failing(() => verifyJournal(data));
    const isWhole = verified.findings.every(({ severity }) => severity !== 'wrong');
    return { json: verified, text: textOf(verified, isWhole), exitCode: isWhole ? 0 : 1 };
  },
});

function textOf(verified: VerifiedJournal, isWhole: boolean): string {
  const { id, segments, firstSequence, lastSequence, ending, moved, findings } = verified;
  const width = Math.max(...segments.map(({ file }) => file.length));
  const line = ({ file, firstSequence: from, bytes, fileBytes, hash }: ListedSegment): string =>
    `${file.padEnd(width)}  from ${from}, ${bytes} bytes, ${fileBytes} on the disk  ${hash ?? 'is written'}`;
  return [
    ...segments.map(line),
    `journal ${id}, commands ${firstSequence} to ${lastSequence}; ${ending}`,
    ...(moved === '' ? [] : [moved]),
    ...findings.map(findingLines),
    isWhole
      ? 'whole: every record, and the chain of hashes'
      : `NOT WHOLE: only from command ${firstSequence} on is every record there, and the chain of hashes right`,
  ].join('\n');
}

export const journalVerbs: readonly Verb[] = [verifyVerb, setAsideVerb];
