// What earlier releases left is read by this one as they read it: journals lead to the same state, bundles to the same
// verdicts. A journal that leads elsewhere is a breaking change of the rules or of the state (docs/upgrade.md): of a
// release that is out, its golden.json is changed by hand, and the changes say why; of the one that is being made,
// `npm run golden` makes all of it anew.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Golden, replayed, verdictsOf } from './golden/golden.ts';
import { read, root } from './source.ts';

const place = join(root, 'test/golden');
const versions = readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);

it('there is one of this version', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  expect(versions).toContain(version);
});

describe.each(versions)('of %s', (version) => {
  const folder = join(place, version);
  const golden = JSON.parse(readFileSync(join(folder, 'golden.json'), 'utf8')) as Golden;

  it.each(golden.journals)('$name leads where it led', async ({ name, sequence, hash }) => {
    expect(sequence).toBeGreaterThan(500);
    expect(await replayed(join(folder, name))).toEqual({ sequence, hash });
  });

  it('the bundle is judged as it was', () => {
    expect(Object.keys(golden.verdicts).length).toBeGreaterThan(1);
    expect(verdictsOf(folder)).toEqual(golden.verdicts);
  });
});
