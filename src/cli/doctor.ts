/** `outcry doctor`: examines a data folder and its read store, and prints a verdict on each file. Changes nothing. */
import type { Diagnosis } from '../folder/doctor/doctor.ts';
import { readConfig } from '../app/settings/config.ts';
import { findingLines } from '../folder/inspect/finding.ts';
import { failing, UsageError } from './told.ts';
import { defineVerb } from './verb.ts';

export const doctorVerb = defineVerb({
  name: 'doctor',
  about: 'examine the data folder: a verdict on every file, and what to do',
  more: [
    'Reads the journal, the read store, the keys and the modes of all files, whole, and changes nothing. The rows of the read store are',
    'made anew from the journal beside it, and compared, which takes as long as --rebuild-store. Beside a running exchange it sees one',
    'moment of it, and compares no rows. Exit code 1 when something found would stop a start, is lost, or would be answered wrongly.',
  ].join('\n'),
  options: {
    store: { value: 'URL', about: 'the read store, when it is not in the folder (better: the variable OUTCRY_STORE)' },
    for: { value: 'VERB', about: 'start or serve: also say whether that verb may go on with the folder' },
  },
  async answer({ data, options }) {
    const { store } = readConfig(options['store'] === undefined ? [] : ['--store', options['store']]);
    const examined = await diagnoseOrFail(data, store, verbOf(options['for']));
    return { json: examined, text: textOf(examined), exitCode: examined.ok ? 0 : 1 };
  },
});

function verbOf(text: string | undefined): 'start' | 'serve' | null {
  if (text === undefined || text === 'start' || text === 'serve') return text ?? null;
  throw new UsageError(`--for is '${text}', needs start or serve`);
}

async function diagnoseOrFail(data: string, store: string | null, verb: 'start' | 'serve' | null): Promise<Diagnosis> {
  const { diagnoseFolder } = await import('../folder/doctor/doctor.ts');
  return failing(() => diagnoseFolder(data, { store, verb }));
}

function textOf({ data, running, pid, ok, files, rows, findings }: Diagnosis): string {
  const width = Math.max(...files.map(({ file }) => file.length));
  const holder = pid === null ? '' : ` (process ${pid})`;
  return [
    running ? `${data}: an exchange runs on it${holder}; this is one moment of it` : `${data}: no exchange runs on it`,
    ...files.map(({ file, verdict, says }) => `${verdict.padEnd(8)} ${file.padEnd(width)}  ${says}`),
    ...(rows === null
      ? []
      : [`${rows.alike} rows of the read store are what the journal says, ${rows.unlikeCount} are not`]),
    ...findings.map(findingLines),
    ok ? 'well: nothing stops a start' : endOf(findings),
  ].join('\n');
}

function endOf(findings: Diagnosis['findings']): string {
  return findings.some(({ severity }) => severity === 'refuse')
    ? 'NOT WELL: the exchange does not start on this folder as it is'
    : 'NOT WELL: the exchange starts on this folder, and something in it is lost or wrong';
}
