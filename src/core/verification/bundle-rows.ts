/**
 * The rows of a bundle's `leaves.jsonl`, with the bodies and minutes stored beside it, by leaf index. The rows may be
 * in any order; each leaf has at most one.
 */
import { canonical } from '../log/read-entry.ts';
import { Broken, type Files, textOf } from './bundle-files.ts';
import type { Given } from './open-leaf.ts';

const INDEX = /^(0|[1-9][0-9]{0,15})$/;

/** The parts that were given of each leaf, by index. */
export function readGiven(files: Files, size: number): ReadonlyMap<number, Given> {
  const rows = new Map<number, Given>();
  const lines = textOf(files, 'leaves.jsonl').split('\n');
  if (lines.pop() !== '') throw new Broken('leaves.jsonl does not end with a line');
  for (const [at, line] of lines.entries()) {
    const row = canonical(line);
    const index = row?.['index'];
    if (row === null || typeof index !== 'number' || index < 0 || index >= size)
      throw new Broken(`line ${at + 1} of leaves.jsonl is no row of a leaf of this log`);
    if (rows.has(index)) throw new Broken(`leaf ${index} is twice in leaves.jsonl`);
    rows.set(index, givenOf(row));
  }
  for (const [path, bytes] of files) {
    const [folder, name = ''] = path.split('/');
    if (folder !== 'bodies' && folder !== 'minutes') continue;
    const text = folder === 'minutes' ? name.replace(/\.json$/, '') : name;
    const row = INDEX.test(text) ? rows.get(Number(text)) : undefined;
    if (row?.header === undefined) throw new Broken(`${path} belongs to no leaf that is shown`);
    rows.set(Number(text), folder === 'bodies' ? { ...row, body: bytes } : { ...row, minute: bytes });
  }
  return rows;
}

function givenOf(row: { readonly [name: string]: unknown }): Given {
  const { header, key, uid, keys } = row;
  return {
    ...(typeof header === 'string' ? { header } : {}),
    ...(typeof key === 'string' ? { key } : {}),
    ...(typeof uid === 'string' ? { uid } : {}),
    ...(typeof keys === 'object' && keys !== null ? { keys: keys as Readonly<Record<string, string>> } : {}),
  };
}
