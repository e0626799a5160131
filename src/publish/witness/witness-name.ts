/** The name of a witness: chosen once, kept beside its key, because its verifier key depends on it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeUtf8 } from '../../core/text/utf8.ts';
import { realDisk, writeDurably } from '../../sequencer/disk/disk.ts';

const NAME = /^[!-*,-~]{1,200}$/;

/** @throws Error when there is no name, it can't be one, or the folder is of another */
export async function nameOfWitness(folder: string, given: string | null): Promise<string> {
  const path = join(folder, 'witness-name');
  const before = existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
  if (before !== null && given !== null && before !== given)
    throw new Error(
      `the folder ${folder} is of the witness ${before}, not of ${given}: another name needs another folder`,
    );
  const name = before ?? given;
  if (name === null)
    throw new Error('a new witness needs a name, which should be its public address without https://: --name NAME');
  if (!NAME.test(name))
    throw new Error(`'${name}' is no name of a witness: printable ASCII without space and + is needed`);
  if (before === null) await writeDurably(realDisk, path, encodeUtf8(`${name}\n`));
  return name;
}
