/**
 * The owner of a journal and the verb that began it, which only its beginning says, and who may continue with a folder:
 * the keys of the demo accounts are publicly known, so `start`, which has them, does not open what `serve` began; and
 * `serve` does not continue with a demo. A copy of the folder of an exchange that runs is continued with by nobody.
 */
import { type JournalDisk, realDisk } from '../../sequencer/disk/disk.ts';
import { openSegments } from '../../sequencer/journal/find-journal.ts';
import { identifyJournal } from '../../sequencer/journal/identify-journal.ts';
import { type JournalRecord, START } from '../../sequencer/journal/record.ts';
import { RecordReader } from '../../sequencer/journal/record-reader.ts';
import type { JournalWords } from '../../snapshots/format.ts';
import { type Finding, refuse } from './finding.ts';
import type { Intent } from './inspection.ts';

/** `demo`: begun by `start`, with its demo accounts; unknown while it holds no more than every exchange begins with. */
type Beginning = 'demo' | 'served' | 'unknown';

/** The author of the demo accounts; in the journal it says that `start` began it. */
const DEMO_ACTOR = 'outcry start';
/** Version of the rules, contracts and the opening of the AI log, which every exchange begins with. */
const EVERYBODYS = new Set(['activateCore', 'setParameters', 'openAiLog']);
const FIRST_RECORDS = 16;

export function beginningOf(first: readonly JournalRecord[]): Beginning {
  const isDemo = first.some(({ command }) => command.name === 'setAllowlist' && command.actor === DEMO_ACTOR);
  if (isDemo) return 'demo';
  return first.every(({ command }) => EVERYBODYS.has(command.name)) ? 'unknown' : 'served';
}

/** Of a journal whose beginning is there. A snapshot repeats it. */
export function wordsOf(path: string, disk: JournalDisk = realDisk): JournalWords {
  const { exchange } = identifyJournal(path, 0, disk);
  const segments = openSegments(path, disk);
  try {
    const first: JournalRecord[] = [];
    if (segments?.begin.sequence === 0) {
      const reader = new RecordReader(segments, START);
      while (first.length < FIRST_RECORDS && reader.step() === 'record') first.push(reader.record());
    }
    return { exchange, beginning: beginningOf(first) };
  } finally {
    segments?.close();
  }
}

/** @param twin where an exchange answers that takes the folder's own token; null: nowhere */
export function beginningFinding(
  { exchange, beginning }: JournalWords,
  twin: string | null,
  { verb, origin, isRunning }: Intent,
): Finding | null {
  const [name = ''] = exchange.split('+');
  if (twin !== null && !isRunning)
    return refuse('copied-folder', '.', {
      found: `an exchange with this folder’s token runs already, at ${twin}, on another folder`,
      means: 'This is a copy of its folder. Both would sign under one name with one key, and none could be believed.',
      do: 'Stop that one first, if this folder is to take its place. For an exchange beside it choose a new folder with --data.',
    });
  if (origin !== null && name !== '' && origin !== name)
    return refuse('other-origin', 'journal.log', {
      found: `its AI log was opened as '${name}', and --origin is '${origin}'`,
      means: 'The name of a log stands in its proofs and can’t be changed.',
      do: 'Leave --origin out, or choose the folder of that log with --data.',
    });
  if (verb === 'start' && beginning === 'served')
    return refuse('served-folder', 'journal.log', {
      found: 'this exchange was begun by `outcry serve`',
      means: 'The demo accounts of `outcry start` have keys that everybody knows; they would trade in it.',
      do: 'Go on with `outcry serve`, or choose another folder with --data.',
    });
  if (verb === 'serve' && beginning === 'demo')
    return refuse('demo-folder', 'journal.log', {
      found: 'this exchange was begun by `outcry start`, with the demo accounts',
      means: 'It holds play money, a market of its own and accounts whose keys everybody knows.',
      do: 'Go on with `outcry start`, or choose a new folder with --data.',
    });
  return null;
}
