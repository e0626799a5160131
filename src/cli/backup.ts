/** `outcry backup` and `outcry restore`: a copy of the data folder, taken while the exchange runs, and back. */
import type { Copied } from '../folder/backup/backup.ts';
import type { Restored } from '../folder/backup/restore.ts';
import { type Finding, findingLines } from '../folder/inspect/finding.ts';
import { readConfig } from '../app/settings/config.ts';
import { folderAt, outsideData } from './folders.ts';
import { failing, VerbFailed } from './told.ts';
import { defineVerb, operand, type Verb } from './verb.ts';
import { machine } from '../time/machine.ts';

const backupVerb = defineVerb({
  name: 'backup',
  about: 'copy the data folder, while the exchange runs or not',
  operands: ['DIR'],
  options: {
    keys: { value: 'DIR', about: 'put the keys there, apart from the copy (DIR/keys)' },
    'without-store': { about: 'leave the read store out: it is in PostgreSQL, or can be made anew' },
  },
  more: [
    'DIR must not be there yet, or be empty. The copy holds the journal up to its last whole command, the snapshots, the read store as it was at',
    'one moment, and, in a folder of their own, the key that encrypts API secrets and the key of the AI log: keep those elsewhere, and keep them',
    'well. Trading waits for nothing. A copy without `manifest.json` was not finished. `outcry restore DIR` makes a data folder of it. Exit code 1',
    'also when closed files of the journal are missing or damaged: the copy is made then, and lacks what the folder lacks.',
    '',
    'A read store in PostgreSQL is copied by its own tools, before this: what it knows must be in the journal that is copied here.',
  ].join('\n'),
  async answer(call) {
    const { backup } = await import('../folder/backup/backup.ts');
    const { store } = readConfig([]);
    const withoutStore = call.switches.has('without-store');
    if (store !== null && !withoutStore)
      throw new VerbFailed(
        'the read store is a database of its own (OUTCRY_STORE): copy it first by its own tools, such as pg_dump, then ' +
          'run this with --without-store',
      );
    const keys = call.options['keys'];
    const into = outsideData(call.data, folderAt(operand(call, 'DIR')), 'DIR');
    const apart = keys === undefined ? {} : { keys: outsideData(call.data, folderAt(keys), '--keys') };
    const copied = await failing(() => backup(call.data, into, machine.wallMs(), { withoutStore, ...apart }));
    return { json: copied, text: copiedText(copied), exitCode: isWhole(copied.findings) ? 0 : 1 };
  },
});

function isWhole(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity !== 'wrong');
}

function copiedText({ sequence, timeMs, data, keys, bytes, keysAt, hasStore, findings }: Copied): string {
  return [
    `copied ${data.length + keys.length} files, ${bytes} bytes`,
    `commands up to ${sequence}, the last of ${new Date(timeMs).toISOString()}`,
    hasStore ? 'the read store is in it' : 'the read store is not in it',
    `the keys are in ${keysAt}: without them the copy opens no API key and continues no AI log`,
    ...findings.map(findingLines),
    ...(isWhole(findings) ? [] : ['The copy is made, and lacks what the folder lacks.']),
  ].join('\n');
}

const restoreVerb = defineVerb({
  name: 'restore',
  about: 'make a data folder of a copy',
  operands: ['DIR'],
  options: { keys: { value: 'DIR', about: 'where the keys of the copy are (DIR/keys)' } },
  more: [
    'Checks every file of the copy against its manifest, and the journal, its chain of hashes and the read store against each other, and only then',
    'makes the data folder (--data), which must not be there yet. What was traded after the copy was taken is not in it; if the AI log was',
    'published since, others hold checkpoints of what is gone, and must be told.',
  ].join('\n'),
  async answer(call) {
    const { restore } = await import('../folder/backup/restore.ts');
    const keys = call.options['keys'];
    const from = folderAt(operand(call, 'DIR'));
    const restored = await failing(() => restore(from, call.data, keys === undefined ? null : folderAt(keys)));
    return { json: restored, text: restoredText(restored, call.data) };
  },
});

function restoredText(restored: Restored, data: string): string {
  const { sequence, timeMs, takenMs, files, bytes, hasStore, findings } = restored;
  return [
    `restored ${files} files, ${bytes} bytes, into ${data}`,
    `commands up to ${sequence}, the last of ${new Date(timeMs).toISOString()}; the copy was taken at ${new Date(takenMs).toISOString()}`,
    ...(hasStore ? [] : ['the read store is not in it: put its own copy in place, or start with --rebuild-store']),
    ...findings.map(findingLines),
    'every file is as it was copied, and journal and read store belong together',
  ].join('\n');
}

export const backupVerbs: readonly Verb[] = [backupVerb, restoreVerb];
