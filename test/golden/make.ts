/**
 * Makes what a release keeps for every later one to read: two journals of the simulator with the state they lead to,
 * and the bundle of a contest with what was found in it. Replaces what is there of this version.
 *
 *   npm run golden
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { rehearse } from '../../src/rehearsal/rehearse.ts';
import { stylesNamed } from '../../src/rehearsal/styles.ts';
import { script } from '../simulation/moves.ts';
import { run } from '../simulation/simulation.ts';
import { root } from '../source.ts';
import { type Golden, replayed, verdictsOf } from './golden.ts';

const SEEDS = [20, 22];
const ACCOUNTS = 60;
const STYLES = ['Recommended', 'Holds', 'No logs', 'Chinese'];

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const folder = join(root, 'test/golden', version);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

const journals: Golden['journals'][number][] = [];
for (const seed of SEEDS) {
  const name = `seed-${seed}`;
  const { failure } = await run(script({ seed, minutes: 1, accounts: ACCOUNTS }), {
    seed,
    accounts: ACCOUNTS,
    keep(files) {
      for (const [path, bytes] of files) {
        const packed = join(folder, name, `${path}.br`);
        mkdirSync(dirname(packed), { recursive: true });
        writeFileSync(packed, brotliCompressSync(bytes));
      }
    },
  });
  if (failure !== null) throw new Error(`seed ${seed} fails: ${failure.what[0]}`);
  journals.push({ name, ...(await replayed(join(folder, name))) });
}

const stage = mkdtempSync(join(tmpdir(), 'outcry-golden-'));
try {
  const styles = stylesNamed(STYLES)!;
  const done = await rehearse({
    folder: join(stage, 'run'),
    seed: 1,
    styles,
    hours: { day: 2, long: 2 },
    say: console.log,
  });
  copyFileSync(done.contests[0]!.bundle, join(folder, 'bundle.tar.gz'));
  copyFileSync(done.policy, join(folder, 'policy'));
} finally {
  rmSync(stage, { recursive: true, force: true });
}
const golden: Golden = { journals, verdicts: verdictsOf(folder) };
writeFileSync(join(folder, 'golden.json'), `${JSON.stringify(golden, null, 2)}\n`);
console.log(JSON.stringify(golden, null, 2));
process.exit(0);
