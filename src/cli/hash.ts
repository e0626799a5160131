/**
 * `outcry hash`: the state hash a data folder's journal leads to, for comparing two of them; with `--live` that of the
 * running exchange, which `outcry replay --until` of the same sequence must give again.
 */
import { dataFolder } from '../folder/disk/data-folder.ts';
import { journalHash } from '../folder/replay/journal-hash.ts';
import { askProof } from './prove.ts';
import { FROM_SNAPSHOT, replayOrFail } from './replay.ts';
import { failing, UsageError } from './told.ts';
import { defineVerb } from './verb.ts';

interface Hashed {
  readonly sequence: number;
  readonly hash: string;
}

export const hashVerb = defineVerb({
  name: 'hash',
  about: 'print the hash of the state the journal leads to, or of the running exchange',
  more: [
    'Prints `SEQUENCE HASH`. Without --live it reads the journal only, beside a running exchange or without one. What --live prints must be',
    'what `outcry replay --until SEQUENCE` finds. With --journal it is the hash of the commands themselves, without key ids and digests of',
    'requests: two rehearsals of one seed and the same requests have the same.',
  ].join('\n'),
  options: {
    live: { about: 'ask the running exchange instead of reading the journal' },
    journal: { about: 'of the commands, and not of the state they lead to' },
    ...FROM_SNAPSHOT,
  },
  async answer({ data, switches }) {
    const [isLive, fromSnapshot] = [switches.has('live'), switches.has('from-snapshot')];
    if (isLive && fromSnapshot) throw new UsageError('--from-snapshot is for reading the journal, not for --live');
    const isOfJournal = switches.has('journal');
    if (isOfJournal && (isLive || fromSnapshot)) throw new UsageError('--journal reads all of the journal');
    const { sequence, hash } = isOfJournal
      ? await failing(() => journalHash(dataFolder(data).journal))
      : isLive
        ? await askProof<Hashed>(data, '/admin/state')
        : await replayOrFail(data, undefined, fromSnapshot);
    return { json: { sequence, hash }, text: `${sequence} ${hash}` };
  },
});
