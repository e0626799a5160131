// The process that journal-kill.test.ts kills: takes the lock, opens the journal and submits commands without end, so
// that segments are closed and compressed all the time.
// Before it starts it prints `start <last sequence>`; each command that was answered it prints as `<sequence> <id>`,
// written before the next turn begins. Arguments: the data folder, the first id to use.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { createCompressor } from '../../src/app/journal/compressor.ts';
import { wallClock } from '../../src/time/wall-clock.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { lockFolder } from '../../src/sequencer/disk/lock.ts';
import { createSequencer } from '../../src/sequencer/sequencer.ts';

const [folder, firstId] = [process.argv[2], Number(process.argv[3])];
if (folder === undefined || !Number.isSafeInteger(firstId)) throw new Error('usage: journal-writer.ts FOLDER FIRST_ID');

// A process that is killed keeps nothing of what it compiled, and each one after it would compile all of it again.
flushCompileCache();
await lockFolder(folder);
const path = join(folder, 'journal.log');
const compressor = createCompressor(path, { info: () => undefined, error: (fields: unknown) => console.error(fields) });
const journal = await openJournal(path, {
  growBytes: 4_096,
  segmentBytes: 8_192,
  onClosed: () => compressor.wake(),
});
compressor.wake();
const sequencer = createSequencer({
  engine: { apply: ({ sequence, timeMs }) => ({ ok: true, result: null, sequence, timeMs, events: [] }) },
  journal,
  clock: wallClock(),
});
/** A pipe that is full, and does not wait in a process with threads, is tried again. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
say(`start ${journal.end.sequence}\n`);

let nextId = firstId;
async function submitForEver(): Promise<never> {
  for (;;) {
    const account = nextId++;
    const { sequence } = await sequencer.submit({ name: 'deposit', account, amount: '0.00000001' });
    say(`${sequence} ${account}\n`);
  }
}
await Promise.all(Array.from({ length: 24 }, submitForEver));
