// docs/track-record.md names the test that holds each defect: the file is there, and has a test of that name.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { read } from './source.ts';

/** The rows of every table of the page: defect, found by, held by, had it. */
const ROWS = read('docs/track-record.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Defect '))
  .map((line) => line.slice(2, -2).split(' | '));

const HELD = /^`(test|src)\/[^`]+\.(test\.ts|scn)` › .+$/u;

/** The lines of a file that name a test: those of `it` and `describe`, a name on its own line, a scenario. */
function namesIn(path: string): string[] {
  const isName = path.endsWith('.scn') ? /^# /u : /^\s*(?:(?:it|test|describe)\b|\]\)\(|['"`])/u;
  return read(path)
    .split('\n')
    .filter((line) => isName.test(line))
    .map((line) => line.replaceAll(/\\(['"`])/gu, '$1'));
}

function isHeld(cell: string): boolean {
  const [path = '', name = ''] = cell.slice(1).split('` › ');
  return existsSync(new URL(`../${path}`, import.meta.url)) && namesIn(path).some((each) => each.includes(name));
}

describe('the track record', () => {
  it('says of each defect what it was, how it was found, what holds it and which version had it', () => {
    expect(ROWS.length).toBeGreaterThan(35);
    for (const row of ROWS) {
      expect(row, row.join(' | ')).toHaveLength(4);
      expect(row[2], row[0]).toMatch(HELD);
    }
    expect(new Set(ROWS.map(([defect]) => defect)).size).toBe(ROWS.length);
  });

  it('names tests that are there', () => {
    expect(ROWS.filter(([, , cell]) => !isHeld(cell!)).map(([defect, , cell]) => `${defect}: ${cell}`)).toEqual([]);
  });

  it('would notice a test that is gone', () => {
    expect(isHeld('`test/track-record.test.ts` › names tests that are there')).toBe(true);
    expect(isHeld('`test/track-record.test.ts` › was taken out')).toBe(false);
    expect(isHeld('`test/nowhere.test.ts` › names tests that are there')).toBe(false);
  });
});
