/** How the kept files of a release are read, when they are made and by every later version. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { checkBundleFile } from '../../src/bundle/check-bundle-file.ts';
import { replayFolder } from '../../src/folder/replay/replay-folder.ts';

/** What is in golden.json: where each journal leads, and what the bundle's report says of each team. */
export interface Golden {
  readonly journals: readonly { readonly name: string; readonly sequence: number; readonly hash: string }[];
  readonly verdicts: Readonly<Record<string, string>>;
}

/**
 * Where a kept journal leads, whose files are in a folder, packed each.
 * @throws Error when it can't be read, or leads to a state that is not sound
 */
export async function replayed(path: string): Promise<{ readonly sequence: number; readonly hash: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-golden-'));
  try {
    const data = join(folder, 'data');
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const packed = join(entry.parentPath, entry.name);
      const file = join(data, relative(path, packed).replace(/\.br$/, ''));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, brotliDecompressSync(readFileSync(packed)));
    }
    const { sequence, hash, journaled, problems, mismatches } = await replayFolder(data);
    if (problems.length + mismatches.length > 0 || sequence !== journaled)
      throw new Error(`${path} is replayed to ${sequence} of ${journaled}: ${[...problems, ...mismatches].join('; ')}`);
    return { sequence, hash };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the kept bundle says of each team. @throws Error when it does not agree with itself */
export function verdictsOf(folder: string): Golden['verdicts'] {
  const policy = readFileSync(join(folder, 'policy'), 'utf8');
  const { outcome, fault, teams } = checkBundleFile(readFileSync(join(folder, 'bundle.tar.gz')), policy);
  if (fault !== null || outcome === 'broken' || outcome === 'unjudged')
    throw new Error(`the bundle: ${fault ?? outcome}`);
  return Object.fromEntries(teams.map(({ team, verdict }) => [team, verdict]));
}
