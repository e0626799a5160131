/**
 * `outcry audit`: the full sweep of the invariants (section 19 of the rules) over the running exchange, or over what
 * its journal leads to. Everything that is kept as a sum is counted again.
 */
import { askProof } from './prove.ts';
import type { Replayed } from '../app/start.ts';
import { FROM_SNAPSHOT, replayOrFail, setAsideLines } from './replay.ts';
import { UsageError } from './told.ts';
import { defineVerb } from './verb.ts';

interface Audited {
  readonly sequence: number;
  readonly accounts: number;
  readonly positions: number;
  readonly ok: boolean;
  readonly failures: readonly string[];
  readonly setAside: Replayed['setAside'];
}

export const auditVerb = defineVerb({
  name: 'audit',
  about: 'recount every invariant of the running exchange',
  more: [
    'Walks the whole state once, beside the thread that trades: a moment for a thousand accounts, seconds for a hundred thousand, in which reads of',
    'the past may be told to come back. With --journal it needs no running exchange: it rebuilds the state from the journal of the data folder,',
    'changes nothing, and looks at that.',
    'Exit code 1 when an invariant does not hold.',
  ].join('\n'),
  options: {
    journal: { about: 'look at what the journal leads to instead of asking the running exchange' },
    ...FROM_SNAPSHOT,
  },
  async answer({ data, switches }) {
    const [ofJournal, fromSnapshot] = [switches.has('journal'), switches.has('from-snapshot')];
    if (fromSnapshot && !ofJournal) throw new UsageError('--from-snapshot is for --journal');
    const audited = ofJournal ? await auditJournal(data, fromSnapshot) : await auditLive(data);
    const { sequence, accounts, positions, ok, failures, setAside } = audited;
    const found = ok ? ['sound: every invariant holds'] : failures.map((failure) => `BROKEN ${failure}`);
    const lines = [
      `sequence ${sequence}: ${accounts} accounts, ${positions} open positions`,
      ...setAsideLines(setAside),
      ...found,
    ];
    return { json: audited, text: lines.join('\n'), exitCode: ok ? 0 : 1 };
  },
});

function auditLive(data: string): Promise<Audited> {
  return askProof<Audited>(data, '/admin/audit');
}

async function auditJournal(data: string, fromSnapshot: boolean): Promise<Audited> {
  const replayed = await replayOrFail(data, undefined, fromSnapshot);
  const { sequence, accounts, positions, problems, setAside } = replayed;
  return { sequence, accounts, positions, ok: problems.length === 0, failures: problems, setAside };
}
