// A single machine and versions of the rules: a newer program activates its own at its start, in the journal; an older
// one stops before that command, and says what it needs.
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { dataFolder } from '../../src/folder/disk/data-folder.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { cleanUp, launch, newFolder, outcry, outcryArgs, startExchange, whenReady } from './process.ts';

const PROCESSES_MS = 120_000;
afterAll(cleanUp);

/** An exchange of a program that has a second version of the rules. */
const startNext = (data: string) =>
  whenReady(
    launch(
      process.execPath,
      [
        ...outcryArgs(new URL('../cluster/other-program.mjs', import.meta.url).href),
        'serve',
        '--json',
        '--port',
        '0',
        '--data',
        data,
      ],
      { OUTCRY_TEST_RULES: '2', OUTCRY_PACK: '' },
    ),
  );

async function commands(data: string): Promise<string[]> {
  const journal = await openJournal(dataFolder(data).journal, { readonly: true });
  const names = [...journal.read()].map(({ command }) =>
    command.name === 'activateCore' ? `${command.name} ${command.version}` : command.name,
  );
  await journal.close();
  return names.filter((name) => name !== 'tick');
}

it(
  'a newer program puts its rules in force at its start; an older one stops before that, and nothing is changed',
  async () => {
    const data = newFolder();
    expect((await (await startExchange('serve', data)).stop()).code).toBe(0);
    expect(await commands(data)).toEqual(['setParameters', 'openAiLog']);
    expect((await (await startNext(data)).stop()).code).toBe(0);
    expect(await commands(data)).toEqual(['setParameters', 'openAiLog', 'activateCore 2']);
    const file = dataFolder(data).journal;
    const before = readFileSync(file);
    const said = /sequence \d+ needs core version 2, and this program has version 1: it stops before that command/;
    for (const verb of ['serve', 'replay']) {
      const { code, stderr } = await outcry(verb, '--data', data);
      expect([verb, code, stderr]).toEqual([verb, 1, expect.stringMatching(said)]);
      expect(stderr).not.toContain('set-aside');
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  },
  PROCESSES_MS,
);
