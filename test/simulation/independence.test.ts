/** The auditor is independent: of the exchange it shares nothing, of packages only its decimals. */
import { describe, expect, it } from 'vitest';
import { filesUnder, importsOf } from '../source.ts';

const FOLDER = 'test/simulation/auditor/';

describe('the auditor', () => {
  const files = filesUnder(FOLDER.slice(0, -1), (path) => path.endsWith('.ts'));

  it('imports nothing but its own files and big.js, not even types', () => {
    const wrong = files.flatMap((path) =>
      importsOf(path)
        .filter(({ file, specifier }) => (file === undefined ? specifier !== 'big.js' : !file.startsWith(FOLDER)))
        .map(({ file, specifier, line }) => `${path}:${line} imports ${file ?? specifier}`),
    );
    expect(files.length).toBeGreaterThan(8);
    expect(wrong).toEqual([]);
  });
});
